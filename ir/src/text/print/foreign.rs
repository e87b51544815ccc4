//! Prints what the source takes from SPIR-V by number.

use super::{Printer, write_string};
use crate::Const;
use crate::entity::ForeignId;
use crate::foreign::{DecorationOperands, ForeignDecoration, ForeignOperand, ModeOperands};
use std::fmt::Write as _;

impl Printer<'_> {
    /// Writes the immediate of an instruction.
    pub(super) fn foreign_inst(&mut self, id: ForeignId) {
        let Some(inst) = self.ctx.foreign_data(id) else {
            put!(self, "[{id}]");
            return;
        };
        put!(self, "[{}", inst.opcode);
        if let Some(set) = &inst.set {
            self.out.push(' ');
            let _ = write_string(&mut self.out, set);
        }
        self.out.push(' ');
        self.ty(inst.result);
        self.out.push_str(" (");
        for (i, operand) in inst.operands.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            match operand {
                ForeignOperand::Value => self.out.push_str("value"),
                ForeignOperand::Literal(number) => put!(self, "{number}"),
                ForeignOperand::Text(text) => {
                    let _ = write_string(&mut self.out, text);
                }
                ForeignOperand::Type(ty) => {
                    self.out.push_str("type ");
                    self.ty(*ty);
                }
            }
        }
        self.out.push_str(")]");
    }

    /// Prints the requests of a module.
    pub(super) fn foreign_needs(&mut self) {
        let needs = &self.module.foreign;
        for (number, span) in &needs.capabilities {
            put!(self, "capability {number}");
            self.span(*span);
            self.out.push('\n');
        }
        for (name, span) in &needs.extensions {
            self.out.push_str("extension ");
            let _ = write_string(&mut self.out, name);
            self.span(*span);
            self.out.push('\n');
        }
        for mode in &needs.modes {
            match &mode.operands {
                ModeOperands::Literals(numbers) => {
                    put!(self, "mode {}", mode.number);
                    self.numbers(numbers);
                }
                ModeOperands::Ids(ids) => {
                    put!(self, "mode_id {}", mode.number);
                    self.constants(ids);
                }
            }
            self.span(mode.span);
            self.out.push('\n');
        }
    }

    pub(super) fn decorations(&mut self, decorations: &[ForeignDecoration]) {
        for decoration in decorations {
            let number = decoration.number;
            match &decoration.operands {
                DecorationOperands::Literals(numbers) => {
                    put!(self, " decorate {number}");
                    self.numbers(numbers);
                }
                DecorationOperands::Ids(ids) => {
                    put!(self, " decorate_id {number}");
                    self.constants(ids);
                }
                DecorationOperands::Texts(texts) => {
                    put!(self, " decorate_text {number} (");
                    for (i, text) in texts.iter().enumerate() {
                        self.out.push_str(if i == 0 { "" } else { ", " });
                        let _ = write_string(&mut self.out, text);
                    }
                    self.out.push(')');
                }
            }
            self.span(decoration.span);
        }
    }

    fn numbers(&mut self, numbers: &[u32]) {
        let texts: Vec<String> = numbers.iter().map(u32::to_string).collect();
        put!(self, " ({})", texts.join(", "));
    }

    fn constants(&mut self, ids: &[Const]) {
        self.out.push_str(" (");
        for (i, &id) in ids.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { ", " });
            self.ty(self.ctx.const_data(id).0);
            self.out.push(' ');
            self.constant(id);
        }
        self.out.push(')');
    }
}
