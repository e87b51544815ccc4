// Drives the pane Step of `lab/web` in Chromium: lines forwards and backwards, values, lanes, breakpoints, watches, keys.
//
// DIST names the folder that `npm run build` made, CHROMIUM the browser, SHOTS a folder for pictures.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { launch, serious, shooter, watch } from "./browser.js";

const dist = resolve(process.env.DIST ?? join(import.meta.dirname, "../web/dist"));
const shoot = shooter("hlslc-step-shots");
let browser;

before(async () => { browser = await launch(); });
after(() => browser?.close());

const SHADER = `RWStructuredBuffer<uint> Out : register(u0);
groupshared uint Shared[8];
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    uint x = i * 3;
    if (i < 4)
        x += 100;
    Shared[i] = x;
    GroupMemoryBarrierWithGroupSync();
    uint total = 0;
    for (uint k = 0; k < 3; k++)
        total += Shared[k];
    Out[i] = total;
}
`;

/// The page with the shader in it, and the pane Step open at the first line of a thread.
async function stepping(scene = '{ "thread": 2 }') {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.faults = watch(page);
  await page.goto(`file://${dist}/index.html`);
  await page.waitForFunction(() => window.lab?.compiled);
  await page.selectOption("#stage", "cs");
  await page.locator("#options").fill("-Od");
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(SHADER);
  await page.waitForFunction(() => window.lab.compiled.settings === window.lab.settings && window.lab.compiled.ok);
  await page.locator("#tab-step").click();
  await page.locator("#pane-step summary").first().click();
  await page.locator(".scene").fill(scene);
  await page.locator("#step-start").click();
  await at(page, 4);
  return page;
}

/// Waits until the thread stands at a line.
const at = (page, line) => page.waitForFunction((line) => document.querySelector("#pane-step .status")?.textContent.includes(`line ${line},`), line);
const values = (page) => page.locator("table.values tr").evaluateAll((rows) =>
  Object.fromEntries(rows.map((row) => [row.dataset.name, row.children[1].textContent])));

test("a thread goes forwards and backwards, and what changed is marked", async () => {
  const page = await stepping();
  const lines = [], seen = [];
  for (const line of [5, 6, 7, 8, 9]) {
    await page.locator("#step-over").click();
    await at(page, line);
    lines.push(await page.locator(".marked-here").textContent());
    seen.push(await values(page));
  }
  assert.deepEqual(lines.map((line) => line.trim()), ["uint x = i * 3;", "if (i < 4)", "x += 100;", "Shared[i] = x;", "GroupMemoryBarrierWithGroupSync();"]);
  assert.deepEqual(seen.map(({ x }) => x), [undefined, "6", "6", "106", "106"]);
  for (const [number, line] of [[3, 8], [2, 7], [1, 6]]) {
    await page.keyboard.press("Shift+F10");
    await at(page, line);
    assert.deepEqual(await values(page), seen[number]);
  }
  await page.keyboard.press("F10");
  await at(page, 7);
  await page.keyboard.press("F10");
  await at(page, 8);
  // Of the variables; registers that were computed meanwhile are marked too.
  const changed = await page.locator("tr.changed-row").evaluateAll((rows) => rows.map((row) => row.dataset.name));
  assert.deepEqual(changed.filter((name) => !name.startsWith("%")), ["x"]);
  await shoot(page, "step.png");
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("lanes are a grid, and another one can be followed", async () => {
  const page = await stepping('{ "thread": 2, "wave_size": 4 }');
  for (const line of [5, 6, 7]) {
    await page.locator("#step-over").click();
    await at(page, line);
  }
  const lanes = page.locator(".lane");
  assert.equal(await lanes.count(), 4);
  assert.match(await page.locator(".lane.focus").getAttribute("class"), /active/);
  await page.locator(".lane", { hasText: "1" }).click();
  await page.waitForFunction(() => document.querySelector("#pane-step .status").textContent.startsWith("thread 1 of 8"));
  assert.equal((await values(page)).x, "3");
  await page.close();
});

test("breakpoints with conditions, set in the gutter or by hand, and watches", async () => {
  const page = await stepping();
  await page.getByLabel("Breakpoint", { exact: true }).fill("12 if k == 2");
  await page.keyboard.press("Enter");
  await page.getByLabel("Expression to watch").fill("total + Shared[0]");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector('tr[data-name="total + Shared[0]"]'));
  await page.locator("#step-continue").click();
  await at(page, 12);
  const seen = await values(page);
  assert.deepEqual([seen.k, seen.total, seen["total + Shared[0]"]], ["2", "203", "303"]);
  // The line number of another line.
  await page.locator(".flags .cm-gutterElement").nth(12).click();
  await page.waitForFunction(() => document.querySelectorAll(".breakpoints li").length === 2);
  await page.locator("#step-continue").click();
  await at(page, 13);
  assert.equal((await values(page)).total, "309");
  await page.locator("#step-back-continue").click();
  await at(page, 12);
  assert.equal((await values(page)).total, "203");
  await shoot(page, "step-breakpoint.png");
  await page.close();
});

test("a loop without an end can be paused, and a scene without sense is said", async () => {
  const page = await stepping();
  await page.locator(".scene").fill("{");
  await page.locator("#step-start").click();
  await page.waitForFunction(() => /no JSON/.test(document.querySelector("#pane-step .status").textContent));
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("RWStructuredBuffer<uint> Out;\n[numthreads(1, 1, 1)]\nvoid main() {\n    uint x = 0;\n    while (Out[0] == 0) {\n        x += 3;\n        Out[1] = x;\n    }\n}\n");
  await page.waitForFunction(() => window.lab.compiled.settings === window.lab.settings && window.lab.compiled.ok);
  await page.locator(".scene").fill("{}");
  await page.locator("#step-start").click();
  await page.waitForFunction(() => /line/.test(document.querySelector("#pane-step .status").textContent));
  await page.locator("#step-continue").click();
  await page.locator("#step-pause").click();
  await page.waitForFunction(() => /line [5-8],/.test(document.querySelector("#pane-step .status").textContent));
  assert.deepEqual(page.faults, []);
  await page.close();
});
