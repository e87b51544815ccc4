//! Reads and writes the bit stream of LLVM bitcode: fields, blocks, records and abbreviations.
//!
//! The writer stores a record in full or in the abbreviation that its caller names, which was defined for the block before; the
//! reader understands all abbreviations, those of BLOCKINFO included. Reading never allocates more than the data can hold and
//! stops at the first fault with the bit it is at.

mod long_vbr;

pub use long_vbr::LongVbr;

use std::collections::HashMap;
use std::rc::Rc;

use smallvec::SmallVec;

use crate::errors::{BitcodeError, BitcodeErrorKind};

/// The block that defines abbreviations for other blocks.
pub const BLOCKINFO: u32 = 0;
/// The record of it that says which block the definitions after it are for.
const SET_BLOCK: u64 = 1;
/// The width of abbreviation numbers outside blocks.
const TOP_WIDTH: u32 = 2;

/// Abbreviation numbers with a fixed meaning.
mod abbrev_id {
    pub const END_BLOCK: u64 = 0;
    pub const ENTER_SUBBLOCK: u64 = 1;
    pub const DEFINE_ABBREV: u64 = 2;
    pub const UNABBREV_RECORD: u64 = 3;
    pub const FIRST_DEFINED: u64 = 4;
}

/// The characters of the six-bit alphabet, by number.
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/// The number of a letter of that alphabet.
pub fn char6(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'.' => Some(62),
        b'_' => Some(63),
        _ => None,
    }
}

/// Stores a signed number with its sign in bit 0.
pub fn rotate_sign(value: i64) -> u64 {
    if value >= 0 { (value as u64) << 1 } else { (value.wrapping_neg() as u64) << 1 | 1 }
}

/// The inverse of [`rotate_sign`].
pub fn unrotate_sign(value: u64) -> i64 {
    match value {
        1 => i64::MIN,
        _ if value & 1 == 0 => (value >> 1) as i64,
        _ => ((value >> 1) as i64).wrapping_neg(),
    }
}

/// Writes a bit stream.
#[derive(Debug, Default)]
pub struct BitWriter {
    bits: Bits,
    width: u32,
    open: Vec<OpenBlock>,
    /// The abbreviations that BLOCKINFO has defined.
    defined: Vec<BlockAbbreviations>,
    /// The abbreviations of the innermost block: those that BLOCKINFO defined for its kind, then its own.
    abbreviations: Vec<Abbreviation>,
}

#[derive(Debug)]
struct OpenBlock {
    outer_width: u32,
    outer_abbreviations: Vec<Abbreviation>,
    length_at: usize,
}

/// A shape of records: how the code is stored, then how each operand is. After [`Encoding::Array`] comes the encoding of all
/// operands that are left.
#[derive(Clone, Debug)]
pub struct Abbreviation(SmallVec<[Encoding; 8]>);

/// The abbreviations of a kind of block.
#[derive(Clone, Debug)]
pub struct BlockAbbreviations {
    /// The kind.
    pub block: u32,
    /// The abbreviations, in the order of their numbers.
    pub rows: Vec<Abbreviation>,
}

/// The number by which records of a block name an abbreviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbbreviationId(u32);

impl AbbreviationId {
    /// The `index`th abbreviation of a block, counted from 0.
    pub const fn nth(index: u32) -> Self {
        Self(index)
    }
}

impl Abbreviation {
    /// A shape.
    pub fn new(encodings: &[Encoding]) -> Self {
        Self(encodings.into())
    }

    /// The encodings of the code and the first operands, and that of the rest, if any number of them may follow.
    fn parts(&self) -> (&[Encoding], Option<Encoding>) {
        match self.0.as_slice() {
            [first @ .., Encoding::Array, rest] => (first, Some(*rest)),
            all => (all, None),
        }
    }
}

/// Room for the blocks that lie in each other, and for the kinds that have abbreviations.
const NESTED: usize = 8;

/// Bits in the order in which they are written, the lowest of a number first.
#[derive(Debug, Default)]
struct Bits {
    /// Whole words.
    bytes: Vec<u8>,
    /// Fewer than 64 bits that follow them.
    pending: u64,
    len: u32,
}

