//! Prints entry points: the properties of their stage, one on each line, and their signatures.

use super::{Printer, SIGNATURES, SIMPLE_SLOTS, write_string};
use crate::interface::{InterfaceVariable, Slots};
use crate::module::{ElementData, EntryPoint};
use crate::node::{DispatchGridPlace, NodeId, NodePort, NodeProperties};
use crate::stage::{StageProperties, WaveSize};
use crate::types::ComponentKind;
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn entry(&mut self, entry: &EntryPoint) {
        self.out.push_str("\nentry ");
        let _ = write_string(&mut self.out, &entry.name);
        put!(self, " = @{} \"{}\"", self.funcs[entry.func.as_u32() as usize], entry.stage());
        self.span(entry.span);
        self.out.push_str(" {\n");
        self.properties(&entry.properties);
        if let Some(semantic) = &entry.bare {
            self.out.push_str("  bare ");
            let _ = write_string(&mut self.out, semantic);
            self.out.push('\n');
        }
        for mode in &entry.vk_modes {
            put!(self, "  vk_mode {}\n", mode.name());
        }
        if let Some(bytes) = entry.group_memory_limit {
            put!(self, "  groupmemory {bytes}\n");
        }
        for (kind, direction) in SIGNATURES {
            for (id, element) in entry.signature(kind).into_iter().flatten() {
                put!(self, "  {direction} {id} = ");
                self.element(element);
            }
        }
        for variable in &entry.variables {
            self.variable(variable);
        }
        for parameter in &entry.parameters {
            let name = self.globals.get(parameter.global.as_u32() as usize).map_or("#?", String::as_str);
            let _ = writeln!(self.out, "  parameter @{name} = {}", parameter.role.name());
        }
        self.out.push_str("}\n");
    }

    fn properties(&mut self, properties: &StageProperties) {
        if let Some([x, y, z]) = properties.num_threads() {
            put!(self, "  numthreads {x} {y} {z}\n");
        }
        match *properties {
            StageProperties::Vertex
            | StageProperties::RayGeneration
            | StageProperties::Intersection
            | StageProperties::AnyHit
            | StageProperties::ClosestHit
            | StageProperties::Miss
            | StageProperties::Callable => {}
            StageProperties::Node(ref node) => self.node(node),
            StageProperties::Pixel { early_depth_stencil, waves_include_helpers } => {
                for (_, word) in
                    [(early_depth_stencil, "earlydepthstencil"), (waves_include_helpers, "waveopsincludehelperlanes")]
                        .iter()
                        .filter(|row| row.0)
                {
                    self.out.push_str("  ");
                    self.out.push_str(word);
                    self.out.push('\n');
                }
            }
            StageProperties::Compute { wave_size, .. } => {
                if let Some(size) = wave_size {
                    self.wave_size(size);
                }
            }
            StageProperties::Geometry { input, topology, max_vertices, instances, streams } => {
                put!(self, "  primitive {}\n  topology {}\n", input.name(), topology.name());
                put!(self, "  vertices {max_vertices}\n  instances {instances}\n  streams {streams}\n");
            }
            StageProperties::Hull {
                patch_constant,
                domain,
                partitioning,
                output,
                input_points,
                output_points,
                max_tess_factor,
            } => {
                if let Some(func) = patch_constant {
                    put!(self, "  patchconstant @{}\n", self.funcs[func.as_u32() as usize]);
                }
                if let Some(domain) = domain {
                    put!(self, "  domain {}\n", domain.name());
                }
                if let Some(partitioning) = partitioning {
                    put!(self, "  partitioning {}\n", partitioning.name());
                }
                put!(self, "  topology {}\n  inputpoints {input_points}\n", output.name());
                put!(self, "  outputpoints {output_points}\n");
                if let Some(factor) = max_tess_factor {
                    put!(self, "  maxtessfactor {factor:?}\n");
                }
            }
            StageProperties::Domain { domain, control_points } => {
                put!(self, "  domain {}\n  inputpoints {control_points}\n", domain.name());
            }
            StageProperties::Mesh { topology, max_vertices, max_primitives, payload_bytes, .. } => {
                put!(self, "  topology {}\n  vertices {max_vertices}\n", topology.name());
                put!(self, "  primitives {max_primitives}\n  payload {payload_bytes}\n");
            }
            StageProperties::Amplification { payload_bytes, .. } => {
                put!(self, "  payload {payload_bytes}\n");
            }
        }
    }

    fn wave_size(&mut self, WaveSize { min, max, preferred }: WaveSize) {
        let numbers = [min, max, preferred];
        let used = numbers.iter().rposition(|&number| number != 0).map_or(1, |last| last + 1);
        let numbers: Vec<String> = numbers[..used].iter().map(u32::to_string).collect();
        put!(self, "  wavesize {}\n", numbers.join(" "));
    }

    fn node(&mut self, node: &NodeProperties) {
        put!(self, "  launch {}\n", node.launch.name());
        if let Some(size) = node.wave_size {
            self.wave_size(size);
        }
        if node.is_program_entry {
            self.out.push_str("  programentry\n");
        }
        self.node_id("nodeid", &node.id);
        if let Some(index) = node.local_root_arguments {
            put!(self, "  rootarguments {index}\n");
        }
        if let Some(other) = &node.shares_input_of {
            self.node_id("sharesinputof", other);
        }
        for (word, grid) in [("grid", node.dispatch_grid), ("maxgrid", node.max_dispatch_grid)] {
            if let Some([x, y, z]) = grid {
                put!(self, "  {word} {x} {y} {z}\n");
            }
        }
        if node.max_recursion_depth != 0 {
            put!(self, "  recursion {}\n", node.max_recursion_depth);
        }
        for port in node.inputs.iter().chain(&node.outputs) {
            self.node_port(port);
        }
    }

    fn node_id(&mut self, word: &str, id: &NodeId) {
        put!(self, "  {word} ");
        let _ = write_string(&mut self.out, &id.name);
        put!(self, " {}\n", id.index);
    }

    fn node_port(&mut self, port: &NodePort) {
        self.out.push_str("  port ");
        let ty = self.ctx.find_node(port.ty);
        if let Some(ty) = ty {
            self.ty(ty);
        }
        if port.globally_coherent {
            self.out.push_str(" coherent");
        }
        if let Some(DispatchGridPlace { byte, is_16bit, components }) = port.dispatch_grid {
            put!(self, " gridat {byte} {} {components}", if is_16bit { 16 } else { 32 });
        }
        put!(self, " records {}", port.max_records);
        if let Some(other) = port.shared_with {
            put!(self, " sharedwith {other}");
        }
        put!(self, " nodes {}", port.array_size);
        if port.allow_sparse {
            self.out.push_str(" sparse");
        }
        if let Some(id) = &port.output_id {
            self.out.push_str(" to ");
            let _ = write_string(&mut self.out, &id.name);
            put!(self, " {}", id.index);
        }
        self.out.push('\n');
    }

    fn variable(&mut self, variable: &InterfaceVariable) {
        let name = self.globals.get(variable.global.as_u32() as usize).map_or("#?", String::as_str);
        let signature = SIGNATURES.iter().find(|row| row.0 == variable.signature).map_or("", |row| row.1);
        let _ = write!(self.out, "  variable @{name} = {signature}");
        if variable.per_vertex {
            self.out.push_str(" vertices");
        }
        if variable.stream != 0 {
            put!(self, " stream {}", variable.stream);
        }
        self.out.push(' ');
        self.slots(&variable.slots);
        self.out.push('\n');
    }

    fn slots(&mut self, slots: &Slots) {
        match slots {
            Slots::Element { element, by_columns } => {
                put!(self, "{element}{}", if *by_columns { " columns" } else { "" });
            }
            Slots::Elements(elements) => {
                self.out.push('[');
                for (i, element) in elements.iter().enumerate() {
                    put!(self, "{}{element}", if i > 0 { ", " } else { "" });
                }
                self.out.push(']');
            }
            Slots::Operation { op, components } => {
                put!(self, "op {}{}", op.name(), if *components { " components" } else { "" });
            }
            Slots::Struct(members) => {
                self.out.push('{');
                for (i, member) in members.iter().enumerate() {
                    self.out.push_str(if i > 0 { ", " } else { "" });
                    self.slots(member);
                }
                self.out.push('}');
            }
            Slots::Indices | Slots::Zero | Slots::Nothing => {
                let word = SIMPLE_SLOTS.iter().find(|row| row.0 == *slots).map_or("", |row| row.1);
                self.out.push_str(word);
            }
        }
    }

    fn element(&mut self, e: &ElementData) {
        let _ = write_string(&mut self.out, &e.name);
        put!(self, " {}", e.index);
        if let [first, rest @ ..] = &e.indices[..] {
            put!(self, ", indices [{first}");
            for index in rest {
                put!(self, ", {index}");
            }
            put!(self, "]");
        }
        if e.system.name() != "" {
            put!(self, ", {}", e.system.name());
        }
        put!(self, ", [{} x {} x {}]", e.rows, e.cols, e.scalar.name());
        if e.component != ComponentKind::Plain {
            put!(self, ", {}", e.component.name());
        }
        if e.interpolation as u8 != 0 {
            put!(self, ", {}", e.interpolation.name());
        }
        if e.stream != 0 {
            put!(self, ", stream {}", e.stream);
        }
        if let Some(location) = e.vk_location {
            put!(self, ", vk_location {location}");
        }
        if let Some(index) = e.vk_index {
            put!(self, ", vk_index {index}");
        }
        if let Some(built_in) = e.vk_builtin {
            put!(self, ", vk_builtin {}", built_in.name());
        }
        if e.vector_rows > 1 {
            put!(self, ", vector_rows {}", e.vector_rows);
        }
        if e.matrix {
            self.out.push_str(", matrix");
        }
        if !e.decorations.is_empty() {
            self.out.push(',');
            self.decorations(&e.decorations);
        }
        self.span(e.span);
        self.out.push('\n');
    }
}
