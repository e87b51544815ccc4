//! Evaluates constant expressions: array sizes, case labels, attribute arguments, `static const` initialisers.
//!
//! Works on checked expressions of the current function. Draws on a budget of steps; what is not constant is
//! `None`, and whoever needs the value says so.

mod calls;

use crate::cx::{Checker, Operand};
use crate::errors;
use crate::fold::{self, FoldError};
use hlslc_base::{Diagnostic, Span};
use hlslc_hir::hir::{Arg, BinaryOp, Conversion, ExprId, ExprKind, GlobalKind, Place, PlaceBase, Projection};
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData, Types};
use hlslc_hir::value::{ConstValue, ScalarValue};
use hlslc_syntax::ast;

/// Scalars in the largest constant that evaluation builds.
const AGGREGATE_LIMIT: u64 = 1 << 20;

/// The operator between the two sides of a chain.
#[derive(Clone, Copy)]
enum Link {
    Operator(BinaryOp),
    ShortCircuit { and: bool },
    Comma,
}

impl Checker<'_> {
    /// The value of an expression that must be a constant integer, and its type. Reports if it is none.
    pub fn const_integer(&mut self, expr: ast::ExprId) -> Option<(i64, Ty)> {
        self.const_integer_or(expr, errors::not_constant)
    }

    /// As `const_integer`, with the error to report if it is not constant.
    pub fn const_integer_or(&mut self, expr: ast::ExprId, error: fn(Span) -> Diagnostic) -> Option<(i64, Ty)> {
        let operand = self.check_expr(expr);
        if self.types().is_error(operand.ty) {
            return None;
        }
        let (value, ty) = self.integer_of(&operand, error)?;
        Some((value, ty))
    }

    /// The integer that an operand is. Reports if it is none.
    pub fn integer_of(&mut self, operand: &Operand, error: fn(Span) -> Diagnostic) -> Option<(i64, Ty)> {
        let span = operand.span;
        let is_integer = match self.types().data(operand.ty) {
            TyData::Scalar(kind) => kind.is_int() || *kind == ScalarKind::Bool,
            TyData::Enum(_) => true,
            TyData::Error => return None,
            TyData::Void
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => false,
        };
        if !is_integer {
            let shown = self.show(operand.ty);
            self.report(errors::integer_needed(span, &shown));
            return None;
        }
        let value = self.value(operand);
        match self.eval_integral(value) {
            Some(ScalarValue::Int(bits)) => Some((bits as i64, operand.ty)),
            Some(ScalarValue::Bool(b)) => Some((i64::from(b), operand.ty)),
            Some(ScalarValue::Float(_)) | None => {
                self.report(error(span));
                None
            }
        }
    }

    /// The value of an integral constant expression: one of scalars throughout, as in C++ and DXC. A component, a member or an element of
    /// a constant is none.
    pub fn eval_integral(&mut self, id: ExprId) -> Option<ScalarValue> {
        self.is_of_scalars(id).then(|| self.eval(id)).flatten().and_then(|value| scalar(&value))
    }

    /// Whether an expression consists of scalars, where every variable is an integer and is read as it is.
    fn is_of_scalars(&self, id: ExprId) -> bool {
        let is_scalar = |ty: Ty| matches!(self.types().data(ty), TyData::Scalar(_) | TyData::Enum(_));
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            let expr = &self.body.func.exprs[id];
            if !is_scalar(expr.ty) {
                return false;
            }
            match &expr.kind {
                ExprKind::Const(_) => {}
                ExprKind::Load(place) => {
                    let is_integer = !self.types().element_kind(expr.ty).is_some_and(ScalarKind::is_float);
                    if !place.projections.is_empty() || !is_integer {
                        return false;
                    }
                }
                ExprKind::Unary(_, operand) | ExprKind::Convert(_, operand) => left.push(*operand),
                ExprKind::Binary(_, a, b) | ExprKind::ShortCircuit { left: a, right: b, .. } => left.extend([*a, *b]),
                ExprKind::Sequence(_, value) => left.push(*value),
                // Before HLSL 2021 a `?:` of scalars evaluates both sides.
                ExprKind::Conditional { cond, then, otherwise } | ExprKind::Select { cond, then, otherwise } => {
                    left.extend([*cond, *then, *otherwise]);
                }
                ExprKind::Intrinsic { args, .. } => {
                    left.extend(args.iter().filter_map(|arg| if let Arg::In(id) = arg { Some(*id) } else { None }));
                }
                ExprKind::Error
                | ExprKind::Swizzle(..)
                | ExprKind::MatrixSwizzle(..)
                | ExprKind::Member(..)
                | ExprKind::Index(..)
                | ExprKind::Construct(_)
                | ExprKind::Assign { .. }
                | ExprKind::Update { .. }
                | ExprKind::Step { .. }
                | ExprKind::Resource(_)
                | ExprKind::NonUniform(_) => return false,
                ExprKind::Call { func, this: None, args } if self.constexpr_functions.contains(func) => {
                    left.extend(args.iter().filter_map(|arg| if let Arg::In(id) = arg { Some(*id) } else { None }));
                }
                ExprKind::Call { .. } => return false,
            }
        }
        true
    }

    /// The value of an expression of the current function, if it is constant.
    pub fn eval(&mut self, id: ExprId) -> Option<ConstValue> {
        self.deeper(|this| this.eval_expr(id))
    }

    fn eval_expr(&mut self, id: ExprId) -> Option<ConstValue> {
        self.const_steps = self.const_steps.checked_sub(1)?;
        let expr = self.body.func.exprs[id].clone();
        match expr.kind {
            ExprKind::Const(value) => Some(value),
            ExprKind::Load(place) => self.eval_place(&place),
            ExprKind::Unary(op, operand) => {
                let kind = self.types().element_kind(self.body.func.exprs[operand].ty)?;
                let value = self.eval(operand)?;
                map_scalars(&value, kind, |v| fold::unary(op, v, kind))
            }
            ExprKind::Binary(..) | ExprKind::ShortCircuit { .. } | ExprKind::Sequence(..) => self.eval_chain(id),
            ExprKind::Conditional { cond, then, otherwise } => {
                let cond = scalar(&self.eval(cond)?)?;
                self.eval(if fold::truth(cond) { then } else { otherwise })
            }
            ExprKind::Select { cond, then, otherwise } => {
                let (cond, then, otherwise) = (self.eval(cond)?, self.eval(then)?, self.eval(otherwise)?);
                match cond {
                    ConstValue::Scalar(c) => Some(if fold::truth(c) { then } else { otherwise }),
                    ConstValue::Composite(conds) => {
                        let pick = |i: usize, c: &ConstValue| {
                            let from = if fold::truth(scalar(c)?) { &then } else { &otherwise };
                            part(from, i)
                        };
                        conds
                            .iter()
                            .enumerate()
                            .map(|(i, c)| pick(i, c))
                            .collect::<Option<_>>()
                            .map(ConstValue::Composite)
                    }
                    ConstValue::Zero => Some(otherwise),
                    ConstValue::String(_) => None,
                }
            }
            ExprKind::Convert(step, operand) => {
                let value = self.eval(operand)?;
                let from = self.body.func.exprs[operand].ty;
                self.eval_conversion(step, value, from, expr.ty)
            }
            ExprKind::Swizzle(operand, parts) => {
                let value = self.eval(operand)?;
                self.swizzled(&value, parts.iter().map(|&p| usize::from(p)), expr.ty)
            }
            ExprKind::MatrixSwizzle(operand, parts) => {
                let value = self.eval(operand)?;
                let (_, cols) = self.types().shape(self.body.func.exprs[operand].ty)?;
                let flat = parts.iter().map(|&(r, c)| usize::from(r) * usize::from(cols) + usize::from(c));
                self.swizzled(&value, flat, expr.ty)
            }
            ExprKind::Member(operand, field) => {
                let value = self.eval(operand)?;
                part(&value, field as usize)
            }
            ExprKind::Index(operand, index) => {
                let value = self.eval(operand)?;
                let ScalarValue::Int(at) = scalar(&self.eval(index)?)? else { return None };
                self.indexed(&value, self.body.func.exprs[operand].ty, at)
            }
            ExprKind::Construct(parts) => self.eval_construct(&parts, expr.ty),
            ExprKind::NonUniform(inner) => self.eval(inner),
            ExprKind::Intrinsic { id, ref args, .. } => {
                let greater = match id.row().name() {
                    "min" => false,
                    "max" => true,
                    _ => return None,
                };
                let &[Arg::In(a), Arg::In(b)] = args.as_slice() else { return None };
                let kind = self.types().element_kind(expr.ty)?;
                let (a, b) = (scalar(&self.eval(a)?)?, scalar(&self.eval(b)?)?);
                fold::extreme(greater, a, b, kind).map(ConstValue::Scalar)
            }
            ExprKind::Call { func, this: None, ref args } => self.eval_call(func, args),
            // Only in a call are there variables to change.
            ExprKind::Assign { ref place, value } if self.const_calls > 0 => {
                let value = self.eval(value)?;
                self.eval_assign(place, value)
            }
            ExprKind::Update { ref place, op, value, op_ty } if self.const_calls > 0 => {
                self.eval_update(place, op, value, op_ty, expr.span)
            }
            ExprKind::Step { ref place, decrement, postfix } if self.const_calls > 0 => {
                self.eval_step(place, decrement, postfix, expr.span)
            }
            ExprKind::Error
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { this: Some(_), .. }
            | ExprKind::Resource(_) => None,
        }
    }

    /// A chain of operators with two sides, whose left spine may be long.
    fn eval_chain(&mut self, id: ExprId) -> Option<ConstValue> {
        let mut spine = Vec::new();
        let mut at = id;
        loop {
            let expr = &self.body.func.exprs[at];
            #[expect(clippy::wildcard_enum_match_arm, reason = "an expression of another kind ends the chain")]
            let (op, left, right) = match expr.kind {
                ExprKind::Binary(op, left, right) => (Link::Operator(op), left, right),
                ExprKind::ShortCircuit { and, left, right } => (Link::ShortCircuit { and }, left, right),
                ExprKind::Sequence(left, right) => (Link::Comma, left, right),
                _ => break,
            };
            spine.push((op, left, right, expr.span));
            at = left;
        }
        let mut value = self.eval(at)?;
        for &(op, left, right, span) in spine.iter().rev() {
            value = match op {
                Link::Comma => self.eval(right)?,
                Link::ShortCircuit { and } => match fold::truth(scalar(&value)?) {
                    decided if decided != and => ConstValue::bool(decided),
                    _ => ConstValue::bool(fold::truth(scalar(&self.eval(right)?)?)),
                },
                Link::Operator(op) => {
                    let right = self.eval(right)?;
                    let kind = self.types().element_kind(self.body.func.exprs[left].ty)?;
                    self.eval_binary(op, &value, &right, kind, span)?
                }
            };
        }
        Some(value)
    }

    /// An operator on two constants of one kind.
    pub fn eval_binary(
        &mut self,
        op: BinaryOp,
        a: &ConstValue,
        b: &ConstValue,
        kind: ScalarKind,
        span: Span,
    ) -> Option<ConstValue> {
        let zero = zero_of(kind);
        let mut failed = None;
        let mut one = |x: &ConstValue, y: &ConstValue| {
            let x = scalar_or(x, zero)?;
            let y = scalar_or(y, zero)?;
            fold::binary(op, x, y, kind).map_err(|e| failed = Some(e)).ok().map(ConstValue::Scalar)
        };
        let result = match (a, b) {
            (ConstValue::Composite(xs), ConstValue::Composite(ys)) if xs.len() == ys.len() => {
                xs.iter().zip(ys).map(|(x, y)| one(x, y)).collect::<Option<_>>().map(ConstValue::Composite)
            }
            (ConstValue::Composite(xs), ConstValue::Zero) => {
                xs.iter().map(|x| one(x, &ConstValue::Zero)).collect::<Option<_>>().map(ConstValue::Composite)
            }
            (ConstValue::Zero, ConstValue::Composite(ys)) => {
                ys.iter().map(|y| one(&ConstValue::Zero, y)).collect::<Option<_>>().map(ConstValue::Composite)
            }
            _ => one(a, b),
        };
        match failed {
            Some(FoldError::DivisionByZero) => self.report(errors::division_by_zero(span)),
            Some(FoldError::Overflow) => {
                let ty = self.show(Types::scalar(kind));
                self.report(errors::quotient_overflows(span, &ty));
            }
            Some(FoldError::Unsupported) | None => {}
        }
        result
    }

    fn eval_construct(&mut self, parts: &[ExprId], ty: Ty) -> Option<ConstValue> {
        let numeric = self.types().element_kind(ty).is_some();
        let mut values = Vec::with_capacity(parts.len());
        for &part_id in parts {
            let value = self.eval(part_id)?;
            let part_ty = self.body.func.exprs[part_id].ty;
            match value {
                // Vectors and matrices are built from scalars and vectors laid end to end.
                ConstValue::Composite(inner) if numeric => values.extend(inner),
                ConstValue::Zero if numeric => {
                    let (rows, cols) = self.types().shape(part_ty)?;
                    let kind = self.types().element_kind(part_ty)?;
                    let count = usize::from(rows) * usize::from(cols);
                    values.extend((0..count).map(|_| ConstValue::Scalar(zero_of(kind))));
                }
                other @ (ConstValue::Scalar(_)
                | ConstValue::Composite(_)
                | ConstValue::Zero
                | ConstValue::String(_)) => values.push(other),
            }
        }
        Some(if numeric && matches!(self.types().data(ty), TyData::Scalar(_)) {
            values.into_iter().next()?
        } else {
            ConstValue::Composite(values)
        })
    }

    fn eval_place(&mut self, place: &Place) -> Option<ConstValue> {
        let (mut value, mut ty) = match place.base {
            PlaceBase::Local(local) => (self.body.const_values.get(&local)?.clone(), self.body.func.locals[local].ty),
            PlaceBase::Global(global) => {
                let data = &self.program.globals[global];
                if !matches!(data.kind, GlobalKind::Constant) {
                    return None;
                }
                (data.init.clone()?, data.ty)
            }
            PlaceBase::Temporary(expr) => (self.eval(expr)?, self.body.func.exprs[expr].ty),
            PlaceBase::This
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => return None,
        };
        for projection in &place.projections {
            match projection {
                Projection::Field(index) => {
                    value = part(&value, *index as usize)?;
                    let TyData::Struct(id) = *self.types().data(ty) else { return None };
                    ty = self.types().structs[id].fields.get(*index as usize)?.ty;
                }
                Projection::Index(index) => {
                    let ScalarValue::Int(at) = scalar(&self.eval(*index)?)? else { return None };
                    value = self.indexed(&value, ty, at)?;
                    ty = self.element_type(ty)?;
                }
                Projection::Swizzle(parts) => {
                    let kind = self.types().element_kind(ty)?;
                    ty = self.vector_or_scalar(kind, parts.len());
                    value = self.swizzled(&value, parts.iter().map(|&p| usize::from(p)), ty)?;
                }
                Projection::MatrixSwizzle(parts) => {
                    let (_, cols) = self.types().shape(ty)?;
                    let kind = self.types().element_kind(ty)?;
                    ty = self.vector_or_scalar(kind, parts.len());
                    let flat = parts.iter().map(|&(r, c)| usize::from(r) * usize::from(cols) + usize::from(c));
                    value = self.swizzled(&value, flat, ty)?;
                }
            }
        }
        Some(value)
    }

    /// A scalar for one part, else a vector.
    pub fn vector_or_scalar(&mut self, kind: ScalarKind, parts: usize) -> Ty {
        if parts == 1 { Types::scalar(kind) } else { self.types_mut().vector(kind, parts as u16) }
    }

    fn swizzled(&self, value: &ConstValue, parts: impl ExactSizeIterator<Item = usize>, ty: Ty) -> Option<ConstValue> {
        let single = matches!(self.types().data(ty), TyData::Scalar(_));
        let values: Option<Vec<ConstValue>> = parts
            .map(|i| match value {
                ConstValue::Scalar(s) if i == 0 => Some(ConstValue::Scalar(*s)),
                ConstValue::Scalar(_) | ConstValue::Composite(_) | ConstValue::Zero | ConstValue::String(_) => {
                    part(value, i)
                }
            })
            .collect();
        let values = values?;
        if single { values.into_iter().next() } else { Some(ConstValue::Composite(values)) }
    }

    /// Element of an array, row of a matrix or component of a vector.
    fn indexed(&self, value: &ConstValue, ty: Ty, at: u64) -> Option<ConstValue> {
        let at = usize::try_from(at).ok()?;
        match *self.types().data(ty) {
            TyData::Matrix { rows, cols, .. } => {
                if at >= usize::from(rows) {
                    return None;
                }
                let first = at * usize::from(cols);
                let row: Option<Vec<_>> = (first..first + usize::from(cols)).map(|i| part(value, i)).collect();
                row.map(ConstValue::Composite)
            }
            TyData::Vector(_, n) if at >= usize::from(n) => None,
            TyData::Array(_, Some(n)) if at >= n as usize => None,
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => part(value, at),
        }
    }

    fn eval_conversion(&mut self, step: Conversion, value: ConstValue, from: Ty, to: Ty) -> Option<ConstValue> {
        match step {
            Conversion::Elements => {
                let (from, to) = (self.types().element_kind(from)?, self.types().element_kind(to)?);
                fold::convert_all(&value, from, to)
            }
            Conversion::Splat => {
                if value == ConstValue::Zero {
                    return Some(value);
                }
                let (rows, cols) = self.types().shape(to)?;
                Some(ConstValue::Composite(vec![value; usize::from(rows) * usize::from(cols)]))
            }
            Conversion::Truncate => {
                let (rows, cols) = self.types().shape(to)?;
                let (_, from_cols) = self.types().shape(from)?;
                let parts = (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c)));
                let flat: Vec<usize> =
                    parts.map(|(r, c)| usize::from(r) * usize::from(from_cols) + usize::from(c)).collect();
                self.swizzled(&value, flat.into_iter(), to)
            }
            Conversion::Reshape => match value {
                ConstValue::Scalar(_) => Some(ConstValue::Composite(vec![value])),
                other @ (ConstValue::Composite(_) | ConstValue::Zero | ConstValue::String(_)) => Some(other),
            },
            Conversion::Enum => fold::convert_all(&value, self.leaf_kind(from)?, self.leaf_kind(to)?),
            // An undefined object is no constant.
            Conversion::SplatAggregate if self.holds_object(to) => None,
            Conversion::SplatAggregate => {
                if scalar(&value).is_some_and(|v| !fold::truth(v)) || value == ConstValue::Zero {
                    return Some(ConstValue::Zero);
                }
                let kind = self.types().element_kind(from)?;
                let value = match value {
                    ConstValue::Composite(parts) => parts.into_iter().next()?,
                    other @ (ConstValue::Scalar(_) | ConstValue::Zero | ConstValue::String(_)) => other,
                };
                let count = usize::try_from(self.bounded_count(to)?).ok()?;
                self.unflatten(&mut std::iter::repeat_n((scalar(&value)?, kind), count), to)
            }
            Conversion::Flatten => {
                if value == ConstValue::Zero {
                    return Some(value);
                }
                self.bounded_count(from)?;
                let mut kinds = Vec::new();
                self.leaves(from, &mut kinds);
                let mut scalars = Vec::new();
                flatten(&value, &mut scalars)?;
                if kinds.len() != scalars.len() {
                    return None;
                }
                let kinds: Option<Vec<_>> = kinds.iter().map(|&ty| self.leaf_kind(ty)).collect();
                self.unflatten(&mut scalars.into_iter().zip(kinds?), to)
            }
            Conversion::ToBase => part(&value, 0),
            Conversion::Discard | Conversion::Address => None,
        }
    }

    fn bounded_count(&self, ty: Ty) -> Option<u64> {
        Some(self.scalar_count(ty)).filter(|&n| n <= AGGREGATE_LIMIT)
    }

    fn leaf_kind(&self, ty: Ty) -> Option<ScalarKind> {
        if let TyData::Enum(id) = *self.types().data(ty) {
            Some(self.types().enums[id].underlying)
        } else {
            self.types().element_kind(ty)
        }
    }

    /// A constant of type `ty` from its scalars in order. Struct nesting is limited, so this may call itself.
    fn unflatten(&self, scalars: &mut dyn Iterator<Item = (ScalarValue, ScalarKind)>, ty: Ty) -> Option<ConstValue> {
        match self.data(ty) {
            TyData::Scalar(_) | TyData::Enum(_) => {
                let (value, from) = scalars.next()?;
                Some(ConstValue::Scalar(fold::convert(value, from, self.leaf_kind(ty)?)))
            }
            TyData::Vector(kind, _) | TyData::Matrix { scalar: kind, .. } => {
                let count = self.scalar_count(ty) as usize;
                let parts: Option<Vec<_>> = (0..count)
                    .map(|_| scalars.next().map(|(v, from)| ConstValue::Scalar(fold::convert(v, from, kind))))
                    .collect();
                parts.map(ConstValue::Composite)
            }
            TyData::Array(element, Some(count)) => {
                let parts: Option<Vec<_>> = (0..count).map(|_| self.unflatten(scalars, element)).collect();
                parts.map(ConstValue::Composite)
            }
            TyData::Struct(id) => {
                let fields: Vec<Ty> = self.types().structs[id].fields.iter().map(|f| f.ty).collect();
                let parts: Option<Vec<_>> = fields.into_iter().map(|ty| self.unflatten(scalars, ty)).collect();
                parts.map(ConstValue::Composite)
            }
            TyData::Error | TyData::Void | TyData::Array(..) | TyData::Object(..) | TyData::String => None,
        }
    }

    /// Type of an element: of an array, row of a matrix, component of a vector.
    pub fn element_type(&mut self, ty: Ty) -> Option<Ty> {
        match *self.types().data(ty) {
            TyData::Array(element, _) => Some(element),
            TyData::Vector(kind, _) => Some(Types::scalar(kind)),
            TyData::Matrix { scalar, cols, .. } => Some(self.types_mut().vector(scalar, u16::from(cols))),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => None,
        }
    }

    /// Whether an expression is an integer constant that is zero, and the like.
    pub fn constant_of(&self, id: ExprId) -> Option<&ConstValue> {
        if let ExprKind::Const(value) = &self.body.func.exprs[id].kind { Some(value) } else { None }
    }
}

