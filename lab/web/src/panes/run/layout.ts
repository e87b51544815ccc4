// Where the same numbers lie in a container, in a block of GLSL and in a variable of WGSL, so that bytes can go from one to the other.
import { type Content } from "./contents";
import { blockAt, type Place, type SpirvMember, type SpirvReflection, type SpirvType } from "./translation";

/// One or more elements of a block: the distance between two of them on both sides, and where each number of one lies.
export interface Layout { readonly here: number; readonly there: number; readonly moves: readonly (readonly [here: number, there: number])[] }

/// Where members, elements and columns of matrices lie.
interface Rules {
  readonly offsets: (members: readonly SpirvMember[]) => readonly number[];
  readonly stride: (element: SpirvType, said: number | null) => number;
  /// The steps from a column of SPIR-V to the next, which is a row of HLSL, and from one number of it to the next.
  readonly steps: (type: SpirvType) => readonly [number, number];
}

/// As the module of SPIR-V says, and the blocks of GLSL that naga makes of it.
export const SAID: Rules = {
  offsets: (members) => members.map(({ offset }) => offset ?? 0),
  stride: (_, said) => said ?? 0,
  steps: ({ row_major, matrix_stride }) => (row_major ? [4, matrix_stride ?? 4] : [matrix_stride ?? 0, 4]),
};

const aligned = (value: number, to: number) => Math.ceil(value / to) * to;

/// By the rules of WGSL: the text that naga writes has types alone, and no offsets or strides.
export function wgslRules({ structs }: SpirvReflection): Rules {
  const membersOf = ({ struct }: SpirvType) => (struct === null ? [] : structs[struct]?.members ?? []);
  const shape = (type: SpirvType): { align: number; size: number } => {
    const [outer, ...inner] = type.array;
    if (outer) {
      const { align } = shape({ ...type, array: inner });
      return { align, size: (outer.count ?? 0) * stride({ ...type, array: inner }) };
    }
    if (type.struct !== null) {
      const members = membersOf(type);
      const align = Math.max(4, ...members.map((member) => shape(member.type).align));
      return { align, size: aligned(Math.max(0, ...offsets(members).map((at, index) => at + shape(members[index]!.type).size)), align) };
    }
    const align = [4, 4, 8, 16, 16][type.components]!;
    return { align, size: type.columns > 1 ? type.columns * aligned(4 * type.components, align) : 4 * type.components };
  };
  const stride = (element: SpirvType) => {
    const { align, size } = shape(element);
    return aligned(size, align);
  };
  const offsets = (members: readonly SpirvMember[]) => {
    let end = 0;
    return members.map(({ type }) => {
      const { align, size } = shape(type);
      const at = aligned(end, align);
      end = at + size;
      return at;
    });
  };
  return { offsets, stride, steps: (type) => [stride({ ...type, columns: 1 }), 4] };
}

/// Offsets of all numbers of a type: members, elements, rows and columns in the order of the source.
function numbers(reflection: SpirvReflection, rules: Rules, type: SpirvType, offset: number, found: number[]): void {
  const [outer, ...inner] = type.array;
  if (outer) {
    const element = { ...type, array: inner };
    for (let at = 0; at < (outer.count ?? 1); at++) numbers(reflection, rules, element, offset + at * rules.stride(element, outer.stride), found);
    return;
  }
  if (type.struct !== null) return numbersOf(reflection, rules, reflection.structs[type.struct]?.members ?? [], offset, found);
  if (type.width !== 32) throw new Error(`numbers of ${type.width} bits are not laid out here`);
  const [row, column] = rules.steps(type);
  for (let r = 0; r < type.columns; r++) {
    for (let c = 0; c < type.components; c++) found.push(offset + r * row + c * column);
  }
}

function numbersOf(reflection: SpirvReflection, rules: Rules, members: readonly SpirvMember[], offset: number, found: number[]): void {
  rules.offsets(members).forEach((at, index) => numbers(reflection, rules, members[index]!.type, offset + at, found));
}

/// The layout of a buffer, or of constants, that a block of SPIR-V holds.
export function layoutOf(content: Content, reflection: SpirvReflection, place: Place, rules: Rules): Layout {
  const members = blockAt(reflection, place);
  const found: number[] = [];
  const list = content.resource.class === "b" ? undefined : members[0]?.type;
  const element = list && { ...list, array: list.array.slice(1) };
  if (element) numbers(reflection, rules, element, 0, found);
  else numbersOf(reflection, rules, members, 0, found);
  if (found.length !== content.fields.length) throw new Error(`${content.name} has ${content.fields.length} numbers in the container and ${found.length} in SPIR-V`);
  const there = element ? rules.stride(element, list.array[0]?.stride ?? null) : aligned(Math.max(0, ...found.map((at) => at + 4)), 16);
  return { here: element ? content.stride : content.bytes.length, there, moves: content.fields.map(({ offset }, at) => [offset, found[at]!] as const) };
}

/// Copies numbers of all elements that both sides have.
function copy({ moves }: Layout, from: Uint8Array, to: Uint8Array, steps: readonly [number, number], isBack: boolean): void {
  const count = Math.min(Math.floor(from.length / steps[0]), Math.floor(to.length / steps[1]));
  for (let element = 0; element < count; element++) {
    for (const [here, there] of moves) {
      const at = element * steps[0] + (isBack ? there : here);
      to.set(from.subarray(at, at + 4), element * steps[1] + (isBack ? here : there));
    }
  }
}

/// The bytes as the GPU has them.
export function laidOut(layout: Layout, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(Math.max(1, Math.floor(bytes.length / layout.here)) * layout.there);
  copy(layout, bytes, made, [layout.here, layout.there], false);
  return made;
}

/// Puts bytes as the GPU has them where the container has them; what lies between numbers stays.
export function takeBack(layout: Layout, bytes: Uint8Array, into: Uint8Array): void {
  copy(layout, bytes, into, [layout.there, layout.here], true);
}
