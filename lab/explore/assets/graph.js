// Liveness, and the control-flow graph drawn in layers (Sugiyama, Tagawa, Toda: "Methods for visual understanding of
// hierarchical system structures", 1981): layers by the longest path, order by barycentres, edges through the gaps.
import { make } from "./text.js";

const VALUE = /%v\d+/g;

/// The blocks of a function: {label, head, params, lines, targets}; `lines` are positions in the list.
export function blocksOf(lines) {
  const blocks = [];
  lines.forEach((text, at) => {
    const head = /^(block\d+)(.*):$/.exec(text);
    if (head) blocks.push({ label: head[1], head: at, params: head[2].match(VALUE) ?? [], lines: [at], targets: [] });
    else blocks.at(-1)?.lines.push(at);
  });
  for (const block of blocks) {
    const end = (lines[block.lines.at(-1)] ?? "").split(" !")[0];
    if (/^\s*(br|switch)\b/.test(end)) block.targets = [...new Set(end.match(/\bblock\d+/g) ?? [])];
  }
  return blocks;
}

/// The values that are live: {in: by label, after: by line}. Backwards data flow until nothing changes.
export function liveness(lines) {
  const blocks = blocksOf(lines);
  const byLabel = new Map(blocks.map((block) => [block.label, block]));
  const parts = lines.map((text) => {
    const defined = /^\s*(%v\d+) = /.exec(text)?.[1];
    const uses = (defined ? text.slice(text.indexOf("=")) : text).match(VALUE) ?? [];
    return { defined, uses: /^block\d+/.test(text) ? [] : uses };
  });
  const liveIn = new Map(blocks.map((block) => [block.label, new Set()]));
  const after = lines.map(() => 0);
  const walk = (block) => {
    const live = new Set(block.targets.flatMap((target) => [...(liveIn.get(target) ?? [])]));
    for (const at of [...block.lines].reverse()) {
      after[at] = live.size;
      if (parts[at].defined) live.delete(parts[at].defined);
      for (const value of parts[at].uses) live.add(value);
    }
    for (const value of block.params) live.delete(value);
    return live;
  };
  for (let changed = true; changed;) {
    changed = false;
    for (const block of [...blocks].reverse()) {
      const live = walk(block);
      if (live.size !== liveIn.get(block.label).size) {
        liveIn.set(block.label, live);
        changed = true;
      }
    }
  }
  return { in: liveIn, after, byLabel };
}

/// Places blocks: for each {layer, place}, and the edges with whether they lead back.
export function layers(blocks) {
  const byLabel = new Map(blocks.map((block, at) => [block.label, at]));
  const edges = blocks.flatMap((block, from) => block.targets.filter((to) => byLabel.has(to)).map((to) => ({ from, to: byLabel.get(to) })));
  const state = blocks.map(() => 0);
  const order = [];
  const out = blocks.map((_, from) => edges.filter((edge) => edge.from === from));
  // Depth first, with its own stack: an edge to a block that is still open leads back.
  for (let root = 0; root < blocks.length; root++) {
    if (state[root]) continue;
    const work = [{ at: root, next: 0 }];
    state[root] = 1;
    while (work.length) {
      const top = work.at(-1);
      const edge = out[top.at][top.next++];
      if (!edge) {
        state[top.at] = 2;
        order.push(top.at);
        work.pop();
      } else if (state[edge.to] === 0) {
        state[edge.to] = 1;
        work.push({ at: edge.to, next: 0 });
      } else {
        edge.isBack = state[edge.to] === 1;
      }
    }
  }
  order.reverse();
  const layer = blocks.map(() => 0);
  for (const at of order) {
    for (const edge of out[at]) if (!edge.isBack) layer[edge.to] = Math.max(layer[edge.to], layer[at] + 1);
  }
  const rows = [];
  for (const at of order) (rows[layer[at]] ??= []).push(at);
  const place = blocks.map(() => 0);
  const settle = (row) => row.forEach((at, index) => { place[at] = index - (row.length - 1) / 2; });
  rows.forEach(settle);
  for (let round = 0; round < 4; round++) {
    for (const row of round % 2 ? [...rows].reverse() : rows) {
      const weight = new Map(row.map((at) => {
        const near = edges.filter((edge) => !edge.isBack && (round % 2 ? edge.from : edge.to) === at).map((edge) => place[round % 2 ? edge.to : edge.from]);
        return [at, near.length ? near.reduce((sum, value) => sum + value, 0) / near.length : place[at]];
      }));
      row.sort((a, b) => weight.get(a) - weight.get(b));
      settle(row);
    }
  }
  return { layer, place, rows, edges };
}

const SHOWN = 9;
const LETTER = 6.7;
const LINE = 15;
const GAP = 34;

