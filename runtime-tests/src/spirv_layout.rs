//! Computes the offsets of the scalars in the buffers of a SPIR-V module.
//!
//! Input: the words of a module. Output: for each descriptor set and binding that is a block of memory, one line for each number in
//! it, in the order of the types: where it lies, how wide it is, and whether it is a float. An array without an end shows its
//! first element and how far apart the elements are. How the types are named, and whether an integer has a sign, is not reported:
//! two compilers may differ there and mean the same memory.

use std::collections::BTreeMap;

/// A descriptor set and a binding in it.
pub type Place = (u32, u32);

/// A type, as far as it says where numbers lie.
#[derive(Clone, Debug)]
enum Type {
    Number { is_float: bool, bytes: u32 },
    Vector { of: u32, count: u32 },
    Matrix { column: u32, count: u32 },
    Array { of: u32, length: u32 },
    Endless { of: u32 },
    Struct { members: Vec<u32> },
}

/// What decorations say of a member of a struct.
#[derive(Clone, Copy, Debug, Default)]
struct Member {
    offset: u32,
    matrix_stride: u32,
    by_rows: bool,
}

/// The parts of a module that show where numbers lie.
#[derive(Default)]
struct Module {
    types: BTreeMap<u32, Type>,
    pointees: BTreeMap<u32, u32>,
    constants: BTreeMap<u32, u32>,
    strides: BTreeMap<u32, u32>,
    members: BTreeMap<(u32, u32), Member>,
    sets: BTreeMap<u32, u32>,
    bindings: BTreeMap<u32, u32>,
    /// Variables, with the type of the pointer that each is.
    variables: Vec<(u32, u32)>,
}

/// Where the members of each block begin that are no structs themselves, those of nested structs among them; of an array of structs
/// those of its first element.
pub fn starts(module: &[u8]) -> Result<BTreeMap<Place, Vec<u32>>, String> {
    let module = Module::read(module)?;
    let mut found = BTreeMap::new();
    for &(variable, pointer) in &module.variables {
        let Some(&binding) = module.bindings.get(&variable) else { continue };
        let Some(&block) = module.pointees.get(&pointer) else { continue };
        let mut starts = Vec::new();
        module.starts(block, 0, &mut starts);
        starts.sort_unstable();
        let set = module.sets.get(&variable).copied().unwrap_or(0);
        found.insert((set, binding), starts);
    }
    Ok(found)
}

/// Where the numbers of each block lie.
pub fn blocks(module: &[u8]) -> Result<BTreeMap<Place, Vec<String>>, String> {
    let module = Module::read(module)?;
    let mut found = BTreeMap::new();
    for &(variable, pointer) in &module.variables {
        let Some(&binding) = module.bindings.get(&variable) else { continue };
        let Some(&block) = module.pointees.get(&pointer) else { continue };
        if !matches!(module.types.get(&block), Some(Type::Struct { .. })) {
            continue;
        }
        let mut lines = Vec::new();
        module.numbers(block, 0, Member::default(), &mut lines)?;
        let set = module.sets.get(&variable).copied().unwrap_or(0);
        found.insert((set, binding), lines);
    }
    Ok(found)
}

