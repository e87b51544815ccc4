// The root signature, drawn with its 64 words.
import { make } from "../elements";
import { type Compiled, type Pane } from "../lab";

interface Part { readonly kind: string; readonly text: string; readonly words: number }
interface Said { readonly is_own?: boolean; readonly elements: readonly Part[] | null; readonly words?: number; readonly limit?: number; readonly version?: string }

/// More words than these are counted, not drawn.
const MOST_DRAWN = 256;

function drawn({ elements, words = 0, limit = 64, is_own, version }: Said): HTMLElement[] {
  const grid = make("div", { class: "words", role: "img", "aria-label": `${words} of ${limit} words are taken` });
  let number = 0;
  elements?.forEach(({ text, words: count }, at) => {
    for (let word = 0; word < count && number < MOST_DRAWN; word++) {
      grid.append(make("span", { class: `word part-${at % 6}${number >= limit ? " beyond" : ""}`, title: `word ${number}: ${text}` }, String(number)));
      number++;
    }
  });
  for (; number < limit; number++) grid.append(make("span", { class: "word", title: `word ${number} is free` }, String(number)));
  const list = make("ol", { class: "elements" }, ...(elements ?? []).map(({ text, words: count }, at) =>
    make("li", {}, make("span", { class: `word part-${at % 6}` }, count ? String(count) : "–"), make("code", {}, text))));
  return [
    make("p", {}, is_own ? `The root signature of the shader, version ${version}.` : `The shader has none of its own; this one would fit it (version ${version}).`,
      ` It takes ${words} of ${limit} words of 32 bits: a constant one, a root descriptor two, a table one, flags and static samplers none.`),
    grid, list,
  ];
}

export const signature: Pane = {
  name: "signature",
  title: "Root signature",
  hint: "What the program binds, and the 64 words that it takes",
  make(host, lab) {
    const box = make("div", { class: "signature" });
    host.append(box);
    let shown: Compiled | undefined;
    return {
      async update(compiled) {
        if (compiled === shown) return;
        shown = compiled;
        const { settings: { source }, args } = compiled;
        try {
          const { json } = await lab.engine.ask<Said>("signature", { args: args.filter((arg) => arg !== "-spirv"), source });
          if (shown !== compiled) return;
          box.replaceChildren(...(json.elements ? drawn(json) : [make("p", {}, "There is none: see what is said about the source.")]));
        } catch (error) {
          if (shown === compiled) shown = undefined;
          box.replaceChildren(make("p", {}, (error as Error).message));
        }
      },
    };
  },
};
