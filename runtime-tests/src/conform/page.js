// Read when the first shader is chosen: of thousands it is long.
let details;
const panel = document.getElementById("detail");
const element = (name, text, of) => {
  const made = document.createElement(name);
  made.textContent = text || "";
  of.append(made);
  return made;
};
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}
async function choose(number) {
  details ??= JSON.parse(document.getElementById("data").textContent);
  const chosen = details[number];
  if (!chosen) return;
  for (const row of document.querySelectorAll("#shaders tbody tr")) {
    row.classList.toggle("chosen", row.dataset.row === String(number));
  }
  panel.replaceChildren();
  element("h2", chosen.name, panel);
  element("p", chosen.options, panel);
  if (chosen.text) element("pre", chosen.text, panel);
  if (!chosen.listings) return;
  element("p", "DXC's disassembly on the left, hlslc's on the right; numbers of values do not count as differences.", panel);
  const sides = element("div", "", panel);
  sides.className = "sides";
  for (const line of (await unpacked(chosen.listings)).split("\n").slice(0, -1)) {
    const [left, right] = line.slice(1).split("\u001f");
    element("div", left, sides).className = line[0] === "<" ? "theirs" : "";
    element("div", right, sides).className = line[0] === ">" ? "ours" : "";
  }
}
document.querySelector("#shaders tbody").addEventListener("click", event => {
  const row = event.target.closest("tr");
  if (row) {
    location.hash = row.dataset.row;
    panel.scrollIntoView();
  }
});
addEventListener("hashchange", () => choose(Number(location.hash.slice(1))));
if (location.hash) choose(Number(location.hash.slice(1)));
