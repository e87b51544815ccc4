//! Computes which values the other lanes of a quad read: the operands of derivatives, the coordinates of samples that choose
//! their level by them, and what quad operations exchange.
//!
//! Input: any function. Output: those values, and what they are constructed of without computing anything (the
//! components of a coordinate). A lane reads the value of a neighbour even if that one does not execute the operation,
//! as long as it has computed the value. So a pass must not move such a value to where fewer lanes compute it, nor
//! replace it by one that only the lanes of a branch have. DXC marks the same operands as convergent; values that are
//! computed under the branch of their derivative are what the neighbours make of them, here as there.
//! Cost: linear, if any operation of the kind is in the function.

use cranelift_entity::EntitySet;
use hlslc_ir::ops::{OpSet, Scalars};
use hlslc_ir::{Function, Inst, Value};
use std::ops::Range;
use std::sync::LazyLock;

static READING: LazyLock<OpSet> = LazyLock::new(|| OpSet::which(|op| op.info().quad.is_some()));

/// The values of a function that other lanes of a quad read.
pub(crate) struct Quads {
    read: EntitySet<Value>,
    any: bool,
}

impl Quads {
    pub fn new(func: &Function) -> Self {
        let mut this = Self { read: EntitySet::new(), any: false };
        if !func.may_hold(&READING) {
            return this;
        }
        let mut work: Vec<Value> = Vec::new();
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            work.extend(&func.args(inst)[operands(func, inst)]);
        }
        this.any = !work.is_empty();
        while let Some(value) = work.pop() {
            if func.as_const(value).is_none() && this.read.insert(value) {
                let inst = func.as_inst(value).filter(|&inst| is_rearranging(func, inst));
                work.extend(inst.into_iter().flat_map(|inst| func.args(inst)));
            }
        }
        this
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        !self.any
    }

    /// Whether other lanes read a value.
    pub fn reads(&self, value: Value) -> bool {
        self.any && self.read.contains(value)
    }

    /// Whether other lanes read an operand as this instruction has it, or in what the instruction puts together of it.
    pub fn reads_operand(&self, func: &Function, inst: Inst, operand: usize) -> bool {
        self.any
            && (operands(func, inst).contains(&operand)
                || (is_rearranging(func, inst) && func.result(inst).is_some_and(|result| self.reads(result))))
    }
}

/// The operands of an instruction that other lanes read. In the flat form each component of a coordinate is one, up to the
/// offset, which has another type, and before as many operands as the row has after it.
fn operands(func: &Function, inst: Inst) -> Range<usize> {
    let (info, args) = (func.insts[inst].op.info(), func.args(inst));
    let Some(at) = info.quad.map(usize::from).filter(|&at| at < args.len()) else { return 0..0 };
    let behind = info.operands.len().saturating_sub(at + 1);
    let row = args.get(at..args.len().saturating_sub(behind)).unwrap_or_default();
    let alike = row.iter().take_while(|&&arg| func.ty(arg) == func.ty(args[at])).count();
    at..at + alike
}

/// Whether an instruction only puts values together or takes them apart.
fn is_rearranging(func: &Function, inst: Inst) -> bool {
    func.insts[inst].op.info().scalars == Scalars::Parts
}
