// What the module says of a shader that is to be run, and the contents of its resources.

export interface Shape { readonly kind: "float" | "unorm" | "snorm" | "uint" | "sint"; readonly bits: number; readonly components: number }

/// `Resource` of `lab/wasm/src/run.rs`.
export interface Resource {
  readonly class: "t" | "u" | "b" | "s";
  readonly space: number;
  readonly register: number;
  readonly count: number;
  readonly kind: string;
  readonly is_texture: boolean;
  readonly is_written: boolean;
  readonly directions: number;
  readonly has_layers: boolean;
  readonly is_cube: boolean;
  readonly stride: number;
  readonly format: Shape;
}

export interface Element {
  readonly name: string;
  readonly index: number;
  readonly rows: number;
  readonly columns: number;
  readonly component: string;
  readonly is_of_system: boolean;
  readonly is_flat: boolean;
}

export interface Prepared {
  readonly ok: boolean;
  readonly stage: string;
  readonly group: readonly [number, number, number];
  readonly inputs: readonly Element[];
  readonly outputs: readonly Element[];
  readonly resources: readonly Resource[];
  readonly reflection: string | null;
}

export interface Finding { readonly line: number; readonly text: string; readonly count: number; readonly group: readonly number[]; readonly thread: number }

/// What a run was like.
export interface Report {
  readonly findings: readonly Finding[];
  readonly steps: number;
  readonly error: { readonly message: string; readonly line: number } | null;
}

/// A number of a resource: where it lies, what it is called and how it is read.
export interface Field { readonly name: string; readonly offset: number; readonly kind: "float" | "int" | "uint" | "bool" }

interface Type { readonly class: string; readonly type: string; readonly name: string | null; readonly struct: number | null; readonly rows: number; readonly columns: number; readonly elements: number }
interface Variable { readonly name: string; readonly start_offset: number; readonly size: number; readonly type: Type }
interface Member { readonly name: string; readonly offset: number; readonly type: Type }
interface Reflection {
  readonly bindings: readonly { readonly name: string; readonly class: string; readonly bind_point: number; readonly space: number; readonly buffer: number | null }[];
  readonly buffers: readonly { readonly size: number; readonly variables: readonly Variable[] }[];
  readonly structs: readonly { readonly members: readonly Member[] }[];
}

/// As many as constants of 64 KiB have; of more no table is made.
const MOST_FIELDS = 1 << 14;
const CLASSES = { t: "SRV", u: "UAV", b: "CBV", s: "Sampler" };

/// The name of a resource and the numbers of it, or of one element, from the reflection.
export function described(resource: Resource, reflection: Reflection): { name: string; bytes: number; fields: Field[]; variables: readonly Variable[] } {
  const found = reflection.bindings.find((one) => one.class === CLASSES[resource.class] && one.space === resource.space && one.bind_point === resource.register);
  const name = found?.name || `${resource.class}${resource.register}`;
  const buffer = found?.buffer === null || found?.buffer === undefined ? undefined : reflection.buffers[found.buffer];
  const fields: Field[] = [];
  const kindOf = (type: string): Field["kind"] => (/FLOAT/.test(type) ? "float" : /BOOL/.test(type) ? "bool" : /UINT/.test(type) ? "uint" : "int");
  const isConstants = resource.class === "b";
  const add = (path: string, offset: number, type: Type): void => {
    if (type.elements > 0) {
      const one = { ...type, elements: 0 };
      const step = isConstants ? Math.ceil(bytesOf(one) / 16) * 16 : bytesOf(one);
      for (let at = 0; at < Math.min(type.elements, MOST_FIELDS); at++) add(`${path}[${at}]`, offset + at * step, one);
      return;
    }
    if (type.struct !== null) {
      for (const member of reflection.structs[type.struct]?.members ?? []) add(path ? `${path}.${member.name}` : member.name, offset + member.offset, member.type);
      return;
    }
    if (fields.length >= MOST_FIELDS) return;
    const isMatrix = type.class.startsWith("D3D_SVC_MATRIX");
    const isColumns = type.class === "D3D_SVC_MATRIX_COLUMNS";
    for (let row = 0; row < type.rows; row++) {
      for (let column = 0; column < type.columns; column++) {
        const [outer, inner] = isColumns ? [column, row] : [row, column];
        const step = isConstants ? 16 : 4 * (isColumns ? type.rows : type.columns);
        const suffix = isMatrix ? `[${row}][${column}]` : type.columns > 1 ? `.${"xyzw"[column]}` : "";
        fields.push({ name: path + suffix, offset: offset + (isMatrix ? outer * step : 0) + 4 * inner, kind: kindOf(type.type) });
      }
    }
  };
  const bytesOf = (type: Type): number => {
    if (type.struct !== null) {
      return Math.max(0, ...(reflection.structs[type.struct]?.members ?? []).map((member) => member.offset + bytesOf(member.type) * Math.max(1, member.type.elements)));
    }
    return 4 * type.rows * type.columns;
  };
  for (const variable of buffer?.variables ?? []) add(variable.name.startsWith("$") ? "" : variable.name, variable.start_offset, variable.type);
  const bytes = isConstants ? buffer?.size ?? resource.stride : resource.stride || (resource.format.bits / 8) * resource.format.components;
  if (!fields.length) {
    // Numbers of a typed buffer, or of bytes.
    const { kind, components } = resource.stride || isConstants ? { kind: "uint", components: Math.ceil(bytes / 4) } : resource.format;
    const count = /ByteAddress|Raw/.test(resource.kind) ? 1 : components;
    for (let at = 0; at < count; at++) fields.push({ name: count > 1 ? "xyzw"[at] ?? String(at) : "value", offset: 4 * at, kind: kind === "sint" ? "int" : kind === "uint" ? "uint" : "float" });
  }
  return { name, bytes: /ByteAddress|Raw/.test(resource.kind) ? 4 : bytes, fields, variables: buffer?.variables ?? [] };
}

export const readReflection = (text: string): Reflection => JSON.parse(text) as Reflection;

export function readField(view: DataView, at: number, kind: Field["kind"]): number {
  if (at + 4 > view.byteLength) return 0;
  return kind === "float" ? view.getFloat32(at, true) : kind === "int" ? view.getInt32(at, true) : view.getUint32(at, true);
}

export function writeField(view: DataView, at: number, kind: Field["kind"], value: number): void {
  if (at + 4 > view.byteLength) return;
  if (kind === "float") view.setFloat32(at, value, true);
  else if (kind === "int") view.setInt32(at, value | 0, true);
  else view.setUint32(at, value >>> 0, true);
}

/// A number as people read it.
export const shown = (value: number, kind: Field["kind"]): string => (kind === "float" ? String(Math.fround(value) === value ? Number(value.toPrecision(7)) : value) : String(value));
