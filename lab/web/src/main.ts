// The page: choices, the editor, compiling as the text changes, panes and links.
import { Editor } from "./editor";
import { byId, download, make } from "./elements";
import { Engine, Stopped } from "./engine";
import { examples } from "./examples";
import { learn, type Words } from "./hlsl";
import { type Compiled, type Lab, type Mark, type Shown, type Reported } from "./lab";
import { PANES } from "./panes/index";
import { isPlaceOfLessons } from "./panes/lessons";
import { argsOf, commandOf, fragmentOf, MODELS, PROFILES, type Settings, settingsOf } from "./settings";

declare global {
  var hlslcModule: string | undefined;
  interface Window { lab: Page }
}

/// Work that the next text would have to wait for longer than this is stopped.
const PATIENCE = 1000;
/// None takes longer than this.
const LONGEST = 20_000;

class Page implements Lab {
  readonly examples = examples;
  settings: Settings;
  compiled: Compiled | undefined;
  editor: Editor;
  pane = PANES[0]!.name;
  private spare: Engine | undefined;
  private readonly shown = new Map<string, { host: HTMLElement; shown: Shown }>();
  private readonly marks = new Map<string, readonly Mark[]>();
  private readonly clickers = new Map<string, (line: number) => void>();
  private timer: number | undefined;
  private wanted = 0;

  constructor(readonly engine: Engine, settings: Settings) {
    this.settings = settings;
    this.editor = new Editor(byId("editor"), settings.source, (source) => {
      if (source !== this.settings.source) this.change({ source });
    }, (line) => this.clickers.get(this.pane)?.(line));
    this.choices();
    this.tools();
    this.tabs();
    addEventListener("hashchange", () => void this.follow());
    void this.compile();
  }

  get runner(): Engine {
    return (this.spare ??= this.engine.another());
  }

  // What is chosen.

  private choices(): void {
    const choice = (id: string, label: string, options: readonly (readonly [string, string])[], changed: (value: string) => void) => {
      const select = make("select", { id, "aria-label": label, title: label, onchange: () => changed(select.value) });
      for (const [value, text] of options) select.append(make("option", { value }, text));
      return select;
    };
    const input = (id: string, label: string, changed: (value: string) => void) => {
      const field: HTMLInputElement = make("input", { id, "aria-label": label, title: label, placeholder: label, spellcheck: false, autocomplete: "off", oninput: () => changed(field.value) });
      return field;
    };
    const profile = () => this.change({ profile: `${(byId("stage") as HTMLSelectElement).value}_${(byId("model") as HTMLSelectElement).value}` });
    byId("choices").append(
      choice("example", "Example", [["", "examples…"], ...examples.map(({ name, title }) => [name, title] as const)], (name) => {
        const example = examples.find((one) => one.name === name);
        if (example) this.open(example.settings);
      }),
      choice("stage", "Stage", PROFILES.map((stage) => [stage, stage]), profile),
      choice("model", "Shader model", MODELS.map((model) => [model, model.replace("_", ".")]), profile),
      input("entry", "Entry point", (entry) => this.change({ entry })),
      input("options", "Options, as -O0 -Zi -D N=1", (options) => this.change({ options })),
    );
    this.showSettings();
  }

  private showSettings(): void {
    const { profile, entry, options } = this.settings;
    const at = profile.indexOf("_");
    const set = (id: string, value: string) => { (byId(id) as HTMLInputElement).value = value; };
    set("stage", profile.slice(0, at));
    set("model", profile.slice(at + 1));
    set("entry", entry);
    set("options", options);
    const example = examples.find((one) => one.settings.source === this.settings.source);
    set("example", example?.name ?? "");
  }

  private tools(): void {
    const button = (id: string, text: string, label: string, does: () => void) =>
      make("button", { id, type: "button", title: label, "aria-label": label, onclick: does }, text);
    byId("tools").append(
      button("stop", "Stop", "Stop what is being worked on", () => this.stop()),
      button("link", "Link", "Copy a link with the source in it", () => void this.link()),
      button("copy", "Command", "Copy as command line", () => void this.copy(commandOf(this.settings), "The command line is copied.")),
      button("container", "Container", "Download the container", () => void this.save("shader.dxo", [])),
      button("module", "SPIR-V", "Download the module of SPIR-V", () => void this.save("shader.spv", ["-spirv"])),
      button("reflection", "Reflection", "Download the reflection as JSON", () => void this.saveReflection()),
      button("theme", "◐", "Light or dark", () => this.turnTheme()),
    );
    byId("stop").hidden = true;
  }

