// A session of the client that Visual Studio Code uses with `hlslc lsp`: each answer is checked.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, writeFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");

const folder = mkdtempSync(join(tmpdir(), "hlslc-session-"));
const uriOf = (name) => pathToFileURL(join(folder, name)).toString();

const header = `#pragma once
// A light of the scene.
struct Light { float3 position; float radius; float4 colour; float falloff(float d) { return saturate(1 - d / radius); } };
static const float PI = 3.14159;
float square(float value) { return value * value; }
`;
const main = `#include "common.hlsli"
#define COUNT 4
cbuffer Frame : register(b0) { float4x4 View; float3 Eye; float Time; };
StructuredBuffer<Light> Lights : register(t0);
Texture2D<float4> Albedo : register(t1);
SamplerState Linear : register(s0);
enum Mode { ModeOff, ModeOn };
float3 shade(Light light, float3 normal, float amount)
{
    float3 offset = light.position - Eye;
    float strength = light.falloff(length(offset)) * amount;
    return light.colour.rgb * strength * dot(normal, normalize(offset));
}
float4 PSMain(float4 position : SV_Position, float2 uv : TEXCOORD0, float3 normal : NORMAL) : SV_Target
{
    float3 sum = 0;
    for (int i = 0; i < COUNT; ++i)
    {
        sum += shade(Lights[i], normal, square(PI));
    }
    return Albedo.Sample(Linear, uv) * float4(sum, Time);
}
`;
writeFileSync(join(folder, "common.hlsli"), header);
writeFileSync(join(folder, "main.hlsl"), main);

