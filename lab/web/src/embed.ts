// The compiler for another page: `hlslcEngine(hlslcModule)` gives what answers requests.
import { Engine } from "./engine";

declare global {
  var hlslcEngine: (module: string) => Promise<Engine>;
}

globalThis.hlslcEngine = (module) => Engine.load(module);
