//! Extracts the debug information of a SPIR-V module: lines with instructions, and variables with a location.

use std::collections::{BTreeMap, BTreeSet};

use crate::debugging::Shown;

const MAGIC: u32 = 0x0723_0203;
const HEADER: usize = 5;

/// Instructions of SPIR-V.
mod op {
    pub const NOP: u32 = 0;
    pub const UNDEF: u32 = 1;
    pub const STRING: u32 = 7;
    pub const LINE: u32 = 8;
    pub const EXT_INST_IMPORT: u32 = 11;
    pub const EXT_INST: u32 = 12;
    pub const CONSTANT: u32 = 43;
    pub const FUNCTION: u32 = 54;
    pub const NO_LINE: u32 = 317;
    /// As the set's own, but naming what comes later.
    pub const EXT_INST_AHEAD: u32 = 4433;
}

/// Instructions of both sets for debug information; only one of them has lines.
mod debug {
    pub const GLOBAL_VARIABLE: u32 = 18;
    pub const LOCAL_VARIABLE: u32 = 26;
    pub const DECLARE: u32 = 28;
    pub const VALUE: u32 = 29;
    pub const LINE: u32 = 103;
}

/// Names of the sets, and whether numbers are constants there.
const SETS: [(&str, bool); 2] = [("OpenCL.DebugInfo.100", false), ("NonSemantic.Shader.DebugInfo.100", true)];

/// An instruction: its number and the words after it.
type Inst = (u32, Vec<u32>);

fn instructions(bytes: &[u8]) -> Result<Vec<Inst>, String> {
    let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    let words: Vec<u32> = words.collect();
    if words.first() != Some(&MAGIC) {
        return Err("no SPIR-V module".to_owned());
    }
    let (mut rest, mut found) = (words.get(HEADER..).unwrap_or(&[]), Vec::new());
    while let Some(&first) = rest.first() {
        let count = (first >> 16) as usize;
        let Some((inst, after)) = rest.split_at_checked(count.max(1)) else {
            return Err("an instruction is cut off".to_owned());
        };
        found.push((first & 0xffff, inst[1..].to_vec()));
        rest = after;
    }
    Ok(found)
}

fn text(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0);
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

/// What a module shows of the source.
pub fn shown_by_module(bytes: &[u8]) -> Result<Shown, String> {
    let mut shown = Shown::default();
    let (mut texts, mut numbers, mut undefined) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    let (mut declared, mut set) = (BTreeMap::new(), None);
    for (opcode, words) in instructions(bytes)? {
        match (opcode, words.as_slice()) {
            (op::STRING, [id, words @ ..]) => {
                texts.insert(*id, text(words));
            }
            (op::CONSTANT, [_, id, number, ..]) => {
                numbers.insert(*id, *number);
            }
            (op::UNDEF, [_, id]) => {
                undefined.insert(*id);
            }
            (op::EXT_INST_IMPORT, [id, words @ ..]) => {
                let name = text(words);
                set = SETS.iter().find(|row| row.0 == name).map(|row| (*id, row.1)).or(set);
            }
            (op::LINE, [_, line, _]) => {
                shown.lines.insert(*line);
            }
            (op::EXT_INST | op::EXT_INST_AHEAD, [_, id, of, inst, args @ ..]) if set.map(|set| set.0) == Some(*of) => {
                let has_constants = set.is_some_and(|set| set.1);
                let number = |word: u32| if has_constants { numbers.get(&word).copied() } else { Some(word) };
                let named = |args: &[u32]| {
                    let &[name, _, _, line, ..] = args else { return None };
                    Some((texts.get(&name)?.clone(), number(line)?))
                };
                match (*inst, args) {
                    (debug::LINE, [_, line, ..]) => shown.lines.extend(number(*line)),
                    (debug::LOCAL_VARIABLE, args) => declared.extend(named(args).map(|named| (*id, named))),
                    (debug::GLOBAL_VARIABLE, args) => shown.variables.extend(named(args)),
                    (debug::DECLARE | debug::VALUE, [variable, at, ..]) if !undefined.contains(at) => {
                        shown.variables.extend(declared.get(variable).cloned());
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }
    Ok(shown)
}

/// The instructions of functions but those of debug information, by their numbers.
pub fn code(bytes: &[u8]) -> Result<Vec<u32>, String> {
    let mut sets = BTreeSet::new();
    let (mut found, mut in_functions) = (Vec::new(), false);
    for (opcode, words) in instructions(bytes)? {
        in_functions |= opcode == op::FUNCTION;
        if let (op::EXT_INST_IMPORT, [id, words @ ..]) = (opcode, words.as_slice())
            && SETS.iter().any(|row| row.0 == text(words))
        {
            sets.insert(*id);
        }
        let is_debug = match opcode {
            op::LINE | op::NO_LINE | op::NOP => true,
            op::EXT_INST | op::EXT_INST_AHEAD => words.get(2).is_some_and(|set| sets.contains(set)),
            _ => false,
        };
        if in_functions && !is_debug {
            found.push(opcode);
        }
    }
    Ok(found)
}
