// The theme that was chosen, before anything is drawn.
try {
  const chosen = localStorage.getItem("hlslc-theme");
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a page that may keep nothing follows the system */ }
