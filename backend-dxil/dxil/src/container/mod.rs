//! Reads and writes the container: a header, and a sequence of parts with four-letter names.
//!
//! [`Container`] keeps parts as bytes, in order, so unknown parts survive a round trip. Each known part has a module with a
//! typed form, its writer and its reader. All numbers are little-endian.

pub mod assemble;
pub mod digest;
pub mod dump;
pub mod edit;
mod order;
pub mod pdb;
pub mod program;
pub mod psv0;
pub mod rdat;
pub mod rts0;
pub mod signature;
pub mod small;
pub mod sources;
pub mod specialize;
pub mod strip;

use std::fmt;

pub use assemble::{DebugParts, ExtraParts, assemble, compiler};
pub use digest::Digest;

/// The name of a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FourCc(pub [u8; 4]);

macro_rules! part_names {
    ($($(#[$doc:meta])* $constant:ident = $text:literal,)*) => {
        impl FourCc {
            $($(#[$doc])* pub const $constant: Self = Self(*$text);)*
        }
    };
}

part_names! {
    /// The program.
    DXIL = b"DXIL",
    /// The program with debug information.
    ILDB = b"ILDB",
    /// The program without bodies, for reflection.
    STAT = b"STAT",
    /// Feature flags.
    SFI0 = b"SFI0",
    /// The input signature.
    ISG1 = b"ISG1",
    /// The output signature.
    OSG1 = b"OSG1",
    /// The patch-constant or primitive signature.
    PSG1 = b"PSG1",
    /// The facts that the pipeline checks before it runs the shader.
    PSV0 = b"PSV0",
    /// The root signature.
    RTS0 = b"RTS0",
    /// Runtime data of a library.
    RDAT = b"RDAT",
    /// The hash of the program.
    HASH = b"HASH",
    /// The name of the debug file.
    ILDN = b"ILDN",
    /// The version of the compiler.
    VERS = b"VERS",
    /// The sources of the program, in files with debug information.
    SRCI = b"SRCI",
    /// The options of the compilation, in files with debug information.
    PDBI = b"PDBI",
    /// Whatever the user put there.
    PRIV = b"PRIV",
}

impl fmt::Display for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.escape_ascii())
    }
}

impl fmt::Debug for FourCc {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A part: its name and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name.
    pub name: FourCc,
    /// The bytes after the part header.
    pub data: Vec<u8>,
}

/// A container.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Container {
    /// The digest in the header; zero if the container is not signed.
    pub digest: Digest,
    /// The parts, in order.
    pub parts: Vec<Part>,
}

/// Why bytes are not a container, or a part is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContainerError {
    /// The part, if it is inside one.
    pub part: Option<FourCc>,
    /// The offset of the fault, from the start of the part or container.
    pub offset: usize,
    /// The error.
    pub what: &'static str,
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.part {
            Some(part) => write!(f, "part {part} at byte {}: {}", self.offset, self.what),
            None => write!(f, "container at byte {}: {}", self.offset, self.what),
        }
    }
}

impl std::error::Error for ContainerError {}

/// The first four bytes.
pub(crate) const MAGIC: [u8; 4] = *b"DXBC";
/// The size of the header without the part offsets.
pub(crate) const HEADER_SIZE: usize = 32;
/// The container version: major 1, minor 0.
const VERSION: u32 = 1;
/// The end of the digest and the start of what it covers.
const DIGEST_END: usize = 20;
/// The offset of the size.
const SIZE_AT: usize = 24;
/// The size of a part header.
pub(crate) const PART_HEADER_SIZE: usize = 8;

/// The contents of the digest field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Signing {
    /// The digest of the bytes, as D3D12 asks for.
    #[default]
    Digest,
    /// Zeros.
    Unsigned,
    /// The digest of [`Container::digest`], right or wrong.
    Keep,
}

impl Container {
    /// An empty container.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a part.
    pub fn push(&mut self, name: FourCc, data: Vec<u8>) {
        self.parts.push(Part { name, data });
    }

    /// The bytes of the first part of that name.
    pub fn part(&self, name: FourCc) -> Option<&[u8]> {
        self.parts.iter().find(|part| part.name == name).map(|part| part.data.as_slice())
    }

    /// Replaces the bytes of a part, or appends it.
    pub fn set_part(&mut self, name: FourCc, data: Vec<u8>) {
        match self.parts.iter_mut().find(|part| part.name == name) {
            Some(part) => part.data = data,
            None => self.push(name, data),
        }
    }

