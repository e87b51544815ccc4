//! Lowers built-in functions and methods, by the last column of the intrinsic table.
//!
//! Arguments are evaluated in order, the object first. What becomes a single operation is built here, component by
//! component on vectors and row by row on matrices; everything else has a function in [`expand`](crate::expand).

use crate::errors;
use crate::function::FuncLowerer;
use crate::place::Target;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, ExprId};
use hlslc_hir::intrinsics::{Expansion, IntrinsicId, Lowering, Role, geometry, vulkan};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData};
use hlslc_ir::types::TypeData;
use hlslc_ir::{Imm, Op, Value};
use smallvec::SmallVec;

/// An evaluated argument.
pub(crate) enum Operand {
    /// A value and its HLSL type.
    Value(Value, Ty),
    /// A place to store a result to, the type of the parameter and of the place.
    Out(Target, Ty, Ty),
    /// A place that is worked on, and its type.
    Ref(Target, Ty),
}

/// A call with its arguments evaluated.
pub(crate) struct Call {
    /// Row of the table.
    pub(crate) id: IntrinsicId,
    /// Handle of the object, for a method.
    pub(crate) object: Option<Value>,
    /// Type of the object.
    pub(crate) object_ty: Option<Ty>,
    /// Kind of the object.
    pub(crate) object_kind: Option<ObjectKind>,
    /// Arguments.
    pub(crate) args: SmallVec<[Operand; 4]>,
    /// Type of the result.
    pub(crate) ty: Ty,
    /// The position of the call.
    pub(crate) span: Span,
}

impl Call {
    /// HLSL type of an argument (of the parameter, for `out`).
    pub(crate) fn arg_ty(&self, index: usize) -> Ty {
        match self.args.get(index) {
            Some(Operand::Value(_, ty) | Operand::Out(_, ty, _) | Operand::Ref(_, ty)) => *ty,
            None => self.ty,
        }
    }

    /// Position of the argument that plays a role.
    pub(crate) fn index_of(&self, role: Role) -> Option<usize> {
        self.id.argument(self.object_kind, self.args.len(), role)
    }
}

impl<'p> FuncLowerer<'_, 'p> {
    /// Lowers a call of a built-in function or method; `None` for `void`.
    pub(crate) fn intrinsic(
        &mut self,
        id: IntrinsicId,
        object: Option<ExprId>,
        args: &'p [Arg],
        ty: Ty,
        span: Span,
    ) -> Option<Value> {
        if let Lowering::Expand(Expansion::Geometry(geometry::Expansion::DispatchMesh)) = id.row().lowering {
            return self.dispatch_mesh(args, span);
        }
        if let Lowering::Expand(Expansion::Vulkan(vulkan::Expansion::Printf)) = id.row().lowering {
            self.print(args, span);
            return None;
        }
        let object_ty = object.map(|object| self.f.exprs[object].ty);
        let object_kind = object_ty.and_then(|ty| {
            let TyData::Object(kind, _) = self.cx.program.types.data(ty) else { return None };
            Some(*kind)
        });
        let object = object.map(|object| self.opened(object));
        let args = args.iter().map(|arg| self.operand(arg)).collect();
        let call = Call { id, object, object_ty, object_kind, args, ty, span };
        self.at(span);
        match id.row().lowering {
            Lowering::Op(op) => Some(self.operation(&call, op)),
            Lowering::ByClass(float, signed, unsigned) => {
                let op = match self.class_of(&call, 0) {
                    ScalarClass::Float => float,
                    ScalarClass::Signed => signed,
                    ScalarClass::Unsigned | ScalarClass::Bool => unsigned,
                };
                Some(self.operation(&call, op))
            }
            Lowering::Expand(expansion) => self.expand(expansion, &call),
            Lowering::NotYet | Lowering::Gone(_) => self.not_yet(&call),
        }
    }

    /// Reports that a call cannot be lowered yet.
    pub(crate) fn not_yet(&mut self, call: &Call) -> Option<Value> {
        let row = call.id.row();
        let name = match call.object_kind {
            Some(kind) => format!("{}::{}", kind.name(), row.name()),
            None => row.name().to_owned(),
        };
        self.cx.report(errors::intrinsic_not_supported(call.span, &name));
        let ty = self.ty(call.ty, call.span);
        (ty != self.b.ctx.void()).then(|| self.b.undef(ty))
    }

    fn operand(&mut self, arg: &'p Arg) -> Operand {
        match arg {
            Arg::In(expr) => Operand::Value(self.opened(*expr), self.f.exprs[*expr].ty),
            Arg::Out { place, param_ty } | Arg::InOut { place, param_ty } => {
                Operand::Out(self.place(place), *param_ty, place.ty)
            }
            Arg::Ref(place) => Operand::Ref(self.place(place), place.ty),
        }
    }

    /// One operation on all arguments in order; matrices row by row.
    fn operation(&mut self, call: &Call, op: Op) -> Value {
        let result = self.ty(call.ty, call.span);
        // A matrix is an array of rows, which are converted one by one.
        let row = if let TypeData::Array(row, _) = *self.b.ctx.type_data(result) { row } else { result };
        let scalar = self.b.ctx.scalar_of(row);
        let args: SmallVec<[Value; 4]> = (0..call.args.len()).map(|i| self.arg(call, i)).collect();
        self.by_rows(&args, &mut |this, args| match (args.first(), scalar) {
            (None, _) => this.b.value(op, result, Imm::None, args),
            (Some(&arg), Some(scalar)) if op.info().is_conversion() => this.b.cast(op, arg, scalar),
            _ => this.b.op(op, args),
        })
    }

    /// Value of an argument.
    pub(crate) fn arg(&mut self, call: &Call, index: usize) -> Value {
        match call.args.get(index) {
            Some(Operand::Value(value, _)) => *value,
            Some(Operand::Out(..) | Operand::Ref(..)) | None => {
                self.internal(&format!("an argument of `{}` that is not there", call.id.row().name()));
                let ty = self.b.ctx.i32();
                self.b.undef(ty)
            }
        }
    }

    /// Element kind of an argument.
    pub(crate) fn arg_kind(&self, call: &Call, index: usize) -> ScalarKind {
        self.number_kind(call.arg_ty(index))
    }

    /// Element class of an argument.
    pub(crate) fn class_of(&self, call: &Call, index: usize) -> ScalarClass {
        self.arg_kind(call, index).class()
    }

    /// Value of the argument that plays a role, if it is there.
    pub(crate) fn arg_of(&mut self, call: &Call, role: Role) -> Option<Value> {
        let index = call.index_of(role)?;
        Some(self.arg(call, index))
    }

    /// Stores a value of the parameter's type to an `out` argument.
    pub(crate) fn store_out(&mut self, call: &Call, index: usize, value: Value) {
        if let Some(Operand::Out(target, param_ty, place_ty)) = call.args.get(index) {
            let value = self.convert_shape(value, *param_ty, *place_ty, call.span);
            self.store_place(target, value);
        }
    }
}
