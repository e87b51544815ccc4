// The page: panes, what is lit, search and keys.
import { make } from "./text.js";
import { readModel, STAGES, trail } from "./model.js";
import { settleTexts, SourcePane, TextPane, TokenPane } from "./stages.js";
import { PassPane } from "./passes.js";
import { GraphPane } from "./graph.js";
import { BytesPane } from "./bytes.js";

/// The panes: name, title, whether it is shown at first on a wide screen.
const PANES = [
  ["source", "Source", true], ["tokens", "Tokens", false], ["ast", "AST", false], ["hir", "HIR", true], ["ir", "IR", true],
  ["graph", "Graph", true], ["dxil", "DXIL", true], ["bytes", "Container", true], ["spirv", "SPIR-V", false],
];
const NAMES = Object.fromEntries(PANES.map(([name, title]) => [name, title]));
const MOST_MATCHES = 200;

class Lab {
  constructor() {
    this.model = readModel();
    settleTexts(this.model);
    this.lit = new Set();
    this.self = undefined;
    this.held = undefined;
    this.panes = new Map();
    this.graph = new GraphPane(this);
    const { model } = this;
    const none = { text: "", items: [], first: 0 };
    for (const pane of [
      new SourcePane(this), new TokenPane(this),
      new TextPane(this, "ast", "AST", "the syntax tree", model.main.ast),
      new TextPane(this, "hir", "HIR", "the typed tree: every conversion, load and copy is explicit", model.main.hir),
      new PassPane(this), this.graph,
      new TextPane(this, "dxil", "DXIL", "the listing as DXC prints it", model.dxil?.dxil ?? none, true),
      new BytesPane(this),
      new TextPane(this, "spirv", "SPIR-V", "the listing of the module for Vulkan", model.spirv?.spirv ?? none, true),
    ]) this.panes.set(pane.name, pane);
    this.layout();
    this.listen();
  }

  get isNarrow() {
    return matchMedia("(max-width: 760px)").matches;
  }

  layout() {
    const main = document.getElementById("panes");
    const chooser = document.getElementById("chooser");
    PANES.forEach(([name, title, isFirst], at) => {
      const pane = this.panes.get(name);
      main.append(pane.element);
      const isShown = this.isNarrow ? name === "source" : isFirst;
      const button = make("button", { type: "button", "data-pane": name, title: `${title} (${at + 1})`, "aria-pressed": String(isShown), onclick: () => this.toggle(name) }, title);
      chooser.append(button);
      pane.element.hidden = !isShown;
    });
    this.arrange();
    requestAnimationFrame(() => {
      const source = this.panes.get("source");
      if (source.first) source.list.scroller.scrollTop = (source.first - 1) * source.list.lineHeight;
      this.panes.get("ir").showChosen();
      this.graph.draw();
    });
  }

  /// Shows or hides a pane; on a narrow screen the chosen one takes the place of the other.
  toggle(name) {
    for (const [other, pane] of this.panes) {
      if (this.isNarrow) pane.element.hidden = other !== name;
      else if (other === name) pane.element.hidden = !pane.element.hidden;
    }
    this.arrange();
    const pane = this.panes.get(name);
    if (!pane.element.hidden) {
      pane.list?.draw(true);
      if (name === "graph") this.graph.draw();
      if (this.held !== undefined) pane.reveal();
    }
  }

  arrange() {
    const shown = [...this.panes].filter(([, pane]) => !pane.element.hidden);
    const main = document.getElementById("panes");
    main.dataset.count = shown.length;
    main.style.setProperty("--columns", shown.length <= 3 ? shown.length : Math.ceil(shown.length / 2));
    for (const button of document.querySelectorAll("#chooser button")) {
      button.setAttribute("aria-pressed", String(!this.panes.get(button.dataset.pane).element.hidden));
    }
  }

  classOf(item) {
    return !this.lit.has(item) ? "" : item === this.self ? "lit self" : "lit";
  }

  stepChosen(found, step) {
    this.graph?.choose(found, step);
  }

  /// Lights up what an item came from and became.
  light(item) {
    this.self = item;
    this.lit = item === undefined ? new Set() : this.model.lit([item]);
    for (const pane of this.panes.values()) if (!pane.element.hidden) pane.light();
    this.showTrail();
  }

  /// Holds an item until something else is held, and scrolls the other panes to what it lights up.
  hold(item, from) {
    this.held = item;
    this.light(item);
    if (item === undefined) return;
    const ir = this.panes.get("ir");
    if (from !== ir && ![...this.lit].some((lit) => ir.lineOf.has(lit))) this.showStepOf(ir);
    for (const pane of this.panes.values()) if (pane !== from && !pane.element.hidden) pane.reveal();
  }

  /// Turns to the last pass after which there is a line that is lit.
  showStepOf(ir) {
    const { steps, bodies } = ir.found.ir;
    const has = (step) => steps[step].bodies.some((body) => bodies[body].lines.some((item) => this.lit.has(item)));
    const at = [...ir.changed].reverse().find(has);
    if (at !== undefined) ir.select(at);
  }

