//! Reads and writes the parts that consist of a few fields: `SFI0`, `HASH`, `ILDN`, `VERS`.

use md5::{Digest as _, Md5};

use crate::container::{ContainerError, FourCc, Reader, pad4};
use crate::target::Version;

/// The `SFI0` part: the features a shader needs, see [`crate::flags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Features(pub u64);

impl Features {
    /// The bytes of the part.
    pub fn write(self) -> Vec<u8> {
        self.0.to_le_bytes().to_vec()
    }

    /// Reads a part.
    pub fn read(data: &[u8]) -> Result<Self, ContainerError> {
        Reader::new(Some(FourCc::SFI0), data).u64().map(Self)
    }
}

/// The `HASH` part: the MD5 of the bitcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShaderHash {
    /// Whether the hash is that of the program with debug information.
    pub includes_source: bool,
    /// The hash.
    pub digest: [u8; 16],
}

impl ShaderHash {
    /// Where the hash starts in the part.
    pub(crate) const DIGEST_AT: usize = 4;

    /// The hash of bitcode.
    pub fn of(bitcode: &[u8]) -> Self {
        Self { includes_source: false, digest: Md5::digest(bitcode).into() }
    }

    /// The bytes of the part.
    pub fn write(self) -> Vec<u8> {
        let mut out = u32::from(self.includes_source).to_le_bytes().to_vec();
        out.extend(self.digest);
        out
    }

    /// Reads a part.
    pub fn read(data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::HASH), data);
        Ok(Self { includes_source: reader.u32()? & 1 == 1, digest: reader.array()? })
    }
}

/// The `ILDN` part: the name of the file with debug information.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DebugName {
    /// The name.
    pub name: Vec<u8>,
}

impl DebugName {
    /// The name after the hash of a program.
    pub fn of(hash: &ShaderHash) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digits = hash.digest.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
        Self { name: digits.map(|digit| DIGITS[usize::from(digit)]).chain(*b".pdb").collect() }
    }

    /// The bytes of the part.
    pub fn write(&self) -> Vec<u8> {
        let mut out = vec![0, 0];
        out.extend((self.name.len() as u16).to_le_bytes());
        out.extend(&self.name);
        out.push(0);
        pad4(&mut out);
        out
    }

    /// Reads a part.
    pub fn read(data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::ILDN), data);
        let _flags = reader.u16()?;
        let length = usize::from(reader.u16()?);
        Ok(Self { name: reader.bytes(length)?.to_vec() })
    }
}

/// The `VERS` part: which compiler made the container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerVersion {
    /// Its version.
    pub version: Version,
    /// 1 for a debug build, 2 for an internal one.
    pub flags: u32,
    /// The number of commits since the first one.
    pub commits: u32,
    /// The commit.
    pub commit: Vec<u8>,
    /// The version as it is printed.
    pub text: Vec<u8>,
}

impl CompilerVersion {
    /// The bytes of the part.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend(u16::from(self.version.major).to_le_bytes());
        out.extend(u16::from(self.version.minor).to_le_bytes());
        out.extend(self.flags.to_le_bytes());
        out.extend(self.commits.to_le_bytes());
        out.extend((self.commit.len() as u32 + self.text.len() as u32 + 2).to_le_bytes());
        for text in [&self.commit, &self.text] {
            out.extend(text);
            out.push(0);
        }
        pad4(&mut out);
        out
    }

    /// Reads a part.
    pub fn read(data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(FourCc::VERS), data);
        let version = Version::new(reader.u16()? as u8, reader.u16()? as u8);
        let (flags, commits, _size) = (reader.u32()?, reader.u32()?, reader.u32()?);
        let commit = reader.text_at(reader.offset())?.to_vec();
        let text = reader.text_at(reader.offset() + commit.len() + 1)?.to_vec();
        Ok(Self { version, flags, commits, commit, text })
    }
}
