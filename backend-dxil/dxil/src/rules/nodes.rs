//! Checks nodes of work graphs: the properties of each launch mode, and records that have been completed.

use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

use crate::calls::OpCall;
use crate::inst::{BlockId, InstId, Value};
use crate::module::{Body, FuncId};
use crate::optable::Op;
use crate::shader::{Shader, StageProperties};

use super::body::Dominators;
use super::{Checker, Demand, Place};

/// The launch modes.
const BROADCASTING: u32 = 1;
const COALESCING: u32 = 2;
pub(super) const THREAD: u32 = 3;
/// The bits of a barrier's mode that need a group: its threads wait, or its memory is ordered.
const OF_GROUP: u64 = 1 | 8;

impl Checker<'_> {
    /// What a node of a launch mode may call.
    pub(super) fn launch(&mut self, shader: &Shader, call: OpCall<'_>) {
        let Some(entry) = self.entry_here(shader) else { return };
        let StageProperties::Node(properties) = &entry.stage else { return };
        let launch = properties.launch;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations may stand in every node")]
        let fits = match call.op {
            Op::ThreadId | Op::GroupId => launch == BROADCASTING,
            Op::ThreadIdInGroup | Op::FlattenedThreadIdInGroup => launch == BROADCASTING || launch == COALESCING,
            _ => true,
        };
        if !fits {
            self.demand(Demand::LaunchMode);
        }
        let mode = call.arg("barrierMode").and_then(|mode| self.module.constant_int(mode));
        if call.op == Op::Barrier && launch == THREAD && mode.is_some_and(|mode| mode & OF_GROUP != 0) {
            self.demand(Demand::GroupRequired);
        }
    }

    /// Records are not used where they have been completed before.
    pub(super) fn completed_records(
        &mut self,
        function: FuncId,
        body: &Body,
        places: &SecondaryMap<InstId, Option<(BlockId, u32)>>,
        dominators: &Dominators,
    ) {
        let mut completed: FxHashMap<Value, Vec<InstId>> = FxHashMap::default();
        for (_, inst) in body.layout() {
            let call = body.insts.get(inst).and_then(|inst| self.module.op_call(&inst.kind));
            if let Some(call) = call.filter(|call| call.op == Op::OutputComplete)
                && let Some(handle) = call.arg("output")
            {
                completed.entry(handle).or_default().push(inst);
            }
        }
        if completed.is_empty() {
            return;
        }
        for (_, inst) in body.layout() {
            let Some(user) = body.insts.get(inst) else { continue };
            let mut is_late = false;
            user.kind.each_operand(|operand| {
                // One that is completed twice is reported where it is used again.
                let Some(ends) = completed.get(&operand) else { return };
                is_late |= ends.iter().take(MOST_ENDS).any(|&end| match (places[end], places[inst]) {
                    (Some((block, at)), Some((own, here))) if block == own => at < here,
                    (Some((block, _)), Some((own, _))) => dominators.dominates(block, own),
                    _ => false,
                });
            });
            if is_late {
                self.place = Some(Place { function, inst: Some(inst), tag: body.tags[inst] });
                self.demand(Demand::RecordCompleted);
            }
        }
    }
}

/// How many ends of a record are looked at.
const MOST_ENDS: usize = 64;
