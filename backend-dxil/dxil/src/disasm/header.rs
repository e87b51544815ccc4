//! Prints the header of comments: features, signatures, pipeline facts, buffers, bindings and dependencies.
//!
//! Signatures and pipeline facts come from the parts of the container, the rest from the metadata; names come from the
//! reflection module where there is one, since programs are stored without them.

use std::fmt::{self, Write as _};

use hlslc_shown::escaped_line;

use crate::container::psv0::{Psv0, PsvVersion, StageInfo};
use crate::container::rdat::RuntimeData;
use crate::container::signature::{SignaturePart, SignatureRecord};
use crate::container::small::{DebugName, Features, ShaderHash};
use crate::container::{Container, ContainerError, Digest, FourCc};
use crate::dependencies::{BitTable, Dependencies, STREAMS};
use crate::flags::feature_names;
use crate::module::Module;
use crate::semantics::{SemanticKind, short_name, system_value};
use crate::shader::{Element, EntryPoint, Resource, ResourceClass, ResourceDetail, ResourceKind, Shader, UNBOUNDED};
use crate::signature::SignatureElement;
use crate::target::ShaderKind;

use super::buffers;

/// The header for a container whose program is `module`, for a stage; `names` is its reflection module.
pub(super) fn print(
    container: &Container,
    program: ShaderKind,
    module: &Module,
    names: Option<&Module>,
) -> Result<String, ContainerError> {
    let mut out = String::new();
    if let Some(data) = container.part(FourCc::SFI0) {
        features(&mut out, Features::read(data)?.0);
    }
    for (name, title) in [(FourCc::ISG1, "Input"), (FourCc::OSG1, "Output"), (FourCc::PSG1, "Patch Constant")] {
        if let Some(data) = container.part(name) {
            signature(&mut out, title, &SignaturePart::read(name, data)?);
        }
    }
    if let Some(data) = container.part(FourCc::ILDN) {
        let _ = writeln!(out, "; shader debug name: {}", lossy(&DebugName::read(data)?.name));
    }
    if let Some(data) = container.part(FourCc::HASH) {
        let hash = ShaderHash::read(data)?;
        out.push_str("; shader hash: ");
        let _ = write!(out, "{}", Digest(hash.digest));
        out.push_str(if hash.includes_source { " (includes source)\n" } else { "\n" });
    }
    if let Some(data) = container.part(FourCc::PSV0) {
        pipeline(&mut out, &Psv0::read(data)?, program);
    }
    // What follows needs metadata; a module without it has no such sections.
    let Ok(shader) = Shader::read(module) else { return Ok(out) };
    let named = names.and_then(|names| Some((names, Shader::read(names).ok()?)));
    if let Some(entry) = shader.entry() {
        interpolation(&mut out, shader.shader_model.kind, entry);
    }
    let (names, named) = match &named {
        Some((names, shader)) => (*names, shader),
        None => (module, &shader),
    };
    buffers::print(&mut out, names, &named.resources);
    bindings(&mut out, named);
    if let Some(dependencies) = &shader.dependencies {
        view_id_state(&mut out, shader.shader_model.kind, dependencies);
        out.push_str(";\n");
    }
    if let Some(data) = container.part(FourCc::RDAT) {
        subobjects(&mut out, &RuntimeData::read(data)?);
    }
    Ok(out)
}

fn subobjects(out: &mut String, data: &RuntimeData) {
    let mut subobjects = data.subobjects().peekable();
    if subobjects.peek().is_none() {
        return;
    }
    out.push_str(";\n; Subobjects:\n;\n");
    for subobject in subobjects {
        out.push_str(";  ");
        subobject.list(out);
        out.push('\n');
    }
    out.push_str(";\n");
}

fn features(out: &mut String, bits: u64) {
    if bits == 0 {
        return;
    }
    out.push_str(";\n; Note: shader requires additional functionality:\n");
    for name in feature_names(bits) {
        let _ = writeln!(out, ";       {name}");
    }
    out.push_str(";\n");
}

