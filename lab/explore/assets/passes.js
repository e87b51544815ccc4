// The pane of the IR: the module after each pass, with what the pass did to it.
import { make } from "./text.js";
import { Pane } from "./pane.js";
import { liveness } from "./graph.js";

export class PassPane extends Pane {
  constructor(lab) {
    super(lab, "ir", "IR", "the module after each pass: + new, ~ rewritten, - gone");
    this.found = lab.model.main;
    this.steps = make("div", { class: "steps", role: "listbox", "aria-label": "Passes" });
    this.element.querySelector(".head").after(this.steps);
    if (lab.model.dxil && lab.model.spirv?.ir.steps.length) {
      const choice = make("select", { "aria-label": "Passes of", onchange: () => this.open(lab.model[choice.value]) });
      choice.append(make("option", { value: "dxil" }, "for DXIL"), make("option", { value: "spirv" }, "for SPIR-V"));
      this.choice = choice;
      this.tools.append(choice);
    }
    this.tools.append(make("button", { type: "button", title: "the pass before (←)", "aria-label": "Pass before", onclick: () => this.go(-1) }, "←"),
      make("button", { type: "button", title: "the next pass (→)", "aria-label": "Next pass", onclick: () => this.go(1) }, "→"));
    this.open(this.found);
  }

  open(found) {
    this.found = found;
    this.changed = found.ir.steps.map((step, at) => (step.changed || at === 0 ? at : -1)).filter((at) => at >= 0);
    this.drawSteps();
    this.select(this.changed.at(-1) ?? 0);
  }

  /// The passes that changed something, and between them how many did not.
  drawSteps() {
    const chips = [];
    let idle = [];
    const fold = () => {
      if (!idle.length) return;
      const names = idle.map((at) => this.found.ir.steps[at].run);
      chips.push(make("span", { class: "fold", title: `without effect: ${names.join(", ")}` }, `${idle.length}`));
      idle = [];
    };
    this.found.ir.steps.forEach((step, at) => {
      if (!this.changed.includes(at)) {
        idle.push(at);
        return;
      }
      fold();
      chips.push(make("button", { type: "button", role: "option", class: "step", "data-step": at, onclick: () => this.select(at) },
        step.run, ...(step.remarks.length ? [make("sup", { title: `${step.remarks.length} reasons` }, String(step.remarks.length))] : [])));
    });
    fold();
    this.steps.replaceChildren(...chips);
  }

  go(by) {
    const at = this.changed.indexOf(this.step);
    const next = this.changed[at + by];
    if (next !== undefined) this.select(next);
  }

  select(step) {
    if (!this.found.ir.steps.length) {
      this.fill([{ text: "There is none: see what is said about the source.", kind: "empty" }]);
      return;
    }
    this.step = step;
    for (const chip of this.steps.querySelectorAll(".step")) {
      const isIt = Number(chip.dataset.step) === step;
      chip.classList.toggle("chosen", isIt);
      chip.setAttribute("aria-selected", isIt);
    }
    this.showChosen();
    this.fill(this.linesAt(step));
    this.lab.stepChosen(this.found, step);
  }

  /// Scrolls the names of the passes to the chosen one.
  showChosen() {
    const chip = this.steps.querySelector(".chosen");
    if (chip) this.steps.scrollLeft = chip.offsetLeft - this.steps.clientWidth / 2;
  }

  textOf(item) {
    return this.found.ir.items[item - this.found.ir.first].text;
  }

  linesAt(at) {
    const { steps, bodies } = this.found.ir;
    const [now, before] = [steps[at], steps[at - 1]];
    const lines = [];
    const line = (item, kind = "", isGone = false) => {
      const said = isGone ? now.remarks.filter((remark) => remark.item === item) : this.saidAt(now, item);
      const text = this.textOf(item);
      const note = said.length ? [...new Set(said.map((remark) => remark.text))].join("; ") : undefined;
      for (const [row, part] of text.split("\n").entries()) {
        lines.push({ text: part, language: "listing", item, kind, isGone, note: row === 0 ? note : undefined });
      }
    };
    for (const remark of now.remarks.filter((remark) => remark.item === null)) lines.push({ text: `; ${remark.text}`, language: "listing" });
    const old = new Set(before?.declarations ?? now.declarations);
    for (const item of now.declarations) line(item, old.has(item) ? "" : "new");
    const earlier = new Map((before?.bodies ?? []).map((body) => [bodies[body].name, bodies[body]]));
    for (const index of now.bodies) {
      const body = bodies[index];
      const known = earlier.get(body.name);
      const live = liveness(body.lines.map((item) => this.textOf(item)));
      lines.push({ text: "" }, { text: body.head, language: "listing" });
      const kept = new Set(body.lines);
      const was = new Set(known?.lines ?? body.lines);
      const gone = (known?.lines ?? []).filter((item) => !kept.has(item));
      // What is gone is shown after the line that it followed, unless it became a line that is there.
      const after = new Map();
      let anchor = -1;
      for (const item of known?.lines ?? []) {
        if (kept.has(item)) anchor = item;
        else if (!this.lab.model.next[item].some((next) => kept.has(next) && !was.has(next))) {
          after.set(anchor, [...(after.get(anchor) ?? []), item]);
        }
      }
      for (const item of after.get(-1) ?? []) line(item, "gone", true);
      const rewritten = new Set(gone.flatMap((item) => this.lab.model.next[item]));
      body.lines.forEach((item, row) => {
        line(item, was.has(item) ? "" : rewritten.has(item) ? "changed" : "new");
        lines.at(-1).bar = live.after[row];
        for (const other of after.get(item) ?? []) line(other, "gone", true);
      });
      lines.push({ text: "}" });
    }
    return lines;
  }

  /// What a pass said about a line, or about the line that it was before the pass.
  saidAt(step, item) {
    const sources = new Set([item, ...this.lab.model.before[item]]);
    return step.remarks.filter((remark) => sources.has(remark.item) && remark.value !== item);
  }
}
