//! Checks barriers by flags, ray queries, ray shaders and calls between functions.

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use crate::calls::{Handles, OpCall};
use crate::inst::InstKind;
use crate::module::{Body, FuncId};
use crate::optable::Op;
use crate::shader::{EntryPoint, ResourceKind, Shader, StageProperties};
use crate::target::{ShaderKind, Version};

use super::accesses::has_groups;
use super::{Checker, Demand, Place};

/// The memory that a barrier orders: all of it, and that of nodes.
const MEMORY: u64 = 15;
const OF_NODES: u64 = 4 | 8;
const OF_GROUP: u64 = 2;
/// What a barrier does among the threads of a group: their synchronisation, and memory that only they see.
const AMONG_GROUP: u64 = 1 | 2;
/// What a barrier does, before and since threads are reordered.
const SEMANTICS: u64 = 7;
const SEMANTICS_SINCE: (Version, u64) = (Version::new(1, 9), 15);
/// Flags of rays and of queries about opacity micromaps.
const FORCE_TWO_STATES: u64 = 0x400;
const ALLOW_MICROMAPS: u64 = 1;
/// The kinds of records of a node's input, in its flags.
const RECORD_KIND: u32 = 0x60;
const EMPTY: u32 = 8;

impl Checker<'_> {
    /// Flags of barriers and of ray queries, and what rays are traced through.
    pub(super) fn flags_of_call(&mut self, shader: &Shader, body: &Body, call: OpCall<'_>) {
        let number = |name: &str| call.arg(name).and_then(|arg| self.module.constant_int(arg));
        let is_unknown = |name: &str, mask: u64| number(name).is_some_and(|flags| flags & !mask != 0);
        let semantics = if self.module.version >= SEMANTICS_SINCE.0 { SEMANTICS_SINCE.1 } else { SEMANTICS };
        let kind = self.kind_here(shader);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations have no flags")]
        let demand = match call.op {
            Op::BarrierByMemoryType if is_unknown("MemoryTypeFlags", MEMORY) => Some(Demand::BarrierFlags),
            Op::BarrierByMemoryType | Op::BarrierByMemoryHandle | Op::BarrierByNodeRecordHandle
                if is_unknown("SemanticFlags", semantics) =>
            {
                Some(Demand::BarrierFlags)
            }
            Op::BarrierByMemoryType
                if number("MemoryTypeFlags").is_some_and(|flags| flags & OF_NODES != 0 && flags != MEMORY)
                    && !matches!(kind, ShaderKind::Node | ShaderKind::Library) =>
            {
                Some(Demand::BarrierNode)
            }
            Op::AllocateRayQuery2
                if number("constRayFlags").is_some_and(|flags| flags & FORCE_TWO_STATES != 0)
                    && number("constRayQueryFlags").is_some_and(|flags| flags & ALLOW_MICROMAPS == 0) =>
            {
                Some(Demand::MicromapFlags)
            }
            _ => None,
        };
        if let Some(demand) = demand {
            self.demand(demand);
        }
        let is_barrier =
            matches!(call.op, Op::BarrierByMemoryType | Op::BarrierByMemoryHandle | Op::BarrierByNodeRecordHandle);
        if is_barrier && !has_groups(kind) {
            let memory = number("MemoryTypeFlags").is_some_and(|flags| flags & OF_GROUP != 0 && flags != MEMORY);
            if memory || number("SemanticFlags").is_some_and(|flags| flags & AMONG_GROUP != 0) {
                self.demand(Demand::BarrierStage);
            }
        }
        // What a query or an earlier trace goes through is not looked at.
        if call.op != Op::HitObjectTraceRay {
            return;
        }
        let index = self.index.clone();
        let handles = Handles::new(self.module, &shader.resources, &index);
        let handle = call.arg("accelerationStructure").and_then(|arg| handles.get(body, arg));
        let is_other = |kind: ResourceKind| kind != ResourceKind::RTAccelerationStructure;
        if handle.and_then(|handle| handle.properties.kind()).is_some_and(is_other) {
            self.demand(Demand::TracedKind);
        }
    }

    /// What a ray shader is given is not larger than stated, and a node reads one input of its launch mode.
    pub(super) fn given_memory(&mut self, entry: &EntryPoint) {
        if let StageProperties::Node(properties) = &entry.stage {
            if properties.inputs.len() > 1 {
                self.demand_of(Demand::NodeInputs, &entry.name.to_string());
            }
            let own = match properties.launch {
                1 => 0x60,
                2 => 0x40,
                _ => 0x20,
            };
            let fits = |flags: u32| flags & RECORD_KIND == own || flags & EMPTY != 0;
            if properties.inputs.iter().any(|input| !fits(input.flags)) {
                self.demand_of(Demand::NodeInputKind, &entry.name.to_string());
            }
        }
        let StageProperties::RayTracing { payload_bytes, attribute_bytes } = entry.stage else { return };
        let types = &self.module.types;
        let function = entry.function.and_then(|id| self.module.functions.get(id));
        let Some((_, params)) = function.and_then(|function| types.signature(function.ty)) else { return };
        let size = |index: usize| {
            let param = *params.get(index)?;
            self.module.alloc_size(types.pointee(param).unwrap_or(param))
        };
        let has_attributes = matches!(entry.kind, ShaderKind::AnyHit | ShaderKind::ClosestHit);
        let has_payload = has_attributes || matches!(entry.kind, ShaderKind::Miss | ShaderKind::Callable);
        let is_less =
            |stated: Option<u32>, index: usize| size(index).is_some_and(|size| u64::from(stated.unwrap_or(0)) < size);
        if has_payload && is_less(payload_bytes, 0) || has_attributes && is_less(attribute_bytes, 1) {
            self.demand_of(Demand::RayPayload, &entry.name.to_string());
        }
    }

    /// No function that an entry point reaches calls itself.
    pub(super) fn recursion(&mut self) {
        let mut graph = DiGraphMap::<FuncId, ()>::new();
        for (id, function) in &self.module.functions {
            let Some(body) = &function.body else { continue };
            for (_, inst) in body.layout() {
                if let Some(InstKind::Call { callee, .. }) = body.insts.get(inst).map(|inst| &inst.kind)
                    && let Some(callee) = self.callee(*callee)
                    && self.module.functions[callee].body.is_some()
                {
                    graph.add_edge(id, callee, ());
                }
            }
        }
        for cycle in kosaraju_scc(&graph) {
            if cycle.len() > 1 || cycle.iter().any(|&id| graph.contains_edge(id, id)) {
                self.place = cycle.first().map(|&function| Place { function, inst: None, tag: 0 });
                self.demand(Demand::Recursion);
                self.place = None;
            }
        }
    }
}
