//! Checks image operands of instructions named by number.
//!
//! Input: an operation on an image, the meaning of its operands, and their values. Output: nothing, or the problem as a
//! sentence: an operand that the operation does not take, a value of another type or dimension than the image requires.

use super::arithmetic::{Kind, Numbers};
use crate::grammar::Named;
use crate::writer::Writer;
use hlslc_ir::foreign::{ForeignInst, ForeignOperand, ForeignType, TypeOperand};
use hlslc_ir::types::{ResourceType, TextureShape, TypeData};
use hlslc_ir::{Type, Value};
use rspirv::dr::Operand;
use rspirv::grammar::INSTRUCTION_TABLE;
use rspirv::spirv::{Dim, ImageOperands, Op as Core};

use rspirv::spirv::ImageOperands as I;

/// The image operands that operations with a word in their names allow. All operations also allow those
/// that affect texels and not positions.
const TAKEN: [(&str, ImageOperands); 6] = [
    ("ImplicitLod", I::BIAS.union(I::CONST_OFFSET).union(I::MIN_LOD)),
    ("ExplicitLod", I::LOD.union(I::GRAD).union(I::CONST_OFFSET).union(I::MIN_LOD)),
    ("Gather", I::CONST_OFFSET.union(I::OFFSET)),
    ("Fetch", I::LOD.union(I::CONST_OFFSET).union(I::SAMPLE)),
    ("Read", I::SAMPLE.union(I::MAKE_TEXEL_VISIBLE)),
    ("Write", I::SAMPLE.union(I::MAKE_TEXEL_AVAILABLE)),
];

/// The image operands that all operations allow.
const BY_ALL: ImageOperands =
    I::NON_PRIVATE_TEXEL.union(I::VOLATILE_TEXEL).union(I::SIGN_EXTEND).union(I::ZERO_EXTEND).union(I::NONTEMPORAL);

/// The facts about an image.
#[derive(Clone, Copy)]
struct Shape {
    /// The number of coordinates; none if a position cannot have an offset.
    dims: Option<u16>,
    has_samples: bool,
}

