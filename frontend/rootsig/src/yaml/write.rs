//! Writes a root signature as YAML.

use hlslc_rootsig::binary;
use hlslc_rootsig::{
    Arg, DescriptorRange, Element, FlagSet, ParameterType, Place, Register, RootSignature, StaticSampler, UNBOUNDED,
    Value, Version, Visibility,
};
use std::fmt::{self, Write};

/// Why a root signature has no YAML form: it has flags without a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwritable {
    /// The part that has them.
    pub place: Place,
    /// The bits without a name.
    pub bits: u32,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: no flag has the bits {:#x}, so they cannot be written as YAML", self.place, self.bits)
    }
}

impl std::error::Error for Unwritable {}

/// Bytes of a container before its first part's data: header, one part offset, part header.
const CONTAINER_SIZE: usize = 32 + 4 + 8;

/// The document of a container that holds only this root signature.
pub fn write(signature: &RootSignature) -> Result<String, Unwritable> {
    let size = binary::write(signature).len();
    let zeros = ["0x0"; 16].join(", ");
    let mut out = Lines { text: String::new(), indent: 0, item: false };
    out.raw("--- !dxcontainer");
    out.open("Header");
    out.field("Hash", &format!("[ {zeros} ]"));
    out.open("Version");
    out.field("Major", &"1");
    out.field("Minor", &"0");
    out.close();
    out.field("FileSize", &(CONTAINER_SIZE + size));
    out.field("PartCount", &"1");
    out.field("PartOffsets", &"[ 36 ]");
    out.close();
    out.open("Parts");
    out.item();
    out.field("Name", &"RTS0");
    out.field("Size", &size);
    out.open("RootSignature");
    write_signature(&mut out, signature)?;
    out.raw("...");
    Ok(out.text)
}

fn write_signature(out: &mut Lines, signature: &RootSignature) -> Result<(), Unwritable> {
    let layout = binary::layout(signature);
    out.field("Version", &signature.version.raw());
    out.field("NumRootParameters", &layout.parameters.len());
    out.field("RootParametersOffset", &layout.parameters_at);
    out.field("NumStaticSamplers", &signature.static_samplers().count());
    out.field("StaticSamplersOffset", &layout.static_samplers_at);
    out.list("Parameters", layout.parameters.is_empty());
    for (index, (parameter, payload_at)) in signature.parameters().zip(&layout.parameters).enumerate() {
        out.item();
        write_parameter(out, parameter, signature.version, *payload_at, index as u32)?;
        out.close();
    }
    out.close();
    if signature.static_samplers().next().is_some() {
        out.open("Samplers");
        for (index, sampler) in signature.static_samplers().enumerate() {
            out.item();
            write_sampler(out, sampler, index as u32)?;
            out.close();
        }
        out.close();
    }
    out.flags(signature.flags(), Place::RootFlags)
}

fn write_parameter(
    out: &mut Lines,
    parameter: &Element,
    version: Version,
    payload_at: u32,
    index: u32,
) -> Result<(), Unwritable> {
    let mut head = |kind: &str, visibility: Arg<Visibility>| {
        out.field("ParameterType", &kind);
        out.field("ShaderVisibility", &visibility.value.row().yaml);
    };
    let place = Place::Parameter(index);
    match parameter {
        Element::Constants(e) => {
            head(ParameterType::Constants32Bit.row().yaml, e.visibility);
            out.open("Constants");
            out.field("Num32BitValues", &e.count.value);
            out.register("ShaderRegister", &e.register);
        }
        Element::Descriptor(e) => {
            head(e.kind.parameter_type().row().yaml, e.visibility);
            out.open("Descriptor");
            out.register("ShaderRegister", &e.register);
            out.written_flags(e.flags.value, version, place)?;
        }
        Element::Table(e) => {
            head(ParameterType::DescriptorTable.row().yaml, e.visibility);
            out.open("Table");
            out.field("NumRanges", &e.ranges.len());
            out.field("RangesOffset", &binary::ranges_at(payload_at));
            out.list("Ranges", e.ranges.is_empty());
            for (range_index, range) in e.ranges.iter().enumerate() {
                out.item();
                write_range(out, range, version, Place::Range { parameter: index, range: range_index as u32 })?;
                out.close();
            }
            out.close();
        }
        // These are no parameters.
        Element::Flags(_) | Element::StaticSampler(_) => return Ok(()),
    }
    out.close();
    Ok(())
}