/// The scalar of a constant scalar or vector of one.
pub fn scalar(value: &ConstValue) -> Option<ScalarValue> {
    match value {
        ConstValue::Scalar(value) => Some(*value),
        ConstValue::Composite(parts) => match parts.as_slice() {
            [ConstValue::Scalar(value)] => Some(*value),
            _ => None,
        },
        ConstValue::Zero => Some(ScalarValue::Int(0)),
        ConstValue::String(_) => None,
    }
}

fn scalar_or(value: &ConstValue, zero: ScalarValue) -> Option<ScalarValue> {
    if *value == ConstValue::Zero { Some(zero) } else { scalar(value) }
}

/// Zero of a kind.
pub fn zero_of(kind: ScalarKind) -> ScalarValue {
    match kind.class() {
        ScalarClass::Bool => ScalarValue::Bool(false),
        ScalarClass::Float => ScalarValue::Float(0.0),
        ScalarClass::Signed | ScalarClass::Unsigned => ScalarValue::Int(0),
    }
}

/// Part `index` of a composite constant.
fn part(value: &ConstValue, index: usize) -> Option<ConstValue> {
    match value {
        ConstValue::Composite(parts) => parts.get(index).cloned(),
        ConstValue::Zero => Some(ConstValue::Zero),
        ConstValue::Scalar(_) | ConstValue::String(_) => None,
    }
}

fn map_scalars(
    value: &ConstValue,
    kind: ScalarKind,
    change: impl Fn(ScalarValue) -> Option<ScalarValue>,
) -> Option<ConstValue> {
    match value {
        ConstValue::Scalar(v) => change(*v).map(ConstValue::Scalar),
        ConstValue::Composite(parts) => parts
            .iter()
            .map(|p| change(scalar_or(p, zero_of(kind))?).map(ConstValue::Scalar))
            .collect::<Option<_>>()
            .map(ConstValue::Composite),
        ConstValue::Zero => change(zero_of(kind)).map(ConstValue::Scalar),
        ConstValue::String(_) => None,
    }
}

/// The scalars of a constant in order; nothing if it holds a zero of unknown size.
fn flatten(value: &ConstValue, list: &mut Vec<ScalarValue>) -> Option<()> {
    match value {
        ConstValue::Scalar(v) => list.push(*v),
        ConstValue::Composite(parts) => parts.iter().try_for_each(|p| flatten(p, list))?,
        ConstValue::Zero | ConstValue::String(_) => return None,
    }
    Some(())
}
