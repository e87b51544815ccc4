// Drives the page of `lab/web` in Chromium: typing, panes, running, links, stopping, sizes of screens.
//
// DIST names the folder that `npm run build` made, CHROMIUM the browser, SHOTS a folder for pictures.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import UPNG from "upng-js";
import { launch, serious, shooter, watch } from "./browser.js";

const web = resolve(import.meta.dirname, "../web");
const dist = resolve(process.env.DIST ?? join(web, "dist"));
const shoot = shooter("hlslc-page-shots");
let browser;

before(async () => {
  // WebGL and WebGPU without a GPU.
  browser = await launch(["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"]);
});
after(() => browser?.close());

/// The page that tests share if they ask for nothing: loading the compiler takes longer than most of them.
let shared;

/// The page, opened from the disk, when its first shader is compiled.
async function open(wanted) {
  if (!wanted && shared) {
    await restore(shared);
    return shared;
  }
  const { fragment = "", address = `file://${dist}/index.html`, allowed, from = browser, ...options } = wanted ?? {};
  const page = await from.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.faults = watch(page, allowed);
  const start = Date.now();
  await page.goto(address + fragment);
  await page.waitForFunction(() => window.lab?.compiled);
  page.openedIn = Date.now() - start;
  if (!wanted) shared = page;
  return page;
}

/// The shared page as it was at first, but for what has been loaded.
async function restore(page) {
  await page.locator("#tab-stages").click();
  await example(page, "colour");
}

async function close(page) {
  assert.deepEqual(page.faults, []);
  if (page !== shared) await page.close();
}

/// Puts a text into the editor as one who types, and waits until it is compiled.
async function type(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await compiled(page);
}

const compiled = (page) => page.waitForFunction(() => window.lab.compiled.settings === window.lab.settings);

/// Chooses an example, and waits until it is compiled.
async function example(page, name) {
  const value = await page.locator(`#example option[value$="-${name}"]`).getAttribute("value");
  await page.selectOption("#example", value);
  await compiled(page);
}

/// Opens the pane Run, and waits until nothing is left to be done.
async function run(page) {
  await page.locator("#tab-run").click();
  await idle(page);
}

/// The status says what a run was like when it is done.
async function idle(page) {
  await page.waitForFunction(() => /instructions|end|errors|needs|stopped/.test(document.querySelector("#pane-run .status")?.textContent) && window.lab.shownPane("run").isIdle);
}

const cells = (page) => page.locator(".results td").allTextContents();

test("the page is there, and says how long the compilation took", async () => {
  const page = await open();
  assert.match(await page.locator("#state").textContent(), /^compiled in [\d.]+ ms · \d+ bytes · hlslc shader\.hlsl -T ps_6_0 -E main$/);
  console.log(`opened in ${page.openedIn} ms: ${await page.locator("#state").textContent()}`);
  await close(page);
});

test("what is typed is compiled: a mistake is underlined and said, and its repair can be chosen", async () => {
  const page = await open();
  await type(page, "float4 main(float2 uv : TEXCOORD) : SV_Target\n{\n    return satrate(uv.xyxy);\n}\n");
  assert.match(await page.locator("#reported").textContent(), /3: error E\d+: .*satrate/);
  assert.equal(await page.locator(".cm-lintRange-error").textContent(), "satrate");
  await shoot(page, "page-error.png");
  await page.locator("#reported .fix").click();
  await compiled(page);
  assert.ok(await page.evaluate(() => window.lab.compiled.ok));
  assert.match(await page.evaluate(() => window.lab.editor.text), /return saturate\(uv/);
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
  await close(page);
});

test("intrinsics and methods are completed with what the tables say of them", async () => {
  const page = await open();
  await type(page, "Texture2D<float4> Picture;\nSamplerState Linear;\nfloat4 main(float2 uv : TEXCOORD) : SV_Target\n{\n    return ");
  await page.keyboard.type("satu");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: "saturate" }).waitFor();
  await page.locator(".cm-completionInfo", { hasText: "saturate(" }).waitFor();
  assert.match(await page.locator(".cm-completionInfo").textContent(), /becomes saturate \(Saturate\)/);
  await shoot(page, "page-completion.png");
  await page.keyboard.press("Escape");
  await page.keyboard.type("rate(Picture.Sam");
  await page.locator(".cm-tooltip-autocomplete li", { hasText: /^SampleLevel/ }).waitFor();
  await page.keyboard.press("Escape");
  await example(page, "lambert");
  await page.locator("#editor .cm-content span", { hasText: /^saturate$/ }).hover();
  await page.locator(".cm-tooltip-hover pre", { hasText: "saturate(" }).waitFor();
  await close(page);
});

