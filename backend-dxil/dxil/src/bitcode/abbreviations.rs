//! The abbreviations that the writer gives the records of which there are most.
//!
//! In: nothing. Out: for each block the shapes of its frequent records, which BLOCKINFO defines at the head of a module. The
//! stream takes the first shape that a record fits; one that fits none is written in full, so a row here changes how long a
//! module is and nothing else. Without one every number is a run of chunks of six bits, its code and count among them: a
//! letter takes twelve bits. A definition is paid for once, so only what nearly every module has is worth a row.

use crate::bitstream::Encoding::{self, Array, Fixed, Vbr};
use crate::bitstream::{Abbreviation, BlockAbbreviations};

use super::{block, const_code, inst_code, md_code, symtab_code, type_code};

/// Small numbers: those of types and values.
const NUMBER: Encoding = Vbr(6);
/// Letters, digits and marks; other names are written in full.
const ASCII: Encoding = Fixed(7);
/// Any text. Readers of metadata take fields of eight bits for granted, as LLVM's own writer has them.
const BYTE: Encoding = Fixed(8);

const fn row(code: u64, operands: &'static [Encoding]) -> Abbreviation {
    Abbreviation { code, operands }
}

/// The abbreviations of every module.
pub const OF_ALL: &[BlockAbbreviations] = &[
    BlockAbbreviations { block: block::TYPES, rows: &[row(type_code::STRUCT_NAME, &[Array, ASCII])] },
    BlockAbbreviations {
        block: block::CONSTANTS,
        rows: &[
            row(const_code::INTEGER, &[NUMBER]),
            row(const_code::SETTYPE, &[NUMBER]),
            row(const_code::NULL, &[]),
            row(const_code::FLOAT, &[Fixed(32)]),
        ],
    },
    BlockAbbreviations {
        block: block::METADATA,
        rows: &[
            row(md_code::NODE, &[Array, NUMBER]),
            row(md_code::VALUE, &[NUMBER, NUMBER]),
            row(md_code::STRING, &[Array, BYTE]),
        ],
    },
    BlockAbbreviations { block: block::VALUE_SYMTAB, rows: &[row(symtab_code::ENTRY, &[NUMBER, Array, ASCII])] },
];

/// Those of modules that have code besides: as many as numbers of [`super::write::CODE_WIDTH`] bits can name.
pub const OF_CODE: BlockAbbreviations = BlockAbbreviations {
    block: block::FUNCTION,
    rows: &[
        row(inst_code::CALL, &[Array, NUMBER]),
        row(inst_code::EXTRACT_VALUE, &[NUMBER, NUMBER]),
        row(inst_code::BINOP, &[NUMBER, NUMBER, Fixed(4), Fixed(7)]),
        row(inst_code::BINOP, &[NUMBER, NUMBER, Fixed(4)]),
        row(inst_code::CAST, &[NUMBER, NUMBER, Fixed(4)]),
        row(inst_code::CMP, &[NUMBER, NUMBER, Fixed(6)]),
        row(inst_code::SELECT, &[NUMBER, NUMBER, NUMBER]),
        row(inst_code::BR, &[NUMBER]),
        row(inst_code::BR, &[NUMBER, NUMBER, NUMBER]),
        row(inst_code::LOAD, &[NUMBER, NUMBER, Vbr(4), Fixed(1)]),
        row(inst_code::GEP, &[Array, NUMBER]),
        row(inst_code::PHI, &[Array, NUMBER]),
    ],
};
