//! Prints reflection for people, in tables with a line for each part.
//!
//! Each struct is listed once, with offsets from its own start, so the text is no longer than the data.

use std::fmt;

use super::*;
use crate::shader::ResourceClass;
use crate::signature::ComponentType;
use hlslc_shown::escaped_line;

/// Rows of cells; columns are as wide as their widest cell.
#[derive(Default)]
struct Table {
    rows: Vec<Vec<String>>,
    /// Columns whose cells stand to the right.
    numbers: &'static [usize],
}

impl Table {
    fn new(numbers: &'static [usize], titles: &[&str]) -> Self {
        let titles = titles.iter().map(|&title| title.to_owned()).collect();
        Self { rows: vec![titles], numbers }
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(|cell| escaped_line(&cell).into_owned()).collect());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One cell that is very long does not push the others away.
        const WIDEST: usize = 48;
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count().min(WIDEST)).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                line.push_str("  ");
                let cell =
                    if self.numbers.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:width$}") };
                line.push_str(&cell);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        if let Some(entry) = &self.entry_point {
            signature(f, "inputs", "read", &entry.inputs)?;
            signature(f, "outputs", "unwritten", &entry.outputs)?;
            let is_mesh = matches!(entry.stage, Stage::Mesh { .. });
            signature(f, if is_mesh { "primitives" } else { "patch constants" }, "", &entry.patch_constants)?;
        }
        self.bindings(f)?;
        self.buffers(f)?;
        self.functions(f)?;
        self.subobjects(f)?;
        self.specialization_constants(f)?;
        if let Some(root_signature) = &self.root_signature {
            writeln!(f, "\nroot signature, version {}", root_signature.version)?;
            root_signature_text(f, root_signature)?;
        }
        if let Some(statistics) = &self.statistics {
            counts(f, statistics)?;
        }
        Ok(())
    }
}

impl Reflection {
    fn head(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.shader {
            Some(Profile { kind, shader_model }) => write!(f, "{}, shader model {shader_model}", kind.title())?,
            None => f.write_str("No shader")?,
        }
        if let Some(version) = self.dxil_version {
            write!(f, ", DXIL {version}")?;
        }
        writeln!(f)?;
        let mut line = |title: &str, text: &dyn fmt::Display| {
            let text = text.to_string();
            writeln!(f, "  {title:12} {}", escaped_line(&text))
        };
        if let Some(entry) = &self.entry_point {
            line("entry point", &entry.name)?;
            for (title, text) in stage_facts(&entry.stage) {
                line(title, &text)?;
            }
        }
        if !self.requires.is_empty() {
            line("requires", &requires_text(self.requires))?;
        }
        if let Some(creator) = &self.creator {
            line("made by", creator)?;
        }
        if let Some(compiler) = &self.compiler {
            line("compiler", &format!("{} ({}, {})", compiler.text, compiler.version, compiler.commit))?;
        }
        if let Some(hash) = &self.hash {
            let source = if hash.includes_source { ", of the source too" } else { "" };
            line("hash", &format!("{}{source}", hash.digest))?;
        }
        line("facts from", &self.source.text())?;
        if !self.missing.is_empty() {
            line("not stated", &self.missing.iter().map(|missing| missing.text()).collect::<Vec<_>>().join(", "))?;
        }
        Ok(())
    }

    fn specialization_constants(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.specialization_constants.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nspecialization constants")?;
        let mut table = Table::new(&[0], &["id", "name", "type", "default"]);
        for constant in &self.specialization_constants {
            let cells = [constant.id.to_string(), constant.name.clone(), constant.r#type.to_owned()];
            table.row(cells.into_iter().chain([constant.default.to_string()]));
        }
        write!(f, "{table}")
    }

    fn bindings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bindings.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nbindings")?;
        let mut table = Table::new(&[], &["register", "space", "count", "name", "type", ""]);
        for binding in &self.bindings {
            let count = binding.bind_count.map_or("unbounded".to_owned(), |count| count.to_string());
            table.row([
                register_text(binding),
                binding.space.to_string(),
                count,
                binding.name.clone(),
                type_text(binding),
                notes(binding),
            ]);
        }
        write!(f, "{table}")
    }

