//! Lists the abbreviations of DXC's bitcode writer, with the block that defines each and its number.
//!
//! Input: how many types, values and the like a module has, from which the widths of fields follow. Output: the definitions of
//! BLOCKINFO, and of single blocks, in the order of DXC, so that readers which were only ever given DXC's output find what they
//! expect: no abbreviation of another record, no field of 32 bits. A record that DXC writes in full is written in full here too,
//! although an abbreviation of it would be shorter.

use crate::bitstream::Encoding::{self, Array, Char6, Fixed, Literal, Vbr};
use crate::bitstream::{Abbreviation, AbbreviationId, BlockAbbreviations};

use super::{block, const_code, inst_code, md_code, module_code, symtab_code, type_code};

/// Of symbol tables.
pub mod symtab {
    use super::AbbreviationId;

    pub const ENTRY_8: AbbreviationId = AbbreviationId::nth(0);
    pub const ENTRY_7: AbbreviationId = AbbreviationId::nth(1);
    pub const ENTRY_6: AbbreviationId = AbbreviationId::nth(2);
    pub const BLOCK_ENTRY_6: AbbreviationId = AbbreviationId::nth(3);
}

/// Of all constants blocks.
pub mod constants {
    use super::AbbreviationId;

    pub const SETTYPE: AbbreviationId = AbbreviationId::nth(0);
    pub const INTEGER: AbbreviationId = AbbreviationId::nth(1);
    pub const CAST: AbbreviationId = AbbreviationId::nth(2);
}

/// Of the constants block of the module.
pub mod module_constants {
    use super::AbbreviationId;

    pub const AGGREGATE: AbbreviationId = AbbreviationId::nth(4);
    pub const STRING_8: AbbreviationId = AbbreviationId::nth(5);
    pub const CSTRING_7: AbbreviationId = AbbreviationId::nth(6);
    pub const CSTRING_6: AbbreviationId = AbbreviationId::nth(7);
}

/// Of function blocks.
pub mod function {
    use super::AbbreviationId;

    pub const LOAD: AbbreviationId = AbbreviationId::nth(0);
    pub const BINOP: AbbreviationId = AbbreviationId::nth(1);
    pub const BINOP_FLAGS: AbbreviationId = AbbreviationId::nth(2);
    pub const CAST: AbbreviationId = AbbreviationId::nth(3);
    pub const RET_VOID: AbbreviationId = AbbreviationId::nth(4);
    pub const RET_VALUE: AbbreviationId = AbbreviationId::nth(5);
    pub const UNREACHABLE: AbbreviationId = AbbreviationId::nth(6);
    pub const GEP: AbbreviationId = AbbreviationId::nth(7);
}

/// Of the type block.
pub mod types {
    use super::AbbreviationId;

    pub const POINTER: AbbreviationId = AbbreviationId::nth(0);
    pub const FUNCTION: AbbreviationId = AbbreviationId::nth(1);
    pub const STRUCT_ANON: AbbreviationId = AbbreviationId::nth(2);
    pub const STRUCT_NAME: AbbreviationId = AbbreviationId::nth(3);
    pub const STRUCT_NAMED: AbbreviationId = AbbreviationId::nth(4);
    pub const ARRAY: AbbreviationId = AbbreviationId::nth(5);
}

/// The width of fields that hold the numbers 0 to `largest`.
pub fn width_of(largest: u32) -> u32 {
    u32::BITS - largest.leading_zeros()
}