    /// The bytes of the container.
    pub fn write(&self, signing: Signing) -> Vec<u8> {
        let sizes = self.parts.iter().map(|part| PART_HEADER_SIZE + part.data.len());
        let mut offset = HEADER_SIZE + 4 * self.parts.len();
        let total = offset + sizes.clone().sum::<usize>();
        let mut out = Vec::with_capacity(total);
        out.extend(MAGIC);
        out.extend(match signing {
            Signing::Keep => self.digest.0,
            Signing::Digest | Signing::Unsigned => [0; 16],
        });
        out.extend(VERSION.to_le_bytes());
        out.extend((total as u32).to_le_bytes());
        out.extend((self.parts.len() as u32).to_le_bytes());
        for size in sizes {
            out.extend((offset as u32).to_le_bytes());
            offset += size;
        }
        for part in &self.parts {
            out.extend(part.name.0);
            out.extend((part.data.len() as u32).to_le_bytes());
            out.extend(&part.data);
        }
        if signing == Signing::Digest {
            let digest = Digest::of(&out[DIGEST_END..]);
            out[MAGIC.len()..DIGEST_END].copy_from_slice(&digest.0);
        }
        out
    }

    /// The digest that a container has if it is signed.
    pub fn digest_of(bytes: &[u8]) -> Option<Digest> {
        let mut reader = Reader::new(None, bytes);
        reader.seek(SIZE_AT).ok()?;
        let size = reader.u32().ok()? as usize;
        bytes.get(DIGEST_END..size).map(Digest::of)
    }

    /// The offset of the bytes of each part.
    pub fn part_offsets(bytes: &[u8]) -> Result<Vec<usize>, ContainerError> {
        let mut reader = Reader::new(None, bytes);
        reader.seek(HEADER_SIZE - 4)?;
        let count = reader.u32()?;
        (0..count).map(|_| Ok((reader.u32()? as usize).saturating_add(PART_HEADER_SIZE))).collect()
    }

    /// Reads a container. Parts may lie anywhere in it; bytes outside parts are not kept.
    pub fn read(bytes: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(None, bytes);
        if reader.array::<4>()? != MAGIC {
            return Err(reader.error_at(0, "the magic number is not DXBC"));
        }
        let digest = Digest(reader.array()?);
        let _version = reader.u32()?;
        let size = reader.u32()? as usize;
        if size > bytes.len() {
            return Err(reader.error_at(reader.offset(), "the stated size is more than there is"));
        }
        let count = reader.u32()?;
        let mut parts = Vec::new();
        let mut room = size;
        for _ in 0..count {
            let offset = reader.u32()? as usize;
            let mut part = Reader::new(None, bytes.get(..size).unwrap_or(bytes));
            part.seek(offset)?;
            let name = FourCc(part.array()?);
            let length = part.u32()? as usize;
            room = room.checked_sub(length).ok_or_else(|| part.error("parts overlap"))?;
            parts.push(Part { name, data: part.bytes(length)?.to_vec() });
        }
        Ok(Self { digest, parts })
    }
}

/// Reads little-endian fields of a part, or of a container.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    part: Option<FourCc>,
    data: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(part: Option<FourCc>, data: &'a [u8]) -> Self {
        Self { part, data, at: 0 }
    }

    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.data.len() - self.at
    }

    pub(crate) fn error_at(&self, offset: usize, what: &'static str) -> ContainerError {
        ContainerError { part: self.part, offset, what }
    }

    pub(crate) fn error(&self, what: &'static str) -> ContainerError {
        self.error_at(self.at, what)
    }

    pub(crate) fn seek(&mut self, offset: usize) -> Result<(), ContainerError> {
        if offset > self.data.len() {
            return Err(self.error("an offset points outside"));
        }
        self.at = offset;
        Ok(())
    }

    pub(crate) fn bytes(&mut self, length: usize) -> Result<&'a [u8], ContainerError> {
        let end = self.at.checked_add(length).filter(|&end| end <= self.data.len());
        let end = end.ok_or_else(|| self.error("the data ends too early"))?;
        let bytes = &self.data[self.at..end];
        self.at = end;
        Ok(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], ContainerError> {
        let mut array = [0; N];
        array.copy_from_slice(self.bytes(N)?);
        Ok(array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, ContainerError> {
        Ok(self.array::<1>()?[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, ContainerError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, ContainerError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, ContainerError> {
        self.array().map(u64::from_le_bytes)
    }

    /// The bytes from an offset to the next zero.
    pub(crate) fn text_at(&self, offset: usize) -> Result<&'a [u8], ContainerError> {
        let tail = self.data.get(offset..).ok_or_else(|| self.error("a string lies outside"))?;
        let end = tail.iter().position(|&byte| byte == 0);
        end.map(|end| &tail[..end]).ok_or_else(|| self.error_at(offset, "a string does not end"))
    }
}

/// Appends zeros up to the next multiple of four.
pub(crate) fn pad4(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(4), 0);
}
