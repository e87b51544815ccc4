// Runs the shader: compute in a table, a pixel shader over a quad as a picture, by the interpreter and live on the GPU.
import { make } from "../../elements";
import { type Engine, Stopped } from "../../engine";
import { type Compiled, type Lab, type Pane, type Shown } from "../../lab";
import { Content, initial, table } from "./contents";
import { described, type Finding, type Prepared, readField, readReflection, type Report, type Resource, writeField } from "./model";
import { translate, type Translation } from "./translation";
import { Drawer } from "./webgl";
import { dispatch as dispatchOnGpu } from "./webgpu";

/// Instructions of all threads, so that a loop without an end is over in seconds: for each thread, and of a dispatch at least and at most.
const BUDGET_OF_THREAD = 1 << 12;
const LEAST_BUDGET = 1 << 24;
const MOST_BUDGET = 2 ** 30;
/// The same of a part of a picture.
const BUDGET_OF_PART = 1 << 25;
/// Pixels of a part of a picture in each direction.
const PART = 64;
const SIDES = [128, 256, 384, 512] as const;

type Corners = [number, number, number];

/// Values of an input at the top left, top right and bottom left corner, by what it is called.
function cornersOf(name: string, column: number): Corners {
  const upper = name.toUpperCase();
  if (/NORMAL/.test(upper)) return ([[-0.8, 0.8, -0.8], [0.8, 0.8, -0.8], [0.6, 0.6, 0.6]] as Corners[])[column] ?? [0, 0, 0];
  if (/TANGENT/.test(upper)) return column === 0 ? [1, 1, 1] : [0, 0, 0];
  if (column === 0) return [0, 1, 0];
  if (column === 1) return [0, 0, 1];
  return column === 2 ? [0.5, 0.5, 0.5] : [1, 1, 1];
}

/// The translation to WGSL, folded.
const wgslOf = ({ wgsl: { text, why } }: Translation): HTMLElement => make("details", {}, make("summary", {}, "WGSL"), make("pre", { tabindex: 0 }, text ?? `// ${why}`));

/// A resource that a run has written: what the interpreter left there, and where it is shown.
interface Written { readonly content: Content; readonly bytes: Uint8Array<ArrayBuffer>; readonly note: HTMLElement; readonly section: HTMLElement }

/// Floats of two processors differ in their last digits.
const isClose = (one: number, other: number): boolean => Object.is(one, other) || Math.abs(one - other) <= 1e-4 * Math.max(1, Math.abs(one), Math.abs(other));

/// Whether two processors left the same numbers, in words.
function compare({ resource: { is_texture, format }, fields, stride }: Content, here: Uint8Array<ArrayBuffer>, there: Uint8Array<ArrayBuffer>): string {
  const [one, other] = [new DataView(here.buffer), new DataView(there.buffer)];
  const bytes = format.bits / 8;
  const isFloats = is_texture && format.kind === "float" && bytes === 4;
  const shape = is_texture ? { fields: [{ offset: 0, kind: isFloats ? "float" as const : "uint" as const }], stride: isFloats ? 4 : bytes } : { fields, stride };
  let [count, different] = [0, 0];
  let first = "";
  for (let at = 0; at + shape.stride <= here.length; at += shape.stride) {
    for (const { offset, kind } of shape.fields) {
      const read = (view: DataView) => (is_texture && bytes < 4 ? (bytes === 1 ? view.getUint8(at) : view.getUint16(at, true)) : readField(view, at + offset, kind));
      const [a, b] = [read(one), read(other)];
      count++;
      // A normalised number may be rounded to its neighbour.
      if (kind === "float" ? isClose(a, b) : Math.abs(a - b) <= Number(/norm/.test(format.kind))) continue;
      if (!different++) first = `element ${at / shape.stride} is ${a} by the interpreter and ${b} by the GPU`;
    }
  }
  return different ? `${different} of ${count} numbers differ: ${first}` : `the same ${count} numbers`;
}

