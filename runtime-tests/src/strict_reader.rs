//! Checks the requirements on bitcode of readers of DXIL other than Microsoft's, which are stated as data.
//!
//! Input: the bitcode of a program. Output: what a row of [`LIMITS`] finds wrong with it. Each limit comes from the source of a reader
//! that is in use: libvkd3d-shader of Wine, and the one of dxil-spirv, which vkd3d-proton uses. They were only ever given what
//! DXC writes, so what DXC never writes is where they fail. The stream is read here by rules of its own and not by the `dxil`
//! crate, whose reader takes everything that the format allows.

/// One demand.
pub struct Limit {
    /// The reader that makes it.
    pub reader: &'static str,
    /// What it demands.
    pub demand: Demand,
}

/// What is demanded.
#[derive(Clone, Copy, Debug)]
pub enum Demand {
    /// Fields and chunks of abbreviations have fewer bits than this.
    FieldsUnder(u64),
    /// An array is the last but one of an abbreviation, and its elements are neither literals nor arrays.
    ArraysAtTheEnd,
    /// No abbreviation holds a blob.
    NoBlobs,
    /// Only these blocks, with these numbers, lie in the module, in this order; those with `true` at most once.
    BlockOrder(&'static [(u64, bool)]),
    /// The abbreviations of a block are those of LLVM 3.7, of these many; the block itself has ids of that many bits.
    Abbreviations {
        /// The block.
        block: u64,
        /// How many abbreviations it has at most.
        most: usize,
        /// The width of their numbers.
        width: u64,
    },
    /// Only these records stand in a block.
    Records {
        /// The block.
        block: u64,
        /// Their codes.
        codes: &'static [u64],
    },
    /// A type refers to earlier types alone, unless it is a struct with a name or lies in one.
    TypesBeforeUse,
    /// There is one type of metadata where a module has metadata.
    MetadataType,
    /// Every function has the type of its address in the type table.
    FunctionPointers,
}

/// Numbers of blocks.
mod block {
    pub const INFO: u64 = 0;
    pub const MODULE: u64 = 8;
    pub const ATTRIBUTES: u64 = 9;
    pub const ATTRIBUTE_GROUPS: u64 = 10;
    pub const CONSTANTS: u64 = 11;
    pub const FUNCTION: u64 = 12;
    pub const SYMBOLS: u64 = 14;
    pub const METADATA: u64 = 15;
    pub const TYPES: u64 = 17;
    pub const USE_LISTS: u64 = 18;
}

/// Codes of records in the type table.
mod type_code {
    pub const NUM_ENTRY: u64 = 1;
    pub const POINTER: u64 = 8;
    pub const ARRAY: u64 = 11;
    pub const VECTOR: u64 = 12;
    pub const METADATA: u64 = 16;
    pub const STRUCT_ANON: u64 = 18;
    pub const STRUCT_NAME: u64 = 19;
    pub const STRUCT_NAMED: u64 = 20;
    pub const FUNCTION: u64 = 21;
}

/// The record of a module that declares a function; its first operand is the function's type.
const MODULE_FUNCTION: u64 = 8;

/// The record of metadata that names a kind of attachment.
const METADATA_KIND: u64 = 6;

/// All demands.
pub const LIMITS: &[Limit] = &[
    // sm6_parser_read_bits() reads less than a word at a time.
    Limit { reader: "vkd3d", demand: Demand::FieldsUnder(32) },
    // dxil_abbrev_init().
    Limit { reader: "vkd3d", demand: Demand::ArraysAtTheEnd },
    // sm6_parser_read_blob_operand().
    Limit { reader: "vkd3d", demand: Demand::NoBlobs },
    // sm6_parser_metadata_init().
    Limit { reader: "vkd3d", demand: Demand::MetadataType },
    // sm6_parser_declare_function().
    Limit { reader: "vkd3d", demand: Demand::FunctionPointers },
    // sm6_parser_constants_init().
    Limit {
        reader: "vkd3d",
        demand: Demand::Records { block: block::CONSTANTS, codes: &[1, 2, 3, 4, 6, 7, 11, 12, 20, 22] },
    },
    // ModuleParseContext::parse_type() resolves what a type is made of at once.
    Limit { reader: "dxil-spirv", demand: Demand::TypesBeforeUse },
    // The order and the abbreviations of DXC's writer, which both have had alone.
    Limit {
        reader: "both",
        demand: Demand::BlockOrder(&[
            (block::INFO, true),
            (block::ATTRIBUTE_GROUPS, true),
            (block::ATTRIBUTES, true),
            (block::TYPES, true),
            (block::CONSTANTS, true),
            // Entries, then kinds of attachments.
            (block::METADATA, false),
            (block::SYMBOLS, true),
            (block::USE_LISTS, true),
            (block::FUNCTION, false),
        ]),
    },
    Limit { reader: "both", demand: Demand::Abbreviations { block: block::MODULE, most: 1, width: 3 } },
    Limit { reader: "both", demand: Demand::Abbreviations { block: block::TYPES, most: 6, width: 4 } },
    Limit { reader: "both", demand: Demand::Abbreviations { block: block::CONSTANTS, most: 8, width: 4 } },
    Limit { reader: "both", demand: Demand::Abbreviations { block: block::METADATA, most: 3, width: 3 } },
    Limit { reader: "both", demand: Demand::Abbreviations { block: block::SYMBOLS, most: 4, width: 4 } },
    Limit { reader: "both", demand: Demand::Abbreviations { block: block::FUNCTION, most: 8, width: 4 } },
];

/// What is wrong with the bitcode of a program, by the demands above; an error if it is no bitcode.
pub fn faults(bitcode: &[u8]) -> Result<Vec<String>, String> {
    let module = read(bitcode)?;
    let mut blocks = Vec::new();
    collect(&module, &mut blocks);
    let found = LIMITS.iter().flat_map(|limit| {
        let reader = limit.reader;
        broken(limit.demand, &module, &blocks).into_iter().map(move |fault| format!("{reader}: {fault}"))
    });
    Ok(found.collect())
}

/// Whether two programs are the same records in the same forms and blocks, but for the kinds of attachments, which a program
/// without attachments need not list.
pub fn are_written_alike(one: &[u8], other: &[u8]) -> Result<bool, String> {
    let without_kinds = |bitcode: &[u8]| {
        let mut module = read(bitcode)?;
        let is_of_kinds = |block: &Block| {
            block.id == block::METADATA && block.records.iter().all(|record| record.code == METADATA_KIND)
        };
        module.blocks.retain(|block| !is_of_kinds(block));
        Ok::<_, String>(module)
    };
    Ok(without_kinds(one)? == without_kinds(other)?)
}

fn collect<'b>(block: &'b Block, into: &mut Vec<&'b Block>) {
    // A block lies at most in a function of the module.
    into.push(block);
    block.blocks.iter().for_each(|inner| collect(inner, into));
}

