// Tests of the TextMate grammar: what each word of a line is shown as. And of the manifest: the files that it names are there.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(read("syntaxes/hlsl.tmLanguage.json"), "hlsl.json"),
});
const grammar = await registry.loadGrammar("source.hlsl");

/** The innermost scope of the first occurrence of a word in a line. */
function scope(line, word) {
  const at = line.indexOf(word);
  const { tokens } = grammar.tokenizeLine(line, INITIAL);
  return tokens.find((token) => token.startIndex <= at && at < token.endIndex).scopes.at(-1);
}

const rows = [
  ["float4 main() : SV_Target", "float4", "storage.type.hlsl"],
  ["float4 main() : SV_Target", "main", "entity.name.function.hlsl"],
  ["float4 main() : SV_Target", "SV_Target", "support.variable.semantic.hlsl"],
  ["Texture2D<float4> t : register(t0, space1);", "Texture2D", "support.type.object.hlsl"],
  ["Texture2D<float4> t : register(t0, space1);", "register", "keyword.other.annotation.hlsl"],
  ["Texture2D<float4> t : register(t0, space1);", "t0", "constant.other.register.hlsl"],
  ["RWStructuredBuffer<uint> b;", "RWStructuredBuffer", "support.type.object.hlsl"],
  ["[numthreads(8, 8, 1)]", "numthreads", "storage.type.attribute.hlsl"],
  ["[[vk::binding(0)]]", "vk::binding", "storage.type.attribute.hlsl"],
  ["x = t.Sample(s, uv).xyz;", "Sample", "entity.name.function.member.hlsl"],
  ["x = t.Sample(s, uv).xyz;", "xyz", "variable.other.swizzle.hlsl"],
  ["#include \"a.hlsli\"", "a.hlsli", "string.quoted.include.hlsl"],
  ["#define F(x) (x * 2.0f)", "F", "entity.name.function.preprocessor.hlsl"],
  ["#define F(x) (x * 2.0f)", "2.0f", "constant.numeric.decimal.hlsl"],
  ["struct Light { };", "Light", "entity.name.type.hlsl"],
  ["groupshared uint x; // of all", "groupshared", "storage.modifier.hlsl"],
  ["groupshared uint x; // of all", "of all", "comment.line.double-slash.hlsl"],
  ["for (;;) break;", "break", "keyword.control.hlsl"],
];

for (const [line, word, wanted] of rows) {
  test(`${word} in ${line}`, () => assert.equal(scope(line, word), wanted));
}

test("the files that the manifest names are there and are JSON", () => {
  const { contributes } = JSON.parse(read("package.json"));
  const files = [
    ...contributes.languages.map((row) => row.configuration),
    ...contributes.grammars.map((row) => row.path),
    ...contributes.snippets.map((row) => row.path),
  ];
  for (const file of files) {
    assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file);
    JSON.parse(read(file));
  }
});

test("every command of the manifest is registered, and no other", () => {
  const source = read("src/extension.ts");
  const { contributes } = JSON.parse(read("package.json"));
  const registered = [...source.matchAll(/command\("(hlslc\.\w+)"/g)].map((match) => match[1]).sort();
  assert.deepEqual(registered, contributes.commands.map((row) => row.command).sort());
});
