//! Chooses the contents of registers for a generated run.
//!
//! Input: a seed, and for numbers of the kinds that a shader declares a container of it. Output: bytes for a register, which follow
//! from the seed, the register and what the shader says lies there, and from nothing else, so that a program that dropped a
//! resource sees the rest as the others do.

use std::collections::BTreeMap;

use dxil::reflect::d3d::VariableType;
use dxil::reflect::{Binding, Reflection, Type};
use dxil::shader::ResourceClass;
use dxil::signature::ComponentType;
use half::f16;

use crate::random::Random;

/// A register: class, space, number.
pub type Register = (u32, u32, u32);

/// More members than this are filled as raw bytes are.
const MOST_MEMBERS: usize = 4096;

/// The bytes of a row of constants.
const ROW: u32 = 16;

/// What a word of four bytes is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// Unknown.
    Raw,
    /// A float.
    Float,
    /// A signed integer.
    Int,
    /// An unsigned one.
    Uint,
    /// A Boolean.
    Bool,
    /// Two floats of 16 bits.
    Halves,
    /// Two integers of 16 bits.
    Shorts,
    /// The lower half of a float of 64 bits, which is zero.
    DoubleLow,
    /// The upper.
    DoubleHigh,
    /// The upper half of an integer of 64 bits, which is zero; the lower is one of 32.
    LongHigh,
}

/// What lies in registers.
#[derive(Clone, Debug)]
pub struct Inputs {
    seed: u64,
    /// For registers whose content is declared: what each word is, again and again. Nothing if no declaration counts.
    layouts: Option<BTreeMap<Register, Vec<Word>>>,
}

impl Inputs {
    /// Words of a kind that the seed chooses, whatever a shader declares: small numbers, floats, or all sorts.
    pub fn untyped(seed: u64) -> Self {
        Self { seed, layouts: None }
    }

    /// Numbers of the kinds that a shader declares, none too large to be of use.
    pub fn declared(seed: u64, reflection: &Reflection) -> Self {
        let mut layouts = BTreeMap::new();
        for binding in &reflection.bindings {
            let (Some(first), Some(words)) = (binding.bind_point, words_of(reflection, binding)) else { continue };
            for register in first..first.saturating_add(binding.bind_count.unwrap_or(MOST).min(MOST)) {
                layouts.insert((binding.class as u32, binding.space, register), words.clone());
            }
        }
        Self { seed, layouts: Some(layouts) }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A number at a component of a signature, of the kind that it declares; of those that it may have one.
    pub fn of_element(&self, name: &str, component: ComponentType, which: u32) -> u32 {
        let mut random = self.named(name, u64::from(which) + 1);
        of_component(component)[0].value(&mut random, self.style())
    }

    /// How fast such a number grows from pixel to pixel, to the right and down.
    pub fn slopes(&self, name: &str) -> [f32; 2] {
        let mut random = self.named(name, 0);
        let is_flat = self.style() == Style::Zero;
        [(); 2].map(|()| if is_flat { 0.0 } else { random.below(257) as f32 / 1024.0 - 0.125 })
    }

    /// Chance for what is called something.
    fn named(&self, name: &str, which: u64) -> Random {
        let mixed = name.bytes().fold(self.seed, |mixed, byte| mixed.rotate_left(7) ^ u64::from(byte));
        Random::new(mixed ^ which << 48)
    }

    fn style(&self) -> Style {
        Style::ALL[(self.seed % Style::ALL.len() as u64) as usize]
    }

    /// What a word in a register is a part of.
    pub fn word(&self, register: Register, at: usize) -> Word {
        let words = self.layouts.as_ref().and_then(|layouts| layouts.get(&register));
        words.map_or(Word::Raw, |words| words[at % words.len()])
    }

    /// What lies in a register.
    pub fn content(&self, class: ResourceClass, space: u32, register: u32, bytes: u32) -> Vec<u8> {
        let seed = self.seed;
        let mixed = seed ^ u64::from(class as u32) << 56 ^ u64::from(space) << 32 ^ u64::from(register) << 8;
        let mut random = Random::new(mixed);
        let Some(layouts) = &self.layouts else {
            return (0..bytes / 4).flat_map(|_| any(&mut random, seed).to_le_bytes()).collect();
        };
        let raw = vec![Word::Raw];
        let words = layouts.get(&(class as u32, space, register)).unwrap_or(&raw);
        let word = |at: u32| words[at as usize % words.len()];
        let style = self.style();
        (0..bytes / 4).flat_map(|at| word(at).value(&mut random, style).to_le_bytes()).collect()
    }
}

/// What declared numbers are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// On both sides of zero.
    About,
    /// None below zero.
    Positive,
    /// None above one.
    Tiny,
    /// Floats are positive, the rest is zero.
    Floats,
    /// Floats are whole and above zero, integers multiples of four.
    Fours,
    /// Floats lie between zero and one and are neither, integers are multiples of sixteen.
    Between,
    /// Ones, and bytes of one where it is unknown what lies there.
    One,
    /// Floats are ones, the rest is zero.
    FloatsOne,
    /// Zeros.
    Zero,
    /// All bits of integers are set, floats are ones.
    Full,
}

