//! Lowers functions on matrices of linear algebra: one operation each. Memory is given by the address of its first element.

use crate::function::FuncLowerer;
use crate::intrinsic::{Call, Operand};
use hlslc_hir::intrinsics::linalg;
use hlslc_ir::{Imm, Value};

impl FuncLowerer<'_, '_> {
    /// Builds such a call; `None` for `void`.
    pub(super) fn expand_linalg(&mut self, expansion: linalg::Expansion, call: &Call) -> Option<Value> {
        match expansion {
            linalg::Expansion::Made(op) => {
                let args = self.linalg_args(call, 1)?;
                let Some(&Operand::Out(_, made, _)) = call.args.first() else { return None };
                let ty = self.ty(made, call.span);
                let value = self.b.value(op, ty, Imm::None, &args);
                self.store_out(call, 0, value);
                None
            }
            linalg::Expansion::Plain(op) => {
                let args = self.linalg_args(call, 0)?;
                let ty = self.ty(call.ty, call.span);
                self.b.inst(op, ty, Imm::None, &args)
            }
        }
    }

    /// The arguments from one on.
    fn linalg_args(&mut self, call: &Call, first: usize) -> Option<Vec<Value>> {
        let mut args = Vec::with_capacity(call.args.len());
        for at in first..call.args.len() {
            args.push(match call.args.get(at) {
                Some(Operand::Ref(target, _)) => {
                    let Some(array) = self.exact_pointer(target) else {
                        self.cx.unsupported(call.span, "a matrix in this memory");
                        return None;
                    };
                    let zero = self.b.i32(0);
                    self.b.gep(array, &[zero])
                }
                _ => self.arg(call, at),
            });
        }
        Some(args)
    }
}
