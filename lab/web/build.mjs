// Makes `dist/`: a folder that works from any static host and from a disk, as scripts and no requests load everything.
//
//     npm run build [-- --out DIR --module FILE.wasm --gpu FILE.wasm]
//
// Modules that are not named are built with cargo, optimised for size (the profile `page`), which takes minutes.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, deflateRawSync, gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = import.meta.dirname;
const root = resolve(here, "../..");
const option = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

const dist = resolve(option("out") ?? join(here, "dist"));

/// Builds a module, and gives its path.
function cargo(folder, name) {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
  const args = ["build", "--locked", "--profile", "page", "--target", "wasm32-unknown-unknown", "--target-dir", target];
  execFileSync("cargo", [...args, "--manifest-path", join(root, folder, "Cargo.toml")], { stdio: "inherit", cwd: join(root, folder) });
  return join(target, "wasm32-unknown-unknown/page", `${name}.wasm`);
}

/// A module without its sections for people: names and what debuggers want.
function stripped(bytes) {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const start = at;
    const kind = bytes[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    at += size;
    if (kind !== 0) parts.push(bytes.subarray(start, at));
  }
  return Buffer.concat(parts);
}

const kib = (bytes) => `${(bytes / 1024).toFixed(0)} KiB`;

/// A script that holds a module: compressed, as text.
function scriptOf(variable, path) {
  const bytes = stripped(readFileSync(path));
  const packed = deflateRawSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: process.env.SIZES ? 11 : 5 } });
  console.log(`${path.split("/").at(-1)}: ${kib(bytes.length)}, gzip ${kib(gzipSync(bytes, { level: 9 }).length)}, brotli ${kib(brotli.length)}`);
  return `globalThis.${variable}="${packed.toString("base64")}";\n`;
}

/// The licences of all packages that end up in the page.
function licences(inputs) {
  const names = new Set();
  for (const path of Object.keys(inputs)) {
    const found = path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
    if (found) names.add(found[1]);
  }
  const texts = [...names].sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no text of its licence`);
    return `${name} ${version}: ${license}\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return `What this page is built from, beside hlslc itself and, in gpu.js, naga (both MIT or Apache-2.0).\n\n${texts.join("\n----\n\n")}`;
}

const settings = { bundle: true, minify: true, write: false, target: "es2022", format: "iife", legalComments: "none", absWorkingDir: here, metafile: true };
const worker = await esbuild.build({ ...settings, entryPoints: ["src/worker.ts"] });
const examples = readdirSync(join(here, "examples")).filter((name) => name.endsWith(".hlsl")).sort()
  .map((name) => [name.replace(/\.hlsl$/, ""), readFileSync(join(here, "examples", name), "utf8")]);
const page = await esbuild.build({
  ...settings,
  entryPoints: ["src/main.ts"],
  define: { WORKER_SOURCE: JSON.stringify(worker.outputFiles[0].text), EXAMPLES: JSON.stringify(examples) },
});
const embedded = await esbuild.build({
  ...settings,
  entryPoints: ["src/embed.ts"],
  define: { WORKER_SOURCE: JSON.stringify(worker.outputFiles[0].text) },
});
// The colours are those of the pages of `hlslc explore`.
const explored = readFileSync(join(root, "lab/explore/assets/style.css"), "utf8");
const colours = explored.slice(0, explored.indexOf("* {"));
const style = await esbuild.transform(colours + readFileSync(join(here, "src/page.css"), "utf8"), { loader: "css", minify: true });

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
writeFileSync(join(dist, "index.html"), readFileSync(join(here, "src/index.html"), "utf8"));
writeFileSync(join(dist, "page.css"), style.code);
writeFileSync(join(dist, "page.js"), page.outputFiles[0].text);
writeFileSync(join(dist, "engine.js"), embedded.outputFiles[0].text);
writeFileSync(join(dist, "module.js"), scriptOf("hlslcModule", option("module") ?? cargo("lab/wasm", "hlslc_lab_wasm")));
writeFileSync(join(dist, "gpu.js"), scriptOf("hlslcGpu", option("gpu") ?? cargo("lab/gpu", "hlslc_lab_gpu")));
writeFileSync(join(dist, "licences.txt"), licences({ ...page.metafile.inputs, ...worker.metafile.inputs }));
for (const name of readdirSync(dist)) console.log(`dist/${name}: ${kib(statSync(join(dist, name)).size)}`);