fn broken(demand: Demand, module: &Block, blocks: &[&Block]) -> Vec<String> {
    let abbreviations = || blocks.iter().flat_map(|block| block.abbreviations.iter().map(move |row| (block.id, row)));
    match demand {
        Demand::FieldsUnder(limit) => abbreviations()
            .flat_map(|(id, row)| row.iter().map(move |encoding| (id, *encoding)))
            .filter_map(|(id, encoding)| match encoding {
                Encoding::Fixed(bits) | Encoding::Vbr(bits) if bits >= limit => {
                    Some(format!("block {id}: {bits} bits"))
                }
                _ => None,
            })
            .collect(),
        Demand::ArraysAtTheEnd => abbreviations()
            .filter(|(_, row)| {
                row.iter().enumerate().any(|(at, encoding)| {
                    *encoding == Encoding::Array
                        && (at + 2 != row.len() || matches!(row[at + 1], Encoding::Literal(_) | Encoding::Array))
                })
            })
            .map(|(id, row)| format!("block {id}: an array inside {row:?}"))
            .collect(),
        Demand::NoBlobs => abbreviations()
            .filter(|(_, row)| row.contains(&Encoding::Blob))
            .map(|(id, _)| format!("block {id}: a blob"))
            .collect(),
        Demand::BlockOrder(order) => block_order(module, order),
        Demand::Abbreviations { block, most, width } => blocks
            .iter()
            .filter(|found| found.id == block && (found.abbreviations.len() > most || found.width != width))
            .map(|found| format!("block {block}: {} abbreviations of {} bits", found.abbreviations.len(), found.width))
            .collect(),
        Demand::Records { block, codes } => blocks
            .iter()
            .filter(|found| found.id == block)
            .flat_map(|found| found.records.iter())
            .filter(|record| !codes.contains(&record.code))
            .map(|record| format!("block {block}: a record {}", record.code))
            .collect(),
        Demand::TypesBeforeUse => types_before_use(&types(module)),
        Demand::MetadataType => {
            let count = types(module).iter().filter(|record| record.code == type_code::METADATA).count();
            let has_metadata = blocks.iter().any(|block| block.id == block::METADATA);
            let fault = has_metadata && count != 1;
            fault.then(|| format!("{count} types of metadata")).into_iter().collect()
        }
        Demand::FunctionPointers => {
            let types = types(module);
            let has_pointer =
                |ty: u64| types.iter().any(|record| record.code == type_code::POINTER && record.operands == [ty, 0]);
            let functions = module.records.iter().filter(|record| record.code == MODULE_FUNCTION);
            functions
                .filter_map(|record| record.operands.first().copied())
                .filter(|&ty| !has_pointer(ty))
                .map(|ty| format!("no pointer to the function type {ty}"))
                .collect()
        }
    }
}

