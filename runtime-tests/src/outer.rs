//! Collects everything of a SPIR-V module that an application sees, by aspects: bindings and their types with every
//! offset, inputs and outputs with their types and decorations, push constants, specialization constants, modes and
//! capabilities.
//!
//! Input: the bytes of a module. Output: for each aspect the facts, in words, in order. Names and ids do not count.

use std::collections::{BTreeMap, BTreeSet};

/// What of a module is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// Entry points and their execution models.
    Entries,
    /// Execution modes with their numbers.
    Modes,
    /// Sets and bindings.
    Bindings,
    /// What is bound: storage classes, types, offsets and strides.
    Resources,
    /// Blocks of push constants with their offsets.
    PushConstants,
    /// Numbers, types and values of specialization constants.
    Specializations,
    /// Locations with components, and built-ins.
    Interface,
    /// Types and decorations of the same.
    InterfaceTypes,
    /// Capabilities.
    Capabilities,
}

impl Aspect {
    /// All of them, with what they are called.
    pub const ALL: [(Self, &'static str); 9] = [
        (Self::Entries, "entries"),
        (Self::Modes, "modes"),
        (Self::Bindings, "bindings"),
        (Self::Resources, "resources"),
        (Self::PushConstants, "push constants"),
        (Self::Specializations, "specialization constants"),
        (Self::Interface, "locations and built-ins"),
        (Self::InterfaceTypes, "types of the interface"),
        (Self::Capabilities, "capabilities"),
    ];

    /// What it is called.
    pub fn title(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The facts of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outer {
    facts: BTreeMap<Aspect, BTreeSet<String>>,
}

/// Words of the header, before the first instruction.
const HEADER: usize = 5;
const MAGIC: u32 = 0x0723_0203;

mod op {
    pub const ENTRY_POINT: u32 = 15;
    pub const EXECUTION_MODE: u32 = 16;
    pub const CAPABILITY: u32 = 17;
    pub const TYPE_BOOL: u32 = 20;
    pub const TYPE_INT: u32 = 21;
    pub const TYPE_FLOAT: u32 = 22;
    pub const TYPE_VECTOR: u32 = 23;
    pub const TYPE_MATRIX: u32 = 24;
    pub const TYPE_IMAGE: u32 = 25;
    pub const TYPE_SAMPLER: u32 = 26;
    pub const TYPE_SAMPLED_IMAGE: u32 = 27;
    pub const TYPE_ARRAY: u32 = 28;
    pub const TYPE_RUNTIME_ARRAY: u32 = 29;
    pub const TYPE_STRUCT: u32 = 30;
    pub const TYPE_POINTER: u32 = 32;
    pub const CONSTANT: u32 = 43;
    pub const SPEC_CONSTANT_TRUE: u32 = 48;
    pub const SPEC_CONSTANT_FALSE: u32 = 49;
    pub const SPEC_CONSTANT: u32 = 50;
    pub const VARIABLE: u32 = 59;
    pub const DECORATE: u32 = 71;
    pub const MEMBER_DECORATE: u32 = 72;
    pub const EXECUTION_MODE_ID: u32 = 331;
    pub const TYPE_ACCELERATION_STRUCTURE: u32 = 5341;
}

mod decoration {
    pub const SPEC_ID: u32 = 1;
    pub const ROW_MAJOR: u32 = 4;
    pub const ARRAY_STRIDE: u32 = 6;
    pub const MATRIX_STRIDE: u32 = 7;
    pub const BUILT_IN: u32 = 11;
    pub const LOCATION: u32 = 30;
    pub const COMPONENT: u32 = 31;
    pub const INDEX: u32 = 32;
    pub const BINDING: u32 = 33;
    pub const DESCRIPTOR_SET: u32 = 34;
    pub const OFFSET: u32 = 35;
    pub const INPUT_ATTACHMENT: u32 = 43;
    /// Those that say how something is interpolated, or of what it is: no perspective, flat, patch, centroid, sample.
    pub const OF_INTERFACE: [u32; 5] = [13, 14, 15, 16, 17];
    /// Coherent, and what is neither written nor read.
    pub const OF_RESOURCE: [u32; 1] = [23];
}

mod class {
    pub const UNIFORM_CONSTANT: u32 = 0;
    pub const INPUT: u32 = 1;
    pub const OUTPUT: u32 = 3;
    pub const PUSH_CONSTANT: u32 = 9;
}

/// How deep types are followed.
const MAX_DEPTH: u32 = 12;

#[derive(Default)]
struct Read {
    decorations: BTreeMap<u32, BTreeMap<u32, u32>>,
    members: BTreeMap<(u32, u32), BTreeMap<u32, u32>>,
    /// Opcode and operands of each type.
    types: BTreeMap<u32, (u32, Vec<u32>)>,
    constants: BTreeMap<u32, u32>,
    /// Id, type and storage class.
    variables: Vec<(u32, u32, u32)>,
    facts: BTreeMap<Aspect, BTreeSet<String>>,
}

impl Outer {
    /// Reads a module.
    pub fn of_module(bytes: &[u8]) -> Result<Self, String> {
        let words: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect();
        if words.first() != Some(&MAGIC) {
            return Err("no SPIR-V module".to_owned());
        }
        let mut read = Read::default();
        let mut specializations = Vec::new();
        let mut rest = words.get(HEADER..).unwrap_or(&[]);
        while let Some(&first) = rest.first() {
            let (count, opcode) = ((first >> 16) as usize, first & 0xffff);
            let Some((inst, after)) = rest.split_at_checked(count.max(1)) else {
                return Err("an instruction is cut off".to_owned());
            };
            read.instruction(opcode, &inst[1..]);
            if (op::SPEC_CONSTANT_TRUE..=op::SPEC_CONSTANT).contains(&opcode) {
                specializations.push((opcode, inst[1..].to_vec()));
            }
            rest = after;
        }
        for (opcode, operands) in specializations {
            read.specialization(opcode, &operands);
        }
        read.variables();
        Ok(Self { facts: read.facts })
    }

    /// What only one of two has, by aspect.
    pub fn differences(&self, ours: &Self) -> Vec<(Aspect, String)> {
        let empty = BTreeSet::new();
        let mut list = Vec::new();
        for (aspect, _) in Aspect::ALL {
            let of = |facts: &Self| facts.facts.get(&aspect).unwrap_or(&empty).clone();
            let (one, two) = (of(self), of(ours));
            let missing = one.difference(&two).map(|fact| format!("- {fact}\n"));
            let extra = two.difference(&one).map(|fact| format!("+ {fact}\n"));
            let text: String = missing.chain(extra).collect();
            if !text.is_empty() {
                list.push((aspect, text));
            }
        }
        list
    }

    /// The facts of an aspect that another module does not have.
    pub fn missing_in(&self, other: &Self, aspect: Aspect) -> Vec<&str> {
        let facts = self.facts.get(&aspect).into_iter().flatten();
        facts.filter(|fact| !other.holds(aspect, fact)).map(String::as_str).collect()
    }

    /// Whether there is a fact.
    pub fn holds(&self, aspect: Aspect, fact: &str) -> bool {
        self.facts.get(&aspect).is_some_and(|facts| facts.contains(fact))
    }

    /// Whether there is anything of an aspect.
    pub fn has(&self, aspect: Aspect) -> bool {
        self.facts.contains_key(&aspect)
    }
}

impl Read {
    fn fact(&mut self, aspect: Aspect, fact: String) {
        self.facts.entry(aspect).or_default().insert(fact);
    }

    fn instruction(&mut self, opcode: u32, operands: &[u32]) {
        match (opcode, operands) {
            (op::CAPABILITY, [capability]) => self.fact(Aspect::Capabilities, capability.to_string()),
            (op::ENTRY_POINT, [model, ..]) => self.fact(Aspect::Entries, format!("model {model}")),
            (op::EXECUTION_MODE, [_, mode, numbers @ ..]) => {
                self.fact(Aspect::Modes, format!("{mode} {numbers:?}"));
            }
            (op::EXECUTION_MODE_ID, [_, mode, ..]) => self.fact(Aspect::Modes, format!("{mode} by id")),
            (op::DECORATE, [id, decoration, rest @ ..]) => {
                let value = rest.first().copied().unwrap_or(0);
                self.decorations.entry(*id).or_default().insert(*decoration, value);
            }
            (op::MEMBER_DECORATE, [id, member, decoration, rest @ ..]) => {
                let value = rest.first().copied().unwrap_or(0);
                self.members.entry((*id, *member)).or_default().insert(*decoration, value);
            }
            (op::CONSTANT, [_, id, value, ..]) => {
                self.constants.insert(*id, *value);
            }
            (op::VARIABLE, [ty, id, class, ..]) => self.variables.push((*id, *ty, *class)),
            (19..=39 | op::TYPE_ACCELERATION_STRUCTURE | 4472, [id, rest @ ..]) => {
                self.types.insert(*id, (opcode, rest.to_vec()));
            }
            _ => {}
        }
    }

    fn decoration(&self, id: u32, decoration: u32) -> Option<u32> {
        self.decorations.get(&id)?.get(&decoration).copied()
    }

    fn specialization(&mut self, opcode: u32, operands: &[u32]) {
        let &[ty, id, ref value @ ..] = operands else { return };
        let Some(number) = self.decoration(id, decoration::SPEC_ID) else { return };
        let value = match opcode {
            op::SPEC_CONSTANT_TRUE => "true".to_owned(),
            op::SPEC_CONSTANT_FALSE => "false".to_owned(),
            _ => format!("{value:?}"),
        };
        let ty = self.shape(ty, 0);
        self.fact(Aspect::Specializations, format!("{number}: {ty} {value}"));
    }

    /// A type by its shape.
    fn shape(&self, ty: u32, depth: u32) -> String {
        let Some((opcode, operands)) = self.types.get(&ty).filter(|_| depth < MAX_DEPTH) else { return "?".to_owned() };
        let inner = |at: usize| self.shape(operands.get(at).copied().unwrap_or(0), depth + 1);
        let number = |at: usize| operands.get(at).copied().unwrap_or(0);
        let stride = self.decoration(ty, decoration::ARRAY_STRIDE).map_or(String::new(), |stride| format!("/{stride}"));
        match *opcode {
            op::TYPE_BOOL => "bool".to_owned(),
            op::TYPE_INT => format!("{}{}", if number(1) == 1 { "i" } else { "u" }, number(0)),
            op::TYPE_FLOAT => format!("f{}", number(0)),
            op::TYPE_VECTOR => format!("{}x{}", inner(0), number(1)),
            op::TYPE_MATRIX => format!("matrix({}, {})", inner(0), number(1)),
            op::TYPE_IMAGE => {
                let rest: Vec<u32> = operands.iter().skip(1).copied().collect();
                format!("image({}, {rest:?})", inner(0))
            }
            op::TYPE_SAMPLER => "sampler".to_owned(),
            op::TYPE_SAMPLED_IMAGE => format!("sampled {}", inner(0)),
            op::TYPE_ARRAY => {
                let count = self.constants.get(&number(1)).map_or("?".to_owned(), u32::to_string);
                format!("{}[{count}]{stride}", inner(0))
            }
            op::TYPE_RUNTIME_ARRAY => format!("{}[]{stride}", inner(0)),
            op::TYPE_STRUCT => self.members_of(ty, operands, depth),
            op::TYPE_POINTER => "pointer".to_owned(),
            op::TYPE_ACCELERATION_STRUCTURE => "acceleration structure".to_owned(),
            other => format!("type {other}"),
        }
    }

    fn members_of(&self, ty: u32, members: &[u32], depth: u32) -> String {
        let members = (0..).zip(members).map(|(at, &member)| {
            let of = |decoration| self.members.get(&(ty, at))?.get(&decoration).copied();
            let offset = of(decoration::OFFSET).map_or(String::new(), |offset| format!("@{offset} "));
            let by_rows = if of(decoration::ROW_MAJOR).is_some() { " rows" } else { "" };
            let stride = of(decoration::MATRIX_STRIDE).map_or(String::new(), |stride| format!(" vectors/{stride}"));
            format!("{offset}{}{by_rows}{stride}", self.shape(member, depth + 1))
        });
        format!("{{{}}}", members.collect::<Vec<_>>().join("; "))
    }

    fn built_ins_of(&self, ty: u32) -> String {
        let count = self.types.get(&ty).map_or(0, |found| found.1.len() as u32);
        let found = (0..count).filter_map(|at| self.members.get(&(ty, at))?.get(&decoration::BUILT_IN).copied());
        format!("{:?}", found.collect::<Vec<_>>())
    }

    fn variables(&mut self) {
        for (id, pointer, class) in std::mem::take(&mut self.variables) {
            let ty = self.types.get(&pointer).and_then(|found| found.1.get(1).copied()).unwrap_or(0);
            let shape = self.shape(ty, 0);
            let has = |list: &[u32]| -> Vec<u32> {
                list.iter().copied().filter(|&word| self.decoration(id, word).is_some()).collect()
            };
            match class {
                class::PUSH_CONSTANT => self.fact(Aspect::PushConstants, shape),
                class::INPUT | class::OUTPUT => {
                    let way = if class == class::INPUT { "in" } else { "out" };
                    let decorations = has(&decoration::OF_INTERFACE);
                    let place =
                        match (self.decoration(id, decoration::BUILT_IN), self.decoration(id, decoration::LOCATION)) {
                            (Some(built_in), _) => format!("{way} built-in {built_in}"),
                            (None, Some(location)) => {
                                let component = self.decoration(id, decoration::COMPONENT).unwrap_or(0);
                                let index = self.decoration(id, decoration::INDEX);
                                let index = index.map_or(String::new(), |index| format!(" index {index}"));
                                format!("{way} {location}.{component}{index}")
                            }
                            (None, None) => format!("{way} block {}", self.built_ins_of(ty)),
                        };
                    self.fact(Aspect::InterfaceTypes, format!("{place}: {shape} {decorations:?}"));
                    self.fact(Aspect::Interface, place);
                }
                _ => {
                    let Some(set) = self.decoration(id, decoration::DESCRIPTOR_SET) else { continue };
                    let binding = self.decoration(id, decoration::BINDING).unwrap_or(0);
                    let attachment = self.decoration(id, decoration::INPUT_ATTACHMENT);
                    let attachment = attachment.map_or(String::new(), |at| format!(" attachment {at}"));
                    let words = has(&decoration::OF_RESOURCE);
                    let storage = if class == class::UNIFORM_CONSTANT { String::new() } else { format!(" in {class}") };
                    self.fact(Aspect::Bindings, format!("{set}.{binding}"));
                    let fact = format!("{set}.{binding}{attachment}{storage}: {shape} {words:?}");
                    self.fact(Aspect::Resources, fact);
                }
            }
        }
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

    /// A uniform buffer of an integer at an offset, and a specialization constant.
    fn module(offset: u32) -> Vec<u8> {
        let words = [
            vec![MAGIC, 0x10000, 0, 10, 0],
            inst(op::DECORATE, &[1, decoration::DESCRIPTOR_SET, 2]),
            inst(op::DECORATE, &[1, decoration::BINDING, 3]),
            inst(op::DECORATE, &[5, decoration::SPEC_ID, 7]),
            inst(op::MEMBER_DECORATE, &[3, 0, decoration::OFFSET, offset]),
            inst(op::TYPE_INT, &[2, 32, 1]),
            inst(op::TYPE_STRUCT, &[3, 2]),
            inst(op::TYPE_POINTER, &[4, 2, 3]),
            inst(op::SPEC_CONSTANT, &[2, 5, 9]),
            inst(op::VARIABLE, &[4, 1, 2]),
        ];
        words.concat().iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn each_aspect_is_reported_in_words() {
        let (one, two) = (Outer::of_module(&module(0)).unwrap(), Outer::of_module(&module(16)).unwrap());
        assert_eq!(one.differences(&one), []);
        let reported = one.differences(&two);
        let text = "- 2.3 in 2: {@0 i32} []\n+ 2.3 in 2: {@16 i32} []\n".to_owned();
        assert_eq!(reported, [(Aspect::Resources, text)]);
        assert_eq!(one.facts[&Aspect::Specializations].first().unwrap(), "7: i32 [9]");
        assert!(Outer::of_module(b"DXBC").is_err());
    }
}
