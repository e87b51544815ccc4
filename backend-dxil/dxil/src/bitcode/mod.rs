//! Reads and writes LLVM 3.7 bitcode, the bytes inside the program part of a container.
//!
//! [`write()`] and [`read()`] are inverse to each other with respect to the module model: a module that is read and written
//! again is the same module, though not the same bytes, since numbering and abbreviations are the writer's own.

mod abbreviations;
pub mod map;
mod read;
mod read_constants;
mod read_function;
mod read_metadata;
mod read_types;
mod write;
mod write_function;

pub use read::read;
pub use write::{Place, Written, stored, stored_form, unstored, write, write_specializable};

/// The first four bytes of bitcode.
pub const MAGIC: [u8; 4] = *b"BC\xC0\xDE";

/// Block numbers.
mod block {
    pub const MODULE: u32 = 8;
    pub const PARAM_ATTR: u32 = 9;
    pub const PARAM_ATTR_GROUP: u32 = 10;
    pub const CONSTANTS: u32 = 11;
    pub const FUNCTION: u32 = 12;
    pub const VALUE_SYMTAB: u32 = 14;
    pub const METADATA: u32 = 15;
    pub const METADATA_ATTACHMENT: u32 = 16;
    pub const TYPES: u32 = 17;
    pub const USELIST: u32 = 18;
}

/// Records of the module block.
mod module_code {
    pub const VERSION: u64 = 1;
    pub const TRIPLE: u64 = 2;
    pub const DATALAYOUT: u64 = 3;
    pub const SECTION_NAME: u64 = 5;
    pub const GLOBALVAR: u64 = 7;
    pub const FUNCTION: u64 = 8;
}

/// Records of the attribute blocks.
mod attr_code {
    pub const LIST: u64 = 2;
    pub const GROUP: u64 = 3;
    pub const KIND: u64 = 0;
    pub const KIND_VALUE: u64 = 1;
    pub const TEXT: u64 = 3;
    pub const TEXT_VALUE: u64 = 4;
}

/// Records of the type block.
mod type_code {
    pub const NUM_ENTRY: u64 = 1;
    pub const VOID: u64 = 2;
    pub const FLOAT: u64 = 3;
    pub const DOUBLE: u64 = 4;
    pub const LABEL: u64 = 5;
    pub const OPAQUE: u64 = 6;
    pub const INTEGER: u64 = 7;
    pub const POINTER: u64 = 8;
    pub const HALF: u64 = 10;
    pub const ARRAY: u64 = 11;
    pub const VECTOR: u64 = 12;
    pub const METADATA: u64 = 16;
    pub const STRUCT_ANON: u64 = 18;
    pub const STRUCT_NAME: u64 = 19;
    pub const STRUCT_NAMED: u64 = 20;
    pub const FUNCTION: u64 = 21;
}

/// Records of constants blocks.
mod const_code {
    pub const SETTYPE: u64 = 1;
    pub const NULL: u64 = 2;
    pub const UNDEF: u64 = 3;
    pub const INTEGER: u64 = 4;
    pub const FLOAT: u64 = 6;
    pub const AGGREGATE: u64 = 7;
    pub const STRING: u64 = 8;
    pub const CSTRING: u64 = 9;
    pub const BINOP: u64 = 10;
    pub const CAST: u64 = 11;
    pub const GEP: u64 = 12;
    pub const SELECT: u64 = 13;
    pub const CMP: u64 = 17;
    pub const INBOUNDS_GEP: u64 = 20;
    pub const DATA: u64 = 22;
}

/// Records of metadata blocks, beside those of debug information.
mod md_code {
    pub const STRING: u64 = 1;
    pub const VALUE: u64 = 2;
    pub const NODE: u64 = 3;
    pub const NAME: u64 = 4;
    pub const DISTINCT_NODE: u64 = 5;
    pub const KIND: u64 = 6;
    pub const NAMED_NODE: u64 = 10;
    pub const ATTACHMENT: u64 = 11;
}

/// Records of symbol tables.
mod symtab_code {
    pub const ENTRY: u64 = 1;
    pub const BLOCK_ENTRY: u64 = 2;
}

/// Records of use-list blocks.
mod uselist_code {
    pub const VALUE: u64 = 1;
    pub const BLOCK: u64 = 2;
}

/// Records of function blocks.
mod inst_code {
    pub const DECLARE_BLOCKS: u64 = 1;
    pub const BINOP: u64 = 2;
    pub const CAST: u64 = 3;
    pub const EXTRACT_ELEMENT: u64 = 6;
    pub const INSERT_ELEMENT: u64 = 7;
    pub const SHUFFLE_VECTOR: u64 = 8;
    pub const RET: u64 = 10;
    pub const BR: u64 = 11;
    pub const SWITCH: u64 = 12;
    pub const UNREACHABLE: u64 = 15;
    pub const PHI: u64 = 16;
    pub const ALLOCA: u64 = 19;
    pub const LOAD: u64 = 20;
    pub const EXTRACT_VALUE: u64 = 26;
    pub const INSERT_VALUE: u64 = 27;
    pub const CMP: u64 = 28;
    pub const SELECT: u64 = 29;
    pub const DEBUG_LOC_AGAIN: u64 = 33;
    pub const CALL: u64 = 34;
    pub const DEBUG_LOC: u64 = 35;
    pub const ATOMIC_RMW: u64 = 38;
    pub const GEP: u64 = 43;
    pub const STORE: u64 = 44;
    pub const CMPXCHG: u64 = 46;
}

/// Bits of the word of a call that states its convention.
mod call_word {
    pub const TAIL: u64 = 1;
    pub const CONVENTION_SHIFT: u32 = 1;
    pub const MUST_TAIL: u64 = 1 << 14;
    pub const EXPLICIT_TYPE: u64 = 1 << 15;
}

/// The bit of an alloca that says its type is the allocated one, not the pointer.
const ALLOCA_EXPLICIT_TYPE: u64 = 1 << 6;

/// The version record: operands are relative to the current value.
const RELATIVE_IDS: u64 = 1;

/// The encoding of an alignment: the logarithm plus one, 0 for none.
fn encode_align(align: u32) -> u64 {
    if align == 0 { 0 } else { u64::from(align.ilog2()) + 1 }
}

/// The inverse of [`encode_align`].
fn decode_align(code: u64) -> Option<u32> {
    match code {
        0 => Some(0),
        1..=30 => Some(1 << (code - 1)),
        _ => None,
    }
}