fn block_order(module: &Block, order: &[(u64, bool)]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut last = None;
    for block in &module.blocks {
        let Some(place) = order.iter().position(|&(id, _)| id == block.id) else {
            faults.push(format!("a block {}", block.id));
            continue;
        };
        match last {
            Some(before) if before > place => faults.push(format!("block {} comes too late", block.id)),
            Some(before) if before == place && order[place].1 => faults.push(format!("a second block {}", block.id)),
            _ => {}
        }
        last = last.max(Some(place));
    }
    faults
}

/// The records of the type table, one for each type.
fn types(module: &Block) -> Vec<&Record> {
    let table = module.blocks.iter().find(|block| block.id == block::TYPES);
    let records = table.map_or(&[][..], |table| &table.records);
    let is_type = |record: &&Record| ![type_code::NUM_ENTRY, type_code::STRUCT_NAME].contains(&record.code);
    records.iter().filter(is_type).collect()
}

fn types_before_use(types: &[&Record]) -> Vec<String> {
    let mut faults = Vec::new();
    for (number, record) in types.iter().enumerate() {
        let parts = match record.code {
            type_code::POINTER => &record.operands[..1],
            type_code::ARRAY | type_code::VECTOR => &record.operands[1..],
            type_code::STRUCT_ANON | type_code::FUNCTION => &record.operands[1..],
            _ => &[],
        };
        let late = parts.iter().filter(|&&part| part >= number as u64);
        let late = late.filter(|&&part| types.get(part as usize).is_none_or(|ty| ty.code != type_code::STRUCT_NAMED));
        faults.extend(late.map(|part| format!("type {number} is made of the later type {part}")));
    }
    faults
}

/// How an abbreviation stores an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Literal(u64),
    Fixed(u64),
    Vbr(u64),
    Array,
    Char6,
    Blob,
}

#[derive(Debug, PartialEq, Eq)]
struct Record {
    /// The number of its abbreviation; 3 if it is written in full.
    shape: u64,
    code: u64,
    operands: Vec<u64>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Block {
    id: u64,
    /// The width of the numbers of its abbreviations.
    width: u64,
    abbreviations: Vec<Vec<Encoding>>,
    records: Vec<Record>,
    blocks: Vec<Block>,
}

/// Reads a stream of one module.
fn read(bitcode: &[u8]) -> Result<Block, String> {
    let rest = bitcode.strip_prefix(b"BC\xC0\xDE").ok_or("no magic number")?;
    let mut bits = Bits { bytes: rest, at: 0 };
    let mut info = Vec::new();
    if bits.fixed(2)? != 1 {
        return Err("no block at the start".to_owned());
    }
    let module = bits.block(&mut info, 0)?;
    if bits.at / 8 != rest.len() as u64 {
        return Err(format!("the module ends at {} of {} bytes", bits.at / 8, rest.len()));
    }
    Ok(module)
}

struct Bits<'b> {
    bytes: &'b [u8],
    at: u64,
}

/// Blocks lie in each other no deeper than this.
const DEPTH: usize = 4;

