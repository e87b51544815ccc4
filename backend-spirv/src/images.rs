//! Creates image types: their shapes, and the formats of their texels.
//!
//! Input: a typed buffer or texture. Output: its type, with the capabilities it requires. The format is that of an
//! attribute, else that of the texels; an image without a format may be read and written with capabilities of their own.

use crate::resource::Texel;
use crate::types::{Number, number};
use crate::writer::Writer;
use hlslc_ir::Resource;
use hlslc_ir::types::{NumberKind, ResourceType, TextureDim, TextureShape};
use hlslc_ir::vulkan::VkPlace;
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Dim, ImageFormat, Op as Core, Word};

/// DXC leaves open whether an image holds depth …
pub(crate) const MAYBE_DEPTH: u32 = 2;
/// … but for one whose type has a sampler of its own.
const NO_DEPTH: u32 = 0;

/// Whether texels declared so take 16 bits, whatever the numbers take in registers.
fn is_half(kind: NumberKind) -> bool {
    use NumberKind as N;
    matches!(kind, N::Half | N::Min16Int | N::Min12Int | N::Min16Uint | N::Min16Float | N::Min10Float)
}

impl Writer<'_> {
    pub(crate) fn image_type(
        &mut self,
        name: &str,
        sampled: Word,
        dim: Dim,
        [depth, arrayed, ms, usage]: [u32; 4],
        format: ImageFormat,
    ) -> Word {
        let operands = vec![
            Operand::IdRef(sampled),
            Operand::Dim(dim),
            Operand::LiteralBit32(depth),
            Operand::LiteralBit32(arrayed),
            Operand::LiteralBit32(ms),
            Operand::LiteralBit32(usage),
            Operand::ImageFormat(format),
        ];
        let id = self.asm.global(Core::TypeImage, None, operands);
        self.name_once(id, name);
        id
    }

    pub(crate) fn texture_type(&mut self, ty: &ResourceType, resource: Resource) -> Word {
        let ResourceType::Texture { element, component, access, shape: TextureShape { dim, array }, .. } = *ty else {
            self.internal("the image of what is no texture");
            return self.uint_type();
        };
        let texel = self.texel(element, component);
        let ms = dim.is_multisampled();
        if self.module.resources[resource].vk.place == VkPlace::Attachment {
            self.asm.capability(Capability::InputAttachment);
            let shape = [MAYBE_DEPTH, 0, u32::from(ms), 2];
            return self.image_type(
                "type.subpass.image",
                texel.sampled,
                Dim::DimSubpassData,
                shape,
                ImageFormat::Unknown,
            );
        }
        let written = access.is_writable();
        let format = if written { self.format_of(resource, texel) } else { ImageFormat::Unknown };
        let (spirv_dim, name) = match dim {
            TextureDim::D1 => (Dim::Dim1D, "1d"),
            TextureDim::D2 | TextureDim::D2Ms => (Dim::Dim2D, "2d"),
            TextureDim::D3 => (Dim::Dim3D, "3d"),
            TextureDim::Cube => (Dim::DimCube, "cube"),
        };
        match (dim, written) {
            (TextureDim::D1, true) => self.asm.capability(Capability::Image1D),
            (TextureDim::D1, false) => self.asm.capability(Capability::Sampled1D),
            (TextureDim::Cube, false) if array => self.asm.capability(Capability::SampledCubeArray),
            (TextureDim::D2Ms, true) => {
                self.asm.capability(Capability::StorageImageMultisample);
                if array {
                    self.asm.capability(Capability::ImageMSArray);
                }
            }
            _ => {}
        }
        let name = format!("type.{name}.image{}", if array { ".array" } else { "" });
        let depth = if self.module.resources[resource].vk.own_sampler { NO_DEPTH } else { MAYBE_DEPTH };
        let shape = [depth, u32::from(array), u32::from(ms), 1 + u32::from(written)];
        self.image_type(&name, texel.sampled, spirv_dim, shape, format)
    }

    /// The format of texels: none has three components.
    fn format(&mut self, texel: Texel, is_half: bool) -> ImageFormat {
        use ImageFormat as F;
        let bits = match number(texel.scalar) {
            _ if is_half => 16,
            Number::Float(bits) | Number::Uint(bits) => bits,
            Number::Bool => 32,
        };
        let row = match (texel.scalar.is_float(), texel.signed, bits) {
            (true, _, 16) => [F::R16f, F::Rg16f, F::Unknown, F::Rgba16f],
            (true, ..) => [F::R32f, F::Rg32f, F::Unknown, F::Rgba32f],
            (false, true, 16) => [F::R16i, F::Rg16i, F::Unknown, F::Rgba16i],
            (false, false, 16) => [F::R16ui, F::Rg16ui, F::Unknown, F::Rgba16ui],
            (false, true, 64) => [F::R64i, F::Unknown, F::Unknown, F::Unknown],
            (false, false, 64) => [F::R64ui, F::Unknown, F::Unknown, F::Unknown],
            (false, true, _) => [F::R32i, F::Rg32i, F::Unknown, F::Rgba32i],
            (false, false, _) => [F::R32ui, F::Rg32ui, F::Unknown, F::Rgba32ui],
        };
        match row.get(usize::from(texel.lanes.saturating_sub(1))) {
            Some(&format) => format,
            None => {
                self.internal("a texel of more than four components");
                F::Unknown
            }
        }
    }

    /// The format of an image: the one written, else the one that its texels are in.
    pub(crate) fn format_of(&mut self, resource: Resource, texel: Texel) -> ImageFormat {
        let is_written = match self.resource_type(resource) {
            ResourceType::TypedBuffer { access, .. } | ResourceType::Texture { access, .. } => access.is_writable(),
            ResourceType::RawBuffer { .. }
            | ResourceType::CBuffer { .. }
            | ResourceType::TBuffer { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => false,
        };
        let format = match self.module.resources[resource].vk.format {
            Some(format) => match ImageFormat::from_u32(format as u32) {
                Some(format) => format,
                None => {
                    self.internal("a format that SPIR-V does not have");
                    ImageFormat::Unknown
                }
            },
            None if self.settings.unknown_formats => ImageFormat::Unknown,
            None => {
                let declared = self.module.resources[resource].element.kind(texel.scalar);
                self.format(texel, is_half(declared))
            }
        };
        if format == ImageFormat::Unknown && is_written {
            self.resources.unformatted.insert(resource);
        } else if format != ImageFormat::Unknown {
            self.extended_format(format);
        }
        format
    }

    /// Formats beyond those that every device has.
    pub(crate) fn extended_format(&mut self, format: ImageFormat) {
        use ImageFormat as F;
        let basic = [
            F::Rgba32f,
            F::Rgba16f,
            F::R32f,
            F::Rgba8,
            F::Rgba8Snorm,
            F::Rgba32i,
            F::Rgba16i,
            F::Rgba8i,
            F::R32i,
            F::Rgba32ui,
            F::Rgba16ui,
            F::Rgba8ui,
            F::R32ui,
        ];
        if matches!(format, F::R64i | F::R64ui) {
            self.asm.capability(Capability::Int64ImageEXT);
        } else if !basic.contains(&format) {
            self.asm.capability(Capability::StorageImageExtendedFormats);
        }
    }

    /// An image and a sampler in one.
    pub(crate) fn sampled_type(&mut self, image: Word) -> Word {
        let id = self.asm.global(Core::TypeSampledImage, None, vec![Operand::IdRef(image)]);
        self.name_once(id, "type.sampled.image");
        id
    }
}
