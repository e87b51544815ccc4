//! Checks scopes and memory semantics of instructions named by number.
//!
//! Input: a core instruction and its operands, with constants for scopes and semantics. Output: the capabilities that these
//! require, or a contradiction with Vulkan or between them as a sentence.

use crate::grammar;
use crate::writer::Writer;
use hlslc_base::Stage;
use hlslc_ir::Value;
use hlslc_ir::foreign::{ForeignInst, ForeignOperand};
use rspirv::dr::Operand;
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind, OperandQuantifier};
use rspirv::spirv::{MemorySemantics, Op as Core, Scope};

use rspirv::spirv::MemorySemantics as S;

/// The stages with groups that wait for each other.
const OF_GROUPS: [Stage; 4] = [Stage::Compute, Stage::Amplification, Stage::Mesh, Stage::Hull];

/// The kinds of memory that Vulkan orders.
const MEMORIES: MemorySemantics =
    S::UNIFORM_MEMORY.union(S::WORKGROUP_MEMORY).union(S::IMAGE_MEMORY).union(S::OUTPUT_MEMORY);

/// The orderings: release, acquire, and both.
const ORDERS: MemorySemantics =
    S::ACQUIRE.union(S::RELEASE).union(S::ACQUIRE_RELEASE).union(S::SEQUENTIALLY_CONSISTENT);

/// Of which clocks there are none.
const WRONG_CLOCK: &str = "reads the clock of a device (1) or of a subgroup (3), by a constant";

/// The values that stand for scopes and for semantics, and which of both.
pub(super) fn scopes<'a>(
    core: Core,
    inst: &'a ForeignInst,
    args: &'a [Value],
) -> impl Iterator<Item = (OperandKind, Value)> + 'a {
    let row = INSTRUCTION_TABLE.get(core).operands.iter();
    let asked = row.filter(|of| !matches!(of.kind, OperandKind::IdResultType | OperandKind::IdResult));
    let kinds = asked.map_while(|of| (of.quantifier == OperandQuantifier::One).then_some(of.kind));
    let mut values = args.iter();
    let given = inst.operands.iter().map(move |operand| match operand {
        ForeignOperand::Value => values.next().copied(),
        ForeignOperand::Literal(_) | ForeignOperand::Type(_) | ForeignOperand::Text(_) => None,
    });
    kinds.zip(given).filter_map(|(kind, value)| {
        let is_scope = matches!(kind, OperandKind::IdScope | OperandKind::IdMemorySemantics);
        Some((kind, value.filter(|_| is_scope)?))
    })
}

