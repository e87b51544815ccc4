//! Says what every bit of a bitcode stream is: magic number, blocks, definitions of abbreviations, and records with what
//! they define.
//!
//! Input: bitcode from any compiler. Output: pieces in the order of their bits, without gaps. The map is made by reading, so
//! that writing costs nothing for it, and that it holds for the bytes that are there.

use std::ops::Range;

use crate::bitstream::{BLOCKINFO, BitReader, Record, Step};
use crate::errors::BitcodeError;

use super::{
    MAGIC, attr_code, block, const_code, inst_code, md_code, module_code, symtab_code, type_code, uselist_code,
};

/// A piece of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its bits, counted from the start of the magic number.
    pub bits: Range<u64>,
    /// The number of blocks that it is in.
    pub depth: usize,
    /// The name of the innermost block, or of the one that begins or ends.
    pub block: &'static str,
    /// Its name: that of the record in LLVM, or of the kind of piece.
    pub name: &'static str,
    /// The operands of a record.
    pub operands: Vec<u64>,
    /// What a record defines.
    pub defines: Defines,
}

/// What a record defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defines {
    /// Nothing that has a number.
    #[default]
    Nothing,
    /// A type, by number.
    Type(u32),
    /// A global, a function or a constant of the module, by the number of the value.
    Value(u32),
    /// A constant of a function.
    Constant,
    /// A node or a text of the metadata, by number.
    Metadata(u32),
    /// An instruction, by its position in the order of the blocks.
    Instruction {
        /// The position of the function among those with a body.
        body: u32,
        /// The position of the instruction.
        index: u32,
    },
    /// The location of the instruction before.
    LocationOf {
        /// The position of the function among those with a body.
        body: u32,
        /// The position of the instruction.
        index: u32,
    },
}

