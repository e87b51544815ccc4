// The worker: holds an instance of the module and answers requests with it. One that has trapped is replaced.

interface Exports {
  memory: WebAssembly.Memory;
  room(bytes: number): number;
  answer(): number;
  last_words(): number;
}
interface Asked { id: number; method: string; args: unknown; blobs: Uint8Array[] }

let module: WebAssembly.Module | undefined;
let instance: Exports | undefined;

/// A letter of `lab/wasm/src/mail.rs`.
function written(json: unknown, blobs: readonly Uint8Array[]): Uint8Array {
  const parts = [new TextEncoder().encode(JSON.stringify(json)), ...blobs];
  const letter = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(letter.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    letter.set(part, at + 4);
    at += 4 + part.length;
  }
  return letter;
}

function partsOf(letter: Uint8Array): Uint8Array[] {
  const view = new DataView(letter.buffer, letter.byteOffset, letter.length);
  const parts = [];
  for (let at = 0; at < letter.length; ) {
    const length = view.getUint32(at, true);
    parts.push(letter.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return parts;
}

/// The bytes after their length.
function framed({ memory }: Exports, at: number): Uint8Array {
  return new Uint8Array(memory.buffer, at + 4, new DataView(memory.buffer).getUint32(at, true));
}

function respond(letter: Uint8Array): Uint8Array[] {
  instance ??= new WebAssembly.Instance(module!).exports as unknown as Exports;
  try {
    const at = instance.room(letter.length);
    new Uint8Array(instance.memory.buffer, at, letter.length).set(letter);
    return partsOf(framed(instance, instance.answer()));
  } catch (trap) {
    const broken = instance;
    instance = undefined;
    let words = "";
    try {
      words = new TextDecoder().decode(framed(broken, broken.last_words()));
    } catch { /* then there are none */ }
    throw new Error(`internal error: ${words || String(trap)}`);
  }
}

onmessage = ({ data }: MessageEvent<WebAssembly.Module | Asked>) => {
  if (data instanceof WebAssembly.Module) {
    module = data;
    return;
  }
  const { id, method, args, blobs } = data;
  try {
    const [said, ...rest] = respond(written({ method, args }, blobs));
    const json = JSON.parse(new TextDecoder().decode(said)) as { fault?: string };
    if (json?.fault !== undefined) postMessage({ id, fault: json.fault });
    else postMessage({ id, json, blobs: rest }, { transfer: rest.map((blob) => blob.buffer) });
  } catch (error) {
    postMessage({ id, fault: (error as Error).message });
  }
};
