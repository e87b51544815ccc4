// Lessons: their prose, exercises with editors of their own, and checks that the compiler judges.
//
// Places are fragments, so that links, the buttons of the browser and a copied address work: `#lesson/3`, `#doc/05-passes.md#terms`.
import { Editor } from "../editor";
import { make } from "../elements";
import { Stopped } from "../engine";
import { type Lab, type Pane, type Reported } from "../lab";

interface Check { readonly html: string; readonly hint: string }
interface Exercise { readonly name: string; readonly options: readonly string[]; readonly start: string; readonly solution: string; readonly checks: readonly Check[] }
interface Block { readonly html?: string; readonly exercise?: Exercise }
interface Lesson { readonly number: number; readonly title: string; readonly blocks: readonly Block[] }
interface Row { readonly number: number; readonly title: string; readonly exercises: readonly string[] }
interface Judged { readonly holds: boolean; readonly verdicts: readonly { readonly holds: boolean; readonly found: string }[]; readonly reported: readonly Reported[] }

const PLACE = /^#(?:lesson\/(\d+)|doc\/([\w.-]+))(?:#([\w-]+))?$/;

export const isPlaceOfLessons = (fragment: string): boolean => PLACE.test(fragment);

/// The checks wait so long after the last key.
const PAUSE = 500;
/// No judgement takes longer.
const LONGEST = 15_000;

/// What a reader has done, kept in the browser where it allows that.
class Progress {
  private readonly key = "hlslc-lessons";
  private kept: Record<string, { done?: boolean; text?: string }> = {};

  constructor() {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key) ?? "{}");
      if (kept && typeof kept === "object" && !Array.isArray(kept)) this.kept = kept as typeof this.kept;
    } catch {
      // There is none, or it is not allowed: then it lasts as long as the page.
    }
  }

  private save(): void {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // It is not allowed, or full.
    }
  }

  isDone(lesson: number, exercise: string): boolean {
    return this.kept[`${lesson}/${exercise}`]?.done === true;
  }

  text(lesson: number, exercise: string): string | undefined {
    const text = this.kept[`${lesson}/${exercise}`]?.text;
    return typeof text === "string" ? text : undefined;
  }

  set(lesson: number, exercise: string, change: { done?: boolean; text?: string }): void {
    const key = `${lesson}/${exercise}`;
    this.kept[key] = { ...this.kept[key], ...change };
    this.save();
  }
}

/// A sentence in which names stand in backticks.
function sentence(text: string): (Node | string)[] {
  return text.split("`").map((part, at) => (at % 2 ? make("code", {}, part) : part));
}

class Lessons {
  private readonly progress = new Progress();
  private readonly list = make("nav", { class: "lesson-list", "aria-label": "Lessons" });
  private readonly body = make("article", { class: "prose", tabindex: -1 });
  private rows: readonly Row[] = [];
  private editors: Editor[] = [];
  private number = 1;
  private shown = "";

  constructor(host: HTMLElement, private readonly lab: Lab) {
    host.classList.add("lessons");
    host.append(this.list, this.body);
    addEventListener("hashchange", () => { if (isPlaceOfLessons(location.hash)) void this.follow(); });
    host.addEventListener("keydown", (event) => this.key(event));
    void this.start();
  }

  private async start(): Promise<void> {
    try {
      this.rows = (await this.lab.engine.ask<{ lessons: Row[] }>("lessons", null)).json.lessons;
      await this.follow();
    } catch (error) {
      this.body.textContent = (error as Error).message;
    }
  }

  /// Shows what the address names; the first lesson without one.
  private async follow(): Promise<void> {
    const found = PLACE.exec(location.hash);
    const place = found ? location.hash.slice(1) : `lesson/${this.number}`;
    const [path, anchor] = place.split("#");
    if (path !== this.shown) {
      this.shown = path!;
      try {
        if (found?.[2]) await this.document(found[2]);
        else await this.lesson(Math.min(Math.max(Number(found?.[1] ?? this.number), 1), this.rows.length));
      } catch (error) {
        this.body.replaceChildren(make("p", {}, (error as Error).message));
        this.shown = "";
      }
      this.body.parentElement!.scrollTop = 0;
    }
    this.marks();
    if (anchor) {
      // Anchors of headings are looked for in the text alone: the page has ids of its own.
      const target = [...this.body.querySelectorAll("h1, h2, h3")].find(({ id }) => id === anchor);
      target?.scrollIntoView();
    }
  }

  /// Keys of the pane, where nothing is typed: the lesson after, and the one before.
  private key(event: KeyboardEvent): void {
    if (event.target instanceof Element && event.target.closest(".cm-editor, input, select, textarea")) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { n: 1, p: -1 }[event.key];
    // The lesson of the address may not be shown yet.
    if (by) this.go(Number(PLACE.exec(location.hash)?.[1] ?? this.number) + by);
  }

  private go(number: number): void {
    if (number >= 1 && number <= this.rows.length) location.hash = `#lesson/${number}`;
  }

  /// The list of the lessons, with what is done of each.
  private marks(): void {
    this.list.replaceChildren(...this.rows.map(({ number, title, exercises }) => {
      const done = exercises.filter((name) => this.progress.isDone(number, name)).length;
      const all = done === exercises.length;
      const link = make("a", { href: `#lesson/${number}`, title, class: all ? "done" : "" }, `${number}. ${title}`,
        make("small", { "aria-label": `${done} of ${exercises.length} exercises done` }, all ? " ✓" : ` ${done}/${exercises.length}`));
      if (this.shown === `lesson/${number}`) link.setAttribute("aria-current", "page");
      return link;
    }));
  }

  private clear(): void {
    for (const editor of this.editors) editor.view.destroy();
    this.editors = [];
  }

