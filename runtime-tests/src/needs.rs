//! Determines the capabilities that parts of a SPIR-V module require: types, instructions, decorations and built-ins.
//!
//! Input: the bytes of a module. Output: the capabilities that its parts require. Only capabilities in which compilers
//! differ are known.

use std::collections::BTreeSet;

/// The number of words of the header, before the first instruction.
const HEADER: usize = 5;

/// The parts that require a capability.
enum By {
    /// Instructions, from one opcode to another.
    Opcodes(u32, u32),
    /// Integers or floats of a width: the opcode of the type and the number of bits.
    Width(u32, u32),
    /// Images of a dimension, with 1 for sampled and 2 for written.
    Image(u32, u32),
    /// Arrays of cubes, sampled or written.
    Cubes(u32),
    /// Multisampled images that are written.
    Samples,
    /// Formats that not every device supports.
    Formats,
    /// Formats of 64 bits.
    WideFormats,
    /// A decoration on a variable, a member or a value.
    Decoration(u32),
    /// One of these built-ins.
    BuiltIns(&'static [u32]),
    /// Image operands of sampling, by their bit.
    Operand(u32),
    /// An instruction of the standard set for shaders.
    Standard(u32, u32),
    /// A storage class of pointers.
    Class(u32),
    /// A runtime array of descriptors.
    Endless,
}

const TYPE_INT: u32 = 21;
const TYPE_FLOAT: u32 = 22;
const TYPE_IMAGE: u32 = 25;
const TYPE_RUNTIME_ARRAY: u32 = 29;
const TYPE_POINTER: u32 = 32;
const EXT_INST: u32 = 12;
const DECORATE: u32 = 71;
const MEMBER_DECORATE: u32 = 72;
const BUILT_IN: u32 = 11;
const DIM_CUBE: u32 = 3;

/// The formats that every device supports.
const BASIC_FORMATS: [u32; 14] = [0, 1, 2, 3, 4, 5, 21, 22, 23, 24, 30, 31, 32, 33];

/// Each capability with the parts that require it.
const NEEDS: &[(u32, By)] = &[
    (9, By::Width(TYPE_FLOAT, 16)),
    (10, By::Width(TYPE_FLOAT, 64)),
    (11, By::Width(TYPE_INT, 64)),
    (22, By::Width(TYPE_INT, 16)),
    (39, By::Width(TYPE_INT, 8)),
    (25, By::Operand(0x10)),
    (25, By::Operand(0x20)),
    (27, By::Samples),
    (35, By::Decoration(17)),
    (35, By::BuiltIns(&[18, 19])),
    (40, By::Image(6, 2)),
    (41, By::Opcodes(305, 316)),
    (41, By::Opcodes(320, 320)),
    (42, By::Operand(0x80)),
    (43, By::Image(0, 1)),
    (44, By::Image(0, 2)),
    (45, By::Cubes(1)),
    (46, By::Image(5, 1)),
    (47, By::Image(5, 2)),
    (48, By::Samples),
    (49, By::Formats),
    (50, By::Opcodes(103, 107)),
    (51, By::Opcodes(210, 215)),
    (52, By::Standard(76, 78)),
    (61, By::Opcodes(333, 366)),
    (69, By::BuiltIns(&[9])),
    (70, By::BuiltIns(&[10])),
    (4422, By::BuiltIns(&[4432, 4444])),
    (4433, By::Width(TYPE_INT, 16)),
    (4433, By::Width(TYPE_FLOAT, 16)),
    (4437, By::BuiltIns(&[4438])),
    (4439, By::BuiltIns(&[4440])),
    (4472, By::Opcodes(4472, 4479)),
    (5016, By::WideFormats),
    (5254, By::BuiltIns(&[9, 10])),
    (5301, By::Decoration(5300)),
    (5302, By::Endless),
    (5307, By::Decoration(5300)),
    (5309, By::Decoration(5300)),
    (5310, By::Decoration(5300)),
    (5311, By::Decoration(5300)),
    (5312, By::Decoration(5300)),
    (5347, By::Class(5349)),
    (5363, By::Opcodes(5364, 5365)),
    (5372, By::Opcodes(5364, 5365)),
    (5378, By::Opcodes(5364, 5365)),
    (5379, By::Opcodes(5380, 5381)),
    (6018, By::Opcodes(4450, 4455)),
    (6019, By::Opcodes(4450, 4455)),
];

/// Whether the parts that require a capability are known.
pub fn is_known(capability: u32) -> bool {
    NEEDS.iter().any(|row| row.0 == capability)
}

/// The known capabilities that parts of a module require.
pub fn of_module(bytes: &[u8]) -> BTreeSet<u32> {
    let words: Vec<u32> =
        bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
    let mut found = BTreeSet::new();
    let mut rest = words.get(HEADER..).unwrap_or(&[]);
    while let Some(&first) = rest.first() {
        let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
        let Some((inst, after)) = rest.split_at_checked(count.max(1)) else { break };
        found.extend(NEEDS.iter().filter(|row| row.1.is_in(opcode, &inst[1..])).map(|row| row.0));
        rest = after;
    }
    found
}

impl By {
    fn is_in(&self, opcode: u32, operands: &[u32]) -> bool {
        let at = |at: usize| operands.get(at).copied();
        // Result, sampled type, dimension, depth, arrayed, samples, usage, format.
        let is_image = opcode == TYPE_IMAGE;
        match *self {
            Self::Opcodes(from, to) => (from..=to).contains(&opcode),
            Self::Width(ty, bits) => opcode == ty && at(1) == Some(bits),
            Self::Image(dim, usage) => is_image && (at(2), at(6)) == (Some(dim), Some(usage)),
            Self::Cubes(usage) => is_image && (at(2), at(4), at(6)) == (Some(DIM_CUBE), Some(1), Some(usage)),
            Self::Samples => is_image && (at(5), at(6)) == (Some(1), Some(2)),
            Self::Formats => is_image && at(7).is_some_and(|format| !BASIC_FORMATS.contains(&format)),
            Self::WideFormats => is_image && at(7).is_some_and(|format| [40, 41].contains(&format)),
            Self::Decoration(decoration) => decorated(opcode, operands).is_some_and(|row| row.0 == decoration),
            Self::BuiltIns(list) => decorated(opcode, operands)
                .is_some_and(|(decoration, value)| decoration == BUILT_IN && list.contains(&value)),
            Self::Operand(bit) => image_operands(opcode, operands).is_some_and(|mask| mask & bit != 0),
            Self::Standard(from, to) => opcode == EXT_INST && at(3).is_some_and(|number| (from..=to).contains(&number)),
            Self::Class(class) => opcode == TYPE_POINTER && at(1) == Some(class),
            Self::Endless => opcode == TYPE_RUNTIME_ARRAY,
        }
    }
}

/// A decoration with its first literal.
fn decorated(opcode: u32, operands: &[u32]) -> Option<(u32, u32)> {
    let at = match opcode {
        DECORATE => 1,
        MEMBER_DECORATE => 2,
        _ => return None,
    };
    Some((*operands.get(at)?, operands.get(at + 1).copied().unwrap_or(0)))
}

/// The image operands of an instruction that samples, gathers, fetches, reads or writes.
fn image_operands(opcode: u32, operands: &[u32]) -> Option<u32> {
    let at = match opcode {
        // Sampling without and with a depth to compare with; fetching, gathering, reading and writing; the same where memory
        // may be absent.
        87 | 88 | 95 | 98 | 305 | 306 | 313 | 320 => 4,
        89 | 90 | 96 | 97 | 307 | 308 | 314 | 315 => 5,
        91 | 92 => 4,
        93 | 94 => 5,
        99 => 3,
        _ => return None,
    };
    operands.get(at).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(instructions: &[&[u32]]) -> Vec<u8> {
        let mut words = vec![0x0723_0203, 0x10000, 0, 10, 0];
        for inst in instructions {
            words.push(((inst.len() as u32) << 16) | inst[0]);
            words.extend(&inst[1..]);
        }
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    #[test]
    fn what_needs_a_capability_is_found() {
        // A float of 16 bits, a buffer that is read, a query of it.
        let bytes = module(&[&[22, 1, 16], &[25, 2, 1, 5, 2, 0, 0, 1, 0], &[104, 3, 4, 5]]);
        assert_eq!(of_module(&bytes).into_iter().collect::<Vec<_>>(), [9, 46, 50, 4433]);
        assert!(is_known(41) && !is_known(1));
    }
}