    fn buffers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (buffer, at) in self.buffers.iter().zip(0..) {
            let kind = match buffer.buffer_type {
                d3d::BufferType::CBuffer => "cbuffer",
                d3d::BufferType::TBuffer => "tbuffer",
                d3d::BufferType::ResourceBindInfo => "element of",
            };
            let binding = self.bindings.iter().find(|binding| binding.buffer == Some(at));
            let name = match binding {
                Some(binding) if buffer.name.is_empty() => register_text(binding),
                _ => escaped_line(&buffer.name).into_owned(),
            };
            if buffer.variables.is_empty() {
                writeln!(f, "\n{kind} {name}")?;
                continue;
            }
            writeln!(f, "\n{kind} {name}, {} bytes", buffer.size)?;
            let mut table = Table::new(&[0, 1], &["offset", "size", "type", "name", ""]);
            for variable in &buffer.variables {
                let is_used = variable.flags.contains(d3d::VariableFlags::USED);
                table.row([
                    variable.start_offset.to_string(),
                    variable.size.to_string(),
                    variable.r#type.as_ref().map_or("not stated".to_owned(), |ty| self.type_name(ty)),
                    variable.name.clone(),
                    if is_used { String::new() } else { "not used".to_owned() },
                ]);
                for field in &variable.bit_fields {
                    table.row([String::new(), String::new(), bits_text(field), field.name.clone()]);
                }
            }
            write!(f, "{table}")?;
        }
        for structure in &self.structs {
            writeln!(f, "\nstruct {}", escaped_line(&structure.name))?;
            let mut table = Table::new(&[0], &["offset", "type", "name"]);
            for member in &structure.members {
                table.row([member.offset.to_string(), self.type_name(&member.r#type), member.name.clone()]);
                for field in &member.bit_fields {
                    table.row([String::new(), bits_text(field), field.name.clone()]);
                }
            }
            write!(f, "{table}")?;
        }
        Ok(())
    }

    /// A type as the source would name it.
    pub(crate) fn type_name(&self, ty: &Type) -> String {
        let structure = ty.r#struct.and_then(|at| self.structs.get(at as usize));
        let name = structure.map_or_else(|| ty.name.clone().unwrap_or_default(), |found| found.name.clone());
        let order = if ty.class == d3d::VariableClass::MatrixRows { "row_major " } else { "" };
        let array = if ty.elements > 0 { format!("[{}]", ty.elements) } else { String::new() };
        format!("{order}{name}{array}")
    }

    fn functions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for function in &self.functions {
            writeln!(f, "\nfunction {}: {}", escaped_line(&function.unmangled_name), function.kind.title())?;
            let mut line = |title: &str, text: &dyn fmt::Display| {
                let text = text.to_string();
                writeln!(f, "  {title:12} {}", escaped_line(&text))
            };
            if function.name != function.unmangled_name {
                // What is mangled begins with a byte that says so.
                line("symbol", &function.name.trim_start_matches('\u{1}'))?;
            }
            for (title, text) in function.stage.iter().flat_map(stage_facts) {
                line(title, &text)?;
            }
            if let Some(least) = function.min_shader_model {
                line("needs", &format_args!("shader model {least}"))?;
            }
            if !function.requires.is_empty() {
                line("requires", &requires_text(function.requires))?;
            }
            let names = |places: &[u32]| -> String {
                let bindings = places.iter().filter_map(|&at| self.bindings.get(at as usize));
                bindings.map(|binding| binding.name.as_str()).collect::<Vec<_>>().join(", ")
            };
            if !function.bindings.is_empty() {
                line("uses", &names(&function.bindings))?;
            }
            if !function.dependencies.is_empty() {
                line("calls", &function.dependencies.join(", "))?;
            }
        }
        Ok(())
    }

    fn subobjects(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Subobject { name, value } in &self.subobjects {
            write!(f, "\nsubobject {}: ", escaped_line(name))?;
            match value {
                SubobjectValue::StateObjectConfig { flags } => writeln!(f, "state object, flags {flags:#x}")?,
                SubobjectValue::GlobalRootSignature { root_signature } => {
                    writeln!(f, "global root signature")?;
                    root_signature_text(f, root_signature)?;
                }
                SubobjectValue::LocalRootSignature { root_signature } => {
                    writeln!(f, "local root signature")?;
                    root_signature_text(f, root_signature)?;
                }
                SubobjectValue::SubobjectToExportsAssociation { subobject, exports } => {
                    let exports = exports.join(", ");
                    writeln!(f, "{} goes with {}", escaped_line(subobject), escaped_line(&exports))?;
                }
                SubobjectValue::RaytracingShaderConfig { max_payload_bytes, max_attribute_bytes } => writeln!(
                    f,
                    "ray tracing shaders, payload {max_payload_bytes} bytes, attributes {max_attribute_bytes} bytes"
                )?,
                SubobjectValue::RaytracingPipelineConfig { max_trace_recursion_depth } => {
                    writeln!(f, "ray tracing pipeline, recursion {max_trace_recursion_depth}")?;
                }
                SubobjectValue::RaytracingPipelineConfig1 { max_trace_recursion_depth, flags } => {
                    writeln!(f, "ray tracing pipeline, recursion {max_trace_recursion_depth}, flags {flags:#x}")?;
                }
                SubobjectValue::HitGroup { hit_group_type, any_hit, closest_hit, intersection } => {
                    write!(
                        f,
                        "hit group of {}",
                        hit_group_type.map_or("no kind", crate::subobject::HitGroupKind::text)
                    )?;
                    for (title, name) in
                        [("any hit", any_hit), ("closest hit", closest_hit), ("intersection", intersection)]
                    {
                        if !name.is_empty() {
                            write!(f, ", {title} {}", escaped_line(name))?;
                        }
                    }
                    writeln!(f)?;
                }
            }
        }
        Ok(())
    }
}

fn root_signature_text(f: &mut fmt::Formatter<'_>, signature: &hlslc_rootsig::RootSignature) -> fmt::Result {
    match hlslc_rootsig::print::print(signature) {
        Ok(text) => text.lines().try_for_each(|line| writeln!(f, "  {line}")),
        Err(error) => writeln!(f, "  no text: {error}"),
    }
}

fn bits_text(field: &BitField) -> String {
    format!("bits {}..{}", field.offset, field.offset.saturating_add(field.width))
}

/// A register of a class, and the last if there are several.
pub(crate) fn register_text(binding: &Binding) -> String {
    let letter = match binding.class {
        ResourceClass::Srv => 't',
        ResourceClass::Uav => 'u',
        ResourceClass::Cbv => 'b',
        ResourceClass::Sampler => 's',
    };
    match (binding.bind_point, binding.bind_count) {
        (None, _) => format!("{letter}?"),
        (Some(first), Some(1)) => format!("{letter}{first}"),
        (Some(first), Some(count)) => format!("{letter}{first}-{}", first.saturating_add(count.saturating_sub(1))),
        (Some(first), None) => format!("{letter}{first}-"),
    }
}

/// The type of a binding, similar to its spelling in the source.
pub(crate) fn type_text(binding: &Binding) -> String {
    let writable = binding.class == ResourceClass::Uav;
    let prefix = match (binding.rasterizer_ordered, writable && binding.feedback.is_none()) {
        (true, _) => "RasterizerOrdered",
        (false, true) => "RW",
        (false, false) => "",
    };
    let samples = binding.sample_count.map(|samples| format!(", {samples}")).unwrap_or_default();
    let of = match (binding.component, binding.stride, binding.feedback) {
        (Some(component), ..) => {
            let components = binding.components.filter(|&components| components > 1);
            format!("<{}{}{samples}>", word(component), components.map(|n| n.to_string()).unwrap_or_default())
        }
        (_, Some(stride), _) => format!("<{stride} bytes>"),
        (_, _, Some(feedback)) => format!("<{}>", feedback.text()),
        _ => String::new(),
    };
    format!("{prefix}{}{of}", binding.kind.text())
}

/// A component type as the source says it. What has 16 bits may be of minimum precision or native: that is said elsewhere.
pub(crate) fn word(component: ComponentType) -> &'static str {
    match component {
        ComponentType::I1 => "bool",
        ComponentType::I16 => "int16",
        ComponentType::U16 => "uint16",
        ComponentType::I32 => "int",
        ComponentType::U32 => "uint",
        ComponentType::I64 => "int64",
        ComponentType::U64 => "uint64",
        ComponentType::F16 => "half",
        ComponentType::F32 => "float",
        ComponentType::F64 => "double",
        ComponentType::SNormF16 => "snorm half",
        ComponentType::UNormF16 => "unorm half",
        ComponentType::SNormF32 => "snorm float",
        ComponentType::UNormF32 => "unorm float",
        ComponentType::SNormF64 => "snorm double",
        ComponentType::UNormF64 => "unorm double",
        ComponentType::Invalid | ComponentType::PackedS8x32 | ComponentType::PackedU8x32 => component.text(),
    }
}

