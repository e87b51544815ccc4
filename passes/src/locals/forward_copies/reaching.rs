//! Computes reaching definitions for the stores to a variable (Aho, Lam, Sethi, Ullman, §9.2.4).
//!
//! Input: the uses of a variable whose stores all store all of it. Output: for each load the single store that reaches
//! it on every path, if there is one. Nothing is changed. Cost: linear in blocks for each store; for a single store,
//! dominance decides.

use crate::analysis::locals::{Use, Uses};
use cranelift_entity::SecondaryMap;
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::{Block, Function};

/// The lattice element: the store that reaches a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Held {
    /// No path to the point is known so far (top).
    #[default]
    Unknown,
    /// The store with this index.
    Of(usize),
    /// Several stores, or none (bottom).
    Several,
}

impl Held {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, held) | (held, Self::Unknown) => held,
            (one, two) if one == two => one,
            _ => Self::Several,
        }
    }
}

/// For each load, the index of the store that reaches it.
pub(super) fn seen(func: &Function, cfg: &Cfg, dominators: &Dominators, uses: &Uses) -> Vec<Option<usize>> {
    if let [store] = uses.stores.as_slice() {
        return uses.loads.iter().map(|load| store.comes_before(load, dominators).then_some(0)).collect();
    }
    let before = flow(func, cfg, uses);
    let here = |load: &Use| {
        let last = uses.stores.iter().rposition(|store| store.is_above(load));
        match last.map_or(before[load.block], Held::Of) {
            Held::Of(store) => Some(store),
            Held::Unknown | Held::Several => None,
        }
    };
    uses.loads.iter().map(here).collect()
}

/// Computes the store that reaches the start of each block, by iteration to the fixed point.
fn flow(func: &Function, cfg: &Cfg, uses: &Uses) -> SecondaryMap<Block, Held> {
    let mut before: SecondaryMap<Block, Held> = SecondaryMap::new();
    let mut last: SecondaryMap<Block, Option<usize>> = SecondaryMap::new();
    for (number, store) in uses.stores.iter().enumerate() {
        last[store.block] = Some(number);
    }
    // At the entry, the contents are undefined.
    if let Some(entry) = func.entry() {
        before[entry] = Held::Several;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.reverse_post_order() {
            let after = last[block].map_or(before[block], Held::Of);
            for to in func.blocks[block].terminator.targets() {
                let held = before[to.block].or(after);
                changed |= std::mem::replace(&mut before[to.block], held) != held;
            }
        }
    }
    before
}
