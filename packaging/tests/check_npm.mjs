// Uses the installed package in node: check_npm.mjs SHADER OUT
import { readFileSync, writeFileSync } from "node:fs";
import { compile, load } from "hlslc";

const [shader, out] = process.argv.slice(2);
const source = readFileSync(shader, "utf8");
const options = { target: "cs_6_6", files: { "scale.h": "#define SCALE 2.0\n" } };
const expect = (is, what) => {
  if (!is) throw new Error(what);
};

const { ok, object, diagnostics, reflection } = await compile(source, options);
expect(ok && diagnostics.length === 0, JSON.stringify(diagnostics));
expect(reflection.bindings.map((one) => one.name).join() === "X,Y", JSON.stringify(reflection));
writeFileSync(out, object);

const compiler = await load();
expect(compiler.compile(source, { ...options, args: ["-spirv"] }).object[0] === 3, "no module of SPIR-V");
const wrong = compiler.compile("/* 𝄞 */ float4 main() : SV_Target { return satrate(1); }", { target: "ps_6_0" });
expect(!wrong.ok && wrong.object === undefined, "it was accepted");
expect(wrong.diagnostics[0].at.from === 44 && wrong.diagnostics[0].fix.with === "saturate", JSON.stringify(wrong.diagnostics));
try {
  compiler.compile(source, { target: "xs_6_0" });
  throw new Error("it was accepted");
} catch (error) {
  expect(error instanceof TypeError && error.message.includes("xs_6_0"), String(error));
}
console.log(`hlslc ${compiler.version} for node ${process.version}`);