pub(crate) fn notes(binding: &Binding) -> String {
    let compares = binding.sampler == Some(crate::shader::SamplerKind::Comparison);
    let notes = [
        (compares, "compares"),
        (binding.has_counter, "counter"),
        (binding.globally_coherent, "globallycoherent"),
        (binding.reorder_coherent, "reordercoherent"),
        (binding.atomic64, "64-bit atomics"),
    ];
    notes.into_iter().filter(|row| row.0).map(|row| row.1).collect::<Vec<_>>().join(", ")
}

fn signature(f: &mut fmt::Formatter<'_>, title: &str, usage: &str, parameters: &[Parameter]) -> fmt::Result {
    if parameters.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}")?;
    let mut table = Table::new(&[], &["semantic", "register", "mask", usage, "type", "system value", ""]);
    for parameter in parameters {
        #[expect(clippy::wildcard_enum_match_arm, reason = "every defined value has a name of its own")]
        let system_value = match parameter.system_value {
            d3d::SystemValue::Undefined => String::new(),
            value => value.text().trim_start_matches("D3D_NAME_").to_owned(),
        };
        let interpolation = parameter.interpolation.map_or("", |mode| mode.text());
        let stream = if parameter.stream > 0 { format!(" stream {}", parameter.stream) } else { String::new() };
        table.row([
            format!("{}{}", parameter.semantic_name, parameter.semantic_index),
            parameter.register.map_or("none".to_owned(), |register| register.to_string()),
            mask_text(parameter.mask),
            if usage.is_empty() { String::new() } else { mask_text(parameter.read_write_mask & parameter.mask) },
            word(parameter.component).to_owned(),
            system_value,
            format!("{interpolation}{stream}"),
        ]);
    }
    write!(f, "{table}")
}