  showTrail() {
    const bar = document.getElementById("trail");
    const items = [...this.lit].sort((a, b) => a - b);
    bar.replaceChildren(...trail(this.model, items, NAMES));
    const said = items.flatMap((item) => this.model.remarks.get(item) ?? []);
    const texts = [...new Set(said.map((remark) => `${remark.run}: ${remark.text}`))];
    if (texts.length) bar.append(make("span", { class: "hop why" }, make("b", {}, "why"), make("code", { title: texts.join("\n") }, texts.slice(0, 2).join(" · ") + (texts.length > 2 ? ` · ${texts.length - 2} more` : ""))));
    if (!items.length) bar.append(make("span", { class: "hop hint" }, "Point at anything to see what it came from and what it became; click to hold it."));
  }

  itemAt(event) {
    const element = event.target.closest?.("[data-i]");
    return element ? Number(element.dataset.i) : undefined;
  }

  listen() {
    const main = document.getElementById("panes");
    main.addEventListener("pointerover", (event) => {
      const byte = event.target.closest?.("[data-byte]");
      if (byte) this.panes.get("bytes").explain(Number(byte.dataset.byte));
      if (this.held !== undefined || event.pointerType === "touch") return;
      const item = this.itemAt(event);
      if (item !== this.self) this.light(item);
    });
    main.addEventListener("pointerleave", () => { if (this.held === undefined) this.light(undefined); });
    main.addEventListener("click", (event) => {
      if (event.target.closest("button, select")) return;
      const item = this.itemAt(event);
      const pane = this.panes.get(event.target.closest(".pane")?.dataset.pane);
      if (item === undefined && this.held === undefined) return;
      this.hold(item === this.held ? undefined : item, pane);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    const search = document.getElementById("search");
    search.addEventListener("input", () => this.find(search.value));
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.goMatch(event.shiftKey ? -1 : 1);
      if (event.key === "Escape") { search.value = ""; this.find(""); search.blur(); }
    });
    document.getElementById("theme").addEventListener("click", () => this.turnTheme());
    document.getElementById("help").addEventListener("click", () => document.getElementById("keys").showModal());
    matchMedia("(max-width: 760px)").addEventListener("change", (event) => { if (event.matches) this.toggle("source"); });
    this.showTrail();
  }

  turnTheme() {
    const isDark = document.documentElement.dataset.theme
      ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.documentElement.dataset.theme = isDark ? "light" : "dark";
  }

  key(event) {
    if (event.target.matches("input, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      "/": () => document.getElementById("search").focus(),
      "?": () => document.getElementById("keys").showModal(),
      t: () => this.turnTheme(),
      Escape: () => this.hold(undefined),
      ArrowLeft: () => this.panes.get("ir").go(-1),
      ArrowRight: () => this.panes.get("ir").go(1),
    };
    const pane = PANES[Number(event.key) - 1];
    const action = actions[event.key] ?? (pane && (() => this.toggle(pane[0])));
    if (!action) return;
    event.preventDefault();
    action();
  }

  /// Lists the lines of all stages that have a text.
  find(text) {
    const list = document.getElementById("matches");
    const wanted = text.trim().toLowerCase();
    this.matches = [];
    this.match = -1;
    for (const [name, title] of wanted ? PANES : []) {
      const pane = this.panes.get(name);
      const add = (line, shown, item) => this.matches.push({ name, title, line, shown, item });
      pane.lines?.forEach((line, at) => {
        if (this.matches.length < MOST_MATCHES && line.text?.toLowerCase().includes(wanted)) {
          const from = line.text.toLowerCase().indexOf(wanted);
          const mark = (line.marks ?? []).filter((mark) => mark.from <= from && mark.to > from).at(-1);
          add(at, line.text.trim(), line.item ?? mark?.item);
        }
      });
    }
    const { container } = this.model.dxil ?? {};
    container?.items.forEach((field, at) => {
      if (this.matches.length < MOST_MATCHES && `${field.name} ${field.value}`.toLowerCase().includes(wanted) && wanted && field.end > field.start) {
        this.matches.push({ name: "bytes", title: "Container", line: field.start >> 7, shown: `${field.name} ${field.value}`, item: container.first + at });
      }
    });
    list.replaceChildren(...this.matches.map((match, at) => make("li", { onclick: () => { this.match = at - 1; this.goMatch(1); } },
      make("b", {}, match.title), " ", match.shown.slice(0, 120))));
    if (wanted && !this.matches.length) list.append(make("li", {}, "nothing found"));
    list.hidden = !wanted;
  }

  goMatch(by) {
    if (!this.matches?.length) return;
    this.match = (this.match + by + this.matches.length) % this.matches.length;
    const match = this.matches[this.match];
    const pane = this.panes.get(match.name);
    if (pane.element.hidden) this.toggle(match.name);
    pane.list?.show(match.line);
    if (match.item !== undefined) this.hold(match.item, pane);
    document.getElementById("matches").hidden = true;
  }
}

window.lab = new Lab();