test("each pane is filled, for a shader that is right and for one that is wrong", async () => {
  const page = await open();
  await example(page, "signature");
  const panes = await page.locator("#tabs button").evaluateAll((tabs) => tabs.map((tab) => tab.id.replace("tab-", "")));
  assert.ok(panes.length >= 5, panes.join());
  for (const source of [undefined, "float4 main() : SV_Target { return nothing; }"]) {
    if (source) await type(page, source);
    for (const name of panes) {
      await page.locator(`#tab-${name}`).click();
      await page.waitForFunction((name) => {
        const pane = document.getElementById(`pane-${name}`);
        const frame = pane.querySelector("iframe");
        return frame ? frame.contentWindow?.lab !== undefined : pane.textContent.length > 10;
      }, name);
    }
  }
  await close(page);
});

test("choosing a token in the stages lights up what it became", async () => {
  const page = await open();
  await example(page, "lambert");
  await page.locator("#tab-stages").click();
  const frame = page.frameLocator("#pane-stages iframe");
  await frame.locator(".pane-source [data-i]", { hasText: /^saturate$/ }).first().click();
  await frame.locator(".pane-hir .lit", { hasText: "saturate(dot(" }).first().waitFor();
  await frame.locator(".pane-dxil .lit").first().waitFor();
  await shoot(page, "page-stages.png");
  await close(page);
});

test("the words of a root signature are drawn", async () => {
  const page = await open();
  await example(page, "signature");
  await page.locator("#tab-signature").click();
  await page.locator(".words .word").nth(63).waitFor();
  assert.equal(await page.locator(".words .word[class*=part-]").count(), 8);
  assert.match(await page.locator(".signature").textContent(), /takes 8 of 64 words/);
  await shoot(page, "page-signature.png");
  await close(page);
});

test("every example compiles for both targets without a word", async () => {
  const page = await open();
  const reported = await page.evaluate(async () => {
    const found = [];
    const { lab } = window;
    for (const option of document.querySelectorAll("#example option[value]:not([value=''])")) {
      document.getElementById("example").value = option.value;
      document.getElementById("example").dispatchEvent(new Event("change"));
      const { source, profile, entry, options } = lab.settings;
      for (const more of [[], ["-spirv"]]) {
        const args = ["-T", profile, "-E", entry, ...options.split(" ").filter(Boolean), ...more];
        const { json, blobs } = await lab.runner.ask("compile", { args, source });
        found.push([option.value, json.rendered, blobs.length]);
      }
    }
    return found;
  });
  assert.ok(reported.length >= 60, `${reported.length}`);
  assert.deepEqual(reported.filter(([, said, objects]) => said || objects !== 1), []);
  await page.waitForFunction(() => !window.lab.engine.isBusy);
  await close(page);
});

test("a compute shader runs on what a formula and a table hold", async () => {
  const page = await open();
  await example(page, "sort");
  await run(page);
  const sorted = (await cells(page)).map(Number);
  assert.equal(sorted.length, 64);
  assert.deepEqual(sorted, [...sorted].sort((a, b) => a - b));
  await page.locator(".resource summary").first().click();
  await page.getByLabel("Formula for Numbers").fill("63 - i");
  await page.getByLabel("Formula for Numbers").press("Enter");
  await page.waitForFunction(() => document.querySelector(".results td:nth-of-type(1)")?.textContent === "0");
  assert.deepEqual((await cells(page)).slice(0, 4).map(Number), [0, 1, 2, 3]);
  await page.getByLabel("element 0, value").fill("7");
  await page.getByLabel("element 0, value").press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".results td")[8]?.textContent === "7");
  assert.deepEqual((await cells(page)).slice(6, 9).map(Number), [6, 7, 7]);
  await page.getByLabel("Formula for Numbers").fill("nonsense(");
  await page.getByLabel("Formula for Numbers").press("Enter");
  assert.match(await page.getByLabel("Formula for Numbers").evaluate((field) => field.validationMessage), /there is no `nonsense`/);
  await close(page);
});