/// Components by their letters, each in its place.
pub(crate) fn mask_text(mask: u8) -> String {
    (0..4).map(|bit| if mask >> bit & 1 == 1 { char::from(b"xyzw"[bit]) } else { ' ' }).collect()
}

pub(crate) fn requires_text(requires: Requires) -> String {
    requires.names().map(|name| name.trim_start_matches("D3D_SHADER_REQUIRES_")).collect::<Vec<_>>().join(", ")
}

/// The properties of a stage beyond signatures: titles and values.
pub(crate) fn stage_facts(stage: &Stage) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some([x, y, z]) = stage.thread_group_size() {
        facts.push(("threads", format!("{x} x {y} x {z}")));
    }
    if let Some(WaveSize { min, max, preferred }) = stage.wave_size() {
        let best = preferred.map(|best| format!(", best {best}")).unwrap_or_default();
        facts.push(("wave", if min == max { min.to_string() } else { format!("{min} to {max}{best}") }));
    }
    let bare = |text: &str, prefix: &str| text.trim_start_matches(prefix).to_lowercase();
    match stage {
        Stage::Vertex | Stage::Pixel | Stage::Compute { .. } => {}
        Stage::Geometry { input_primitive, output_topology, max_output_vertex_count, instance_count, stream_mask } => {
            facts.push(("reads", bare(&input_primitive.text(), "D3D_PRIMITIVE_")));
            let topology = bare(output_topology.text(), "D3D_PRIMITIVE_TOPOLOGY_");
            facts.push(("writes", format!("{topology}, at most {max_output_vertex_count} vertices")));
            facts.extend(instance_count.map(|count| ("instances", count.to_string())));
            facts.push(("streams", format!("{stream_mask:#06b}")));
        }
        Stage::Hull {
            input_control_points,
            output_control_points,
            domain,
            partitioning,
            output_primitive,
            max_tessellation_factor,
        } => {
            facts.push(("points", format!("{input_control_points} to {output_control_points}")));
            facts.push(("domain", bare(domain.text(), "D3D_TESSELLATOR_DOMAIN_")));
            facts.extend(partitioning.map(|kind| ("partitioning", bare(kind.text(), "D3D_TESSELLATOR_PARTITIONING_"))));
            facts.push(("makes", bare(output_primitive.text(), "D3D_TESSELLATOR_OUTPUT_")));
            facts.extend(max_tessellation_factor.map(|factor| ("max factor", factor.to_string())));
        }
        Stage::Domain { input_control_points, domain } => {
            facts.push(("points", input_control_points.to_string()));
            facts.push(("domain", bare(domain.text(), "D3D_TESSELLATOR_DOMAIN_")));
        }
        Stage::Mesh { output_topology, max_vertices, max_primitives, payload_bytes, .. } => {
            let topology = bare(output_topology.text(), "D3D_PRIMITIVE_TOPOLOGY_");
            let most = format!("{topology}, at most {max_vertices} vertices and {max_primitives} primitives");
            facts.push(("writes", most));
            facts.push(("payload", format!("{payload_bytes} bytes")));
        }
        Stage::Amplification { payload_bytes, .. } => facts.push(("payload", format!("{payload_bytes} bytes"))),
        Stage::RayTracing { payload_bytes, attribute_bytes } => {
            facts.extend(payload_bytes.map(|bytes| ("payload", format!("{bytes} bytes"))));
            facts.extend(attribute_bytes.map(|bytes| ("attributes", format!("{bytes} bytes"))));
        }
        Stage::Node { launch, id, is_program_entry, dispatch_grid, max_dispatch_grid, inputs, outputs, .. } => {
            let entry = if *is_program_entry { ", may start a graph" } else { "" };
            facts.push(("node", format!("{}[{}], {}{entry}", id.name, id.index, launch.text())));
            let grid = |[x, y, z]: [u32; 3]| format!("{x} x {y} x {z}");
            facts.extend(dispatch_grid.map(|size| ("grid", grid(size))));
            facts.extend(max_dispatch_grid.map(|size| ("most groups", grid(size))));
            facts.push(("inputs", inputs.to_string()));
            let names: Vec<String> = outputs.iter().map(|node| format!("{}[{}]", node.name, node.index)).collect();
            if !names.is_empty() {
                facts.push(("outputs", names.join(", ")));
            }
        }
    }
    facts
}

