#!/usr/bin/env node
// Starts the program that npm has installed for this system.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { programs } from "./programs.js";

const system = `${process.platform} ${process.arch}`;
const name = programs[system];
const file = process.platform === "win32" ? "bin/hlslc.exe" : "bin/hlslc";
let program;
try {
  program = name && createRequire(import.meta.url).resolve(`${name}/${file}`);
} catch {
  // It is reported below.
}
if (!program) {
  console.error(
    name
      ? `hlslc: error: the package ${name} is not installed: it is an optional dependency, which npm leaves out with --omit=optional`
      : `hlslc: error: there is no program for ${system}; the module of this package compiles there: import { compile } from "hlslc"`,
  );
  process.exit(1);
}
const done = spawnSync(program, process.argv.slice(2), { stdio: "inherit" });
if (done.error) console.error(`hlslc: error: ${program}: ${done.error.message}`);
if (done.signal) process.kill(process.pid, done.signal);
process.exit(done.status ?? 1);
