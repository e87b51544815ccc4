// Colours listings: DXIL as DXC prints it, SPIR-V, and the IR. A lexer and no parser, so it takes every text.

const TOKEN = /(;.*)|("[^"\n]*"?)|([@!][\w.$#-]+)|(%[\w.#-]+)|(\b\d[\w.+]*)|([A-Za-z_][\w.]*)/gm;
const WORDS = new Set(("define declare input output global constant resource entry ret br switch label call load store alloca gep select extractvalue " +
  "insertvalue bitcast variable type target count space register phi unreachable attributes nounwind readnone readonly null undef zeroinitializer").split(" "));
const TYPE = /^(void|float|double|half|ptr|i\d+)$/;

/// The class of a token: those of listings in `site/src/colour.rs`.
function classOf([text, comment, string, global, value, number]: RegExpMatchArray): string {
  if (comment !== undefined) return "c";
  if (string !== undefined) return "s";
  if (global !== undefined) return "g";
  if (value !== undefined) return "v";
  if (number !== undefined) return "n";
  if (WORDS.has(text) || /^Op[A-Z]/.test(text)) return "k";
  return TYPE.test(text) ? "t" : "";
}

/// The text with its colours.
export function painted(text: string): DocumentFragment {
  const host = document.createDocumentFragment();
  let from = 0;
  for (const token of text.matchAll(TOKEN)) {
    const name = classOf(token);
    if (!name) continue;
    const element = document.createElement("i");
    element.className = name;
    element.textContent = token[0];
    host.append(text.slice(from, token.index), element);
    from = token.index + token[0].length;
  }
  host.append(text.slice(from));
  return host;
}
