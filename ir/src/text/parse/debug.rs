//! Parses variables of the source, and debug records.

use super::body::{Body, numbered};
use super::{Parsed, Parser};
use crate::debug::{DebugRecord, Location, Piece, Point, VariableData};
use crate::entity::{Block, DebugVariable};
use crate::text::lex::Token;
use crate::text::print::debug::{ARGUMENT, BY, FROM, IN_MEMORY, UNKNOWN, VARIABLE};
use cranelift_entity::EntityRef;

impl Parser<'_> {
    /// Reads `variable varN "name"`.
    pub(super) fn debug_variable(&mut self) -> Parsed {
        self.expect_word(VARIABLE)?;
        let number = self.variable_number()?;
        let name = self.text()?;
        let argument = if self.eat_word(ARGUMENT) { Some(self.number()?) } else { None };
        let span = self.span()?;
        let info = self.module.debug.get_or_insert_default();
        if number.index() != info.variables.len() {
            return self.error_before("variables are numbered in order");
        }
        info.variables.push(VariableData { name, span, scope: span, ty: None, argument });
        Ok(())
    }

    fn variable_number(&mut self) -> Parsed<DebugVariable> {
        let word = self.word()?;
        match numbered(word, "var") {
            Some(number) => Ok(DebugVariable::from_u32(number)),
            None => self.error_before("a variable is needed here"),
        }
    }

    /// Parses a record after `debug`; for now it belongs to the end of the block.
    pub(super) fn debug_record(&mut self, body: &mut Body, block: Block) -> Parsed<DebugRecord> {
        let variable = self.variable_number()?;
        self.expect('[')?;
        let offset = self.number()?;
        self.expect(',')?;
        let piece = Piece { offset, bits: self.number()? };
        self.expect(']')?;
        let point = Point::End(block);
        let location = if self.eat_word(IN_MEMORY) {
            Location::Memory(self.operand(body, None)?)
        } else {
            self.expect('=')?;
            if self.eat_word(UNKNOWN) {
                Location::Unknown(point)
            } else {
                let start = self.at;
                let ty = self.ty()?;
                if let Token::Local(_) = self.peek() {
                    self.at = start;
                    Location::Value(self.operand(body, None)?, point)
                } else {
                    Location::Constant(self.constant(ty)?, point)
                }
            }
        };
        let from = if self.goes_on() && self.eat_word(FROM) { self.number()? } else { 0 };
        let none = self.module.ctx.no_loc();
        let by = if self.goes_on() && self.eat_word(BY) { Some(self.loc()?) } else { None };
        let by = by.filter(|&loc| loc != none);
        let inlined_at = Some(self.loc()?).filter(|&loc| loc != none);
        Ok(DebugRecord { variable, inlined_at, piece, from, by, location })
    }
}
