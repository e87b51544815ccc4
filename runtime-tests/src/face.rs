//! Describes the interface of a SPIR-V module to an application and to the other stages of a pipeline.
//!
//! Input: the bytes of a module. Output: its entry points with their modes and with the built-ins, locations and blocks that go in and
//! out, and the bindings of its resources. Names, ids and types do not count, and neither does what only one of two versions of
//! SPIR-V lists at an entry point.

use std::collections::{BTreeMap, BTreeSet};

/// What is seen of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// Each in words, as messages show them.
    parts: BTreeSet<String>,
}

/// Words of the header, before the first instruction.
const HEADER: usize = 5;
const MAGIC: u32 = 0x0723_0203;

// Instructions.
const ENTRY_POINT: u32 = 15;
const EXECUTION_MODE: u32 = 16;
const VARIABLE: u32 = 59;
const DECORATE: u32 = 71;
const EXECUTION_MODE_ID: u32 = 331;
// Decorations.
const BUILT_IN: u32 = 11;
const LOCATION: u32 = 30;
const COMPONENT: u32 = 31;
const BINDING: u32 = 33;
const DESCRIPTOR_SET: u32 = 34;

/// Storage classes of the interface of an entry point, with the word for what is there.
const INTERFACE: [(u32, &str); 9] = [
    (1, "in"),
    (3, "out"),
    (5328, "callable data"),
    (5329, "incoming callable data"),
    (5338, "ray payload"),
    (5339, "hit attribute"),
    (5342, "incoming ray payload"),
    (5343, "shader record"),
    (5402, "task payload"),
];

/// Storage classes whose variables every version of SPIR-V lists at entry points.
const LISTED: [&str; 2] = ["in", "out"];

#[derive(Default)]
struct Read {
    decorations: BTreeMap<u32, BTreeMap<u32, u32>>,
    /// Storage class of each variable.
    variables: BTreeMap<u32, u32>,
    /// Model, name and interface of each entry point, by function.
    entries: Vec<(u32, u32, String, Vec<u32>)>,
    /// Function, mode and operands.
    modes: Vec<(u32, Vec<u32>)>,
}

impl Face {
    /// Reads a module.
    pub fn of_module(bytes: &[u8]) -> Result<Self, String> {
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if words.first() != Some(&MAGIC) {
            return Err("no SPIR-V module".to_owned());
        }
        let mut read = Read::default();
        let mut rest = words.get(HEADER..).unwrap_or(&[]);
        while let Some(&first) = rest.first() {
            let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
            let Some((inst, after)) = rest.split_at_checked(count.max(1)) else {
                return Err("an instruction is cut off".to_owned());
            };
            read.instruction(opcode, &inst[1..]);
            rest = after;
        }
        Ok(read.face())
    }

    /// What only one of two has, if they differ.
    pub fn differences(&self, ours: &Self) -> Option<String> {
        let missing = self.parts.difference(&ours.parts).map(|part| format!("- {part}\n"));
        let extra = ours.parts.difference(&self.parts).map(|part| format!("+ {part}\n"));
        let text: String = missing.chain(extra).collect();
        (!text.is_empty()).then(|| format!("the face of DXC's module (-) differs from ours (+):\n{text}"))
    }
}

impl Read {
    fn instruction(&mut self, opcode: u32, operands: &[u32]) {
        match (opcode, operands) {
            (ENTRY_POINT, [model, function, rest @ ..]) => {
                let text: Vec<u8> =
                    rest.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
                let interface = rest.get(text.len() / 4 + 1..).unwrap_or(&[]).to_vec();
                self.entries.push((*function, *model, String::from_utf8_lossy(&text).into_owned(), interface));
            }
            (EXECUTION_MODE | EXECUTION_MODE_ID, [function, mode @ ..]) => {
                // The ids of operands are no part of the face.
                let mode = if opcode == EXECUTION_MODE { mode } else { &mode[..mode.len().min(1)] };
                self.modes.push((*function, mode.to_vec()));
            }
            (VARIABLE, [_, id, class, ..]) => {
                self.variables.insert(*id, *class);
            }
            (DECORATE, [id, decoration, rest @ ..]) => {
                let value = rest.first().copied().unwrap_or(0);
                self.decorations.entry(*id).or_default().insert(*decoration, value);
            }
            _ => {}
        }
    }

