//! Checks parts of `?:`: its condition, and what stands on its sides.

use crate::cx::{Checker, Operand, OperandKind};
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::hir::ExprKind;
use hlslc_hir::types::{Ty, TyData};
use hlslc_syntax::LanguageVersion;

impl Checker<'_> {
    /// Reports a condition of a scoped enumeration, which no number stands for by itself.
    pub(super) fn rejects_scoped(&mut self, condition: &Operand) -> bool {
        let is_scoped = matches!(*self.types().data(condition.ty), TyData::Enum(id) if self.types().enums[id].is_class);
        if is_scoped {
            let shown = self.show(condition.ty);
            self.report(errors::condition_type(condition.span, &shown));
        }
        is_scoped
    }

    /// Whether a condition that is a vector or matrix counts with its first component, with the warning that any such
    /// conversion has: since HLSL 202x DXC follows the rules of C++ where scalars stand on both sides, unless both are
    /// of minimum precision.
    pub(super) fn chooses_by_first(&self, then: &Operand, otherwise: &Operand) -> bool {
        let scalar = |operand: &Operand| {
            if let TyData::Scalar(kind) = self.types().data(operand.ty) { Some(*kind) } else { None }
        };
        self.options.language >= LanguageVersion::V202X
            && scalar(then).zip(scalar(otherwise)).is_some_and(|(a, b)| !(a.is_min_precision() && b.is_min_precision()))
    }

    /// A `?:` of which it is noted what stands on its sides.
    pub(super) fn choice(&mut self, ty: Ty, kind: ExprKind, arms: [Operand; 2], span: Span) -> Operand {
        let expr = self.emit(ty, kind, span);
        self.body.choices.insert(expr, arms);
        Operand { ty, span, kind: OperandKind::Value(expr) }
    }
}