impl Bits {
    /// Appends the low `bits` bits of a number, which has no others; at most 32.
    #[inline]
    fn fixed(&mut self, value: u64, bits: u32) {
        debug_assert!(bits <= 32 && (value >> bits) == 0);
        self.pending |= value << self.len;
        self.len += bits;
        if self.len >= 64 {
            self.spill(value, bits);
        }
    }

    /// Writes what is pending, of which the last number is this one. Apart, so that the rest is short enough to be
    /// everywhere.
    #[inline(never)]
    fn spill(&mut self, value: u64, bits: u32) {
        self.bytes.extend_from_slice(&self.pending.to_le_bytes());
        self.len -= 64;
        // The bits that did not go in: fewer than it has, so the shift is less than 64.
        self.pending = value >> (bits - self.len);
    }

    /// Appends a number in chunks of `bits` bits, the top one of which says that more follow.
    #[inline]
    fn vbr(&mut self, value: u64, bits: u32) {
        let more = 1 << (bits - 1);
        // Most numbers are small, and letters take two chunks.
        if value < more {
            return self.fixed(value, bits);
        }
        let rest = value >> (bits - 1);
        if rest < more && bits <= 16 {
            return self.fixed(value & (more - 1) | more | rest << bits, 2 * bits);
        }
        self.long_vbr(value, bits);
    }

    #[cold]
    fn long_vbr(&mut self, mut value: u64, bits: u32) {
        let more = 1 << (bits - 1);
        while value >= more {
            self.fixed(value & (more - 1) | more, bits);
            value >>= bits - 1;
        }
        self.fixed(value, bits);
    }

    #[inline]
    fn operand(&mut self, encoding: Encoding, value: u64) {
        match encoding {
            Encoding::Fixed(bits) => self.fixed(value, bits),
            Encoding::Vbr(bits) => self.vbr(value, bits),
            Encoding::Char6 => self.fixed(u64::from(char6(value as u8).unwrap_or_default()), 6),
            Encoding::Literal(known) => debug_assert_eq!(known, value, "a literal is in no record"),
            Encoding::Array | Encoding::Blob => debug_assert!(false, "no encoding of one number"),
        }
    }

    /// Appends the letters of a text, each in the same encoding: several at once where their bits are known to be few.
    fn letters(&mut self, encoding: Encoding, text: &[u8]) {
        let rest = match encoding {
            Encoding::Fixed(bits @ ..=8) => {
                let (fours, rest) = text.as_chunks::<4>();
                for four in fours {
                    let joined = four.iter().rev().fold(0, |all, &letter| all << bits | u64::from(letter));
                    self.fixed(joined, 4 * bits);
                }
                rest
            }
            Encoding::Vbr(6) => {
                // Two chunks, of which the first says that another follows; letters below 32 have one.
                let in_two = |letter: u8| u64::from(letter & 31 | 32) | u64::from(letter >> 5) << 6;
                let (pairs, rest) = text.as_chunks::<2>();
                for &[first, second] in pairs {
                    if first >= 32 && second >= 32 {
                        self.fixed(in_two(first) | in_two(second) << 12, 24);
                    } else {
                        self.vbr(u64::from(first), 6);
                        self.vbr(u64::from(second), 6);
                    }
                }
                rest
            }
            Encoding::Literal(_)
            | Encoding::Fixed(_)
            | Encoding::Vbr(_)
            | Encoding::Array
            | Encoding::Char6
            | Encoding::Blob => text,
        };
        for &letter in rest {
            self.operand(encoding, u64::from(letter));
        }
    }

    /// Goes on to the next multiple of 32 bits; nothing is pending then.
    fn align(&mut self) {
        let words = self.len.div_ceil(32) as usize;
        self.bytes.extend_from_slice(&self.pending.to_le_bytes()[..4 * words]);
        (self.pending, self.len) = (0, 0);
    }
}

impl BitWriter {
    /// A stream that begins with the magic number.
    pub fn new(magic: [u8; 4]) -> Self {
        // Of a small shader, so that writing one grows nothing.
        let mut bytes = Vec::with_capacity(4 << 10);
        bytes.extend_from_slice(&magic);
        let (open, defined) = (Vec::with_capacity(NESTED), Vec::with_capacity(NESTED));
        Self { bits: Bits { bytes, ..Bits::default() }, width: TOP_WIDTH, open, defined, abbreviations: Vec::new() }
    }

