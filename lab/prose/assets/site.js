// Search over the headings of all pages: `/` begins, the arrow keys choose, Enter goes there, Escape ends.
const field = document.getElementById("search");
const matches = document.getElementById("matches");
const MOST = 40;

/// How well a heading fits: lower is better; none if it does not.
function fit(text, wanted) {
  const at = text.toLowerCase().indexOf(wanted);
  if (at < 0) return undefined;
  const begins = at === 0 || /[^a-z0-9]/i.test(text[at - 1]);
  return (text.length === wanted.length ? 0 : at === 0 ? 1 : begins ? 2 : 3) * 1000 + text.length;
}

function show() {
  const wanted = field.value.trim().toLowerCase();
  const found = wanted === "" ? [] : INDEX.map(([text, address]) => ({ text, address, fit: fit(text, wanted) }))
    .filter((row) => row.fit !== undefined).sort((a, b) => a.fit - b.fit).slice(0, MOST);
  matches.replaceChildren(...found.map(({ text, address }) => {
    const [item, link, page] = ["li", "a", "small"].map((name) => document.createElement(name));
    link.href = address;
    link.textContent = text;
    page.textContent = address.split(".")[0];
    link.append(page);
    item.append(link);
    return item;
  }));
  matches.hidden = found.length === 0;
}

function move(step) {
  const links = [...matches.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement) + step;
  (at < 0 ? field : links[Math.min(at, links.length - 1)])?.focus();
}

field.addEventListener("input", show);
matches.addEventListener("click", () => { matches.hidden = true; });
document.addEventListener("keydown", (event) => {
  const within = event.target === field || matches.contains(event.target);
  if (event.key === "/" && event.target !== field) {
    field.focus();
    field.select();
  } else if (!within) {
    return;
  } else if (event.key === "ArrowDown") {
    move(1);
  } else if (event.key === "ArrowUp") {
    move(-1);
  } else if (event.key === "Escape") {
    matches.hidden = true;
    field.blur();
  } else if (event.key === "Enter" && event.target === field) {
    matches.querySelector("a")?.click();
  } else {
    return;
  }
  event.preventDefault();
});
