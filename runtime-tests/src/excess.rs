//! Explains why hlslc's code for a shader is longer than DXC's, by classes of differences that are measured in both
//! programs.
//!
//! Input: the containers of both. Output: the class that accounts for most of what hlslc has more, if that is at least half of it;
//! else that it is not explained, and which instructions there are more of. A class looks at the two programs, never at a name,
//! and says how many instructions it accounts for.

use std::collections::{BTreeMap, BTreeSet};

use dxil::constants::ConstKind;
use dxil::inst::{BlockId, InstId, InstKind, Value};
use dxil::module::{Body, Module};
use dxil::optable::OpAttrs;
use dxil::target::Version;

use crate::measured::{leads_somewhere, module, reads_resource};

/// How many times DXC's instructions need a reason.
pub const NEEDS_REASON: f64 = 1.5;

/// What is found of a shader's excess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    /// Whether a class accounts for it.
    pub is_explained: bool,
    /// In words.
    pub reason: String,
}

/// The version by which operations have effects.
const LATEST: Version = Version::new(1, 9);

/// A class of differences.
struct Class {
    why: &'static str,
    /// How many of hlslc's instructions it accounts for.
    accounts_for: fn(ours: &Shape, theirs: &Shape) -> usize,
}

const CLASSES: &[Class] = &[
    Class {
        why: "a loop without effect, whose count is known, that DXC drops",
        accounts_for: |ours, theirs| {
            let dead = |shape: &Shape| shape.loops_that(|it| !it.has_effect && !it.is_used_outside);
            dead(ours).saturating_sub(dead(theirs))
        },
    },
    Class {
        why: "a loop that DXC unrolls, so that it folds away",
        accounts_for: |ours, theirs| {
            let fewer = theirs.loops.len() < ours.loops.len();
            if fewer { ours.loops_that(|_| true).saturating_sub(theirs.loops_that(|_| true)) } else { 0 }
        },
    },
    Class {
        why: "a loop that hlslc unrolls and DXC does not",
        accounts_for: |ours, theirs| {
            let straight = |shape: &Shape| shape.all - shape.loops_that(|_| true);
            if ours.loops.len() < theirs.loops.len() { straight(ours).saturating_sub(straight(theirs)) } else { 0 }
        },
    },
    Class {
        why: "local arrays: DXC keeps fewer in memory or copies less of them",
        accounts_for: |ours, theirs| ours.of_local_memory.saturating_sub(theirs.of_local_memory),
    },
    Class {
        why: "an output whose row is not known: hlslc writes each row, DXC the one with an index",
        accounts_for: |ours, theirs| {
            let has_index = theirs.dynamic_outputs > ours.dynamic_outputs;
            let around = ours.control.saturating_sub(theirs.control);
            let outputs = ours.outputs.saturating_sub(theirs.outputs);
            if has_index { outputs + around + outputs.min(ours.comparisons) } else { 0 }
        },
    },
    Class {
        why: "DXC reads less of resources, and computes less with it",
        accounts_for: |ours, theirs| {
            let less = ours.loads.saturating_sub(theirs.loads);
            // The values of a load are taken out of it one by one.
            less + ours.extracts.saturating_sub(theirs.extracts).min(4 * less)
        },
    },
    Class {
        why: "branches where DXC has selects or nothing",
        accounts_for: |ours, theirs| ours.control.saturating_sub(theirs.control),
    },
    Class {
        why: "a value that is undefined: DXC drops what it would decide",
        accounts_for: |ours, theirs| theirs.undefined.saturating_sub(ours.undefined),
    },
];

/// Why the first container has more instructions than the second.
pub fn explain(ours: &[u8], theirs: &[u8]) -> Result<Excess, String> {
    let (ours, theirs) = (Shape::of(&module(ours)?), Shape::of(&module(theirs)?));
    let excess = ours.all.saturating_sub(theirs.all);
    let share = |count: usize| format!("{count} of {excess} instructions");
    let found = CLASSES.iter().map(|class| ((class.accounts_for)(&ours, &theirs).min(excess), class.why));
    // Of classes that account for as much the first counts.
    let best = found.rev().max_by_key(|(count, _)| *count).unwrap_or_default();
    if best.0 > 0 && best.0 * 2 >= excess {
        return Ok(Excess { is_explained: true, reason: format!("{} ({})", best.1, share(best.0)) });
    }
    let more = |(name, count): (&String, &usize)| {
        let of_theirs = theirs.kinds.get(name).copied().unwrap_or(0);
        (count.saturating_sub(of_theirs), name.clone())
    };
    let mut kinds: Vec<(usize, String)> = ours.kinds.iter().map(more).filter(|(count, _)| *count > 0).collect();
    kinds.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let most: Vec<String> = kinds.iter().take(3).map(|(count, name)| format!("{count} more {name}")).collect();
    Ok(Excess { is_explained: false, reason: format!("not explained: {}", most.join(", ")) })
}

