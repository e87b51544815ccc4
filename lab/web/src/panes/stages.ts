// Every stage: the page of `hlslc explore`, in a frame.
import { make } from "../elements";
import { Stopped } from "../engine";
import { type Compiled, type Pane } from "../lab";

export const stages: Pane = {
  name: "stages",
  title: "Stages",
  hint: "Tokens, trees, every pass, the graph, DXIL, bytes and SPIR-V: point at anything to see what it came from and became",
  make(host, lab) {
    const frame = make("iframe", { title: "Every stage of the compilation" });
    host.append(frame);
    let shown: Compiled | undefined;
    return {
      async update(compiled) {
        if (compiled === shown) return;
        shown = compiled;
        const { settings: { source }, args } = compiled;
        try {
          const { blobs } = await lab.engine.ask("explore", { args: args.filter((arg) => arg !== "-spirv"), source });
          if (shown !== compiled) return;
          const theme = document.documentElement.dataset["theme"];
          const attributes = `data-inside ${theme ? `data-theme="${theme}" ` : ""}`;
          frame.srcdoc = new TextDecoder().decode(blobs[0]).replace("<html ", `<html ${attributes}`);
        } catch (error) {
          // It is shown when the text that came in between has been compiled.
          if (shown === compiled) shown = undefined;
          if (!(error instanceof Stopped)) frame.srcdoc = "";
        }
      },
    };
  },
};
