import { readFile } from "node:fs/promises";
import { api } from "./api.js";

export { Compiler, InternalError } from "./api.js";
export const { load, compile } = api(() => readFile(new URL("./hlslc.wasm", import.meta.url)));
