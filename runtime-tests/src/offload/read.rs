//! Reads the suite's description of a pipeline.
//!
//! Input: YAML. Output: a [`Pipeline`] whose names are resolved and whose data has its bytes, or the first fault with its line, worded as
//! LLVM's reader does where a test of the suite looks at the words.

use super::pipeline::{
    Address, Attribute, Binding, Buffer, Comparison, DenormMode, Drawing, Expectation, Filter, Format, Kind, Picture,
    Pipeline, PipelineKind, PushConstants, Register, Resource, RootKind, RootParameter, Rule, Sampler, SamplerKind,
    Shader, SpecializationConstant, Stage, Topology,
};
use super::yaml::{self, Fault, Fields, Node};

/// More push constants than any device has.
const MAX_PUSH_CONSTANTS: usize = 1 << 16;

/// Reads a description.
pub fn pipeline(text: &str) -> Result<Pipeline, Fault> {
    let root = yaml::read(text)?;
    let mut fields = root.fields()?;
    let shaders = list(fields.required("Shaders")?, shader)?;
    let buffers = list(fields.required("Buffers")?, buffer)?;
    let samplers = optional_list(&mut fields, "Samplers", sampler)?;
    let names = Names { buffers: &buffers, samplers: &samplers };
    let expectations = optional_list(&mut fields, "Results", |node| expectation(node, &names))?;
    let sets = list(fields.required("DescriptorSets")?, |node| set(node, &names))?;
    let root_parameters = match fields.optional("RuntimeSettings") {
        Some(node) => runtime_settings(node, &names)?,
        None => Vec::new(),
    };
    let drawing = fields.optional("Bindings").map(|node| drawing(node, &names)).transpose()?.unwrap_or_default();
    let push_constants = optional_list(&mut fields, "PushConstants", push_constants)?;
    let (groups, vertex_count) = match fields.optional("DispatchParameters") {
        Some(node) => dispatch(node)?,
        None => ([1; 3], None),
    };
    let of_rays = ["AccelerationStructures", "RayTracingPipelineConfig", "HitGroups", "ShaderBindingTable"];
    let has_acceleration_structures = of_rays.map(|key| fields.optional(key).is_some()).contains(&true);
    let line = fields.line();
    fields.end()?;
    let pipeline = Pipeline {
        shaders,
        buffers,
        samplers,
        expectations,
        sets,
        root_parameters,
        drawing,
        push_constants,
        groups,
        vertex_count,
        has_acceleration_structures,
    };
    check(&pipeline).map_err(|message| Fault::new(line, message))?;
    Ok(pipeline)
}

/// What holds between the parts.
fn check(pipeline: &Pipeline) -> Result<(), String> {
    let kind = pipeline.kind()?;
    if pipeline.vertex_count.is_some() && kind != PipelineKind::Vertices {
        return Err("DispatchParameters.VertexCount is only allowed on a TraditionalRaster pipeline.".to_owned());
    }
    if pipeline.groups != [1; 3] && kind == PipelineKind::Vertices {
        return Err("DispatchParameters.DispatchGroupCount is only allowed on a Compute pipeline.".to_owned());
    }
    let tables = pipeline.root_parameters.iter().filter(|one| one.kind == RootKind::DescriptorTable).count();
    if !pipeline.root_parameters.is_empty() && tables != pipeline.sets.len() {
        let sets = pipeline.sets.len();
        return Err(format!("Expected {sets} DescriptorTable root parameters, found {tables}"));
    }
    Ok(())
}

/// What names stand for.
struct Names<'a> {
    buffers: &'a [Buffer],
    samplers: &'a [Sampler],
}

impl Names<'_> {
    fn buffer(&self, name: &str, line: usize, role: &str) -> Result<usize, Fault> {
        let at = self.buffers.iter().position(|buffer| buffer.name == name);
        at.ok_or_else(|| Fault::new(line, format!("{role} {name} not found!")))
    }

    fn sampler(&self, name: &str, line: usize) -> Result<usize, Fault> {
        let at = self.samplers.iter().position(|sampler| sampler.name == name);
        at.ok_or_else(|| Fault::new(line, format!("Referenced sampler {name} not found!")))
    }
}

fn list<T>(node: &Node, read: impl FnMut(&Node) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    node.elements()?.iter().map(read).collect()
}

