//! Reads values: of variables, of memory, of resources and of registers, part by part.
//!
//! A [`Place`] says where something is and of which type, and costs nothing until it is read. Output: the parts of a place, a
//! text that stands for all of it, and the scalars.

use hlslc_interp::{Bits, Format, MemoryId, Num, Peeked, Session, Thread};

use crate::types::{Kind, Scalar, TypeId, Types};

/// Where the bits of a place are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A variable, by its number.
    Variable(u32),
    /// Memory of the lane, of the group, or a table.
    Address(u64),
    /// Memory of a resource, from a byte on, as far as another.
    Buffer {
        /// The memory.
        memory: MemoryId,
        /// The first byte.
        start: u64,
        /// The byte after the last.
        end: u64,
    },
    /// A typed element of a resource.
    Texel {
        /// The memory.
        memory: MemoryId,
        /// The first byte.
        start: u64,
        /// The format.
        format: Format,
    },
}

/// Something that has a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Where it is.
    pub source: Source,
    /// Its type.
    pub ty: TypeId,
    /// Its first bit there.
    pub bit: u32,
    /// The row of the matrix that it is.
    pub row: Option<u32>,
}

/// A scalar.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// Its bits.
    Known(Scalar, u64),
    /// A resource, by its register.
    Handle(String),
    /// An address.
    Pointer(u64),
    /// The optimiser removed it.
    Removed,
    /// The variable has no value yet.
    Unset,
    /// Nothing has written it.
    Unwritten,
    /// It is outside of its memory.
    Outside,
}

impl Number {
    /// The number in words.
    pub fn text(&self) -> String {
        match self {
            Self::Known(scalar, bits) => text(*scalar, *bits),
            Self::Handle(register) => register.clone(),
            Self::Pointer(bits) => format!("{bits:#x}"),
            Self::Removed => "optimised away".to_owned(),
            Self::Unset => "not set yet".to_owned(),
            Self::Unwritten => "uninitialised".to_owned(),
            Self::Outside => "out of bounds".to_owned(),
        }
    }

    /// The same where there is little room.
    fn short(&self) -> String {
        match self {
            Self::Removed | Self::Unset => "?".to_owned(),
            Self::Unwritten | Self::Outside => "!".to_owned(),
            Self::Known(..) | Self::Handle(_) | Self::Pointer(_) => self.text(),
        }
    }
}

/// A scalar in words.
pub fn text(scalar: Scalar, bits: u64) -> String {
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::Int { bits: width, signed } => {
            let unused = 64 - width.clamp(1, 64);
            let value = bits << unused;
            if signed { (value.cast_signed() >> unused).to_string() } else { (value >> unused).to_string() }
        }
        Scalar::Float { bits: 64 } => format!("{:?}", f64::from_bits(bits)),
        Scalar::Float { bits: 16 } => format!("{:?}", half(bits as u16)),
        Scalar::Float { .. } => format!("{:?}", f32::from_bits(bits as u32)),
    }
}

/// A half as a float.
pub(crate) fn half(bits: u16) -> f32 {
    let (sign, exponent, fraction) = (bits >> 15, bits >> 10 & 31, bits & 1023);
    let magnitude = match exponent {
        0 => f32::from(fraction) / f32::from(1u16 << 12) / f32::from(1u16 << 12),
        31 if fraction == 0 => f32::INFINITY,
        31 => f32::NAN,
        _ => f32::from_bits((u32::from(exponent) + 112) << 23 | u32::from(fraction) << 13),
    };
    if sign == 1 { -magnitude } else { magnitude }
}

/// The number of parts of an array that its text shows.
const PARTS_IN_TEXT: u32 = 4;

/// Texts that are nested deeper are dots.
const DEPTH_OF_TEXT: u32 = 3;

/// The view of a session that places are read in, for a thread.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The session.
    pub session: &'a Session,
    /// The types.
    pub types: &'a Types,
    /// The thread.
    pub thread: Thread,
}

