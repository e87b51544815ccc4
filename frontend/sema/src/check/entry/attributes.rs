//! Checks the attributes of an entry point: that they are for its stage, and that those that the stage needs are there.
//!
//! Input: an entry point and its attributes. Output: diagnostics, and the attributes as the stage has them.

use crate::cx::Checker;
use crate::errors;
use crate::facts::{Elsewhere, FunctionAttributes};
use hlslc_base::{ShaderModel, Stage};
use hlslc_hir::hir::FuncId;
use hlslc_semantics::{SigPoint, limits};

impl Checker<'_> {
    /// Reports attributes that are for entry points of other stages.
    pub(super) fn reject_other_stages(&mut self, stage: Stage, attributes: &FunctionAttributes) {
        let is_program = self.options.target.stage != Stage::Library && self.options.dialect.own_attributes_only;
        for (row, span) in attributes.of_entry.iter().filter(|(row, _)| !row.stages.contains(&stage)) {
            let report = match row.elsewhere {
                Elsewhere::Rejected => errors::attribute_stage,
                Elsewhere::RejectedInDxil if is_program => errors::attribute_stage,
                Elsewhere::Ignored if is_program => errors::attribute_stage_ignored,
                Elsewhere::RejectedInDxil | Elsewhere::Ignored | Elsewhere::Fine => continue,
            };
            // Stages are named after their profiles, in DXC's words: `CS/MS/AS`.
            let stages = row.stages.iter().map(|stage| match stage.profile_prefix() {
                "" => stage.to_string(),
                prefix => prefix.to_ascii_uppercase(),
            });
            self.report(report(*span, row.name, &stages.collect::<Vec<_>>().join("/"), &stage.to_string()));
        }
    }

    pub(super) fn check_stage_attributes(&mut self, func: FuncId, stage: Stage, attributes: &mut FunctionAttributes) {
        let span = self.program.funcs[func].span;
        let entry = &attributes.entry;
        let grouped = matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification);
        let mut missing: Vec<&str> = Vec::new();
        if grouped {
            match entry.num_threads {
                None => missing.push("numthreads"),
                Some([x, y, z]) => {
                    let most = if stage == Stage::Compute { limits::GROUP_THREADS } else { limits::MESH_GROUP_THREADS };
                    let total = u64::from(x) * u64::from(y) * u64::from(z);
                    if total > u64::from(most) || (stage == Stage::Compute && z > limits::GROUP_DEPTH) {
                        self.report(errors::too_many_threads(span, total, most));
                    }
                }
            }
        }
        if stage != Stage::Node
            && let Some(&(name, at)) = attributes.node.spans.first()
        {
            self.report(errors::attribute_not_here(at, name));
        }
        let (what, since) = match stage {
            Stage::Node => ("a node shader", ShaderModel::new(6, 8)),
            Stage::Mesh => ("a mesh shader", ShaderModel::new(6, 5)),
            Stage::Amplification => ("an amplification shader", ShaderModel::new(6, 5)),
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => ("a shader", ShaderModel::new(6, 0)),
        };
        if self.options.target.model < since {
            self.report(self.needs_model(span, what, since));
        }
        if let Some((numbers, at)) = attributes.wave_size
            && matches!(stage, Stage::Compute | Stage::Node)
        {
            let model = self.options.target.model;
            if model < ShaderModel::new(6, 6) {
                self.report(self.needs_model(at, "WaveSize", ShaderModel::new(6, 6)));
            } else if numbers > 1 && model < ShaderModel::new(6, 8) {
                self.report(self.needs_model(at, "a range of wave sizes", ShaderModel::new(6, 8)));
            }
        }
        match stage {
            Stage::Geometry if entry.max_vertex_count.is_none() => missing.push("maxvertexcount"),
            Stage::Hull => {
                // In SPIR-V the domain shader may say these.
                if entry.domain.is_none() && !self.options.dialect.patch_of_domain {
                    missing.push("domain");
                }
                if entry.output_control_points.is_none() {
                    missing.push("outputcontrolpoints");
                }
                if entry.output_topology.is_none() {
                    missing.push("outputtopology");
                }
                if entry.partitioning.is_none() && !self.options.dialect.patch_of_domain {
                    missing.push("partitioning");
                }
                if attributes.patch_constant.is_none() {
                    missing.push("patchconstantfunc");
                }
            }
            Stage::Domain if entry.domain.is_none() => missing.push("domain"),
            Stage::Mesh if entry.output_topology.is_none() => missing.push("outputtopology"),
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable
            | Stage::Mesh
            | Stage::Amplification
            | Stage::Node => {}
        }
        for name in missing {
            self.report(errors::missing_attribute(span, &stage.to_string(), name));
        }
        if let Some((name, at)) = attributes.patch_constant.clone()
            && stage == Stage::Hull
        {
            let mut found = self.function_named(&name);
            let fitting: Vec<FuncId> = found.iter().copied().filter(|&func| self.gives_tess_factors(func)).collect();
            if !fitting.is_empty() {
                found = fitting;
            }
            if found.len() > 1 {
                let mut warning = errors::several_patch_functions(at, &name);
                for &one in &found {
                    warning = warning.label(self.program.funcs[one].span, "one of them");
                }
                self.report(warning);
            }
            match found.last().filter(|_| self.is_last_defined(&name)) {
                Some(&patch) => {
                    attributes.entry.patch_constant_func = Some(patch);
                    self.reject_long_interface(patch, "patch constant function");
                    self.check_patches(patch);
                    self.check_roles(patch, Stage::Hull);
                    self.check_patch_sizes(func, patch, &attributes.entry);
                    self.check_signature(patch, SigPoint::PcIn, SigPoint::PcOut);
                }
                None => self.report(errors::missing_patch_function(at, &name)),
            }
        }
    }
}
