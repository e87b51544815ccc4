// The shader in the languages of browsers: SPIR-V of hlslc, translated by naga in a module that is loaded when it is first asked for.
import { make } from "../../elements";
import { Engine } from "../../engine";
import { type Content } from "./contents";

declare global { var hlslcGpu: string | undefined }

/// Where the registers of each class begin among the bindings of Vulkan, so that none shares one, and none is above the 1000 that
/// WebGPU has in a group.
const SHIFTS = { b: 0, t: 250, s: 500, u: 750 } as const;

/// A place in the descriptor sets or in the groups of WebGPU.
export type Place = readonly [group: number, binding: number];

/// A binding that the entry point uses; `format` is that of a texture which is written or read without a sampler.
export interface Bound { readonly binding: Place; readonly format: string | null; readonly is_read_only: boolean }

interface Translated {
  readonly glsl: { readonly text?: string; readonly why?: string; readonly uniforms?: readonly { name: string; binding: Place | null }[]; readonly textures?: readonly { name: string; texture: Place | null; sampler: Place | null }[] };
  readonly wgsl: { readonly text?: string; readonly why?: string; readonly bindings?: readonly Bound[] };
}

let loaded: Promise<Engine> | undefined;

/// The worker with naga.
function translator(): Promise<Engine> {
  return (loaded ??= new Promise<string>((resolve, reject) => {
    const script = make("script", { src: "gpu.js", onerror: () => reject(new Error("gpu.js is missing beside the page")), onload: () => {
      if (globalThis.hlslcGpu) resolve(globalThis.hlslcGpu);
      else reject(new Error("gpu.js is damaged"));
    } });
    document.head.append(script);
  }).then((text) => Engine.load(text)));
}

export interface SpirvType { readonly kind: string; readonly width: number; readonly components: number; readonly columns: number; readonly row_major: boolean | null; readonly matrix_stride: number | null; readonly array: readonly { readonly count: number | null; readonly stride: number | null }[]; readonly struct: number | null }
export interface SpirvMember { readonly name: string; readonly offset: number | null; readonly type: SpirvType }
export interface SpirvReflection {
  readonly bindings: readonly { readonly set: number; readonly binding: number; readonly block: { readonly struct: number | null } | null }[];
  readonly structs: readonly { readonly members: readonly SpirvMember[] }[];
}

/// The members of the block that is bound at a place.
export function blockAt(reflection: SpirvReflection, [set, binding]: Place): readonly SpirvMember[] {
  const found = reflection.bindings.find((one) => one.set === set && one.binding === binding)?.block;
  return found?.struct === null || found?.struct === undefined ? [] : reflection.structs[found.struct]?.members ?? [];
}

export interface Translation {
  readonly glsl: Translated["glsl"];
  readonly wgsl: Translated["wgsl"];
  readonly reflection: SpirvReflection;
}

async function translateAs(worker: Engine, args: readonly string[], source: string, entry: string): Promise<Translation> {
  const compiled = await worker.ask<{ ok: boolean; rendered: string }>("compile", { args, source });
  if (!compiled.blobs[0]) throw new Error(compiled.json.rendered);
  const reflected = await worker.ask<{ reflection: string }>("reflect", { args, source });
  const naga = await translator();
  const { json } = await naga.ask<Translated>("translate", { entry }, [compiled.blobs[0]]);
  return { ...json, reflection: JSON.parse(reflected.json.reflection) as SpirvReflection };
}

/// The shader in the languages of browsers; an error says why it is not translated at all.
export async function translate(worker: Engine, args: readonly string[], source: string, entry: string): Promise<Translation> {
  const shifts = Object.entries(SHIFTS).flatMap(([letter, shift]) => [`-fvk-${letter}-shift`, String(shift), "all"]);
  const all = [...args.filter((arg) => arg !== "-spirv"), "-spirv", "-fvk-use-gl-layout", ...shifts];
  try {
    return await translateAs(worker, all, source, entry);
  } catch (error) {
    // Naga refuses matrices that are no squares and lie by columns. Where each number lies is known, so they may lie by rows as well.
    return translateAs(worker, [...all, "-Zpr"], source, entry).catch(() => Promise.reject(error));
  }
}

/// Whether a binding is that of a resource.
export const isAt = (place: Place | null, letter: keyof typeof SHIFTS, { resource }: Content): boolean =>
  place !== null && resource.class === letter && place[0] === resource.space && place[1] === SHIFTS[letter] + resource.register;

