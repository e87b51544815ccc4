// The panes that show the text of a stage: source, tokens, trees, listings.
import { lineRanges, make, marksByLine, utf16Offsets } from "./text.js";
import { Pane } from "./pane.js";

/// Gives a stage with bytes as offsets offsets of JavaScript instead.
function settleOffsets(stage) {
  const at = utf16Offsets(stage.text);
  for (const item of stage.items) [item.start, item.end] = [at(item.start), at(item.end)];
  stage.slice = (from, to) => stage.text.slice(from, to);
}

/// Prepares all texts of a model.
export function settleTexts(model) {
  for (const found of [model.dxil, model.spirv]) {
    if (!found) continue;
    for (const stage of [found.ast, found.hir, found.dxil, found.spirv]) settleOffsets(stage);
    const offsets = found.files.map((file) => utf16Offsets(file.text));
    for (const item of found.source.items) {
      [item.start, item.end] = [offsets[item.file](item.start), offsets[item.file](item.end)];
    }
    for (const reported of found.diagnostics) {
      if (reported.place) [reported.place.start, reported.place.end] = [reported.place.start, reported.place.end].map(offsets[reported.place.file]);
    }
    for (const file of found.files) file.text16 = (from, to) => file.text.slice(from, to);
  }
}

/// The lines of a stage that is a text with items.
function linesOf(stage, language, isWholeLine = false) {
  const ranges = lineRanges(stage.text);
  const items = stage.items.map((item, at) => ({ from: item.start, to: item.end, item: stage.first + at }));
  const marks = marksByLine(ranges, items);
  return ranges.map(([start, end], at) => {
    const line = { text: stage.text.slice(start, end), language, marks: isWholeLine ? [] : marks[at], number: at + 1 };
    if (isWholeLine && marks[at].length) line.item = marks[at][0].item;
    return line;
  });
}

export class SourcePane extends Pane {
  constructor(lab) {
    super(lab, "source", "Source", "the text, with what was said about it");
    this.file = 0;
    const { files, source, diagnostics } = lab.model.main;
    const used = new Set([0, ...source.items.map((item) => item.file), ...diagnostics.flatMap((reported) => reported.place?.file ?? [])]);
    if (used.size > 1) {
      const choice = make("select", { "aria-label": "File", onchange: () => this.open(Number(choice.value)) });
      files.forEach((file, at) => { if (used.has(at)) choice.append(make("option", { value: at }, file.name.split("/").at(-1))); });
      this.tools.append(choice);
    }
    this.open(0);
  }

  open(file) {
    this.file = file;
    const { files, source, diagnostics } = this.lab.model.main;
    const ranges = lineRanges(files[file].text);
    const of = source.items.map((item, at) => ({ ...item, from: item.start, to: item.end, item: source.first + at }));
    const marks = marksByLine(ranges, of.filter((item) => item.file === file));
    const lines = ranges.map(([start, end], at) =>
      ({ text: files[file].text.slice(start, end), marks: marks[at], language: "hlsl", number: at + 1, start, end }));
    const shown = [];
    for (const line of lines) {
      shown.push(line);
      for (const reported of diagnostics) {
        if (!reported.place || reported.place.file !== file || reported.place.start < line.start || reported.place.start > line.end) continue;
        const column = reported.place.start - line.start;
        const length = Math.max(1, Math.min(reported.place.end, line.end) - reported.place.start);
        line.kind = `has-${reported.severity}`;
        shown.push({ text: `${" ".repeat(column)}${"^".repeat(length)} ${reported.severity} ${reported.code}: ${reported.message}`, kind: `reported ${reported.severity}` });
      }
    }
    for (const reported of diagnostics.filter((reported) => !reported.place)) {
      shown.unshift({ text: `${reported.severity} ${reported.code}: ${reported.message}`, kind: `reported ${reported.severity}` });
    }
    this.fill(shown);
    // Comments at the top may be long: the first code is in view at the start.
    const code = shown.findIndex((line) => line.marks?.length);
    if (code > 12) this.first = code;
  }
}

export class TokenPane extends Pane {
  constructor(lab) {
    super(lab, "tokens", "Tokens", "after preprocessing, with the macros that they came through");
    const { tokens } = lab.model.main;
    this.fill(tokens.items.map((token, at) => ({
      text: token.text, kind: `token ${token.kind.replace(/\W/g, "-")}`, item: tokens.first + at, number: at,
      note: token.macros.length ? `${token.kind}, from ${token.macros.map((step) => step.name).join(" → ")}` : token.kind,
    })));
  }
}

export class TextPane extends Pane {
  constructor(lab, name, title, hint, stage, isWholeLine = false) {
    super(lab, name, title, hint);
    this.fill(stage.text ? linesOf(stage, "listing", isWholeLine) : [{ text: "There is none: see what is said about the source.", kind: "empty" }]);
  }
}