impl Module {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        let mut module = Self::default();
        let mut rest = words.get(5..).ok_or("there is no header")?;
        while let [first, ..] = *rest {
            let length = (first >> 16) as usize;
            let instruction = rest.get(..length.max(1)).ok_or("an instruction goes beyond the end")?;
            module.take(first & 0xFFFF, &instruction[1..]);
            rest = &rest[length.max(1)..];
        }
        Ok(module)
    }

    /// One instruction, by its number in the specification.
    fn take(&mut self, operation: u32, operands: &[u32]) {
        match (operation, operands) {
            (21, &[id, width, _]) => drop(self.types.insert(id, Type::Number { is_float: false, bytes: width / 8 })),
            (22, &[id, width, ..]) => drop(self.types.insert(id, Type::Number { is_float: true, bytes: width / 8 })),
            (23, &[id, of, count]) => drop(self.types.insert(id, Type::Vector { of, count })),
            (24, &[id, column, count]) => drop(self.types.insert(id, Type::Matrix { column, count })),
            (28, &[id, of, length]) => {
                let length = self.constants.get(&length).copied().unwrap_or(0);
                self.types.insert(id, Type::Array { of, length });
            }
            (29, &[id, of]) => drop(self.types.insert(id, Type::Endless { of })),
            (30, [id, members @ ..]) => drop(self.types.insert(*id, Type::Struct { members: members.to_vec() })),
            (32, &[id, _, of]) => drop(self.pointees.insert(id, of)),
            (43, &[_, id, value, ..]) => drop(self.constants.insert(id, value)),
            (59, &[pointer, id, ..]) => self.variables.push((id, pointer)),
            (71, &[id, 6, stride]) => drop(self.strides.insert(id, stride)),
            (71, &[id, 33, binding]) => drop(self.bindings.insert(id, binding)),
            (71, &[id, 34, set]) => drop(self.sets.insert(id, set)),
            (72, &[id, member, 4]) => self.members.entry((id, member)).or_default().by_rows = true,
            (72, &[id, member, 7, stride]) => self.members.entry((id, member)).or_default().matrix_stride = stride,
            (72, &[id, member, 35, offset]) => self.members.entry((id, member)).or_default().offset = offset,
            _ => {}
        }
    }

    /// A line for each number of a type that begins at a place; of matrices the member says how they lie.
    fn numbers(&self, ty: u32, at: u32, member: Member, lines: &mut Vec<String>) -> Result<(), String> {
        let ty = (ty, self.types.get(&ty).ok_or("a type is not known")?);
        match *ty.1 {
            Type::Number { is_float, bytes } => {
                lines.push(format!("{at}: {bytes} bytes{}", if is_float { " of a float" } else { "" }));
            }
            Type::Vector { of, count } => {
                let bytes = self.bytes(of)?;
                for component in 0..count {
                    self.numbers(of, at + component * bytes, member, lines)?;
                }
            }
            Type::Matrix { column, count } => {
                let Some(&Type::Vector { of, count: rows }) = self.types.get(&column) else {
                    return Err("a column is no vector".to_owned());
                };
                let bytes = self.bytes(of)?;
                for (column, row) in (0..count).flat_map(|column| (0..rows).map(move |row| (column, row))) {
                    let (line, place) = if member.by_rows { (row, column) } else { (column, row) };
                    self.numbers(of, at + line * member.matrix_stride + place * bytes, member, lines)?;
                }
            }
            Type::Array { of, length } => {
                let stride = self.strides.get(&ty.0).copied().unwrap_or(0);
                for element in 0..length {
                    self.numbers(of, at + element * stride, member, lines)?;
                }
            }
            Type::Endless { of } => {
                lines.push(format!("{at}: every {} bytes", self.strides.get(&ty.0).copied().unwrap_or(0)));
                self.numbers(of, at, member, lines)?;
            }
            Type::Struct { ref members } => {
                for (number, &of) in members.iter().enumerate() {
                    let member = self.members.get(&(ty.0, number as u32)).copied().unwrap_or_default();
                    self.numbers(of, at + member.offset, member, lines)?;
                }
            }
        }
        Ok(())
    }

    /// Where what is no struct begins in a type at a place.
    fn starts(&self, mut ty: u32, at: u32, starts: &mut Vec<u32>) {
        while let Some(&(Type::Array { of, .. } | Type::Endless { of })) = self.types.get(&ty) {
            ty = of;
        }
        let Some(Type::Struct { members }) = self.types.get(&ty) else {
            starts.push(at);
            return;
        };
        for (number, &of) in (0..).zip(members) {
            let member = self.members.get(&(ty, number)).copied().unwrap_or_default();
            self.starts(of, at + member.offset, starts);
        }
    }

    fn bytes(&self, ty: u32) -> Result<u32, String> {
        match self.types.get(&ty) {
            Some(Type::Number { bytes, .. }) => Ok(*bytes),
            _ => Err("a component is no number".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compilers::Subject;

    #[test]
    fn a_block_has_a_line_for_each_number() {
        let source = "\
            struct S { float a; row_major float2x2 m; };\n\
            cbuffer B : register(b3) { float3 v; column_major float2x2 c; int i[2]; }\n\
            RWStructuredBuffer<S> o : register(u1, space2);\n\
            [numthreads(1, 1, 1)] void main() { o[0].a = v.x + c[0].y + i[1]; }\n";
        let options = ["-spirv", "-E", "main", "-T", "cs_6_0", "-fvk-use-dx-layout"].map(str::to_owned);
        let compile = Subject::Hlslc.of_sources().expect("hlslc");
        let module = compile(source, "a.hlsl", &options).expect("a module");
        let blocks = blocks(&module).expect("blocks");
        let float = |at: u32| format!("{at}: 4 bytes of a float");
        let mut constants: Vec<String> = [0, 4, 8, 16, 32, 20, 36].map(float).to_vec();
        constants.extend(["48: 4 bytes", "64: 4 bytes"].map(str::to_owned));
        let mut elements = vec!["0: every 20 bytes".to_owned()];
        elements.extend([0, 4, 8, 12, 16].map(float));
        assert_eq!(blocks, BTreeMap::from([((0, 3), constants), ((2, 1), elements)]));
    }

    #[test]
    fn what_is_no_module_is_reported() {
        assert_eq!(blocks(&[0; 8]), Err("there is no header".to_owned()));
    }
}