test("a run can be stopped, and begins anew when it is asked for", async () => {
  const page = await open();
  await example(page, "march");
  await page.locator("#tab-run").click();
  await page.getByLabel("Size of the picture").selectOption("512");
  await page.locator(".controls button", { hasText: "Stop" }).click();
  await page.locator(".status", { hasText: "stopped" }).waitFor();
  await page.getByLabel("Size of the picture").selectOption("128");
  await page.locator(".status", { hasText: "instructions of all pixels" }).waitFor();
  await page.getByLabel("Size of the picture").selectOption("256");
  await close(page);
});

test("a texture that a compute shader writes is a picture", async () => {
  const page = await open();
  await example(page, "picture");
  await run(page);
  const pixel = await page.locator(".results canvas").evaluate((canvas) => [canvas.width, canvas.height, ...canvas.getContext("2d").getImageData(127, 127, 1, 1).data]);
  assert.deepEqual([pixel[0], pixel[1], pixel[4]], [128, 128, 153]);
  await shoot(page, "page-compute.png");
  await close(page);
});

test("undefined behaviour is marked in the source", async () => {
  const page = await open();
  await example(page, "race");
  await run(page);
  assert.ok((await page.locator(".findings li").allTextContents()).some((text) => /line 8: two threads/.test(text)));
  assert.deepEqual(await page.locator(".marked-finding").allTextContents(), ["    Shared[at] = at;", "    Out[at] = Shared[at ^ 32];"]);
  await shoot(page, "page-race.png");
  await close(page);
});

test("a loop without an end is over with its line named", async () => {
  const page = await open();
  await example(page, "saxpy");
  await type(page, "RWStructuredBuffer<uint> Out;\n[numthreads(1, 1, 1)]\nvoid main()\n{\n    while (Out[0] == 0)\n        Out[1] += 1;\n}\n");
  await run(page);
  assert.match(await page.locator(".findings li").first().textContent(), /line [56]: the budget of instructions is used up/);
  assert.ok(await page.locator(".marked-finding").count() > 0);
  await close(page);
});

for (const name of ["mandelbrot", "lambert"]) {
  test(`the interpreter and WebGL draw the same picture of ${name}`, async () => {
    const page = await open();
    await example(page, name);
    await run(page);
    await page.locator("figcaption", { hasText: "WebGL 2" }).waitFor();
    await idle(page);
    const [share, count] = await page.evaluate(() => {
      const { interpreted, gpu } = window.lab.shownPane("run").pictures();
      let near = 0;
      for (let at = 0; at < interpreted.length; at += 4) {
        near += [0, 1, 2].every((channel) => Math.abs(interpreted[at + channel] - gpu[at + channel]) <= 1) ? 1 : 0;
      }
      return [near / (interpreted.length / 4), new Set(interpreted).size];
    });
    console.log(`${name}: ${(100 * share).toFixed(2)} % of the pixels within one step`);
    assert.ok(count > 20, "it is a picture");
    assert.ok(share >= 0.99, `${share}`);
    await shoot(page, `page-${name}.png`, 128);
    await close(page);
  });
}

test("WebGL reads each member of constants, and matrices that are no squares", async () => {
  const page = await open();
  await page.selectOption("#example", await page.locator('#example option[value$="-colour"]').getAttribute("value"));
  await type(page, `
struct Light { float3 A; float3 B; float2x3 M; };
ConstantBuffer<Light> One : register(b0);
//= One.A.x = 0.2
//= One.B.y = 0.4
// The matrix is an identity at first.
float4 main() : SV_Target { return float4(One.A.x, One.B.y, 0.8 * One.M[1].y + One.M[1].x, 1); }
`);
  await run(page);
  await page.locator("figcaption", { hasText: "WebGL 2" }).waitFor();
  const pixels = await page.evaluate(() => Object.values(window.lab.shownPane("run").pictures()).map((picture) => picture.slice(0, 4)));
  assert.deepEqual(pixels, [[51, 102, 204, 255], [51, 102, 204, 255]]);
  await close(page);
});

