// Is checked against the types of the package.
import { compile, load, type Result } from "hlslc";

const result: Result = await compile("", { target: "cs_6_6", defines: { A: 1, B: true }, args: ["-spirv"] });
const bytes: Uint8Array | undefined = result.object;
const line: number | undefined = result.diagnostics[0]?.at?.line;
const compiler = await load(await WebAssembly.compile(new Uint8Array()));
export const all = [bytes, line, compiler.version, compiler.compile("", { target: "ps_6_0" }).ok];
// @ts-expect-error A target is needed.
await compile("", {});
