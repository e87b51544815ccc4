// Steps through a thread of the shader, forwards and backwards.
import { make } from "../elements";
import { Stopped } from "../engine";
import { type Compiled, type Mark, type Pane } from "../lab";

/// A value with its parts: `shown` of `lab/wasm/src/step.rs`.
interface Row { readonly name: string; readonly text?: string; readonly type?: string; readonly fault?: string; readonly parts?: readonly Row[] }
interface Lane { readonly thread: number; readonly standing: string; readonly line: number }
interface Place { readonly name: string; readonly line: number }

/// What is shown at a position: `view` of `lab/wasm/src/step.rs`.
interface View {
  readonly busy: false;
  readonly time: number;
  readonly reason: string;
  readonly text: string;
  readonly is_over: boolean;
  readonly thread: number;
  readonly threads: number;
  readonly line: number;
  readonly frames: readonly Place[];
  readonly locals: readonly Row[];
  readonly globals: readonly Row[];
  readonly resources: readonly Row[];
  readonly outputs: readonly Row[];
  readonly registers: readonly Row[];
  readonly lanes: readonly Lane[];
  readonly barrier: { readonly line: number; readonly arrived: number; readonly missing: readonly { thread: number; line: number }[] } | null;
  readonly watches: readonly Row[];
  readonly findings: readonly { readonly line: number; readonly text: string }[];
  readonly listing: readonly { readonly text: string; readonly line: number; readonly here: boolean }[];
}
type Said = View | { readonly busy: true; readonly time: number };

/// A command: its button, what it is for, its key.
const COMMANDS = [
  ["back-continue", "|◀", "Back to a breakpoint or to the first line", "Shift+F5", "continue", true],
  ["back", "◀", "Back by a line", "Shift+F10", "over", true],
  ["back-instruction", "‹", "Back by an instruction", "Shift+F9", "instruction", true],
  ["instruction", "›", "On by an instruction", "F9", "instruction", false],
  ["over", "▶", "On by a line, over calls", "F10", "over", false],
  ["into", "↴", "On by a line, into calls", "F11", "into", false],
  ["out", "↱", "Out of the function", "Shift+F11", "out", false],
  ["continue", "▶|", "On to a breakpoint or to the end", "F5", "continue", false],
] as const;

const STANDINGS: Record<string, string> = {
  active: "executes this instruction", diverged: "waits for other lanes of its wave", barrier: "waits at a barrier",
  ready: "waits until its wave has its turn", ended: "has ended", absent: "is not in the group that runs",
};

/// The values before the last step, by the path of what has them.
type Values = Map<string, string>;

function rows(list: readonly Row[], path: string, before: Values, now: Values, depth = 0): HTMLElement[] {
  return list.flatMap((row) => {
    const key = `${path}.${row.name}`;
    const text = row.fault ?? row.text ?? "";
    now.set(key, text);
    const old = before.get(key);
    const isChanged = before.size > 0 && old !== text;
    const cells = make("tr", { class: isChanged ? "changed-row" : "", "data-name": row.name },
      make("td", { style: `padding-left:${6 + depth * 14}px` }, row.name),
      make("td", { class: isChanged ? "changed" : "", title: isChanged && old !== undefined ? `it was ${old}` : "" }, text),
      make("td", {}, row.type ?? ""));
    return [cells, ...rows(row.parts ?? [], key, before, now, depth + 1)];
  });
}