    /// Appends the low `bits` bits of a number, which has no others; at most 32.
    pub fn fixed(&mut self, value: u64, bits: u32) {
        self.bits.fixed(value, bits);
    }

    /// Appends a number in chunks of `bits` bits, the top one of which says that more follow.
    pub fn vbr(&mut self, value: u64, bits: u32) {
        self.bits.vbr(value, bits);
    }

    /// Goes on to the next multiple of 32 bits.
    pub fn align(&mut self) {
        self.bits.align();
    }

    /// Starts a block, with its own width of abbreviation numbers.
    pub fn enter_block(&mut self, id: u32, width: u32) {
        self.fixed(abbrev_id::ENTER_SUBBLOCK, self.width);
        self.vbr(u64::from(id), 8);
        self.vbr(u64::from(width), 4);
        self.align();
        let known = self.defined.iter().find(|known| known.block == id).map_or(&[][..], |known| &known.rows);
        let outer_abbreviations = std::mem::replace(&mut self.abbreviations, known.to_vec());
        self.open.push(OpenBlock { outer_width: self.width, outer_abbreviations, length_at: self.bits.bytes.len() });
        self.bits.bytes.extend([0; 4]);
        self.width = width;
    }

    /// Ends the innermost block.
    pub fn end_block(&mut self) {
        self.fixed(abbrev_id::END_BLOCK, self.width);
        self.align();
        if let Some(block) = self.open.pop() {
            let bytes = &mut self.bits.bytes;
            let words = (bytes.len() - block.length_at) / 4 - 1;
            bytes[block.length_at..block.length_at + 4].copy_from_slice(&(words as u32).to_le_bytes());
            self.width = block.outer_width;
            self.abbreviations = block.outer_abbreviations;
        }
    }

    /// Writes the block that defines abbreviations of other kinds of blocks.
    pub fn define(&mut self, blocks: impl IntoIterator<Item = BlockAbbreviations>) {
        self.enter_block(BLOCKINFO, TOP_WIDTH);
        for block in blocks {
            self.record(SET_BLOCK, &[u64::from(block.block)]);
            block.rows.iter().for_each(|row| self.definition(row));
            self.defined.push(block);
        }
        self.end_block();
    }

    /// Defines an abbreviation of the innermost block alone.
    pub fn abbreviate(&mut self, abbreviation: Abbreviation) -> AbbreviationId {
        self.definition(&abbreviation);
        self.abbreviations.push(abbreviation);
        AbbreviationId(self.abbreviations.len() as u32 - 1)
    }

    fn definition(&mut self, abbreviation: &Abbreviation) {
        self.fixed(abbrev_id::DEFINE_ABBREV, self.width);
        self.vbr(abbreviation.0.len() as u64, 5);
        abbreviation.0.iter().for_each(|encoding| encoding.define(self));
    }

    /// Appends a record in full: every number in chunks of six bits.
    pub fn record(&mut self, code: u64, operands: &[u64]) {
        self.head_in_full(code, operands.len());
        for &operand in operands {
            self.bits.vbr(operand, 6);
        }
    }

    /// Appends a record in the shape of an abbreviation of this block; in full if its first operands do not fit. Those of an
    /// array must fit.
    pub fn record_as(&mut self, id: AbbreviationId, code: u64, operands: &[u64]) {
        let (first, rest) = self.abbreviations[id.0 as usize].parts();
        let Some((&code_encoding, first)) = first.split_first() else { return self.record(code, operands) };
        let Some((given, more)) = operands.split_at_checked(first.len()) else { return self.record(code, operands) };
        let is_held = first.iter().zip(given).all(|(encoding, &operand)| encoding.holds(operand));
        if !is_held || (rest.is_none() && !more.is_empty()) {
            return self.record(code, operands);
        }
        let out = &mut self.bits;
        out.fixed(abbrev_id::FIRST_DEFINED + u64::from(id.0), self.width);
        out.operand(code_encoding, code);
        for (&encoding, &operand) in first.iter().zip(given) {
            out.operand(encoding, operand);
        }
        if let Some(rest) = rest {
            out.vbr(more.len() as u64, 6);
            for &operand in more {
                out.operand(rest, operand);
            }
        }
    }

