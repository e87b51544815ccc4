//! Defines the errors of readers and writers: of bytes that are read and of modules that are written.

use std::fmt;

/// Why bitcode could not be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitcodeError {
    /// The bit at which reading stopped, from the start of the bitcode.
    pub bit: u64,
    /// What is wrong there.
    pub kind: BitcodeErrorKind,
}

/// What can be wrong with bitcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BitcodeErrorKind {
    /// The magic number is not there.
    NotBitcode,
    /// The data ends in the middle of something.
    UnexpectedEnd,
    /// An abbreviation is used that nothing defines, or its definition is not valid.
    BadAbbreviation,
    /// Blocks do not nest.
    BadNesting,
    /// A block of a kind that LLVM 3.7 modules do not have.
    UnknownBlock(u32),
    /// A record that is not known in its block.
    UnknownRecord {
        /// The block.
        block: u32,
        /// The record code.
        code: u64,
    },
    /// A record without an operand it needs, or with one that cannot be.
    BadRecord {
        /// What the record describes.
        what: &'static str,
    },
    /// A reference to something that is not there.
    BadReference {
        /// What is referred to.
        what: &'static str,
        /// Its number.
        id: u64,
    },
    /// Constants or types that contain themselves.
    Cycle {
        /// Which of the two.
        what: &'static str,
    },
    /// An integer of no bits, or of more than are read.
    IntegerWidth {
        /// How many.
        bits: u64,
    },
    /// Something LLVM 3.7 has and DXIL does not.
    Unsupported {
        /// What it is.
        what: &'static str,
    },
}

impl fmt::Display for BitcodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotBitcode => f.write_str("this is not LLVM bitcode"),
            Self::UnexpectedEnd => f.write_str("the data ends too early"),
            Self::BadAbbreviation => f.write_str("an abbreviation is undefined or not valid"),
            Self::BadNesting => f.write_str("blocks do not nest"),
            Self::UnknownBlock(id) => write!(f, "unknown block {id}"),
            Self::UnknownRecord { block, code } => write!(f, "unknown record {code} in block {block}"),
            Self::BadRecord { what } => write!(f, "malformed record of a {what}"),
            Self::BadReference { what, id } => write!(f, "there is no {what} {id}"),
            Self::Cycle { what } => write!(f, "a {what} contains itself"),
            Self::IntegerWidth { bits } => write!(f, "an integer of {bits} bits is not part of DXIL"),
            Self::Unsupported { what } => write!(f, "{what} is not part of DXIL"),
        }
    }
}

impl fmt::Display for BitcodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bitcode error at bit {}: {}", self.bit, self.kind)
    }
}

impl std::error::Error for BitcodeError {}

/// Why a module could not be written as bitcode. Modules that pass the verifier never give one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// An operand is not defined in the function.
    DanglingOperand {
        /// The name of the function.
        function: String,
    },
    /// Bitcode or container sizes beyond 32 bits.
    TooLarge,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DanglingOperand { function } => write!(f, "an operand in `{function}` is not defined there"),
            Self::TooLarge => f.write_str("the result does not fit in 32-bit sizes"),
        }
    }
}

impl std::error::Error for WriteError {}
