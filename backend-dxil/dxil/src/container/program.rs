//! Reads and writes the program parts: `DXIL`, `ILDB` and `STAT` hold a header and bitcode.

use crate::container::{ContainerError, FourCc, Reader, pad4};
use crate::target::{ShaderKind, ShaderModel, Version};

/// A program part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The shader model of the program.
    pub shader_model: ShaderModel,
    /// The DXIL version.
    pub dxil_version: Version,
    /// The bitcode.
    pub bitcode: Vec<u8>,
}

/// The size of the header, and the offset of the bitcode from the second magic number.
const HEADER_SIZE: usize = 24;
const BITCODE_OFFSET: u32 = 16;

impl Program {
    /// Where the bitcode starts in a part that [`Self::write`] makes.
    pub const BITCODE_AT: usize = HEADER_SIZE;

    /// The bytes of the part.
    pub fn write(&self) -> Vec<u8> {
        let ShaderModel { kind, version } = self.shader_model;
        let words = (HEADER_SIZE + self.bitcode.len()).div_ceil(4);
        let mut out = Vec::with_capacity(4 * words);
        out.extend((((kind as u32) << 16) | (u32::from(version.major) << 4) | u32::from(version.minor)).to_le_bytes());
        out.extend((words as u32).to_le_bytes());
        out.extend(FourCc::DXIL.0);
        out.extend(((u32::from(self.dxil_version.major) << 8) | u32::from(self.dxil_version.minor)).to_le_bytes());
        out.extend(BITCODE_OFFSET.to_le_bytes());
        out.extend((self.bitcode.len() as u32).to_le_bytes());
        out.extend(&self.bitcode);
        pad4(&mut out);
        out
    }

    /// Reads a part.
    pub fn read(name: FourCc, data: &[u8]) -> Result<Self, ContainerError> {
        let mut reader = Reader::new(Some(name), data);
        let program = reader.u32()?;
        let kind = ShaderKind::from_number(program >> 16);
        let kind = kind.ok_or_else(|| reader.error_at(0, "the shader kind is not known"))?;
        let shader_model = ShaderModel::new(kind, (program >> 4 & 15) as u8, (program & 15) as u8);
        let _words = reader.u32()?;
        let start = reader.offset();
        if reader.array::<4>()? != FourCc::DXIL.0 {
            return Err(reader.error_at(start, "the second magic number is not DXIL"));
        }
        let version = reader.u32()?;
        let dxil_version = Version::new((version >> 8) as u8, version as u8);
        let (offset, size) = (reader.u32()? as usize, reader.u32()? as usize);
        reader.seek(start.saturating_add(offset))?;
        Ok(Self { shader_model, dxil_version, bitcode: reader.bytes(size)?.to_vec() })
    }
}