class RunPane implements Shown {
  private prepared: Prepared | undefined;
  private contents: Content[] = [];
  private corners: Corners[] = [];
  private readonly kept = new Map<string, Content>();
  private compiled: Compiled | undefined;
  private isShown = false;
  private time = 0;
  private frame = 0;
  private mouse: [number, number] = [0.5, 0.5];
  private isPlaying = false;
  private isDrawing = false;
  private isOnGpu = false;
  private isWanted = false;
  private drawer: Drawer | undefined;
  private number = 0;
  private lastTick = 0;
  /// The worker was stopped, so what was prepared is gone.
  private isStale = false;
  /// Of its own: a picture that is no longer wanted is stopped with it, and nothing else.
  private readonly worker: Engine;

  private readonly status = make("p", { class: "status", role: "status" });
  private readonly controls = make("div", { class: "controls" });
  private readonly stage = make("div", { class: "stage" });
  private readonly findings = make("ul", { class: "findings" });
  private readonly inputs = make("div", { class: "resources" });
  private readonly results = make("div", { class: "results" });
  private interpreted = make("canvas", { role: "img", "aria-label": "The picture by the interpreter" });
  private gpu = make("canvas", { role: "img", "aria-label": "The picture by the GPU" });
  private readonly gpuNote = make("figcaption");
  private readonly interpretedNote = make("figcaption", {}, "interpreter");
  private readonly clock = make("output", {}, "0.00");
  private readonly side = make("select", { "aria-label": "Size of the picture", onchange: () => void this.restart() });
  private readonly target = make("select", { "aria-label": "Render target", onchange: () => this.redraw() });
  private readonly groups = [0, 1, 2].map((axis) => make("input", { class: "short", value: "1", inputmode: "numeric", "aria-label": `Groups in direction ${"xyz"[axis]}`, oninput: () => { this.typedGroups = String(this.prepared?.group); } }));
  /// The threads of a group for which a number of groups was typed: it stays as long as they do.
  private typedGroups = "";
  private readonly checks = make("input", { type: "checkbox", checked: true });
  private readonly slider = make("input", { type: "range", min: 0, max: 20, step: 0.01, value: 0, "aria-label": "Time", oninput: () => { this.time = Number(this.slider.value); this.redraw(); } });
  private readonly play = make("button", { type: "button", onclick: () => this.turn() }, "Play");

  constructor(host: HTMLElement, private readonly lab: Lab) {
    this.worker = lab.engine.another();
    for (const side of SIDES) this.side.append(make("option", { value: side, ...(side === 256 ? { selected: true } : {}) }, `${side} × ${side}`));
    host.append(make("div", { class: "run" }, this.controls, this.status, this.findings, this.stage, this.inputs, this.results));
    for (const canvas of [this.interpreted, this.gpu]) this.follow(canvas);
  }

  hide(): void {
    this.isShown = false;
    this.isPlaying = false;
    this.play.textContent = "Play";
  }

