// Drives the page of `hlslc explore` in Chromium: what lights up, the passes, the graph, the bytes, search, keys, errors, size.
//
// HLSLC names the command, CHROMIUM the browser (/usr/bin/chromium if not given), SHOTS a folder for pictures.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { launch, serious, shooter, watch } from "./browser.js";

const root = resolve(import.meta.dirname, "../..");
const hlslc = process.env.HLSLC ?? join(root, "target/debug/hlslc");
const shoot = shooter("hlslc-explore-shots");
const folder = mkdtempSync(join(tmpdir(), "hlslc-explore-"));
let browser;

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/// The page of a shader, opened; an error in its code fails the test.
async function open(shader, args, options = {}) {
  const path = join(folder, `${Math.random()}.html`);
  const ran = spawnSync(hlslc, ["explore", shader, ...args, "-Fo", path], { encoding: "utf8", cwd: root });
  assert.ok(options.fails || ran.status === 0, ran.stderr);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.faults = watch(page, ["file:"]);
  const start = Date.now();
  await page.goto(`file://${path}`);
  await page.waitForFunction(() => window.lab);
  page.openedIn = Date.now() - start;
  return page;
}

const lambert = (options) => open("examples/lambert_pixel.hlsl", ["-T", "ps_6_0"], options);

/// The texts of what is lit, by stage.
const lit = (page) => page.evaluate(() => {
  const { lab } = window;
  const found = {};
  for (const item of [...lab.lit].sort((a, b) => a - b)) (found[lab.model.stageOf[item]] ??= []).push(lab.model.text(item));
  return found;
});

/// The token of that name in the source, scrolled into view.
async function token(page, text) {
  await page.evaluate((text) => {
    const { list, lines } = window.lab.panes.get("source");
    list.show(lines.findIndex((line) => line.marks?.some((mark) => line.text.slice(mark.from, mark.to) === text)));
  }, text);
  return page.locator(".pane-source [data-i]", { hasText: new RegExp(`^${text}$`) }).first();
}

const expected = {
  hir: ["saturate(dot(load normal, load ToLight))"],
  dxil: ["%18 = call float @dx.op.unary.f32(i32 7, float %17)  ; Saturate(value)"],
  bytes: ["FUNCTION INST_CALL instruction 17 [0, 32768, 10, 56, 45, 1]"],
};

