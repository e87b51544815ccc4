//! Finds registers that are bound twice, by a sweep over all bindings sorted by class, space and first register.
//!
//! Two bindings collide if they share a register of one class and space and some stage sees both: equal visibility, or one
//! of them visible to all. Cost: O(n log n), for the sort.

use crate::tables::*;
use crate::{Place, Pos, Problem, Rule};

/// The registers that one element or range binds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub class: Class,
    pub space: u32,
    pub first: u32,
    pub last: u32,
    pub visibility: Visibility,
    pub place: Place,
    pub pos: Pos,
}

/// One problem for every binding that collides with a binding before it.
pub(crate) fn find_overlaps(bindings: &[Binding]) -> Vec<Problem> {
    let mut order: Vec<u32> = (0..bindings.len() as u32).collect();
    order.sort_by_key(|&index| {
        let b = &bindings[index as usize];
        (b.class, b.space, b.first, index)
    });
    let mut problems = Vec::new();
    // For each visibility the binding seen so far, of the current class and space, that reaches farthest.
    let mut farthest: [Option<u32>; Visibility::ROWS.len()] = [None; Visibility::ROWS.len()];
    let mut group = None;
    for index in order {
        let binding = &bindings[index as usize];
        if group != Some((binding.class, binding.space)) {
            group = Some((binding.class, binding.space));
            farthest.fill(None);
        }
        let slots = match binding.visibility {
            Visibility::All => &farthest[..],
            stage @ (Visibility::Vertex
            | Visibility::Hull
            | Visibility::Domain
            | Visibility::Geometry
            | Visibility::Pixel
            | Visibility::Amplification
            | Visibility::Mesh) => &[farthest[Visibility::All as usize], farthest[stage as usize]],
        };
        let reach = |other: &u32| bindings[*other as usize].last;
        if let Some(other) = slots.iter().flatten().copied().max_by_key(reach)
            && reach(&other) >= binding.first
        {
            problems.push(collision(bindings, index, other));
        }
        let slot = &mut farthest[binding.visibility as usize];
        if slot.is_none_or(|other| reach(&other) < binding.last) {
            *slot = Some(index);
        }
    }
    problems
}

/// The later of the two in the root signature is to blame.
fn collision(bindings: &[Binding], a: u32, b: u32) -> Problem {
    let (earlier, later) = (&bindings[a.min(b) as usize], &bindings[a.max(b) as usize]);
    let rule = Rule::Overlap {
        class: later.class,
        space: later.space,
        first: later.first.max(earlier.first),
        last: later.last.min(earlier.last),
    };
    Problem { rule, place: later.place, pos: later.pos, other: Some((earlier.place, earlier.pos)) }
}