fn signature(out: &mut String, title: &str, part: &SignaturePart) {
    let _ = writeln!(out, ";\n; {title} signature:\n;");
    out.push_str("; Name                 Index   Mask Register SysValue  Format   Used\n");
    out.push_str("; -------------------- ----- ------ -------- -------- ------- ------\n");
    if part.records.is_empty() {
        out.push_str("; no parameters\n");
        return;
    }
    let has_streams = part.records.iter().any(|record| record.stream > 0);
    for record in &part.records {
        let name = part.names.get(record.name).map(|name| lossy(name)).unwrap_or_default();
        let stream = if has_streams { format!("m{}:", record.stream) } else { String::new() };
        let mask = mask_text(record.mask);
        // Outputs store the components that are never written, inputs those that are read.
        let used_mask = if title == "Input" { record.usage & record.mask } else { !record.usage & 0xF };
        let (mask, register, used) = match record.register {
            Some(register) => (format!("  {mask}"), format!("{register:8}"), format!("  {}", mask_text(used_mask))),
            None => {
                let used = if used_mask == 0 { "    NO" } else { "   YES" };
                ("   N/A".into(), special_register(&name), used.into())
            }
        };
        let _ = writeln!(
            out,
            "; {:20} {:5} {mask} {register}{:>9}{:>8} {used}",
            format!("{stream}{name}"),
            record.index,
            system_value_text(record.system_value),
            format_text(record),
        );
    }
    out.push_str(";\n");
}

/// A name of the container, on one line.
fn lossy(name: &[u8]) -> String {
    escaped_line(&String::from_utf8_lossy(name)).into_owned()
}

/// Components by their letters, each in its place.
fn mask_text(mask: u8) -> String {
    (0..4).map(|bit| if mask >> bit & 1 == 1 { char::from(b"xyzw"[bit]) } else { ' ' }).collect()
}

/// The text in place of the register of an element that has none.
fn special_register(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let text = match name.as_str() {
        "sv_depth" => "  oDepth",
        "sv_depthgreaterequal" => "oDepthGE",
        "sv_depthlessequal" => "oDepthLE",
        "sv_coverage" => "   oMask",
        "sv_stencilref" => "   oStencilRef",
        "sv_primitiveid" => "  primID",
        _ => " special",
    };
    text.into()
}

/// The short name of a system value by its number in the container.
fn system_value_text(number: u32) -> &'static str {
    match number {
        11 => "QUADEDGE",
        12 => "QUADINT",
        13 => "TRIEDGE",
        14 => "TRIINT",
        15 => "LINEDET",
        16 => "LINEDEN",
        0 => "NONE",
        number => {
            let known = SemanticKind::ALL.iter().find(|&&kind| system_value(kind) == number);
            known.map_or("NONE", |&kind| short_name(kind))
        }
    }
}

/// The type of the components of a record.
fn format_text(record: &SignatureRecord) -> &'static str {
    match (record.min_precision, record.component) {
        (1, _) => "fp16",
        (2, _) => "fp2.8",
        (4, _) => "int16",
        (5, _) => "uint16",
        (_, 1) => "uint",
        (_, 2) => "int",
        (_, 3) => "float",
        (_, 4) => "uint16",
        (_, 5) => "int16",
        (_, 6) => "fp16",
        (_, 7) => "uint64",
        (_, 8) => "int64",
        (_, 9) => "double",
        _ => "unknown",
    }
}

/// Writes the facts of the `PSV0` part, as DXC 1.9 lists them; earlier releases listed the facts of the stage only.
fn pipeline(out: &mut String, psv: &Psv0, program: ShaderKind) {
    out.push_str(";\n; Pipeline Runtime Information: \n;\n;PSVRuntimeInfo:\n");
    let kind = if psv.version >= PsvVersion::V1 { psv.kind } else { program };
    for line in stage_lines(psv, kind).into_iter().chain(lane_lines(psv)).chain(signature_lines(psv)) {
        let _ = writeln!(out, "; {line}");
    }
    if psv.version >= PsvVersion::V3 {
        let _ = writeln!(out, "; EntryFunctionName: {}", lossy(&psv.entry_name));
    }
    out.push_str(";\n");
}