impl Bits<'_> {
    fn fixed(&mut self, width: u64) -> Result<u64, String> {
        let mut value = 0;
        for bit in 0..width {
            let byte = self.bytes.get((self.at / 8) as usize).ok_or("the stream ends early")?;
            value |= u64::from(byte >> (self.at % 8) & 1) << bit;
            self.at += 1;
        }
        Ok(value)
    }

    fn vbr(&mut self, width: u64) -> Result<u64, String> {
        let (mut value, mut shift) = (0, 0);
        loop {
            let chunk = self.fixed(width)?;
            let more = 1 << (width - 1);
            value |= (chunk & (more - 1)).checked_shl(shift).unwrap_or(0);
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += width as u32 - 1;
        }
    }

    fn align(&mut self) {
        self.at = self.at.next_multiple_of(32);
    }

    /// Reads a block whose start has been read; `info` is what BLOCKINFO has defined.
    fn block(&mut self, info: &mut Vec<(u64, Vec<Encoding>)>, depth: usize) -> Result<Block, String> {
        if depth > DEPTH {
            return Err("blocks lie too deep in each other".to_owned());
        }
        let (id, width) = (self.vbr(8)?, self.vbr(4)?);
        self.align();
        let words = self.fixed(32)?;
        let end = self.at + 32 * words;
        let known = info.iter().filter(|(of, _)| *of == id).map(|(_, row)| row.clone());
        let mut block = Block { id, width, abbreviations: known.collect(), ..Block::default() };
        let mut target = None;
        loop {
            match self.fixed(width)? {
                0 => break,
                1 => {
                    let inner = self.block(info, depth + 1)?;
                    block.blocks.push(inner);
                }
                2 => {
                    let row = self.definition()?;
                    match (id, target) {
                        (block::INFO, Some(target)) => info.push((target, row)),
                        (block::INFO, None) => return Err("an abbreviation of no block".to_owned()),
                        _ => block.abbreviations.push(row),
                    }
                }
                3 => {
                    let (code, count) = (self.vbr(6)?, self.vbr(6)?);
                    let operands = (0..count).map(|_| self.vbr(6)).collect::<Result<Vec<_>, _>>()?;
                    if id == block::INFO {
                        target = operands.first().copied();
                    }
                    block.records.push(Record { shape: 3, code, operands });
                }
                number => {
                    let row = block.abbreviations.get(number as usize - 4).cloned();
                    let row = row.ok_or_else(|| format!("block {id}: no abbreviation {number}"))?;
                    let mut values = self.abbreviated(&row)?;
                    let code = values.remove(0);
                    block.records.push(Record { shape: number, code, operands: values });
                }
            }
        }
        self.align();
        if self.at == end { Ok(block) } else { Err(format!("block {id} is not as long as it says")) }
    }

    fn definition(&mut self) -> Result<Vec<Encoding>, String> {
        let count = self.vbr(5)?;
        (0..count)
            .map(|_| {
                if self.fixed(1)? == 1 {
                    return Ok(Encoding::Literal(self.vbr(8)?));
                }
                match self.fixed(3)? {
                    1 => Ok(Encoding::Fixed(self.vbr(5)?)),
                    2 => Ok(Encoding::Vbr(self.vbr(5)?)),
                    3 => Ok(Encoding::Array),
                    4 => Ok(Encoding::Char6),
                    5 => Ok(Encoding::Blob),
                    other => Err(format!("no encoding {other}")),
                }
            })
            .collect()
    }

    fn abbreviated(&mut self, row: &[Encoding]) -> Result<Vec<u64>, String> {
        let mut values = Vec::new();
        let mut at = 0;
        while at < row.len() {
            if row[at] == Encoding::Array {
                let element = *row.get(at + 1).ok_or("an array of nothing")?;
                for _ in 0..self.vbr(6)? {
                    values.push(self.value(element)?);
                }
                at += 2;
            } else {
                values.push(self.value(row[at])?);
                at += 1;
            }
        }
        if values.is_empty() { Err("a record without code".to_owned()) } else { Ok(values) }
    }

    fn value(&mut self, encoding: Encoding) -> Result<u64, String> {
        match encoding {
            Encoding::Literal(value) => Ok(value),
            Encoding::Fixed(bits) => self.fixed(bits),
            Encoding::Vbr(bits) => self.vbr(bits.max(1)),
            Encoding::Char6 => {
                const LETTERS: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
                Ok(u64::from(LETTERS[self.fixed(6)? as usize]))
            }
            Encoding::Array | Encoding::Blob => Err(format!("{encoding:?} where one number stands")),
        }
    }
}
