//! Built-in functions and methods, by the table's `lowering` column.

use crate::errors;
use crate::function::FuncLowerer;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, ExprId};
use hlslc_hir::intrinsics::IntrinsicId;
use hlslc_hir::types::Ty;
use hlslc_ir::Value;

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
        let _ = (object, args, ty);
        self.cx.report(errors::intrinsic_not_supported(span, &format!("intrinsic {}", id.0)));
        None
    }
}
