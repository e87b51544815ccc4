//! Checks that an entry point, and every function it calls, does only what its stage, shader model and thread group allow.
//!
//! The requirements of a function include those of its callees; what is reported is the function that a conflict comes from.

use bitflags::bitflags;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashSet;
use std::rc::Rc;

use crate::compatibility::{Compatibility, compatibility, of_operation};
use crate::flags::ShaderFlags;
use crate::inst::InstKind;
use crate::module::FuncId;
use crate::optable::Stages;
use crate::shader::{EntryPoint, Shader, StageProperties};
use crate::target::{ShaderKind, Version};
use crate::validator::ValidatorVersion;

use super::nodes::THREAD;
use super::{Checker, Demand, Place};

bitflags! {
    /// What requirements and an entry point may disagree on.
    #[derive(Clone, Copy, PartialEq, Eq)]
    struct Conflicts: u8 {
        const STAGE = 1 << 0;
        const MODEL = 1 << 1;
        const LAUNCH = 1 << 2;
        const GROUP_SIZE = 1 << 3;
        const DERIVATIVES = 1 << 4;
        const GROUP = 1 << 5;
    }
}

const DEMANDS: [(Conflicts, Demand); 6] = [
    (Conflicts::STAGE, Demand::IncompatibleStage),
    (Conflicts::MODEL, Demand::IncompatibleModel),
    (Conflicts::LAUNCH, Demand::DerivativeLaunch),
    (Conflicts::GROUP_SIZE, Demand::QuadGroup),
    (Conflicts::DERIVATIVES, Demand::DerivativeModel),
    (Conflicts::GROUP, Demand::GroupRequired),
];

/// The first shader model with derivatives in stages with thread groups.
const GROUP_DERIVATIVES: Version = Version::new(6, 6);

/// What derivatives and groups conflict with at an entry point.
struct Limits {
    kind: ShaderKind,
    model: Version,
    of_derivatives: Conflicts,
    of_groups: Conflicts,
}

impl Limits {
    fn of(entry: &EntryPoint, model: Version) -> Self {
        use ShaderKind as K;
        let kind = entry.kind;
        let (mut of_derivatives, mut of_groups) = (Conflicts::empty(), Conflicts::empty());
        let num_threads = match &entry.stage {
            StageProperties::Compute { num_threads, .. }
            | StageProperties::Mesh { num_threads, .. }
            | StageProperties::Amplification { num_threads, .. } => *num_threads,
            StageProperties::Node(properties) => {
                if properties.launch == THREAD {
                    of_groups |= Conflicts::GROUP;
                    of_derivatives |= Conflicts::LAUNCH;
                }
                properties.num_threads.unwrap_or_default()
            }
            StageProperties::None
            | StageProperties::Geometry { .. }
            | StageProperties::Hull { .. }
            | StageProperties::Domain { .. }
            | StageProperties::RayTracing { .. } => [0; 3],
        };
        if matches!(kind, K::Compute | K::Mesh | K::Amplification) && model < GROUP_DERIVATIVES {
            of_derivatives |= Conflicts::DERIVATIVES;
        }
        if matches!(kind, K::Compute | K::Mesh | K::Amplification | K::Node) {
            of_derivatives.set(Conflicts::GROUP_SIZE, !is_of_quads(num_threads));
        } else {
            of_groups |= Conflicts::GROUP;
        }
        Self { kind, model, of_derivatives, of_groups }
    }

    fn conflicts(&self, need: &Compatibility) -> Conflicts {
        let mut found = Conflicts::empty();
        found.set(Conflicts::STAGE, !need.stages.contains(Stages::of(self.kind)));
        found.set(Conflicts::MODEL, self.model < need.shader_model);
        if need.flags.contains(ShaderFlags::USES_DERIVATIVES) {
            found |= self.of_derivatives;
        }
        if need.flags.contains(ShaderFlags::REQUIRES_GROUP) {
            found |= self.of_groups;
        }
        found
    }
}

