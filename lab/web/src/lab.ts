// What panes know of the page: the settings, the last compilation, and the engine.
import { type Engine } from "./engine";
import { type Settings } from "./settings";

export interface Range { readonly from: number; readonly to: number; readonly line: number }

/// What is said of a source: `Reported` of `lab/wasm/src/compile.rs`.
export interface Reported {
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly group: string;
  readonly message: string;
  readonly at: Range | null;
  readonly remarks: readonly { readonly at: Range | null; readonly text: string }[];
  readonly fix: { readonly at: Range; readonly with: string; readonly text: string } | null;
}

/// A compilation that ended.
export interface Compiled {
  readonly settings: Settings;
  /// The words of its command line.
  readonly args: readonly string[];
  readonly ok: boolean;
  readonly reported: readonly Reported[];
  /// The container, or the module of SPIR-V if the options ask for that.
  readonly object: Uint8Array | undefined;
  /// Milliseconds from the request to the answer.
  readonly took: number;
}

/// A mark beside lines of the source that a pane sets: undefined behaviour, where a thread stands.
export interface Mark { readonly line: number; readonly kind: "finding" | "here" | "breakpoint"; readonly text: string }

export interface Lab {
  /// Compiles what is typed. It is stopped when the next text comes while it still works.
  readonly engine: Engine;
  /// A worker of its own for what takes long, made when it is first asked for.
  readonly runner: Engine;
  readonly settings: Settings;
  readonly compiled: Compiled | undefined;
  /// Opens another source.
  open(settings: Settings): void;
  /// Puts marks into the source; those of the same pane before are gone.
  mark(pane: string, marks: readonly Mark[]): void;
  /// A line was clicked beside the source while the pane is shown.
  clicks(pane: string, clicked: (line: number) => void): void;
  /// Shows a line of the source.
  show(line: number): void;
  /// Says something that is over in a few seconds.
  notice(text: string): void;
  /// Shows a pane.
  choose(pane: string): void;
}

/// A pane while it is there.
export interface Shown {
  /// There is another compilation, or the pane is shown again.
  update(compiled: Compiled): void;
  /// The pane is no longer shown.
  hide?(): void;
}

/// A row of the table of panes: its content is made when it is first shown.
export interface Pane {
  readonly name: string;
  readonly title: string;
  /// What it is for, in one sentence.
  readonly hint: string;
  make(host: HTMLElement, lab: Lab): Shown;
}