/// An element of SVG.
function shape(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export class GraphPane {
  constructor(lab) {
    this.lab = lab;
    this.name = "graph";
    this.title = "Graph";
    this.choice = make("select", { "aria-label": "Function", onchange: () => this.draw() });
    this.view = make("div", { class: "graph", tabindex: "0", role: "region", "aria-label": "Control-flow graph" });
    this.element = make("section", { class: "pane pane-graph", "data-pane": "graph", "aria-label": "Control-flow graph" },
      make("div", { class: "head" }, make("h2", { title: "blocks after the chosen pass, with the values that are live at their starts" }, "Graph"),
        make("div", { class: "tools" }, this.choice)), this.view);
  }

  choose(found, step) {
    this.found = found;
    const bodies = found.ir.steps[step]?.bodies ?? [];
    const old = this.choice.selectedOptions[0]?.textContent;
    this.choice.replaceChildren(...bodies.map((index) => make("option", { value: index }, found.ir.bodies[index].name)));
    const same = [...this.choice.options].find((option) => option.textContent === old);
    if (same) same.selected = true;
    this.choice.hidden = bodies.length < 2;
    this.draw();
  }

  draw() {
    const body = this.found?.ir.bodies[Number(this.choice.value)];
    if (!body) {
      this.view.replaceChildren(make("p", { class: "empty" }, "There is no function."));
      return;
    }
    const texts = body.lines.map((item) => this.found.ir.items[item - this.found.ir.first].text);
    const blocks = blocksOf(texts);
    const live = liveness(texts);
    const { layer, place, rows, edges } = layers(blocks);
    const boxes = blocks.map((block) => {
      const entering = [...live.in.get(block.label)];
      const lines = block.lines.slice(1);
      const shown = lines.length > SHOWN ? [...lines.slice(0, SHOWN - 2), null, lines.at(-1)] : lines;
      const texts2 = shown.map((at) => (at === null ? { text: `… ${lines.length - SHOWN + 1} more` } : { text: texts[at].trim().slice(0, 58), item: body.lines[at] }));
      const liveText = entering.length ? `live in: ${entering.slice(0, 8).join(" ")}${entering.length > 8 ? ` +${entering.length - 8}` : ""}` : "";
      const width = Math.max(90, LETTER * Math.max(texts[block.head].length, liveText.length, ...texts2.map((line) => line.text.length)) + 16);
      return { texts: texts2, head: texts[block.head], item: body.lines[block.head], liveText, width, height: LINE * (texts2.length + 1 + (liveText ? 1 : 0)) + 12 };
    });
    const column = Math.max(...boxes.map((box) => box.width)) + 30;
    const tops = [];
    let y = 16;
    rows.forEach((row, at) => {
      tops[at] = y;
      y += Math.max(...row.map((index) => boxes[index].height)) + GAP;
    });
    const spread = Math.max(...rows.map((row) => row.length));
    const width = column * spread + 80;
    blocks.forEach((_, at) => {
      boxes[at].x = width / 2 + place[at] * column;
      boxes[at].y = tops[layer[at]];
    });
    const paths = edges.map((edge) => {
      const [from, to] = [boxes[edge.from], boxes[edge.to]];
      const [x1, y1, x2, y2] = [from.x, from.y + from.height, to.x, to.y];
      let path;
      if (edge.isBack) {
        const side = Math.max(from.x + from.width / 2, to.x + to.width / 2) + 22;
        path = `M${x1 + 12},${y1} C${x1 + 12},${y1 + 26} ${side},${y1 + 26} ${side},${y1 - 20} L${side},${y2 + 4} C${side},${y2 - 26} ${x2 + 12},${y2 - 26} ${x2 + 12},${y2}`;
      } else {
        const isLong = layer[edge.to] > layer[edge.from] + 1;
        const bend = isLong ? (x2 >= x1 ? 1 : -1) * (column / 2 - 4) : 0;
        path = isLong ? `M${x1},${y1} C${x1},${y1 + 30} ${x1 + bend},${y1 + 20} ${x1 + bend},${y1 + 60} L${x1 + bend},${y2 - 60} C${x1 + bend},${y2 - 20} ${x2},${y2 - 30} ${x2},${y2}`
          : `M${x1},${y1} C${x1},${y1 + GAP / 2 + 6} ${x2},${y2 - GAP / 2 - 6} ${x2},${y2}`;
      }
      return shape("path", { d: path, class: edge.isBack ? "edge back" : "edge", "marker-end": "url(#arrow)" });
    });
    const drawn = boxes.map((box) => {
      const [left, top] = [box.x - box.width / 2, box.y];
      const text = (line, row, name = "") => {
        const node = shape("text", { x: left + 8, y: top + LINE * (row + 1) + 1, class: name }, line.text);
        if (line.item !== undefined) node.dataset.i = line.item;
        return node;
      };
      const lines = [text({ text: box.head, item: box.item }, 0, "label")];
      if (box.liveText) lines.push(text({ text: box.liveText }, 1, "live"));
      box.texts.forEach((line, at) => lines.push(text(line, lines.length)));
      return shape("g", { class: "block" }, shape("rect", { x: left, y: top, width: box.width, height: box.height, rx: 5 }), ...lines);
    });
    const arrow = shape("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, shape("path", { d: "M0,0 L8,4 L0,8 z" }));
    const svg = shape("svg", { viewBox: `0 0 ${width} ${y}`, width, height: y, role: "img", "aria-label": `${blocks.length} blocks of ${body.name}` }, shape("defs", {}, arrow), ...paths, ...drawn);
    // It fits as long as it can be read.
    svg.style.width = `min(100%, ${width}px)`;
    svg.style.minWidth = `${Math.round(width * 0.62)}px`;
    this.view.replaceChildren(svg);
    this.view.scrollLeft = (this.view.scrollWidth - this.view.clientWidth) / 2;
    this.light();
  }

  light() {
    for (const element of this.view.querySelectorAll("[data-i]")) {
      const name = this.lab.classOf(Number(element.dataset.i));
      element.classList.toggle("lit", name !== "");
      element.classList.toggle("self", name.endsWith("self"));
    }
  }

  reveal() {
    this.view.querySelector(".lit")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  litLines() {
    return [];
  }
}
