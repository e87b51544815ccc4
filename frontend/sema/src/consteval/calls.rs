//! Evaluates calls of `constexpr` functions, as C++ does (HLSL 202x, proposal 0023).
//!
//! Input: a call whose function is checked. Output: the value that it returns, if its arguments are constants and every statement that
//! runs changes only variables of the function. Statements draw on the same budget of steps as expressions, so a loop without end is no constant.
//!
//! A function is taken out of the program while it is evaluated: a call of itself finds no body, and is no constant. Functions that call
//! each other nest at most [`MOST_CALLS`] deep, and expressions in them at most [`DEEPEST`].

use super::{scalar, zero_of};
use crate::cx::{Body, Checker};
use crate::fold;
use hlslc_base::Span;
use hlslc_hir::hir::{
    Arg, BinaryOp, ExprId, FuncId, Function, LocalId, Place, PlaceBase, Projection, StmtId, StmtKind,
};
use hlslc_hir::types::{Ty, TyData, Types};
use hlslc_hir::value::{ConstValue, ScalarValue};

/// The most calls inside each other.
const MOST_CALLS: u32 = 32;

/// The most expressions and statements inside each other, in all calls.
const DEEPEST: u32 = 512;

/// Where control goes after a statement.
enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<ConstValue>),
}

impl Checker<'_> {
    /// The value of a call of a `constexpr` function.
    pub(super) fn eval_call(&mut self, func: FuncId, args: &[Arg]) -> Option<ConstValue> {
        if !self.constexpr_functions.contains(&func) || self.const_calls >= MOST_CALLS {
            return None;
        }
        let values: Vec<ConstValue> = args
            .iter()
            .map(|arg| if let Arg::In(value) = *arg { self.eval(value) } else { None })
            .collect::<Option<_>>()?;
        let block = self.program.funcs[func].body?;
        let mut body = Body::scratch();
        body.func = std::mem::replace(&mut self.program.funcs[func], Function::empty());
        let params = body.func.params.iter().zip(values);
        body.const_values = params.map(|(param, value)| (param.local, value)).collect();
        let outer = std::mem::replace(&mut self.body, body);
        self.const_calls += 1;
        let flow = self.run(block);
        self.const_calls -= 1;
        let body = std::mem::replace(&mut self.body, outer);
        self.program.funcs[func] = body.func;
        match flow? {
            Flow::Return(value) => value,
            Flow::Next | Flow::Break | Flow::Continue => None,
        }
    }

    /// Goes one expression or statement deeper, which is limited within calls.
    pub(super) fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        if self.const_calls == 0 {
            return inner(self);
        }
        self.const_depth += 1;
        let value = if self.const_depth > DEEPEST { None } else { inner(self) };
        self.const_depth -= 1;
        value
    }

    fn run(&mut self, stmt: StmtId) -> Option<Flow> {
        self.deeper(|this| this.execute(stmt))
    }

    fn run_all(&mut self, list: &[StmtId]) -> Option<Flow> {
        for &stmt in list {
            match self.run(stmt)? {
                Flow::Next => {}
                flow @ (Flow::Break | Flow::Continue | Flow::Return(_)) => return Some(flow),
            }
        }
        Some(Flow::Next)
    }

    fn truth(&mut self, cond: ExprId) -> Option<bool> {
        Some(fold::truth(scalar(&self.eval(cond)?)?))
    }

    fn execute(&mut self, stmt: StmtId) -> Option<Flow> {
        self.const_steps = self.const_steps.checked_sub(1)?;
        match self.body.func.stmts[stmt].kind.clone() {
            StmtKind::Expr(expr) => {
                self.eval(expr)?;
                Some(Flow::Next)
            }
            StmtKind::Declare { local, init } => {
                let value = match init {
                    Some(init) => Some(self.eval(init)?),
                    None => None,
                };
                // A variable without a value cannot be read until it has one.
                match value {
                    Some(value) => self.body.const_values.insert(local, value),
                    None => self.body.const_values.remove(&local),
                };
                Some(Flow::Next)
            }
            StmtKind::Block(list) => self.run_all(&list),
            StmtKind::If { cond, then, otherwise, .. } => match (self.truth(cond)?, otherwise) {
                (true, _) => self.run(then),
                (false, Some(otherwise)) => self.run(otherwise),
                (false, None) => Some(Flow::Next),
            },
            StmtKind::Loop { cond, step, body, .. } => {
                loop {
                    self.const_steps = self.const_steps.checked_sub(1)?;
                    if let Some(cond) = cond
                        && !self.truth(cond)?
                    {
                        break;
                    }
                    match self.run(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        flow @ Flow::Return(_) => return Some(flow),
                    }
                    if let Some(step) = step {
                        self.eval(step)?;
                    }
                }
                Some(Flow::Next)
            }
            StmtKind::DoWhile { body, cond, .. } => loop {
                match self.run(body)? {
                    Flow::Next | Flow::Continue => {}
                    Flow::Break => return Some(Flow::Next),
                    flow @ Flow::Return(_) => return Some(flow),
                }
                if !self.truth(cond)? {
                    return Some(Flow::Next);
                }
            },
            StmtKind::Switch { value, cases, .. } => {
                let ScalarValue::Int(value) = scalar(&self.eval(value)?)? else { return None };
                let has = |label: Option<u64>| cases.iter().position(|case| case.labels.contains(&label));
                let Some(first) = has(Some(value)).or_else(|| has(None)) else { return Some(Flow::Next) };
                for case in cases.iter().skip(first) {
                    match self.run_all(&case.body)? {
                        Flow::Next => {}
                        Flow::Break => break,
                        flow @ (Flow::Continue | Flow::Return(_)) => return Some(flow),
                    }
                }
                Some(Flow::Next)
            }
            StmtKind::Break => Some(Flow::Break),
            StmtKind::Continue => Some(Flow::Continue),
            StmtKind::Return(value) => {
                let value = match value {
                    Some(value) => Some(self.eval(value)?),
                    None => None,
                };
                Some(Flow::Return(value))
            }
            StmtKind::Discard => None,
        }
    }

    /// Gives a variable of the function that is evaluated a value, or a part of one.
    pub(super) fn eval_assign(&mut self, place: &Place, value: ConstValue) -> Option<ConstValue> {
        let PlaceBase::Local(local) = place.base else { return None };
        let mut path = Vec::new();
        let mut ty = self.body.func.locals[local].ty;
        for projection in &place.projections {
            let at = match projection {
                Projection::Field(index) => *index as usize,
                Projection::Index(index) => {
                    let ScalarValue::Int(at) = scalar(&self.eval(*index)?)? else { return None };
                    usize::try_from(at).ok()?
                }
                Projection::Swizzle(parts) => match parts[..] {
                    [at] => usize::from(at),
                    _ => return None,
                },
                Projection::MatrixSwizzle(_) => return None,
            };
            // The rows of a matrix are no parts of its constant.
            if matches!(self.types().data(ty), TyData::Matrix { .. }) {
                return None;
            }
            path.push((at, self.parts_of(ty)?));
            ty = match projection {
                Projection::Field(index) => {
                    let TyData::Struct(id) = *self.types().data(ty) else { return None };
                    self.types().structs[id].fields.get(*index as usize)?.ty
                }
                Projection::Index(_) => self.element_type(ty)?,
                Projection::Swizzle(_) => Types::scalar(self.types().element_kind(ty)?),
                Projection::MatrixSwizzle(_) => return None,
            };
        }
        self.put(local, &path, value.clone())?;
        Some(value)
    }

    /// The number of parts of an array, a vector or a struct.
    fn parts_of(&self, ty: Ty) -> Option<usize> {
        match *self.types().data(ty) {
            TyData::Vector(_, count) => Some(usize::from(count)),
            TyData::Array(_, count) => Some(count? as usize),
            TyData::Struct(id) => Some(self.types().structs[id].fields.len()),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Matrix { .. }
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => None,
        }
    }

    /// Changes the part of a variable to which a path of (index, number of parts) leads.
    fn put(&mut self, local: LocalId, path: &[(usize, usize)], value: ConstValue) -> Option<()> {
        if path.is_empty() {
            self.body.const_values.insert(local, value);
            return Some(());
        }
        let mut at = self.body.const_values.get_mut(&local)?;
        for &(index, count) in path {
            if let ConstValue::Zero = at {
                *at = ConstValue::Composite(vec![ConstValue::Zero; count]);
            }
            let ConstValue::Composite(parts) = at else { return None };
            at = parts.get_mut(index)?;
        }
        *at = value;
        Some(())
    }

    /// `place op= value`, in the type of the operation.
    pub(super) fn eval_update(
        &mut self,
        place: &Place,
        op: BinaryOp,
        value: ExprId,
        op_ty: Ty,
        span: Span,
    ) -> Option<ConstValue> {
        // A conversion on the way to the operation or back is no step of its own in the HIR.
        if op_ty != place.ty {
            return None;
        }
        let before = self.eval_place(place)?;
        let value = self.eval(value)?;
        let kind = self.types().element_kind(op_ty)?;
        let after = self.eval_binary(op, &before, &value, kind, span)?;
        self.eval_assign(place, after)
    }

    /// `++` or `--`.
    pub(super) fn eval_step(
        &mut self,
        place: &Place,
        decrement: bool,
        postfix: bool,
        span: Span,
    ) -> Option<ConstValue> {
        let before = self.eval_place(place)?;
        let kind = self.types().element_kind(place.ty)?;
        let one = match zero_of(kind) {
            ScalarValue::Int(_) => ScalarValue::Int(1),
            ScalarValue::Float(_) => ScalarValue::Float(1.0),
            ScalarValue::Bool(_) => return None,
        };
        let op = if decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let one = match self.parts_of(place.ty) {
            Some(count) => ConstValue::Composite(vec![ConstValue::Scalar(one); count]),
            None => ConstValue::Scalar(one),
        };
        let after = self.eval_binary(op, &before, &one, kind, span)?;
        self.eval_assign(place, after.clone())?;
        Some(if postfix { before } else { after })
    }
}