fn optional_list<T>(
    fields: &mut Fields<'_>,
    key: &str,
    read: impl FnMut(&Node) -> Result<T, Fault>,
) -> Result<Vec<T>, Fault> {
    fields.optional(key).map_or_else(|| Ok(Vec::new()), |node| list(node, read))
}

/// A scalar that is one of an enum's names.
fn one_of<T>(node: &Node, from_name: impl FnOnce(&str) -> Option<T>) -> Result<T, Fault> {
    let text = node.text()?;
    from_name(text).ok_or_else(|| Fault::new(node.line, format!("unknown enumerated scalar '{text}'")))
}

fn number(node: &Node) -> Result<u32, Fault> {
    node.parse("number", |text| integer(text).and_then(|value| u32::try_from(value).ok()))
}

fn optional_number(fields: &mut Fields<'_>, key: &str) -> Result<Option<u32>, Fault> {
    fields.optional(key).map(number).transpose()
}

fn truth(node: &Node) -> Result<bool, Fault> {
    node.parse("truth value", |text| match text.to_lowercase().as_str() {
        "true" | "yes" | "on" | "y" | "1" => Some(true),
        "false" | "no" | "off" | "n" | "0" => Some(false),
        _ => None,
    })
}

fn real(node: &Node) -> Result<f64, Fault> {
    node.parse("number", float)
}

/// An integer as LLVM reads it: the prefix shows the base, a leading zero the eighth.
pub fn integer(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_lowercase();
    let value = if let Some(rest) = lower.strip_prefix("0x") {
        i128::from_str_radix(rest, 16)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        i128::from_str_radix(rest, 2)
    } else if let Some(rest) = lower.strip_prefix("0o") {
        i128::from_str_radix(rest, 8)
    } else if lower.len() > 1 && lower.starts_with('0') {
        i128::from_str_radix(&lower[1..], 8)
    } else {
        lower.parse()
    };
    value.ok().map(|value| sign * value)
}

/// A float as C reads it: decimal, hexadecimal with an exponent of two, infinities and NaN.
pub fn float(text: &str) -> Option<f64> {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = rest.to_lowercase();
    let magnitude = match lower.trim_start_matches('.') {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        _ if lower.starts_with("0x") => hexadecimal_float(&lower[2..])?,
        _ if lower.starts_with(|c: char| c.is_ascii_digit() || c == '.') => lower.trim_end_matches('f').parse().ok()?,
        _ => return None,
    };
    Some(magnitude.copysign(sign))
}

/// `1.e7d42cp-127` without its prefix.
fn hexadecimal_float(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    // More digits than a double holds do not occur; what is cut would be below its precision.
    let digits: String = whole.chars().chain(fraction.chars()).collect();
    let kept = &digits[..digits.len().min(15)];
    let value = u64::from_str_radix(kept, 16).ok()?;
    let cut = digits.len() - kept.len();
    let scale = exponent.parse::<i32>().ok()? - 4 * fraction.len() as i32 + 4 * cut as i32;
    // Two steps, so that a denormal result does not vanish with its factor.
    Some(value as f64 * 2_f64.powi(scale / 2) * 2_f64.powi(scale - scale / 2))
}

/// The bytes of one element; `None` if the text is no such value.
pub fn element(format: Format, text: &str) -> Option<Vec<u8>> {
    let unsigned = |bits: u32| integer(text).filter(|value| (0..1_i128 << bits).contains(value));
    let signed =
        |bits: u32| integer(text).filter(|value| (-(1_i128 << (bits - 1))..1_i128 << (bits - 1)).contains(value));
    let bytes = |value: i128| value.to_le_bytes()[..format.size()].to_vec();
    match format {
        Format::Hex8 => unsigned(8).map(bytes),
        Format::Hex16 | Format::UInt16 | Format::Float16 => unsigned(16).map(bytes),
        Format::Hex32 | Format::UInt32 | Format::Bool => unsigned(32).map(bytes),
        Format::Hex64 | Format::UInt64 => unsigned(64).map(bytes),
        Format::Int16 => signed(16).map(bytes),
        Format::Int32 => signed(32).map(bytes),
        Format::Int64 => signed(64).map(bytes),
        // Read as a double first, which is exact for what the suite writes; a decimal goes to its type at once.
        Format::Float32 | Format::Depth32 => {
            let plain = text.trim_end_matches('f').parse::<f32>().ok();
            plain.or_else(|| float(text).map(|value| value as f32)).map(|value| value.to_le_bytes().to_vec())
        }
        Format::Float64 => float(text).map(|value| value.to_le_bytes().to_vec()),
    }
}