impl Writer<'_> {
    /// The error in the scopes and semantics of an instruction.
    pub(super) fn wrong_scopes(&mut self, core: Core, inst: &ForeignInst, args: &[Value]) -> Option<&'static str> {
        if !self.settings.is_checked || !self.diagnostics.is_empty() {
            return None;
        }
        let number = |value| self.func.const_bits(&self.module.ctx, value).map(|bits| bits as u32);
        let all: Vec<_> = scopes(core, inst, args).filter_map(|(kind, value)| Some((kind, number(value)?))).collect();
        let of = |wanted: OperandKind| all.iter().filter(move |row| row.0 == wanted).map(|row| row.1);
        let (mut scopes, name) = (of(OperandKind::IdScope), INSTRUCTION_TABLE.get(core).opname);
        if core == Core::ControlBarrier || name.starts_with("GroupNonUniform") {
            let problem = self.wrong_execution(core, scopes.next()?);
            if problem.is_some() {
                return problem;
            }
        }
        let memory = scopes.next();
        if let Some(problem) = memory.and_then(|scope| self.wrong_memory(core, scope)) {
            return Some(problem);
        }
        let semantics: Vec<u32> = of(OperandKind::IdMemorySemantics).collect();
        let is_known = |bits: &u32| S::from_bits(*bits).is_some();
        if !semantics.iter().all(is_known) {
            return Some("has semantics of memory that SPIR-V does not know");
        }
        let semantics: Vec<MemorySemantics> = semantics.into_iter().map(S::from_bits_truncate).collect();
        let is_alone = memory == Some(Scope::Invocation as u32);
        if let Some(problem) = semantics.iter().find_map(|&one| wrong_semantics(core, one, is_alone)) {
            return Some(problem);
        }
        if let &[equal, unequal] = semantics.as_slice()
            && (unequal.intersects(S::RELEASE | S::ACQUIRE_RELEASE)
                || unequal.intersects(ORDERS) && !equal.intersects(ORDERS)
                || equal.contains(S::VOLATILE) != unequal.contains(S::VOLATILE))
        {
            return Some(
                "orders no more where the values are not equal and nothing is written, and is as volatile there",
            );
        }
        let span = self.span();
        for flag in semantics.iter().flat_map(MemorySemantics::iter) {
            self.need_operand(&Operand::MemorySemantics(flag), &format!("semantics of memory in Op{core:?}"), span);
        }
        if let Some(scope) = memory.and_then(Scope::from_u32) {
            self.need_operand(&Operand::Scope(scope), &format!("scope {scope:?}"), span);
        }
        None
    }

    /// The error in the scope of `vk::ReadClock`.
    pub(super) fn wrong_clock(&self, scope: Value) -> Option<&'static str> {
        match self.func.const_bits(&self.module.ctx, scope) {
            Some(scope) => self.wrong_memory(Core::ReadClockKHR, scope as u32),
            None => Some(WRONG_CLOCK),
        }
    }

    /// Whether a value is a scope for which an access to memory is made available or visible. Whole devices are none in the model
    /// of Vulkan, which has such accesses.
    pub(super) fn sees_accesses(&self, core: Core, scope: Value) -> bool {
        let scope = self.func.const_bits(&self.module.ctx, scope).map(|scope| scope as u32);
        scope.is_some_and(|scope| scope != Scope::Device as u32 && self.wrong_memory(core, scope).is_none())
    }

    fn wrong_execution(&self, core: Core, scope: u32) -> Option<&'static str> {
        let is_group = scope == Scope::Workgroup as u32 && OF_GROUPS.contains(&self.entry.stage());
        if scope == Scope::Subgroup as u32 || core == Core::ControlBarrier && is_group {
            return None;
        }
        Some(if core == Core::ControlBarrier {
            "is waited for by a subgroup (3) or, in stages that have groups, by a group (2)"
        } else {
            "is executed by a subgroup (3)"
        })
    }

    fn wrong_memory(&self, core: Core, scope: u32) -> Option<&'static str> {
        let stage = self.entry.stage();
        let Some(scope) = Scope::from_u32(scope) else { return Some("has a scope that SPIR-V does not know") };
        if core == Core::ReadClockKHR {
            let fits = matches!(scope, Scope::Device | Scope::Subgroup);
            return (!fits).then_some(WRONG_CLOCK);
        }
        let fits = match scope {
            Scope::Device | Scope::Subgroup | Scope::Invocation | Scope::QueueFamily => true,
            Scope::Workgroup => OF_GROUPS.contains(&stage),
            Scope::ShaderCallKHR => stage.is_ray(),
            Scope::CrossDevice => false,
        };
        (!fits).then_some("has a scope of memory that this stage of Vulkan does not have")
    }
}

/// The error in memory semantics; `is_alone` if the memory belongs to one thread.
fn wrong_semantics(core: Core, semantics: MemorySemantics, is_alone: bool) -> Option<&'static str> {
    let orders = semantics & ORDERS;
    let (acquires, releases) =
        (orders.intersects(S::ACQUIRE | S::ACQUIRE_RELEASE), orders.intersects(S::RELEASE | S::ACQUIRE_RELEASE));
    if orders.bits().count_ones() > 1 || orders.contains(S::SEQUENTIALLY_CONSISTENT) {
        Some("has one order: `Acquire` (2), `Release` (4) or both (8)")
    } else if orders.is_empty() && core == Core::MemoryBarrier {
        Some("has an order: `Acquire` (2), `Release` (4) or both (8)")
    } else if orders.is_empty() == semantics.intersects(MEMORIES) {
        Some("has an order and says of which memory, or has neither: buffers (64), the group (256), images (2048)")
    } else if core == Core::AtomicLoad && releases || core == Core::AtomicStore && acquires {
        Some("has the order `Acquire` (2) where it reads and `Release` (4) where it writes")
    } else if semantics.contains(S::MAKE_AVAILABLE) && !releases || semantics.contains(S::MAKE_VISIBLE) && !acquires {
        Some("makes available what it releases, and visible what it acquires")
    } else if semantics.contains(S::VOLATILE) && !grammar::is_atomic(core) {
        Some("is volatile only if it is atomic")
    } else if is_alone && !orders.is_empty() {
        Some("has no order where the memory is seen by one thread")
    } else {
        None
    }
}