fn counts(f: &mut fmt::Formatter<'_>, statistics: &Statistics) -> fmt::Result {
    let rows = [
        ("instructions", statistics.instruction_count),
        ("on floats", statistics.float_instruction_count),
        ("on signed integers", statistics.int_instruction_count),
        ("on unsigned integers", statistics.uint_instruction_count),
        ("branches", statistics.dynamic_flow_control_count),
        ("samples", statistics.texture_normal_instructions),
        ("loads", statistics.texture_load_instructions),
        ("comparing samples", statistics.texture_comp_instructions),
        ("biased samples", statistics.texture_bias_instructions),
        ("samples with gradients", statistics.texture_gradient_instructions),
        ("stores", statistics.texture_store_instructions),
        ("atomics", statistics.interlocked_instructions),
        ("barriers", statistics.barrier_instructions),
        ("bytes of arrays", statistics.temp_array_count),
        ("accesses of arrays", statistics.array_instruction_count),
        ("vertices emitted", statistics.emit_instruction_count),
        ("strips cut", statistics.cut_instruction_count),
    ];
    writeln!(f, "\nstatistics")?;
    let mut table = Table::new(&[0], &[]);
    for (title, count) in rows.into_iter().filter(|row| row.1 > 0) {
        table.row([count.to_string(), title.to_owned()]);
    }
    // The table has no titles.
    table.rows.remove(0);
    write!(f, "{table}")
}