fn shader(node: &Node) -> Result<Shader, Fault> {
    let mut fields = node.fields()?;
    let stage = one_of(fields.required("Stage")?, Stage::from_name)?;
    let entry = fields.required("Entry")?.text()?.to_owned();
    let constants = optional_list(&mut fields, "SpecializationConstants", |node| {
        let mut fields = node.fields()?;
        let id = number(fields.required("ConstantID")?)?;
        let format = one_of(fields.required("Type")?, Format::from_name)?;
        let value = fields.required("Value")?.text()?.to_owned();
        fields.end()?;
        Ok(SpecializationConstant { id, format, value })
    })?;
    fields.end()?;
    Ok(Shader { stage, entry, constants })
}

fn elements(node: &Node, format: Format) -> Result<Vec<u8>, Fault> {
    let each = list(node, |node| node.parse(format.name(), |text| element(format, text)))?;
    Ok(each.concat())
}

fn buffer(node: &Node) -> Result<Buffer, Fault> {
    let mut fields = node.fields()?;
    let name = fields.required("Name")?.text()?.to_owned();
    let format = one_of(fields.required("Format")?, Format::from_name)?;
    let channels = optional_number(&mut fields, "Channels")?.unwrap_or(1);
    let stride = optional_number(&mut fields, "Stride")?.unwrap_or(0);
    if stride != 0 && channels != 1 {
        return Err(Fault::new(node.line, "Cannot set a structure stride and more than one channel."));
    }
    let count = optional_number(&mut fields, "ArraySize")?.unwrap_or(1) as usize;
    let fill = optional_number(&mut fields, "FillSize")?.unwrap_or(0) as usize;
    let value = fields.optional("FillValue");
    let data = if fill > 0 {
        let pattern = match value {
            Some(node) => node.parse(format.name(), |text| element(format, text))?,
            None => vec![0; format.size()],
        };
        fields.optional("Data");
        vec![pattern.into_iter().cycle().take(fill).collect(); count]
    } else if value.is_some() {
        return Err(Fault::new(node.line, "'FillValue' specified without 'FillSize'"));
    } else if count == 1 {
        vec![elements(fields.required("Data")?, format)?]
    } else {
        let data = list(fields.required("Data")?, |node| elements(node, format))?;
        if data.iter().any(|block| block.len() != data[0].len()) {
            return Err(Fault::new(node.line, "All buffers must have the same size."));
        }
        if data.len() != count {
            return Err(Fault::new(node.line, format!("Expected {count} buffers, found {}", data.len())));
        }
        data
    };
    let picture = fields.optional("OutputProps").map(picture).transpose()?.unwrap_or_default();
    fields.end()?;
    let buffer = Buffer { name, format, channels, stride, data, counters: Vec::new(), picture };
    let expected = bytes_of(&picture, buffer.element_size());
    if picture.width > 0 && buffer.size() != expected {
        let (name, size) = (&buffer.name, buffer.size());
        let message = format!("Buffer '{name}' size ({size}) does not match OutputProps dimensions ({expected})");
        return Err(Fault::new(node.line, message));
    }
    Ok(buffer)
}

/// Bytes of all levels of a picture.
fn bytes_of(picture: &Picture, element: usize) -> usize {
    let at = |extent: u32, level: u32| (extent >> level).max(1) as usize;
    let level = |level| at(picture.width, level) * at(picture.height, level) * at(picture.depth, level) * element;
    (0..picture.levels.min(32)).map(level).sum()
}

fn picture(node: &Node) -> Result<Picture, Fault> {
    let mut fields = node.fields()?;
    let height = number(fields.required("Height")?)?;
    let width = number(fields.required("Width")?)?;
    let depth = number(fields.required("Depth")?)?;
    let levels = optional_number(&mut fields, "MipLevels")?.unwrap_or(1);
    fields.end()?;
    Ok(Picture { height, width, depth, levels, ..Picture::default() })
}

