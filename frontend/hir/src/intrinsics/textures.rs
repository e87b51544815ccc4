//! Lists the methods of textures. One row serves every texture that has the method: sizes come from the object's row,
//! and parameters such as `offset` or `depth` are there only where they mean something.

use super::stages::{FEEDBACK, QUADS};
use super::{Row, SampleLevel};
use crate::objects::ObjectKind;
use Expansion::*;
use hlslc_semantics::texture::{TextureType, TextureUse};

/// Names of the small functions for methods of textures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    LoadTexture,
    /// A load of the render pass's attachment for this pixel.
    LoadAttachment,
    Sample(SampleLevel),
    SampleCompare(SampleLevel),
    /// The channel (0 to 3) of the four texels around a coordinate; with `compare`, compared.
    Gather {
        channel: u8,
        compare: bool,
    },
    /// The same with an offset for each of the four.
    GatherOffsets {
        channel: u8,
        compare: bool,
    },
    GatherRaw,
    CalculateLod {
        clamped: bool,
    },
    GetSamplePosition,
    WriteSamplerFeedback(SampleLevel),
    GetDimensions,
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Textures(expansion))
}

/// The list of textures of which something holds.
macro_rules! textures {
    ($($(#[doc = $doc:literal])* $name:ident = |$texture:ident| $holds:expr;)*) => {
        $($(#[doc = $doc])*
        const $name: &[ObjectKind] = {
            const fn holds($texture: TextureType) -> bool {
                $holds
            }
            const COUNT: usize = {
                let (mut at, mut count) = (0, 0);
                while at < ObjectKind::ALL.len() {
                    if let Some(texture) = ObjectKind::ALL[at].texture()
                        && holds(texture)
                    {
                        count += 1;
                    }
                    at += 1;
                }
                count
            };
            const LIST: [ObjectKind; COUNT] = {
                let mut list = [ObjectKind::Buffer; COUNT];
                let (mut at, mut count) = (0, 0);
                while at < ObjectKind::ALL.len() {
                    if let Some(texture) = ObjectKind::ALL[at].texture()
                        && holds(texture)
                    {
                        list[count] = ObjectKind::ALL[at];
                        count += 1;
                    }
                    at += 1;
                }
                list
            };
            &LIST
        };)*
    };
}
textures! {
    /// Those that a sampler filters.
    SAMPLED = |texture| texture.has_levels();
    /// Those that hold depth values to compare with.
    COMPARED = |texture| texture.has_levels() && texture.shape.is_compared();
    /// Those whose four neighbours can be gathered.
    GATHERED = |texture| texture.has_levels() && texture.shape.is_gathered();
    /// Of them those that take offsets.
    FLAT_GATHERED = |texture| texture.has_levels() && texture.shape.is_gathered() && texture.shape.dim.offsets() > 0;
    /// Those with levels that are read texel by texel.
    MIPPED = |texture| texture.has_levels() && texture.shape.texel_coordinates() > 0;
    /// Those with samples that are only read.
    MULTISAMPLED = |texture| texture.is_read_only() && texture.has_samples();
    /// Those with samples that are written.
    MULTISAMPLED_UAV = |texture| texture.is_written() && texture.has_samples();
    /// All with samples.
    ANY_MULTISAMPLED = |texture| texture.has_samples();
    /// Those that are written, without samples.
    UAV = |texture| texture.is_written() && !texture.has_samples();
    /// All with texels.
    ALL = |texture| texture.is_read_only() || texture.is_written();
    /// Those that record what is sampled of one texture.
    FEEDBACK_2D = |texture| matches!(texture.used, TextureUse::Feedback) && !texture.shape.array;
    /// Those that record what is sampled of an array.
    FEEDBACK_ARRAY = |texture| matches!(texture.used, TextureUse::Feedback) && texture.shape.array;
}

/// A level of detail that is worked out from the neighbours needs stages that have some.
/// `instead` is the method that is given a level.
const fn of_level(row: Row, level: SampleLevel, instead: &'static str) -> Row {
    match level {
        SampleLevel::Implicit | SampleLevel::Bias => row.stages(QUADS).derivatives().instead(instead),
        SampleLevel::Grad | SampleLevel::Level | SampleLevel::Zero => row,
    }
}

const fn sample(name: &'static str, signature: &'static str, level: SampleLevel) -> Row {
    of_level(expand(name, signature, Sample(level)).on(SAMPLED), level, "SampleLevel")
}

const fn compare(name: &'static str, signature: &'static str, level: SampleLevel) -> Row {
    of_level(expand(name, signature, SampleCompare(level)).on(COMPARED), level, "SampleCmpLevelZero")
}

const fn gather(name: &'static str, channel: u8) -> Row {
    expand(
        name,
        "sampler: sampler, coord: float<sample>, ?offset: int<axes>, ?out status: uint_only -> Telem<4>",
        Gather { channel, compare: false },
    )
    .on(GATHERED)
}

const fn gather_compare(name: &'static str, channel: u8) -> Row {
    expand(
        name,
        "sampler: sampler_cmp, coord: float<sample>, compare: float, ?offset: int<axes>, ?out status: uint_only \
         -> Telem<4>",
        Gather { channel, compare: true },
    )
    .on(GATHERED)
}

const fn gather_offsets(name: &'static str, channel: u8) -> Row {
    expand(
        name,
        "sampler: sampler, coord: float<sample>, offset0: int<axes>, offset1: int<axes>, offset2: int<axes>, \
         offset3: int<axes>, ?out status: uint_only -> Telem<4>",
        GatherOffsets { channel, compare: false },
    )
    .on(FLAT_GATHERED)
}

const fn gather_compare_offsets(name: &'static str, channel: u8) -> Row {
    expand(
        name,
        "sampler: sampler_cmp, coord: float<sample>, compare: float, offset0: int<axes>, offset1: int<axes>, \
         offset2: int<axes>, offset3: int<axes>, ?out status: uint_only -> Telem<4>",
        GatherOffsets { channel, compare: true },
    )
    .on(FLAT_GATHERED)
}

const fn dimensions(signature: &'static str, objects: &'static [ObjectKind]) -> Row {
    expand("GetDimensions", signature, GetDimensions).on(objects)
}

const fn load(signature: &'static str, objects: &'static [ObjectKind]) -> Row {
    expand("Load", signature, LoadTexture).on(objects)
}

const fn feedback(
    name: &'static str,
    signature: &'static str,
    level: SampleLevel,
    object: &'static [ObjectKind],
) -> Row {
    let row = expand(name, signature, WriteSamplerFeedback(level)).on(object).since(5);
    match level {
        SampleLevel::Implicit | SampleLevel::Bias => row.stages(FEEDBACK),
        SampleLevel::Grad | SampleLevel::Level | SampleLevel::Zero => row,
    }
}

pub(super) const ROWS: &[Row] = &[
    // Through a sampler.
    sample(
        "Sample",
        "sampler: sampler, coord: float<sample>, ?offset: int<axes>, ?clamp: float, ?out status: uint_only -> T",
        SampleLevel::Implicit,
    ),
    sample(
        "SampleBias",
        "sampler: sampler, coord: float<sample>, bias: float, ?offset: int<axes>, ?clamp: float, \
         ?out status: uint_only -> T",
        SampleLevel::Bias,
    ),
    sample(
        "SampleGrad",
        "sampler: sampler, coord: float<sample>, ddx: float<axes>, ddy: float<axes>, ?offset: int<axes>, \
         ?clamp: float, ?out status: uint_only -> T",
        SampleLevel::Grad,
    ),
    sample(
        "SampleLevel",
        "sampler: sampler, coord: float<sample>, level: float, ?offset: int<axes>, ?out status: uint_only -> T",
        SampleLevel::Level,
    ),
    // Through a sampler, compared.
    compare(
        "SampleCmp",
        "sampler: sampler_cmp, coord: float<sample>, compare: float, ?offset: int<axes>, ?clamp: float, \
         ?out status: uint_only -> float_like",
        SampleLevel::Implicit,
    ),
    compare(
        "SampleCmpLevelZero",
        "sampler: sampler_cmp, coord: float<sample>, compare: float, ?offset: int<axes>, ?out status: uint_only \
         -> float_like",
        SampleLevel::Zero,
    ),
    compare(
        "SampleCmpLevel",
        "sampler: sampler_cmp, coord: float<sample>, compare: float, level: float, ?offset: int<axes>, \
         ?out status: uint_only -> float_like",
        SampleLevel::Level,
    )
    .since(7),
    compare(
        "SampleCmpBias",
        "sampler: sampler_cmp, coord: float<sample>, compare: float, bias: float, ?offset: int<axes>, ?clamp: float, \
         ?out status: uint_only -> float_like",
        SampleLevel::Bias,
    )
    .since(8),
    compare(
        "SampleCmpGrad",
        "sampler: sampler_cmp, coord: float<sample>, compare: float, ddx: float<axes>, ddy: float<axes>, \
         ?offset: int<axes>, ?clamp: float, ?out status: uint_only -> float_like",
        SampleLevel::Grad,
    )
    .since(8),
    // The four texels that would be filtered.
    gather("Gather", 0),
    gather("GatherRed", 0),
    gather("GatherGreen", 1),
    gather("GatherBlue", 2),
    gather("GatherAlpha", 3),
    gather_offsets("GatherRed", 0),
    gather_offsets("GatherGreen", 1),
    gather_offsets("GatherBlue", 2),
    gather_offsets("GatherAlpha", 3),
    gather_compare("GatherCmp", 0),
    gather_compare("GatherCmpRed", 0),
    gather_compare("GatherCmpGreen", 1),
    gather_compare("GatherCmpBlue", 2),
    gather_compare("GatherCmpAlpha", 3),
    gather_compare_offsets("GatherCmpRed", 0),
    gather_compare_offsets("GatherCmpGreen", 1),
    gather_compare_offsets("GatherCmpBlue", 2),
    gather_compare_offsets("GatherCmpAlpha", 3),
    expand(
        "GatherRaw",
        "sampler: sampler, coord: float<sample>, ?offset: int<axes>, ?out status: uint_only -> Telem<4>",
        GatherRaw,
    )
    .on(FLAT_GATHERED)
    .since(7),
    // Which level a sample would take.
    expand(
        "CalculateLevelOfDetail",
        "sampler: any_sampler, coord: float<axes> -> float",
        CalculateLod { clamped: true },
    )
    .on(SAMPLED)
    .stages(QUADS)
    .derivatives(),
    expand(
        "CalculateLevelOfDetailUnclamped",
        "sampler: any_sampler, coord: float<axes> -> float",
        CalculateLod { clamped: false },
    )
    .on(SAMPLED)
    .stages(QUADS)
    .derivatives(),
    // Texel by texel.
    load("coord: int<load>, ?offset: int<axes>, ?out status: uint_only -> T", MIPPED),
    load("coord: int<load>, sample: int, ?offset: int<axes>, ?out status: uint_only -> T", MULTISAMPLED),
    load("coord: int<load>, sample: int, ?out status: uint_only -> T", MULTISAMPLED_UAV),
    load("coord: int<load>, ?out status: uint_only -> T", UAV),
    // Sizes, as integers or else as floats.
    dimensions(
        "out width: uint_only, out height: =width, out depth: =width, out elements: =width, out samples: =width -> void",
        ALL,
    ),
    dimensions(
        "out width: float_like, out height: =width, out depth: =width, out elements: =width, out samples: =width -> void",
        ALL,
    ),
    dimensions(
        "mip: uint, out width: uint_only, out height: =width, out depth: =width, out elements: =width, \
         out levels: =width -> void",
        SAMPLED,
    ),
    dimensions(
        "mip: uint, out width: float_like, out height: =width, out depth: =width, out elements: =width, \
         out levels: =width -> void",
        SAMPLED,
    ),
    expand("GetSamplePosition", "sample: int -> float_like<2>", GetSamplePosition).on(ANY_MULTISAMPLED),
    // Sampler feedback.
    feedback(
        "WriteSamplerFeedback",
        "texture: Texture2D, sampler: sampler, coord: float<2>, ?clamp: float -> void",
        SampleLevel::Implicit,
        FEEDBACK_2D,
    ),
    feedback(
        "WriteSamplerFeedbackBias",
        "texture: Texture2D, sampler: sampler, coord: float<2>, bias: float, ?clamp: float -> void",
        SampleLevel::Bias,
        FEEDBACK_2D,
    ),
    feedback(
        "WriteSamplerFeedbackGrad",
        "texture: Texture2D, sampler: sampler, coord: float<2>, ddx: float<2>, ddy: float<2>, ?clamp: float -> void",
        SampleLevel::Grad,
        FEEDBACK_2D,
    ),
    feedback(
        "WriteSamplerFeedbackLevel",
        "texture: Texture2D, sampler: sampler, coord: float<2>, level: float -> void",
        SampleLevel::Level,
        FEEDBACK_2D,
    ),
    feedback(
        "WriteSamplerFeedback",
        "texture: Texture2DArray, sampler: sampler, coord: float<3>, ?clamp: float -> void",
        SampleLevel::Implicit,
        FEEDBACK_ARRAY,
    ),
    feedback(
        "WriteSamplerFeedbackBias",
        "texture: Texture2DArray, sampler: sampler, coord: float<3>, bias: float, ?clamp: float -> void",
        SampleLevel::Bias,
        FEEDBACK_ARRAY,
    ),
    feedback(
        "WriteSamplerFeedbackGrad",
        "texture: Texture2DArray, sampler: sampler, coord: float<3>, ddx: float<2>, ddy: float<2>, ?clamp: float \
         -> void",
        SampleLevel::Grad,
        FEEDBACK_ARRAY,
    ),
    feedback(
        "WriteSamplerFeedbackLevel",
        "texture: Texture2DArray, sampler: sampler, coord: float<3>, level: float -> void",
        SampleLevel::Level,
        FEEDBACK_ARRAY,
    ),
];
