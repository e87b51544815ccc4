//! Translates indices between two shapes of the same memory.
//!
//! Input: a sequence of scalars in memory, and the indices of a `gep` into a variable with as many scalars. Output: the
//! indices that select the same scalars in memory. Indices that step over complete parts on both sides are kept, others are
//! divided; an index stays within its array (other values have no meaning), so it cannot step over something larger. Cost:
//! linear in the indices.
//!
//! ```text
//! [2 x [3 x <4 x float>]]: i, 1     =>     [6 x <4 x float>]: 3 * i + 1
//! [8 x float]: i                    =>     [2 x <4 x float>]: i / 4, i % 4
//! ```

use super::origin::{Run, scalars, scalars_before};
use hlslc_ir::context::Context;
use hlslc_ir::{Function, Imm, Inst, Loc, Op, Type, TypeData, Value};
use smallvec::SmallVec;

/// The levels of an index, outermost first.
type Steps = SmallVec<[Step; 4]>;

/// One level of arrays.
#[derive(Clone, Copy)]
struct Step {
    /// The number of scalars that it steps over.
    stride: u64,
    /// The number of elements.
    count: u64,
}

/// A place in memory.
pub(super) struct Place {
    /// The indices that select it.
    pub path: Vec<u32>,
    /// Its type.
    pub ty: Type,
    /// The number of scalars in it before the run.
    pub before: u64,
}

/// The place in memory that consists of a run and has type `ty`.
pub(super) fn exact(ctx: &mut Context, func: &Function, run: &Run, ty: Type) -> Option<Place> {
    descend(ctx, func, run, |_, at, before| at == ty && before == 0)
}

/// The outermost place around a run that consists of nested arrays of scalars.
fn arrays(ctx: &mut Context, func: &Function, run: &Run) -> Option<Place> {
    descend(ctx, func, run, |ctx, at, _| steps(ctx, at).is_some())
}

/// Descends to the first place that `ends` accepts, as long as one part contains the run.
fn descend(
    ctx: &mut Context,
    func: &Function,
    run: &Run,
    mut ends: impl FnMut(&mut Context, Type, u64) -> bool,
) -> Option<Place> {
    let (ty, _) = ctx.pointee(func.ty(run.root))?;
    let mut place = Place { path: Vec::new(), ty, before: run.first };
    while !ends(ctx, place.ty, place.before) {
        let index = if let TypeData::Array(element, _) = *ctx.type_data(place.ty) {
            u32::try_from(place.before.checked_div(scalars(ctx, element)?)?).ok()?
        } else {
            let parts = ctx.part_count(place.ty)?;
            let lies_before = |part: &u32| scalars_before(ctx, place.ty, *part).is_some_and(|n| n <= place.before);
            (1..parts).take_while(lies_before).last().unwrap_or(0)
        };
        place.before -= scalars_before(ctx, place.ty, index)?;
        place.ty = ctx.part_type(place.ty, index)?;
        place.path.push(index);
        if place.before + run.count > scalars(ctx, place.ty)? {
            return None;
        }
    }
    Some(place)
}

/// The levels of nested arrays of scalars, down to single scalars.
fn steps(ctx: &mut Context, ty: Type) -> Option<Steps> {
    let (mut steps, mut at) = (Steps::new(), ty);
    loop {
        match *ctx.type_data(at) {
            TypeData::Scalar(_) => return Some(steps),
            TypeData::Vector(_, lanes) => {
                steps.push(Step { stride: 1, count: u64::from(lanes) });
                return Some(steps);
            }
            TypeData::Array(element, count) => {
                steps.push(Step { stride: scalars(ctx, element)?, count: u64::from(count) });
                at = element;
            }
            TypeData::Void
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Foreign(_)
            | TypeData::Opaque(_) => return None,
        }
    }
}

/// A sum of indices, each multiplied by the number of scalars that it steps over.
#[derive(Clone, Default)]
struct Sum {
    terms: SmallVec<[Term; 4]>,
    plus: u64,
}

#[derive(Clone, Copy)]
struct Term {
    value: Value,
    step: Step,
}

/// The selection in memory that corresponds to a `gep` into a variable.
pub(super) struct Pick {
    place: Place,
    /// The levels in memory that need an index.
    steps: Steps,
    sum: Sum,
}

