// Runs a compute shader with WebGPU: the contents of resources go there, and what was written comes back in the layout of the container.
import { type Content } from "./contents";
import { laidOut, type Layout, layoutOf, takeBack, wgslRules } from "./layout";
import { type Bound, isAt, type Translation } from "./translation";

// Browsers have these; the declarations of TypeScript do not.
declare const GPUBufferUsage: Readonly<Record<"MAP_READ" | "COPY_SRC" | "COPY_DST" | "UNIFORM" | "STORAGE", number>>;
declare const GPUTextureUsage: Readonly<Record<"COPY_SRC" | "COPY_DST" | "TEXTURE_BINDING" | "STORAGE_BINDING", number>>;
declare const GPUMapMode: Readonly<Record<"READ", number>>;

/// Bytes of a row of a texture that is read back are a multiple of this.
const ROW = 256;

let found: Promise<GPUDevice> | undefined;

/// The device of the page; an error says why there is none. One that was lost is asked for again.
function device(): Promise<GPUDevice> {
  return (found ??= (async () => {
    const adapter = await navigator.gpu?.requestAdapter();
    if (!adapter) throw new Error("this browser has no WebGPU here");
    const one = await adapter.requestDevice();
    void one.lost.then(() => { found = undefined; });
    return one;
  })().catch((error) => {
    found = undefined;
    throw error;
  }));
}

/// A resource on the device: what a binding takes, and how what was written comes back.
interface Bindable {
  readonly resource: GPUBindingResource;
  readonly dispose: () => void;
  readonly content: Content;
  /// Records the copy into a buffer that can be read, and says what to do with its bytes.
  readonly back?: (encoder: GPUCommandEncoder) => { readonly buffer: GPUBuffer; readonly take: (bytes: Uint8Array, into: Uint8Array) => void };
}

