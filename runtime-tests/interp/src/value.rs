//! Defines the representation of values: 64 bits for each scalar in each lane, whatever its type.
//!
//! Integers are zero-extended, floats are their bit patterns, a pointer is a space, an object and a byte offset. Two types of
//! one width have one form, so that a bit cast changes nothing.

/// The type of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Num {
    /// A Boolean.
    I1,
    /// 8 bits.
    I8,
    /// 16 bits.
    I16,
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
    /// A half.
    F16,
    /// A float; also a half of minimum precision, which is held as one.
    F32,
    /// A double.
    F64,
    /// An address, see [`Pointer`].
    Pointer,
    /// A handle of a resource.
    Handle,
}

impl Num {
    /// The bits of an integer, or of a float's pattern.
    pub fn bits(self) -> u32 {
        match self {
            Self::I1 => 1,
            Self::I8 => 8,
            Self::I16 | Self::F16 => 16,
            Self::I32 | Self::F32 => 32,
            Self::I64 | Self::F64 | Self::Pointer | Self::Handle => 64,
        }
    }

    /// The bytes it takes in memory.
    pub fn bytes(self) -> u32 {
        match self {
            Self::I1 | Self::I8 => 1,
            Self::I16 | Self::F16 => 2,
            Self::I32 | Self::F32 => 4,
            Self::I64 | Self::F64 | Self::Pointer | Self::Handle => 8,
        }
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64)
    }

    /// The bits that a value of this type has set at most.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }
}

/// A value with its sign, from the low bits of a number.
pub(crate) fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits;
    (value << unused).cast_signed() >> unused
}

/// The memory of a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// Variables of one lane.
    Local,
    /// Tables of constants.
    Constant,
    /// Memory of the group.
    Shared,
}

/// An address: a space, the object it was made from, and a byte offset in the space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub space: Space,
    pub object: u32,
    pub offset: u32,
}

const OBJECT_BITS: u32 = 30;

impl Pointer {
    pub fn pack(self) -> u64 {
        let space = match self.space {
            Space::Local => 0,
            Space::Constant => 1,
            Space::Shared => 2,
        };
        space << 62 | u64::from(self.object) << 32 | u64::from(self.offset)
    }

    pub fn unpack(bits: u64) -> Self {
        let space = match bits >> 62 {
            0 => Space::Local,
            1 => Space::Constant,
            _ => Space::Shared,
        };
        Self { space, object: (bits >> 32) as u32 & ((1 << OBJECT_BITS) - 1), offset: bits as u32 }
    }
}

/// A packed pointer moved by this many bytes. The object stays: an access outside is noticed when it is made.
pub(crate) fn moved(pointer: u64, by: u64) -> u64 {
    pointer & !0xFFFF_FFFF | u64::from((pointer as u32).wrapping_add(by as u32))
}
