//! Chooses values of constants in a finished container.
//!
//! A compiler that gives a constant a record of its own in bitcode ([`Specialization`]) says in the private part where that record
//! is, and what it means ([`Table`]). [`Specializer`] reads that and writes other values over the records: no length changes, so no
//! other byte of the program does. The hash of the program and the digest of the container are made again.
//!
//! The table stands at the end of the private part (`PRIV`), after bytes of the user, since validators accept no parts but those
//! they know. All numbers are little-endian:
//!
//! | bytes | contents |
//! | --- | --- |
//! | any number | bytes of the user |
//! | the table | for each constant: its number (4), class (1: see [`NumberClass::ALL`]), width in bits (1), number of places (2), default as bits (8), length of the name (4), the name, the places |
//! | of which 8 for each place | the name of the part (4), and the bit of the part where the number starts (4) |
//! | 4 | the number of constants |
//! | 4 | the bytes of the table |
//! | 4 | the version of this form: 1 |
//! | 8 | `HLSLSPEC` |
//!
//! The number at a place is stored as [`stored_form`] says.

use std::fmt;

use crate::bitcode::{self, stored, stored_form, unstored};
use crate::bytestr::ByteStr;
use crate::container::program::Program;
use crate::container::small::ShaderHash;
use crate::container::{Container, ContainerError, DIGEST_END, FourCc, MAGIC, Reader};
use crate::module::{Module, NumberClass, Specialization};

/// The end of a private part that holds a table.
const END: [u8; 8] = *b"HLSLSPEC";
/// The version of the table.
const VERSION: u32 = 1;
/// The size of what follows the table.
const TRAILER: usize = 20;
/// The parts that may hold places.
const PROGRAMS: [FourCc; 2] = [FourCc::DXIL, FourCc::ILDB];

/// A constant whose value can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The number by which it is chosen. Several may have the same.
    pub id: u32,
    /// Its name in the source.
    pub name: ByteStr,
    /// How its bits are meant.
    pub class: NumberClass,
    /// Its width: 1, 16, 32 or 64.
    pub bits: u32,
    /// The bits of the value that the source gives it.
    pub default: u64,
    /// Where it stands.
    pub places: Vec<PartPlace>,
}

/// A place of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartPlace {
    /// The part.
    pub part: FourCc,
    /// The bit of the part's bytes where the number starts.
    pub bit: u32,
}

/// The constants of a container whose values can be chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The constants, in the order of the program.
    pub constants: Vec<Constant>,
}

impl Table {
    /// The constants of a module, without places.
    pub fn of(module: &Module) -> Self {
        let constant = |found: &Specialization| {
            let default = module.constants.as_number(found.constant).unwrap_or(0);
            let bits = module.types.number_bits(module.constants.ty(found.constant)).unwrap_or(64);
            Constant { id: found.id, name: found.name.clone(), class: found.class, bits, default, places: Vec::new() }
        };
        Self { constants: module.specializations.iter().map(constant).collect() }
    }

    /// Adds the places in a program that goes into a part.
    pub fn place(&mut self, part: FourCc, places: &[bitcode::Place]) {
        for place in places {
            let bit = place.bit + Program::BITCODE_AT as u64 * 8;
            if let Some(constant) = self.constants.get_mut(place.specialization as usize) {
                // Bitcode has less than 2^32 bytes, and a constant beyond the first 2^32 bits is none that can be chosen.
                constant.places.extend(u32::try_from(bit).ok().map(|bit| PartPlace { part, bit }));
            }
        }
    }

    /// The bytes of a private part: those of the user, and the table after them if there is one.
    pub fn write(&self, user: &[u8]) -> Vec<u8> {
        let mut out = user.to_vec();
        if self.constants.is_empty() {
            return out;
        }
        for constant in &self.constants {
            let places = &constant.places[..constant.places.len().min(u16::MAX.into())];
            out.extend(constant.id.to_le_bytes());
            out.extend([constant.class as u8, constant.bits as u8]);
            out.extend((places.len() as u16).to_le_bytes());
            out.extend(constant.default.to_le_bytes());
            out.extend((constant.name.len() as u32).to_le_bytes());
            out.extend_from_slice(&constant.name);
            for place in places {
                out.extend(place.part.0);
                out.extend(place.bit.to_le_bytes());
            }
        }
        let size = out.len() - user.len();
        for number in [self.constants.len() as u32, size as u32, VERSION] {
            out.extend(number.to_le_bytes());
        }
        out.extend(END);
        out
    }

