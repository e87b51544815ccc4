// A list of lines of one height, of which only those in view are in the document.
import { make } from "./text.js";

const BEYOND = 12;

export class LineList {
  /// `render(index)` makes the element of a line.
  constructor(label, render) {
    this.render = render;
    this.count = 0;
    this.rows = make("div", { class: "rows" });
    this.inner = make("div", { class: "inner" }, this.rows);
    this.ticks = make("div", { class: "ticks", "aria-hidden": "true" });
    this.scroller = make("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": label, onscroll: () => this.draw() }, this.inner);
    this.element = make("div", { class: "list" }, this.scroller, this.ticks);
    this.shown = [0, 0];
    new ResizeObserver(() => this.draw()).observe(this.scroller);
  }

  get lineHeight() {
    this.height ??= parseFloat(getComputedStyle(this.scroller).lineHeight) || 18;
    return this.height;
  }

  /// Sets the number of lines, all of them new, and the number of letters of the longest.
  reset(count, letters) {
    this.count = count;
    this.inner.style.minWidth = `${letters + 8}ch`;
    this.inner.style.height = `${count * this.lineHeight}px`;
    this.shown = [0, 0];
    this.draw(true);
  }

  draw(isForced = false) {
    if (!this.scroller.clientHeight) return;
    const height = this.lineHeight;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / height) - BEYOND);
    const last = Math.min(this.count, Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / height) + BEYOND);
    if (!isForced && first === this.shown[0] && last === this.shown[1]) return;
    this.shown = [first, last];
    const rows = [];
    for (let at = first; at < last; at++) rows.push(this.render(at));
    this.rows.style.transform = `translateY(${first * height}px)`;
    this.rows.replaceChildren(...rows);
  }

  /// Scrolls so that a line is in view.
  show(line) {
    const [top, bottom] = [this.scroller.scrollTop, this.scroller.scrollTop + this.scroller.clientHeight];
    const at = line * this.lineHeight;
    if (at < top + this.lineHeight || at > bottom - 3 * this.lineHeight) {
      this.scroller.scrollTop = Math.max(0, at - this.scroller.clientHeight / 3);
      this.draw();
    }
  }

  /// Marks lines beside the scroll bar.
  tick(lines) {
    const share = 100 / Math.max(1, this.count);
    this.ticks.replaceChildren(...lines.slice(0, 200).map((line) => make("i", { style: `top:${line * share}%` })));
  }
}