fn sampler(node: &Node) -> Result<Sampler, Fault> {
    let mut fields = node.fields()?;
    let name = fields.required("Name")?.text()?.to_owned();
    let filter = |node: Option<&Node>| {
        node.map(|node| one_of(node, Filter::from_name)).transpose().map(|filter| filter.unwrap_or(Filter::Linear))
    };
    let number = |node: Option<&Node>, otherwise: f32| {
        node.map(real).transpose().map(|value| value.map_or(otherwise, |value| value as f32))
    };
    let kind = fields.optional("Kind").map(|node| one_of(node, SamplerKind::from_name)).transpose()?;
    let address = fields.optional("Address").map(|node| one_of(node, Address::from_name)).transpose()?;
    let comparison = fields.optional("ComparisonOp").map(|node| one_of(node, Comparison::from_name)).transpose()?;
    let sampler = Sampler {
        name,
        smaller: filter(fields.optional("MinFilter"))?,
        larger: filter(fields.optional("MagFilter"))?,
        address: address.unwrap_or(Address::Clamp),
        min_lod: number(fields.optional("MinLOD"), 0.0)?,
        max_lod: number(fields.optional("MaxLOD"), f32::MAX)?,
        bias: number(fields.optional("MipLODBias"), 0.0)?,
        comparison: comparison.unwrap_or(Comparison::Never),
        kind: kind.unwrap_or(SamplerKind::Sampler),
    };
    fields.end()?;
    let never = sampler.comparison == Comparison::Never;
    match (sampler.kind, never) {
        (SamplerKind::Sampler, false) => {
            Err(Fault::new(node.line, "Sampler kind 'Sampler' requires ComparisonOp: Never"))
        }
        (SamplerKind::SamplerComparison, true) => {
            Err(Fault::new(node.line, "Sampler kind 'SamplerComparison' requires ComparisonOp other than Never"))
        }
        _ => Ok(sampler),
    }
}

fn expectation(node: &Node, names: &Names<'_>) -> Result<Expectation, Fault> {
    let mut fields = node.fields()?;
    let name = fields.required("Result")?.text()?.to_owned();
    let rule = one_of(fields.required("Rule")?, Rule::from_name)?;
    let actual = names.buffer(fields.required("Actual")?.text()?, node.line, "Reference buffer")?;
    let expected = names.buffer(fields.required("Expected")?.text()?, node.line, "Reference buffer")?;
    let (mut ulp, mut epsilon, mut zero_tolerance, mut denormals) = (0, 0.0, 0.0, DenormMode::Any);
    match rule {
        Rule::BufferExact => {}
        Rule::BufferFloatULP => {
            ulp = number(fields.required("ULPT")?)?;
            zero_tolerance = fields.optional("ZeroTolerance").map(real).transpose()?.unwrap_or(0.0);
        }
        Rule::BufferFloatEpsilon => epsilon = real(fields.required("Epsilon")?)?,
    }
    if rule != Rule::BufferExact {
        if let Some(mode) = fields.optional("DenormMode") {
            denormals = one_of(mode, DenormMode::from_name)?;
        }
        let formats = [actual, expected].map(|at| names.buffers[at].format);
        if !formats.iter().all(|format| format.is_float()) {
            return Err(Fault::new(node.line, "BufferFloat only accepts Float buffers"));
        }
        if formats[0] != formats[1] {
            return Err(Fault::new(node.line, "Buffers must have the same type"));
        }
    }
    fields.end()?;
    Ok(Expectation { name, rule, actual, expected, denormals, ulp, epsilon, zero_tolerance })
}

fn set(node: &Node, names: &Names<'_>) -> Result<Vec<Resource>, Fault> {
    let mut fields = node.fields()?;
    let resources = list(fields.required("Resources")?, |node| resource(node, names))?;
    fields.end()?;
    Ok(resources)
}

