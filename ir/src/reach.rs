//! Computes the call graph, and the functions that an entry point reaches.
//!
//! Input: a module. Output: for each function its callees without duplicates, in the order of their first call. Functions
//! without a body call nothing. Nothing recurses; the cost is one visit of each instruction.

use crate::entity::Func;
use crate::function::{Function, Imm, Linkage};
use crate::module::{EntryPoint, Module};
use crate::ops::{Op, OpSet};
use crate::stage::StageProperties;
use cranelift_entity::{EntitySet, PrimaryMap, SecondaryMap};

/// The call graph of a module.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    callees: SecondaryMap<Func, Vec<Func>>,
}

impl CallGraph {
    /// The graph of a module.
    pub fn new(module: &Module) -> Self {
        Self::of(&module.funcs)
    }

    /// The graph of some functions.
    pub fn of(funcs: &PrimaryMap<Func, Function>) -> Self {
        let mut callees = SecondaryMap::new();
        for (id, func) in funcs {
            let mut called = Distinct::default();
            calls(func).for_each(|callee| called.add(callee));
            if !called.list.is_empty() {
                callees[id] = called.list;
            }
        }
        Self { callees }
    }

    /// The callees of a function.
    pub fn callees(&self, func: Func) -> &[Func] {
        &self.callees[func]
    }

    /// Everything that some functions reach, themselves included, each once and in the order of discovery.
    pub fn reached(&self, roots: impl IntoIterator<Item = Func>) -> Vec<Func> {
        let mut found = Distinct::default();
        roots.into_iter().for_each(|root| found.add(root));
        let mut at = 0;
        while let Some(&func) = found.list.get(at) {
            at += 1;
            self.callees[func].iter().for_each(|&callee| found.add(callee));
        }
        found.list
    }
}

/// Functions in the order in which they came, each once.
#[derive(Default)]
struct Distinct {
    list: Vec<Func>,
    /// Them, once they are many: a library has thousands of functions that reach a few, and a set has room for all.
    seen: EntitySet<Func>,
}

impl Distinct {
    /// The most that are searched linearly.
    const FEW: usize = 16;

    fn add(&mut self, func: Func) {
        if self.list.len() == Self::FEW {
            self.seen.extend(self.list.iter().copied());
        }
        let is_new = if self.list.len() < Self::FEW { !self.list.contains(&func) } else { self.seen.insert(func) };
        if is_new {
            self.list.push(func);
        }
    }
}

const CALLS: OpSet = OpSet::of(&[Op::Call]);

/// The functions that one calls, once a call.
fn calls(func: &Function) -> impl Iterator<Item = Func> + '_ {
    let blocks = if func.may_hold(&CALLS) { &func.layout[..] } else { &[] };
    let insts = blocks.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.filter_map(|&inst| match (func.insts[inst].op, func.insts[inst].imm) {
        (Op::Call, Imm::Func(callee)) => Some(callee),
        _ => None,
    })
}

/// The functions that something outside starts: those of an entry point.
pub fn entry_roots(entry: &EntryPoint) -> impl Iterator<Item = Func> {
    let StageProperties::Hull { patch_constant, .. } = entry.properties else {
        return std::iter::once(entry.func).chain(None);
    };
    std::iter::once(entry.func).chain(patch_constant)
}

/// The functions that something outside the module may start: those of all entry points, and the exported ones with a
/// body. Each once, in that order.
pub fn roots(module: &Module) -> Vec<Func> {
    let mut seen = EntitySet::new();
    let entries = module.entries.iter().flat_map(entry_roots);
    let is_outside = |func: &Function| matches!(func.linkage, Linkage::Exported | Linkage::Constructor);
    let is_exported = |func: &Function| is_outside(func) && !func.layout.is_empty();
    let exported = module.funcs.iter().filter(|(_, func)| is_exported(func)).map(|(id, _)| id);
    entries.chain(exported).filter(|&func| seen.insert(func)).collect()
}