    /// Takes a private part apart: the bytes of the user, and the table if there is one.
    pub fn read(part: &[u8]) -> Result<(&[u8], Option<Self>), ContainerError> {
        if !part.ends_with(&END) || part.len() < TRAILER {
            return Ok((part, None));
        }
        let mut reader = Reader::new(Some(FourCc::PRIV), part);
        let table_end = part.len() - TRAILER;
        reader.seek(table_end)?;
        let (count, size, version) = (reader.u32()?, reader.u32()? as usize, reader.u32()?);
        if version != VERSION {
            return Err(reader.error("a version of the table of constants that is not known"));
        }
        let start = table_end.checked_sub(size).ok_or_else(|| reader.error("a table that is longer than the part"))?;
        let (user, mut reader) = (&part[..start], Reader::new(Some(FourCc::PRIV), &part[..table_end]));
        reader.seek(start)?;
        let mut constants = Vec::new();
        for _ in 0..count {
            constants.push(Self::constant(&mut reader)?);
        }
        if reader.left() > 0 {
            return Err(reader.error("a table of constants that does not end where it should"));
        }
        Ok((user, Some(Self { constants })))
    }

    fn constant(reader: &mut Reader<'_>) -> Result<Constant, ContainerError> {
        let id = reader.u32()?;
        let (class, bits, places) = (reader.u8()?, u32::from(reader.u8()?), reader.u16()?);
        let class = NumberClass::ALL.get(usize::from(class)).copied();
        let class = class.filter(|class| widths(*class).contains(&bits));
        let class = class.ok_or_else(|| reader.error("a type that constants do not have"))?;
        let default = reader.u64()?;
        let length = reader.u32()? as usize;
        let name = reader.bytes(length)?.into();
        let places = (0..places).map(|_| Ok(PartPlace { part: FourCc(reader.array()?), bit: reader.u32()? }));
        Ok(Constant { id, name, class, bits, default, places: places.collect::<Result<_, ContainerError>>()? })
    }
}

/// The widths that numbers of a class have.
fn widths(class: NumberClass) -> &'static [u32] {
    if class == NumberClass::Bool { &[1] } else { &[16, 32, 64] }
}

impl Constant {
    /// The type, as HLSL names it.
    pub fn type_name(&self) -> &'static str {
        match (self.class, self.bits) {
            (NumberClass::Bool, _) => "bool",
            (NumberClass::Int, 16) => "int16_t",
            (NumberClass::Int, 64) => "int64_t",
            (NumberClass::Int, _) => "int",
            (NumberClass::Uint, 16) => "uint16_t",
            (NumberClass::Uint, 64) => "uint64_t",
            (NumberClass::Uint, _) => "uint",
            (NumberClass::Float, 16) => "half",
            (NumberClass::Float, 64) => "double",
            (NumberClass::Float, _) => "float",
        }
    }

    /// The value that some bits are.
    pub fn value(&self, bits: u64) -> Value {
        let unused = 64 - self.bits.clamp(1, 64);
        match (self.class, self.bits) {
            (NumberClass::Bool, _) => Value::Bool(bits & 1 == 1),
            (NumberClass::Int, _) => Value::Int(((bits << unused) as i64) >> unused),
            (NumberClass::Uint, _) => Value::Uint(bits),
            (NumberClass::Float, 16) => Value::Float(half::f16::from_bits(bits as u16).to_f64()),
            (NumberClass::Float, 64) => Value::Float(f64::from_bits(bits)),
            (NumberClass::Float, _) => Value::Float(f64::from(f32::from_bits(bits as u32))),
        }
    }

    /// The value that some bits are, as text that [`Self::parse`] reads.
    pub fn text(&self, bits: u64) -> String {
        match (self.class, self.bits) {
            (NumberClass::Float, 32) => format!("{:?}", f32::from_bits(bits as u32)),
            (NumberClass::Float, 16) => half::f16::from_bits(bits as u16).to_string(),
            _ => self.value(bits).to_string(),
        }
    }

    /// The value that some bits are; of a floating-point number the one with the fewest digits that has these bits in its type.
    pub fn shortest(&self, bits: u64) -> Value {
        match self.class {
            NumberClass::Float => self.text(bits).parse().map_or_else(|_| self.value(bits), Value::Float),
            NumberClass::Bool | NumberClass::Int | NumberClass::Uint => self.value(bits),
        }
    }

    /// The bits that a value has in this type; `None` if it has none. Floating-point numbers are rounded; an integer is taken for
    /// one of them, and 0 and 1 for `false` and `true`.
    pub fn bits_of(&self, value: Value) -> Option<u64> {
        let mask = if self.bits >= 64 { u64::MAX } else { (1 << self.bits) - 1 };
        let whole = match value {
            Value::Bits(bits) => return (bits & !mask == 0).then_some(bits),
            Value::Bool(value) => i128::from(value),
            Value::Int(value) => value.into(),
            Value::Uint(value) => value.into(),
            Value::Float(value) if self.class == NumberClass::Float => return Some(self.float_bits(value)),
            Value::Float(_) => return None,
        };
        let (least, most) = match self.class {
            NumberClass::Bool => (0, 1),
            NumberClass::Int => (-(1 << (self.bits - 1)), (1 << (self.bits - 1)) - 1),
            NumberClass::Uint => (0, i128::from(mask)),
            NumberClass::Float => return Some(self.float_bits(whole as f64)),
        };
        (least..=most).contains(&whole).then_some(whole as u64 & mask)
    }

    fn float_bits(&self, value: f64) -> u64 {
        match self.bits {
            16 => half::f16::from_f64(value).to_bits().into(),
            64 => value.to_bits(),
            _ => (value as f32).to_bits().into(),
        }
    }

    /// A value as text: `true`, `-3`, `7u`, `0.5`, `0x7fc00001` for the bits of anything, `inf` and `nan`.
    pub fn parse(&self, text: &str) -> Option<u64> {
        let text = text.trim();
        let value = match text {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
                Some(digits) => Value::Bits(u64::from_str_radix(digits, 16).ok()?),
                None => self.parse_number(text)?,
            },
        };
        self.bits_of(value)
    }

    fn parse_number(&self, text: &str) -> Option<Value> {
        if self.class == NumberClass::Float {
            let digits = text.strip_suffix(['f', 'F', 'h', 'H', 'l', 'L']).filter(|digits| !digits.ends_with("in"));
            return digits.unwrap_or(text).parse().ok().map(Value::Float);
        }
        let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
        digits.parse().map(Value::Int).or_else(|_| digits.parse().map(Value::Uint)).ok()
    }
}