test("hovering a token lights up its node, operations, instruction, record and word", async () => {
  const page = await lambert();
  await (await token(page, "saturate")).hover();
  const found = await lit(page);
  assert.deepEqual(found.source, ["saturate"]);
  for (const [stage, texts] of Object.entries(expected)) assert.deepEqual(found[stage], texts, stage);
  assert.ok(found.ir.some((line) => line === "%v30 = saturate float %v29"), found.ir);
  assert.equal(found.spirv.length, 1);
  assert.match(found.spirv[0], /FClamp/);
  assert.deepEqual(await page.locator(".pane-hir .lit").allTextContents(), ["saturate(dot(load normal, load ToLight))"]);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("hovering a byte of the call lights up everything back to the token", async () => {
  const page = await lambert();
  const byte = await page.evaluate(() => {
    const { container } = window.lab.model.dxil;
    const field = container.items.find((field) => field.value.startsWith("instruction 17 [0, 32768, 10"));
    window.lab.panes.get("bytes").list.show(field.start >> 7);
    return (field.start + 8) >> 3;
  });
  await page.locator(`[data-byte="${byte}"]`).hover();
  const found = await lit(page);
  assert.deepEqual(found.source, ["saturate", "(", ")"]);
  for (const [stage, texts] of Object.entries(expected)) assert.deepEqual(found[stage], texts, stage);
  assert.match(await page.locator(".about").textContent(), /DXIL, program.*FUNCTION INST_CALL/);
  const shown = await page.locator(".pane-source .lit").allTextContents();
  assert.ok(shown.length === 0 || shown.includes("saturate"));
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("a click holds, scrolls the other panes there, and Esc lets go", async () => {
  const page = await lambert({ viewport: { width: 1280, height: 720 } });
  await (await token(page, "saturate")).click();
  await page.mouse.move(5, 5);
  for (const pane of ["hir", "ir", "dxil", "bytes"]) {
    assert.ok(await page.locator(`.pane-${pane} .lit`).first().isVisible(), `${pane} shows what is lit`);
  }
  assert.match(await page.locator("#trail").textContent(), /Source.*Tokens.*HIR.*IR.*DXIL.*Container/s);
  await shoot(page, "explore-light.png");
  await page.keyboard.press("t");
  await shoot(page, "explore-dark.png");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".lit").count(), 0);
  await page.close();
});

test("every pane is filled, and each pass that changed something can be chosen", async () => {
  const page = await lambert();
  for (const name of ["tokens", "ast", "spirv"]) await page.locator(`#chooser [data-pane=${name}]`).click();
  for (const name of ["source", "tokens", "ast", "hir", "ir", "dxil", "bytes", "spirv"]) {
    assert.ok(await page.locator(`.pane-${name} .row`).count() > 5, name);
  }
  const chips = page.locator(".steps .step");
  const count = await chips.count();
  assert.ok(count > 10, `${count} passes`);
  const notes = new Set();
  for (let at = 0; at < count; at++) {
    await chips.nth(at).click();
    assert.ok(await page.locator(".pane-ir .row").count() > 5);
    for (const note of await page.locator(".pane-ir .note").allTextContents()) notes.add(note);
  }
  assert.ok([...notes].some((note) => note.includes("merged with an equal value")), [...notes].join("\n"));
  assert.ok(await page.locator(".steps .fold").count() > 0, "passes without effect are folded");
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("the graph has the blocks of the function, with liveness and an edge back", async () => {
  const page = await open("examples/mandelbrot.hlsl", ["-T", "cs_6_0"], { viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  const blocks = await page.evaluate(() => {
    const { lab } = window;
    const ir = lab.panes.get("ir");
    const body = ir.found.ir.bodies[ir.found.ir.steps[ir.step].bodies[0]];
    return body.lines.filter((item) => /^block\d+.*:$/.test(ir.textOf(item))).length;
  });
  assert.equal(await page.locator(".graph .block").count(), blocks);
  assert.ok(await page.locator(".graph .edge.back").count() >= 1);
  assert.ok((await page.locator(".graph .live").allTextContents()).some((text) => /live in: %v\d+/.test(text)));
  for (const name of ["hir", "bytes", "source"]) await page.keyboard.press({ hir: "4", bytes: "8", source: "1" }[name]);
  await page.locator(".graph text", { hasText: "fcmp.ogt" }).click();
  await shoot(page, "explore-graph.png");
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("search finds in every stage, and keys work", async () => {
  const page = await lambert();
  await page.keyboard.press("/");
  await page.keyboard.type("saturate");
  const stages = new Set(await page.locator("#matches b").allTextContents());
  for (const stage of ["Source", "HIR", "IR", "DXIL"]) assert.ok(stages.has(stage), [...stages].join());
  await page.keyboard.press("Enter");
  assert.ok(await page.evaluate(() => window.lab.held !== undefined));
  await page.keyboard.press("Escape");
  await page.locator(".pane-dxil .scroller").focus();
  const step = () => page.evaluate(() => window.lab.panes.get("ir").step);
  const last = await step();
  await page.keyboard.press("ArrowLeft");
  assert.ok(await step() < last);
  await page.keyboard.press("2");
  assert.ok(await page.locator(".pane-tokens").isVisible());
  await page.close();
});

test("diagnostics stand below their line, and stages before the error are there", async () => {
  const shader = join(folder, "wrong.hlsl");
  writeFileSync(shader, "float4 main() : SV_Target {\n    return nothing;\n}\n");
  const page = await open(shader, ["-T", "ps_6_0"], { fails: true });
  const reported = await page.locator(".pane-source .reported").textContent();
  assert.match(reported, /\^{7} error E\d+: .*nothing/);
  assert.ok(await page.evaluate(() => window.lab.panes.get("ast").lines.length > 1));
  assert.match(await page.locator(".pane-dxil").textContent(), /There is none/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("on a phone one pane is shown at a time, and nothing is cut off", async () => {
  const page = await lambert({ viewport: { width: 390, height: 780 }, hasTouch: true });
  assert.equal(await page.locator(".pane:visible").count(), 1);
  await (await token(page, "saturate")).tap();
  await shoot(page, "explore-phone-source.png");
  await page.locator("#chooser [data-pane=dxil]").tap();
  assert.ok(await page.locator(".pane-dxil .lit").first().isVisible());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shoot(page, "explore-phone-dxil.png");
  await page.close();
});

test("of a shader of a thousand lines only what is in view is drawn", async () => {
  const shader = join(folder, "long.hlsl");
  const lines = Array.from({ length: 1000 }, (_, at) => `    x = sin(x * ${at}.5) + y[${at % 4}];`);
  writeFileSync(shader, `float4 main(float x : A, float4 y : B) : SV_Target {\n${lines.join("\n")}\n    return x;\n}\n`);
  const page = await open(shader, ["-T", "ps_6_0"]);
  assert.ok(await page.locator(".row").count() < 1000, "only what is in view is in the document");
  const took = await page.evaluate(async () => {
    const { lab } = window;
    const took = [];
    for (let at = 0; at < 40; at++) {
      const start = performance.now();
      lab.light(at * 97);
      lab.panes.get("source").list.scroller.scrollTop = at * 300;
      lab.panes.get("source").list.draw();
      took.push(performance.now() - start);
      await new Promise(requestAnimationFrame);
    }
    return took.sort((a, b) => a - b);
  });
  const [middle, slowest] = [took[took.length >> 1], took.at(-1)].map((time) => time.toFixed(1));
  console.log(`1000 lines: opened in ${page.openedIn} ms; lighting up and scrolling: median ${middle} ms, slowest ${slowest} ms`);
  assert.ok(await page.locator(".row").count() < 1000, "what was scrolled past is in the document no longer");
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("nothing serious is found by axe, light and dark", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await lambert({ colorScheme });
    assert.deepEqual(await serious(page), [], colorScheme);
    await page.close();
  }
});

test("the page is the same each time, and names no path of the machine", () => {
  const paths = [join(folder, "one.html"), join(folder, "two.html")];
  const made = paths.map((path) => {
    execFileSync(hlslc, ["explore", "examples/saxpy.hlsl", "-T", "cs_6_0", "-Fo", path], { cwd: root });
    return readFileSync(path, "utf8").replaceAll(path, "");
  });
  assert.equal(made[0], made[1]);
});