fn write_range(out: &mut Lines, range: &DescriptorRange, version: Version, place: Place) -> Result<(), Unwritable> {
    out.field("RangeType", &range.class.row().yaml);
    match range.count.value {
        UNBOUNDED => out.field("NumDescriptors", &"-1"),
        count => out.field("NumDescriptors", &count),
    }
    out.field("BaseShaderRegister", &range.register.number.value);
    out.field("RegisterSpace", &range.register.space.value);
    out.field("OffsetInDescriptorsFromTableStart", &range.offset.value);
    out.written_flags(range.flags.value, version, place)
}

fn write_sampler(out: &mut Lines, sampler: &StaticSampler, index: u32) -> Result<(), Unwritable> {
    out.field("Filter", &sampler.filter.value.row().yaml);
    out.field("AddressU", &sampler.address_u.value.row().yaml);
    out.field("AddressV", &sampler.address_v.value.row().yaml);
    out.field("AddressW", &sampler.address_w.value.row().yaml);
    out.field("MipLODBias", &float(sampler.mip_lod_bias.value));
    out.field("MaxAnisotropy", &sampler.max_anisotropy.value);
    out.field("ComparisonFunc", &sampler.comparison_func.value.row().yaml);
    out.field("BorderColor", &sampler.border_color.value.row().yaml);
    out.field("MinLOD", &float(sampler.min_lod.value));
    out.field("MaxLOD", &float(sampler.max_lod.value));
    out.field("ShaderRegister", &sampler.register.number.value);
    out.field("RegisterSpace", &sampler.register.space.value);
    out.field("ShaderVisibility", &sampler.visibility.value.row().yaml);
    out.flags(sampler.flags.value, Place::StaticSampler(index))
}

/// The shortest text that reads back as the same float.
fn float(value: f32) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let plain = format!("{value}");
    if plain.len() <= 12 { plain } else { format!("{value:e}") }
}

/// Lines of block-style YAML.
struct Lines {
    text: String,
    indent: usize,
    /// Whether the next line is the first of a list item.
    item: bool,
}

impl Lines {
    fn raw(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn start_of_line(&mut self) {
        let indent = if self.item { self.indent - 2 } else { self.indent };
        self.text.extend(std::iter::repeat_n(' ', indent));
        if self.item {
            self.text.push_str("- ");
        }
        self.item = false;
    }

    /// Writes `Name:            value`, aligned as LLVM aligns it.
    fn field(&mut self, name: &str, value: &dyn fmt::Display) {
        self.start_of_line();
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:<16} {value}", format!("{name}:"));
    }

    /// Writes `Name:`, to which the following lines belong.
    fn open(&mut self, name: &str) {
        self.start_of_line();
        let _ = writeln!(self.text, "{name}:");
        self.indent += 2;
    }

    /// Writes `Name:` of a list, or `Name: []` if it has no items.
    fn list(&mut self, name: &str, is_empty: bool) {
        if is_empty {
            self.field(name, &"[]");
            self.indent += 2;
        } else {
            self.open(name);
        }
    }

    /// Makes the next line an item of a list.
    fn item(&mut self) {
        self.indent += 2;
        self.item = true;
    }

    fn close(&mut self) {
        self.indent -= 2;
    }

    fn register(&mut self, name: &str, register: &Register) {
        self.field("RegisterSpace", &register.space.value);
        self.field(name, &register.number.value);
    }

    fn written_flags<T: FlagSet>(
        &mut self,
        flags: Option<T>,
        version: Version,
        place: Place,
    ) -> Result<(), Unwritable> {
        match flags.filter(|_| version >= Version::V1_1) {
            Some(flags) => self.flags(flags, place),
            None => Ok(()),
        }
    }

    fn flags<T: FlagSet>(&mut self, flags: T, place: Place) -> Result<(), Unwritable> {
        for row in flags.rows() {
            self.field(row.yaml, &"true");
        }
        match flags.unknown_bits(Version::V1_2) {
            0 => Ok(()),
            bits => Err(Unwritable { place, bits }),
        }
    }
}