/// A loop, those in it included.
struct Loop {
    instructions: usize,
    /// Whether it does anything that others see.
    has_effect: bool,
    /// Whether what it computes is used after it.
    is_used_outside: bool,
    /// Whether another has it inside.
    is_inner: bool,
}

/// What a program consists of.
#[derive(Default)]
struct Shape {
    all: usize,
    loops: Vec<Loop>,
    /// Reads and writes of local variables, and the addresses for them.
    of_local_memory: usize,
    /// Ends of blocks, and values chosen by the block before.
    control: usize,
    comparisons: usize,
    outputs: usize,
    /// Outputs with a row that is not known.
    dynamic_outputs: usize,
    loads: usize,
    extracts: usize,
    /// Operands without a value.
    undefined: usize,
    /// All by a name of their kind.
    kinds: BTreeMap<String, usize>,
}

impl Shape {
    fn of(module: &Module) -> Self {
        let mut shape = Self::default();
        for body in module.functions.values().filter_map(|function| function.body.as_ref()) {
            shape.add(module, body);
        }
        shape
    }

    /// Instructions of the outermost loops that are like this.
    fn loops_that(&self, fits: impl Fn(&Loop) -> bool) -> usize {
        self.loops.iter().filter(|it| !it.is_inner && fits(it)).map(|it| it.instructions).sum()
    }

    fn add(&mut self, module: &Module, body: &Body) {
        let mut is_local: BTreeSet<InstId> = BTreeSet::new();
        let of_local =
            |value: Value, known: &BTreeSet<InstId>| matches!(value, Value::Inst(inst) if known.contains(&inst));
        for (_, inst) in body.layout() {
            let kind = &body.insts[inst].kind;
            self.all += 1;
            *self.kinds.entry(name_of(module, kind)).or_insert(0) += 1;
            kind.each_operand(|value| {
                let is_undefined =
                    matches!(value, Value::Const(id) if module.constants.get(id).kind == ConstKind::Undef);
                self.undefined += usize::from(is_undefined);
            });
            match kind {
                InstKind::Alloca { .. } => {
                    is_local.insert(inst);
                    self.of_local_memory += 1;
                }
                InstKind::Gep { base, .. } if of_local(*base, &is_local) => {
                    is_local.insert(inst);
                    self.of_local_memory += 1;
                }
                InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => {
                    self.of_local_memory += usize::from(of_local(*ptr, &is_local));
                }
                InstKind::Phi { .. } => self.control += 1,
                InstKind::Cmp { .. } => self.comparisons += 1,
                InstKind::ExtractValue { .. } => self.extracts += 1,
                kind if leads_somewhere(kind) => self.control += 1,
                InstKind::Call { .. } => {
                    if let Some(call) = module.op_call(kind) {
                        let name = call.op.info().name();
                        self.loads += usize::from(reads_resource(name));
                        if name == "StoreOutput" {
                            self.outputs += 1;
                            let row = call.arg("rowIndex").and_then(|row| module.constant_int(row));
                            self.dynamic_outputs += usize::from(row.is_none());
                        }
                    }
                }
                _ => {}
            }
        }
        self.loops.extend(loops(module, body, &is_local));
    }
}

/// The title in listings.
fn name_of(module: &Module, kind: &InstKind) -> String {
    let name = match kind {
        InstKind::Binary { op, .. } => op.text(),
        InstKind::Cast { op, .. } => op.text(),
        InstKind::Call { .. } => module.op_call(kind).map_or("call", |call| call.op.info().name()),
        InstKind::Gep { .. } => "getelementptr",
        InstKind::Load { .. } => "load",
        InstKind::Store { .. } => "store",
        InstKind::Alloca { .. } => "alloca",
        InstKind::ExtractValue { .. } => "extractvalue",
        InstKind::InsertValue { .. } => "insertvalue",
        InstKind::Select { .. } => "select",
        InstKind::ExtractElement { .. } | InstKind::InsertElement { .. } | InstKind::ShuffleVector { .. } => {
            "part of a vector"
        }
        InstKind::Cmp { .. } => "comparison",
        InstKind::Phi { .. } => "phi",
        InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } => "atomic",
        InstKind::Br(_) | InstKind::CondBr { .. } => "br",
        InstKind::Switch { .. } => "switch",
        InstKind::Ret(_) => "ret",
        InstKind::Unreachable => "unreachable",
    };
    name.to_owned()
}