    fn decoration(&self, id: u32, decoration: u32) -> Option<u32> {
        self.decorations.get(&id)?.get(&decoration).copied()
    }

    fn face(&self) -> Face {
        let mut parts = BTreeSet::new();
        let with_entry = |function: u32| {
            let entry = self.entries.iter().find(|entry| entry.0 == function);
            entry.map_or(String::new(), |entry| entry.2.clone())
        };
        for (_, model, name, interface) in &self.entries {
            parts.insert(format!("entry point {name} of model {model}"));
            for id in interface {
                let class = self.variables.get(id).copied().unwrap_or_default();
                let Some((_, word)) = INTERFACE.iter().find(|row| row.0 == class) else { continue };
                let what = match (self.decoration(*id, BUILT_IN), self.decoration(*id, LOCATION)) {
                    (Some(built_in), _) => format!("built-in {built_in}"),
                    (None, Some(location)) => {
                        format!("location {location}.{}", self.decoration(*id, COMPONENT).unwrap_or(0))
                    }
                    (None, None) => "variable".to_owned(),
                };
                if LISTED.contains(word) {
                    parts.insert(format!("{name}: {word} {what}"));
                }
            }
        }
        for (function, mode) in &self.modes {
            parts.insert(format!("{}: mode {mode:?}", with_entry(*function)));
        }
        for (id, class) in &self.variables {
            if let Some(set) = self.decoration(*id, DESCRIPTOR_SET) {
                parts.insert(format!("binding {} in set {set}", self.decoration(*id, BINDING).unwrap_or(0)));
            } else if let Some((_, word)) = INTERFACE.iter().find(|row| row.0 == *class && !LISTED.contains(&row.1)) {
                let location = self.decoration(*id, LOCATION).map_or(String::new(), |at| format!(" at location {at}"));
                parts.insert(format!("{word}{location}"));
            }
        }
        Face { parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inst(opcode: u32, operands: &[u32]) -> Vec<u32> {
        let mut words = vec![((operands.len() as u32 + 1) << 16) | opcode];
        words.extend(operands);
        words
    }

    fn module(location: u32) -> Vec<u8> {
        let name = u32::from_le_bytes(*b"main");
        let words = [
            vec![MAGIC, 0x10000, 0, 10, 0],
            inst(ENTRY_POINT, &[4, 1, name, 0, 2]),
            inst(EXECUTION_MODE, &[1, 7]),
            inst(DECORATE, &[2, LOCATION, location]),
            inst(DECORATE, &[3, DESCRIPTOR_SET, 0]),
            inst(DECORATE, &[3, BINDING, 5]),
            inst(VARIABLE, &[9, 2, 3]),
            inst(VARIABLE, &[9, 3, 2]),
        ];
        words.concat().iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn what_differs_is_reported_in_words() {
        let (one, two) = (Face::of_module(&module(0)).unwrap(), Face::of_module(&module(3)).unwrap());
        assert_eq!(one.differences(&one), None);
        let reported = one.differences(&two).unwrap();
        assert!(reported.ends_with("- main: out location 0.0\n+ main: out location 3.0\n"), "{reported}");
        let all: Vec<&str> = one.parts.iter().map(String::as_str).collect();
        assert_eq!(
            all,
            ["binding 5 in set 0", "entry point main of model 4", "main: mode [7]", "main: out location 0.0"]
        );
        assert!(Face::of_module(b"DXBC").is_err());
    }
}