fn stage_lines(psv: &Psv0, kind: ShaderKind) -> Vec<String> {
    let line = |name: &str, value: &dyn fmt::Display| format!("{name}={value}");
    let title = |stage: &str| format!("{stage} Shader");
    let position = |writes_position: bool| line("OutputPositionPresent", &u8::from(writes_position));
    let mut lines = match psv.stage.shown_for(kind) {
        StageInfo::Hull { input_points, output_points, domain, output_primitive } => vec![
            title("Hull"),
            line("InputControlPointCount", &input_points),
            line("OutputControlPointCount", &output_points),
            line("Domain", &text_of(&["invalid", "isoline", "tri", "quad"], domain)),
            line(
                "OutputPrimitive",
                &text_of(&["invalid", "point", "line", "triangle_cw", "triangle_ccw"], output_primitive),
            ),
        ],
        StageInfo::Domain { input_points, writes_position, domain: _ } => {
            vec![title("Domain"), line("InputControlPointCount", &input_points), position(writes_position)]
        }
        StageInfo::Geometry { input_primitive, output_topology, stream_mask, writes_position } => {
            let topologies = ["invalid", "point", "invalid", "line", "invalid", "triangle"];
            vec![
                title("Geometry"),
                line("InputPrimitive", &primitive_text(input_primitive)),
                line("OutputTopology", &text_of(&topologies, output_topology)),
                line("OutputStreamMask", &stream_mask),
                position(writes_position),
            ]
        }
        StageInfo::Vertex { writes_position } => vec![title("Vertex"), position(writes_position)],
        StageInfo::Pixel { writes_depth, per_sample } => vec![
            title("Pixel"),
            line("DepthOutput", &u8::from(writes_depth)),
            line("SampleFrequency", &u8::from(per_sample)),
        ],
        StageInfo::Mesh { .. } => {
            let topology = text_of(&["undefined", "line", "triangle"], u32::from(psv.mesh_topology));
            let known = (psv.version >= PsvVersion::V1).then(|| line("MeshOutputTopology", &topology));
            [title("Mesh")].into_iter().chain(known).collect()
        }
        StageInfo::Amplification { .. } => vec![title("Amplification")],
        StageInfo::Other if kind == ShaderKind::Compute => vec![title("Compute")],
        StageInfo::Other | StageInfo::Raw(_) => Vec::new(),
    };
    if matches!(kind, ShaderKind::Compute | ShaderKind::Mesh | ShaderKind::Amplification) {
        if psv.version >= PsvVersion::V2 {
            let [x, y, z] = psv.num_threads;
            lines.push(format!("NumThreads=({x},{y},{z})"));
        }
        if psv.version >= PsvVersion::V4 {
            lines.push(format!("NumBytesGroupSharedMemory: {}", psv.groupshared_bytes));
        }
    }
    lines
}

fn lane_lines(psv: &Psv0) -> Vec<String> {
    match psv.wave_lanes {
        (least, most) if least == most => vec![format!("WaveSize={least}")],
        (least, most) => {
            vec![format!("MinimumExpectedWaveLaneCount: {least}"), format!("MaximumExpectedWaveLaneCount: {most}")]
        }
    }
}

fn signature_lines(psv: &Psv0) -> Vec<String> {
    if psv.version == PsvVersion::V0 {
        return Vec::new();
    }
    let mut lines = vec![
        format!("UsesViewID: {}", psv.uses_view_id),
        format!("SigInputElements: {}", psv.inputs.len()),
        format!("SigOutputElements: {}", psv.outputs.len()),
        format!("SigPatchConstOrPrimElements: {}", psv.patch.len()),
        format!("SigInputVectors: {}", psv.input_vectors),
    ];
    let vectors = psv.output_vectors.iter().enumerate();
    lines.extend(vectors.map(|(stream, vectors)| format!("SigOutputVectors[{stream}]: {vectors}")));
    lines
}

