//! Defines the model: a root signature as a list of elements, in the order in which they were written.
//!
//! Every argument is an [`Arg`]: its value and where it was written. Unwritten arguments hold the default of the
//! language and [`Pos::NONE`]. Unwritten flags stay unwritten (`None`): `RTS0` shows them as 0 as DXC does, metadata shows
//! what they stand for in the signature's version ([`RootDescriptor::resolved_flags`],
//! [`DescriptorRange::resolved_flags`]).

use crate::Version;
use crate::tables::*;
use std::ops::Range;

/// A byte range in whatever the model was made from: text, binary. Opaque here; comparisons of models ignore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pos {
    start: u32,
    end: u32,
}

impl Pos {
    /// No position: the model was computed, or the argument is a default.
    pub const NONE: Pos = Pos { start: u32::MAX, end: 0 };

    /// The bytes from `start` up to `end`.
    pub fn new(start: u32, end: u32) -> Pos {
        Pos { start, end }
    }

    /// The byte range, if there is one.
    pub fn range(self) -> Option<Range<u32>> {
        (self.start <= self.end).then_some(self.start..self.end)
    }

    /// This position, or the other if there is none.
    pub fn or(self, other: Pos) -> Pos {
        if self == Pos::NONE { other } else { self }
    }
}

/// A value and where it was written; equal to another with an equal value.
#[derive(Clone, Copy, Debug)]
pub struct Arg<T> {
    /// The value.
    pub value: T,
    /// The position in the input, [`Pos::NONE`] if there is none.
    pub pos: Pos,
}

impl<T> Arg<T> {
    /// A value written at a position.
    pub fn new(value: T, pos: Pos) -> Arg<T> {
        Arg { value, pos }
    }
}

impl<T> From<T> for Arg<T> {
    fn from(value: T) -> Self {
        Arg { value, pos: Pos::NONE }
    }
}

impl<T: PartialEq> PartialEq for Arg<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// A root signature.
#[derive(Clone, Debug, PartialEq)]
pub struct RootSignature {
    /// The version that decides defaults, valid flags and the binary layout.
    pub version: Version,
    /// The elements in the order of the source. Validity asks for at most one [`Element::Flags`].
    pub elements: Vec<Element>,
}

/// One element of a root signature.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// `RootFlags(…)`.
    Flags(RootFlagsElement),
    /// `RootConstants(…)`.
    Constants(RootConstants),
    /// `CBV(…)`, `SRV(…)` or `UAV(…)` outside of a table.
    Descriptor(RootDescriptor),
    /// `DescriptorTable(…)`.
    Table(DescriptorTable),
    /// `StaticSampler(…)`.
    StaticSampler(Box<StaticSampler>),
}

impl Element {
    /// The position of the element.
    pub fn pos(&self) -> Pos {
        match self {
            Element::Flags(e) => e.pos,
            Element::Constants(e) => e.pos,
            Element::Descriptor(e) => e.pos,
            Element::Table(e) => e.pos,
            Element::StaticSampler(e) => e.pos,
        }
    }

    /// The size of the element in the root arguments, in DWORDs.
    pub fn cost_in_dwords(&self) -> u64 {
        match self {
            Element::Constants(constants) => u64::from(constants.count.value),
            Element::Descriptor(_) => 2,
            Element::Table(_) => 1,
            Element::Flags(_) | Element::StaticSampler(_) => 0,
        }
    }
}

/// The flags of the whole.
#[derive(Clone, Debug)]
pub struct RootFlagsElement {
    /// The position of the element.
    pub pos: Pos,
    /// The flags.
    pub flags: RootFlags,
}

/// A register: number and space. Its class follows from where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Register {
    /// The number after the letter.
    pub number: Arg<u32>,
    /// The register space.
    pub space: Arg<u32>,
}

impl Register {
    /// Register `number` of `space`, written nowhere.
    pub fn new(number: u32, space: u32) -> Register {
        Register { number: number.into(), space: space.into() }
    }
}