/// Whether a thread group is made of quads: rows of four, or an even rectangle.
fn is_of_quads([x, y, z]: [u32; 3]) -> bool {
    if y == 1 && z == 1 { x.is_multiple_of(4) } else { x.is_multiple_of(2) && y.is_multiple_of(2) }
}

impl Checker<'_> {
    /// The requirements of all functions, computed once.
    pub(super) fn needs_of_functions(&mut self, shader: &Shader) -> Rc<SecondaryMap<FuncId, Compatibility>> {
        let module = self.module;
        self.needs.get_or_insert_with(|| Rc::new(compatibility(module, shader))).clone()
    }

    /// Compares every entry point with what its function needs.
    ///
    /// A sound shader of one function has nothing to compare: each of its operations was looked at, so only derivatives are left.
    pub(super) fn compatible(&mut self, shader: &Shader) {
        let bodies = self.module.functions.values().filter(|function| function.body.is_some()).count();
        let derives = self.seen.iter().any(|seen| seen.derives);
        if self.violations.is_empty() && !shader.is_library() && bodies == 1 && !derives {
            return;
        }
        let needs = self.needs_of_functions(shader);
        for entry in &shader.entries {
            let Some(function) = entry.function else { continue };
            let limits = Limits::of(entry, shader.shader_model.version);
            if !limits.conflicts(&needs[function]).is_empty() {
                self.conflicts_below(function, &limits, shader.validator, &needs);
            }
        }
    }

    /// Reports each conflict at the function that it comes from: the one that none of its callees has it from.
    fn conflicts_below(
        &mut self,
        entry: FuncId,
        limits: &Limits,
        validator: ValidatorVersion,
        needs: &SecondaryMap<FuncId, Compatibility>,
    ) {
        let of = |function| limits.conflicts(&needs[function]);
        let (mut left, mut seen, mut work) = (of(entry), FxHashSet::default(), vec![entry]);
        while let Some(function) = work.pop() {
            if !seen.insert(function) {
                continue;
            }
            let callees = self.callees(function);
            let of_callees = callees.iter().fold(Conflicts::empty(), |found, &callee| found | of(callee));
            let own = left & of(function) & !of_callees;
            left &= !own;
            if !own.is_empty() {
                let is_entry = function == entry;
                let general = if is_entry { Demand::IncompatibleOperation } else { Demand::IncompatibleCall };
                let each = DEMANDS.into_iter().filter(|row| own.contains(row.0));
                for (conflicts, demand) in std::iter::once((own, general)).chain(each) {
                    let tag = self.tag_of_conflict(function, conflicts, limits, validator);
                    self.place = Some(Place { function, inst: None, tag });
                    self.demand(demand);
                }
                self.place = None;
            }
            work.extend(callees);
        }
    }

    /// The tag of the first operation in a function that has one of the conflicts by itself; 0 if none has.
    ///
    /// Validators report the function, so the instruction is named to those alone who know its source.
    fn tag_of_conflict(&self, function: FuncId, own: Conflicts, limits: &Limits, validator: ValidatorVersion) -> u32 {
        let Some(body) = self.module.functions.get(function).and_then(|function| function.body.as_ref()) else {
            return 0;
        };
        let conflicts = |inst| {
            let need = of_operation(self.module, validator, &body.insts.get(inst)?.kind)?;
            Some(limits.conflicts(&need).intersects(own))
        };
        let first = body.layout().map(|(_, inst)| inst).find(|&inst| conflicts(inst) == Some(true));
        first.map_or(0, |inst| body.tags[inst])
    }

    /// The functions with bodies that a function calls.
    fn callees(&self, function: FuncId) -> Vec<FuncId> {
        let Some(body) = self.module.functions.get(function).and_then(|function| function.body.as_ref()) else {
            return Vec::new();
        };
        let callee = |inst| {
            let InstKind::Call { callee, .. } = body.insts.get(inst)?.kind else { return None };
            self.callee(callee).filter(|&callee| self.module.functions[callee].body.is_some())
        };
        body.layout().filter_map(|(_, inst)| callee(inst)).collect()
    }
}
