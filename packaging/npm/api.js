// Asks the module of the compiler, in node and in browsers. A request and an answer are JSON and bytes apart from it, each after its length
// in four bytes, the least first.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/// A fault of the compiler. The next request is answered by another instance.
export class InternalError extends Error {}

/// The compiler, with methods that answer at once.
export class Compiler {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
  }

  /// The version.
  get version() {
    return this.#ask("about", {}).said.version;
  }

  /// Compiles a text.
  compile(source, options) {
    const request = asked(source, options);
    const { said, blobs } = this.#ask("compile", request);
    const result = { ok: said.ok, diagnostics: said.reported, text: said.rendered };
    if (said.ok && blobs.length > 0) result.object = blobs[0];
    if (typeof said.text === "string") result.output = said.text;
    if (said.reflection !== undefined && said.reflection !== null) result.reflection = JSON.parse(said.reflection);
    return result;
  }

  #ask(method, args) {
    this.#exports ??= new WebAssembly.Instance(this.#module).exports;
    const exports = this.#exports;
    const text = encoder.encode(JSON.stringify({ method, args }));
    const place = exports.room(4 + text.length);
    const view = new DataView(exports.memory.buffer);
    view.setUint32(place, text.length, true);
    new Uint8Array(exports.memory.buffer).set(text, place + 4);
    let answer;
    try {
      answer = framed(exports.memory, exports.answer());
    } catch (trap) {
      this.#exports = undefined;
      let words = "";
      try {
        words = decoder.decode(framed(exports.memory, exports.last_words()));
      } catch {
        // The module has left no message.
      }
      throw new InternalError(words || String(trap));
    }
    const parts = split(answer);
    const said = JSON.parse(decoder.decode(parts[0]));
    if (typeof said.fault === "string") {
      throw said.fault.startsWith("internal error") ? new InternalError(said.fault) : new TypeError(said.fault);
    }
    return { said, blobs: parts.slice(1) };
  }
}

function asked(source, options) {
  if (typeof source !== "string" || typeof options?.target !== "string") {
    throw new TypeError("compile takes a text and at least { target }");
  }
  const args = ["-T", options.target, "-E", options.entry ?? "main"];
  for (const [name, value] of Object.entries(options.defines ?? {})) {
    args.push("-D", `${name}=${typeof value === "boolean" ? Number(value) : value}`);
  }
  return { source, args: [...args, ...(options.args ?? [])], files: options.files ?? {}, reflect: true };
}

/// A copy of the bytes at a place after their length.
function framed(memory, place) {
  const length = new DataView(memory.buffer).getUint32(place, true);
  return new Uint8Array(memory.buffer.slice(place + 4, place + 4 + length));
}

function split(bytes) {
  const view = new DataView(bytes.buffer);
  const parts = [];
  for (let at = 0; at < bytes.length; ) {
    const length = view.getUint32(at, true);
    parts.push(bytes.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}

/// A compiler of what a module can be given as.
export async function of(given) {
  const from = await given;
  if (from instanceof WebAssembly.Module) return new Compiler(from);
  if (typeof Response !== "undefined" && from instanceof Response) return new Compiler(await WebAssembly.compile(await from.arrayBuffer()));
  return new Compiler(await WebAssembly.compile(from));
}

/// The functions of the package, of what loads the module that is beside it.
export function api(own) {
  let shared;
  const load = (given) => (given === undefined ? (shared ??= of(own())) : of(given));
  const compile = async (source, options) => (await load()).compile(source, options);
  return { load, compile };
}
