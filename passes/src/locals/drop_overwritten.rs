//! Dead-store elimination for local variables: removes a store whose value is overwritten, or never loaded, on every path
//! from it.
//!
//! Input: any function; best after `cse` has forwarded stores to loads. Output: every remaining store to a local variable
//! may be loaded. Elements of an array with constant indices are tracked separately if all are named by equally many
//! indices. A load with a dynamic index may load any element; a store with one overwrites none.
//!
//! A backward liveness analysis over memory locations runs to its fixed point. Cost: linear in the blocks times the
//! locations, times the loop nesting depth; functions that exceed [`MOST`] are skipped.
//!
//! ```text
//! store ptr(function, float) %v2, %v0    ; %v2 = gep %v1, i32 0
//! store ptr(function, float) %v2, %v3          =>    store ptr(function, float) %v2, %v3
//! %v5 = load ptr(function, float) %v4    ; %v4 = gep %v1, i32 %i
//! ```

use crate::analysis::locals::{Access, Locals, Path};
use crate::run::pass::PassCx;
use cranelift_entity::{EntitySet, SecondaryMap};
use hlslc_ir::cfg::Cfg;
use hlslc_ir::{Block, Function, Inst, Module, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ops::Range;

/// The most blocks times locations.
const MOST: usize = 1 << 24;

pub(crate) fn run(module: &mut Module, func: &mut Function, cx: &mut PassCx<'_>) -> bool {
    if !cx.analyses.has_variables(func) {
        return false;
    }
    let cfg = cx.analyses.cfg(func);
    let locals = cx.analyses.locals(&module.ctx, func);
    let (accessed, places) = locations(&locals);
    if places == 0 || places.saturating_mul(cfg.reverse_post_order().len()) > MOST {
        return false;
    }
    let dead = dead_stores(func, &cfg, &locals, &accessed, places);
    if dead.is_empty() {
        return false;
    }
    func.remove_insts(|inst| dead.contains(inst));
    func.forget_gone();
    true
}

/// The locations that the loads and stores through a pointer access.
#[derive(Clone)]
struct Accessed {
    places: Range<usize>,
    /// Whether it accesses all these locations, not one of them.
    all: bool,
}

/// The locations by the pointers to them, and the number of locations.
fn locations(locals: &Locals) -> (SecondaryMap<Value, Option<Accessed>>, usize) {
    let mut of: SecondaryMap<Value, Option<Accessed>> = SecondaryMap::new();
    let mut next = 0;
    for &variable in &locals.all {
        let uses = locals.uses(variable);
        if uses.escapes || uses.stores.is_empty() {
            continue;
        }
        let pointers = || uses.stores.iter().chain(&uses.loads).map(|one| one.pointer);
        let paths = || pointers().filter_map(|pointer| locals.path(pointer));
        let shape = paths().next().map(SmallVec::len);
        // A location without constant indices is one, too: the first.
        let start = next;
        next += 1;
        let mut known: FxHashMap<&Path, usize> = FxHashMap::default();
        for path in paths().filter(|path| Some(path.len()) == shape) {
            known.entry(path).or_insert_with(|| {
                next += 1;
                next - 1
            });
        }
        for pointer in pointers() {
            let place = locals.path(pointer).and_then(|path| known.get(path).copied());
            let places = match place {
                Some(place) if shape != Some(0) => place..place + 1,
                Some(_) | None => start..next,
            };
            of[pointer] = Some(Accessed { places, all: place.is_some() });
        }
    }
    (of, next)
}

/// The stores whose values are never loaded.
fn dead_stores(
    func: &Function,
    cfg: &Cfg,
    locals: &Locals,
    accessed: &SecondaryMap<Value, Option<Accessed>>,
    places: usize,
) -> EntitySet<Inst> {
    // The locations that are live at the start of each block.
    let mut read: SecondaryMap<Block, Places> = SecondaryMap::with_default(Places::new(places));
    loop {
        let (mut dead, mut changed) = (EntitySet::new(), false);
        for &block in cfg.reverse_post_order().iter().rev() {
            let mut now = Places::new(places);
            func.blocks[block].terminator.targets().for_each(|to| now.add(&read[to.block]));
            for &Access { inst, pointer, is_store } in locals.accesses(block).iter().rev() {
                let Some(Accessed { places, all }) = &accessed[pointer] else { continue };
                if !is_store {
                    now.set(places.clone(), true);
                    continue;
                }
                if !now.any(places.clone()) {
                    dead.insert(inst);
                }
                if *all {
                    now.set(places.clone(), false);
                }
            }
            if read[block] != now {
                read[block] = now;
                changed = true;
            }
        }
        if !changed {
            return dead;
        }
    }
}

/// A set of locations.
#[derive(Clone, PartialEq)]
struct Places(Vec<u64>);

impl Places {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    fn add(&mut self, other: &Self) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    fn any(&self, places: Range<usize>) -> bool {
        words(places).any(|(word, bits)| self.0[word] & bits != 0)
    }

    fn set(&mut self, places: Range<usize>, is_read: bool) {
        for (word, bits) in words(places) {
            if is_read {
                self.0[word] |= bits;
            } else {
                self.0[word] &= !bits;
            }
        }
    }
}

/// The words that hold a range of at least one location, and the bits in each.
fn words(places: Range<usize>) -> impl Iterator<Item = (usize, u64)> {
    let Range { start, end } = places;
    (start / 64..end.div_ceil(64)).map(move |word| {
        let (from, to) = (start.max(word * 64) - word * 64, end.min(word * 64 + 64) - word * 64);
        (word, u64::MAX << from & u64::MAX >> (64 - to))
    })
}
