// Drives the site in Chromium: the first page compiles, the search finds, keys and links work, and every reader can use it.
//
// SITE names the folder that `cargo xtask site` made, CHROMIUM the browser, SHOTS a folder for pictures.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { launch, serious, shooter, watch } from "./browser.js";

const site = resolve(process.env.SITE ?? "target/site");
const shoot = shooter("hlslc-site-shots");
let browser;

before(async () => { browser = await launch(); });
after(() => browser?.close());

async function open(address, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ...options });
  page.faults = watch(page);
  await page.goto(`file://${site}/${address}`);
  return page;
}

test("the first page compiles what is typed into it, and says what is wrong", async () => {
  const page = await open("index.html");
  const source = page.locator("#source");
  const shown = page.locator("#panel-0");
  assert.match(await shown.textContent(), /define void @main/);
  await source.focus();
  await page.locator("#state", { hasText: /Compiled in this page/ }).waitFor();
  await source.fill("float4 main() : SV_Target { return 0.625; }");
  await shown.filter({ hasText: "6.250000e-01" }).waitFor();
  assert.equal(await page.locator("#painted").textContent(), `${await source.inputValue()}\n`);
  await page.locator("#tab-0").focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#panel-1").filter({ hasText: "OpEntryPoint Fragment" }).waitFor();
  assert.equal(await page.locator("#tab-1").getAttribute("aria-selected"), "true");
  await source.fill("float4 main() : SV_Target { return satrate(1); }");
  await page.locator("#state.wrong", { hasText: /Line 1: use of undeclared identifier .satrate. \[E0201\].*saturate/ }).waitFor();
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("the search finds sections of the book and codes, by the keyboard alone", async () => {
  const page = await open("book/04-ir.html");
  await page.keyboard.press("/");
  await page.keyboard.type("E0201");
  await page.locator("#found a").first().waitFor();
  assert.match(await page.locator("#found a").first().textContent(), /^E0201/);
  await page.keyboard.press("Control+a");
  await page.keyboard.type("structured control flow");
  await page.locator("#found mark").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => !address.pathname.endsWith("04-ir.html"));
  await page.goBack();
  await page.locator("#search").fill("no such words anywhere");
  await page.locator("#found .none").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#found").isVisible(), false);
  await page.keyboard.press("n");
  await page.waitForURL(/05-passes\.html/);
  await page.keyboard.press("p");
  await page.waitForURL(/04-ir\.html/);
  assert.deepEqual(page.faults, []);
  await page.close();
});

test("the theme that is chosen stays, in the lab too", async () => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  page.faults = watch(page);
  await page.goto(`file://${site}/index.html`);
  await page.locator("#theme").click();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), "dark");
  await page.reload();
  assert.equal(await theme(), "dark");
  await page.locator(".parts a", { hasText: "Lab" }).click();
  await page.waitForFunction(() => window.lab?.compiled);
  assert.equal(await theme(), "dark");
  await page.locator("h1 a").click();
  await page.waitForURL(/\/index\.html$/);
  assert.deepEqual(page.faults, []);
  await context.close();
});

test("a page that may keep nothing works, and one without motion does not move", async () => {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  page.faults = watch(page);
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", { get() { throw new Error("it is not allowed"); } });
  });
  await page.goto(`file://${site}/book/measured.html`);
  await page.locator("#theme").click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), "auto");
  assert.deepEqual(page.faults, []);
  await page.close();
});

// Every page in every look is as wide as its window; axe's rules, which take seconds for a page of thousands of elements, are asked
// where pages differ in them. Pictures are made where SHOTS asks for them.
test("five pages are fit for every reader: axe, dark, a phone", async () => {
  const looks = { light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, phone: { viewport: { width: 390, height: 844 }, colorScheme: "light" } };
  for (const [about, address, judged] of [
    ["front", "index.html", ["light", "dark", "phone"]],
    ["chapter", "book/08-root-signatures.html", ["light", "dark"]],
    ["reference", "reference/root-signatures.html", ["light"]],
    ["lessons", "lessons/04-dominance.html", ["phone"]],
    ["figures", "book/measured.html", ["dark"]],
  ]) {
    for (const [look, options] of Object.entries(looks)) {
      const page = await open(address, options);
      if (judged.includes(look)) assert.deepEqual(await serious(page), [], `${about} ${look}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wider <= 0, `${about} ${look} is ${wider} wider than the window`);
      if (process.env.SHOTS) await shoot(page, `${about}-${look}.png`);
      assert.deepEqual(page.faults, []);
      await page.close();
    }
  }
});
