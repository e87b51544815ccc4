// Helpers for texts and elements.

/// Offsets in bytes of UTF-8 as offsets in a string of JavaScript.
export function utf16Offsets(text) {
  // eslint-disable-next-line no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return (at) => at;
  const offsets = [];
  let at = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0);
    const bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (let i = 0; i < bytes; i++) offsets.push(at);
    at += letter.length;
  }
  offsets.push(at);
  return (byte) => offsets[Math.min(byte, offsets.length - 1)];
}

/// An element with attributes and children.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") element.className = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/// The lines of a text as [start, end) without their ends.
export function lineRanges(text) {
  const ranges = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf("\n", start);
    if (end < 0) break;
    ranges.push([start, end]);
    start = end + 1;
  }
  if (start < text.length) ranges.push([start, text.length]);
  return ranges;
}

/// Cuts items with [from, to) into the lines of a text: for each line a list of {from, to, item}, outer ones first.
export function marksByLine(ranges, items) {
  const marks = ranges.map(() => []);
  let line = 0;
  for (const { from, to, item } of [...items].sort((a, b) => a.from - b.from || b.to - a.to)) {
    while (line > 0 && ranges[line][0] > from) line--;
    while (line < ranges.length - 1 && ranges[line][1] < from) line++;
    for (let at = line; at < ranges.length && ranges[at][0] < to; at++) {
      const [start, end] = ranges[at];
      const mark = { from: Math.max(from, start) - start, to: Math.min(to, end) - start, item };
      if (mark.from < mark.to) marks[at].push(mark);
    }
  }
  return marks;
}

const words = {
  hlsl: new Set(("if else for while do switch case default break continue return discard struct cbuffer tbuffer static const " +
    "groupshared in out inout uniform precise register packoffset namespace template typename using class enum true false void").split(" ")),
  listing: new Set("call br ret switch select load store add sub mul phi icmp fcmp define declare target label define func let entry return store var function block if else".split(" ")),
};
const tokenShapes = {
  hlsl: /(\/\/.*|\/\*.*?\*\/)|("(?:[^"\\]|\\.)*")|(\b\d[\w.]*\b)|(#\s*\w+)|([A-Za-z_]\w*)/g,
  listing: /((?:^|\s)[;/]{1,2}.*)|("(?:[^"\\]|\\.)*")|(\b(?:0x)?\d[\w.+]*\b)|(![\w.]*)|([%@]?[A-Za-z_][\w.]*|%\d+)/g,
};

/// The colours of a line: a list of {from, to, name}.
export function colours(line, language) {
  const found = [];
  const shape = tokenShapes[language];
  if (!shape) return found;
  for (const match of line.matchAll(shape)) {
    const [all, comment, text, number, mark, word] = match;
    const name = comment ? "comment" : text ? "text" : number ? "number" : mark ? "mark"
      : word[0] === "%" ? "value" : word[0] === "@" ? "global"
      : words[language].has(word) ? "word" : /^(float|int|uint|bool|half|double|i\d+|min\d+)[\dx]*$/.test(word) ? "type" : "";
    if (name) found.push({ from: match.index, to: match.index + all.length, name });
  }
  return found;
}

/// The content of a line: nested spans for its marks, coloured.
export function renderLine(text, marks, language, isLit) {
  const fragment = document.createDocumentFragment();
  const paint = colours(text, language);
  let next = 0;
  const write = (parent, from, to) => {
    while (from < to) {
      while (next < paint.length && paint[next].to <= from) next++;
      const colour = paint[next];
      if (!colour || colour.from >= to) {
        parent.append(text.slice(from, to));
        return;
      }
      if (colour.from > from) parent.append(text.slice(from, colour.from));
      const start = Math.max(from, colour.from);
      const end = Math.min(to, colour.to);
      parent.append(make("i", { class: `c-${colour.name}` }, text.slice(start, end)));
      from = end;
    }
  };
  const open = [{ node: fragment, to: text.length }];
  let at = 0;
  const closeTo = (position) => {
    while (open.length > 1 && open.at(-1).to <= position) {
      const { node, to } = open.pop();
      write(node, at, to);
      at = Math.max(at, to);
    }
  };
  for (const mark of marks) {
    closeTo(mark.from);
    write(open.at(-1).node, at, mark.from);
    at = Math.max(at, mark.from);
    const node = make("span", { "data-i": mark.item, class: isLit(mark.item) });
    open.at(-1).node.append(node);
    open.push({ node, to: Math.min(mark.to, open.at(-1).to) });
  }
  closeTo(text.length);
  write(fragment, at, text.length);
  return fragment;
}