const server = spawn(process.argv[2], ["lsp", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
const diagnostics = new Map();
const waiting = [];
connection.onNotification("textDocument/publishDiagnostics", (params) => {
  diagnostics.set(params.uri, params);
  waiting.splice(0).forEach((wake) => wake());
});
connection.listen();

let asked = 0;
let failed = 0;
const times = [];
function check(what, holds, found) {
  if (!holds) {
    failed += 1;
    console.log(`failed: ${what}: ${JSON.stringify(found)?.slice(0, 400)}`);
  }
}
async function ask(what, method, params, holds) {
  asked += 1;
  const start = performance.now();
  try {
    const answer = await connection.sendRequest(method, params);
    times.push(performance.now() - start);
    check(`${what} (${method})`, holds(answer), answer);
    return answer;
  } catch (why) {
    check(`${what} (${method})`, holds.rejects?.(why) ?? false, String(why));
    return undefined;
  }
}
const rejected = Object.assign(() => false, { rejects: () => true });

let text = main;
let version = 1;
const uri = uriOf("main.hlsl");
const document = { textDocument: { uri } };
/** The position of a word, `into` characters after its start, by its number in the text. */
function at(word, number = 0, into = 0, of = text) {
  let offset = -1;
  for (let n = 0; n <= number; n += 1) offset = of.indexOf(word, offset + 1);
  if (offset < 0) throw new Error(`no ${word}`);
  offset += into;
  const before = of.slice(0, offset);
  return { line: before.split("\n").length - 1, character: offset - before.lastIndexOf("\n") - 1 };
}
const here = (word, number, into) => ({ ...document, position: at(word, number, into) });
function change(changed) {
  text = changed;
  version += 1;
  connection.sendNotification("textDocument/didChange", {
    textDocument: { uri, version },
    contentChanges: [{ text }],
  });
}
async function reported(ofUri, ofVersion) {
  while ((diagnostics.get(ofUri)?.version ?? -1) < ofVersion) await new Promise((wake) => waiting.push(wake));
  return diagnostics.get(ofUri).diagnostics;
}
const value = (hover) => hover?.contents?.value ?? "";
const labels = (list) => (list?.items ?? list ?? []).map((item) => item.label);

const ready = await ask("the server starts", "initialize", {
  processId: process.pid,
  rootUri: pathToFileURL(folder).toString(),
  capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
}, (answer) => answer.capabilities.hoverProvider === true);
connection.sendNotification("initialized", {});
connection.sendNotification("textDocument/didOpen", {
  textDocument: { uri, languageId: "hlsl", version, text },
});
check("the shader is right", (await reported(uri, 1)).length === 0, diagnostics.get(uri));

// Hover: a word, which one of its kind, and what is said.
for (const [word, number, says] of [
  ["COUNT", 0, "#define COUNT 4"], ["COUNT", 1, "Expands to"], ["Frame", 0, "cbuffer Frame"], ["Eye", 0, "offset 64"],
  ["Time", 0, "offset 76"], ["Time", 1, "float Time"], ["Lights", 0, "register(t0)"], ["Lights", 1, "StructuredBuffer<Light>"],
  ["Albedo", 1, "Texture2D<float4> Albedo : register(t1)"], ["Linear", 1, "SamplerState Linear"], ["ModeOn", 0, "Mode ModeOn = 1"],
  ["shade", 0, "float3 shade(Light light"], ["shade", 1, "float3 shade(Light light"], ["Light ", 0, "struct Light"],
  ["falloff", 0, "float Light::falloff(float d)"], ["length", 0, "length(floatN x)"], ["offset", 1, "float3 offset"],
  ["colour", 0, "float4 colour"], ["rgb", 0, "float3 .rgb"], ["dot", 0, "dot(floatN a, floatN b)"], ["normal", 0, "float3 normal"],
  ["normalize", 0, "normalize(floatN x)"], ["PSMain", 0, "float4 PSMain("], ["SV_Position", 0, "SV_Position"],
  ["square", 0, "float square(float value)"], ["PI", 0, "3.14159"], ["Sample(", 0, "Sample(SamplerState sampler"], ["uv", 1, "float2 uv"],
  ["sum", 1, "float3 sum"], ["i]", 0, "int i"],
]) {
  await ask(`hover of ${word}`, "textDocument/hover", here(word, number, 0), (hover) => value(hover).includes(says));
}
// Definition: a word, and where it is defined.
for (const [word, number, file, line] of [
  ["common", 0, "common.hlsli", 0], ["COUNT", 1, "main.hlsl", 1], ["Eye", 1, "main.hlsl", 2], ["Lights", 1, "main.hlsl", 3],
  ["Albedo", 1, "main.hlsl", 4], ["Linear", 1, "main.hlsl", 5], ["shade", 1, "main.hlsl", 7], ["light.", 0, "main.hlsl", 7],
  ["position ", 0, "common.hlsli", 2], ["falloff", 0, "common.hlsli", 2], ["colour", 0, "common.hlsli", 2], ["amount", 1, "main.hlsl", 7],
  ["offset", 1, "main.hlsl", 9], ["strength", 1, "main.hlsl", 10], ["square", 0, "common.hlsli", 4], ["PI", 0, "common.hlsli", 3],
  ["Light>", 0, "common.hlsli", 2], ["sum", 1, "main.hlsl", 15], ["uv", 1, "main.hlsl", 13], ["Time", 1, "main.hlsl", 2],
]) {
  await ask(`definition of ${word}`, "textDocument/definition", here(word, number, 0), (list) =>
    list?.[0]?.uri === uriOf(file) && list[0].range.start.line === line);
}
await ask("a built-in function has no definition", "textDocument/definition", here("dot"), (list) => list === null);
await ask("the declaration of a function", "textDocument/declaration", here("shade", 1), (list) => list.length === 1);
await ask("the type of a variable", "textDocument/typeDefinition", here("light,"), (list) => list[0].uri === uriOf("common.hlsli"));
// References: a word, and how often it is named.
for (const [word, number, count] of [
  ["Lights", 0, 2], ["shade", 0, 2], ["offset", 0, 3], ["sum", 0, 3], ["square", 0, 2], ["PI", 0, 2], ["COUNT", 0, 2],
  ["Time", 0, 2], ["falloff", 0, 2], ["normal", 0, 2],
]) {
  await ask(`references of ${word}`, "textDocument/references", { ...here(word, number, 0), context: { includeDeclaration: true } },
    (list) => list.length === count);
}
await ask("references without declarations", "textDocument/references",
  { ...here("sum", 0, 0), context: { includeDeclaration: false } }, (list) => list.length === 2);
await ask("highlights", "textDocument/documentHighlight", here("sum"), (list) => list.length === 3 && list.some((one) => one.kind === 3));
for (const [word, number, count] of [["Lights", 0, 2], ["Eye", 0, 2], ["Albedo", 0, 2], ["Linear", 0, 2], ["amount", 0, 2], ["uv", 0, 2], ["COUNT", 0, 2]]) {
  await ask(`highlights of ${word}`, "textDocument/documentHighlight", here(word, number, 0), (list) => list.length === count);
}
for (const word of ["shade", "Lights", "Frame", "Mode", "amount", "uv"]) {
  await ask(`whether ${word} may be renamed`, "textDocument/prepareRename", here(word), (range) => range.placeholder === word);
}
for (const word of ["float4 PS", "register", "SV_Position", "return", "Texture2D"]) {
  await ask(`${word} keeps its name`, "textDocument/prepareRename", here(word), rejected);
}
for (const [word, number, least] of [["Eye", 1, 3], ["strength", 1, 2], ["Time", 1, 4], ["View", 0, 2], ["uv", 1, 3], ["PI", 0, 3]]) {
  await ask(`a selection grows from ${word}`, "textDocument/selectionRange", { ...document, positions: [at(word, number)] }, (list) => {
    let count = 0;
    for (let range = list[0]; range; range = range.parent) count += 1;
    return count >= least;
  });
}
// Rename.
for (const [word, name, count] of [["strength", "power", 2], ["shade", "lit", 2], ["COUNT", "LIGHTS_COUNT", 2], ["square", "squared", 2]]) {
  await ask(`rename of ${word}`, "textDocument/rename", { ...here(word), newName: name }, (edit) =>
    Object.values(edit.changes).flat().length === count);
}
await ask("a name that is taken", "textDocument/rename", { ...here("strength"), newName: "offset" }, rejected);
await ask("a word of the language", "textDocument/rename", { ...here("strength"), newName: "float" }, rejected);
await ask("the entry point may be renamed where nothing names it", "textDocument/prepareRename", here("strength"),
  (range) => range.placeholder === "strength");
await ask("what is built in keeps its name", "textDocument/prepareRename", here("normalize"), rejected);
// Completion in half-typed statements.
const body = "    float3 sum = 0;\n";
for (const [typed, wanted] of [
  ["    Albedo.", "Sample"], ["    Lights[0].", "position"], ["    Lights[0].colour.", "xyz"], ["    no", "normal"], ["    float q = sat", "saturate"],
  ["    float q = squ", "square"], ["    Mo", "ModeOn"], ["    float3 v = shade(Lights[0], nor", "normal"], ["    View._m0", "_m00"],
  ["    float q = Ti", "Time"], ["    [unr", "unroll"], ["    Lights[0].fall", "falloff"], ["    RWTex", "RWTexture2D"], ["    dis", "discard"],
  ["    float q = P", "PI"], ["    float q = COU", "COUNT"], ["    if (po", "position"], ["    return Albedo.Lo", "Load"],
]) {
  change(main.replace(body, `${body}${typed}\n`));
  const position = at(`${typed}\n`, 0, typed.length);
  await ask(`completion after ${typed.trim()}`, "textDocument/completion", { ...document, position }, (list) => labels(list).includes(wanted));
}
for (const [typed, wanted, active] of [
  ["    shade(", "float3 shade(Light light, float3 normal, float amount)", 0], ["    shade(Lights[0], ", "float3 shade(Light light, float3 normal, float amount)", 1],
  ["    lerp(sum, ", "floatN lerp(floatN a, floatN b, floatN s)", 1], ["    Albedo.Sample(Linear, ", "T Sample(SamplerState sampler", 1],
]) {
  change(main.replace(body, `${body}${typed}\n`));
  const position = at(`${typed}\n`, 0, typed.length);
  await ask(`signature of ${typed.trim()}`, "textDocument/signatureHelp", { ...document, position }, (help) =>
    help?.activeParameter === active && help.signatures[help.activeSignature].label.startsWith(wanted));
}
// Diagnostics and repairs.
for (const [wrong, says] of [
  ["    float q = saturat(1);\n", "saturat"], ["    float q = sum +;\n", "expected"], ["    sum = missing;\n", "missing"],
]) {
  change(main.replace(body, body + wrong));
  const list = await reported(uri, version);
  check(`an error in ${wrong.trim()}`, list.some((one) => one.message.includes(says)), list);
}
change(main.replace(body, `${body}    float q = saturat(1);\n`));
await reported(uri, version);
const start = at("saturat(");
await ask("a repair", "textDocument/codeAction", { ...document, range: { start, end: start }, context: { diagnostics: [] } }, (list) =>
  list[0]?.edit.changes[uri][0].newText === "saturate");
change(main);
check("no error is left", (await reported(uri, version)).length === 0, diagnostics.get(uri));
// The rest of the protocol.
const symbols = await ask("symbols", "textDocument/documentSymbol", document, (list) => list.some((one) => one.name === "PSMain"));
check("members are inside", symbols?.find((one) => one.name === "Frame")?.children?.length === 3, symbols);
for (const query of ["shade", "Light", "falloff", "PI", "Mode"]) {
  await ask(`the symbol ${query}`, "workspace/symbol", { query }, (list) => list.some((one) => one.name === query));
}
await ask("no such symbol", "workspace/symbol", { query: "nothing_is_called_so" }, (list) => list.length === 0);
const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
await ask("tokens", "textDocument/semanticTokens/full", document, (tokens) => tokens.data.length > 300 && tokens.data.length % 5 === 0);
await ask("tokens of a part", "textDocument/semanticTokens/range", { ...document, range: { start: { line: 7, character: 0 }, end: { line: 8, character: 0 } } },
  (tokens) => tokens.data.length > 10 && tokens.data.length < 100);
await ask("hints", "textDocument/inlayHint", { ...document, range: whole }, (list) => list.some((one) => one.label === "light:"));
await ask("folds", "textDocument/foldingRange", document, (list) => list.length >= 3);
await ask("a selection grows", "textDocument/selectionRange", { ...document, positions: [at("Eye", 1)] }, (list) => list[0].parent?.parent !== undefined);
await ask("links", "textDocument/documentLink", document, (list) => list[0].target === uriOf("common.hlsli"));
const items = await ask("a function", "textDocument/prepareCallHierarchy", here("shade"), (list) => list[0].name === "shade");
await ask("its callers", "callHierarchy/incomingCalls", { item: items[0] }, (list) => list[0].from.name === "PSMain");
await ask("its callees", "callHierarchy/outgoingCalls", { item: items[0] }, (list) => list[0].to.name === "falloff");
const lenses = await ask("lenses", "textDocument/codeLens", document, (list) => list.length === 1);
await ask("what the shader costs", "codeLens/resolve", lenses[0], (lens) => /\d+ instructions/.test(lens.command.title));
const programs = await ask("programs", "hlslc/programs", document, (answer) => answer.active === "PSMain (ps_6_6)");
await ask("the DXIL", "workspace/executeCommand", { command: "hlslc.showDxil", arguments: [uri, programs.active] }, (answer) =>
  answer.text.includes("define void @PSMain"));
await ask("the program is chosen", "workspace/executeCommand", { command: "hlslc.switchProgram", arguments: [uri, programs.active] }, (answer) =>
  answer.active === programs.active);
// Bad requests.
await ask("no such method", "hlslc/nothing", {}, rejected);
await ask("no such file", "textDocument/hover", { textDocument: { uri: uriOf("gone.hlsl") }, position: { line: 0, character: 0 } }, rejected);
await ask("no such command", "workspace/executeCommand", { command: "nothing" }, rejected);
await ask("a place beyond the text", "textDocument/hover", { ...document, position: { line: 9999, character: 9999 } }, () => true);
const source = new protocol.CancellationTokenSource();
const cancelled = connection.sendRequest("textDocument/references", { ...here("sum"), context: { includeDeclaration: true } }, source.token);
source.cancel();
asked += 1;
await cancelled.then(() => {}, (why) => check("a cancelled request", why.code === -32800, why));
// The header by itself belongs to the program that includes it.
const headerUri = uriOf("common.hlsli");
connection.sendNotification("textDocument/didOpen", { textDocument: { uri: headerUri, languageId: "hlsl", version: 1, text: header } });
await ask("the program of a header", "hlslc/programs", { textDocument: { uri: headerUri } }, (answer) => answer.active === "PSMain (ps_6_6)");
await ask("references from a header", "textDocument/references",
  { textDocument: { uri: headerUri }, position: at("square", 0, 0, header), context: { includeDeclaration: true } }, (list) => list.length === 2);
await ask("hover in a header", "textDocument/hover", { textDocument: { uri: headerUri }, position: at("Light", 0, 0, header) },
  (hover) => value(hover).includes("A light of the scene."));
await ask("goodbye", "shutdown", undefined, () => true);
connection.sendNotification("exit");
const code = await new Promise((done) => server.on("exit", done));
check("the server ends", code === 0, code);
rmSync(folder, { recursive: true });
times.sort((one, other) => one - other);
const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
check("the session is long enough", asked >= 150, asked);
console.log(`protocol.mjs: ${asked} requests, ${failed} failed; p50 ${share(0.5)} ms, p99 ${share(0.99)} ms`);
void ready;
process.exit(failed === 0 ? 0 : 1);