  private async document(name: string): Promise<void> {
    const { json } = await this.lab.engine.ask<{ title: string; html: string }>("document", { name });
    this.clear();
    const back = make("p", { class: "lesson-turn" }, make("a", { href: `#lesson/${this.number}` }, `← lesson ${this.number}`));
    this.body.replaceChildren(back);
    this.body.insertAdjacentHTML("beforeend", json.html);
  }

  private async lesson(number: number): Promise<void> {
    const { json } = await this.lab.engine.ask<Lesson>("lesson", { number });
    this.clear();
    this.number = number;
    this.body.replaceChildren(make("h1", {}, `${number}. ${json.title}`));
    for (const { html, exercise } of json.blocks) {
      // The texts are those of the repository, made HTML without any markup of a reader.
      if (html) this.body.insertAdjacentHTML("beforeend", html);
      if (exercise) this.body.append(this.exercise(number, exercise));
    }
    const turn = make("p", { class: "lesson-turn" });
    if (number > 1) turn.append(make("a", { href: `#lesson/${number - 1}` }, `← ${number - 1}. ${this.rows[number - 2]!.title}`));
    if (number < this.rows.length) turn.append(make("a", { href: `#lesson/${number + 1}`, class: "next" }, `${number + 1}. ${this.rows[number]!.title} →`));
    this.body.append(turn);
  }

  private exercise(number: number, exercise: Exercise): HTMLElement {
    const { name, options, start, solution, checks } = exercise;
    const host = make("div", { class: "lesson-editor" });
    const state = make("p", { class: "lesson-state", role: "status" });
    const points = checks.map(({ html }) => {
      const mark = make("span", { class: "mark", "aria-label": "not checked yet" }, "○");
      const text = make("div", { class: "point" });
      text.innerHTML = html;
      const more = make("div", { class: "found" });
      return { mark, more, row: make("li", {}, mark, make("div", {}, text, more)) };
    });
    let timer: number | undefined;
    let asked = 0;
    const editor = new Editor(host, this.progress.text(number, name) ?? start, (text) => {
      this.progress.set(number, name, { text });
      clearTimeout(timer);
      timer = setTimeout(() => void judge(), PAUSE);
      // Exercises have no breakpoints.
    }, () => {});
    this.editors.push(editor);
    const judge = async (): Promise<void> => {
      clearTimeout(timer);
      const own = ++asked;
      const { runner } = this.lab;
      const limit = setTimeout(() => runner.stop(new Error("the checks took too long and were stopped")), LONGEST);
      try {
        const { json } = await runner.ask<Judged>("judge", { lesson: number, exercise: name, source: editor.text });
        if (own !== asked) return;
        editor.tell(json.reported);
        // What hinders every check is said once.
        const [first] = json.verdicts;
        const isOne = json.verdicts.length > 1 && json.verdicts.every(({ holds, found }) => !holds && found === first!.found);
        json.verdicts.forEach(({ holds, found }, at) => {
          const { mark, more, row } = points[at]!;
          row.className = holds ? "holds" : "fails";
          mark.textContent = holds ? "✓" : "✗";
          mark.setAttribute("aria-label", holds ? "holds" : "fails");
          more.replaceChildren(...(isOne && at > 0 ? [] : [make("p", {}, ...sentence(found))]));
          if (!holds) {
            const hint = make("details", {}, make("summary", {}, "Hint"));
            const text = make("p");
            text.innerHTML = checks[at]!.hint;
            hint.append(text);
            more.append(hint);
          }
        });
        state.textContent = json.holds ? "All checks hold." : `${json.verdicts.filter(({ holds }) => holds).length} of ${checks.length} checks hold.`;
        state.className = `lesson-state ${json.holds ? "holds" : "fails"}`;
        if (json.holds && !this.progress.isDone(number, name)) {
          this.progress.set(number, name, { done: true });
          this.marks();
        }
      } catch (error) {
        if (own === asked && !(error instanceof Stopped)) state.textContent = (error as Error).message;
      } finally {
        clearTimeout(limit);
      }
    };
    host.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        event.stopPropagation();
        void judge();
      }
    }, true);
    const button = (text: string, label: string, does: () => void, kind = "") =>
      make("button", { type: "button", title: label, class: kind, onclick: does }, text);
    const tools = make("div", { class: "lesson-tools" },
      button("Check", "Judge the shader (Ctrl+Enter)", () => void judge(), "check"),
      button("Reset", "The shader as it was at the start", () => { editor.set(start); void judge(); }),
      button("Open in the lab", "Edit it on the left, and see all its stages", () => {
        const at = options.indexOf("-T");
        const rest = options.filter((_, place) => place !== at && place !== at + 1);
        this.lab.open({ source: editor.text, profile: options[at + 1] ?? "cs_6_0", entry: "main", options: rest.join(" ") });
        this.lab.choose("stages");
      }),
      state);
    const shown = make("details", { class: "solution" }, make("summary", {}, "A solution"),
      make("pre", { tabindex: 0 }, make("code", { class: "language-hlsl" }, solution)),
      button("Take it", "Put the solution into the editor", () => { editor.set(solution); void judge(); }));
    return make("section", { class: "exercise", "aria-label": `Exercise ${name}`, "data-exercise": name },
      make("p", { class: "lesson-options" }, `hlslc shader.hlsl ${options.join(" ")}`), host, tools, make("ul", { class: "points" }, ...points.map(({ row }) => row)), shown);
  }
}

export const lessons: Pane = {
  name: "lessons",
  title: "Lessons",
  hint: "Ten lessons about the compiler, with exercises that it judges (n: the next one, p: the one before)",
  make(host, lab) {
    new Lessons(host, lab);
    return { update() {} };
  },
};