    /// Appends a record of some operands and a text after them, each byte of which is one more operand; in the shape of an
    /// abbreviation if one is named.
    pub fn text(&mut self, id: Option<AbbreviationId>, code: u64, first: &[u64], text: &[u8]) {
        let Some(id) = id else {
            self.head_in_full(code, first.len() + text.len());
            for &operand in first {
                self.bits.vbr(operand, 6);
            }
            return self.bits.letters(Encoding::Vbr(6), text);
        };
        if let ([code_encoding, encodings @ ..], Some(letter)) = self.abbreviations[id.0 as usize].parts()
            && encodings.len() == first.len()
            && encodings.iter().zip(first).all(|(encoding, &operand)| encoding.holds(operand))
        {
            let out = &mut self.bits;
            out.fixed(abbrev_id::FIRST_DEFINED + u64::from(id.0), self.width);
            out.operand(*code_encoding, code);
            encodings.iter().zip(first).for_each(|(&encoding, &operand)| out.operand(encoding, operand));
            out.vbr(text.len() as u64, 6);
            return out.letters(letter, text);
        }
        let letters = text.iter().map(|&byte| u64::from(byte));
        let operands: SmallVec<[u64; 64]> = first.iter().copied().chain(letters).collect();
        self.record_as(id, code, &operands);
    }

    /// Appends a record in full of one number, in this many chunks of six bits as its [`LongVbr`] has, and returns the bit where
    /// that starts.
    pub fn record_of_fixed_length(&mut self, code: u64, operand: u64, length: LongVbr) -> u64 {
        self.head_in_full(code, 1);
        let start = self.bits.bytes.len() as u64 * 8 + u64::from(self.bits.len);
        for chunk in length.chunks_of(operand) {
            self.bits.fixed(chunk, LongVbr::WIDTH);
        }
        start
    }

    /// Writes the start of a record without abbreviation.
    fn head_in_full(&mut self, code: u64, len: usize) {
        self.bits.fixed(abbrev_id::UNABBREV_RECORD, self.width);
        self.bits.vbr(code, 6);
        self.bits.vbr(len as u64, 6);
    }

    /// The stream.
    pub fn finish(mut self) -> Vec<u8> {
        self.align();
        self.bits.bytes
    }
}

/// The encoding of an operand of an abbreviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Not at all: it is this number in every record.
    Literal(u64),
    /// In this many bits.
    Fixed(u32),
    /// In chunks of this many bits, the top one of which says that more follow.
    Vbr(u32),
    /// A number of operands, then each in the encoding of elements.
    Array,
    /// As a letter, digit, full stop or underscore.
    Char6,
    /// Bytes.
    Blob,
}

impl Encoding {
    /// Whether the writer can store a number so.
    fn holds(self, value: u64) -> bool {
        match self {
            Self::Fixed(bits) => value.checked_shr(bits).unwrap_or(0) == 0,
            Self::Vbr(_) => true,
            Self::Literal(known) => known == value,
            Self::Char6 => u8::try_from(value).is_ok_and(|letter| char6(letter).is_some()),
            Self::Array | Self::Blob => false,
        }
    }

    /// Appends it to a definition.
    fn define(self, out: &mut BitWriter) {
        let is_literal = matches!(self, Self::Literal(_));
        out.fixed(u64::from(is_literal), 1);
        let (kind, width) = match self {
            Self::Literal(value) => return out.vbr(value, 8),
            Self::Fixed(bits) => (1, Some(bits)),
            Self::Vbr(bits) => (2, Some(bits)),
            Self::Array => (3, None),
            Self::Char6 => (4, None),
            Self::Blob => (5, None),
        };
        out.fixed(kind, 3);
        if let Some(width) = width {
            out.vbr(u64::from(width), 5);
        }
    }
}

type Abbrev = Rc<[Encoding]>;

/// A record as read.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The record code.
    pub code: u64,
    /// The operands.
    pub operands: Vec<u64>,
}

