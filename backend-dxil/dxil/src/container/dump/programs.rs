//! Prints program parts: a header and bitcode.

use md5::{Digest as _, Md5};

use super::fields::Fields;
use crate::container::{ContainerError, Digest, FourCc};
use crate::target::{ShaderKind, ShaderModel};

/// The name of the field that is the bitcode.
pub const BITCODE: &str = "bitcode";

pub(super) fn program(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    fields.word("program version", |word| {
        let kind = ShaderKind::from_number(word >> 16);
        let model = kind.map(|kind| ShaderModel::new(kind, (word >> 4 & 15) as u8, (word & 15) as u8));
        model.map_or(format!("{word:#x}: not known"), |model| {
            format!("{word:#x}: {model}, {}", model.kind.title().to_lowercase())
        })
    })?;
    fields.u32("words in the part")?;
    let start = fields.offset();
    let magic = fields.text("magic number", 4)?;
    if magic != FourCc::DXIL.0 {
        return Err(fields.error("the second magic number is not DXIL"));
    }
    fields.word("DXIL version", |word| format!("{}.{}", word >> 8, word & 0xFF))?;
    let offset = fields.word("offset of the bitcode", |offset| format!("{offset} from the magic number"))? as usize;
    let size = fields.u32("bytes of bitcode")? as usize;
    fields.seek(start.saturating_add(offset))?;
    let at = fields.offset();
    let bitcode = fields.take(size)?;
    let hash = Digest(Md5::digest(bitcode).into());
    fields.line(at, BITCODE, format_args!("{size} bytes, MD5 {hash}"));
    Ok(())
}