/// A value of a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A floating-point number.
    Float(f64),
    /// The bits of a value of any type.
    Bits(u64),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Int(value) => value.fmt(f),
            Self::Uint(value) => value.fmt(f),
            Self::Float(value) => fmt::Debug::fmt(value, f),
            Self::Bits(bits) => write!(f, "{bits:#x}"),
        }
    }
}

/// Why values cannot be chosen in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecializeError {
    /// The bytes are not a container, or its table is damaged.
    Container(ContainerError),
    /// It has no constants to choose.
    NoConstants,
    /// There is no constant with this number.
    Unknown(u32),
    /// The program was changed after the table was made: a place does not hold a number of the constant's form.
    Stale {
        /// The name of the constant.
        name: String,
        /// The place.
        place: PartPlace,
    },
    /// A value does not fit the type.
    Value {
        /// The name of the constant.
        name: String,
        /// Its type.
        type_name: &'static str,
        /// The value.
        value: String,
    },
}

impl fmt::Display for SpecializeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Container(error) => error.fmt(f),
            Self::NoConstants => f.write_str("the container has no constants to choose"),
            Self::Unknown(id) => write!(f, "the container has no constant {id} to choose"),
            Self::Stale { name, place } => {
                let PartPlace { part, bit } = place;
                write!(f, "part {part} was changed: the constant `{name}` does not stand at bit {bit} of it any more")
            }
            Self::Value { name, type_name, value } => {
                write!(f, "`{value}` is no value of the constant `{name}`, which is a `{type_name}`")
            }
        }
    }
}

impl std::error::Error for SpecializeError {}

impl From<ContainerError> for SpecializeError {
    fn from(error: ContainerError) -> Self {
        Self::Container(error)
    }
}

/// A container that is read once and written with many choices of values.
#[derive(Clone, Debug)]
pub struct Specializer {
    bytes: Vec<u8>,
    constants: Vec<Constant>,
    /// The bits of the container where each constant stands, and its value there.
    places: Vec<(Vec<u64>, u64)>,
    /// The bytes of the container that hold the hash of the program, and those that are hashed.
    hash: Option<(usize, std::ops::Range<usize>)>,
    is_signed: bool,
}

