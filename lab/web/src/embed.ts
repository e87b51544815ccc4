// The compiler for another page: `hlslcEngine(hlslcModule)` gives what answers requests, `hlslcPainted` colours its listings.
import { Engine } from "./engine";
import { painted } from "./listing";

declare global {
  var hlslcEngine: (module: string) => Promise<Engine>;
  var hlslcPainted: typeof painted;
}

globalThis.hlslcEngine = (module) => Engine.load(module);
globalThis.hlslcPainted = painted;
