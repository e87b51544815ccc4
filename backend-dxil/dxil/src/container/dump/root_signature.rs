//! Prints root signatures: parameters with their contents, and static samplers.

use hlslc_rootsig::Version;
use hlslc_rootsig::tables::*;

use super::fields::{Fields, named};
use crate::container::{ContainerError, Reader};

const VERSIONS: [&str; 4] = ["", "1.0", "1.1", "1.2"];
const UNBOUNDED: u32 = u32::MAX;

fn keyword<T: Value>(number: u32) -> Option<&'static str> {
    T::from_raw(number).map(Value::keyword)
}

fn flags<T: FlagSet>(bits: u32) -> String {
    T::from_raw(bits).rows().map(|row| row.keyword).collect::<Vec<_>>().join(" | ")
}

fn number_or(word: u32, name: &str) -> String {
    if word == UNBOUNDED { name.to_owned() } else { word.to_string() }
}

pub(super) fn list(fields: &mut Fields<'_>) -> Result<(), ContainerError> {
    let version = fields.number("version", |number| named(&VERSIONS, number))?;
    let version = Version::from_raw(version).ok_or_else(|| fields.error("the version is not known"))?;
    let parameters = fields.u32("parameters")?;
    let parameters_at = fields.u32("offset of the parameters")? as usize;
    let samplers = fields.u32("static samplers")?;
    let samplers_at = fields.u32("offset of the samplers")? as usize;
    fields.bits("flags", flags::<RootFlags>)?;
    let mut end = fields.offset();
    fields.seek(parameters_at)?;
    for index in 0..parameters {
        fields.head(format_args!("parameter {index}"))?;
        fields.inside(|fields| {
            let kind = fields.number("type", keyword::<ParameterType>)?;
            fields.number("visibility", keyword::<Visibility>)?;
            let payload = fields.u32("offset")? as usize;
            let next = fields.offset();
            fields.seek(payload)?;
            match ParameterType::from_raw(kind) {
                Some(kind) => parameter(fields, kind, version)?,
                None => return Err(fields.error("a parameter is of a type that is not known")),
            }
            end = end.max(next).max(fields.offset());
            fields.seek(next)
        })?;
    }
    fields.seek(samplers_at)?;
    for index in 0..samplers {
        fields.head(format_args!("static sampler {index}"))?;
        fields.inside(|fields| sampler(fields, version))?;
        end = end.max(fields.offset());
    }
    fields.seek(end)
}

fn parameter(fields: &mut Fields<'_>, kind: ParameterType, version: Version) -> Result<(), ContainerError> {
    match kind {
        ParameterType::DescriptorTable => {
            let ranges = fields.u32("ranges")?;
            let at = fields.u32("offset of the ranges")? as usize;
            fields.seek(at)?;
            for index in 0..ranges {
                fields.head(format_args!("range {index}"))?;
                fields.inside(|fields| range(fields, version))?;
            }
        }
        ParameterType::Constants32Bit => {
            fields.u32("register")?;
            fields.u32("space")?;
            fields.u32("constants")?;
        }
        ParameterType::Cbv | ParameterType::Srv | ParameterType::Uav => {
            fields.u32("register")?;
            fields.u32("space")?;
            if version >= Version::V1_1 {
                fields.bits("flags", flags::<DescriptorFlags>)?;
            }
        }
    }
    Ok(())
}

fn range(fields: &mut Fields<'_>, version: Version) -> Result<(), ContainerError> {
    fields.number("type", keyword::<Class>)?;
    fields.word("descriptors", |count| number_or(count, "unbounded"))?;
    fields.u32("register")?;
    fields.u32("space")?;
    if version >= Version::V1_1 {
        fields.bits("flags", flags::<RangeFlags>)?;
    }
    fields.word("offset in the table", |offset| number_or(offset, "behind the last")).map(drop)
}

fn sampler(fields: &mut Fields<'_>, version: Version) -> Result<(), ContainerError> {
    let float = |fields: &mut Fields<'_>, name: &str| {
        fields.shown(name, Reader::u32, |&bits| format!("{:?}", f32::from_bits(bits))).map(drop)
    };
    fields.number("filter", keyword::<Filter>)?;
    for axis in ["u", "v", "w"] {
        fields.number(&format!("address in {axis}"), keyword::<TextureAddress>)?;
    }
    float(fields, "bias of the level")?;
    fields.u32("most anisotropy")?;
    fields.number("comparison", keyword::<ComparisonFunc>)?;
    fields.number("border", keyword::<BorderColor>)?;
    float(fields, "least level")?;
    float(fields, "greatest level")?;
    fields.u32("register")?;
    fields.u32("space")?;
    fields.number("visibility", keyword::<Visibility>)?;
    if version >= Version::V1_2 {
        fields.bits("flags", flags::<SamplerFlags>)?;
    }
    Ok(())
}
