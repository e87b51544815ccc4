//! Represents the attributes in the namespace `vk` as typed values: what Vulkan needs to know of a program and Direct3D
//! does not.
//!
//! They belong to resources, globals, members, elements of signatures and entry points. Only the SPIR-V back end reads
//! them.

use crate::types::Declared;

/// A binding for Vulkan only, from `[[vk::binding(…)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VkBinding {
    /// Binding number.
    pub binding: u32,
    /// Descriptor set.
    pub set: u32,
}

/// The attributes of a resource for Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VkResource {
    /// Binding, where it differs.
    pub binding: Option<VkBinding>,
    /// Binding of its counter, where one is written: `[[vk::counter_binding(n)]]`.
    pub counter: Option<u32>,
    /// The place.
    pub place: VkPlace,
    /// The format of its texels: `[[vk::image_format("…")]]`.
    pub format: Option<VkImageFormat>,
    /// Whether it is a member of a struct.
    pub in_struct: bool,
    /// Whether it is the image or the sampler of both in one: `[[vk::combinedImageSampler]]`.
    pub combined: bool,
    /// Whether its type says so already: `vk::SampledTexture2D`. It is combined then.
    pub own_sampler: bool,
    /// Which attachment of the render pass it is: `[[vk::input_attachment_index(n)]]`.
    pub attachment: Option<u32>,
}

/// The place of a resource in Vulkan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum VkPlace {
    /// Bound to a descriptor.
    #[default]
    Descriptor,
    /// In the record of the shader, with no binding: `[[vk::shader_record_ext]]`.
    ShaderRecord,
    /// Among the push constants: `[[vk::push_constant]]`.
    PushConstant,
    /// Bound to a descriptor that is an attachment of the render pass: `SubpassInput`.
    Attachment,
}

impl VkPlace {
    /// (place, word in the text form), in the order of the variants.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Descriptor, ""),
        (Self::ShaderRecord, "shader_record"),
        (Self::PushConstant, "push_constant"),
        (Self::Attachment, "attachment"),
    ];

    /// Whether it has a descriptor.
    pub fn is_bound(self) -> bool {
        matches!(self, Self::Descriptor | Self::Attachment)
    }

    /// The word for it in the text form; empty for the usual place.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// A constant whose value is given when a pipeline is made: `[[vk::constant_id(n)]]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Specialization {
    /// Its number.
    pub id: u32,
    /// The declared type.
    pub declared: Declared,
}

/// A table of words, each a variant of an enum: what the attribute and the text form call it.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $count:literal: $($variant:ident = $word:literal),+ $(,)?) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the variants are the names")]
        pub enum $name {
            $($variant),+
        }

        impl $name {
            /// (variant, word in attributes and in the text form), in the order of the variants.
            pub const ALL: [(Self, &'static str); $count] = [$((Self::$variant, $word)),+];

            /// The word for it.
            pub fn name(self) -> &'static str {
                Self::ALL[self as usize].1
            }

            /// The value with this name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
            }
        }
    };
}

words! {
    /// Variables that no semantic of HLSL names: `[[vk::builtin("…")]]` makes an input or output one of them.
    VkBuiltIn, 7:
    PointSize = "PointSize",
    HelperInvocation = "HelperInvocation",
    BaseVertex = "BaseVertex",
    BaseInstance = "BaseInstance",
    DrawIndex = "DrawIndex",
    DeviceIndex = "DeviceIndex",
    ViewportMaskNV = "ViewportMaskNV",
}

