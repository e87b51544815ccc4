// The pane of the container: bytes in hexadecimal, each explained by its fields.
import { make } from "./text.js";
import { Pane } from "./pane.js";

const PER_ROW = 16;

export class BytesPane extends Pane {
  constructor(lab) {
    super(lab, "bytes", "Container", "every byte, with the part, field and record that it is of");
    this.about = make("div", { class: "about" }, "Point at a byte to see what it is.");
    this.element.append(this.about);
    const stage = lab.model.dxil?.container;
    this.bytes = new Uint8Array((stage?.bytes.match(/../g) ?? []).map((digits) => parseInt(digits, 16)));
    this.stage = stage;
    /// For each byte the items that it is of, the innermost first.
    this.of = Array.from({ length: this.bytes.length }, () => []);
    stage?.items.forEach((field, at) => {
      for (let byte = field.start >> 3; byte < (field.end + 7) >> 3; byte++) this.of[byte].push(stage.first + at);
    });
    for (const items of this.of) items.sort((a, b) => this.size(a) - this.size(b) || b - a);
    if (stage?.parts.length) {
      const choice = make("select", { "aria-label": "Part", onchange: () => { this.list.scroller.scrollTop = this.lineAt(Number(choice.value)) * this.list.lineHeight; } });
      choice.append(make("option", { value: 0 }, "header"));
      for (const part of stage.parts) choice.append(make("option", { value: part.start }, `${part.name}: ${part.title}`));
      this.tools.append(choice);
    }
    this.fillBytes();
  }

  size(item) {
    const field = this.stage.items[item - this.stage.first];
    return field.end - field.start;
  }

  lineAt(byte) {
    return Math.floor(byte / PER_ROW);
  }

  fillBytes() {
    const rows = Math.ceil(this.bytes.length / PER_ROW);
    if (!rows) {
      this.fill([{ text: "There is none: see what is said about the source.", kind: "empty" }]);
      return;
    }
    this.lines = Array.from({ length: rows }, (_, at) => ({ row: at }));
    this.stage.items.forEach((field, at) => {
      if (field.end > field.start) this.lineOf.set(this.stage.first + at, this.lineAt(field.start >> 3));
    });
    this.list.reset(rows, 4.6 * PER_ROW);
  }

  row(index) {
    if (!this.bytes.length) return super.row(index);
    const start = index * PER_ROW;
    const row = make("div", { class: "row hex" }, make("span", { class: "number" }, start.toString(16).padStart(6, "0")));
    let letters = "";
    for (let byte = start; byte < Math.min(start + PER_ROW, this.bytes.length); byte++) {
      const value = this.bytes[byte];
      const [item] = this.of[byte];
      const part = item === undefined ? -1 : this.stage.items[item - this.stage.first].part;
      const cell = make("span", { "data-byte": byte, class: `byte part-${(part + 1) % 6} ${this.classAt(byte)}` }, value.toString(16).padStart(2, "0"));
      if (item !== undefined) cell.dataset.i = item;
      row.append(cell);
      letters += value >= 0x20 && value < 0x7f ? String.fromCharCode(value) : "·";
    }
    row.append(make("span", { class: "letters" }, letters));
    return row;
  }

  classAt(byte) {
    const leaves = this.leaves(byte);
    const names = leaves.map((item) => this.lab.classOf(item));
    return names.find((name) => name.endsWith("self")) ?? names.find((name) => name) ?? "";
  }

  /// The innermost fields of a byte: a byte may hold bits of several records.
  leaves(byte) {
    const all = this.of[byte];
    const isRecord = (item) => this.stage.items[item - this.stage.first].depth > 0 && this.size(item) > 0;
    return all.filter((item, at) => at === 0 || (isRecord(item) && this.stage.items[item - this.stage.first].start % 8 + this.size(item) > 0
      && this.stage.items[item - this.stage.first].name.includes(" ") && this.size(item) < 8 * 64));
  }

  reveal() {
    const lit = [...this.lab.lit].filter((item) => this.lineOf.has(item)).sort((a, b) => a - b);
    if (!lit.length) return;
    const field = this.stage.items[lit[0] - this.stage.first];
    this.list.show(field.start >> 7);
    this.explain(Math.min((field.start + 7) >> 3, (field.end - 1) >> 3));
  }

  light() {
    if (!this.bytes.length) return;
    for (const cell of this.list.rows.querySelectorAll("[data-byte]")) {
      const name = this.classAt(Number(cell.dataset.byte));
      cell.classList.toggle("lit", name !== "");
      cell.classList.toggle("self", name.endsWith("self"));
    }
    this.showTicks();
  }

  /// Explains a byte.
  explain(byte) {
    const rows = this.of[byte].map((item) => this.stage.items[item - this.stage.first]);
    const parts = this.stage.parts;
    const where = rows.find((field) => field.part >= 0);
    const title = where ? `${parts[where.part].name}, ${parts[where.part].title}` : "header";
    this.about.replaceChildren(make("b", {}, `0x${byte.toString(16)} · ${title}`), ...rows.slice(0, 4).map((field) =>
      make("div", {}, make("span", { class: "field" }, field.name), " ", make("code", {}, field.value.length > 160 ? `${field.value.slice(0, 160)}…` : field.value),
        make("small", {}, ` ${sizeText(field)}`))));
  }
}

/// How much a field takes.
function sizeText(field) {
  const bits = field.end - field.start;
  return bits % 8 === 0 && field.start % 8 === 0 ? `${bits / 8} bytes` : `${bits} bits from bit ${field.start % 8} of 0x${(field.start >> 3).toString(16)}`;
}