/// Structs whose members Direct3D and WebGPU lay out differently, in constants and in buffers.
const LAYOUTS = `
struct Inner { float A; float3 B[2]; row_major float2x3 R; float2x3 C; };
struct Outer { float2 X; float3 Y; Inner I; uint N; };
cbuffer Constants : register(b0) { float3 Offset; uint Table[3]; Inner Given; }
ConstantBuffer<Outer> More : register(b1);
StructuredBuffer<Outer> From : register(t0);
RWStructuredBuffer<Outer> To : register(u0);
RWStructuredBuffer<float3> Triples : register(u1);
RWByteAddressBuffer Words : register(u2);
//= From[64] = i
//= Triples[64] = 0
//= Table = 3, 4, 5
[numthreads(64, 1, 1)]
void main(uint at : SV_DispatchThreadID)
{
    Outer one = From[at];
    one.I.B[1] += Offset * Table[1] + Given.A + More.Y;
    one.I.R[1].yz += mul(one.I.C, Given.B[1]);
    one.N = Table[2] + More.N;
    To[at] = one;
    Triples[at] = one.I.R[0] + More.I.C[1];
    Words.Store(4 * at, at + Table[0]);
}`;

test("WebGPU leaves the numbers of the interpreter in buffers and textures", async (context) => {
  const page = await open();
  if (!(await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter())))) return context.skip("this Chromium has no WebGPU");
  const notes = () => page.locator(".results .gpu").allTextContents();
  const same = { saxpy: 1, particles: 1, picture: 1, reduction: 1, scan: 1, histogram: 1, sort: 1, life: 1 };
  for (const [name, count] of Object.entries(same)) {
    await example(page, name);
    await run(page);
    const said = await notes();
    assert.equal(said.length, count, name);
    for (const note of said) assert.match(note, /^GPU, by WebGPU: the same \d+ numbers$/, name);
  }
  await type(page, LAYOUTS);
  await run(page);
  const numbers = (await notes()).map((note) => Number(/the same (\d+) numbers/.exec(note)?.[1] ?? note));
  assert.deepEqual(numbers, [64 * 25, 64 * 3, 64]);
  assert.ok((await page.locator(".results pre").textContent()).includes("@compute"));
  // What naga does not translate is said, and the interpreter's numbers stay.
  await type(page, "RWBuffer<float> Typed;\n[numthreads(1, 1, 1)]\nvoid main()\n{\n    Typed[0] = 7;\n}\n");
  await run(page);
  assert.match((await notes())[0], /^Not run on the GPU \(naga/);
  assert.equal((await cells(page))[0], "7");
  await close(page);
});

test("time moves the picture, and so does the mouse", async () => {
  const page = await open();
  await example(page, "mouse");
  await run(page);
  const middle = () => page.locator("figure canvas").first().evaluate((canvas) => canvas.getContext("2d").getImageData(20, 20, 1, 1).data[0]);
  const before = await middle();
  await page.locator("figure canvas").first().hover({ position: { x: 20, y: 20 } });
  await page.waitForTimeout(100);
  await idle(page);
  assert.ok(await middle() > before + 20);
  await example(page, "time");
  await run(page);
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => Number(document.querySelector(".controls output").textContent) > 0.3);
  await page.getByRole("button", { name: "Pause" }).click();
  await close(page);
});

