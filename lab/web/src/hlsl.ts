// HLSL for the editor: colours, completion and what a word is. The words are those of the compiler's tables.
import { type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { HighlightStyle, LanguageSupport, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { EditorView, hoverTooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { make } from "./elements";

/// A function or method: `Word` of `lab/wasm/src/complete.rs`.
export interface Word {
  readonly name: string;
  readonly object: string | null;
  readonly overloads: readonly string[];
  readonly since: string;
  readonly stages: readonly string[];
  readonly becomes: string;
}

export interface Words { readonly words: readonly Word[]; readonly objects: readonly string[]; readonly semantics: readonly string[] }

const KEYWORDS = new Set(("if else for while do switch case default break continue return discard struct class enum namespace typedef using template typename " +
  "cbuffer tbuffer static const groupshared globallycoherent in out inout uniform precise nointerpolation noperspective linear centroid sample row_major " +
  "column_major snorm unorm register packoffset sizeof this operator inline extern volatile shared interface export triangle point line lineadj triangleadj " +
  "vertices indices primitives payload").split(" "));
const CONSTANTS = new Set(["true", "false"]);
const SCALARS = "bool int uint dword half float double min16float min10float min16int min12int min16uint int16_t uint16_t int32_t uint32_t int64_t uint64_t float16_t float32_t float64_t";
const TYPE = new RegExp(`^(void|vector|matrix|string|(${SCALARS.split(" ").join("|")})([1-4](x[1-4])?)?)$`);
const ATTRIBUTES = ["numthreads", "unroll", "loop", "branch", "flatten", "fastopt", "forcecase", "call", "allow_uav_condition", "earlydepthstencil", "WaveSize",
  "RootSignature", "shader", "domain", "partitioning", "outputtopology", "outputcontrolpoints", "patchconstantfunc", "maxvertexcount", "instance"];

let objects = new Set<string>();
let functions = new Map<string, Word>();
let methods = new Map<string, Word[]>();
let semantics: readonly string[] = [];

interface State { inComment: boolean }

const language = StreamLanguage.define<State>({
  name: "hlsl",
  startState: () => ({ inComment: false }),
  token(stream, state) {
    if (state.inComment) {
      state.inComment = !stream.match(/^.*?\*\//);
      if (state.inComment) stream.skipToEnd();
      return "comment";
    }
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.inComment = true;
      return "comment";
    }
    if (stream.sol() && stream.match(/^#\s*\w+/) || stream.column() === stream.indentation() && stream.match(/^#\s*\w+/)) return "meta";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^(0[xX][\da-fA-F]+[uUlL]*|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?[fFhHlLuU]*)/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word && word !== true) {
      const [name] = word;
      if (KEYWORDS.has(name)) return "keyword";
      if (CONSTANTS.has(name)) return "atom";
      if (TYPE.test(name) || objects.has(name)) return "typeName";
      if (/^sv_/i.test(name)) return "attributeName";
      if (functions.has(name) && stream.match(/^\s*\(/, false)) return "intrinsic";
      return stream.match(/^\s*\(/, false) ? "functionName" : "variableName";
    }
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
  tokenTable: { intrinsic: tags.standard(tags.function(tags.variableName)), functionName: tags.function(tags.variableName) },
});

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.keyword, color: "var(--word)" },
  { tag: tags.typeName, color: "var(--type)" },
  { tag: [tags.number, tags.atom], color: "var(--number)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: tags.meta, color: "var(--global)" },
  { tag: tags.attributeName, color: "var(--global)" },
  { tag: tags.standard(tags.function(tags.variableName)), color: "var(--value)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--value)" },
]);

export const hlsl = new LanguageSupport(language, [syntaxHighlighting(colours)]);

/// Takes the words that there are.
export function learn(words: Words): void {
  objects = new Set(words.objects);
  semantics = words.semantics;
  functions = new Map(words.words.filter(({ object }) => !object).map((word) => [word.name, word]));
  methods = new Map();
  for (const word of words.words) if (word.object) methods.set(word.name, [...(methods.get(word.name) ?? []), word]);
}

/// The documentation of a word, from the tables.
function about(word: Word): HTMLElement {
  const facts = [
    word.stages.length ? `stages: ${word.stages.join(", ")}` : "all stages",
    `since shader model ${word.since}`,
    ...(word.becomes && word.becomes !== "-" ? [`becomes ${word.becomes}`] : []),
  ];
  const shown = word.overloads.slice(0, 6);
  const more = word.overloads.length - shown.length;
  return make("div", { class: "about-word" }, make("pre", {}, shown.join("\n") + (more > 0 ? `\n… ${more} more` : "")), make("p", {}, facts.join(" · ")));
}

const isName = (word: string) => word !== "[]" && /^\w+$/.test(word);
const asCompletion = (type: string, boost = 0) => (word: Word): Completion => ({
  label: word.name, type, boost, detail: word.object ?? "", info: () => about(word),
});

/// The object that a variable is declared as, by the text.
function objectOf(text: string, name: string): string | undefined {
  const found = new RegExp(`\\b(\\w+)\\s*(?:<[^;{}()]*>)?\\s+${name}\\b`).exec(text);
  return found && objects.has(found[1]!) ? found[1] : undefined;
}

/// Completes functions, methods after a dot, types, semantics after a colon, attributes in brackets, and the names of the text.
export function complete(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/\w*/);
  if (!word || (word.from === word.to && !context.explicit && context.state.sliceDoc(word.from - 1, word.from) !== ".")) return null;
  const text = context.state.doc.toString();
  const before = text.slice(Math.max(0, word.from - 200), word.from);
  if (/\/\/[^\n]*$/.test(before)) return null;
  const dot = /(\w+)(?:\[[^\]]*\])?\s*\.\s*$/.exec(before);
  if (dot) {
    const object = objectOf(text, dot[1]!);
    if (!object) return null;
    const options = [...methods.values()].flat().filter((one) => one.object === object && isName(one.name)).map(asCompletion("method"));
    return { from: word.from, options, validFor: /^\w*$/ };
  }
  if (/:\s*$/.test(before)) {
    return { from: word.from, options: semantics.map((label) => ({ label, type: "constant" })), validFor: /^\w*$/ };
  }
  if (/(^|\n)\s*\[\s*$/.test(before)) {
    return { from: word.from, options: ATTRIBUTES.map((label) => ({ label, type: "keyword" })), validFor: /^\w*$/ };
  }
  const names = new Set(text.match(/\b[A-Za-z_]\w{2,}\b/g) ?? []);
  names.delete(text.slice(word.from, word.to));
  const options: Completion[] = [...functions.values()].map(asCompletion("function", 2));
  for (const label of KEYWORDS) options.push({ label, type: "keyword", boost: 1 });
  for (const label of objects) options.push({ label, type: "class" });
  for (const label of SCALARS.split(" ")) options.push({ label, type: "type" });
  for (const scalar of ["float", "int", "uint", "bool", "half"]) {
    for (const size of ["2", "3", "4"]) options.push({ label: scalar + size, type: "type", boost: 1 });
  }
  for (const label of names) if (!functions.has(label) && !KEYWORDS.has(label) && !objects.has(label) && !TYPE.test(label)) options.push({ label, type: "variable", boost: 3 });
  return { from: word.from, options, validFor: /^\w*$/ };
}

/// What the word below the pointer is.
export const hover = hoverTooltip((view: EditorView, at: number) => {
  const { from, to, text } = view.state.doc.lineAt(at);
  let [start, end] = [at, at];
  while (start > from && /\w/.test(text[start - from - 1]!)) start--;
  while (end < to && /\w/.test(text[end - from]!)) end++;
  const name = text.slice(start - from, end - from);
  const isMethod = text[start - from - 1] === ".";
  const word = isMethod ? methods.get(name)?.[0] : functions.get(name);
  if (!word) return null;
  return { pos: start, end, above: true, create: () => ({ dom: about(word) }) };
});