words! {
    /// Formats of texels, in the order of SPIR-V's numbers.
    VkImageFormat, 42:
    Unknown = "unknown",
    Rgba32f = "rgba32f",
    Rgba16f = "rgba16f",
    R32f = "r32f",
    Rgba8 = "rgba8",
    Rgba8Snorm = "rgba8snorm",
    Rg32f = "rg32f",
    Rg16f = "rg16f",
    R11g11b10f = "r11g11b10f",
    R16f = "r16f",
    Rgba16 = "rgba16",
    Rgb10a2 = "rgb10a2",
    Rg16 = "rg16",
    Rg8 = "rg8",
    R16 = "r16",
    R8 = "r8",
    Rgba16Snorm = "rgba16snorm",
    Rg16Snorm = "rg16snorm",
    Rg8Snorm = "rg8snorm",
    R16Snorm = "r16snorm",
    R8Snorm = "r8snorm",
    Rgba32i = "rgba32i",
    Rgba16i = "rgba16i",
    Rgba8i = "rgba8i",
    R32i = "r32i",
    Rg32i = "rg32i",
    Rg16i = "rg16i",
    Rg8i = "rg8i",
    R16i = "r16i",
    R8i = "r8i",
    Rgba32ui = "rgba32ui",
    Rgba16ui = "rgba16ui",
    Rgba8ui = "rgba8ui",
    R32ui = "r32ui",
    Rgb10a2ui = "rgb10a2ui",
    Rg32ui = "rg32ui",
    Rg16ui = "rg16ui",
    Rg8ui = "rg8ui",
    R16ui = "r16ui",
    R8ui = "r8ui",
    R64ui = "r64ui",
    R64i = "r64i",
}

/// The numbers that texels of a format are read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VkTexel {
    /// Floats, normalised ones too.
    Float,
    /// Integers with a sign.
    Signed,
    /// Integers without.
    Unsigned,
}

impl VkImageFormat {
    /// The type of its texels, in words.
    pub fn words(self) -> &'static str {
        match (self, self.holds()) {
            (Self::R64i, _) => "signed integers of 64 bits",
            (Self::R64ui, _) => "unsigned integers of 64 bits",
            (_, None) => "anything",
            (_, Some(VkTexel::Float)) => "floats",
            (_, Some(VkTexel::Signed)) => "signed integers",
            (_, Some(VkTexel::Unsigned)) => "unsigned integers",
        }
    }

    /// The type of its texels; `None` for no format.
    pub fn holds(self) -> Option<VkTexel> {
        // The numbers of SPIR-V follow what is held, but for the last two.
        #[expect(clippy::wildcard_enum_match_arm, reason = "the formats lie in the order of their texels")]
        match self {
            Self::Unknown => None,
            Self::R64i => Some(VkTexel::Signed),
            format if format <= Self::R8Snorm => Some(VkTexel::Float),
            format if format <= Self::R8i => Some(VkTexel::Signed),
            _ => Some(VkTexel::Unsigned),
        }
    }
}

words! {
    /// What an attribute says of how a pixel shader runs.
    VkMode, 9:
    PostDepthCoverage = "post_depth_coverage",
    EarlyAndLateTests = "early_and_late_tests",
    DepthUnchanged = "depth_unchanged",
    StencilRefUnchangedFront = "stencil_ref_unchanged_front",
    StencilRefGreaterEqualFront = "stencil_ref_greater_equal_front",
    StencilRefLessEqualFront = "stencil_ref_less_equal_front",
    StencilRefUnchangedBack = "stencil_ref_unchanged_back",
    StencilRefGreaterEqualBack = "stencil_ref_greater_equal_back",
    StencilRefLessEqualBack = "stencil_ref_less_equal_back",
}

impl VkMode {
    /// The side of the stencil test that it is about: the front or the back.
    pub fn side(self) -> Option<&'static str> {
        match self {
            Self::PostDepthCoverage | Self::EarlyAndLateTests | Self::DepthUnchanged => None,
            Self::StencilRefUnchangedFront | Self::StencilRefGreaterEqualFront | Self::StencilRefLessEqualFront => {
                Some("front")
            }
            Self::StencilRefUnchangedBack | Self::StencilRefGreaterEqualBack | Self::StencilRefLessEqualBack => {
                Some("back")
            }
        }
    }
}
