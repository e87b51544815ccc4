"use strict";
for (const table of document.querySelectorAll("table[id]")) {
  const body = table.tBodies[0];
  table.tHead.addEventListener("click", event => {
    const at = event.target.cellIndex;
    if (at === undefined) return;
    const down = table.dataset.by === String(at) && table.dataset.down !== "yes";
    table.dataset.by = at;
    table.dataset.down = down ? "yes" : "no";
    const key = row => {
      const cell = row.cells[at];
      return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
    };
    const rows = [...body.rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      return (x < y ? -1 : x > y ? 1 : 0) * (down ? -1 : 1);
    });
    body.append(...rows);
    table.dispatchEvent(new Event("sorted"));
  });
}
for (const bar of document.querySelectorAll(".filters")) {
  const body = document.getElementById(bar.dataset.table).tBodies[0];
  const input = bar.querySelector("input");
  const more = bar.querySelector("button.more");
  const page = 400;
  let most = page;
  const show = () => {
    const part = input.value.toLowerCase();
    const tags = [...bar.querySelectorAll("button.on")].map(button => button.dataset.tag);
    let shown = 0;
    for (const row of body.rows) {
      const own = (row.dataset.tags || "").split(" ");
      const fits = tags.every(tag => own.includes(tag)) && row.cells[0].textContent.toLowerCase().includes(part);
      row.classList.toggle("hidden", !fits || shown >= most);
      shown += fits;
    }
    bar.querySelector("span").textContent = `${shown} of ${body.rows.length}`;
    more.hidden = shown <= most;
    more.textContent = `show all ${shown}`;
  };
  more.addEventListener("click", () => {
    most = Infinity;
    show();
  });
  input.addEventListener("input", () => {
    most = page;
    show();
  });
  bar.addEventListener("click", event => {
    if (event.target.dataset.tag) {
      most = page;
      event.target.classList.toggle("on");
      show();
    }
  });
  body.parentElement.addEventListener("sorted", show);
  show();
}
