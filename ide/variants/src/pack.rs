//! Lays out the packed file: all objects of a build, each once, and a table from variants to objects.
//!
//! Objects are written first, as they are made; the tables follow, and the file ends with what says where they are. All numbers are
//! little-endian.
//!
//! | where | what |
//! | --- | --- |
//! | 0 | `HLSLPACK`, then the version as 4 bytes, then 4 bytes of zero |
//! | 16 | the objects, one after another |
//! | at `objects` | for each object 48 bytes: its SHA-256, its offset and its length as 8 bytes each |
//! | at `variants` | for each variant 20 bytes: the first 16 bytes of the SHA-256 of its [name](variant_name), ascending, and the number of its object as 4 bytes |
//! | the last 64 bytes | `objects`, their number, `variants`, their number, as 8 bytes each, and the SHA-256 of both tables |
//!
//! A variant that failed is not in the table.

use sha2::{Digest as _, Sha256};

/// What the file begins with.
pub const MAGIC: [u8; 8] = *b"HLSLPACK";
/// The version of the layout.
pub const VERSION: u32 = 1;
/// The length of what comes before the objects.
pub const HEAD: usize = 16;
const OBJECT: usize = 48;
const VARIANT: usize = 20;
const FOOT: usize = 64;

/// A SHA-256.
pub type Hash = [u8; 32];

/// The SHA-256 of bytes.
pub fn hash(bytes: &[u8]) -> Hash {
    Sha256::digest(bytes).into()
}

/// A hash in hexadecimal digits.
pub fn hex(hash: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    hash.iter().flat_map(|byte| [byte >> 4, byte & 15]).map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// The hash that hexadecimal digits are.
pub fn from_hex(text: &str) -> Option<Hash> {
    let mut hash = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(hash)
}

/// The name of a variant in the table: the entry, the target, and each macro of its axes that is defined as `NAME=VALUE`, in the order of
/// the axes, with a zero byte after each.
pub fn variant_name<'v>(
    entry: &str,
    target: &str,
    macros: impl Iterator<Item = (&'v str, Option<&'v str>)>,
) -> [u8; 16] {
    let mut sum = Sha256::new();
    for text in [entry, target] {
        sum.update(text);
        sum.update([0]);
    }
    for (name, value) in macros {
        if let Some(value) = value {
            sum.update(name);
            sum.update("=");
            sum.update(value);
            sum.update([0]);
        }
    }
    let whole: Hash = sum.finalize().into();
    let mut name = [0; 16];
    name.copy_from_slice(&whole[..16]);
    name
}

/// What the file begins with.
pub fn head() -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(&MAGIC);
    head[8..12].copy_from_slice(&VERSION.to_le_bytes());
    head
}

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its SHA-256.
    pub hash: Hash,
    /// Where it begins.
    pub offset: u64,
    /// Its length.
    pub length: u64,
}

/// The tables of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tables {
    /// The objects.
    pub objects: Vec<Object>,
    /// Names of variants, ascending once they are [written](Self::write), and the numbers of their objects.
    pub variants: Vec<([u8; 16], u32)>,
}

impl Tables {
    /// What follows objects that end at an offset, and the hash of the tables, which identifies the file.
    pub fn write(&mut self, end: u64) -> (Vec<u8>, Hash) {
        self.variants.sort_unstable();
        let mut out = Vec::with_capacity(self.objects.len() * OBJECT + self.variants.len() * VARIANT + FOOT);
        for object in &self.objects {
            out.extend_from_slice(&object.hash);
            out.extend_from_slice(&object.offset.to_le_bytes());
            out.extend_from_slice(&object.length.to_le_bytes());
        }
        let variants = end + out.len() as u64;
        for (name, object) in &self.variants {
            out.extend_from_slice(name);
            out.extend_from_slice(&object.to_le_bytes());
        }
        let sum = hash(&out);
        for number in [end, self.objects.len() as u64, variants, self.variants.len() as u64] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&sum);
        (out, sum)
    }

    /// Reads the tables of a file, and the hash that identifies it. An error if it is damaged or not whole.
    pub fn read(file: &[u8]) -> Result<(Self, Hash), String> {
        let damaged = || "the packed file is damaged".to_owned();
        if file.len() < HEAD + FOOT || file[..HEAD] != head() {
            return Err("this is no packed file of this version".to_owned());
        }
        let (rest, foot) = file.split_at(file.len() - FOOT);
        let number = |at: usize| u64::from_le_bytes(foot[8 * at..8 * at + 8].try_into().unwrap_or_default());
        let place = |at: usize, size: usize| {
            let (start, count) = (usize::try_from(number(at)).ok()?, usize::try_from(number(at + 1)).ok()?);
            let end = start.checked_add(count.checked_mul(size)?)?;
            Some(start..end)
        };
        let (objects, variants) = (place(0, OBJECT).ok_or_else(damaged)?, place(2, VARIANT).ok_or_else(damaged)?);
        if objects.start < HEAD || objects.end != variants.start || variants.end != rest.len() {
            return Err(damaged());
        }
        let sum = hash(&rest[objects.start..]);
        if foot[32..] != sum {
            return Err(damaged());
        }
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        let mut tables = Self::default();
        for row in rest[objects.clone()].chunks_exact(OBJECT) {
            let mut hash = [0; 32];
            hash.copy_from_slice(&row[..32]);
            let (offset, length) = (word(&row[32..40]), word(&row[40..]));
            if offset.checked_add(length).is_none_or(|end| end > objects.start as u64) {
                return Err(damaged());
            }
            tables.objects.push(Object { hash, offset, length });
        }
        for row in rest[variants].chunks_exact(VARIANT) {
            let mut name = [0; 16];
            name.copy_from_slice(&row[..16]);
            tables.variants.push((name, u32::from_le_bytes(row[16..].try_into().unwrap_or_default())));
        }
        Ok((tables, sum))
    }

    /// The object of a variant.
    pub fn find(&self, name: &[u8; 16]) -> Option<&Object> {
        let at = self.variants.binary_search_by_key(name, |row| row.0).ok()?;
        self.objects.get(self.variants[at].1 as usize)
    }
}
