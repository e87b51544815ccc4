//! Rules for the metadata: versions, the entry point, signatures and resources.

use crate::metadata::{MdId, Metadata};
use crate::shader::{EntryPoint, StageProperties};
use crate::target::ShaderKind;
use crate::types::{Type, TypeId};
use crate::validator::ValidatorVersion;

use super::{Checker, Rule};
use hlslc_semantics::limits;

/// The metadata lists a module may have.
const KNOWN_LISTS: [&str; 16] = [
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
    "dx.dxrPayloadAnnotations",
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
            self.report(Rule::Entry { what: "the shader model is not one of DXIL's" });
        }
        if shader.dxil_version != model.dxil_version() {
            self.report(Rule::Entry { what: "the DXIL version is not that of the shader model" });
        }
        if shader.validator != shader.validator.at_least(shader.dxil_version) {
            self.report(Rule::Entry { what: "the validator version is below the DXIL version" });
        }
        if !shader.validator.validates() {
            self.report(Rule::Entry { what: "validator version 0.0 says that the module is not to be validated" });
        }
        if shader.validator > ValidatorVersion::LATEST {
            self.report(Rule::Entry { what: "the validator version is later than any known" });
        }
        match shader.entries.as_slice() {
            [whole, entries @ ..] if shader.is_library() && whole.function.is_none() => {
                for entry in entries {
                    self.entry(entry);
                }
            }
            [entry] if !shader.is_library() => self.entry(entry),
            [] if shader.is_library() => {}
            _ => self
                .report(Rule::Entry { what: "a shader has exactly one entry point, and a library one for the whole" }),
        }
        self.resources(&shader);
        self.needs(&shader);
    }

    fn entry(&mut self, entry: &EntryPoint) {
        let given = match entry.kind {
            ShaderKind::AnyHit | ShaderKind::ClosestHit => 2,
            ShaderKind::Miss | ShaderKind::Callable => 1,
            _ => 0,
        };
        let types = &self.module.types;
        let function = entry.function.and_then(|id| self.module.functions.get(id));
        let is_entry = function.is_some_and(|function| {
            let signature = types.signature(function.ty);
            let is_memory = |&ty: &TypeId| types.pointee(ty).is_some_and(|to| types.struct_fields(to).is_some());
            let fits = |(ret, params): (TypeId, &[TypeId])| {
                *types.get(ret) == Type::Void && params.len() == given && params.iter().all(is_memory)
            };
            signature.is_some_and(fits) && function.body.is_some()
        });
        if !is_entry {
            self.report(Rule::Entry {
                what: if given == 0 {
                    "the entry point must be a function without parameters or result"
                } else {
                    "a ray shader takes pointers to structs: payload and attributes, or its parameter; and returns nothing"
                },
            });
        }
        let kind = entry.kind;
        let fits = match entry.stage {
            StageProperties::None => matches!(kind, ShaderKind::Vertex | ShaderKind::Pixel),
            StageProperties::Geometry { .. } => kind == ShaderKind::Geometry,
            StageProperties::Domain { .. } => kind == ShaderKind::Domain,
            StageProperties::Hull { .. } => kind == ShaderKind::Hull,
            StageProperties::Compute { .. } => kind == ShaderKind::Compute,
            StageProperties::Mesh { .. } => kind == ShaderKind::Mesh,
            StageProperties::Amplification { .. } => kind == ShaderKind::Amplification,
            StageProperties::Node(_) => kind == ShaderKind::Node,
            StageProperties::RayTracing { .. } => kind.is_ray(),
        };
        if !fits {
            self.report(Rule::Entry { what: "the entry properties are those of another stage" });
        }
        if let StageProperties::Compute { num_threads, .. }
        | StageProperties::Mesh { num_threads, .. }
        | StageProperties::Amplification { num_threads, .. } = entry.stage
        {
            let is_inside =
                num_threads.iter().zip(limits::GROUP_SIDES).all(|(&count, most)| (1..=most).contains(&count));
            if !is_inside
                || num_threads.iter().map(|&count| u64::from(count)).product::<u64>() > u64::from(limits::GROUP_THREADS)
            {
                self.report(Rule::Entry { what: "the thread group is empty or too large" });
            }
        }
        self.signatures(entry);
        self.stage(entry);
    }
}
