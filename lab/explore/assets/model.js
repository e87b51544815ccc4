// The items of both compilations as one graph.
import { make } from "./text.js";

/// Reads the data of the page. Stages that both compilations have alike, as the source, are one.
export function readModel() {
  const read = (name) => {
    const element = document.getElementById(`data-${name}`);
    return element ? JSON.parse(element.textContent) : null;
  };
  return new Model(read("dxil"), read("spirv"));
}

/// The names of stages, in the order of a compilation.
export const STAGES = ["source", "tokens", "ast", "hir", "ir", "dxil", "bytes", "spirv"];

export class Model {
  constructor(dxil, spirv) {
    this.dxil = dxil;
    this.spirv = spirv;
    this.main = dxil ?? spirv;
    /// For each item its stage.
    this.stageOf = [];
    this.next = [];
    this.before = [];
    /// Remarks about an item: {run, text}.
    this.remarks = new Map();
    for (const found of [dxil, spirv]) if (found) this.add(found);
    this.files = this.main.files;
  }

  add(found) {
    const isFirst = this.stageOf.length === 0;
    const number = new Array(found.items).fill(-1);
    const stages = [
      ["source", found.source, (other) => JSON.stringify(other.source.items) === JSON.stringify(found.source.items)],
      ["tokens", found.tokens, (other) => other.tokens.items.length === found.tokens.items.length],
      ["ast", found.ast, (other) => other.ast.text === found.ast.text],
      ["hir", found.hir, (other) => other.hir.text === found.hir.text],
      ["ir", found.ir, () => false],
      ["dxil", found.dxil, () => false],
      ["bytes", found.container, () => false],
      ["spirv", found.spirv, () => false],
    ];
    let alike = !isFirst;
    for (const [name, stage, isAlike] of stages) {
      alike &&= isAlike(this.main);
      const first = alike ? this.main[name].first : this.stageOf.length;
      for (let at = 0; at < stage.items.length; at++) {
        number[stage.first + at] = first + at;
        if (!alike) this.stageOf.push(name);
      }
      stage.first = first;
    }
    while (this.next.length < this.stageOf.length) {
      this.next.push([]);
      this.before.push([]);
    }
    for (const [from, to] of found.links) this.link(number[from], number[to]);
    const renumber = (list) => list.map((item) => number[item]);
    for (const token of found.tokens.items) {
      token.source = number[token.source];
      for (const step of token.macros) step.source = number[step.source];
    }
    for (const body of found.ir.bodies) body.lines = renumber(body.lines);
    for (const step of found.ir.steps) {
      step.declarations = renumber(step.declarations);
      for (const remark of step.remarks) {
        remark.item = remark.item === null ? null : number[remark.item];
        remark.value = remark.value === null ? null : number[remark.value];
        if (remark.item !== null) {
          const known = this.remarks.get(remark.item) ?? [];
          known.push({ run: step.run, text: remark.text, value: remark.value });
          this.remarks.set(remark.item, known);
        }
      }
    }
  }

  link(from, to) {
    if (from < 0 || to < 0 || this.next[from].includes(to)) return;
    this.next[from].push(to);
    this.before[to].push(from);
  }

  reached(start, edges) {
    const seen = new Set();
    const work = [...start];
    while (work.length) {
      const item = work.pop();
      if (seen.has(item)) continue;
      seen.add(item);
      work.push(...edges[item]);
    }
    return seen;
  }

  /// What the items came from and became, themselves included. A place of the source that an instruction of one compilation came
  /// from lights up what it became in the other.
  lit(start) {
    const came = this.reached(start, this.before);
    const became = this.reached(start, this.next);
    for (const item of came) became.add(item);
    const stage = this.stageOf[start[0]];
    const other = { dxil: this.spirv, bytes: this.spirv, spirv: this.dxil, ir: this.spirv && this.dxil && this.otherOf(start[0]) }[stage];
    if (other) {
      // Its statements and expressions in the typed tree, which both have.
      const shared = [...came].filter((item) => this.stageOf[item] === "hir");
      const first = other === this.spirv ? this.spirv.ir.first : this.dxil.ir.first;
      const last = first + other.ir.items.length;
      for (const item of this.reached(shared, this.next)) {
        const isOther = (item >= first && item < last) || this.stageOf[item] === (other === this.spirv ? "spirv" : "dxil")
          || (other === this.dxil && this.stageOf[item] === "bytes");
        if (isOther) became.add(item);
      }
    }
    return became;
  }

  otherOf(item) {
    const { first, items } = this.spirv.ir;
    return item >= first && item < first + items.length ? this.dxil : this.spirv;
  }

  /// The text of an item, for the trail.
  text(item) {
    const stage = this.stageOf[item];
    for (const found of [this.dxil, this.spirv]) {
      if (!found) continue;
      const of = { bytes: found.container }[stage] ?? found[stage];
      const entry = of.items[item - of.first];
      if (!entry) continue;
      if (stage === "source") return this.files[entry.file].text16(entry.start, entry.end);
      if (stage === "tokens" || stage === "ir") return entry.text.trim();
      if (stage === "bytes") return `${entry.name} ${entry.value}`;
      return of.slice(entry.start, entry.end).trim();
    }
    return "";
  }
}

/// What something came from and became, as a row of short texts by stage.
export function trail(model, items, names) {
  const rows = [];
  for (const stage of STAGES) {
    const of = items.filter((item) => model.stageOf[item] === stage);
    if (!of.length) continue;
    const texts = [...new Set(of.map((item) => model.text(item)))];
    const shown = texts.slice(stage === "ir" ? -1 : 0).slice(0, 1)[0] ?? "";
    rows.push(make("span", { class: "hop" }, make("b", {}, `${names[stage] ?? stage} ${of.length > 1 ? of.length : ""}`.trim()),
      make("code", {}, shown.length > 90 ? `${shown.slice(0, 88)}…` : shown)));
  }
  return rows;
}
