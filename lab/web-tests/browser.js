// What the tests of both pages share: the browser, pictures and the accessibility check.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import UPNG from "upng-js";

/// Headless Chromium; `args` are further options of it.
export const launch = (args = []) =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...args] });

/// A function that keeps a picture of a page in a folder, with few colours so that it is small.
export function shooter(name) {
  const folder = process.env.SHOTS ?? join(tmpdir(), name);
  mkdirSync(folder, { recursive: true });
  return async (page, file, colours = 48) => {
    const shot = UPNG.decode(await page.screenshot());
    writeFileSync(join(folder, file), Buffer.from(UPNG.encode(UPNG.toRGBA8(shot), shot.width, shot.height, colours)));
  };
}

/// What axe finds of a page that is serious or worse.
export async function serious(page) {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  // A page from a disk may not load its style a second time; what a frame shows has tests of its own.
  const found = await page.evaluate(() => window.axe.run({ preload: false, iframes: false }));
  const rules = found.violations.filter((rule) => ["serious", "critical"].includes(rule.impact));
  return rules.map((rule) => [rule.id, rule.nodes.slice(0, 3).map((node) => node.html)]);
}

/// Notes errors and requests of a page; requests that begin like one of `allowed` are none.
export function watch(page, allowed = ["file:", "blob:", "data:", "about:"]) {
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error") faults.push(message.text()); });
  page.on("request", (request) => { if (!allowed.some((start) => request.url().startsWith(start))) faults.push(request.url()); });
  return faults;
}
