// The editor: CodeMirror with HLSL.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, type DecorationSet, drawSelection, dropCursor, EditorView, GutterMarker, gutter, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { make } from "./elements";
import { complete, hlsl, hover } from "./hlsl";
import { type Mark, type Reported } from "./lab";

const setMarks = StateEffect.define<readonly Mark[]>();

class Flag extends GutterMarker {
  constructor(private readonly mark: Mark) { super(); }

  override eq(other: Flag): boolean {
    return other.mark.kind === this.mark.kind && other.mark.text === this.mark.text;
  }

  override toDOM(): Node {
    return make("span", { class: `flag ${this.mark.kind}`, title: this.mark.text }, { finding: "▲", here: "▶", breakpoint: "●" }[this.mark.kind]);
  }
}

interface Marked { readonly marks: readonly Mark[]; readonly lines: DecorationSet }

/// The marks of panes; a line that is changed keeps its mark until the pane says otherwise.
const marked = StateField.define<Marked>({
  create: () => ({ marks: [], lines: Decoration.none }),
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(setMarks)) continue;
      const marks = effect.value.filter(({ line }) => line >= 1 && line <= transaction.state.doc.lines);
      const builder = new RangeSetBuilder<Decoration>();
      for (const { line, kind, text } of [...marks].sort((a, b) => a.line - b.line)) {
        const { from } = transaction.state.doc.line(line);
        builder.add(from, from, Decoration.line({ class: `marked-${kind}`, attributes: { title: text } }));
      }
      return { marks, lines: builder.finish() };
    }
    return transaction.docChanged ? { marks: value.marks, lines: value.lines.map(transaction.changes) } : value;
  },
  provide: (field) => EditorView.decorations.from(field, ({ lines }) => lines),
});

const flags = (clicked: (line: number) => void) => gutter({
  class: "flags",
  renderEmptyElements: true,
  domEventHandlers: {
    mousedown(view, line) {
      clicked(view.state.doc.lineAt(line.from).number);
      return true;
    },
  },
  lineMarker(view, line) {
    const number = view.state.doc.lineAt(line.from).number;
    const mark = view.state.field(marked).marks.find((one) => one.line === number);
    return mark ? new Flag(mark) : null;
  },
  lineMarkerChange: (update) => update.startState.field(marked) !== update.state.field(marked),
});

export class Editor {
  readonly view: EditorView;

  constructor(parent: HTMLElement, text: string, changed: (text: string) => void, clicked: (line: number) => void) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), flags(clicked), marked, foldGutter(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(), indentOnInput(),
          bracketMatching(), closeBrackets(), highlightActiveLine(), highlightActiveLineGutter(), highlightSelectionMatches(),
          indentUnit.of("    "), EditorView.lineWrapping, hlsl, hover, autocompletion({ override: [complete] }),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, indentWithTab]),
          EditorView.contentAttributes.of({ "aria-label": "HLSL", spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => { if (update.docChanged) changed(update.state.doc.toString()); }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /// Another text, with nothing to undo to.
  set(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }

  /// Underlines what is said, with its repair.
  tell(reported: readonly Reported[]): void {
    const length = this.view.state.doc.length;
    const within = (at: number) => Math.min(at, length);
    const diagnostics: Diagnostic[] = [];
    for (const { at, severity, code, message, remarks, fix } of reported) {
      if (!at) continue;
      const more = remarks.filter(({ text }) => text).map(({ text }) => text);
      diagnostics.push({
        from: within(at.from), to: within(Math.max(at.to, at.from + 1)),
        severity: severity === "note" ? "info" : severity,
        source: code,
        message: [message, ...more].join("\n"),
        ...(fix ? { actions: [{ name: fix.text || `replace with \`${fix.with}\``, apply: (view) => {
          view.dispatch({ changes: { from: within(fix.at.from), to: within(fix.at.to), insert: fix.with } });
        } }] } : {}),
      });
    }
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  mark(marks: readonly Mark[]): void {
    this.view.dispatch({ effects: setMarks.of(marks) });
  }

  show(line: number): void {
    const { doc } = this.view.state;
    const { from } = doc.line(Math.max(1, Math.min(line, doc.lines)));
    this.view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }
}