/// The next element of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A block begins; what follows is inside.
    Block(u32),
    /// The innermost block ends.
    EndBlock,
    /// A record, which is in the buffer the caller passed.
    Record,
}

/// One element of a stream, as [`BitReader::step`] reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The definition of an abbreviation.
    Definition,
    /// A block begins.
    Block(u32),
    /// The innermost block ends.
    EndBlock,
    /// A record, which is in the buffer the caller passed.
    Record,
}

#[derive(Debug)]
struct Scope {
    block: u32,
    outer_width: u32,
    abbrevs: Vec<Abbrev>,
}

/// How many bits are looked at in one go: a word without those of its first byte that were read.
const PEEKED: u32 = u64::BITS - 7;

/// Reads a bit stream.
#[derive(Debug)]
pub struct BitReader<'a> {
    data: &'a [u8],
    bit: u64,
    width: u32,
    scopes: Vec<Scope>,
    block_info: HashMap<u32, Vec<Abbrev>>,
    /// The kind of block that definitions in BLOCKINFO are for.
    defines_for: Option<u32>,
}

impl<'a> BitReader<'a> {
    /// Reads a stream that must begin with a magic number.
    pub fn new(data: &'a [u8], magic: [u8; 4]) -> Result<Self, BitcodeError> {
        let (scopes, block_info) = (Vec::new(), HashMap::new());
        let reader = Self { data, bit: 32, width: TOP_WIDTH, scopes, block_info, defines_for: None };
        if data.starts_with(&magic) { Ok(reader) } else { Err(reader.error(BitcodeErrorKind::NotBitcode)) }
    }

    /// The bit that is read next.
    pub fn bit(&self) -> u64 {
        self.bit
    }

    /// Whether everything is read, but for zero padding to a word.
    pub fn at_end(&self) -> bool {
        self.bits_left() < 32
    }

    /// An error at the current bit.
    pub fn error(&self, kind: BitcodeErrorKind) -> BitcodeError {
        BitcodeError { bit: self.bit, kind }
    }

    fn bits_left(&self) -> u64 {
        (self.data.len() as u64 * 8).saturating_sub(self.bit)
    }

    /// The next bits, [`PEEKED`] at least, where this many bytes are left that none has to be looked for.
    #[inline]
    fn peek(&self) -> Option<u64> {
        let bytes = self.data.get((self.bit / 8) as usize..)?.first_chunk()?;
        Some(u64::from_le_bytes(*bytes) >> (self.bit % 8))
    }

    #[inline]
    fn fixed(&mut self, bits: u32) -> Result<u64, BitcodeError> {
        match self.peek() {
            Some(next) if bits <= PEEKED => {
                self.bit += u64::from(bits);
                Ok(next & ((1 << bits) - 1))
            }
            _ => self.fixed_at_end(bits),
        }
    }

    /// The same for wide numbers, and for the last ones.
    #[cold]
    fn fixed_at_end(&mut self, bits: u32) -> Result<u64, BitcodeError> {
        if u64::from(bits) > self.bits_left() {
            return Err(self.error(BitcodeErrorKind::UnexpectedEnd));
        }
        let first = (self.bit / 8) as usize;
        let shift = (self.bit % 8) as u32;
        let needed = (shift + bits).div_ceil(8) as usize;
        let mut raw = [0; 16];
        raw[..needed].copy_from_slice(&self.data[first..first + needed]);
        self.bit += u64::from(bits);
        let value = (u128::from_le_bytes(raw) >> shift) as u64;
        Ok(if bits == 64 { value } else { value & ((1 << bits) - 1) })
    }

    #[inline]
    fn vbr(&mut self, bits: u32) -> Result<u64, BitcodeError> {
        let Some(mut next) = self.peek().filter(|_| bits <= u32::BITS) else { return self.vbr_by_chunks(bits) };
        let more = 1u64 << (bits - 1);
        let (mut value, mut shift, mut used) = (0u64, 0, bits);
        while used <= PEEKED {
            value |= (next & (more - 1)) << shift;
            if next & more == 0 {
                self.bit += u64::from(used);
                return Ok(value);
            }
            next >>= bits;
            shift += bits - 1;
            used += bits;
        }
        self.vbr_by_chunks(bits)
    }