fn resource(node: &Node, names: &Names<'_>) -> Result<Resource, Fault> {
    let mut fields = node.fields()?;
    let name = fields.required("Name")?.text()?.to_owned();
    let kind = one_of(fields.required("Kind")?, Kind::from_name)?;
    let has_counter = fields.optional("HasCounter").map(truth).transpose()?.unwrap_or(false);
    let tiles_mapped = optional_number(&mut fields, "TilesMapped")?;
    let is_reserved = fields.optional("IsReserved").map(truth).transpose()?.unwrap_or(false);
    let register = fields.optional("DirectXBinding").map(register).transpose()?;
    let binding = fields.optional("VulkanBinding").map(binding).transpose()?;
    let heap_index = optional_number(&mut fields, "HeapIndex")?;
    fields.end()?;
    if register.is_some() == heap_index.is_some() {
        let message = format!("Resource '{name}' must specify exactly one of 'DirectXBinding' or 'HeapIndex'.");
        return Err(Fault::new(node.line, message));
    }
    let has_buffer = !matches!(kind, Kind::Sampler | Kind::AccelerationStructure);
    let buffer = has_buffer.then(|| names.buffer(&name, node.line, "Referenced buffer")).transpose()?;
    let sampler = kind.has_sampler().then(|| names.sampler(&name, node.line)).transpose()?;
    Ok(Resource { name, kind, register, binding, heap_index, has_counter, tiles_mapped, is_reserved, buffer, sampler })
}

fn register(node: &Node) -> Result<Register, Fault> {
    let mut fields = node.fields()?;
    let register =
        Register { number: number(fields.required("Register")?)?, space: number(fields.required("Space")?)? };
    fields.end()?;
    Ok(register)
}

fn binding(node: &Node) -> Result<Binding, Fault> {
    let mut fields = node.fields()?;
    let binding = Binding {
        number: number(fields.required("Binding")?)?,
        counter: optional_number(&mut fields, "CounterBinding")?,
    };
    fields.end()?;
    Ok(binding)
}

fn runtime_settings(node: &Node, names: &Names<'_>) -> Result<Vec<RootParameter>, Fault> {
    let mut fields = node.fields()?;
    let Some(direct) = fields.optional("DirectX") else {
        fields.end()?;
        return Ok(Vec::new());
    };
    fields.end()?;
    let mut fields = direct.fields()?;
    let parameters = optional_list(&mut fields, "RootParameters", |node| root_parameter(node, names))?;
    fields.end()?;
    Ok(parameters)
}

fn root_parameter(node: &Node, names: &Names<'_>) -> Result<RootParameter, Fault> {
    let mut fields = node.fields()?;
    let kind = one_of(fields.required("Kind")?, RootKind::from_name)?;
    let mut parameter = RootParameter { kind, buffer: None, resource: None };
    match kind {
        RootKind::Constant => {
            let name = fields.required("Name")?.text()?;
            parameter.buffer = Some(names.buffer(name, node.line, "Referenced buffer in root constant")?);
        }
        RootKind::RootDescriptor => {
            let mut inner = fields.required("Resource")?.fields()?;
            let name = inner.required("Name")?.text()?;
            let kind = one_of(inner.required("Kind")?, Kind::from_name)?;
            inner.end()?;
            if !kind.is_raw() {
                return Err(Fault::new(node.line, "Root descriptors must be raw resource types."));
            }
            parameter.buffer = Some(names.buffer(name, node.line, "Referenced buffer in root descriptor")?);
            parameter.resource = Some(kind);
        }
        RootKind::DescriptorTable => {}
    }
    fields.end()?;
    Ok(parameter)
}

fn drawing(node: &Node, names: &Names<'_>) -> Result<Drawing, Fault> {
    let mut fields = node.fields()?;
    let named =
        |node: Option<&Node>, role: &str| node.map(|node| names.buffer(node.text()?, node.line, role)).transpose();
    let drawing = Drawing {
        vertices: named(fields.optional("VertexBuffer"), "Referenced vertex buffer")?,
        attributes: optional_list(&mut fields, "VertexAttributes", attribute)?,
        target: named(fields.optional("RenderTarget"), "Referenced render target buffer")?,
        topology: fields.optional("Topology").map(|node| one_of(node, Topology::from_name)).transpose()?,
        control_points: optional_number(&mut fields, "PatchControlPoints")?,
    };
    fields.end()?;
    Ok(drawing)
}

fn attribute(node: &Node) -> Result<Attribute, Fault> {
    let mut fields = node.fields()?;
    let attribute = Attribute {
        format: one_of(fields.required("Format")?, Format::from_name)?,
        channels: number(fields.required("Channels")?)?,
        offset: number(fields.required("Offset")?)?,
        name: fields.required("Name")?.text()?.to_owned(),
    };
    fields.end()?;
    Ok(attribute)
}

