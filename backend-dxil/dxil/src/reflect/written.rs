//! Serialises with serde what reflection takes from crates that know nothing of it: versions, and root signatures in the structure
//! of an `RTS0` part and with the words of the language.
//!
//! Flags are lists of words; unwritten ones show as what they stand for in the version of the signature. A count without an end
//! and an offset right after the range before are null.

use std::fmt::Display;

use hlslc_rootsig::{
    Arg, DescriptorKind, DescriptorRange, Element, FlagSet, OFFSET_APPEND, Register, RootSignature, StaticSampler,
    UNBOUNDED, Value, Version,
};
use serde::{Serialize, Serializer};

/// As it is printed.
pub(super) fn text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// As it is printed, or null.
#[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
pub(super) fn optional_text<T: Display, S: Serializer>(value: &Option<T>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.serialize_some(&format_args!("{value}")),
        None => serializer.serialize_none(),
    }
}

/// A root signature.
pub(super) fn root_signature<S: Serializer>(signature: &RootSignature, serializer: S) -> Result<S::Ok, S::Error> {
    view(signature).serialize(serializer)
}

/// A root signature, or null.
#[expect(clippy::ref_option, reason = "serde gives a reference to the field")]
pub(super) fn optional_root_signature<S: Serializer>(
    signature: &Option<RootSignature>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    signature.as_ref().map(view).serialize(serializer)
}

#[derive(Serialize)]
struct View<'a> {
    version: String,
    flags: Vec<&'static str>,
    parameters: Vec<Parameter<'a>>,
    static_samplers: Vec<Sampler>,
}

#[derive(Serialize)]
struct Parameter<'a> {
    visibility: &'static str,
    #[serde(flatten)]
    kind: ParameterKind<'a>,
}

#[derive(Serialize)]
#[serde(tag = "type")]
enum ParameterKind<'a> {
    DescriptorTable {
        #[serde(serialize_with = "serialize_ranges")]
        ranges: (&'a [DescriptorRange], Version),
    },
    RootConstants {
        register: u32,
        space: u32,
        num_32bit_values: u32,
    },
    #[serde(rename = "CBV")]
    Cbv(Descriptor),
    #[serde(rename = "SRV")]
    Srv(Descriptor),
    #[serde(rename = "UAV")]
    Uav(Descriptor),
}

#[derive(Serialize)]
struct Descriptor {
    register: u32,
    space: u32,
    flags: Vec<&'static str>,
}

#[derive(Serialize)]
struct Range {
    r#type: &'static str,
    num_descriptors: Option<u32>,
    base_register: u32,
    space: u32,
    offset: Option<u32>,
    flags: Vec<&'static str>,
}

#[derive(Serialize)]
struct Sampler {
    visibility: &'static str,
    register: u32,
    space: u32,
    filter: &'static str,
    address_u: &'static str,
    address_v: &'static str,
    address_w: &'static str,
    mip_lod_bias: f32,
    max_anisotropy: u32,
    comparison_func: &'static str,
    border_color: &'static str,
    min_lod: f32,
    max_lod: f32,
    flags: Vec<&'static str>,
}

fn view(signature: &RootSignature) -> View<'_> {
    View {
        version: signature.version.to_string(),
        flags: words(signature.flags()),
        parameters: signature.parameters().filter_map(|element| parameter(element, signature.version)).collect(),
        static_samplers: signature.static_samplers().map(sampler).collect(),
    }
}

fn words<T: FlagSet>(flags: T) -> Vec<&'static str> {
    flags.rows().map(|row| row.keyword).collect()
}

fn word<T: Value>(value: Arg<T>) -> &'static str {
    value.value.keyword()
}

fn place(register: Register) -> (u32, u32) {
    (register.number.value, register.space.value)
}

fn parameter(element: &Element, version: Version) -> Option<Parameter<'_>> {
    Some(match element {
        Element::Constants(constants) => {
            let (register, space) = place(constants.register);
            let num_32bit_values = constants.count.value;
            let kind = ParameterKind::RootConstants { register, space, num_32bit_values };
            Parameter { visibility: word(constants.visibility), kind }
        }
        Element::Descriptor(descriptor) => {
            let (register, space) = place(descriptor.register);
            let inner = Descriptor { register, space, flags: words(descriptor.resolved_flags(version)) };
            let kind = match descriptor.kind {
                DescriptorKind::Cbv => ParameterKind::Cbv(inner),
                DescriptorKind::Srv => ParameterKind::Srv(inner),
                DescriptorKind::Uav => ParameterKind::Uav(inner),
            };
            Parameter { visibility: word(descriptor.visibility), kind }
        }
        Element::Table(table) => Parameter {
            visibility: word(table.visibility),
            kind: ParameterKind::DescriptorTable { ranges: (&table.ranges, version) },
        },
        Element::Flags(_) | Element::StaticSampler(_) => return None,
    })
}

fn serialize_ranges<S: Serializer>(
    &(ranges, version): &(&[DescriptorRange], Version),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ranges.iter().map(|range| {
        let (base_register, space) = place(range.register);
        Range {
            r#type: range.class.keyword(),
            num_descriptors: Some(range.count.value).filter(|&count| count != UNBOUNDED),
            base_register,
            space,
            offset: Some(range.offset.value).filter(|&offset| offset != OFFSET_APPEND),
            flags: words(range.resolved_flags(version)),
        }
    }))
}

fn sampler(sampler: &StaticSampler) -> Sampler {
    let (register, space) = place(sampler.register);
    Sampler {
        visibility: word(sampler.visibility),
        register,
        space,
        filter: word(sampler.filter),
        address_u: word(sampler.address_u),
        address_v: word(sampler.address_v),
        address_w: word(sampler.address_w),
        mip_lod_bias: sampler.mip_lod_bias.value,
        max_anisotropy: sampler.max_anisotropy.value,
        comparison_func: word(sampler.comparison_func),
        border_color: word(sampler.border_color),
        min_lod: sampler.min_lod.value,
        max_lod: sampler.max_lod.value,
        flags: words(sampler.flags.value),
    }
}