function boundBuffer(gpu: GPUDevice, content: Content, layout: Layout): Bindable {
  const isConstants = content.resource.class === "b";
  const bytes = laidOut(layout, content.bytes);
  const buffer = gpu.createBuffer({ size: Math.ceil(bytes.length / 16) * 16, usage: (isConstants ? GPUBufferUsage.UNIFORM : GPUBufferUsage.STORAGE) | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST });
  gpu.queue.writeBuffer(buffer, 0, bytes);
  const bindable = { resource: { buffer, size: bytes.length }, dispose: () => buffer.destroy(), content };
  if (content.resource.class !== "u") return bindable;
  return { ...bindable, back: (encoder) => {
    const readable = gpu.createBuffer({ size: bytes.length, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    encoder.copyBufferToBuffer(buffer, 0, readable, 0, bytes.length);
    return { buffer: readable, take: (read, into) => takeBack(layout, read, into) };
  } };
}

/// Components of a format of WebGPU, and the bits of each.
function shapeOf(format: string): { components: number; bits: number } {
  const [, letters = "", bits] = /^([rgba]+)(8|16|32)(?=[a-z]+$)/.exec(format) ?? [];
  if (!letters) throw new Error(`texels of the format ${format} are not laid out here`);
  return { components: letters.length, bits: Number(bits) };
}

function boundTexture(gpu: GPUDevice, content: Content, { format: written }: Bound): Bindable {
  const { resource: { class: letter, directions, has_layers, is_cube, kind, format: shape }, size: [width, height, depth], layers } = content;
  if (is_cube || (letter === "t" && !content.isPicture)) throw new Error(`no ${kind} is laid out here for WebGPU`);
  const format = (written ?? "rgba8unorm") as GPUTextureFormat;
  const there = shapeOf(format);
  const here = content.isPicture ? there : shape;
  if (here.bits !== there.bits) throw new Error(`${content.name} has numbers of ${here.bits} bits, and WebGPU's ${format} others`);
  const slices = directions === 3 ? depth : layers;
  const [from, to] = [(here.bits / 8) * here.components, (there.bits / 8) * there.components];
  const texture = gpu.createTexture({
    size: [width, height, slices], format, dimension: (["1d", "2d", "3d"] as const)[directions - 1]!,
    usage: GPUTextureUsage.COPY_SRC | GPUTextureUsage.COPY_DST | (letter === "u" ? GPUTextureUsage.STORAGE_BINDING : GPUTextureUsage.TEXTURE_BINDING),
  });
  const texels = new Uint8Array(width * height * slices * to);
  for (let texel = 0; texel * from < content.bytes.length; texel++) texels.set(content.bytes.subarray(texel * from, texel * from + Math.min(from, to)), texel * to);
  gpu.queue.writeTexture({ texture }, texels, { bytesPerRow: width * to, rowsPerImage: height }, [width, height, slices]);
  const bindable = { resource: texture.createView(has_layers ? { dimension: "2d-array" } : {}), dispose: () => texture.destroy(), content };
  if (letter !== "u") return bindable;
  return { ...bindable, back: (encoder) => {
    const row = Math.ceil((width * to) / ROW) * ROW;
    const buffer = gpu.createBuffer({ size: row * height * slices, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
    encoder.copyTextureToBuffer({ texture }, { buffer, bytesPerRow: row, rowsPerImage: height }, [width, height, slices]);
    return { buffer, take: (read, into) => {
      for (let texel = 0; texel * from < into.length; texel++) {
        const at = Math.floor(texel / width) * row + (texel % width) * to;
        into.set(read.subarray(at, at + Math.min(from, to)), texel * from);
      }
    } };
  } };
}

function boundSampler(gpu: GPUDevice, content: Content): Bindable {
  const filter = content.linear ? "linear" : "nearest";
  const address = ({ wrap: "repeat", mirror: "mirror-repeat" } as const)[content.address as "wrap"] ?? "clamp-to-edge";
  const resource = gpu.createSampler({ magFilter: filter, minFilter: filter, addressModeU: address, addressModeV: address, addressModeW: address });
  return { resource, dispose: () => {}, content };
}

function bindable(gpu: GPUDevice, bound: Bound, contents: readonly Content[], reflection: Translation["reflection"]): Bindable {
  const content = contents.find((one) => isAt(bound.binding, one.resource.class, one));
  if (!content) throw new Error(`binding ${bound.binding[1]} of set ${bound.binding[0]} has no contents here`);
  if (content.resource.class === "s") return boundSampler(gpu, content);
  if (content.resource.is_texture) return boundTexture(gpu, content, bound);
  return boundBuffer(gpu, content, layoutOf(content, reflection, bound.binding, wgslRules(reflection)));
}

/// Runs groups of threads; the bytes of each resource that can be written, in the layout of the container.
export async function dispatch(translation: Translation, entry: string, contents: readonly Content[], groups: readonly number[]): Promise<Map<Content, Uint8Array<ArrayBuffer>>> {
  const { wgsl: { text: code, why, bindings = [] }, reflection } = translation;
  if (!code) throw new Error(why);
  const gpu = await device();
  const bindables: Bindable[] = [];
  gpu.pushErrorScope("validation");
  try {
    const pipeline = await gpu.createComputePipelineAsync({ layout: "auto", compute: { module: gpu.createShaderModule({ code }), entryPoint: entry } });
    const sets = new Map<number, GPUBindGroupEntry[]>();
    for (const bound of bindings) {
      const one = bindable(gpu, bound, contents, reflection);
      bindables.push(one);
      const [group, binding] = bound.binding;
      sets.set(group, [...(sets.get(group) ?? []), { binding, resource: one.resource }]);
    }
    const encoder = gpu.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    for (const [group, entries] of sets) pass.setBindGroup(group, gpu.createBindGroup({ layout: pipeline.getBindGroupLayout(group), entries }));
    pass.dispatchWorkgroups(groups[0]!, groups[1], groups[2]);
    pass.end();
    const backs = bindables.flatMap(({ back, content }) => (back ? [{ content, ...back(encoder) }] : []));
    gpu.queue.submit([encoder.finish()]);
    const results = new Map<Content, Uint8Array<ArrayBuffer>>();
    for (const { content, buffer, take } of backs) {
      await buffer.mapAsync(GPUMapMode.READ);
      const bytes = content.bytes.slice();
      take(new Uint8Array(buffer.getMappedRange()), bytes);
      buffer.destroy();
      results.set(content, bytes);
    }
    return results;
  } finally {
    for (const { dispose } of bindables) dispose();
    const error = await gpu.popErrorScope().catch(() => null);
    if (error) throw new Error(error.message);
  }
}