/// The loops of a body: what leads from the head of an edge back to its end.
fn loops(module: &Module, body: &Body, is_local: &BTreeSet<InstId>) -> Vec<Loop> {
    let mut before: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
    for block in body.blocks.keys() {
        for next in body.terminator(block).map(InstKind::successors).into_iter().flatten() {
            before.entry(next).or_default().push(block);
        }
    }
    let mut sets: BTreeMap<BlockId, BTreeSet<BlockId>> = BTreeMap::new();
    for (latch, head) in edges_back(body) {
        let set = sets.entry(head).or_default();
        set.insert(head);
        let mut waiting = vec![latch];
        while let Some(block) = waiting.pop() {
            if set.insert(block) {
                waiting.extend(before.get(&block).into_iter().flatten());
            }
        }
    }
    let mut used_in: BTreeMap<InstId, BTreeSet<BlockId>> = BTreeMap::new();
    for (block, inst) in body.layout() {
        body.insts[inst].kind.each_operand(|value| {
            if let Value::Inst(used) = value {
                used_in.entry(used).or_default().insert(block);
            }
        });
    }
    let one = |(head, set): (&BlockId, &BTreeSet<BlockId>)| {
        let insts = || set.iter().flat_map(|&block| &body.blocks[block].insts);
        let is_used = |inst: &InstId| used_in.get(inst).is_some_and(|blocks| !blocks.is_subset(set));
        Loop {
            instructions: insts().count(),
            has_effect: insts().any(|&inst| has_effect(module, &body.insts[inst].kind, is_local)),
            is_used_outside: insts().any(is_used),
            is_inner: sets.iter().any(|(other, outer)| other != head && outer.contains(head)),
        }
    };
    sets.iter().map(one).collect()
}

/// Edges to a block that is being walked over.
fn edges_back(body: &Body) -> Vec<(BlockId, BlockId)> {
    let Some(entry) = body.blocks.keys().next() else { return Vec::new() };
    let ways = |block: BlockId| body.terminator(block).map(InstKind::successors).unwrap_or_default();
    let (mut open, mut seen, mut back) = (BTreeSet::from([entry]), BTreeSet::from([entry]), Vec::new());
    let mut stack = vec![(entry, 0)];
    while let Some((block, at)) = stack.pop() {
        let Some(&next) = ways(block).get(at) else {
            open.remove(&block);
            continue;
        };
        stack.push((block, at + 1));
        if open.contains(&next) {
            back.push((block, next));
        } else if seen.insert(next) {
            open.insert(next);
            stack.push((next, 0));
        }
    }
    back
}

/// Whether others see that it was done.
fn has_effect(module: &Module, kind: &InstKind, is_local: &BTreeSet<InstId>) -> bool {
    match kind {
        InstKind::Store { ptr, .. } => !matches!(ptr, Value::Inst(inst) if is_local.contains(inst)),
        InstKind::AtomicRmw { .. } | InstKind::CmpXchg { .. } | InstKind::Ret(_) => true,
        InstKind::Call { .. } => module
            .op_call(kind)
            .is_none_or(|call| !call.op.info().attrs(LATEST).intersects(OpAttrs::ReadNone | OpAttrs::ReadOnly)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shaders::Loaded;

    fn compiled(body: &str) -> Vec<u8> {
        let source = format!(
            "RWBuffer<float> o; Buffer<float> b; cbuffer C {{ int n; }} [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {{ {body} }}"
        );
        let options = ["-T", "cs_6_0"].map(str::to_owned).to_vec();
        Loaded::new("a.hlsl".to_owned(), source, options).ours((1, 6), &[]).expect("it compiles")
    }

    fn explained(ours: &str, theirs: &str) -> String {
        explain(&compiled(ours), &compiled(theirs)).expect("both can be read").reason
    }

    #[test]
    fn loops_are_told_by_what_they_leave() {
        let rolled = "float x = 0; [loop] for (int j = 0; j < n; j++) x += b[j] * x + j; o[i] = x;";
        insta::assert_snapshot!(explained(rolled, "o[i] = 3;"), @"a loop that DXC unrolls, so that it folds away (10 of 18 instructions)");
        let unrolled = "float x = 0; [unroll] for (int j = 0; j < 9; j++) x += b[j + n] * x + j; o[i] = x;";
        insta::assert_snapshot!(explained(unrolled, rolled), @"a loop that hlslc unrolls and DXC does not (20 of 20 instructions)");
    }

    #[test]
    fn loads_account_for_what_is_taken_out_of_them() {
        insta::assert_snapshot!(explained("o[i] = b[i] + b[i + 1] + b[i + 2];", "o[i] = b[i];"), @"DXC reads less of resources, and computes less with it (4 of 8 instructions)");
    }

    #[test]
    fn what_no_class_accounts_for_is_said_to_be_so() {
        insta::assert_snapshot!(explained("o[i] = sin(n) + cos(n) * exp(n);", "o[i] = n;"), @"not explained: 1 more Cos, 1 more Exp, 1 more FMad");
    }
}