impl Style {
    const ALL: [Self; 10] = [
        Self::About,
        Self::Positive,
        Self::Tiny,
        Self::Floats,
        Self::Fours,
        Self::Between,
        Self::One,
        Self::FloatsOne,
        Self::Zero,
        Self::Full,
    ];

    fn real(self, random: &mut Random) -> f32 {
        match self {
            Self::About => random.below(4001) as f32 / 1000.0 - 2.0,
            Self::Positive | Self::Floats => random.below(64) as f32 / 4.0,
            Self::Tiny => random.below(1001) as f32 / 1000.0,
            Self::Fours => 1.0 + random.below(8) as f32,
            Self::Between => (1 + random.below(99)) as f32 / 128.0,
            Self::One | Self::FloatsOne | Self::Full => 1.0,
            Self::Zero => 0.0,
        }
    }

    fn whole(self, random: &mut Random) -> u32 {
        match self {
            Self::About => random.below(8) as u32,
            Self::Positive => random.below(24) as u32,
            Self::Tiny => random.below(2) as u32,
            Self::Fours => random.below(16) as u32 * 4,
            Self::Between => random.below(16) as u32 * 16,
            Self::One => 1,
            Self::Floats | Self::FloatsOne | Self::Zero => 0,
            Self::Full => u32::MAX,
        }
    }

    /// A word of which it is unknown what it is a part of.
    fn raw(self, random: &mut Random) -> u32 {
        match self {
            Self::Positive | Self::Floats | Self::FloatsOne => self.real(random).to_bits(),
            Self::One => 0x0101_0101,
            _ => self.whole(random),
        }
    }
}

/// The seeds of declared numbers that differ in what they are like; further ones begin anew.
pub const SEEDS: u64 = Style::ALL.len() as u64;

/// The registers of an array without an end that something is bound to.
pub const MOST: u32 = 8;

/// A word of a kind that the seed chooses.
fn any(random: &mut Random, seed: u64) -> u32 {
    let style = match seed % 4 {
        3 => random.below(4),
        style => style,
    };
    match style {
        0 => random.below(24) as u32,
        1 => (random.below(4001) as f32 / 1000.0 - 2.0).to_bits(),
        2 => (random.below(64) as f32 / 4.0).to_bits(),
        _ => random.next() as u32,
    }
}

impl Word {
    fn value(self, random: &mut Random, style: Style) -> u32 {
        match self {
            Self::Raw => style.raw(random),
            Self::Float => style.real(random).to_bits(),
            Self::Int if style == Style::About => (random.below(12) as i32 - 4).cast_unsigned(),
            Self::Uint | Self::Int => style.whole(random),
            Self::Bool => match style {
                Style::One | Style::Full => 1,
                Style::Zero | Style::FloatsOne => 0,
                _ => random.below(2) as u32,
            },
            Self::Halves => {
                let mut half = || u32::from(f16::from_f32(style.real(random)).to_bits());
                half() | half() << 16
            }
            Self::Shorts => style.whole(random) & 0xFFFF | style.whole(random) << 16,
            Self::DoubleLow | Self::LongHigh => 0,
            Self::DoubleHigh => (f64::from(style.real(random)).to_bits() >> 32) as u32,
        }
    }
}