/// The scalars at `indices` in a variable of type `ty` that is a copy of a run.
pub(super) fn pick(ctx: &mut Context, func: &Function, run: &Run, ty: Type, indices: &[Value]) -> Option<Pick> {
    let place = arrays(ctx, func, run)?;
    let mut to = steps(ctx, place.ty)?;
    let mut sum = Sum { plus: place.before, ..Sum::default() };
    let (index_type, mut at) = (ctx.i32(), ty);
    for &value in indices {
        let count = u64::from(ctx.part_count(at)?);
        let index = func.const_bits(ctx, value).filter(|&index| index < count);
        let part = u32::try_from(index.unwrap_or(0)).ok()?;
        sum.plus += scalars_before(ctx, at, part)?;
        let is_struct = matches!(ctx.type_data(at), TypeData::Struct(_));
        at = ctx.part_type(at, part)?;
        if index.is_none() {
            if is_struct || func.ty(value) != index_type {
                return None;
            }
            let step = Step { stride: scalars(ctx, at)?, count };
            sum.terms.push(Term { value, step });
        }
    }
    match *ctx.type_data(at) {
        TypeData::Scalar(_) => {}
        // A vector must be one in memory, too.
        TypeData::Vector(_, lanes) => {
            let is_multiple = |scalars: u64| scalars.is_multiple_of(u64::from(lanes));
            let last = to.pop().filter(|last| last.stride == 1 && last.count == u64::from(lanes))?;
            let is_vector = to.last().is_none_or(|outer| outer.stride == last.count) && ends_in_vector(ctx, place.ty);
            if !is_vector || !is_multiple(sum.plus) || !sum.terms.iter().all(|term| is_multiple(term.step.stride)) {
                return None;
            }
        }
        TypeData::Void
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Foreign(_)
        | TypeData::Opaque(_) => return None,
    }
    Some(Pick { place, steps: to, sum })
}

fn ends_in_vector(ctx: &Context, mut ty: Type) -> bool {
    while let TypeData::Array(element, _) = *ctx.type_data(ty) {
        ty = element;
    }
    matches!(ctx.type_data(ty), TypeData::Vector(..))
}

/// Emits instructions that are not in a block yet.
pub(super) struct Maker<'a> {
    pub ctx: &'a mut Context,
    pub func: &'a mut Function,
    pub loc: Loc,
    /// The emitted instructions, in order.
    pub made: Vec<Inst>,
}

impl Maker<'_> {
    fn number(&mut self, number: u64) -> Value {
        let id = self.ctx.const_i32(number as u32);
        self.func.constant(self.ctx, id)
    }

    fn op(&mut self, op: Op, one: Value, two: Value) -> Value {
        let ty = self.ctx.i32();
        self.inst(op, ty, &[one, two])
    }

    fn inst(&mut self, op: Op, ty: Type, args: &[Value]) -> Value {
        let inst = self.func.make_inst(self.ctx, op, ty, Imm::None, args, self.loc);
        self.made.push(inst);
        self.func.result(inst).unwrap_or_else(|| panic!("{op:?} has a result"))
    }

    /// A pointer of type `to` to the place at a path.
    pub fn gep(&mut self, root: Value, path: &[u32], more: &[Value], to: Type) -> Value {
        if path.is_empty() && more.is_empty() {
            return root;
        }
        let mut args: SmallVec<[Value; 8]> = SmallVec::from_slice(&[root]);
        for &index in path {
            args.push(self.number(u64::from(index)));
        }
        args.extend_from_slice(more);
        let space = self.ctx.pointee(self.func.ty(root)).map(|(_, space)| space);
        let ty = space.map_or(self.ctx.void(), |space| self.ctx.pointer(to, space));
        self.inst(Op::Gep, ty, &args)
    }

    /// A pointer of type `to` to the selection.
    pub fn pick(&mut self, root: Value, pick: &Pick, to: Type) -> Value {
        let mut rest = pick.sum.clone();
        let mut indices: SmallVec<[Value; 4]> = SmallVec::new();
        for step in &pick.steps {
            let index = self.step(&mut rest, step.stride);
            indices.push(index);
        }
        self.gep(root, &pick.place.path, &indices, to)
    }

    /// Divides a sum by a stride; the remainder stays in it.
    fn step(&mut self, sum: &mut Sum, stride: u64) -> Value {
        let is_high = |term: &Term| term.step.stride.is_multiple_of(stride);
        let most = |term: &Term| (term.step.count - 1).saturating_mul(term.step.stride);
        let low = sum.terms.iter().filter(|term| !is_high(term));
        if low.fold(sum.plus % stride, |all, term| all.saturating_add(most(term))) < stride {
            let (high, low) = sum.terms.iter().copied().partition(is_high);
            let high = Sum { terms: high, plus: sum.plus - sum.plus % stride };
            *sum = Sum { terms: low, plus: sum.plus % stride };
            return self.total(&high, stride);
        }
        let (all, by) = (self.total(sum, 1), self.number(stride));
        let index = self.op(Op::UDiv, all, by);
        let rest = self.op(Op::URem, all, by);
        let step = Step { stride: 1, count: stride };
        *sum = Sum { terms: SmallVec::from_slice(&[Term { value: rest, step }]), plus: 0 };
        index
    }

    /// The value of a sum in a unit that divides all its terms.
    fn total(&mut self, sum: &Sum, unit: u64) -> Value {
        let mut all = (sum.plus != 0 || sum.terms.is_empty()).then(|| self.number(sum.plus / unit));
        for term in &sum.terms {
            let times = term.step.stride / unit;
            let mut value = term.value;
            if times != 1 {
                let times = self.number(times);
                value = self.op(Op::Mul, value, times);
            }
            all = Some(all.map_or(value, |all| self.op(Op::Add, value, all)));
        }
        all.unwrap_or_else(|| self.number(0))
    }
}
