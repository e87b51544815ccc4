// Texts of stages: a pane for each listing.
import { make } from "../elements";
import { painted } from "../listing";
import { type Compiled, type Pane } from "../lab";

/// A listing: the words that ask for it beside those of the settings.
function listing(name: string, title: string, hint: string, more: readonly string[]): Pane {
  return {
    name, title, hint,
    make(host, lab) {
      const text = make("pre", { class: "listing", tabindex: 0, "aria-label": title });
      host.append(text);
      let shown: Compiled | undefined;
      return {
        async update(compiled) {
          if (compiled === shown) return;
          shown = compiled;
          const { settings: { source }, args } = compiled;
          try {
            const asked = { args: [...args.filter((arg) => arg !== "-spirv"), ...more], source };
            const { json } = await lab.engine.ask<{ text: string | null; rendered: string }>("compile", asked);
            if (shown !== compiled) return;
            if (json.text === null) text.textContent = json.rendered;
            else text.replaceChildren(painted(json.text));
          } catch (error) {
            if (shown === compiled) shown = undefined;
            text.textContent = (error as Error).message;
          }
        },
      };
    },
  };
}

export const listings: readonly Pane[] = [
  listing("dxil", "DXIL", "The listing as DXC prints it", ["--emit=dxil"]),
  listing("spirv", "SPIR-V", "The listing of the module for Vulkan", ["-spirv", "--emit=spirv-asm"]),
];
