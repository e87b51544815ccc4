// The contents of resources: bytes that formulas, tables and files fill. They stay when the shader is compiled again.
import { make } from "../../elements";
import { formula } from "./formula";
import { described, type Field, readField, type Resource, shown, writeField } from "./model";

/// Lines of a table that are shown.
const MOST_ROWS = 64;
/// Numbers of an element that are shown.
const MOST_COLUMNS = 256;
/// Elements of a buffer at most.
const MOST_ELEMENTS = 1 << 20;
const FIRST_ELEMENTS = 64;
const FIRST_SIDE = 128;
/// The longest side of a texture.
const MOST_SIDE = 2048;

type Described = ReturnType<typeof described>;

/// The lines `//= NAME = …` of a source: what resources hold at first.
export function initial(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, value] of source.matchAll(/^\s*\/\/=\s*([\w.]+(?:\[\d+\])?)\s*=\s*(.+?)\s*$/gm)) found.set(name!, value!);
  return found;
}

/// A resource and what lies in it.
export class Content {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly stride: number;
  readonly variables: Described["variables"];
  bytes: Uint8Array<ArrayBuffer>;
  size: [number, number, number] = [FIRST_SIDE, FIRST_SIDE, 1];
  layers = 1;
  linear = true;
  address = "wrap";
  /// A picture was dropped, or numbers were typed: a new compilation keeps them.
  isTyped = false;
  formula = "";

  constructor(readonly resource: Resource, what: Described, given: Map<string, string>) {
    this.name = what.name;
    this.fields = what.fields;
    this.stride = Math.max(4, what.bytes);
    this.variables = what.variables;
    this.bytes = new Uint8Array(0);
    if (resource.class === "b") this.constants(given);
    else if (resource.is_texture) this.texture(given);
    else if (resource.class !== "s") this.buffer(given);
    else this.sampler(given);
  }

  get key(): string {
    return JSON.stringify([this.name, this.resource, this.fields]);
  }

  get view(): DataView {
    return new DataView(this.bytes.buffer);
  }

  /// Whether texels are four bytes, as pictures have them.
  get isPicture(): boolean {
    return this.resource.class === "t" && !["uint", "sint"].includes(this.resource.format.kind);
  }

  /// What the module knows of it.
  get bound(): object {
    const { resource, size, layers, linear, address } = this;
    if (resource.class === "s") return { linear, address };
    if (!resource.is_texture) return {};
    return { size, layers, ...(this.isPicture ? { format: { kind: "unorm", bits: 8, components: 4 } } : {}) };
  }

