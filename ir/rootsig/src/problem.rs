//! Lists the problems that a root signature can have, as data, and the sentence for each.
//!
//! [`validate`](crate::validate) makes [`Problem`]s from a model of any origin; a caller that knows the origin turns
//! [`Problem::pos`] into a place in a source file or in a binary.

use crate::tables::*;
use crate::{Pos, Version};
use hlslc_semantics::limits::{ANISOTROPY, LEVEL_BIAS_LEAST, LEVEL_BIAS_MOST};
use std::fmt;

/// A part of a root signature by number, as the binary and DXC's messages count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// The root signature as a whole.
    Signature,
    /// Its flags.
    RootFlags,
    /// A root parameter.
    Parameter(u32),
    /// A range of a root parameter that is a table.
    Range {
        /// The root parameter.
        parameter: u32,
        /// The range in it.
        range: u32,
    },
    /// A static sampler.
    StaticSampler(u32),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Signature => write!(f, "root signature"),
            Place::RootFlags => write!(f, "root flags"),
            Place::Parameter(parameter) => write!(f, "root parameter {parameter}"),
            Place::Range { parameter, range } => write!(f, "range {range} of root parameter {parameter}"),
            Place::StaticSampler(sampler) => write!(f, "static sampler {sampler}"),
        }
    }
}

/// The severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The root signature is not valid.
    Error,
    /// Valid, but surely not what was meant or not creatable.
    Warning,
}

/// A rule that a root signature breaks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// More than one `RootFlags`.
    RootFlagsTwice,
    /// Root flags that no version has.
    UnknownRootFlags(u32),
    /// Root descriptor flags that no version has.
    UnknownDescriptorFlags(u32),
    /// Descriptor range flags that no version has.
    UnknownRangeFlags(u32),
    /// Static sampler flags that no version has.
    UnknownSamplerFlags(u32),
    /// Version 1.0 fixes the flags of root descriptors.
    DescriptorFlagsOfV1_0,
    /// Version 1.0 fixes the flags of descriptor ranges.
    RangeFlagsOfV1_0(Class),
    /// Static samplers have flags only since 1.2.
    SamplerFlagsBefore1_2(Version),
    /// More than one `DATA_…` flag on a root descriptor.
    SeveralDataFlagsOnDescriptor,
    /// More than one `DATA_…` flag on a range.
    SeveralDataFlagsOnRange,
    /// `DATA_…` on a sampler range.
    DataFlagsOnSamplers,
    /// `DESCRIPTORS_VOLATILE` with `DATA_STATIC`.
    VolatileDescriptorsOfStaticData,
    /// `DESCRIPTORS_VOLATILE` with `DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS`.
    VolatileAndStaticDescriptors,
    /// Register number `0xFFFFFFFF`.
    RegisterNumber(Class),
    /// A register space that the system keeps for itself.
    ReservedSpace(u32),
    /// A range of no descriptors.
    NoDescriptors,
    /// A range whose registers pass `0xFFFFFFFF`.
    RegisterOverflow {
        /// The class of the registers.
        class: Class,
        /// The first register.
        first: u32,
        /// The number.
        count: u32,
    },
    /// A range whose place in the table passes `0xFFFFFFFF`.
    OffsetOverflow {
        /// Its first descriptor.
        offset: u64,
        /// The number.
        count: u32,
    },
    /// A range appended to one that has no end, or that ends with the last possible descriptor.
    AppendAfterUnbounded,
    /// Samplers and other descriptors in one table.
    SamplersMixed,
    /// A register bound twice for some stage.
    Overlap {
        /// The class of the registers.
        class: Class,
        /// Their space.
        space: u32,
        /// The first register of both.
        first: u32,
        /// The last register of both.
        last: u32,
    },
    /// `mipLODBias` outside of its range.
    MipLodBias(f32),
    /// `maxAnisotropy` above what samplers have.
    MaxAnisotropy(u32),
    /// `minLOD` is not a number.
    MinLodNan,
    /// `maxLOD` is not a number.
    MaxLodNan,
    /// A comparison filter without a comparison function.
    ComparisonWithoutFunction,
    /// `SAMPLER_FLAG_UINT_BORDER_COLOR` with a colour that is not an integer colour.
    UintFlagBorderColor(BorderColor),
    /// `SAMPLER_FLAG_NON_NORMALIZED_COORDINATES` with a filter that needs normalised ones.
    NonNormalizedFilter(Filter),
    /// `SAMPLER_FLAG_NON_NORMALIZED_COORDINATES` with levels of detail.
    NonNormalizedLod {
        /// Whether it is `maxLOD`.
        max: bool,
    },
    /// `SAMPLER_FLAG_NON_NORMALIZED_COORDINATES` with an address mode that repeats.
    NonNormalizedAddress {
        /// The letter of the axis, `U` or `V`.
        axis: char,
        /// The mode.
        mode: TextureAddress,
    },
    /// More root arguments than a root signature can have.
    TooLarge(u64),
}