  private async copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.notice(done);
    } catch {
      // A page from a disk may not write there in every browser: then it is selected to be copied by hand.
      const field = make("input", { value: text, readonly: true, "aria-label": "Text to copy" });
      byId("notice").replaceChildren(field);
      byId("notice").hidden = false;
      field.select();
    }
  }

  private async link(): Promise<void> {
    const fragment = await fragmentOf(this.settings);
    history.replaceState(null, "", fragment);
    await this.copy(location.href, "The link is copied; the source is in it.");
  }

  /// Opens what the address says.
  async follow(): Promise<void> {
    if (!location.hash) return;
    if (isPlaceOfLessons(location.hash)) {
      this.choose("lessons");
      return;
    }
    try {
      this.open(await settingsOf(location.hash));
    } catch (error) {
      this.open(examples[0]!.settings);
      this.notice(`The link is damaged (${(error as Error).message}), so this is the first example.`);
    }
  }

  private async save(name: string, more: readonly string[]): Promise<void> {
    const args = [...argsOf(this.settings).filter((arg) => arg !== "-spirv"), ...more];
    const { blobs } = await this.engine.ask("compile", { args, source: this.settings.source });
    if (blobs[0]) download(name, blobs[0], "application/octet-stream");
    else this.notice("There is none: see what is said about the source.");
  }

  private async saveReflection(): Promise<void> {
    const { json } = await this.engine.ask<{ reflection: string | null }>("reflect", { args: argsOf(this.settings), source: this.settings.source });
    if (json.reflection) download("shader.json", json.reflection, "application/json");
    else this.notice("There is none: see what is said about the source.");
  }

  private turnTheme(): void {
    const { dataset } = document.documentElement;
    const isDark = dataset["theme"] ? dataset["theme"] === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset["theme"] = isDark ? "light" : "dark";
    // As the pages of the site keep it.
    try { localStorage.setItem("hlslc-theme", dataset["theme"]); } catch { /* then it is for this page alone */ }
    for (const frame of document.querySelectorAll("iframe")) {
      const inner = frame.contentDocument?.documentElement;
      if (inner) inner.dataset["theme"] = dataset["theme"];
    }
  }

  // Compiling.

  open(settings: Settings): void {
    this.settings = settings;
    this.editor.set(settings.source);
    this.showSettings();
    void this.compile();
  }

  private change(some: Partial<Settings>): void {
    this.settings = { ...this.settings, ...some };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.compile(), 60);
  }

  stop(): void {
    this.engine.stop();
    this.spare?.stop();
  }

  async compile(): Promise<void> {
    clearTimeout(this.timer);
    const number = ++this.wanted;
    if (this.engine.isBusy) {
      // The worker has something to do, for a text before or for a pane: it has a while for it, and of the texts that come in between only
      // the last counts.
      if (this.engine.busyFor < PATIENCE) {
        this.timer = setTimeout(() => void this.compile(), 15);
        return;
      }
      this.engine.stop();
    }
    const { settings } = this;
    const args = argsOf(settings);
    const start = performance.now();
    const busy = setTimeout(() => { byId("stop").hidden = false; this.say("compiling…"); }, 300);
    const limit = setTimeout(() => this.engine.stop(new Error(`the compilation took longer than ${LONGEST / 1000} seconds and was stopped`)), LONGEST);
    try {
      const { json, blobs } = await this.engine.ask<{ ok: boolean; reported: Reported[] }>("compile", { args, source: settings.source });
      if (number === this.wanted || this.settings === settings) this.take({ settings, args, ok: json.ok, reported: json.reported, object: blobs[0], took: performance.now() - start });
    } catch (error) {
      const isStopped = error instanceof Stopped;
      const message = isStopped ? "the compilation was stopped" : (error as Error).message;
      if (!isStopped || number === this.wanted) {
        this.take({ settings, args, ok: false, object: undefined, took: performance.now() - start,
          reported: [{ code: "", severity: "error", group: "", message, at: null, remarks: [], fix: null }] });
      }
    } finally {
      clearTimeout(busy);
      clearTimeout(limit);
      byId("stop").hidden = true;
    }
  }

  private take(compiled: Compiled): void {
    this.compiled = compiled;
    if (this.editor.text === compiled.settings.source) this.editor.tell(compiled.reported);
    const list = byId("reported");
    list.replaceChildren(...compiled.reported.map((one) => this.line(one)));
    list.hidden = !compiled.reported.length;
    const size = compiled.object ? `${compiled.object.length} bytes` : "no object";
    this.say(`${compiled.ok ? "compiled" : "not compiled"} in ${compiled.took.toFixed(1)} ms · ${size} · ${commandOf(compiled.settings)}`);
    byId("state").dataset["ok"] = String(compiled.ok);
    this.shown.get(this.pane)?.shown.update(compiled);
  }

  private line({ severity, code, message, at, remarks, fix }: Reported): HTMLElement {
    const text = make("button", { type: "button", class: `said ${severity}`, onclick: () => { if (at) this.show(at.line); } },
      make("b", {}, at ? `${at.line}: ${severity}` : severity), ` ${code ? `${code}: ` : ""}${message}`);
    const line = make("div", { class: "reported-line" }, text);
    for (const remark of remarks) line.append(make("small", {}, remark.at ? `${remark.at.line}: ${remark.text}` : remark.text));
    if (fix) {
      line.append(make("button", { type: "button", class: "fix", onclick: () => {
        this.editor.view.dispatch({ changes: { from: fix.at.from, to: fix.at.to, insert: fix.with } });
      } }, fix.text || `replace with ${fix.with}`));
    }
    return line;
  }

  private say(text: string): void {
    byId("state").textContent = text;
  }

  notice(text: string): void {
    const bar = byId("notice");
    bar.textContent = text;
    bar.hidden = false;
    setTimeout(() => { if (bar.textContent === text) bar.hidden = true; }, 6000);
  }

  clicks(pane: string, clicked: (line: number) => void): void {
    this.clickers.set(pane, clicked);
  }

  mark(pane: string, marks: readonly Mark[]): void {
    this.marks.set(pane, marks);
    this.editor.mark([...this.marks.values()].flat());
  }

  show(line: number): void {
    this.editor.show(line);
  }

  // Panes.

  private tabs(): void {
    const list = byId("tabs");
    for (const { name, title, hint } of PANES) {
      list.append(make("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `pane-${name}`, title: hint, onclick: () => this.choose(name) }, title));
      byId("panes").append(make("div", { role: "tabpanel", id: `pane-${name}`, "aria-labelledby": `tab-${name}`, class: "pane", hidden: true }));
    }
    list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      const at = PANES.findIndex(({ name }) => name === this.pane);
      this.choose(PANES[(at + by + PANES.length) % PANES.length]!.name);
      byId(`tab-${this.pane}`).focus();
    });
    this.choose(this.pane);
  }

  /// A pane that has been shown, for tests.
  shownPane(name: string): Shown | undefined {
    return this.shown.get(name)?.shown;
  }

  choose(name: string): void {
    const row = PANES.find((pane) => pane.name === name);
    if (!row) return;
    if (name !== this.pane) this.shown.get(this.pane)?.shown.hide?.();
    this.pane = name;
    for (const pane of PANES) {
      const isChosen = pane.name === name;
      byId(`pane-${pane.name}`).hidden = !isChosen;
      byId(`tab-${pane.name}`).setAttribute("aria-selected", String(isChosen));
      byId(`tab-${pane.name}`).tabIndex = isChosen ? 0 : -1;
    }
    if (!this.shown.has(name)) {
      const host = byId(`pane-${name}`);
      this.shown.set(name, { host, shown: row.make(host, this) });
    }
    if (this.compiled) this.shown.get(name)!.shown.update(this.compiled);
  }
}

async function start(): Promise<void> {
  const text = globalThis.hlslcModule;
  if (!text) throw new Error("module.js is missing beside the page");
  globalThis.hlslcModule = undefined;
  const engine = await Engine.load(text);
  let settings = examples[0]!.settings;
  let notice = "";
  const isLesson = isPlaceOfLessons(location.hash);
  if (location.hash && !isLesson) {
    try {
      settings = await settingsOf(location.hash);
    } catch (error) {
      notice = `The link is damaged (${(error as Error).message}), so this is the first example.`;
    }
  }
  // Before the editor: it colours by them.
  learn((await engine.ask<Words>("words", null)).json);
  window.lab = new Page(engine, settings);
  if (notice) window.lab.notice(notice);
  if (isLesson) window.lab.choose("lessons");
}

start().catch((error: Error) => {
  byId("state").textContent = `The page cannot start: ${error.message}. It needs WebAssembly, workers and DecompressionStream.`;
});