fn text_of(texts: &[&'static str], number: u32) -> &'static str {
    texts.get(number as usize).copied().unwrap_or("invalid")
}

fn primitive_text(number: u32) -> String {
    match number {
        1 => "point".into(),
        2 => "line".into(),
        3 => "triangle".into(),
        6 => "lineadj".into(),
        7 => "triangleadj".into(),
        8..=39 => format!("patch{}", number - 7),
        _ => "invalid".into(),
    }
}

fn interpolation(out: &mut String, kind: ShaderKind, entry: &EntryPoint) {
    let titles = if matches!(kind, ShaderKind::Mesh) {
        ["Input", "Vertex Output", "Primitive Output"]
    } else {
        ["Input", "Output", "Patch Constant"]
    };
    for (title, elements) in titles.into_iter().zip([&entry.inputs, &entry.outputs, &entry.patch]) {
        if elements.is_empty() {
            continue;
        }
        let _ = writeln!(out, ";\n; {title} signature:\n;");
        out.push_str("; Name                 Index             InterpMode DynIdx\n");
        out.push_str("; -------------------- ----- ---------------------- ------\n");
        for element in elements {
            interpolation_row(out, element);
        }
    }
}

fn interpolation_row(out: &mut String, element: &SignatureElement) {
    let index = element.indices.first().copied().unwrap_or(0);
    let dynamic: String = mask_text(element.dynamic_mask).chars().filter(|&c| c != ' ').collect();
    let mode = element.interpolation.text();
    let _ = writeln!(out, "; {:20} {index:5} {mode:>22} {dynamic:>6}", escaped_line(&element.name));
}

fn bindings(out: &mut String, shader: &Shader) {
    out.push_str(";\n; Resource Bindings:\n;\n");
    out.push_str("; Name                                 Type  Format         Dim      ID      HLSL Bind  Count\n");
    out.push_str("; ------------------------------ ---------- ------- ----------- ------- -------------- ------\n");
    let resources = &shader.resources;
    for class in [&resources.cbvs, &resources.samplers, &resources.srvs, &resources.uavs] {
        for (id, resource) in class.iter().enumerate() {
            binding(out, id, resource);
        }
    }
    out.push_str(";\n");
}

fn binding(out: &mut String, id: usize, resource: &Resource) {
    let (class, id_prefix, bind_prefix) = match resource.class() {
        ResourceClass::Cbv => ("cbuffer", "CB", "cb"),
        ResourceClass::Sampler => ("sampler", "S", "s"),
        ResourceClass::Srv => ("texture", "T", "t"),
        ResourceClass::Uav => ("UAV", "U", "u"),
    };
    let mut bind = format!("{bind_prefix}{}", resource.lower_bound);
    if resource.space != 0 {
        let _ = write!(bind, ",space{}", resource.space);
    }
    let count = match resource.range_size {
        UNBOUNDED => "unbounded".into(),
        size => size.to_string(),
    };
    let _ = writeln!(
        out,
        "; {:31}{class:>10}{:>8}{:>12}{:>8}{bind:>15}{count:>6}",
        escaped_line(&resource.name.to_string()),
        format_of(resource),
        dimension_of(resource),
        format!("{id_prefix}{id}"),
    );
}

/// The elements of a resource.
fn format_of(resource: &Resource) -> &'static str {
    let (ResourceDetail::Srv { kind, element, .. } | ResourceDetail::Uav { kind, element, .. }) = resource.detail
    else {
        return "NA";
    };
    match (kind, element) {
        (ResourceKind::RawBuffer, _) => "byte",
        (ResourceKind::StructuredBuffer, _) => "struct",
        (_, Element::Typed(component)) => component.text(),
        (_, Element::Bytes | Element::Struct { .. } | Element::Feedback(_)) => "invalid",
    }
}

/// The shape of a resource.
fn dimension_of(resource: &Resource) -> String {
    let (is_uav, has_counter, samples) = match resource.detail {
        ResourceDetail::Srv { sample_count, .. } => (false, false, sample_count),
        ResourceDetail::Uav { has_counter, .. } => (true, has_counter, 0),
        ResourceDetail::Cbv { .. } | ResourceDetail::Sampler { .. } => return "NA".into(),
    };
    if let Some(shape) = resource.kind().texture() {
        let word = shape.dim.word().to_ascii_lowercase();
        let (dim, array) = (word.trim_end_matches("ms"), shape.array_word().to_ascii_lowercase());
        let of_samples = match samples {
            _ if !shape.dim.is_multisampled() => String::new(),
            0 => "MS".into(),
            count => format!("MS{count}"),
        };
        return format!("{dim}{array}{of_samples}");
    }
    #[expect(clippy::wildcard_enum_match_arm, reason = "textures have returned, and others have no shape")]
    let text = match resource.kind() {
        ResourceKind::RawBuffer | ResourceKind::StructuredBuffer => match (is_uav, has_counter) {
            (false, _) => "r/o",
            (true, false) => "r/w",
            (true, true) => "r/w+cnt",
        },
        ResourceKind::TypedBuffer => "buf",
        ResourceKind::TBuffer => "tbuffer",
        ResourceKind::RTAccelerationStructure => "ras",
        ResourceKind::FeedbackTexture2D => "fbtex2d",
        ResourceKind::FeedbackTexture2DArray => "fbtex2darray",
        _ => "invalid",
    };
    text.into()
}

fn view_id_state(out: &mut String, kind: ShaderKind, state: &Dependencies) {
    out.push_str(";\n; ViewId state:\n;\n");
    let _ = write!(out, "; Number of inputs: {}, ", state.inputs);
    let streams = if matches!(kind, ShaderKind::Geometry) {
        let counts = state.outputs.map(|count| count.to_string()).join(", ");
        let _ = write!(out, "outputs per stream: {{ {counts} }}");
        STREAMS
    } else {
        let _ = write!(out, "outputs: {}", state.outputs[0]);
        1
    };
    match kind {
        ShaderKind::Hull | ShaderKind::Domain => drop(write!(out, ", patchconst: {}", state.patch)),
        ShaderKind::Mesh => drop(write!(out, ", primitive outputs: {}", state.patch)),
        ShaderKind::Pixel
        | ShaderKind::Vertex
        | ShaderKind::Geometry
        | ShaderKind::Compute
        | ShaderKind::Library
        | ShaderKind::RayGeneration
        | ShaderKind::Intersection
        | ShaderKind::AnyHit
        | ShaderKind::ClosestHit
        | ShaderKind::Miss
        | ShaderKind::Callable
        | ShaderKind::Amplification
        | ShaderKind::Node => {}
    }
    out.push('\n');
    let patch_name = if kind == ShaderKind::Mesh { "Primitive Outputs" } else { "PCOutputs" };
    let writes_patch = matches!(kind, ShaderKind::Hull | ShaderKind::Mesh);
    let stream_name = |stream: usize| {
        if matches!(kind, ShaderKind::Geometry) { format!("Outputs for Stream {stream}") } else { "Outputs".into() }
    };
    for stream in (0..streams).filter(|&stream| streams == 1 || state.outputs[stream] > 0) {
        let table = state.view_to_outputs.as_ref().map(|view| &view[stream]);
        view_dependence(out, &stream_name(stream), table);
    }
    if writes_patch {
        view_dependence(out, patch_name, state.view_to_outputs.as_ref().map(|_| &state.view_to_patch));
    }
    for stream in (0..streams).filter(|&stream| streams == 1 || state.outputs[stream] > 0) {
        contributions(out, "Inputs", &stream_name(stream), &state.inputs_to_outputs[stream]);
    }
    if writes_patch {
        contributions(out, "Inputs", patch_name, &state.inputs_to_patch);
    }
    if kind == ShaderKind::Domain {
        contributions(out, "PCInputs", "Outputs", &state.patch_to_outputs);
    }
}

fn view_dependence(out: &mut String, name: &str, table: Option<&BitTable>) {
    let set: Vec<_> =
        table.map(|table| (0..table.columns()).filter(|&column| table.get(0, column)).collect()).unwrap_or_default();
    let _ = writeln!(out, "; {name} dependent on ViewId: {{ {} }}", list(&set));
}

fn contributions(out: &mut String, from: &str, to: &str, table: &BitTable) {
    let _ = writeln!(out, "; {from} contributing to computation of {to}:");
    for column in 0..table.columns() {
        let set: Vec<_> = (0..table.rows()).filter(|&row| table.get(row, column)).collect();
        if !set.is_empty() {
            let _ = writeln!(out, ";   output {column} depends on inputs: {{ {} }}", list(&set));
        }
    }
}

/// Numbers with commas between them.
fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}