export const step: Pane = {
  name: "step",
  title: "Step",
  hint: "Follow one thread line by line, forwards and backwards, with the values it has",
  make(host, lab) {
    let compiled: Compiled | undefined;
    let started: Compiled | undefined;
    let shown: View | undefined;
    let before: Values = new Map();
    let isBusy = false, pauses = false;
    const breakpoints = new Map<number, string | null>();
    const watches: string[] = [];

    const scene: HTMLTextAreaElement = make("textarea", { class: "scene", rows: 4, spellcheck: false, "aria-label": "Scene as JSON" });
    scene.value = '{ "thread": 0 }';
    const status = make("p", { class: "status", role: "status", "aria-live": "polite" });
    const body = make("div", { class: "step-body" });
    const button = (id: string, text: string, label: string, does: () => void) =>
      // A word is its own name; a symbol needs one.
      make("button", { id: `step-${id}`, type: "button", title: label, ...(/^\w/.test(text) ? {} : { "aria-label": label }), onclick: does }, text);
    const commands = COMMANDS.map(([id, text, label, key, command, back]) => button(id, text, `${label} (${key})`, () => void go(command, back)));
    const restart = button("start", "Start", "Compile it and go to the first line of the thread", () => void start());
    restart.classList.add("primary");
    const pause = button("pause", "Pause", "Leave the command where it is", () => { pauses = true; });
    pause.hidden = true;
    const watch: HTMLInputElement = make("input", { "aria-label": "Expression to watch", placeholder: "watch an expression", spellcheck: false });
    const point: HTMLInputElement = make("input", { class: "point", "aria-label": "Breakpoint", placeholder: "7 if x > 2", title: "A line, and a condition if there is one", spellcheck: false });
    const watchForm = make("form", { onsubmit: (event: Event) => { event.preventDefault(); if (watch.value.trim()) { watches.push(watch.value.trim()); watch.value = ""; void look(); } } }, watch);
    const pointForm = make("form", {
      onsubmit: (event: Event) => {
        event.preventDefault();
        const parts = /^\s*(\d+)\s*(?:if\s+(.+))?$/.exec(point.value);
        if (!parts) return lab.notice("A breakpoint is a line, and a condition if there is one: 7 if x > 2");
        breakpoints.set(Number(parts[1]), parts[2]?.trim() ?? null);
        point.value = "";
        marks();
      },
    }, point);
    const list = make("ul", { class: "breakpoints" });
    host.append(make("div", { class: "run step" },
      make("details", {}, make("summary", {}, "Scene: what the shader is run with"),
        make("p", {}, 'Resources by their names, inputs by their semantics, and the thread to follow, as in {"resources": {"In": [1, 2.5]}, "dispatch": [2, 1, 1], "thread": 3}, {"pixels": [8, 8], "pixel": [3, 4], "inputs": {"TEXCOORD": {"corners": [[0,0], [1,0], [0,1], [1,1]]}}}. Everything else is zero.'),
        scene),
      make("div", { class: "controls" }, restart, ...commands, pause),
      make("div", { class: "controls" }, make("label", {}, "Breakpoints", pointForm), make("label", {}, "Watches", watchForm), list),
      status, body));

    function marks(): void {
      const all: Mark[] = [...breakpoints].map(([line, condition]) => ({ line, kind: "breakpoint", text: condition ? `stops here if ${condition}` : "stops here" }));
      if (shown && !shown.is_over && shown.line) all.push({ line: shown.line, kind: "here", text: "the thread stands here" });
      for (const { line, text } of shown?.findings ?? []) if (line) all.push({ line, kind: "finding", text });
      lab.mark("step", all);
      list.replaceChildren(...[...breakpoints].map(([line, condition]) => make("li", {},
        button(`remove-${line}`, `● ${line}${condition ? ` if ${condition}` : ""} ✕`, `Remove the breakpoint of line ${line}`, () => { breakpoints.delete(line); marks(); }))));
    }

    async function start(): Promise<void> {
      if (!compiled) return;
      const { settings: { source }, args } = compiled;
      started = compiled;
      before = new Map();
      await command("step-start", { args: args.filter((arg) => arg !== "-spirv"), source, scene: scene.value });
    }

    async function go(name: string, back: boolean): Promise<void> {
      if (!shown || isBusy) return;
      if (started !== compiled) return start();
      const points = [...breakpoints].map(([line, condition]) => ({ line, condition }));
      await command("step-go", { command: name, back, breakpoints: points, watches, stops: !back });
    }

    /// The same position again, with the watches of now.
    async function look(): Promise<void> {
      if (shown && !isBusy) await command("step-focus", { thread: shown.thread, watches });
    }

    async function command(method: string, args: unknown): Promise<void> {
      isBusy = true;
      pauses = false;
      try {
        let { json } = await lab.runner.ask<Said>(method, args);
        while (json.busy) {
          pause.hidden = false;
          status.textContent = `${json.time} instructions …`;
          ({ json } = await lab.runner.ask<Said>(pauses ? "step-pause" : "step-more", {}));
        }
        show(json);
      } catch (error) {
        shown = undefined;
        body.replaceChildren();
        status.textContent = error instanceof Stopped ? "stopped" : (error as Error).message;
      }
      pause.hidden = true;
      isBusy = false;
      marks();
    }

    function show(view: View): void {
      const now: Values = new Map();
      const table = (title: string, list: readonly Row[], open = true) => {
        const lines = rows(list, title, before, now);
        if (!lines.length) return [];
        const content = make("table", { class: "values", "aria-label": title }, make("tbody", {}, ...lines));
        return open ? [make("section", {}, make("h3", {}, title), content)] : [make("details", {}, make("summary", {}, title), content)];
      };
      const cells = view.lanes.map(({ thread, standing, line }) => make("button", {
        type: "button", class: `lane ${standing}${thread === view.thread ? " focus" : ""}`,
        title: `thread ${thread} ${STANDINGS[standing] ?? standing}${line ? `, line ${line}` : ""}`,
        "aria-label": `thread ${thread} ${STANDINGS[standing] ?? standing}`, "aria-pressed": String(thread === view.thread),
        onclick: () => { if (!isBusy) void command("step-focus", { thread, watches }); },
      }, String(thread)));
      const barrier = view.barrier && make("p", {}, `The barrier of line ${view.barrier.line}: ${view.barrier.arrived} threads have come, `,
        view.barrier.missing.length ? `it waits for ${view.barrier.missing.slice(0, 8).map(({ thread, line }) => `${thread} (line ${line})`).join(", ")}${view.barrier.missing.length > 8 ? " …" : ""}` : "and all are there");
      const watched = table("Watches", view.watches);
      body.replaceChildren(
        make("section", { class: "lanes-box" }, make("h3", {}, "Lanes of the wave"), make("div", { class: "lanes" }, ...cells), ...(barrier ? [barrier] : [])),
        ...watched,
        ...table("Variables", view.locals), ...table("Globals", view.globals), ...table("Outputs", view.outputs),
        make("section", {}, make("h3", {}, "Calls"), make("ol", { class: "calls" }, ...view.frames.map(({ name, line }) =>
          make("li", {}, make("button", { type: "button", onclick: () => lab.show(line) }, `${name || "?"}: line ${line}`))))),
        ...table("Resources", view.resources, false), ...table("Registers", view.registers, false),
        make("details", {}, make("summary", {}, "Instructions"),
          make("pre", { class: "instructions", tabindex: 0, "aria-label": "Instructions" }, ...view.listing.map(({ text, here }) => make("span", { class: here ? "here" : "" }, `${here ? "▶ " : "  "}${text}\n`)))),
      );
      for (const details of body.querySelectorAll("details")) {
        const title = details.querySelector("summary")?.textContent ?? "";
        details.open = opened.has(title);
        details.addEventListener("toggle", () => { if (details.open) opened.add(title); else opened.delete(title); });
      }
      status.textContent = `thread ${view.thread} of ${view.threads}, ${view.is_over ? "at the end" : `line ${view.line}`}, after ${view.time} instructions${view.text ? `: ${view.text}` : ""}`;
      before = now;
      shown = view;
    }
    const opened = new Set<string>();

    addEventListener("keydown", (event) => {
      if (host.hidden || host.offsetParent === null || event.altKey || event.ctrlKey || event.metaKey) return;
      const key = `${event.shiftKey ? "Shift+" : ""}${event.key}`;
      const row = COMMANDS.find(([, , , of]) => of === key);
      if (!row || !shown) return;
      event.preventDefault();
      void go(row[4], row[5]);
    });
    lab.clicks("step", (line) => {
      if (!breakpoints.delete(line)) breakpoints.set(line, null);
      marks();
    });

    return {
      update(next) {
        compiled = next;
        restart.textContent = started && started !== next ? "Start again" : "Start";
        if (started !== next) {
          shown = undefined;
          body.replaceChildren();
          status.textContent = next.ok ? "" : "It has errors.";
        }
        marks();
      },
      hide() {
        lab.mark("step", []);
      },
    };
  },
};
