//! Records the parts of each instruction for a trace: its name, and the slots of its operands and of its result.

use dxil::inst::InstKind;
use dxil::{InstId, Value};

use super::Decoder;
use super::body::Frame;
use crate::program::{Inst, Target};
use crate::report::DecodeError;
use crate::trace::{Origin, Seen, When};

impl<'m> Decoder<'m> {
    /// Notes an instruction whose code begins at `first` and ends here. What has no code is not reported, but the phis, which the
    /// edge into the block copied.
    pub(super) fn note(&mut self, frame: &mut Frame<'m>, id: InstId, first: usize) -> Result<(), DecodeError> {
        if !self.manner.traces {
            return Ok(());
        }
        let kind = &frame.body.insts[id].kind;
        let is_phi = matches!(kind, InstKind::Phi { .. });
        let end = self.program.code.len();
        if let [.., Inst::Note { .. }] = self.program.code[first..] {
            return Ok(());
        }
        let is_void = self.void(frame.body.insts[id].ty);
        let result = if is_void { None } else { self.seen(frame, id.into()).ok() };
        if end > first || result.is_some() {
            self.unit(frame, id, first, result.clone());
        }
        if end == first && !is_phi {
            return Ok(());
        }
        let operation = self.module.op_call(kind);
        let callee = self.module.direct_callee(kind).filter(|_| operation.is_none());
        let name = match (&operation, callee) {
            (Some(call), _) => call.op.info().name().to_owned(),
            (_, Some(callee)) => String::from_utf8_lossy(self.module.functions[callee].name.as_bytes()).into_owned(),
            _ => name(kind),
        };
        let operands = match (&operation, kind) {
            // The first argument says which operation it is.
            (Some(_), InstKind::Call { args, .. }) => args[1..].to_vec(),
            (_, InstKind::Call { args, .. }) => args.to_vec(),
            (_, InstKind::Switch { value, .. }) => vec![*value],
            (_, InstKind::Phi { .. }) => Vec::new(),
            _ => kind.operands().to_vec(),
        };
        let mut args = Vec::with_capacity(operands.len());
        for operand in operands {
            args.push(if self.module.is_undef(operand) { None } else { Some(self.seen(frame, operand)?) });
        }
        let (before, after) = (first as Target, end as Target - u32::from(end > first));
        let origins = &mut self.program.origins;
        if callee.is_some() {
            origins.push(Origin { at: before, when: When::Before, name: format!("call {name}"), args, result: None });
            if result.is_some() {
                origins.push(Origin {
                    at: after,
                    when: When::After,
                    name: format!("back from {name}"),
                    args: Vec::new(),
                    result,
                });
            }
        } else if is_phi {
            origins.push(Origin { at: before, when: When::Before, name, args, result });
        } else if kind.is_terminator() {
            origins.push(Origin { at: after, when: When::Before, name, args, result: None });
        } else {
            origins.push(Origin { at: after, when: When::After, name, args, result });
        }
        Ok(())
    }

    pub(super) fn seen(&mut self, frame: &mut Frame<'m>, value: Value) -> Result<Seen, DecodeError> {
        Ok(Seen { nums: self.nums(frame, value)?, slot: self.slot(frame, value)? })
    }
}

/// The name of an instruction in LLVM's listing.
fn name(kind: &InstKind) -> String {
    let name = match kind {
        InstKind::Binary { op, .. } => op.text(),
        InstKind::Cast { op, .. } => op.text(),
        InstKind::Cmp { pred, .. } => {
            return format!("{} {}", if pred.is_float() { "fcmp" } else { "icmp" }, pred.text());
        }
        InstKind::AtomicRmw { op, .. } => return format!("atomicrmw {}", op.text()),
        InstKind::Select { .. } => "select",
        InstKind::ExtractValue { .. } => "extractvalue",
        InstKind::InsertValue { .. } => "insertvalue",
        InstKind::InsertElement { .. } => "insertelement",
        InstKind::ExtractElement { .. } => "extractelement",
        InstKind::ShuffleVector { .. } => "shufflevector",
        InstKind::Gep { .. } => "getelementptr",
        InstKind::Alloca { .. } => "alloca",
        InstKind::Load { .. } => "load",
        InstKind::Store { .. } => "store",
        InstKind::CmpXchg { .. } => "cmpxchg",
        InstKind::Phi { .. } => "phi",
        InstKind::Call { .. } => "call",
        InstKind::Ret(_) => "ret",
        InstKind::Br(_) | InstKind::CondBr { .. } => "br",
        InstKind::Switch { .. } => "switch",
        InstKind::Unreachable => "unreachable",
    };
    name.to_owned()
}