    /// The same for numbers of many chunks, and for the last ones.
    #[cold]
    fn vbr_by_chunks(&mut self, bits: u32) -> Result<u64, BitcodeError> {
        let more = 1 << (bits - 1);
        let (mut value, mut shift) = (0u64, 0);
        loop {
            let chunk = self.fixed(bits)?;
            if shift < 64 {
                value |= (chunk & (more - 1)) << shift;
            }
            if chunk & more == 0 {
                return Ok(value);
            }
            shift += bits - 1;
        }
    }

    fn align(&mut self) -> Result<(), BitcodeError> {
        self.bit = self.bit.next_multiple_of(32);
        if self.bit > self.data.len() as u64 * 8 {
            return Err(self.error(BitcodeErrorKind::UnexpectedEnd));
        }
        Ok(())
    }

    /// Reads on to the next block, end of block, or record; abbreviation definitions are taken in on the way.
    pub fn next(&mut self, record: &mut Record) -> Result<Entry, BitcodeError> {
        loop {
            match self.step(record)? {
                Step::Definition => {}
                Step::Block(BLOCKINFO) => while self.step(record)? != Step::EndBlock {},
                Step::Block(id) => return Ok(Entry::Block(id)),
                Step::EndBlock => return Ok(Entry::EndBlock),
                Step::Record => return Ok(Entry::Record),
            }
        }
    }

    /// Reads one element, those that [`next`](Self::next) passes over included.
    pub fn step(&mut self, record: &mut Record) -> Result<Step, BitcodeError> {
        let is_info = self.block() == Some(BLOCKINFO);
        match self.fixed(self.width)? {
            abbrev_id::END_BLOCK => {
                self.align()?;
                let Some(scope) = self.scopes.pop() else {
                    return Err(self.error(BitcodeErrorKind::BadNesting));
                };
                self.width = scope.outer_width;
                Ok(Step::EndBlock)
            }
            abbrev_id::ENTER_SUBBLOCK if !is_info => self.enter().map(Step::Block),
            abbrev_id::DEFINE_ABBREV => {
                let abbrev = self.read_abbrev()?;
                if is_info {
                    let block = self.defines_for.ok_or_else(|| self.error(BitcodeErrorKind::BadAbbreviation))?;
                    self.block_info.entry(block).or_default().push(abbrev);
                } else {
                    match self.scopes.last_mut() {
                        Some(scope) => scope.abbrevs.push(abbrev),
                        None => return Err(self.error(BitcodeErrorKind::BadNesting)),
                    }
                }
                Ok(Step::Definition)
            }
            abbrev_id::UNABBREV_RECORD => {
                self.read_plain_record(record)?;
                if is_info && record.code == SET_BLOCK {
                    self.defines_for = record.operands.first().map(|&id| id as u32);
                }
                Ok(Step::Record)
            }
            defined if !is_info => {
                let index = (defined - abbrev_id::FIRST_DEFINED) as usize;
                let abbrev = self.scopes.last().and_then(|scope| scope.abbrevs.get(index)).cloned();
                let abbrev = abbrev.ok_or_else(|| self.error(BitcodeErrorKind::BadAbbreviation))?;
                self.read_abbreviated_record(&abbrev, record)?;
                Ok(Step::Record)
            }
            _ => Err(self.error(BitcodeErrorKind::BadNesting)),
        }
    }

    /// The innermost open block.
    pub fn block(&self) -> Option<u32> {
        self.scopes.last().map(|scope| scope.block)
    }

    /// Reads to the end of the block that has just begun.
    pub fn skip_block(&mut self) -> Result<(), BitcodeError> {
        let outside = self.scopes.len().saturating_sub(1);
        let mut record = Record::default();
        while self.scopes.len() > outside {
            self.next(&mut record)?;
        }
        Ok(())
    }

    fn enter(&mut self) -> Result<u32, BitcodeError> {
        let id = self.vbr(8)?;
        let width = self.vbr(4)?;
        self.align()?;
        // The length is for those who skip the block; who reads it sees its end.
        let _words = self.fixed(32)?;
        if self.bits_left() == 0 {
            return Err(self.error(BitcodeErrorKind::UnexpectedEnd));
        }
        let (Ok(block), 2..=32) = (u32::try_from(id), width) else {
            return Err(self.error(BitcodeErrorKind::BadNesting));
        };
        let abbrevs = self.block_info.get(&block).cloned().unwrap_or_default();
        self.scopes.push(Scope { block, outer_width: self.width, abbrevs });
        self.width = width as u32;
        Ok(block)
    }