  private constants(given: Map<string, string>): void {
    this.bytes = new Uint8Array(Math.ceil(this.stride / 16) * 16);
    const { view } = this;
    for (const { name, offset, kind } of this.fields) {
      const [base, part] = [name.replace(/[.[].*$/, ""), name.match(/\.([xyzw])$/)?.[1]];
      const list = given.get(name) ?? given.get(base);
      const values = list?.split(",").map(Number) ?? [];
      const at = part && !given.has(name) ? "xyzw".indexOf(part) : (name.match(/\[(\d+)\](?:\[(\d+)\])?$/)?.slice(1).reduce((sum, one, place) => (one === undefined ? sum : place ? sum * 4 + Number(one) : Number(one)), 0) ?? 0);
      const value = values[values.length === 1 ? 0 : at];
      // An identity if it is a matrix, and half of all light if it is a colour.
      const square = name.match(/\[(\d+)\]\[(\d+)\]$/);
      writeField(view, offset, kind, value !== undefined && !Number.isNaN(value) ? value : square ? Number(square[1] === square[2]) : kind === "float" ? 0.5 : 1);
    }
  }

  private buffer(given: Map<string, string>): void {
    const counted = [...given].find(([key]) => key.startsWith(`${this.name}[`));
    const count = counted ? Number(counted[0].slice(this.name.length + 1, -1)) : FIRST_ELEMENTS;
    this.resize(count);
    this.formula = counted?.[1] ?? given.get(this.name) ?? (this.resource.is_written ? "0" : "i");
    try {
      this.fill(this.formula);
    } catch { /* It is said when it is typed. */ }
  }

  private sampler(given: Map<string, string>): void {
    const words = (given.get(this.name) ?? "").split(/[\s,]+/);
    this.linear = !words.includes("point");
    this.address = words.find((word) => ["wrap", "mirror", "clamp", "border"].includes(word)) ?? "wrap";
  }

  private texture(given: Map<string, string>): void {
    const { directions, has_layers, is_cube } = this.resource;
    const side = directions === 3 ? 16 : is_cube ? 32 : FIRST_SIDE;
    const sizes = (given.get(this.name)?.match(/\d+/g) ?? []).map(Number);
    const of = (at: number) => Math.max(1, Math.min(sizes[at] ?? side, MOST_SIDE));
    this.size = [of(0), directions > 1 ? of(1) : 1, directions > 2 ? of(2) : 1];
    this.layers = (is_cube ? 6 : 1) * (has_layers ? Math.min(sizes[directions] ?? 4, 64) : 1);
    this.resizeTexture();
    if (this.isPicture) this.pattern();
  }

  private get texelBytes(): number {
    const { bits, components } = this.resource.format;
    return this.isPicture ? 4 : (bits / 8) * components;
  }

  private resizeTexture(): void {
    const [width, height, depth] = this.size;
    this.bytes = new Uint8Array(width * height * depth * this.layers * this.texelBytes);
  }

  /// Tiles with a slope of colours, so that directions can be distinguished.
  private pattern(): void {
    const [width, height] = this.size;
    for (let at = 0; at < this.bytes.length / 4; at++) {
      const [x, y] = [at % width, Math.floor(at / width) % height];
      const isDark = (Math.floor((x * 8) / width) + Math.floor((y * 8) / height)) % 2;
      const light = isDark ? 0.45 : 1;
      this.bytes.set([(255 * x * light) / width, (255 * y * light) / height, 160 * light, 255], at * 4);
    }
  }

  get count(): number {
    return Math.floor(this.bytes.length / this.stride);
  }

  resize(count: number): void {
    const bytes = new Uint8Array(this.stride * Math.max(1, Math.min(Number.isFinite(count) ? Math.floor(count) : 1, MOST_ELEMENTS)));
    bytes.set(this.bytes.subarray(0, bytes.length));
    this.bytes = bytes;
  }

  /// Fills all elements: a formula for each number of an element, or one for all.
  fill(text: string): void {
    const formulas: ReturnType<typeof formula>[] = [];
    let [depth, start] = [0, 0];
    for (let at = 0; at <= text.length; at++) {
      if (text[at] === "(") depth++;
      if (text[at] === ")") depth--;
      if (at === text.length || (text[at] === "," && depth === 0)) {
        formulas.push(formula(text.slice(start, at)));
        start = at + 1;
      }
    }
    const { view, count } = this;
    for (let i = 0; i < count; i++) {
      this.fields.forEach(({ offset, kind }, at) => writeField(view, i * this.stride + offset, kind, formulas[at % formulas.length]!(i, count)));
    }
    this.formula = text;
  }

  /// Takes a picture as the texels.
  async takePicture(file: Blob): Promise<void> {
    const picture = await createImageBitmap(file, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    const scale = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height));
    const [width, height] = [Math.max(1, Math.floor(picture.width * scale)), Math.max(1, Math.floor(picture.height * scale))];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d")!;
    context.drawImage(picture, 0, 0, width, height);
    this.size = [width, this.resource.directions > 1 ? height : 1, this.size[2]];
    this.resizeTexture();
    const { data } = context.getImageData(0, 0, width, this.size[1]);
    for (let at = 0; at + data.length <= this.bytes.length; at += data.length) this.bytes.set(data, at);
    this.isTyped = true;
  }
}

/// A table of elements; cells can be typed into if there is something to tell of it.
export function table(all: readonly Field[], stride: number, bytes: Uint8Array<ArrayBuffer>, before: Uint8Array | undefined, typed?: () => void): HTMLElement {
  const fields = all.slice(0, MOST_COLUMNS);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = Math.floor(bytes.length / stride);
  const body = make("tbody");
  for (let i = 0; i < Math.min(count, MOST_ROWS); i++) {
    const row = make("tr", {}, make("th", { scope: "row" }, String(i)));
    for (const { name, offset, kind } of fields) {
      const at = i * stride + offset;
      const text = shown(readField(view, at, kind), kind);
      const isChanged = before !== undefined && [0, 1, 2, 3].some((byte) => before[at + byte] !== bytes[at + byte]);
      const cell = make("td", { class: isChanged ? "changed" : "" });
      if (typed) {
        const input: HTMLInputElement = make("input", { value: text, inputmode: "decimal", "aria-label": `element ${i}, ${name || "value"}`, onchange: () => {
          const value = Number(input.value);
          if (!Number.isNaN(value)) {
            writeField(view, at, kind, value);
            typed();
          }
          input.value = shown(readField(view, at, kind), kind);
        } });
        cell.append(input);
      } else cell.append(text);
      row.append(cell);
    }
    body.append(row);
  }
  const head = make("tr", {}, make("th", { scope: "col" }, "i"), ...fields.map(({ name }) => make("th", { scope: "col" }, name || "value")));
  const whole = make("div", { class: "table", tabindex: 0, role: "region", "aria-label": "Elements" }, make("table", {}, make("thead", {}, head), body));
  if (count > MOST_ROWS) whole.append(make("small", {}, `${count - MOST_ROWS} more`));
  if (all.length > fields.length) whole.append(make("small", {}, `${all.length - fields.length} more numbers of each`));
  return whole;
}