impl Specializer {
    /// Reads a container.
    pub fn new(bytes: &[u8]) -> Result<Self, SpecializeError> {
        let container = Container::read(bytes)?;
        let offsets = Container::part_offsets(bytes)?;
        let private = container.part(FourCc::PRIV).unwrap_or(&[]);
        let (_, table) = Table::read(private)?;
        let constants = table.ok_or(SpecializeError::NoConstants)?.constants;
        let part_of = |name: FourCc| container.parts.iter().position(|part| part.name == name);
        let mut places = Vec::with_capacity(constants.len());
        for constant in &constants {
            let (mut found, mut current) = (Vec::new(), None);
            for place in &constant.places {
                let stale = || SpecializeError::Stale { name: constant.name.to_string(), place: *place };
                if !PROGRAMS.contains(&place.part) {
                    return Err(stale());
                }
                // A program that was taken out needs no value.
                let Some(part) = part_of(place.part) else { continue };
                let form = stored_form(constant.class, constant.bits);
                let bits = form.read(&container.parts[part].data, place.bit.into()).ok_or_else(stale)?;
                let bits = unstored(constant.class, constant.bits, bits);
                if *current.get_or_insert(bits) != bits {
                    return Err(stale());
                }
                found.push(offsets[part] as u64 * 8 + u64::from(place.bit));
            }
            places.push((found, current.unwrap_or(constant.default)));
        }
        let is_signed = Container::digest_of(bytes) == Some(container.digest);
        let hash = hashed(&container, &offsets)?;
        Ok(Self { bytes: bytes.to_vec(), constants, places, hash, is_signed })
    }

    /// The constants.
    pub fn constants(&self) -> &[Constant] {
        &self.constants
    }

    /// The bits of the present value of the `index`th constant.
    pub fn current(&self, index: usize) -> u64 {
        self.places[index].1
    }

    /// The container with other values of the constants with these numbers; the others keep theirs.
    pub fn specialize(&self, choices: &[(u32, Value)]) -> Result<Vec<u8>, SpecializeError> {
        let mut out = self.bytes.clone();
        for &(id, value) in choices {
            let mut is_known = false;
            for (constant, (places, _)) in self.constants.iter().zip(&self.places) {
                if constant.id != id {
                    continue;
                }
                is_known = true;
                let bits = constant.bits_of(value).ok_or_else(|| SpecializeError::Value {
                    name: constant.name.to_string(),
                    type_name: constant.type_name(),
                    value: value.to_string(),
                })?;
                let form = stored_form(constant.class, constant.bits);
                let number = stored(constant.class, constant.bits, bits);
                for &at in places {
                    form.write(&mut out, at, number);
                }
            }
            if !is_known {
                return Err(SpecializeError::Unknown(id));
            }
        }
        if let Some((at, range)) = self.hash.clone() {
            let digest = ShaderHash::of(&out[range]).digest;
            out[at..at + digest.len()].copy_from_slice(&digest);
        }
        if self.is_signed {
            // What lies after the stated size is not signed.
            let digest = Container::digest_of(&out).unwrap_or_default();
            out[MAGIC.len()..DIGEST_END].copy_from_slice(&digest.0);
        }
        Ok(out)
    }
}

/// The bytes of a container that hold the hash of the program, and those that are hashed, if it is the hash of them.
fn hashed(container: &Container, offsets: &[usize]) -> Result<Option<(usize, std::ops::Range<usize>)>, ContainerError> {
    let part_of = |name: FourCc| container.parts.iter().position(|part| part.name == name);
    let Some(at) = part_of(FourCc::HASH) else { return Ok(None) };
    let hash = ShaderHash::read(&container.parts[at].data)?;
    let name = if hash.includes_source { FourCc::ILDB } else { FourCc::DXIL };
    let Some(program) = part_of(name) else { return Ok(None) };
    let read = Program::read(name, &container.parts[program].data)?;
    let inside = Program::BITCODE_AT..Program::BITCODE_AT + read.bitcode.len();
    let is_there = container.parts[program].data.get(inside.clone()) == Some(read.bitcode.as_slice());
    if !is_there || ShaderHash::of(&read.bitcode).digest != hash.digest {
        return Ok(None);
    }
    let range = offsets[program] + inside.start..offsets[program] + inside.end;
    Ok(Some((offsets[at] + ShaderHash::DIGEST_AT, range)))
}

/// The constants of a container whose values can be chosen; none if its private part has no table of them.
pub fn constants(container: &Container) -> Result<Vec<Constant>, ContainerError> {
    let private = container.part(FourCc::PRIV).unwrap_or(&[]);
    Ok(Table::read(private)?.1.unwrap_or_default().constants)
}

impl Container {
    /// The private bytes of the user: those of the private part without the table of constants.
    pub fn user_bytes(&self) -> Result<Option<&[u8]>, ContainerError> {
        let Some(part) = self.part(FourCc::PRIV) else { return Ok(None) };
        let (user, table) = Table::read(part)?;
        Ok(Some(user).filter(|user| table.is_none() || !user.is_empty()))
    }

    /// Puts bytes of the user into the private part; a table of constants there stays.
    pub fn set_user_bytes(&mut self, user: &[u8]) -> Result<(), ContainerError> {
        let (_, table) = Table::read(self.part(FourCc::PRIV).unwrap_or(&[]))?;
        let part = table.unwrap_or_default().write(user);
        self.put(FourCc::PRIV, part);
        Ok(())
    }
}