impl Writer<'_> {
    /// The error in the image operands of an operation.
    pub(super) fn wrong_texels(
        &mut self,
        core: Core,
        inst: &ForeignInst,
        named: &Named,
        args: &[Value],
        result: Type,
    ) -> Option<&'static str> {
        let name = INSTRUCTION_TABLE.get(core).opname;
        let taken = TAKEN.iter().find(|row| name.starts_with("Image") && name.contains(row.0))?.1;
        if !self.settings.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        let found = named.iter().enumerate().find_map(|(at, operand)| match operand {
            &Some(Operand::ImageOperands(said)) => Some((at, said)),
            _ => None,
        });
        let (at, said) = found.unwrap_or((named.len(), I::NONE));
        let image = self.image_shape(self.func.ty(*args.first()?));
        let has_samples = image.is_some_and(|image| image.has_samples);
        if !(taken | BY_ALL).contains(said) {
            return Some("says of the texel what this operation does not take");
        }
        if taken.contains(I::SAMPLE) && image.is_some() && has_samples != said.contains(I::SAMPLE) {
            return Some("says the sample (64) of an image that has samples, and of no other");
        }
        if said.intersects(I::MAKE_TEXEL_AVAILABLE | I::MAKE_TEXEL_VISIBLE) && !said.contains(I::NON_PRIVATE_TEXEL) {
            return Some("makes available or visible what is not private: `NonPrivateTexel`, 1024");
        }
        if name.contains("ExplicitLod") && said.contains(I::LOD) == said.contains(I::GRAD) {
            return Some("says a level (2) or how coordinates change (4)");
        }
        if said.contains(I::MIN_LOD) && name.contains("ExplicitLod") && !said.contains(I::GRAD) {
            return Some("says the least level where it is worked out");
        }
        if said.intersects(I::SIGN_EXTEND | I::ZERO_EXTEND) {
            let of = self.numbers_of(if core == Core::ImageWrite { self.func.ty(*args.get(2)?) } else { result });
            if of.is_some_and(|of| of.kind != Kind::Int) || said.contains(I::SIGN_EXTEND | I::ZERO_EXTEND) {
                return Some("extends integers, with their sign (4096) or without (8192)");
            }
            self.asm.need_version((1, 4));
        }
        if said.contains(I::NONTEMPORAL) {
            self.asm.need_version((1, 6));
        }
        let values = inst.operands.get(at..)?.iter().filter(|operand| matches!(operand, ForeignOperand::Value)).count();
        let mut rest = args.get(args.len().checked_sub(values)?..)?.iter();
        let fits = said.iter().all(|flag| self.fits_texel(core, flag, image, &mut rest));
        (!fits).then_some("takes numbers and offsets of the kind and the dimensions that the image has")
    }

    /// Whether the values of a flag are those that it asks for; takes them.
    fn fits_texel<'a>(
        &self,
        core: Core,
        flag: ImageOperands,
        image: Option<Shape>,
        rest: &mut impl Iterator<Item = &'a Value>,
    ) -> bool {
        let mut is_number = |kind: Kind, count: Option<u16>| {
            let value = rest.next();
            let of = value.and_then(|&value| self.numbers_of(self.func.ty(value)));
            let fits = |of: Numbers| (of.kind, of.bits) == (kind, 32) && count.is_none_or(|count| of.count == count);
            value.filter(|_| of.is_some_and(fits))
        };
        let is_fetch = matches!(core, Core::ImageFetch | Core::ImageSparseFetch);
        let dims = image.and_then(|image| image.dims);
        let moves = image.is_none_or(|image| image.dims.is_some());
        if flag == I::LOD {
            is_number(if is_fetch { Kind::Int } else { Kind::Float }, Some(1)).is_some()
        } else if flag == I::BIAS || flag == I::MIN_LOD {
            is_number(Kind::Float, Some(1)).is_some()
        } else if flag == I::GRAD {
            is_number(Kind::Float, dims).is_some() && is_number(Kind::Float, dims).is_some()
        } else if flag == I::OFFSET {
            moves && is_number(Kind::Int, dims).is_some()
        } else if flag == I::CONST_OFFSET {
            moves && is_number(Kind::Int, dims).is_some_and(|&value| self.func.as_const(value).is_some())
        } else if flag == I::SAMPLE {
            is_number(Kind::Int, Some(1)).is_some()
        } else if flag == I::MAKE_TEXEL_AVAILABLE || flag == I::MAKE_TEXEL_VISIBLE {
            is_number(Kind::Int, Some(1)).is_some_and(|&scope| self.sees_accesses(core, scope))
        } else {
            true
        }
    }

    /// The shape of an image, of one with its sampler, or of a texture.
    fn image_shape(&self, ty: Type) -> Option<Shape> {
        let data = self.module.ctx.type_data(ty);
        if let TypeData::Resource(ResourceType::Texture { shape: TextureShape { dim, .. }, .. }) = data {
            // A face takes no offsets.
            let dims = (!dim.is_cube()).then(|| dim.offsets());
            return Some(Shape { dims, has_samples: dim.is_multisampled() });
        }
        let TypeData::Foreign(ForeignType::Made { opcode, operands, .. }) = data else { return None };
        match (Core::from_u32(*opcode)?, operands.as_slice()) {
            (Core::TypeSampledImage, &[TypeOperand::Type(image)]) => self.image_shape(image),
            (Core::TypeImage, &[_, TypeOperand::Literal(dim), _, _, TypeOperand::Literal(samples), ..]) => {
                let dims = [(Dim::Dim1D, 1), (Dim::Dim2D, 2), (Dim::DimRect, 2), (Dim::Dim3D, 3)];
                let dims = dims.iter().find(|row| row.0 as u32 == dim).map(|row| row.1);
                Some(Shape { dims, has_samples: samples == 1 })
            }
            _ => None,
        }
    }
}