    fn read_plain_record(&mut self, record: &mut Record) -> Result<(), BitcodeError> {
        record.operands.clear();
        record.code = self.vbr(6)?;
        for _ in 0..self.vbr(6)? {
            let operand = self.vbr(6)?;
            record.operands.push(operand);
        }
        Ok(())
    }

    fn read_abbreviated_record(&mut self, abbrev: &[Encoding], record: &mut Record) -> Result<(), BitcodeError> {
        record.operands.clear();
        let mut encodings = abbrev.iter();
        while let Some(&encoding) = encodings.next() {
            match encoding {
                Encoding::Array => {
                    let element = *encodings.next().ok_or_else(|| self.error(BitcodeErrorKind::BadAbbreviation))?;
                    let count = self.vbr(6)?;
                    if count > self.bits_left() {
                        return Err(self.error(BitcodeErrorKind::UnexpectedEnd));
                    }
                    for _ in 0..count {
                        let value = self.read_scalar(element)?;
                        record.operands.push(value);
                    }
                }
                Encoding::Blob => self.read_blob(record)?,
                scalar @ (Encoding::Literal(_) | Encoding::Fixed(_) | Encoding::Vbr(_) | Encoding::Char6) => {
                    let value = self.read_scalar(scalar)?;
                    record.operands.push(value);
                }
            }
        }
        if record.operands.is_empty() {
            return Err(self.error(BitcodeErrorKind::BadAbbreviation));
        }
        record.code = record.operands.remove(0);
        Ok(())
    }

    fn read_blob(&mut self, record: &mut Record) -> Result<(), BitcodeError> {
        let length = self.vbr(6)?;
        self.align()?;
        if length > self.bits_left() / 8 {
            return Err(self.error(BitcodeErrorKind::UnexpectedEnd));
        }
        let start = (self.bit / 8) as usize;
        record.operands.extend(self.data[start..start + length as usize].iter().map(|&byte| u64::from(byte)));
        self.bit += length * 8;
        self.align()
    }

    fn read_scalar(&mut self, encoding: Encoding) -> Result<u64, BitcodeError> {
        match encoding {
            Encoding::Literal(value) => Ok(value),
            Encoding::Fixed(bits) => self.fixed(bits),
            Encoding::Vbr(bits) => self.vbr(bits),
            Encoding::Char6 => Ok(u64::from(CHAR6[self.fixed(6)? as usize])),
            Encoding::Array | Encoding::Blob => Err(self.error(BitcodeErrorKind::BadAbbreviation)),
        }
    }

    fn read_abbrev(&mut self) -> Result<Abbrev, BitcodeError> {
        let mut encodings: SmallVec<[Encoding; 8]> = SmallVec::new();
        let count = self.vbr(5)?;
        for _ in 0..count {
            let is_literal = self.fixed(1)? == 1;
            let encoding = if is_literal {
                Encoding::Literal(self.vbr(8)?)
            } else {
                match self.fixed(3)? {
                    1 => self.read_width(Encoding::Fixed, 0)?,
                    2 => self.read_width(Encoding::Vbr, 1)?,
                    3 => Encoding::Array,
                    4 => Encoding::Char6,
                    5 => Encoding::Blob,
                    _ => return Err(self.error(BitcodeErrorKind::BadAbbreviation)),
                }
            };
            encodings.push(encoding);
        }
        Ok(encodings.as_slice().into())
    }

    /// A width of an encoding; zero bits hold the literal zero.
    fn read_width(&mut self, of: fn(u32) -> Encoding, least: u64) -> Result<Encoding, BitcodeError> {
        match self.vbr(5)? {
            0 => Ok(Encoding::Literal(0)),
            width if (least + 1..=64).contains(&width) => Ok(of(width as u32)),
            _ => Err(self.error(BitcodeErrorKind::BadAbbreviation)),
        }
    }
}