/// Constants that stand in the root arguments themselves.
#[derive(Clone, Debug)]
pub struct RootConstants {
    /// The position of the element.
    pub pos: Pos,
    /// The number of 32-bit values.
    pub count: Arg<u32>,
    /// The constant buffer register that reads them.
    pub register: Register,
    /// The visibility.
    pub visibility: Arg<Visibility>,
}

/// The kind of a root descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DescriptorKind {
    /// A constant buffer.
    Cbv,
    /// A read-only buffer.
    Srv,
    /// A read-write buffer.
    Uav,
}

impl DescriptorKind {
    /// The class of its register.
    pub fn class(self) -> Class {
        match self {
            DescriptorKind::Cbv => Class::Cbv,
            DescriptorKind::Srv => Class::Srv,
            DescriptorKind::Uav => Class::Uav,
        }
    }

    /// The parameter type it is in a binary.
    pub fn parameter_type(self) -> ParameterType {
        match self {
            DescriptorKind::Cbv => ParameterType::Cbv,
            DescriptorKind::Srv => ParameterType::Srv,
            DescriptorKind::Uav => ParameterType::Uav,
        }
    }
}

/// A descriptor that stands in the root arguments themselves.
#[derive(Clone, Debug)]
pub struct RootDescriptor {
    /// The position of the element.
    pub pos: Pos,
    /// The pointee.
    pub kind: DescriptorKind,
    /// Its register.
    pub register: Register,
    /// The visibility.
    pub visibility: Arg<Visibility>,
    /// Its flags if they were written.
    pub flags: Arg<Option<DescriptorFlags>>,
}

impl RootDescriptor {
    /// The flags as written, or what unwritten flags stand for in this version.
    pub fn resolved_flags(&self, version: Version) -> DescriptorFlags {
        self.flags.value.unwrap_or(DescriptorFlags::of_unwritten(self.kind.class(), version))
    }
}

/// A table of descriptor ranges.
#[derive(Clone, Debug)]
pub struct DescriptorTable {
    /// The position of the element.
    pub pos: Pos,
    /// The visibility.
    pub visibility: Arg<Visibility>,
    /// The ranges in the order of the source.
    pub ranges: Vec<DescriptorRange>,
}

/// The number of descriptors of an unbounded range: `u32::MAX` in binaries, metadata and numbers of the language.
pub const UNBOUNDED: u32 = u32::MAX;

/// The offset that stands for "right after the range before": `u32::MAX` in binaries and metadata.
pub const OFFSET_APPEND: u32 = u32::MAX;

/// One range of a descriptor table.
#[derive(Clone, Debug)]
pub struct DescriptorRange {
    /// The position of the clause.
    pub pos: Pos,
    /// The class of the descriptors.
    pub class: Class,
    /// The number of descriptors, or [`UNBOUNDED`].
    pub count: Arg<u32>,
    /// The register of the first.
    pub register: Register,
    /// Descriptors from the start of the table, or [`OFFSET_APPEND`].
    pub offset: Arg<u32>,
    /// Its flags if they were written.
    pub flags: Arg<Option<RangeFlags>>,
}

impl DescriptorRange {
    /// The flags as written, or what unwritten flags stand for in this version.
    pub fn resolved_flags(&self, version: Version) -> RangeFlags {
        self.flags.value.unwrap_or(RangeFlags::of_unwritten(self.class, version))
    }

    /// The last register of the range; saturated where the range leaves the 32-bit numbers (validation reports that).
    pub fn last_register(&self) -> u32 {
        last_register(self.register.number.value, self.count.value)
    }
}

/// The last of `count` registers from `first` on; `u32::MAX` for unbounded and overflowing ranges.
pub fn last_register(first: u32, count: u32) -> u32 {
    if count == UNBOUNDED { u32::MAX } else { first.saturating_add(count.saturating_sub(1)) }
}

