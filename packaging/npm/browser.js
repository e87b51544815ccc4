import { api } from "./api.js";

export { Compiler, InternalError } from "./api.js";
export const { load, compile } = api(() => fetch(new URL("./hlslc.wasm", import.meta.url)));