test("a PNG becomes the texture", async () => {
  const page = await open();
  await example(page, "texture");
  await run(page);
  const green = Buffer.from(UPNG.encode([new Uint8Array([0, 200, 0, 255, 0, 200, 0, 255, 0, 200, 0, 255, 0, 200, 0, 255]).buffer], 2, 2, 0));
  await page.locator(".resource summary", { hasText: "Picture" }).click();
  await page.getByLabel("A picture for Picture").setInputFiles({ name: "green.png", mimeType: "image/png", buffer: green });
  await page.waitForFunction(() => {
    const canvas = document.querySelector("#pane-run figure canvas");
    return [...canvas.getContext("2d").getImageData(99, 55, 1, 1).data].join() === "0,200,0,255";
  });
  await page.getByLabel("A picture for Picture").setInputFiles({ name: "no.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.locator(".status", { hasText: "no picture that the browser can read" }).waitFor();
  await close(page);
});

test("without WebGL there is the interpreter's picture and a word about it", async () => {
  const without = await launch(["--disable-3d-apis"]);
  try {
    const page = await open({ from: without });
    await run(page);
    await page.locator("figcaption", { hasText: "this browser has no WebGL 2" }).waitFor();
    const pixel = await page.locator("figure canvas").first().evaluate((canvas) => [...canvas.getContext("2d").getImageData(9, 9, 1, 1).data]);
    assert.deepEqual(pixel, [255, 115, 26, 255]);
    page.faults = page.faults.filter((fault) => !/WebGL|GPU/i.test(fault));
    await close(page);
  } finally {
    await without.close();
  }
});

test("a link holds the source, and garbage opens the first example with a notice", async () => {
  const page = await open();
  const source = "// Grüße 𝄞\nfloat4 main() : SV_Target { return 0.25; }\n";
  await type(page, source);
  await page.locator("#options").fill("-O0 -D N=1");
  await compiled(page);
  await page.locator("#link").click();
  await page.waitForFunction(() => location.hash.startsWith("#1:"));
  const fragment = await page.evaluate(() => location.hash);
  const other = await open({ fragment });
  assert.deepEqual(await other.evaluate(() => window.lab.settings), { source, profile: "ps_6_0", entry: "main", options: "-O0 -D N=1" });
  await close(other);
  const changed = fragment.replace(/.{6}$/, "AAAAAA");
  const damaged = await open({ fragment: "#1:AAAA" });
  for (const garbage of [undefined, "#nothing", "#1:", "#1:%%%", changed, `#1:${"A".repeat(5000)}`]) {
    if (garbage) {
      await damaged.evaluate((garbage) => {
        document.getElementById("notice").hidden = true;
        location.hash = garbage;
      }, garbage);
    }
    await damaged.locator("#notice", { hasText: "The link is damaged" }).waitFor();
    assert.match(await damaged.evaluate(() => window.lab.settings.source), /The simplest pixel shader/);
  }
  await close(damaged);
  await page.evaluate(() => history.replaceState(null, "", "#"));
  await close(page);
});

test("a long compilation can be stopped, and the next text is compiled", async () => {
  const page = await open();
  const loops = Array.from({ length: 60 }, (_, at) => `    [unroll] for (int i${at} = 0; i${at} < 1000; i${at}++) x = sin(x + i${at}) * uv.y;`);
  const long = `float4 main(float2 uv : TEXCOORD) : SV_Target\n{\n    float x = uv.x;\n${loops.join("\n")}\n    return x;\n}\n`;
  const typed = async (text) => {
    await page.locator("#editor .cm-content").click();
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(text);
    await page.locator("#stop").waitFor({ state: "visible" });
  };
  await typed(long);
  await page.locator("#stop").click();
  await page.locator("#reported", { hasText: "the compilation was stopped" }).waitFor();
  // Without the button too: the text that is typed next is not kept waiting.
  await typed(`${long}// again\n`);
  const busy = page.workers();
  await type(page, "float4 main() : SV_Target { return 0.5; }\n");
  assert.ok(busy.some((worker) => !page.workers().includes(worker)), "the worker with the long compilation was ended");
  assert.ok(await page.evaluate(() => window.lab.compiled.ok));
  await close(page);
});

test("any text is answered: damaged examples, deep nesting, long chains", async () => {
  const page = await open();
  const { faults, count } = await page.evaluate(async () => {
    const body = (text) => `float4 main(float x : X) : SV_Target { return ${text}; }`;
    const texts = [
      "", "\0", "#", "{", "#include \"other.hlsl\"", "#define A A A\nA", body(`${"(".repeat(5000)}x${")".repeat(5000)}`), body("-".repeat(3000) + "x"),
      body(`${"x+".repeat(3000)}x`), body(`${"x?".repeat(1000)}x${":x".repeat(1000)}`), body("sin(".repeat(3000) + "x" + ")".repeat(3000)), "{".repeat(3000), "[".repeat(3000),
      `float4 main() : SV_Target { ${"if (1) { ".repeat(3000)} ${"}".repeat(3000)} return 0; }`, `struct A { ${"struct { ".repeat(2000)}`, "template<".repeat(3000),
      "#if 1\n".repeat(5000), `${Array.from({ length: 40 }, (_, at) => `#define A${at + 1} A${at} A${at}`).join("\n")}\n#define A0 x\nA40`,
    ];
    // By chance, but the same each time: pieces of examples are left out, doubled or put elsewhere.
    let seed = 1;
    const chance = (below) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const { lab } = window;
    for (const example of lab.examples.filter((_, at) => at % 4 === 2)) {
      let { source } = example.settings;
      for (let at = 0; at < 4; at++) {
        const [from, length, to] = [chance(source.length), chance(30), chance(source.length)];
        source = source.slice(0, from) + source.slice(from + (chance(2) ? length : 0));
        source = source.slice(0, to) + source.slice(from, from + length) + source.slice(to);
      }
      texts.push(source);
    }
    const faults = [];
    for (const source of texts) {
      for (const method of ["compile", "explore", "prepare"]) {
        try {
          const { json } = await lab.runner.ask(method, { args: ["-T", "ps_6_0"], source });
          const internal = (json.reported ?? []).filter(({ message }) => /internal/.test(message));
          if (internal.length) faults.push([source.slice(0, 60), method, internal[0].message]);
        } catch (error) {
          // The interpreter may refuse what is compiled; that is an answer too.
          if (/internal|trap|unreachable|memory|stack/i.test(error.message)) faults.push([source.slice(0, 60), method, error.message]);
        }
      }
    }
    return { faults, count: texts.length };
  });
  assert.deepEqual(faults, []);
  assert.ok(count > 20);
  await close(page);
});

test("the command line is copied, and files are downloaded", async () => {
  const page = await open({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator("#options").fill("-D 'NAME=1 + 2'");
  await compiled(page);
  await page.locator("#copy").click();
  await page.locator("#notice", { hasText: "copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "hlslc shader.hlsl -T ps_6_0 -E main -D 'NAME=1 + 2'");
  const starts = { container: "DXBC", module: "\x03\x02\x23\x07", reflection: "{\n  \"schema\"" };
  for (const [button, start] of Object.entries(starts)) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.locator(`#${button}`).click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString("latin1", 0, start.length), start);
  }
  await close(page);
});

test("it is served on this machine too", async () => {
  const server = spawn(process.execPath, [join(web, "serve.mjs"), "0"], { env: { ...process.env, DIST: dist } });
  try {
    const address = await new Promise((found) => server.stdout.once("data", (line) => found(String(line).trim())));
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await open({ address, allowed: [address, "blob:", "data:", "about:"] });
    await close(page);
    const away = await fetch(`${address}..%2f..%2fpackage.json`);
    assert.equal(away.status, 404);
  } finally {
    server.kill();
  }
});

test("on a phone nothing is cut off", async () => {
  const page = await open({ viewport: { width: 390, height: 780 }, hasTouch: true });
  await example(page, "phong");
  await shoot(page, "page-phone.png");
  await page.locator("#tab-run").tap();
  await idle(page);
  await page.locator("figure canvas").first().scrollIntoViewIfNeeded();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shoot(page, "page-phone-run.png", 128);
  await close(page);
});

test("nothing serious is found by axe, light and dark, in every pane", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ colorScheme });
    await example(page, "texture");
    for (const tab of await page.locator("#tabs button").all()) {
      await tab.click();
      await page.waitForFunction(() => !window.lab.engine.isBusy && window.lab.shownPane("run")?.isIdle !== false);
      assert.deepEqual(await serious(page), [], `${colorScheme} ${await tab.textContent()}`);
    }
    await run(page);
    await shoot(page, `page-${colorScheme}.png`, 128);
    await close(page);
  }
});
