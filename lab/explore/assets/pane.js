// A pane: a title, tools, and a list of lines with items in them.
import { make, renderLine } from "./text.js";
import { LineList } from "./list.js";

/// A line of a pane: {text, marks, language, number, kind, note}.
export class Pane {
  constructor(lab, name, title, hint) {
    this.lab = lab;
    this.name = name;
    this.title = title;
    this.lines = [];
    this.lineOf = new Map();
    this.tools = make("div", { class: "tools" });
    this.list = new LineList(title, (index) => this.row(index));
    const heading = make("h2", { title: hint }, title);
    this.element = make("section", { class: `pane pane-${name}`, "data-pane": name, "aria-label": title },
      make("div", { class: "head" }, heading, this.tools), this.list.element);
    this.list.scroller.addEventListener("keydown", (event) => this.key(event));
  }

  /// Takes new lines.
  fill(lines) {
    this.lines = lines;
    this.lineOf = new Map();
    lines.forEach((line, index) => {
      if (line.item !== undefined && !line.isGone) this.lineOf.set(line.item, index);
      for (const mark of line.marks ?? []) if (!this.lineOf.has(mark.item)) this.lineOf.set(mark.item, index);
    });
    this.list.reset(lines.length, Math.max(0, ...lines.map((line) => line.text.length + (line.note ? line.note.length + 4 : 0) + (line.bar === undefined ? 0 : 5))));
    this.showTicks();
  }

  row(index) {
    const line = this.lines[index];
    const lit = (item) => this.lab.classOf(item);
    const content = make("span", { class: "code" }, renderLine(line.text, line.marks ?? [], line.language, lit));
    const classes = ["row", line.kind ?? "", line.item === undefined ? "" : lit(line.item)].join(" ").trim();
    const row = make("div", { class: classes }, make("span", { class: "number", "aria-hidden": "true" }, line.number ?? ""));
    if (line.bar !== undefined) row.append(make("span", { class: "bar", title: `${line.bar} values are live after it` }, make("i", { style: `width:${Math.min(26, line.bar)}px` })));
    row.append(content);
    if (line.item !== undefined) row.dataset.i = line.item;
    if (line.note) row.append(make("span", { class: "note" }, line.note));
    return row;
  }

  /// Lights up what is lit now.
  light() {
    for (const element of this.list.rows.querySelectorAll("[data-i]")) {
      const name = this.lab.classOf(Number(element.dataset.i));
      element.classList.toggle("lit", name !== "");
      element.classList.toggle("self", name.endsWith("self"));
    }
    this.showTicks();
  }

  litLines() {
    const lines = new Set();
    for (const item of this.lab.lit) {
      const line = this.lineOf.get(item);
      if (line !== undefined) lines.add(line);
    }
    return [...lines].sort((a, b) => a - b);
  }

  showTicks() {
    const lines = this.litLines();
    this.element.classList.toggle("has-lit", lines.length > 0);
    this.list.tick(lines);
  }

  /// Scrolls to the first thing that is lit.
  reveal() {
    const [first] = this.litLines();
    if (first === undefined) return;
    this.list.show(first);
    // Far to the right of a long line, too.
    const { scroller, rows } = this.list;
    const element = [...rows.querySelectorAll(".code .lit")][0];
    if (!element) {
      scroller.scrollLeft = 0;
      return;
    }
    const [outer, inner] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()];
    const left = inner.left - outer.left + scroller.scrollLeft;
    const isSeen = inner.left >= outer.left + 40 && inner.left + Math.min(inner.width, 160) <= outer.right;
    if (!isSeen) scroller.scrollLeft = Math.max(0, left - outer.width / 3);
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const itemOf = (line) => line?.item ?? line?.marks?.[0]?.item;
    let at = (this.cursor ?? -1) + step;
    while (this.lines[at] && itemOf(this.lines[at]) === undefined) at += step;
    if (!this.lines[at]) return;
    event.preventDefault();
    this.cursor = at;
    this.lab.hold(itemOf(this.lines[at]), this);
    this.list.show(at);
  }
}
