//! Lowers expressions to values.
//!
//! Operators work on scalars and vectors at once and on matrices row by row. Conditional evaluation becomes
//! control flow with a block parameter for the result, unless both sides are so cheap and harmless that
//! computing both and selecting is better.

use crate::function::{FuncLowerer, Parts};
use hlslc_base::Span;
use hlslc_hir::hir::{BinaryOp, Conversion, ExprId, ExprKind, Place, PlaceBase, Projection, UnaryOp};
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData, Types};
use hlslc_hir::value::ConstValue;
use hlslc_ir::function::SelectionHint;
use hlslc_ir::{BlockCall, Op, Region, Terminator, Value};
use smallvec::{SmallVec, smallvec};

/// Work that may be done in vain on either side of a conditional to save a branch.
const SPECULATION_BUDGET: u32 = 2;

impl<'p> FuncLowerer<'_, 'p> {
    /// The value of an expression that has one.
    pub(crate) fn value(&mut self, id: ExprId) -> Value {
        let value = self.expr(id);
        value.unwrap_or_else(|| {
            let expr = &self.f.exprs[id];
            let ty = self.ty(expr.ty, expr.span);
            self.b.undef(ty)
        })
    }

    /// Evaluates an expression; `None` for `void`.
    pub(crate) fn expr(&mut self, id: ExprId) -> Option<Value> {
        let span = self.f.exprs[id].span;
        self.deeper(span, |this| this.expr_kind(id)).flatten()
    }

    fn expr_kind(&mut self, id: ExprId) -> Option<Value> {
        let expr = &self.f.exprs[id];
        let (ty, span) = (expr.ty, expr.span);
        // These get their place after their operands, which have places of their own.
        if !matches!(expr.kind, ExprKind::Binary(..) | ExprKind::Assign { .. }) {
            self.at(span);
        }
        let value = match &expr.kind {
            ExprKind::Error => return None,
            // Text has no value in a shader: an expression of it does nothing.
            ExprKind::Const(ConstValue::String(_)) => return None,
            ExprKind::Const(value) => match self.cx.constant(self.b.ctx, ty, value) {
                Some(constant) => self.b.constant(constant),
                None => {
                    self.cx.unsupported(span, "a constant of this type");
                    return None;
                }
            },
            ExprKind::Load(place) => self.load(place),
            ExprKind::Resource(place) => self.resource(place),
            ExprKind::Unary(op, operand) => {
                let value = self.value(*operand);
                self.at(span);
                let kind = self.number_kind(ty);
                self.unary(*op, kind, value)
            }
            ExprKind::Binary(..) => self.binary_chain(id),
            ExprKind::ShortCircuit { .. } => self.short_circuit_chain(id),
            ExprKind::Conditional { cond, then, otherwise } => {
                return self.conditional(*cond, *then, *otherwise, ty, span);
            }
            ExprKind::Select { cond, then, otherwise } => {
                let (cond, then, otherwise) = (self.value(*cond), self.value(*then), self.value(*otherwise));
                self.at(span);
                self.select(cond, then, otherwise)
            }
            ExprKind::Convert(conversion, operand) => {
                let value = self.expr(*operand)?;
                if *conversion == Conversion::Discard {
                    return None;
                }
                self.at(span);
                self.convert(*conversion, value, self.f.exprs[*operand].ty, ty, span)
            }
            ExprKind::Swizzle(operand, lanes) => {
                let value = self.value(*operand);
                self.at(span);
                self.b.swizzle(value, lanes)
            }
            ExprKind::MatrixSwizzle(operand, elements) => {
                let value = self.value(*operand);
                self.at(span);
                let mut parts = Vec::with_capacity(elements.len());
                for &(row, col) in elements {
                    let row = self.b.extract(value, u32::from(row));
                    parts.push(if self.lanes(row) == 1 { row } else { self.b.extract(row, u32::from(col)) });
                }
                let ty = self.ty(ty, span);
                self.build(ty, &mut parts.into_iter())
            }
            ExprKind::Member(operand, field) => {
                let value = self.value(*operand);
                self.at(span);
                self.member(value, *field)
            }
            ExprKind::Index(operand, index) => {
                let value = self.value(*operand);
                let index = self.index_value(*index);
                self.at(span);
                self.index(value, index)
            }
            ExprKind::Construct(parts) => self.construct(parts, ty, span),
            ExprKind::Sequence(..) => return self.sequence(id),
            ExprKind::Assign { place, value } => {
                let value = self.value(*value);
                let target = self.place(place);
                self.at(span);
                self.store_place(&target, value);
                self.kept(&target, value)
            }
            ExprKind::Update { place, op, value, op_ty } => self.update(place, *op, *value, *op_ty, span),
            ExprKind::Step { place, decrement, postfix } => self.step(place, *decrement, *postfix, span),
            ExprKind::Call { func, this, args } => return self.call(*func, this.as_deref(), args, span),
            ExprKind::Intrinsic { id: intrinsic, object, args } => {
                return self.intrinsic(*intrinsic, *object, args, ty, span);
            }
            ExprKind::NonUniform(operand) => {
                let value = self.value(*operand);
                self.at(span);
                self.mark_non_uniform(value)
            }
        };
        Some(value)
    }

    /// The value at a place; resources inside are followed to their declaration.
    fn load(&mut self, place: &'p Place) -> Value {
        if let Some(value) = self.value_of_param(place) {
            return value;
        }
        if self.declared(place).is_some() {
            return self.resource(place);
        }
        let target = self.place(place);
        let value = self.load_place(&target);
        match place.projections.last() {
            // Chosen elements may form a matrix again.
            Some(Projection::MatrixSwizzle(_)) => {
                let ty = self.ty(place.ty, place.span);
                self.reshape_to(value, ty)
            }
            _ => value,
        }
    }

    /// A chain `a + b - c …` grows to the left; it is followed by a loop, however long it is.
    fn binary_chain(&mut self, id: ExprId) -> Value {
        let mut chain = SmallVec::<[_; 4]>::new();
        let mut leftmost = id;
        while let ExprKind::Binary(op, left, right) = &self.f.exprs[leftmost].kind {
            chain.push((*op, *right, self.f.exprs[leftmost].span));
            leftmost = *left;
        }
        let mut value = self.value(leftmost);
        for (op, right, span) in chain.into_iter().rev() {
            let right_value = self.value(right);
            self.at(span);
            let kind = self.number_kind(self.f.exprs[right].ty);
            value = self.binary(op, kind, value, right_value);
        }
        value
    }

    /// An operator on one operand with elements of `kind`.
    pub(crate) fn unary(&mut self, op: UnaryOp, kind: ScalarKind, value: Value) -> Value {
        self.by_rows(&[value], &mut |this, args| {
            let &[value] = args else { return value };
            match (op, kind.class()) {
                (UnaryOp::Neg, ScalarClass::Float) => this.b.op(Op::FNeg, &[value]),
                (UnaryOp::Neg, _) => {
                    let zero = this.int_like(value, 0);
                    this.b.op(Op::Sub, &[zero, value])
                }
                (UnaryOp::BitNot, _) => {
                    let ones = this.int_like(value, -1);
                    this.b.op(Op::Xor, &[value, ones])
                }
                (UnaryOp::Not, _) => {
                    let truth = this.int_like(value, 1);
                    this.b.op(Op::Xor, &[value, truth])
                }
            }
        })
    }

    /// An operator on two operands with elements of `kind`.
    pub(crate) fn binary(&mut self, op: BinaryOp, kind: ScalarKind, left: Value, right: Value) -> Value {
        self.by_rows(&[left, right], &mut |this, args| {
            let &[left, right] = args else { return left };
            let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
            let right = if is_shift { this.masked_count(right) } else { right };
            this.b.op(op.operation(kind.class()), &[left, right])
        })
    }

    /// A shift count, reduced to the width of what is shifted.
    fn masked_count(&mut self, count: Value) -> Value {
        let bits = i64::from(self.scalar_of(count).bits());
        match self.b.func.const_bits(self.b.ctx, count) {
            Some(n) if (n as i64) < bits => count,
            Some(n) => self.int_like(count, n as i64 & (bits - 1)),
            None => {
                let mask = self.int_like(count, bits - 1);
                self.b.op(Op::And, &[count, mask])
            }
        }
    }

    /// `cond ? then : otherwise` on values that both exist. One condition may choose whole vectors, matrices and
    /// aggregates; a condition for each component chooses components.
    pub(crate) fn select(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        if self.b.ctx.holds_address(self.b.func.ty(then)) {
            return self.select_resource(cond, then, otherwise);
        }
        if self.is_array(cond) || self.lanes(cond) == 1 && !self.is_aggregate(then) {
            return self.by_rows(&[cond, then, otherwise], &mut |this, args| match *args {
                [cond, then, otherwise] => this.b.select(cond, then, otherwise),
                _ => then,
            });
        }
        if !self.is_aggregate(then) {
            return self.b.select(cond, then, otherwise);
        }
        // One condition for a struct or array: part by part.
        let ty = self.b.func.ty(then);
        let mut parts = Vec::new();
        for at in 0..self.count_of(then) {
            let (then, otherwise) = (self.b.extract(then, at), self.b.extract(otherwise, at));
            parts.push(self.select(cond, then, otherwise));
        }
        self.b.construct(ty, &parts)
    }

    fn is_aggregate(&self, value: Value) -> bool {
        use hlslc_ir::TypeData;
        matches!(
            self.b.ctx.type_data(self.b.func.ty(value)),
            TypeData::Struct(_) | TypeData::Tuple(_) | TypeData::Array(..)
        )
    }

    /// `a, b, c …` grows to the left too.
    fn sequence(&mut self, id: ExprId) -> Option<Value> {
        let mut chain = SmallVec::<[_; 4]>::new();
        let mut leftmost = id;
        while let ExprKind::Sequence(first, second) = &self.f.exprs[leftmost].kind {
            chain.push(*second);
            leftmost = *first;
        }
        chain.push(leftmost);
        chain.into_iter().rev().map(|part| self.expr(part)).last().flatten()
    }

    /// And so does `a && b || c …`.
    fn short_circuit_chain(&mut self, id: ExprId) -> Value {
        let mut chain = SmallVec::<[_; 4]>::new();
        let mut leftmost = id;
        while let ExprKind::ShortCircuit { and, left, right } = &self.f.exprs[leftmost].kind {
            chain.push((*and, *right, self.f.exprs[leftmost].span));
            leftmost = *left;
        }
        let first = self.value(leftmost);
        chain.into_iter().rev().fold(first, |left, (and, right, span)| self.short_circuit(and, left, right, span))
    }

    fn short_circuit(&mut self, and: bool, first: Value, right: ExprId, span: Span) -> Value {
        if self.is_cheap(right) {
            let second = self.value(right);
            self.at(span);
            return self.b.op(if and { Op::And } else { Op::Or }, &[first, second]);
        }
        self.at(span);
        let more = self.b.new_block();
        let merge = self.b.new_block();
        let bool_ty = self.b.ctx.bool();
        let result = self.b.func.add_param(merge, bool_ty);
        let decided = BlockCall { block: merge, args: smallvec![self.b.bool(!and)] };
        let undecided = BlockCall::plain(more);
        let (then, otherwise) = if and { (undecided, decided) } else { (decided, undecided) };
        self.branch_to(first, then, otherwise, Region::Selection { merge, hint: SelectionHint::None });
        self.b.place(more);
        let second = self.value(right);
        self.at(span);
        self.b.terminate(Terminator::Jump(BlockCall { block: merge, args: smallvec![second] }));
        self.b.place(merge);
        result
    }

    fn conditional(&mut self, cond: ExprId, then: ExprId, otherwise: ExprId, ty: Ty, span: Span) -> Option<Value> {
        let cond = self.value(cond);
        let result_ty = self.ty(ty, span);
        let is_void = result_ty == self.b.ctx.void();
        if !is_void && self.is_cheap(then) && self.is_cheap(otherwise) {
            let (then, otherwise) = (self.value(then), self.value(otherwise));
            self.at(span);
            return Some(self.select(cond, then, otherwise));
        }
        self.at(span);
        let (then_block, else_block, merge) = (self.b.new_block(), self.b.new_block(), self.b.new_block());
        // Resources are merged in a variable, not in a parameter.
        let variable = self.b.ctx.holds_address(result_ty).then(|| self.variable_of(result_ty));
        let result = (!is_void && variable.is_none()).then(|| self.b.func.add_param(merge, result_ty));
        let region = Region::Selection { merge, hint: SelectionHint::None };
        self.b.branch(cond, then_block, else_block, region);
        for (block, side) in [(then_block, then), (else_block, otherwise)] {
            self.b.place(block);
            let value = self.expr(side);
            self.at(span);
            let mut to = BlockCall::plain(merge);
            match (variable, value) {
                (Some(variable), Some(value)) => self.b.store(variable, value),
                (Some(_), None) => {}
                (None, value) if result.is_some() => to.args.push(value.unwrap_or_else(|| self.b.undef(result_ty))),
                (None, _) => {}
            }
            self.b.terminate(Terminator::Jump(to));
        }
        self.b.place(merge);
        match variable {
            Some(variable) => Some(self.b.load(variable)),
            None => result,
        }
    }

    /// One of two resources, which are merged in a variable, not in a value.
    fn select_resource(&mut self, cond: Value, then: Value, otherwise: Value) -> Value {
        let variable = self.variable_of(self.b.func.ty(then));
        self.b.store(variable, otherwise);
        let (then_block, merge) = (self.b.new_block(), self.b.new_block());
        self.b.branch(cond, then_block, merge, Region::Selection { merge, hint: SelectionHint::None });
        self.b.place(then_block);
        self.b.store(variable, then);
        self.b.jump(merge);
        self.b.place(merge);
        self.b.load(variable)
    }

    /// Ends the block with a conditional branch that may pass values.
    pub(crate) fn branch_to(&mut self, cond: Value, then: BlockCall, otherwise: BlockCall, region: Region) {
        if let Some(block) = self.b.current() {
            self.b.func.blocks[block].region = region;
        }
        self.b.terminate(Terminator::Branch { cond, then, otherwise });
    }

    /// Part of an array, matrix or vector value by a number.
    fn index(&mut self, value: Value, index: Value) -> Value {
        if !self.is_array(value) {
            return self.extract_dynamic(value, index);
        }
        let count = self.count_of(value);
        if let Some(at) = self.b.func.const_bits(self.b.ctx, index).filter(|&at| at < u64::from(count)) {
            return self.b.extract(value, at as u32);
        }
        let pointer = self.variable_of(self.b.func.ty(value));
        self.b.store(pointer, value);
        let pointer = self.b.gep(pointer, &[index]);
        self.b.load(pointer)
    }

    fn construct(&mut self, parts: &[ExprId], ty: Ty, span: Span) -> Value {
        let values: Parts = parts.iter().map(|&part| self.value(part)).collect();
        let target = self.ty(ty, span);
        self.at(span);
        match self.kind_of(ty) {
            // Vectors and matrices from any mix of scalars and vectors.
            Some(_) => {
                let mut scalars = Parts::new();
                for value in values {
                    if self.b.func.ty(value) == target {
                        return value;
                    }
                    scalars.extend(self.components(value));
                }
                self.build(target, &mut scalars.into_iter())
            }
            None => self.struct_value(target, &values),
        }
    }

    fn update(&mut self, place: &'p Place, op: BinaryOp, value: ExprId, op_ty: Ty, span: Span) -> Value {
        let right = self.value(value);
        let target = self.place(place);
        self.at(span);
        let before = self.load_place(&target);
        // An enum is the number it is made of.
        let held = if let TyData::Enum(id) = self.cx.program.types.data(place.ty) {
            Types::scalar(self.cx.program.types.enums[*id].underlying)
        } else {
            place.ty
        };
        let left = self.convert_shape(before, held, op_ty, span);
        let kind = self.number_kind(op_ty);
        let result = self.binary(op, kind, left, right);
        let result = self.convert_shape(result, op_ty, held, span);
        self.store_place(&target, result);
        self.kept(&target, result)
    }

    /// Converts elements, then shape, from one numeric type to another.
    pub(crate) fn convert_shape(&mut self, value: Value, from: Ty, to: Ty, span: Span) -> Value {
        if from == to {
            return value;
        }
        let types = &self.cx.program.types;
        if self.kind_of(from).is_none() || self.kind_of(to).is_none() {
            return self.convert(Conversion::Flatten, value, from, to, span);
        }
        let value = self.convert(Conversion::Elements, value, from, to, span);
        match (types.shape(from), types.shape(to)) {
            (Some(a), Some(b)) if a == b => value,
            (Some((1, 1)), Some(_)) => self.convert(Conversion::Splat, value, from, to, span),
            (Some(_), Some(_)) => self.convert(Conversion::Truncate, value, from, to, span),
            _ => self.convert(Conversion::Flatten, value, from, to, span),
        }
    }

    fn step(&mut self, place: &'p Place, decrement: bool, postfix: bool, span: Span) -> Value {
        let target = self.place(place);
        self.at(span);
        let before = self.load_place(&target);
        let kind = self.number_kind(place.ty);
        let after = self.by_rows(&[before], &mut |this, args| {
            let &[before] = args else { return before };
            match kind.class() {
                ScalarClass::Float => {
                    let one = this.float_like(before, 1.0);
                    this.b.op(if decrement { Op::FSub } else { Op::FAdd }, &[before, one])
                }
                // `b++` makes a bool true.
                ScalarClass::Bool => this.int_like(before, i64::from(!decrement)),
                ScalarClass::Signed | ScalarClass::Unsigned => {
                    let one = this.int_like(before, if decrement { -1 } else { 1 });
                    this.b.op(Op::Add, &[before, one])
                }
            }
        });
        self.store_place(&target, after);
        if postfix { before } else { after }
    }

    /// Whether an expression can be evaluated without need: it has no effects, cannot go wrong, and costs little.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not known to be harmless is not done in vain")]
    fn is_cheap(&self, id: ExprId) -> bool {
        let mut budget = SPECULATION_BUDGET;
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            let mut cost = 1;
            match &self.f.exprs[id].kind {
                ExprKind::Const(_) => cost = 0,
                ExprKind::Load(place) if is_harmless_place(place) => cost = 0,
                ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..) => return false,
                ExprKind::Unary(_, a) => open.push(*a),
                ExprKind::Swizzle(a, _) | ExprKind::MatrixSwizzle(a, _) | ExprKind::Member(a, _) => {
                    cost = 0;
                    open.push(*a);
                }
                ExprKind::Convert(Conversion::Elements, a) => open.push(*a),
                ExprKind::Convert(Conversion::Splat | Conversion::Truncate | Conversion::Enum, a) => {
                    cost = 0;
                    open.push(*a);
                }
                ExprKind::Binary(_, a, b) | ExprKind::ShortCircuit { left: a, right: b, .. } => {
                    open.extend([*a, *b]);
                }
                ExprKind::Construct(parts) if self.kind_of(self.f.exprs[id].ty).is_some() => {
                    cost = 0;
                    open.extend(parts);
                }
                _ => return false,
            }
            match budget.checked_sub(cost) {
                Some(left) => budget = left,
                None => return false,
            }
        }
        true
    }
}

/// Whether loading from a place has no effect and costs nothing once variables are values.
fn is_harmless_place(place: &Place) -> bool {
    matches!(place.base, PlaceBase::Local(_)) && place.projections.iter().all(|p| !matches!(p, Projection::Index(_)))
}
