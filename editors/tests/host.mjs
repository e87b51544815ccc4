// The extension for Visual Studio Code in a real host: `node host.mjs SERVER EXTENSION.vsix HLSLC [CHROMIUM]`.
//
// SERVER is the script that starts code-server (npm package `code-server`, VS Code as a server); the page is shown by a Chromium without
// a window, which the npm package `puppeteer-core` drives. What a person would see is looked at: the marks of errors, the bubble of a
// name, the list of completions, the line above an entry point, and what a repair and a formatting make of the text.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import puppeteer from "puppeteer-core";

const [script, extension, hlslc, chromium = "/usr/bin/chromium"] = process.argv.slice(2).map((path) => resolve(path));
const folder = mkdtempSync(join(tmpdir(), "hlslc-host-"));
const project = join(folder, "project");
mkdirSync(join(folder, "user", "User"), { recursive: true });
mkdirSync(project);
const source = `// hlslc: -T ps_6_6 -E Shade
Texture2D<float4> Albedo : register(t0);
SamplerState Linear : register(s0);
cbuffer Settings { float Scale; float4 Tint; };
float4 tinted(float4 colour, float amount) { return colour*amount+Tint; }
float4 Shade(float2 uv : UV) : SV_Target
{
    return tinted(Albedo.Sample(Linear, uv), Scale) * saturat(uv.x);
}
`;
const file = join(project, "shade.hlsl");
mkdirSync(join(project, ".vscode"));
writeFileSync(join(project, ".vscode", "launch.json"), JSON.stringify({ version: "0.2.0", configurations: [
  { type: "hlslc", request: "launch", name: "Debug", program: file, profile: "ps_6_6", entry: "Shade" },
] }));
writeFileSync(file, source);
const settings = {
  "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off",
  "files.autoSave": "off", "editor.accessibilitySupport": "off",
};
writeFileSync(join(folder, "user", "User", "settings.json"), JSON.stringify(settings));
// Which program is started is a setting of the machine that the server runs on.
mkdirSync(join(folder, "user", "Machine"));
writeFileSync(join(folder, "user", "Machine", "settings.json"), JSON.stringify({ "hlslc.path": hlslc }));
const options = ["--user-data-dir", join(folder, "user"), "--extensions-dir", join(folder, "extensions")];
const node = process.execPath;
const installed = spawnSync(node, [script, ...options, "--install-extension", extension], { encoding: "utf8" });
if (installed.status !== 0) {
  console.log(`not run: the extension cannot be installed: ${installed.stdout}${installed.stderr}`);
  process.exit(2);
}
const port = await new Promise((done) => {
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});
const server = spawn(node, [script, ...options, "--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry",
  "--disable-update-check", "--disable-workspace-trust", project], { stdio: ["ignore", "pipe", "pipe"] });
await new Promise((done) => server.stdout.on("data", (text) => { if (String(text).includes("HTTP server listening")) done(); }));

let checks = 0;
let failed = 0;
const browser = await puppeteer.launch({ executablePath: chromium, headless: true, args: ["--no-sandbox", "--window-size=1400,900"] });
const page = await browser.newPage();
await page.setViewport({ width: 1400, height: 900 });
/** Waits until something is so. */
async function see(what, holds, limit = 40_000) {
  checks += 1;
  const start = Date.now();
  for (;;) {
    const found = await holds().catch(() => undefined);
    if (found) {
      console.log(`${what}: ${Date.now() - start} ms`);
      return found;
    }
    if (Date.now() - start > limit) {
      failed += 1;
      await page.screenshot({ path: join(tmpdir(), `hlslc-host-${checks}.png`) }).catch(() => undefined);
      console.log(`failed: ${what}`);
      return undefined;
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
}
const text = (selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent.replaceAll("\u00a0", " ")).join("\n"));
async function press(...keys) {
  for (const key of keys) await page.keyboard.down(key);
  for (const key of keys.reverse()) await page.keyboard.up(key);
}
async function command(name) {
  await press("F1");
  await page.waitForSelector(".quick-input-widget input", { visible: true });
  await page.keyboard.type(name);
  await see(`the command ${name}`, async () => (await text(".quick-input-list .monaco-list-row")).includes(name));
  await new Promise((wake) => setTimeout(wake, 500));
  await press("Enter");
}
/** Puts the cursor at a line and column. */
async function goTo(line, column) {
  await press("Control", "g");
  await page.waitForSelector(".quick-input-widget input", { visible: true });
  await page.keyboard.type(`${line}:${column}`);
  await press("Enter");
  await new Promise((wake) => setTimeout(wake, 300));
}
try {
  await page.goto(`http://127.0.0.1:${port}/?folder=${project}`, { waitUntil: "domcontentloaded" });
  await see("the workbench", () => page.$(".monaco-workbench"), 90_000);
  await press("Control", "p");
  await page.waitForSelector(".quick-input-widget input", { visible: true, timeout: 60_000 });
  await page.keyboard.type("shade.hlsl");
  await see("the file is found", async () => (await text(".quick-input-list .monaco-list-row")).includes("shade.hlsl"));
  await press("Enter");
  await see("the file is shown", async () => (await text(".view-lines")).includes("tinted"));
  await see("its language is HLSL", async () => (await text(".statusbar-item")).includes("HLSL"));
  await see("an error is marked", () => page.$(".squiggly-error"), 60_000);
  await see("a lens stands above the entry point", async () => /Shade \(ps_6_6\)/.test(await text(".codelens-decoration")));
  await goTo(5, 10);
  await press("Control", "k");
  await press("Control", "i");
  await see("the bubble of a function", async () => (await text(".monaco-hover")).includes("float4 tinted(float4 colour, float amount)"));
  await press("Escape");
  await goTo(8, 58);
  await press("Control", ".");
  await see("a repair is offered", async () => /saturate/.test(await text(".action-widget")));
  await press("Enter");
  await see("the repair is made", async () => (await text(".view-lines")).includes("saturate(uv.x)"));
  await see("no error is left", async () => !(await page.$(".squiggly-error")));
  await goTo(7, 2);
  await press("Enter");
  await page.keyboard.type("Albedo.", { delay: 30 });
  await press("Control", "Space");
  await see("methods are listed", async () => (await text(".suggest-widget .monaco-list-row")).includes("Sample"));
  await press("Escape");
  await press("Control", "z");
  await see("the text is as before", async () => !(await text(".view-lines")).includes("Albedo.\n"));
  await press("Control", "Shift", "i");
  await see("the text is formatted", async () => (await text(".view-lines")).includes("colour * amount + Tint"));
  await press("Control", "s");
  await see("the text is saved", async () => readFileSync(file, "utf8").includes("colour * amount + Tint"));
  await command("hlslc: Show DXIL");
  await see("the DXIL is shown", async () => (await text(".view-lines")).includes("define void @Shade") || (await text(".tabs-container")).includes("Untitled"));
  await page.click(".tabs-container .tab");
  await press("F5");
  await see("the debugger stops at the entry", async () => /Shade/.test(await text(".debug-call-stack")), 60_000);
  await press("F10");
  await see("a variable has a value", async () => /uv/.test(await text(".debug-pane .monaco-list-row")), 30_000);
} finally {
  await browser.close();
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`host.mjs: ${checks} checks, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