impl Rule {
    /// Whether breaking this rule makes the root signature invalid.
    pub fn severity(self) -> Severity {
        if matches!(self, Rule::TooLarge(_)) { Severity::Warning } else { Severity::Error }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rule::RootFlagsTwice => write!(f, "RootFlags can be given only once"),
            Rule::UnknownRootFlags(bits) => write!(f, "no root flag has the bits {bits:#x}"),
            Rule::UnknownDescriptorFlags(bits) => write!(f, "no root descriptor flag has the bits {bits:#x}"),
            Rule::UnknownRangeFlags(bits) => write!(f, "no descriptor range flag has the bits {bits:#x}"),
            Rule::UnknownSamplerFlags(bits) => write!(f, "no static sampler flag has the bits {bits:#x}"),
            Rule::DescriptorFlagsOfV1_0 => {
                write!(f, "in version 1.0 the flags of a root descriptor can only be DATA_VOLATILE")
            }
            Rule::RangeFlagsOfV1_0(Class::Sampler) => {
                write!(f, "in version 1.0 the flags of a sampler range can only be DESCRIPTORS_VOLATILE")
            }
            Rule::RangeFlagsOfV1_0(class) => write!(
                f,
                "in version 1.0 the flags of a range of {}s can only be DATA_VOLATILE | DESCRIPTORS_VOLATILE",
                class.keyword()
            ),
            Rule::SamplerFlagsBefore1_2(version) => {
                write!(f, "static samplers have flags since version 1.2; this root signature is of version {version}")
            }
            Rule::SeveralDataFlagsOnDescriptor => write!(f, "a root descriptor can have only one DATA_… flag"),
            Rule::SeveralDataFlagsOnRange => write!(f, "a descriptor range can have only one DATA_… flag"),
            Rule::DataFlagsOnSamplers => {
                write!(f, "a sampler range can have no DATA_… flag: samplers point to no data")
            }
            Rule::VolatileDescriptorsOfStaticData => {
                write!(f, "DESCRIPTORS_VOLATILE cannot be combined with DATA_STATIC")
            }
            Rule::VolatileAndStaticDescriptors => write!(
                f,
                "DESCRIPTORS_VOLATILE cannot be combined with DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS"
            ),
            Rule::RegisterNumber(class) => {
                write!(f, "register {}4294967295 is past the last valid register", class.letter())
            }
            Rule::ReservedSpace(space) => {
                write!(
                    f,
                    "register space {space} is reserved for the system, as are all from 4294967280 (0xFFFFFFF0) on"
                )
            }
            Rule::NoDescriptors => write!(f, "a descriptor range needs at least one descriptor"),
            Rule::RegisterOverflow { class, first, count } => {
                write!(f, "{count} registers from {}{first} on go past the last register", class.letter())
            }
            Rule::OffsetOverflow { offset, count } => {
                write!(f, "{count} descriptors at offset {offset} go past the end of any descriptor table")
            }
            Rule::AppendAfterUnbounded => {
                write!(f, "no range can be appended after one that takes the rest of the table")
            }
            Rule::SamplersMixed => write!(f, "a descriptor table holds either samplers or other descriptors, not both"),
            Rule::Overlap { class, space, first, last } => {
                let letter = class.letter();
                match (last - first, last) {
                    (0, _) => write!(f, "register {letter}{first} of space {space} is bound twice"),
                    (_, u32::MAX) => write!(f, "registers of space {space} from {letter}{first} on are bound twice"),
                    _ => write!(f, "registers {letter}{first} to {letter}{last} of space {space} are bound twice"),
                }
            }
            Rule::MipLodBias(bias) => {
                write!(f, "mipLODBias is {bias:?}, outside of {LEVEL_BIAS_LEAST} to {LEVEL_BIAS_MOST}")
            }
            Rule::MaxAnisotropy(value) => write!(f, "maxAnisotropy is {value}, more than {ANISOTROPY}"),
            Rule::MinLodNan => write!(f, "minLOD is not a number"),
            Rule::MaxLodNan => write!(f, "maxLOD is not a number"),
            Rule::ComparisonWithoutFunction => write!(f, "a comparison filter needs a comparison function"),
            Rule::UintFlagBorderColor(color) => {
                write!(f, "SAMPLER_FLAG_UINT_BORDER_COLOR does not go with {}", color.keyword())
            }
            Rule::NonNormalizedFilter(filter) => {
                write!(f, "SAMPLER_FLAG_NON_NORMALIZED_COORDINATES does not go with {}", filter.keyword())
            }
            Rule::NonNormalizedLod { max } => write!(
                f,
                "with SAMPLER_FLAG_NON_NORMALIZED_COORDINATES {} must be 0",
                if max { "maxLOD" } else { "minLOD" }
            ),
            Rule::NonNormalizedAddress { axis, mode } => write!(
                f,
                "with SAMPLER_FLAG_NON_NORMALIZED_COORDINATES address{axis} must clamp or show the border, not {}",
                mode.keyword()
            ),
            Rule::TooLarge(cost) => {
                write!(
                    f,
                    "the root arguments take {cost} DWORDs, more than the {} that D3D12 allows",
                    crate::DWORD_LIMIT
                )
            }
        }
    }
}

/// A broken rule and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The rule.
    pub rule: Rule,
    /// Which part breaks it.
    pub place: Place,
    /// The clause or argument that breaks it, as narrow as is known.
    pub pos: Pos,
    /// The other part that is involved: what it overlaps, what it is appended to.
    pub other: Option<(Place, Pos)>,
}

impl Problem {
    /// Error or warning.
    pub fn severity(&self) -> Severity {
        self.rule.severity()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.rule)?;
        match self.other {
            Some((place, _)) => write!(f, " (see {place})"),
            None => Ok(()),
        }
    }
}
