//! Lowers the functions of work graphs: methods of inputs, outputs and records of nodes.

use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_hir::intrinsics::nodes;
use hlslc_ir::{Imm, Op, Value};

impl FuncLowerer<'_, '_> {
    /// Builds an intrinsic of [`nodes`](hlslc_hir::intrinsics::nodes); `None` for `void`.
    pub(super) fn expand_nodes(&mut self, expansion: nodes::Expansion, call: &Call) -> Option<Value> {
        use nodes::Expansion as E;
        let ty = self.ty(call.ty, call.span);
        match expansion {
            E::Record => {
                self.internal("a record as a value");
                None
            }
            E::Indexed => {
                let args = [self.object(call), self.arg(call, 0)];
                self.b.inst(Op::NodeAt, ty, Imm::None, &args)
            }
            E::Records { per_thread } => {
                let args = [self.object(call), self.arg(call, 0)];
                self.b.inst(Op::NodeRecords, ty, Imm::Index(u32::from(per_thread)), &args)
            }
            E::Increment { per_thread } => {
                let args = [self.object(call), self.arg(call, 0)];
                self.b.inst(Op::NodeIncrement, ty, Imm::Index(u32::from(per_thread)), &args)
            }
            E::Plain(op) => {
                let object = self.object(call);
                self.b.inst(op, ty, Imm::None, &[object])
            }
            E::Barrier => {
                let args = [self.arg(call, 0), self.arg(call, 1)];
                self.b.inst(Op::BarrierByRecord, ty, Imm::None, &args)
            }
        }
    }
}
