//! Entry points: what their stage states, one property a line, and their signatures.

use super::{Printer, write_string};
use crate::module::{ElementData, EntryPoint};
use crate::stage::StageProperties;
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
        let signatures = [("input", &entry.inputs), ("output", &entry.outputs), ("patch", &entry.patch_constants)];
        for (direction, elements) in signatures {
            for (id, element) in elements {
                put!(self, "  {direction} {id} = ");
                self.element(element);
            }
        }
        self.out.push_str("}\n");
    }

    fn properties(&mut self, properties: &StageProperties) {
        if let Some([x, y, z]) = properties.num_threads() {
            put!(self, "  numthreads {x} {y} {z}\n");
        }
        match *properties {
            StageProperties::Vertex | StageProperties::RayGeneration | StageProperties::Intersection => {}
            StageProperties::Pixel { early_depth_stencil } => {
                if early_depth_stencil {
                    self.out.push_str("  earlydepthstencil\n");
                }
            }
            StageProperties::Compute { wave_size, .. } => {
                if let Some(size) = wave_size {
                    put!(self, "  wavesize {size}\n");
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
                put!(self, "  domain {}\n  partitioning {}\n", domain.name(), partitioning.name());
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
            StageProperties::Amplification { payload_bytes, .. } | StageProperties::Miss { payload_bytes } => {
                put!(self, "  payload {payload_bytes}\n");
            }
            StageProperties::AnyHit { payload_bytes, attribute_bytes }
            | StageProperties::ClosestHit { payload_bytes, attribute_bytes } => {
                put!(self, "  payload {payload_bytes}\n  attributes {attribute_bytes}\n");
            }
            StageProperties::Callable { parameter_bytes } => put!(self, "  parameter {parameter_bytes}\n"),
        }
    }

    fn element(&mut self, e: &ElementData) {
        let _ = write_string(&mut self.out, &e.name);
        put!(self, " {}", e.index);
        if (e.index_run, e.index_step) != (1, 1) {
            put!(self, ", runs {} step {}", e.index_run, e.index_step);
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
        if let Some(location) = e.vk_location {
            put!(self, ", vk_location {location}");
        }
        self.span(e.span);
        self.out.push('\n');
    }
}
