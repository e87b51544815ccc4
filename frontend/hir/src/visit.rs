//! Visits the operands of an expression in the order of their evaluation.
//!
//! Input: an expression or a place. Output: calls of a function for each operand, which go no deeper: a walk over a tree keeps
//! a list of its own, so that nothing recurses on the depth of the input. The places that an expression names are those of
//! [`places`](crate::places).

use crate::hir::{Arg, ExprId, ExprKind, Function, Place, PlaceBase, Projection};

impl Function {
    /// Calls `visit` for an expression and all that it consists of, in the order of evaluation: operands first. The flag says whether
    /// the expression is evaluated only sometimes.
    pub fn for_each_evaluated(&self, root: ExprId, mut visit: impl FnMut(ExprId, bool)) {
        let mut work = vec![(root, false, false)];
        while let Some((id, is_maybe, is_done)) = work.pop() {
            if is_done {
                visit(id, is_maybe);
                continue;
            }
            work.push((id, is_maybe, true));
            let start = work.len();
            self.exprs[id]
                .kind
                .for_each_operand(|operand, sometimes| work.push((operand, is_maybe || sometimes, false)));
            work[start..].reverse();
        }
    }
}

impl ExprKind {
    /// Calls `visit` for each operand in the order of evaluation, with whether it is evaluated only sometimes.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ExprId, bool)) {
        let mut always = |id| visit(id, false);
        match self {
            Self::Error | Self::Const(_) => {}
            Self::Load(place) | Self::Resource(place) | Self::Step { place, .. } => place.for_each_operand(always),
            Self::Unary(_, a)
            | Self::Convert(_, a)
            | Self::Swizzle(a, _)
            | Self::MatrixSwizzle(a, _)
            | Self::Member(a, _)
            | Self::NonUniform(a) => always(*a),
            Self::Binary(_, a, b) | Self::Index(a, b) | Self::Sequence(a, b) => [*a, *b].into_iter().for_each(always),
            Self::ShortCircuit { left, right, .. } => {
                visit(*left, false);
                visit(*right, true);
            }
            Self::Conditional { cond, then, otherwise } => {
                visit(*cond, false);
                visit(*then, true);
                visit(*otherwise, true);
            }
            Self::Select { cond, then, otherwise } => [*cond, *then, *otherwise].into_iter().for_each(always),
            Self::Construct(parts) => parts.iter().copied().for_each(always),
            Self::Assign { place, value } | Self::Update { place, value, .. } => {
                place.for_each_operand(&mut always);
                always(*value);
            }
            Self::Call { this, args, .. } => {
                if let Some(place) = this {
                    place.for_each_operand(&mut always);
                }
                for arg in args {
                    arg.for_each_operand(&mut always);
                }
            }
            Self::Intrinsic { object, args, .. } => {
                object.iter().copied().for_each(&mut always);
                for arg in args {
                    arg.for_each_operand(&mut always);
                }
            }
        }
    }
}

impl Arg {
    fn for_each_operand(&self, visit: &mut impl FnMut(ExprId)) {
        match self {
            Self::In(value) => visit(*value),
            Self::Out { place, .. } | Self::InOut { place, .. } | Self::Ref(place) => place.for_each_operand(visit),
        }
    }
}

impl Place {
    /// Calls `visit` for each operand in the order of evaluation.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ExprId)) {
        match &self.base {
            PlaceBase::Local(_) | PlaceBase::Global(_) | PlaceBase::This => {}
            PlaceBase::Temporary(value) | PlaceBase::BufferContents(value) | PlaceBase::Pointee(value) => visit(*value),
            PlaceBase::Element { object, index, mip, sample } => {
                [Some(*object), Some(*index), mip.expand(), sample.expand()].into_iter().flatten().for_each(&mut visit);
            }
            PlaceBase::HeapElement { index, .. } => visit(*index),
        }
        for projection in &self.projections {
            if let Projection::Index(index) = projection {
                visit(*index);
            }
        }
    }
}
