/** A place in the source, in units of UTF-16 from its start. */
export interface Range {
  /** The first letter. */
  from: number;
  /** The one after the last. */
  to: number;
  /** The line, from 1. */
  line: number;
}

export interface Remark {
  at: Range | null;
  text: string;
}

export interface Fix {
  /** What it replaces. */
  at: Range;
  with: string;
  text: string;
}

export interface Diagnostic {
  code: string;
  severity: "error" | "warning" | "note";
  /** The name of a warning, as `-W` takes it. */
  group: string;
  message: string;
  /** The place, if it is in the source itself and not in an included file. */
  at: Range | null;
  remarks: Remark[];
  fix: Fix | null;
}

export interface Options {
  /** The profile, such as `cs_6_6`. */
  target: string;
  /** The entry point; `main` if not given. */
  entry?: string;
  defines?: Record<string, string | number | boolean>;
  /** Texts of includes by their names. */
  files?: Record<string, string>;
  /** Further words of the command line, such as `-spirv`. */
  args?: string[];
}

export interface Result {
  /** Whether the source was accepted. */
  ok: boolean;
  /** The container, or the words of a module of SPIR-V. */
  object?: Uint8Array;
  diagnostics: Diagnostic[];
  /** The diagnostics as text, with excerpts of the source. */
  text: string;
  /** The text that `args` asked for instead of an object: `-P`, `--emit=ir` and the like. */
  output?: string;
  /** What `hlslc reflect --json` writes. */
  reflection?: unknown;
}

/** A fault of the compiler. The next request is answered by another instance. */
export class InternalError extends Error {}

/** The compiler, with methods that answer at once. */
export class Compiler {
  constructor(module: WebAssembly.Module);
  readonly version: string;
  /** Compiles a text. Options that make no sense are a `TypeError`. */
  compile(source: string, options: Options): Result;
}

/** Loads the module, once, or another one. */
export function load(module?: Response | BufferSource | WebAssembly.Module | PromiseLike<Response | BufferSource | WebAssembly.Module>): Promise<Compiler>;

/** Compiles a text, and loads the module before the first. */
export function compile(source: string, options: Options): Promise<Result>;
