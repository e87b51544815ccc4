// Drives the lessons in the page of `lab/web`: all ten pass with their solutions and fail as they begin, in Chromium.
//
// DIST names the folder that `npm run build` made, CHROMIUM the browser, SHOTS a folder for pictures.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { launch, serious, shooter, watch } from "./browser.js";

const dist = resolve(process.env.DIST ?? join(import.meta.dirname, "../web/dist"));
const shoot = shooter("hlslc-lessons-shots");
let browser;

before(async () => { browser = await launch(); });
after(() => browser?.close());

async function open(fragment, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.faults = watch(page);
  await page.goto(`file://${dist}/index.html${fragment}`);
  await page.waitForSelector(".lessons .prose h1");
  return page;
}

/// Another lesson, by its address.
async function go(page, number) {
  await page.evaluate((place) => { location.hash = place; }, `#lesson/${number}`);
  await page.waitForFunction((start) => document.querySelector(".lessons .prose h1")?.textContent.startsWith(start), `${number}. `);
}

/// Judges an exercise, and gives the marks of its checks.
async function judged(exercise, act) {
  const state = exercise.locator(".lesson-state");
  await state.evaluate((element) => { element.textContent = ""; });
  await act();
  await state.filter({ hasText: /checks? hold/ }).waitFor();
  return exercise.locator(".points > li").evaluateAll((rows) => rows.map((row) => row.className));
}

/// Puts a text into the editor of an exercise as one who types.
async function type(page, exercise, text) {
  await exercise.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

test("all ten lessons pass with their solutions and fail as they begin", async () => {
  const page = await open("#lesson/1");
  assert.equal(await page.locator(".lesson-list a").count(), 10);
  for (let number = 1; number <= 10; number++) {
    await go(page, number);
    const exercises = await page.locator(".exercise").all();
    assert.ok(exercises.length >= 2, `lesson ${number}`);
    for (const exercise of exercises) {
      const name = `${number} ${await exercise.getAttribute("data-exercise")}`;
      const begun = await judged(exercise, () => exercise.getByRole("button", { name: "Check" }).click());
      assert.ok(begun.includes("fails"), `${name}: ${begun}`);
      assert.ok(await exercise.locator(".found").first().textContent(), `${name} says why`);
      await exercise.locator(".solution summary").click();
      const solved = await judged(exercise, () => exercise.getByRole("button", { name: "Take it" }).click());
      assert.deepEqual(solved, solved.map(() => "holds"), name);
    }
    await page.locator(".lessons").evaluate((pane) => { pane.scrollTop = 0; });
    await shoot(page, `lesson-${number}.png`);
  }
  assert.equal(await page.locator(".lesson-list a.done").count(), 10);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("a wrong answer says why and gives a hint, and errors are underlined", async () => {
  const page = await open("#lesson/6");
  const exercise = page.locator("[data-exercise=normal]");
  const start = await exercise.locator(".cm-content").innerText();
  const marks = await judged(exercise, () => type(page, exercise, start.replace("Normal;", "Normal : register(t2);")));
  assert.equal(marks[0], "fails");
  assert.match(await exercise.locator(".found p").first().innerText(), /Normal lands on t2; wanted: t3/);
  await exercise.locator(".found summary").first().click();
  assert.match(await exercise.locator(".found details").first().innerText(), /register\(t3\)/);
  await shoot(page, "lesson-wrong.png");
  await judged(exercise, () => type(page, exercise, start.replace("albedo * normal", "albedo * nothing")));
  assert.ok(await exercise.locator(".cm-lintRange-error").count());
  assert.match(await exercise.locator(".found").first().innerText(), /does not compile: line \d+: use of undeclared identifier nothing/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("keys, links, progress and the buttons of the browser work", async () => {
  const page = await open("#lesson/1");
  await page.locator(".lessons .prose").focus();
  await page.keyboard.press("n");
  await page.waitForFunction(() => location.hash === "#lesson/2");
  await page.keyboard.press("p");
  await page.waitForFunction(() => location.hash === "#lesson/1");
  await page.locator(".prose a", { hasText: "maximal munch" }).click();
  await page.locator(".prose h3", { hasText: "Maximal munch" }).waitFor();
  await page.goBack();
  await page.locator(".prose h1", { hasText: "1. What a token is" }).waitFor();
  const exercise = page.locator("[data-exercise=scale]");
  await exercise.locator(".solution summary").click();
  await judged(exercise, () => exercise.getByRole("button", { name: "Take it" }).click());
  await page.reload();
  await page.waitForSelector(".lessons .prose h1");
  assert.match(await page.locator(".lesson-list a").first().innerText(), /1\/3/);
  assert.match(await page.locator("[data-exercise=scale] .cm-content").innerText(), /#define SCALE 2\.0/);
  const again = page.locator("[data-exercise=scale]");
  await again.locator(".cm-content").click();
  assert.deepEqual(await judged(again, () => page.keyboard.press("Control+Enter")), ["holds", "holds", "holds"]);
  await again.getByRole("button", { name: "Open in the lab" }).click();
  await page.waitForFunction(() => window.lab.settings.source.includes("#define SCALE") && window.lab.pane === "stages");
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("a page that may keep nothing has lessons too, and a place without a lesson shows the last", async () => {
  const page = await browser.newPage();
  page.faults = watch(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new Error("it is not allowed"); } });
  });
  await page.goto(`file://${dist}/index.html#lesson/99`);
  await page.locator(".prose h1", { hasText: "10. Bitcode" }).waitFor();
  const exercise = page.locator("[data-exercise=rename]");
  await exercise.locator(".solution summary").click();
  assert.deepEqual(await judged(exercise, () => exercise.getByRole("button", { name: "Take it" }).click()), ["holds", "holds", "holds"]);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("lessons are fit for every reader: axe, dark, a phone", async () => {
  for (const [name, options] of [
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["phone", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ]) {
    const page = await open("#lesson/4", options);
    const exercise = page.locator("[data-exercise=load]");
    await judged(exercise, () => exercise.getByRole("button", { name: "Check" }).click());
    assert.deepEqual(await serious(page), [], name);
    await page.locator(".picture").first().scrollIntoViewIfNeeded();
    await shoot(page, `lessons-${name}.png`);
    assert.deepEqual(page.faults, []);
    await page.close();
  }
});
