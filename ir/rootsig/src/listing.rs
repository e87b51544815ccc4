//! Prints a root signature like LLVM's analysis (`opt -passes='print<dxil-root-signature>'`).
//!
//! Input: a root signature and the function that it belongs to. Output: text. Flags that were not written appear with what they stand
//! for, as in the metadata that LLVM reads; offsets are those of the binary form.

use std::fmt::Write as _;

use crate::model::{DescriptorRange, Element, Register, RootSignature};
use crate::tables::{FlagSet, ParameterType, Value, Visibility};
use crate::{Version, binary};

/// The offset in the header of the binary form of the start of parameters.
const PARAMETERS_AT: usize = 8;
/// And where it says where static samplers begin.
const SAMPLERS_AT: usize = 16;

/// The listing of a function's root signature.
pub fn listing(function: &str, signature: &RootSignature) -> String {
    let bytes = binary::write(signature);
    let word = |at: usize| bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map_or(0, u32::from_le_bytes);
    let samplers = signature.static_samplers().count();
    let mut out = format!("Definition for '{function}':\n");
    let _ = writeln!(out, "Flags: {:#08x}", signature.flags().raw());
    let _ = writeln!(out, "Version: {}", signature.version.raw());
    let _ = writeln!(out, "RootParametersOffset: {}", word(PARAMETERS_AT));
    let _ = writeln!(out, "NumParameters: {}", signature.parameters().count());
    for element in signature.parameters() {
        parameter(&mut out, element, signature.version);
    }
    let _ = writeln!(out, "NumStaticSamplers: {samplers}");
    let _ = writeln!(out, "StaticSamplersOffset: {}", if samplers == 0 { 0 } else { word(SAMPLERS_AT) });
    out
}

fn head(out: &mut String, kind: ParameterType, visibility: Visibility) {
    let _ = writeln!(out, "- Parameter Type: {}", kind.row().yaml);
    let _ = writeln!(out, "  Shader Visibility: {}", visibility.row().yaml);
}

fn place(out: &mut String, register: Register) {
    let _ = writeln!(out, "  Register Space: {}", register.space.value);
    let _ = writeln!(out, "  Shader Register: {}", register.number.value);
}

fn parameter(out: &mut String, element: &Element, version: Version) {
    match element {
        Element::Constants(constants) => {
            head(out, ParameterType::Constants32Bit, constants.visibility.value);
            place(out, constants.register);
            let _ = writeln!(out, "  Num 32 Bit Values: {}", constants.count.value);
        }
        Element::Descriptor(descriptor) => {
            head(out, descriptor.kind.parameter_type(), descriptor.visibility.value);
            place(out, descriptor.register);
            if version > Version::V1_0 {
                let _ = writeln!(out, "  Flags: {}", descriptor.resolved_flags(version).raw());
            }
        }
        Element::Table(table) => {
            head(out, ParameterType::DescriptorTable, table.visibility.value);
            let _ = writeln!(out, "  NumRanges: {}", table.ranges.len());
            table.ranges.iter().for_each(|one| range(out, one, version));
        }
        // They stand in the header and among the samplers.
        Element::Flags(_) | Element::StaticSampler(_) => {}
    }
}

fn range(out: &mut String, range: &DescriptorRange, version: Version) {
    let _ = writeln!(out, "  - Range Type: {}", range.class.keyword());
    let _ = writeln!(out, "    Register Space: {}", range.register.space.value);
    let _ = writeln!(out, "    Base Shader Register: {}", range.register.number.value);
    let _ = writeln!(out, "    Num Descriptors: {}", range.count.value);
    let _ = writeln!(out, "    Offset In Descriptors From Table Start: {}", range.offset.value);
    if version > Version::V1_0 {
        let _ = writeln!(out, "    Flags: {}", range.resolved_flags(version).raw());
    }
}
