//! Checks the rules for the metadata: versions, the entry point, signatures and resources.

use crate::metadata::{MdId, Metadata};
use crate::shader::{EntryPoint, PAYLOADS, StageProperties};
use crate::target::ShaderKind;
use crate::types::{Type, TypeId};

use crate::ops::NEWEST;
use crate::shader::names;

use super::stages::components;
use super::{Checker, Demand, Rule};
use hlslc_semantics::limits;

/// The metadata lists a module may have.
const KNOWN_LISTS: [&str; 17] = [
    "llvm.ident",
    "llvm.module.flags",
    "llvm.dbg.cu",
    "dx.version",
    "dx.valver",
    "dx.shaderModel",
    "dx.resources",
    "dx.entryPoints",
    "dx.viewIdState",
    "dx.typeAnnotations",
    PAYLOADS,
    "dx.targetTypes",
    "dx.source.contents",
    "dx.source.defines",
    "dx.source.mainFileName",
    "dx.source.args",
    "dx.counters",
];

impl Checker<'_> {
    pub(super) fn interface(&mut self) {
        let Some(shader) = self.shader.clone() else { return };
        for (name, nodes) in &self.module.named_metadata {
            let is_node =
                |&id: &MdId| matches!(self.module.metadata.get(id), Metadata::Node { .. } | Metadata::Debug(_));
            if !KNOWN_LISTS.iter().any(|known| *name == *known) || !nodes.iter().all(is_node) {
                self.report(Rule::List { name: name.to_string() });
            }
        }
        let model = shader.shader_model;
        if model.version.major != 6 {
            self.demand(Demand::ModelUnknown);
        }
        if shader.dxil_version != model.dxil_version() {
            self.demand(Demand::DxilVersion);
        }
        match shader.entries.as_slice() {
            [library, entries @ ..] if shader.is_library() && library.function.is_none() => {
                for entry in entries {
                    self.entry(entry);
                }
            }
            [entry] if !shader.is_library() => self.entry(entry),
            [] if shader.is_library() => {}
            _ => self.demand(Demand::EntryCount),
        }
        self.stated(&shader);
        self.resources(&shader);
        self.needs(&shader);
    }

    /// A hull shader whose control points are handed on as they are.
    fn pass_through(&mut self, entry: &EntryPoint) {
        let StageProperties::Hull { input_points, output_points, .. } = entry.stage else { return };
        if input_points < output_points {
            self.demand_of(Demand::PassThroughPoints, &entry.name.to_string());
        }
        if components(&entry.outputs).saturating_mul(output_points) > limits::CONTROL_POINT_COMPONENTS {
            self.demand_of(Demand::PassThroughData, &entry.name.to_string());
        }
    }

    fn entry(&mut self, entry: &EntryPoint) {
        let given = match entry.kind {
            ShaderKind::AnyHit | ShaderKind::ClosestHit => 2,
            ShaderKind::Miss | ShaderKind::Callable => 1,
            ShaderKind::Pixel
            | ShaderKind::Vertex
            | ShaderKind::Geometry
            | ShaderKind::Hull
            | ShaderKind::Domain
            | ShaderKind::Compute
            | ShaderKind::Library
            | ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::Mesh
            | ShaderKind::Amplification
            | ShaderKind::Node => 0,
        };
        match entry.function.and_then(|id| self.module.functions.get(id)).filter(|function| function.body.is_some()) {
            Some(function) => self.parameters(entry.kind, function.ty, given),
            None if entry.kind == ShaderKind::Hull && entry.function.is_some() => self.pass_through(entry),
            None => self.demand_of(Demand::EntryBody, &entry.name.to_string()),
        }
        let num_threads = match &entry.stage {
            StageProperties::Compute { num_threads, .. }
            | StageProperties::Mesh { num_threads, .. }
            | StageProperties::Amplification { num_threads, .. } => Some(*num_threads),
            StageProperties::Node(properties) => properties.num_threads,
            StageProperties::None
            | StageProperties::Geometry { .. }
            | StageProperties::Domain { .. }
            | StageProperties::Hull { .. }
            | StageProperties::RayTracing { .. } => None,
        };
        if entry.kind.is_ray() && [&entry.inputs, &entry.outputs, &entry.patch].iter().any(|found| !found.is_empty()) {
            self.demand(Demand::RaySignature);
        }
        if let Some(num_threads) = num_threads {
            let is_inside =
                num_threads.iter().zip(limits::GROUP_SIDES).all(|(&count, most)| (1..=most).contains(&count));
            if !is_inside {
                self.demand(Demand::GroupSide);
            }
            let threads = num_threads.iter().fold(1, |all: u64, &count| all.saturating_mul(count.into()));
            if threads > u64::from(limits::GROUP_THREADS) {
                self.demand(Demand::GroupThreads);
            }
        }
        self.given_memory(entry);
        self.signatures(entry);
        self.stage(entry);
    }

    /// What the function of an entry point takes and returns: nothing, but for the memory that ray shaders are given.
    fn parameters(&mut self, kind: ShaderKind, function: TypeId, given: usize) {
        let types = &self.module.types;
        let Some((ret, params)) = types.signature(function) else { return };
        let mut broken = Vec::new();
        if *types.get(ret) != Type::Void {
            broken.push(Demand::EntryResult);
        }
        if given == 0 && !params.is_empty() {
            broken.push(Demand::EntryParameters);
        } else if params.len() < given {
            broken.push(Demand::PayloadMissing);
        } else if params.len() > given {
            broken.push(Demand::PayloadExtra);
        }
        for (index, &param) in params.iter().take(given).enumerate() {
            if types.struct_fields(types.pointee(param).unwrap_or(param)).is_none() {
                broken.push(match (kind, index) {
                    (ShaderKind::Callable, _) => Demand::ParameterStruct,
                    (_, 0) => Demand::PayloadStruct,
                    _ => Demand::AttributeStruct,
                });
            }
        }
        for demand in broken {
            self.demand(demand);
        }
    }

    /// The versions that the module states, whatever else can be read of it.
    pub(super) fn versions(&mut self) {
        for (name, latest) in [(names::VALIDATOR, self.latest.0), (names::VERSION, NEWEST)] {
            if !self.module.named_metadata.contains_key(name.as_bytes()) {
                continue;
            }
            let numbers = match self.module.named_nodes(name) {
                [node] => match self.module.metadata.operands(*node) {
                    Some([Some(major), Some(minor)]) => self.module.md_int(*major).zip(self.module.md_int(*minor)),
                    _ => None,
                },
                _ => None,
            };
            match numbers {
                None => self.demand_of(Demand::VersionMalformed, name),
                Some((major, minor)) => {
                    if major != u64::from(latest.major) || minor > u64::from(latest.minor) {
                        self.demand_of(Demand::VersionUnknown, &format!("{name} is {major}.{minor}, at most {latest}"));
                    }
                }
            }
        }
    }
}