/// A kind of block: its number, its name, and the names of its records by code.
type Block = (u32, &'static str, &'static [(u64, &'static str)]);

/// The names of blocks, and of the records in each.
const BLOCKS: &[Block] = &[
    (BLOCKINFO, "BLOCKINFO", &[(1, "SETBID")]),
    (
        block::MODULE,
        "MODULE",
        &[
            (module_code::VERSION, "VERSION"),
            (module_code::TRIPLE, "TRIPLE"),
            (module_code::DATALAYOUT, "DATALAYOUT"),
            (module_code::SECTION_NAME, "SECTIONNAME"),
            (module_code::GLOBALVAR, "GLOBALVAR"),
            (module_code::FUNCTION, "FUNCTION"),
        ],
    ),
    (block::PARAM_ATTR, "PARAMATTR", &[(attr_code::LIST, "ENTRY")]),
    (block::PARAM_ATTR_GROUP, "PARAMATTR_GROUP", &[(attr_code::GROUP, "GRP_CODE_ENTRY")]),
    (
        block::TYPES,
        "TYPE",
        &[
            (type_code::NUM_ENTRY, "NUMENTRY"),
            (type_code::VOID, "VOID"),
            (type_code::FLOAT, "FLOAT"),
            (type_code::DOUBLE, "DOUBLE"),
            (type_code::LABEL, "LABEL"),
            (type_code::OPAQUE, "OPAQUE"),
            (type_code::INTEGER, "INTEGER"),
            (type_code::POINTER, "POINTER"),
            (type_code::HALF, "HALF"),
            (type_code::ARRAY, "ARRAY"),
            (type_code::VECTOR, "VECTOR"),
            (type_code::METADATA, "METADATA"),
            (type_code::STRUCT_ANON, "STRUCT_ANON"),
            (type_code::STRUCT_NAME, "STRUCT_NAME"),
            (type_code::STRUCT_NAMED, "STRUCT_NAMED"),
            (type_code::FUNCTION, "FUNCTION"),
        ],
    ),
    (
        block::CONSTANTS,
        "CONSTANTS",
        &[
            (const_code::SETTYPE, "SETTYPE"),
            (const_code::NULL, "NULL"),
            (const_code::UNDEF, "UNDEF"),
            (const_code::INTEGER, "INTEGER"),
            (const_code::FLOAT, "FLOAT"),
            (const_code::AGGREGATE, "AGGREGATE"),
            (const_code::STRING, "STRING"),
            (const_code::CSTRING, "CSTRING"),
            (const_code::BINOP, "CE_BINOP"),
            (const_code::CAST, "CE_CAST"),
            (const_code::GEP, "CE_GEP"),
            (const_code::SELECT, "CE_SELECT"),
            (const_code::CMP, "CE_CMP"),
            (const_code::INBOUNDS_GEP, "CE_INBOUNDS_GEP"),
            (const_code::DATA, "DATA"),
        ],
    ),
    (
        block::METADATA,
        "METADATA",
        &[
            (md_code::STRING, "STRING"),
            (md_code::VALUE, "VALUE"),
            (md_code::NODE, "NODE"),
            (md_code::NAME, "NAME"),
            (md_code::DISTINCT_NODE, "DISTINCT_NODE"),
            (md_code::KIND, "KIND"),
            (md_code::NAMED_NODE, "NAMED_NODE"),
        ],
    ),
    (block::METADATA_ATTACHMENT, "METADATA_ATTACHMENT", &[(md_code::ATTACHMENT, "ATTACHMENT")]),
    (
        block::VALUE_SYMTAB,
        "VALUE_SYMTAB",
        &[(symtab_code::ENTRY, "VST_ENTRY"), (symtab_code::BLOCK_ENTRY, "VST_BBENTRY")],
    ),
    (block::USELIST, "USELIST", &[(uselist_code::VALUE, "DEFAULT"), (uselist_code::BLOCK, "BB")]),
    (
        block::FUNCTION,
        "FUNCTION",
        &[
            (inst_code::DECLARE_BLOCKS, "DECLAREBLOCKS"),
            (inst_code::BINOP, "INST_BINOP"),
            (inst_code::CAST, "INST_CAST"),
            (inst_code::EXTRACT_ELEMENT, "INST_EXTRACTELT"),
            (inst_code::INSERT_ELEMENT, "INST_INSERTELT"),
            (inst_code::SHUFFLE_VECTOR, "INST_SHUFFLEVEC"),
            (inst_code::RET, "INST_RET"),
            (inst_code::BR, "INST_BR"),
            (inst_code::SWITCH, "INST_SWITCH"),
            (inst_code::UNREACHABLE, "INST_UNREACHABLE"),
            (inst_code::PHI, "INST_PHI"),
            (inst_code::ALLOCA, "INST_ALLOCA"),
            (inst_code::LOAD, "INST_LOAD"),
            (inst_code::EXTRACT_VALUE, "INST_EXTRACTVAL"),
            (inst_code::INSERT_VALUE, "INST_INSERTVAL"),
            (inst_code::CMP, "INST_CMP2"),
            (inst_code::SELECT, "INST_VSELECT"),
            (inst_code::DEBUG_LOC_AGAIN, "DEBUG_LOC_AGAIN"),
            (inst_code::CALL, "INST_CALL"),
            (inst_code::DEBUG_LOC, "DEBUG_LOC"),
            (inst_code::ATOMIC_RMW, "INST_ATOMICRMW"),
            (inst_code::GEP, "INST_GEP"),
            (inst_code::STORE, "INST_STORE"),
            (inst_code::CMPXCHG, "INST_CMPXCHG"),
        ],
    ),
];

/// The name of a block. What LLVM 3.7 does not have is of no name.
fn block_name(id: Option<u32>) -> &'static str {
    match id {
        None => "the stream",
        Some(id) => BLOCKS.iter().find(|row| row.0 == id).map_or("unknown block", |row| row.1),
    }
}

fn record_name(id: Option<u32>, code: u64) -> &'static str {
    let rows = BLOCKS.iter().find(|row| Some(row.0) == id).map_or(&[][..], |row| row.2);
    let known = rows.iter().find(|row| row.0 == code).map(|row| row.1);
    known.unwrap_or(if id == Some(block::METADATA) { "debug information" } else { "unknown record" })
}

/// The numbers given so far.
#[derive(Default)]
struct Numbers {
    types: u32,
    values: u32,
    metadata: u32,
    bodies: u32,
    insts: u32,
    /// The number of metadata before the current function, which may add some.
    outer_metadata: u32,
}

impl Numbers {
    fn define(&mut self, id: Option<u32>, in_function: bool, code: u64) -> Defines {
        let next = |count: &mut u32| {
            *count += 1;
            *count - 1
        };
        let body = self.bodies.saturating_sub(1);
        match id {
            Some(block::TYPES) if !matches!(code, type_code::NUM_ENTRY | type_code::STRUCT_NAME) => {
                Defines::Type(next(&mut self.types))
            }
            Some(block::MODULE) if matches!(code, module_code::GLOBALVAR | module_code::FUNCTION) => {
                Defines::Value(next(&mut self.values))
            }
            Some(block::CONSTANTS) if code == const_code::SETTYPE => Defines::Nothing,
            Some(block::CONSTANTS) if in_function => Defines::Constant,
            Some(block::CONSTANTS) => Defines::Value(next(&mut self.values)),
            Some(block::METADATA) if !matches!(code, md_code::NAME | md_code::KIND | md_code::NAMED_NODE) => {
                Defines::Metadata(next(&mut self.metadata))
            }
            Some(block::FUNCTION) => match code {
                inst_code::DECLARE_BLOCKS => Defines::Nothing,
                inst_code::DEBUG_LOC | inst_code::DEBUG_LOC_AGAIN => {
                    Defines::LocationOf { body, index: self.insts.saturating_sub(1) }
                }
                _ => Defines::Instruction { body, index: next(&mut self.insts) },
            },
            _ => Defines::Nothing,
        }
    }
}

/// Maps a stream.
pub fn map(bytes: &[u8]) -> Result<Vec<Piece>, BitcodeError> {
    let mut stream = BitReader::new(bytes, MAGIC)?;
    let mut pieces = Vec::new();
    let mut add = |bits, depth, block, name, operands, defines| {
        pieces.push(Piece { bits, depth, block, name, operands, defines });
    };
    add(0..stream.bit(), 0, block_name(None), "magic number", Vec::new(), Defines::Nothing);
    let mut record = Record::default();
    let mut numbers = Numbers::default();
    let mut open: Vec<u32> = Vec::new();
    while !stream.at_end() {
        let (start, depth) = (stream.bit(), open.len());
        match stream.step(&mut record)? {
            Step::Block(id) => {
                add(start..stream.bit(), depth, block_name(Some(id)), "start of a block", Vec::new(), Defines::Nothing);
                if id == block::FUNCTION {
                    numbers.bodies += 1;
                    (numbers.insts, numbers.outer_metadata) = (0, numbers.metadata);
                }
                open.push(id);
            }
            Step::EndBlock => {
                let id = open.pop();
                let depth = open.len();
                add(start..stream.bit(), depth, block_name(id), "end of a block", Vec::new(), Defines::Nothing);
                if id == Some(block::FUNCTION) {
                    numbers.metadata = numbers.outer_metadata;
                }
            }
            Step::Definition => {
                let block = block_name(open.last().copied());
                add(start..stream.bit(), depth, block, "definition of an abbreviation", Vec::new(), Defines::Nothing);
            }
            Step::Record => {
                let id = open.last().copied();
                let defines = numbers.define(id, open.contains(&block::FUNCTION), record.code);
                let operands = std::mem::take(&mut record.operands);
                add(start..stream.bit(), depth, block_name(id), record_name(id, record.code), operands, defines);
            }
        }
    }
    let (start, end) = (stream.bit(), 8 * bytes.len() as u64);
    if start < end {
        add(start..end, 0, block_name(None), "padding", Vec::new(), Defines::Nothing);
    }
    Ok(pieces)
}
