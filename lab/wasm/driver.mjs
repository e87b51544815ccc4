// Runs the module of this folder's crate: `node driver.mjs FILE.wasm`.
//
// In, on the standard input: requests, each after its length in four bytes, the least first. Out, on the standard output: the answers
// in the same form and order. One instance does all, as a page's would. It is given nothing: a module that asks for something is refused.

import { readFileSync, writeSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const wanted = WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`);
if (wanted.length > 0) {
    console.error(`the module asks for ${wanted.join(", ")}`);
    process.exit(1);
}
const { memory, room, answer: respond } = new WebAssembly.Instance(module).exports;

const requests = readFileSync(0);
for (let at = 0; at < requests.length; ) {
    const length = requests.readUInt32LE(at);
    const place = room(length);
    new Uint8Array(memory.buffer, place, length).set(requests.subarray(at + 4, at + 4 + length));
    at += 4 + length;
    // The memory may have grown, which makes another buffer of it.
    const answered = respond();
    const answer = Buffer.from(memory.buffer, answered);
    const whole = answer.subarray(0, 4 + answer.readUInt32LE(0));
    for (let written = 0; written < whole.length; ) {
        written += writeSync(1, whole, written);
    }
}