/// What the words of a resource are, if the container says it.
fn words_of(reflection: &Reflection, binding: &Binding) -> Option<Vec<Word>> {
    let Some(buffer) = binding.buffer.and_then(|at| reflection.buffers.get(at as usize)) else {
        return binding.component.map(of_component);
    };
    let size = if binding.class == ResourceClass::Cbv { buffer.size.next_multiple_of(ROW) } else { buffer.size };
    let mut words = vec![Word::Raw; (size / 4) as usize];
    let mut open: Vec<(&Type, u32, u32)> = buffer
        .variables
        .iter()
        .filter_map(|variable| Some((variable.r#type.as_ref()?, variable.start_offset, variable.size)))
        .collect();
    let mut seen = 0;
    while let Some((ty, start, size)) = open.pop() {
        seen += 1;
        let Some(members) = ty.r#struct.and_then(|at| reflection.structs.get(at as usize)) else {
            for (at, kind) in (start / 4..start.saturating_add(size).div_ceil(4)).zip(of_type(ty.r#type).iter().cycle())
            {
                if let Some(word) = words.get_mut(at as usize) {
                    *word = *kind;
                }
            }
            continue;
        };
        if seen > MOST_MEMBERS {
            return None;
        }
        let count = ty.elements.max(1);
        // Among constants each element but the last fills whole rows.
        let part = size.div_ceil(count);
        let stride = if binding.class == ResourceClass::Cbv && count > 1 { part.next_multiple_of(ROW) } else { part };
        let each = size.saturating_sub(stride * (count - 1));
        for element in 0..count.min(MOST_MEMBERS as u32) {
            let from = start + element * stride;
            let ends = members.members.iter().skip(1).map(|next| next.offset).chain([each]);
            for (member, end) in members.members.iter().zip(ends) {
                open.push((&member.r#type, from + member.offset, end.saturating_sub(member.offset)));
            }
        }
    }
    (!words.is_empty()).then_some(words)
}

fn of_component(component: ComponentType) -> Vec<Word> {
    use ComponentType as C;
    match component {
        C::I1 => vec![Word::Bool],
        C::I16 | C::I32 => vec![Word::Int],
        C::U16 | C::U32 => vec![Word::Uint],
        C::I64 | C::U64 => vec![Word::Uint, Word::LongHigh],
        C::F64 | C::SNormF64 | C::UNormF64 => vec![Word::DoubleLow, Word::DoubleHigh],
        C::F16 | C::F32 | C::SNormF16 | C::UNormF16 | C::SNormF32 | C::UNormF32 => vec![Word::Float],
        _ => vec![Word::Raw],
    }
}

fn of_type(ty: VariableType) -> &'static [Word] {
    match ty {
        VariableType::Bool => &[Word::Bool],
        VariableType::Int | VariableType::Min16Int => &[Word::Int],
        VariableType::UInt | VariableType::Min16UInt => &[Word::Uint],
        VariableType::Float | VariableType::Min16Float => &[Word::Float],
        VariableType::Double => &[Word::DoubleLow, Word::DoubleHigh],
        VariableType::Int16 | VariableType::UInt16 => &[Word::Shorts],
        VariableType::Float16 => &[Word::Halves],
        VariableType::Int64 | VariableType::UInt64 => &[Word::Uint, Word::LongHigh],
        VariableType::Void => &[Word::Raw],
    }
}

#[cfg(test)]
mod tests {
    use hlslc::args::CommandLine;
    use hlslc::{Compiler, NoIncludes};

    use super::Word::{Bool, Float, Int, Raw, Uint};
    use super::*;

    #[test]
    fn numbers_are_of_the_kinds_that_a_shader_declares() {
        let source = "
struct Inner { uint n; bool b; };
cbuffer C : register(b1) { float3 f; Inner inner[2]; int i; };
RWByteAddressBuffer o;
[numthreads(1, 1, 1)] void main() { o.Store(0, f.x + inner[1].n + inner[0].b + i); }";
        let args = ["-T", "cs_6_0", "-E", "main"].map(str::to_owned);
        let line = CommandLine::parse(&args, &|path| Err(format!("no file {path}")));
        let output = Compiler::new(line.options).compile("test.hlsl", source.as_bytes(), &NoIncludes);
        let reflection = dxil::reflect::reflect(&output.object.expect("it compiles")).expect("it can be reflected");
        let inputs = Inputs::declared(0, &reflection);
        let place = (ResourceClass::Cbv as u32, 0, 1);
        let found: Vec<Word> = (0..11).map(|at| inputs.word(place, at)).collect();
        assert_eq!(found, [Float, Float, Float, Raw, Uint, Bool, Raw, Raw, Uint, Bool, Int]);
        let content = inputs.content(ResourceClass::Cbv, 0, 1, 64);
        let word = |at: usize| {
            u32::from_le_bytes([content[at * 4], content[at * 4 + 1], content[at * 4 + 2], content[at * 4 + 3]])
        };
        assert!(f32::from_bits(word(0)).abs() <= 2.0 && word(4) < 8 && word(5) < 2);
        assert_eq!(content, Inputs::declared(0, &reflection).content(ResourceClass::Cbv, 0, 1, 64));
    }
}
