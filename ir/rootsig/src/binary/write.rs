//! Writes a root signature to the bytes of an `RTS0` part.

use super::*;
use crate::model::*;
use crate::tables::*;

/// The offsets of the parts of a root signature in its `RTS0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The offset of the parameter records.
    pub parameters_at: u32,
    /// The offset of each parameter's payload.
    pub parameters: Vec<u32>,
    /// The offset of the static samplers.
    pub static_samplers_at: u32,
    /// The size of the whole.
    pub size: u32,
}

/// Computes the offsets of the parts of a root signature in its `RTS0`.
pub fn layout(signature: &RootSignature) -> Layout {
    let mut at = HEADER_SIZE + signature.parameters().count() as u32 * PARAMETER_SIZE;
    let mut parameters = Vec::with_capacity(signature.elements.len());
    for parameter in signature.parameters() {
        parameters.push(at);
        at += payload_size(parameter, signature.version);
    }
    let samplers = signature.static_samplers().count() as u32;
    let size = at + samplers * sampler_size(signature.version);
    Layout { parameters_at: HEADER_SIZE, parameters, static_samplers_at: at, size }
}

/// The offset of the ranges of a table whose payload is at this offset.
pub fn ranges_at(payload_at: u32) -> u32 {
    payload_at + TABLE_SIZE
}

/// The bytes of the `RTS0` part. Flags that were not written become 0, as DXC writes them.
pub fn write(signature: &RootSignature) -> Vec<u8> {
    let layout = layout(signature);
    let mut out = Writer { bytes: Vec::with_capacity(layout.size as usize), version: signature.version };
    out.words(&[
        signature.version.raw(),
        layout.parameters.len() as u32,
        layout.parameters_at,
        signature.static_samplers().count() as u32,
        layout.static_samplers_at,
        signature.flags().bits(),
    ]);
    for (parameter, payload_at) in signature.parameters().zip(&layout.parameters) {
        if let Some((kind, visibility)) = kind_and_visibility(parameter) {
            out.words(&[kind.raw(), visibility.raw(), *payload_at]);
        }
    }
    for parameter in signature.parameters() {
        out.payload(parameter);
    }
    for sampler in signature.static_samplers() {
        out.static_sampler(sampler);
    }
    out.bytes
}

/// The kind and visibility in the record of a root parameter; none for elements that are no parameters.
fn kind_and_visibility(element: &Element) -> Option<(ParameterType, Visibility)> {
    match element {
        Element::Constants(e) => Some((ParameterType::Constants32Bit, e.visibility.value)),
        Element::Descriptor(e) => Some((e.kind.parameter_type(), e.visibility.value)),
        Element::Table(e) => Some((ParameterType::DescriptorTable, e.visibility.value)),
        Element::Flags(_) | Element::StaticSampler(_) => None,
    }
}

fn payload_size(parameter: &Element, version: Version) -> u32 {
    match parameter {
        Element::Constants(_) => CONSTANTS_SIZE,
        Element::Descriptor(_) => descriptor_size(version),
        Element::Table(table) => TABLE_SIZE + table.ranges.len() as u32 * range_size(version),
        Element::Flags(_) | Element::StaticSampler(_) => 0,
    }
}

struct Writer {
    bytes: Vec<u8>,
    version: Version,
}

impl Writer {
    fn words(&mut self, words: &[u32]) {
        for word in words {
            self.bytes.extend_from_slice(&word.to_le_bytes());
        }
    }

    fn payload(&mut self, parameter: &Element) {
        match parameter {
            Element::Constants(e) => {
                self.words(&[e.register.number.value, e.register.space.value, e.count.value]);
            }
            Element::Descriptor(e) => {
                self.words(&[e.register.number.value, e.register.space.value]);
                if self.version >= Version::V1_1 {
                    self.words(&[e.flags.value.unwrap_or_default().bits()]);
                }
            }
            Element::Table(table) => {
                let ranges_at = ranges_at(self.bytes.len() as u32);
                self.words(&[table.ranges.len() as u32, ranges_at]);
                for range in &table.ranges {
                    self.range(range);
                }
            }
            Element::Flags(_) | Element::StaticSampler(_) => {}
        }
    }

    fn range(&mut self, range: &DescriptorRange) {
        self.words(&[range.class.raw(), range.count.value, range.register.number.value, range.register.space.value]);
        if self.version >= Version::V1_1 {
            self.words(&[range.flags.value.unwrap_or_default().bits()]);
        }
        self.words(&[range.offset.value]);
    }

    fn static_sampler(&mut self, sampler: &StaticSampler) {
        self.words(&[
            sampler.filter.value.raw(),
            sampler.address_u.value.raw(),
            sampler.address_v.value.raw(),
            sampler.address_w.value.raw(),
            sampler.mip_lod_bias.value.to_bits(),
            sampler.max_anisotropy.value,
            sampler.comparison_func.value.raw(),
            sampler.border_color.value.raw(),
            sampler.min_lod.value.to_bits(),
            sampler.max_lod.value.to_bits(),
            sampler.register.number.value,
            sampler.register.space.value,
            sampler.visibility.value.raw(),
        ]);
        if self.version >= Version::V1_2 {
            self.words(&[sampler.flags.value.bits()]);
        }
    }
}