fn push_constants(node: &Node) -> Result<PushConstants, Fault> {
    let mut fields = node.fields()?;
    let stage = one_of(fields.required("Stage")?, Stage::from_name)?;
    let mut data = Vec::new();
    for node in fields.required("Values")?.elements()? {
        let mut fields = node.fields()?;
        let format = one_of(fields.required("Format")?, Format::from_name)?;
        let offset = number(fields.required("Offset")?)? as usize;
        let bytes = elements(fields.required("Data")?, format)?;
        fields.end()?;
        let end = offset + bytes.len();
        if end > MAX_PUSH_CONSTANTS {
            return Err(Fault::new(node.line, format!("push constants end behind {MAX_PUSH_CONSTANTS} bytes")));
        }
        data.resize(end.max(data.len()), 0);
        data[offset..end].copy_from_slice(&bytes);
    }
    fields.end()?;
    Ok(PushConstants { stage, data })
}

fn dispatch(node: &Node) -> Result<([u32; 3], Option<u32>), Fault> {
    let mut fields = node.fields()?;
    let groups = match fields.optional("DispatchGroupCount") {
        Some(node) => {
            let counts = list(node, number)?;
            let three = <[u32; 3]>::try_from(counts);
            three.map_err(|_| Fault::new(node.line, "three counts of groups are expected here"))?
        }
        None => [1; 3],
    };
    let vertices = optional_number(&mut fields, "VertexCount")?;
    fields.end()?;
    Ok((groups, vertices))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A description of one compute shader with this list of buffers.
    fn described(buffers: &str) -> Result<Pipeline, Fault> {
        pipeline(&format!("Shaders:\n- {{ Stage: Compute, Entry: main }}\nBuffers:\n{buffers}\nDescriptorSets: []\n"))
    }

    #[test]
    fn data_becomes_bytes_of_its_format() {
        assert_eq!(element(Format::Float32, "-0"), Some(vec![0, 0, 0, 0x80]));
        assert_eq!(
            element(Format::Float32, "0x1.e7d42cp-127").map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])),
            Some(f32::from_bits(0x0079_f50b))
        );
        assert_eq!(element(Format::Float64, "-inf"), Some(f64::NEG_INFINITY.to_le_bytes().to_vec()));
        assert_eq!(element(Format::UInt64, "18446744073709551615"), Some(vec![0xff; 8]));
        assert_eq!(element(Format::Int16, "0x10"), Some(vec![16, 0]));
        assert_eq!(element(Format::Int16, "32768"), None);
        assert_eq!(element(Format::Float32, "half"), None);
    }

    #[test]
    fn buffers_are_filled_or_listed_one_by_one_for_arrays() {
        let read = described(
            "- { Name: A, Format: Int16, FillSize: 4, FillValue: 257 }\n- { Name: B, Format: Hex8, ArraySize: 2, Data: [ [ 1 ], [ 2 ] ] }",
        )
        .expect("it is well formed");
        assert_eq!(read.buffers[0].data, [vec![1, 1, 1, 1]]);
        assert_eq!(read.buffers[1].data, [vec![1], vec![2]]);
    }

    #[test]
    fn faults_say_what_and_where() {
        let message = |buffers: &str| described(buffers).unwrap_err().to_string();
        insta::assert_snapshot!(
            [
                message("- { Name: A, Format: Int32, Data: [ x ] }"),
                message("- { Name: A, Format: Int32, FillValue: 2 }"),
                message("- { Name: A, Format: Int99, Data: [ 1 ] }"),
                message("- { Name: A, Format: Int32, Data: [ 1 ], Size: 4 }"),
                message("- { Name: A, Format: Int32, Data: [ 1 ], OutputProps: { Width: 4, Height: 4, Depth: 1 } }"),
                message("- { Name: A, Format: Int32, ArraySize: 2, Data: [ [ 1 ], [ 2, 3 ] ] }"),
            ]
            .join("\n"),
            @r"
        YAML:4: error: `x` is no Int32
        YAML:4: error: 'FillValue' specified without 'FillSize'
        YAML:4: error: unknown enumerated scalar 'Int99'
        YAML:4: error: unknown key 'Size'
        YAML:4: error: Buffer 'A' size (4) does not match OutputProps dimensions (64)
        YAML:4: error: All buffers must have the same size.
        "
        );
    }
}