/// A sampler that is part of the root signature.
#[derive(Clone, Debug)]
pub struct StaticSampler {
    /// The position of the element.
    pub pos: Pos,
    /// Its register.
    pub register: Register,
    /// The filter.
    pub filter: Arg<Filter>,
    /// The addressing mode in u.
    pub address_u: Arg<TextureAddress>,
    /// The addressing mode in v.
    pub address_v: Arg<TextureAddress>,
    /// The addressing mode in w.
    pub address_w: Arg<TextureAddress>,
    /// Added to the computed level of detail.
    pub mip_lod_bias: Arg<f32>,
    /// The largest anisotropy.
    pub max_anisotropy: Arg<u32>,
    /// The function of a comparison filter.
    pub comparison_func: Arg<ComparisonFunc>,
    /// The colour outside of the texture.
    pub border_color: Arg<BorderColor>,
    /// The finest level of detail.
    pub min_lod: Arg<f32>,
    /// The coarsest level of detail.
    pub max_lod: Arg<f32>,
    /// The visibility.
    pub visibility: Arg<Visibility>,
    /// Its flags, from version 1.2 on.
    pub flags: Arg<SamplerFlags>,
}

impl StaticSampler {
    /// A sampler with the defaults of the language, at a register.
    pub fn new(register: Register) -> StaticSampler {
        StaticSampler {
            pos: Pos::NONE,
            register,
            filter: Filter::Anisotropic.into(),
            address_u: TextureAddress::Wrap.into(),
            address_v: TextureAddress::Wrap.into(),
            address_w: TextureAddress::Wrap.into(),
            mip_lod_bias: 0.0.into(),
            max_anisotropy: hlslc_semantics::limits::ANISOTROPY.into(),
            comparison_func: ComparisonFunc::LessEqual.into(),
            border_color: BorderColor::OpaqueWhite.into(),
            min_lod: 0.0.into(),
            max_lod: f32::MAX.into(),
            visibility: Visibility::All.into(),
            flags: SamplerFlags::empty().into(),
        }
    }
}

/// Equality of elements ignores where they were written; floats are equal when their bits are, as the binary form sees them.
macro_rules! equal_by {
    ($type:ty: $($field:ident),*; $($float:ident),*) => {
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                $(self.$field == other.$field)&&*
                    $(&& self.$float.value.to_bits() == other.$float.value.to_bits())*
            }
        }
    };
}

equal_by!(RootFlagsElement: flags;);
equal_by!(RootConstants: count, register, visibility;);
equal_by!(RootDescriptor: kind, register, visibility, flags;);
equal_by!(DescriptorTable: visibility, ranges;);
equal_by!(DescriptorRange: class, count, register, offset, flags;);
equal_by!(StaticSampler:
    register, filter, address_u, address_v, address_w, max_anisotropy, comparison_func, border_color, visibility, flags;
    mip_lod_bias, min_lod, max_lod);

impl RootSignature {
    /// A root signature with no elements.
    pub fn new(version: Version) -> RootSignature {
        RootSignature { version, elements: Vec::new() }
    }

    /// The flags of all [`Element::Flags`] together.
    pub fn flags(&self) -> RootFlags {
        self.elements.iter().fold(RootFlags::empty(), |flags, element| match element {
            Element::Flags(e) => flags.union(e.flags),
            Element::Constants(_) | Element::Descriptor(_) | Element::Table(_) | Element::StaticSampler(_) => flags,
        })
    }

    /// The root parameters in order: all elements but flags and static samplers.
    pub fn parameters(&self) -> impl Iterator<Item = &Element> {
        self.elements
            .iter()
            .filter(|element| matches!(element, Element::Constants(_) | Element::Descriptor(_) | Element::Table(_)))
    }

    /// The static samplers in order.
    pub fn static_samplers(&self) -> impl Iterator<Item = &StaticSampler> {
        self.elements.iter().filter_map(|element| match element {
            Element::StaticSampler(sampler) => Some(&**sampler),
            Element::Flags(_) | Element::Constants(_) | Element::Descriptor(_) | Element::Table(_) => None,
        })
    }

    /// The size of the root arguments in DWORDs: a table 1, a root descriptor 2, a constant 1.
    pub fn cost_in_dwords(&self) -> u64 {
        self.elements.iter().map(Element::cost_in_dwords).sum()
    }
}