/// The abbreviations that BLOCKINFO defines, for a module with this number of types.
pub fn of_blocks(types: usize) -> [BlockAbbreviations; 3] {
    let ty = Fixed(width_of(types as u32));
    let rows = |rows: &[&[Encoding]]| rows.iter().map(|row| Abbreviation::new(row)).collect();
    [
        BlockAbbreviations {
            block: block::VALUE_SYMTAB,
            rows: rows(&[
                &[Fixed(3), Vbr(8), Array, Fixed(8)],
                &[Literal(symtab_code::ENTRY), Vbr(8), Array, Fixed(7)],
                &[Literal(symtab_code::ENTRY), Vbr(8), Array, Char6],
                &[Literal(symtab_code::BLOCK_ENTRY), Vbr(8), Array, Char6],
            ]),
        },
        BlockAbbreviations {
            block: block::CONSTANTS,
            rows: rows(&[
                &[Literal(const_code::SETTYPE), ty],
                &[Literal(const_code::INTEGER), Vbr(8)],
                &[Literal(const_code::CAST), Fixed(4), ty, Vbr(8)],
                // DXC defines it and writes zeros in full.
                &[Literal(const_code::NULL)],
            ]),
        },
        BlockAbbreviations {
            block: block::FUNCTION,
            rows: rows(&[
                &[Literal(inst_code::LOAD), Vbr(6), ty, Vbr(4), Fixed(1)],
                &[Literal(inst_code::BINOP), Vbr(6), Vbr(6), Fixed(4)],
                &[Literal(inst_code::BINOP), Vbr(6), Vbr(6), Fixed(4), Fixed(7)],
                &[Literal(inst_code::CAST), Vbr(6), ty, Fixed(4)],
                &[Literal(inst_code::RET)],
                &[Literal(inst_code::RET), Vbr(6)],
                &[Literal(inst_code::UNREACHABLE)],
                &[Literal(inst_code::GEP), Fixed(1), ty, Array, Vbr(6)],
            ]),
        },
    ]
}

/// The abbreviations that the type block defines, for this number of types.
pub fn of_types(types: usize) -> [Abbreviation; 6] {
    let ty = Fixed(width_of(types as u32));
    [
        Abbreviation::new(&[Literal(type_code::POINTER), ty, Literal(0)]),
        Abbreviation::new(&[Literal(type_code::FUNCTION), Fixed(1), Array, ty]),
        Abbreviation::new(&[Literal(type_code::STRUCT_ANON), Fixed(1), Array, ty]),
        Abbreviation::new(&[Literal(type_code::STRUCT_NAME), Array, Char6]),
        Abbreviation::new(&[Literal(type_code::STRUCT_NAMED), Fixed(1), Array, ty]),
        Abbreviation::new(&[Literal(type_code::ARRAY), Vbr(8), ty]),
    ]
}

/// The abbreviations that the constants block of a module defines, if values have numbers below `values`.
pub fn of_module_constants(values: u32) -> [Abbreviation; 4] {
    [
        Abbreviation::new(&[Literal(const_code::AGGREGATE), Array, Fixed(width_of(values))]),
        Abbreviation::new(&[Literal(const_code::STRING), Array, Fixed(8)]),
        Abbreviation::new(&[Literal(const_code::CSTRING), Array, Fixed(7)]),
        Abbreviation::new(&[Literal(const_code::CSTRING), Array, Char6]),
    ]
}

/// The largest of what global variables of a module say, from which the widths of their fields follow.
#[derive(Clone, Copy, Debug, Default)]
pub struct GlobalLimits {
    /// The number of their type.
    pub ty: u32,
    /// The alignment in its stored form, of functions too.
    pub align: u32,
    /// The number of their section, counted from 1.
    pub section: u32,
}

/// The abbreviation of global variables that have neither `unnamed_addr` nor the like.
pub fn of_globals(limits: GlobalLimits) -> Abbreviation {
    let or_zero = |largest| if largest == 0 { Literal(0) } else { Fixed(width_of(largest)) };
    let [linkage, align, section] = [Fixed(5), or_zero(limits.align), or_zero(limits.section)];
    let ty = Fixed(width_of(limits.ty));
    Abbreviation::new(&[Literal(module_code::GLOBALVAR), ty, Vbr(6), Vbr(6), linkage, align, section])
}

/// Of strings in metadata.
pub fn of_strings() -> Abbreviation {
    Abbreviation::new(&[Literal(md_code::STRING), Array, Fixed(8)])
}

/// Of the locations of debug information.
pub fn of_locations(code: u64) -> Abbreviation {
    Abbreviation::new(&[Literal(code), Fixed(1), Vbr(6), Vbr(8), Vbr(6), Vbr(6)])
}

/// Of the names of metadata lists.
pub fn of_names() -> Abbreviation {
    Abbreviation::new(&[Literal(md_code::NAME), Array, Fixed(8)])
}