  update(compiled: Compiled): void {
    this.isShown = true;
    if (compiled === this.compiled) return;
    this.compiled = compiled;
    void this.restart();
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  // Preparing.

  private async restart(): Promise<void> {
    const { compiled, lab } = this;
    if (!compiled) return;
    const number = ++this.number;
    this.isStale = false;
    if (this.isDrawing && this.worker.isBusy) this.worker.stop();
    lab.mark("run", []);
    this.findings.replaceChildren();
    try {
      const { settings: { source }, args } = compiled;
      const { json } = await this.worker.ask<Prepared>("prepare", { args: args.filter((arg) => arg !== "-spirv"), source });
      if (number !== this.number) return;
      if (!json.ok) return this.say("The shader has errors: what is said about the source is on the left. The last picture stays.");
      this.prepared = json;
      this.settle(json, source);
      if (json.stage === "cs") await this.showCompute();
      else if (json.stage === "ps") await this.showPicture(number);
      else this.clear(`A shader of the stage ${json.stage} needs others around it: here compute and pixel shaders run.`);
    } catch (error) {
      if (number === this.number && !(error instanceof Stopped)) this.clear((error as Error).message);
    }
  }

  private clear(why: string): void {
    this.say(why);
    for (const part of [this.controls, this.stage, this.inputs, this.results]) part.replaceChildren();
    this.prepared = undefined;
  }

  /// Contents of the resources: what was typed stays if the resource is still the same.
  private settle(prepared: Prepared, source: string): void {
    const reflection = readReflection(prepared.reflection ?? '{"bindings":[],"buffers":[],"structs":[]}');
    const given = initial(source);
    this.contents = prepared.resources.map((resource: Resource) => {
      const fresh = new Content(resource, described(resource, reflection), given);
      const kept = this.kept.get(fresh.key);
      const content = kept?.isTyped ? kept : fresh;
      this.kept.set(fresh.key, content);
      return content;
    });
    this.corners = prepared.inputs.flatMap(({ name, rows, columns, is_of_system }) =>
      Array.from({ length: rows * columns }, (_, at): Corners => {
        const said = given.get(name)?.split("|").map((corner) => Number(corner.split(",")[at % columns]));
        if (said?.length === 3 && said.every((value) => !Number.isNaN(value))) return said as Corners;
        return is_of_system ? [0, 0, 0] : columns === 1 ? [0, 1, 0] : cornersOf(name, at % columns);
      }));
    const groups = given.get("groups")?.match(/\d+/g) ?? [];
    if (this.typedGroups !== String(prepared.group)) this.groups.forEach((input, axis) => { input.value = groups[axis] ?? "1"; });
  }

  private async bind(): Promise<void> {
    await this.worker.ask("bind", { resources: this.contents.map((content, blob) => ({ blob, ...content.bound })) }, this.contents.map(({ bytes }) => bytes));
  }

  // Findings.

  private report(report: Report): void {
    const all: Finding[] = [...report.findings];
    if (report.error) all.unshift({ line: report.error.line, text: report.error.message.replace(/^shader\.hlsl:\d+:\d+: /, ""), count: 1, group: [0, 0, 0], thread: 0 });
    this.findings.replaceChildren(...all.map(({ line, text, count, group, thread }, at) => {
      const where = report.error && at === 0 ? "" : ` (thread ${thread} of group ${group.join(",")}${count > 1 ? `, ${count} times` : ""})`;
      return make("li", {}, make("button", { type: "button", onclick: () => { if (line) this.lab.show(line); } }, line ? `line ${line}: ${text}${where}` : text + where));
    }));
    this.lab.mark("run", all.filter(({ line }) => line > 0).map(({ line, text }) => ({ line, kind: "finding", text })));
  }

  // Compute.

  private async showCompute(): Promise<void> {
    const { group } = this.prepared!;
    this.stage.replaceChildren();
    this.controls.replaceChildren(
      make("button", { type: "button", class: "primary", onclick: () => void this.dispatch() }, "Run"), this.stopButton(),
      make("label", {}, "groups ", ...this.groups), ` of ${group.join(" × ")} threads`,
      make("label", {}, this.checks, " look for undefined behaviour"),
    );
    this.showInputs(() => void this.dispatch());
    await this.dispatch();
  }

  /// Ends what is being run, whatever it is.
  private stop(): void {
    this.isPlaying = false;
    this.play.textContent = "Play";
    this.isStale = true;
    this.worker.stop();
  }

  private stopButton(): HTMLElement {
    return make("button", { type: "button", onclick: () => this.stop() }, "Stop");
  }

  private async dispatch(): Promise<void> {
    if (this.isStale) return this.restart();
    const groups = this.groups.map(({ value }) => Math.max(0, Math.floor(Number(value) || 0)));
    const threads = [...groups, ...this.prepared!.group].reduce((product, count) => product * count, 1);
    const budget = Math.min(Math.max(threads * BUDGET_OF_THREAD, LEAST_BUDGET), MOST_BUDGET);
    const start = performance.now();
    this.say("running…");
    try {
      await this.bind();
      const { json, blobs } = await this.worker.ask<Report>("dispatch", { groups, budget, checks: this.checks.checked });
      this.report(json);
      const took = (performance.now() - start).toFixed(0);
      this.say(json.error ? `It did not end: ${json.error.message}` : `${json.steps} instructions of all threads in ${took} ms${json.findings.length ? "; something undefined was done" : ""}`);
      const shown = this.showResults(blobs);
      if (!json.error) void this.compareWithGpu(groups, shown);
    } catch (error) {
      this.say(error instanceof Stopped ? "It was stopped." : (error as Error).message);
    }
  }

  private showResults(blobs: readonly Uint8Array[]): Written[] {
    const written = this.contents.filter(({ resource }) => resource.class === "u").map((content, at): Written => {
      const bytes = new Uint8Array(blobs[at] ?? []);
      const shown = content.resource.is_texture ? this.picture(content, bytes) : table(content.fields, content.stride, bytes, content.bytes);
      return { content, bytes, note: make("p", { class: "gpu" }), section: make("section", {}, make("h3", {}, `${content.name} afterwards`), shown) };
    });
    written.forEach(({ section, note }) => section.append(note));
    this.results.replaceChildren(...written.map(({ section }) => section));
    return written;
  }

  /// Runs the same with WebGPU, and says below each result whether it is the interpreter's.
  private async compareWithGpu(groups: readonly number[], written: readonly Written[]): Promise<void> {
    const { number, compiled } = this;
    const say = (text: string) => written.forEach(({ note }) => { note.textContent = text; });
    this.isOnGpu = true;
    say("GPU: …");
    try {
      const { settings: { source, entry }, args } = compiled!;
      const translation = await translate(this.worker, args, source, entry);
      const results = await dispatchOnGpu(translation, entry, this.contents, groups);
      for (const { content, bytes, note } of written) {
        const gpu = results.get(content);
        note.textContent = gpu ? `GPU, by WebGPU: ${compare(content, bytes, gpu)}` : "GPU: the shader does not use it.";
      }
      if (number === this.number) written[0]?.section.parentElement?.append(wgslOf(translation));
    } catch (error) {
      if (!(error instanceof Stopped)) say(`Not run on the GPU (${(error as Error).message.slice(0, 400)}).`);
    } finally {
      this.isOnGpu = false;
    }
  }

  /// A texture as a picture: floats from 0 to 1, whole numbers from 0 to 255. Slices stand below one another.
  private picture({ resource: { format }, size: [width, height, depth], layers }: Content, bytes: Uint8Array<ArrayBuffer>): HTMLElement {
    const rows = height * depth * layers;
    const canvas = make("canvas", { width, height: rows, role: "img", "aria-label": "The texture", class: "texture" });
    const image = new ImageData(width, rows);
    const view = new DataView(bytes.buffer);
    const { kind, bits, components } = format;
    for (let texel = 0; texel < width * rows; texel++) {
      for (let channel = 0; channel < 4; channel++) {
        const from = components === 1 && channel < 3 ? 0 : channel;
        let value = channel === 3 ? 255 : 0;
        if (from < components && channel < 3) {
          const at = ((texel * components + from) * bits) / 8;
          const raw = bits === 32 ? readField(view, at, kind === "float" ? "float" : kind === "sint" ? "int" : "uint") : bits === 8 ? view.getUint8(at) : 0;
          value = kind === "float" ? raw * 255 : raw;
        }
        image.data[texel * 4 + channel] = Math.round(value);
      }
    }
    canvas.getContext("2d")!.putImageData(image, 0, 0);
    return canvas;
  }

  // Pictures.

  private async showPicture(number: number): Promise<void> {
    const { outputs } = this.prepared!;
    const side = Number(this.side.value);
    const targets = outputs.filter(({ name }) => name.toUpperCase() === "SV_TARGET");
    this.target.replaceChildren(...targets.map(({ index }) => make("option", { value: index }, `SV_Target${index}`)));
    this.target.hidden = targets.length < 2;
    this.controls.replaceChildren(this.play, this.stopButton(), make("label", {}, "time ", this.slider), this.clock, this.side, this.target, make("label", {}, this.checks, " look for undefined behaviour"));
    // A canvas that had another context, or another size, is of no use.
    [this.interpreted, this.gpu] = [this.interpreted, this.gpu].map((old) => {
      const canvas = make("canvas", { width: side, height: side, role: "img", "aria-label": old.getAttribute("aria-label") ?? "" });
      this.follow(canvas);
      return canvas;
    }) as [HTMLCanvasElement, HTMLCanvasElement];
    this.drawer?.dispose();
    this.drawer = undefined;
    this.gpuNote.textContent = "GPU: …";
    const figure = make("figure", {}, this.gpu, this.gpuNote);
    this.stage.replaceChildren(make("figure", {}, this.interpreted, this.interpretedNote), figure);
    this.results.replaceChildren();
    this.showInputs(() => void this.restart());
    await this.bind();
    const gpu = this.startGpu(number, Math.max(1, ...targets.map(({ index }) => index + 1)), figure);
    this.redraw();
    await gpu;
  }

  private async startGpu(number: number, targets: number, figure: HTMLElement): Promise<void> {
    const { settings: { source, entry }, args } = this.compiled!;
    try {
      if (!this.gpu.getContext("webgl2", { antialias: false, alpha: false, preserveDrawingBuffer: true })) throw new Error("this browser has no WebGL 2");
      const translation = await translate(this.worker, args, source, entry);
      if (number !== this.number) return;
      this.drawer = new Drawer(this.gpu, translation, this.prepared!.inputs, this.corners, this.contents, targets);
      this.gpuNote.textContent = "GPU: WebGL 2, by SPIR-V and naga";
      figure.append(make("details", {}, make("summary", {}, "GLSL"), make("pre", { tabindex: 0 }, translation.glsl.text ?? "")), wgslOf(translation));
      this.drawGpu();
    } catch (error) {
      if (number !== this.number || error instanceof Stopped) return;
      this.gpu.hidden = true;
      this.gpuNote.textContent = `No picture by the GPU (${(error as Error).message.slice(0, 400)}). The interpreter draws it.`;
    }
  }

  private follow(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("pointermove", (event) => {
      this.mouse = [event.offsetX / Math.max(1, canvas.clientWidth), event.offsetY / Math.max(1, canvas.clientHeight)];
      if (this.contents.some(({ variables }) => variables.some(({ name }) => /^i?mouse$/i.test(name)))) this.redraw();
    });
  }

  /// Puts time, mouse, size and the number of the picture where the shader has constants of such names.
  private tick(): void {
    const side = Number(this.side.value);
    const values: Record<string, readonly number[]> = { time: [this.time], mouse: this.mouse, resolution: [side, side], frame: [this.frame] };
    for (const content of this.contents) {
      for (const { name, offset, kind } of content.resource.class === "b" ? content.fields : []) {
        const [base, part] = name.split(".");
        const value = values[base!.toLowerCase().replace(/^i(?=time|mouse|resolution|frame)/, "")]?.[part ? "xyzw".indexOf(part) : 0];
        if (value !== undefined) writeField(content.view, offset, kind, value);
      }
    }
    this.clock.textContent = this.time.toFixed(2);
  }

  private get isAnimated(): boolean {
    return this.contents.some(({ fields, resource }) => resource.class === "b" && fields.some(({ name }) => /^i?(time|frame)$/i.test(name)));
  }

  private turn(): void {
    this.isPlaying = !this.isPlaying;
    this.play.textContent = this.isPlaying ? "Pause" : "Play";
    this.lastTick = performance.now();
    if (this.isStale) void this.restart();
    if (this.isPlaying) requestAnimationFrame((now) => this.animate(now));
  }

  private animate(now: number): void {
    if (!this.isPlaying || !this.isShown) return;
    this.time = (this.time + Math.max(0, now - this.lastTick) / 1000) % 20;
    this.lastTick = now;
    this.frame++;
    this.slider.value = String(this.time);
    this.tick();
    this.drawGpu();
    // The interpreter draws the next picture when it is done with the one before.
    if (!this.isDrawing && !this.isStale) void this.draw();
    requestAnimationFrame((next) => this.animate(next));
  }

  private redraw(): void {
    if (this.prepared?.stage !== "ps") return;
    if (this.isStale) return void this.restart();
    this.tick();
    this.drawGpu();
    if (this.isDrawing) this.isWanted = true;
    else void this.draw();
  }

  private drawGpu(): void {
    try {
      this.drawer?.draw(Number(this.target.value || 0));
    } catch (error) {
      this.gpuNote.textContent = (error as Error).message;
      this.drawer = undefined;
    }
  }

  /// Draws with the interpreter, part by part.
  private async draw(): Promise<void> {
    const number = this.number;
    this.isDrawing = true;
    this.isWanted = false;
    const canvas = this.interpreted;
    const context = canvas.getContext("2d")!;
    const start = performance.now();
    const found = new Map<string, Finding>();
    let steps = 0;
    try {
      const constants = this.contents.map((content, at) => ({ content, at })).filter(({ content }) => content.resource.class === "b");
      await this.worker.ask("poke", { at: constants.map(({ at }) => [at, 0]) }, constants.map(({ content }) => content.bytes));
      for (let y = 0; y < canvas.height; y += PART) {
        for (let x = 0; x < canvas.width; x += PART) {
          const size = [Math.min(PART, canvas.width - x), Math.min(PART, canvas.height - y)] as const;
          const { json, blobs } = await this.worker.ask<Report>("shade", {
            picture: [canvas.width, canvas.height], at: [x, y], size, target: Number(this.target.value || 0), inputs: this.corners,
            budget: BUDGET_OF_PART, checks: this.checks.checked,
          });
          if (number !== this.number) return;
          context.putImageData(new ImageData(new Uint8ClampedArray(blobs[0]!), size[0], size[1]), x, y);
          steps += json.steps;
          for (const finding of json.findings) found.set(`${finding.line} ${finding.text}`, finding);
          if (json.error) {
            this.report(json);
            this.say(`It did not end: ${json.error.message}`);
            this.isPlaying = false;
            this.play.textContent = "Play";
            return;
          }
        }
      }
      this.report({ findings: [...found.values()], steps, error: null });
      const took = performance.now() - start;
      this.interpretedNote.textContent = `interpreter: ${took.toFixed(0)} ms`;
      this.say(`${steps} instructions of all pixels${this.isAnimated ? "" : "; nothing in it changes with time"}`);
    } catch (error) {
      if (number === this.number) this.say(error instanceof Stopped ? "It was stopped." : (error as Error).message);
    } finally {
      this.isDrawing = false;
      if ((this.isWanted || number !== this.number) && !this.isStale && this.isShown && this.prepared?.stage === "ps") void this.draw();
    }
  }

  /// The two pictures as they were drawn, for tests.
  pictures(): { interpreted: number[]; gpu: number[] | undefined } {
    const { width, height } = this.interpreted;
    const interpreted = Array.from(this.interpreted.getContext("2d")!.getImageData(0, 0, width, height).data);
    return { interpreted, gpu: this.drawer ? Array.from(this.drawer.pixels()) : undefined };
  }

  get isIdle(): boolean {
    return !this.isDrawing && !this.isOnGpu && !this.worker.isBusy;
  }

  // Resources.

  private showInputs(changed: () => void): void {
    const parts: HTMLElement[] = [];
    const { inputs, stage } = this.prepared!;
    const own = inputs.filter(({ is_of_system }) => !is_of_system);
    if (stage === "ps" && own.length) parts.push(this.cornerTable(changed));
    for (const content of this.contents) parts.push(this.editor(content, changed));
    this.inputs.replaceChildren(...parts);
  }

  private cornerTable(changed: () => void): HTMLElement {
    const body = make("tbody");
    let scalar = 0;
    for (const { name, index, rows, columns, is_of_system } of this.prepared!.inputs) {
      for (let at = 0; at < rows * columns; at++, scalar++) {
        if (is_of_system) continue;
        const corners = this.corners[scalar]!;
        const cell = (corner: 0 | 1 | 2) => {
          const where = ["top left", "top right", "bottom left"][corner]!;
          const input: HTMLInputElement = make("input", { value: corners[corner], inputmode: "decimal", "aria-label": `${name}${index}, component ${at}, ${where}`, onchange: () => {
            const value = Number(input.value);
            if (!Number.isNaN(value)) corners[corner] = value;
            changed();
          } });
          return make("td", {}, input);
        };
        body.append(make("tr", {}, make("th", { scope: "row" }, `${name}${index || ""}${rows * columns > 1 ? `.${"xyzw"[at % columns]}` : ""}`), cell(0), cell(1), cell(2)));
      }
    }
    const head = make("tr", {}, ...["input", "top left", "top right", "bottom left"].map((text) => make("th", { scope: "col" }, text)));
    return make("details", { class: "resource" }, make("summary", {}, make("b", {}, "Inputs"), " at the corners of the quad; between them they change evenly"), make("div", { class: "table" }, make("table", {}, make("thead", {}, head), body)));
  }

  private editor(content: Content, changed: () => void): HTMLElement {
    const { resource, name } = content;
    const title = make("summary", {}, make("b", {}, name), ` ${resource.class === "u" ? "RW" : ""}${resource.kind} ${resource.class}${resource.register}${resource.space ? ` space${resource.space}` : ""}`);
    const body = make("div", { class: "fields" });
    const typed = () => {
      content.isTyped = true;
      changed();
    };
    const fill = (): void => {
      if (resource.class === "s") {
        const filter = make("select", { "aria-label": `Filter of ${name}`, onchange: () => { content.linear = filter.value === "linear"; typed(); } }, make("option", {}, "linear"), make("option", {}, "point"));
        filter.value = content.linear ? "linear" : "point";
        const address = make("select", { "aria-label": `Addresses of ${name}`, onchange: () => { content.address = address.value; typed(); } }, ...["wrap", "mirror", "clamp", "border"].map((word) => make("option", {}, word)));
        address.value = content.address;
        body.replaceChildren(filter, address);
      } else if (resource.is_texture) {
        const file: HTMLInputElement = make("input", { type: "file", accept: "image/*", "aria-label": `A picture for ${name}`, onchange: () => { if (file.files?.[0]) void take(file.files[0]); } });
        const take = async (blob: Blob): Promise<void> => {
          try {
            await content.takePicture(blob);
            changed();
            fill();
          } catch {
            this.say("This file is no picture that the browser can read.");
          }
        };
        const drop = make("div", { class: "drop", ondragover: (event: DragEvent) => event.preventDefault(), ondrop: (event: DragEvent) => {
          event.preventDefault();
          if (event.dataTransfer?.files[0]) void take(event.dataTransfer.files[0]);
        } }, `${content.size.slice(0, resource.directions).join(" × ")} texels`, ...(content.isPicture && resource.directions === 2 ? [this.preview(content), "drop a PNG here, or ", file] : []));
        body.replaceChildren(drop);
      } else if (resource.class === "b") {
        body.replaceChildren(table(content.fields, content.bytes.length, content.bytes, undefined, typed));
      } else {
        const count: HTMLInputElement = make("input", { class: "short", value: content.count, inputmode: "numeric", "aria-label": `Elements of ${name}`, onchange: () => { content.resize(Number(count.value)); typed(); fill(); } });
        const text: HTMLInputElement = make("input", { class: "formula", value: content.formula, "aria-label": `Formula for ${name}`, title: "a formula over i, as sin(i / 8) * 10; with commas one for each number of an element", onchange: () => {
          try {
            content.fill(text.value);
            text.setCustomValidity("");
            typed();
            fill();
          } catch (error) {
            text.setCustomValidity((error as Error).message);
            text.reportValidity();
          }
        } });
        body.replaceChildren(make("label", {}, count, " elements"), make("label", {}, " filled with ", text), table(content.fields, content.stride, content.bytes, undefined, typed));
      }
    };
    fill();
    return make("details", { class: "resource", ...(resource.class === "b" ? { open: true } : {}) }, title, body);
  }

  private preview({ size: [width, height], bytes }: Content): HTMLElement {
    const canvas = make("canvas", { width, height, class: "preview", role: "img", "aria-label": "The texture" });
    canvas.getContext("2d")!.putImageData(new ImageData(new Uint8ClampedArray(bytes.slice(0, 4 * width * height)), width, height), 0, 0);
    return canvas;
  }
}

export const run: Pane = {
  name: "run",
  title: "Run",
  hint: "Run it on the interpreter and on the GPU",
  make: (host, lab) => new RunPane(host, lab),
};