impl Look<'_> {
    /// The number of parts of a place.
    pub fn count(&self, place: &Place) -> u32 {
        match (&self.types.get(place.ty).kind, place.row) {
            (Kind::Matrix { columns, .. }, Some(_)) => columns[0],
            _ => self.types.count(place.ty),
        }
    }

    /// A part of a place, with its name.
    pub fn part(&self, place: &Place, at: u32) -> Option<(String, Place)> {
        if let Kind::Matrix { of, rows, columns } = self.types.get(place.ty).kind {
            return match place.row {
                None if at < rows[0] => Some((format!("[{at}]"), Place { row: Some(at), ..*place })),
                Some(row) if at < columns[0] => {
                    let bit = place.bit + row * rows[1] + at * columns[1];
                    Some((format!("[{at}]"), Place { ty: of, bit, row: None, ..*place }))
                }
                _ => None,
            };
        }
        let (name, ty, bit) = self.types.part(place.ty, at)?;
        Some((name, Place { ty, bit: place.bit.wrapping_add(bit), ..*place }))
    }

    /// The name of the type of a place.
    pub fn type_name(&self, place: &Place) -> String {
        match (&self.types.get(place.ty).kind, place.row) {
            (Kind::Matrix { of, columns, .. }, Some(_)) => format!("{}{}", self.types.get(*of).name, columns[0]),
            _ => self.types.get(place.ty).name.clone(),
        }
    }

    /// A scalar.
    pub fn number(&self, place: &Place) -> Number {
        let scalar = match self.types.get(place.ty).kind {
            Kind::Scalar(scalar) => Some(scalar),
            Kind::Vector { .. } | Kind::Matrix { .. } | Kind::Struct(_) | Kind::Array { .. } | Kind::Opaque => None,
        };
        self.scalar(place, scalar)
    }

    fn scalar(&self, place: &Place, scalar: Option<Scalar>) -> Number {
        let known = |bits| scalar.map_or(Number::Removed, |scalar| Number::Known(scalar, bits));
        match place.source {
            Source::Variable(number) => match self.session.variable(number, place.bit, self.thread) {
                Bits::Unset => Number::Unset,
                Bits::Unknown => Number::Removed,
                Bits::Memory(address) => self.peek(address, 0, scalar),
                Bits::Number(num, bits) => self.of_num(num, bits, scalar),
            },
            Source::Address(address) => self.peek(address, place.bit / 8, scalar),
            Source::Buffer { memory, start, end } => {
                let start = start + u64::from(place.bit / 8);
                let bytes = scalar.map_or(4, |scalar| u64::from(scalar.bits() / 8));
                let range = start as usize..(start + bytes).min(end) as usize;
                match self.session.machine().memory(memory).get(range).filter(|data| data.len() as u64 == bytes) {
                    Some(data) => known(data.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))),
                    None => Number::Outside,
                }
            }
            Source::Texel { memory, start, format } => {
                let range = start as usize..start as usize + format.bytes() as usize;
                match self.session.machine().memory(memory).get(range) {
                    Some(data) => {
                        let width = scalar.map_or(32, Scalar::bits);
                        known(format.read(data).get((place.bit / width) as usize).copied().unwrap_or(0))
                    }
                    None => Number::Outside,
                }
            }
        }
    }

    /// A number as the interpreter holds it. A Boolean may be a number there, and a half a float.
    pub(crate) fn of_num(&self, num: Num, bits: u64, scalar: Option<Scalar>) -> Number {
        let own = match num {
            Num::I1 => Scalar::Bool,
            Num::I8 | Num::I16 | Num::I32 | Num::I64 => {
                Scalar::Int { bits: num.bits(), signed: !matches!(scalar, Some(Scalar::Int { signed: false, .. })) }
            }
            Num::F16 | Num::F32 | Num::F64 => Scalar::Float { bits: num.bits() },
            Num::Pointer => return Number::Pointer(bits),
            Num::Handle => {
                let register = self.session.machine().register_of_handle(bits);
                return Number::Handle(register.unwrap_or_else(|| "nothing".to_owned()));
            }
        };
        match (own, scalar) {
            // Bits that are held as another kind of number.
            (Scalar::Int { bits: 32, .. }, Some(scalar @ (Scalar::Float { bits: 32 } | Scalar::Bool))) => {
                Number::Known(scalar, bits)
            }
            (Scalar::Float { bits: 32 }, Some(scalar @ Scalar::Int { bits: 32, .. })) => Number::Known(scalar, bits),
            (Scalar::Bool, Some(scalar @ Scalar::Int { .. })) => Number::Known(scalar, bits),
            _ => Number::Known(own, bits),
        }
    }

    fn peek(&self, address: u64, byte: u32, scalar: Option<Scalar>) -> Number {
        let Some(scalar) = scalar else { return Number::Pointer(address) };
        let num = match scalar.bits() {
            8 => Num::I8,
            16 => Num::I16,
            64 => Num::I64,
            _ => Num::I32,
        };
        match self.session.peek(self.thread, address, byte, num) {
            Peeked::Value(bits) => Number::Known(scalar, bits),
            Peeked::Unwritten(_) => Number::Unwritten,
            Peeked::Outside => Number::Outside,
        }
    }

    /// The value of a place in words.
    pub fn text(&self, place: &Place) -> String {
        self.text_at(place, DEPTH_OF_TEXT)
    }

    fn text_at(&self, place: &Place, depth: u32) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
        let ty = self.types.get(place.ty);
        let count = self.count(place);
        let shown = match (&ty.kind, place.row) {
            (Kind::Scalar(_) | Kind::Opaque, _) => return self.number(place).text(),
            (Kind::Array { .. }, _) => count.min(PARTS_IN_TEXT),
            _ => count,
        };
        let is_struct = matches!(ty.kind, Kind::Struct(_));
        let mut parts: Vec<String> = (0..shown.min(16))
            .filter_map(|at| self.part(place, at))
            .map(|(name, part)| {
                let is_scalar = matches!(self.types.get(part.ty).kind, Kind::Scalar(_));
                let text = if is_scalar { self.number(&part).short() } else { self.text_at(&part, depth) };
                if is_struct { format!("{name}: {text}") } else { text }
            })
            .collect();
        // What is missing as a whole is said once.
        if !is_struct && !parts.is_empty() && parts.iter().all(|part| part == "?" || part == "!") {
            let leaf = self.first_leaf(place);
            return self.number(&leaf).text();
        }
        if shown.min(16) < count {
            parts.push("…".to_owned());
        }
        let parts = parts.join(", ");
        match ty.kind {
            Kind::Struct(_) => format!("{{{parts}}}"),
            Kind::Array { .. } => format!("[{parts}]"),
            Kind::Scalar(_) | Kind::Vector { .. } | Kind::Matrix { .. } | Kind::Opaque => format!("({parts})"),
        }
    }

    fn first_leaf(&self, place: &Place) -> Place {
        let mut place = *place;
        while let Some((_, part)) = self.part(&place, 0) {
            place = part;
        }
        place
    }

    /// Whether anything has been said of a variable.
    pub fn is_set(&self, place: &Place) -> bool {
        let leaves = self.types.leaves(place.ty);
        let number =
            |bit: u32, scalar| self.scalar(&Place { bit: place.bit.wrapping_add(bit), ..*place }, Some(scalar));
        leaves.is_empty() && self.number(place) != Number::Unset
            || leaves.iter().any(|&(_, scalar, bit)| number(bit, scalar) != Number::Unset)
    }

    /// The scalars of a place, each with its path.
    pub fn leaves(&self, place: &Place) -> Vec<(String, Number)> {
        let leaves = self.types.leaves(place.ty).into_iter();
        leaves
            .map(|(path, scalar, bit)| {
                let at = Place { bit: place.bit.wrapping_add(bit), ..*place };
                (path, self.scalar(&at, Some(scalar)))
            })
            .collect()
    }
}
