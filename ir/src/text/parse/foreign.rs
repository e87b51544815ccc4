//! Parses what the source takes from SPIR-V by number.

use super::{Parsed, Parser, key};
use crate::entity::{Const, Type};
use crate::foreign::{
    DecorationOperands, ForeignDecoration, ForeignInst, ForeignMode, ForeignOperand, ForeignType, ForeignVariable,
    ModeOperands, TypeOperand,
};
use crate::function::Imm;
use crate::text::lex::Token;
use crate::types::{StructData, TypeData};
use smallvec::SmallVec;

/// Words that start a decoration.
const DECORATIONS: [&str; 3] = ["decorate", "decorate_id", "decorate_text"];

impl Parser<'_> {
    /// `address(T, align)`. A struct that comes later may be meant.
    pub(super) fn address_type(&mut self, depth: u32) -> Parsed<Type> {
        self.expect('(')?;
        if let Token::Local(name) = self.peek()
            && !self.structs.contains_key(&key(name))
        {
            let data = StructData { name: name.text.clone(), fields: Vec::new(), declared: None };
            let ty = self.module.ctx.declare_struct(data);
            if let TypeData::Struct(id) = *self.module.ctx.type_data(ty) {
                self.open_structs.insert(key(name), id);
            }
            self.structs.insert(key(name), ty);
        }
        let pointee = self.type_at(depth + 1)?;
        self.expect(',')?;
        let align = self.number()?;
        self.expect(')')?;
        Ok(self.module.ctx.ty(TypeData::Foreign(ForeignType::Address { pointee, align })))
    }

    /// `spirv(opcode, operands)`.
    pub(super) fn made_type(&mut self, depth: u32) -> Parsed<Type> {
        self.expect('(')?;
        let opcode = self.number()?;
        let memory = if self.eat_word("memory") { Some((self.number()?, self.number()?)) } else { None };
        let mut operands = SmallVec::new();
        while self.eat(',') {
            operands.push(if self.eat_word("type") {
                TypeOperand::Type(self.type_at(depth + 1)?)
            } else if self.eat_word("constant") {
                let ty = self.type_at(depth + 1)?;
                TypeOperand::Constant(self.constant(ty)?)
            } else {
                TypeOperand::Literal(self.number()?)
            });
        }
        self.expect(')')?;
        Ok(self.module.ctx.ty(TypeData::Foreign(ForeignType::Made { opcode, operands, memory })))
    }

    /// The rest of an instruction after `[`.
    pub(super) fn foreign_imm(&mut self) -> Parsed<Imm> {
        let opcode = self.number()?;
        let set = if matches!(self.peek(), Token::Text(_)) { Some(self.text()?) } else { None };
        let result = self.ty()?;
        self.expect('(')?;
        let mut operands = SmallVec::new();
        while !self.eat(')') {
            if !operands.is_empty() {
                self.expect(',')?;
            }
            operands.push(if self.eat_word("value") {
                ForeignOperand::Value
            } else if matches!(self.peek(), Token::Text(_)) {
                ForeignOperand::Text(self.text()?)
            } else if self.eat_word("type") {
                ForeignOperand::Type(self.ty()?)
            } else {
                ForeignOperand::Literal(self.number()?)
            });
        }
        self.expect(']')?;
        Ok(Imm::Foreign(self.module.ctx.foreign(ForeignInst { opcode, set, result, operands })))
    }

    /// Parses a request of a module.
    pub(super) fn foreign_need(&mut self) -> Parsed {
        match self.word()? {
            "capability" => {
                let number = self.number()?;
                let span = self.span()?;
                self.module.foreign.capability(number, span);
            }
            "extension" => {
                let name = self.text()?;
                let span = self.span()?;
                self.module.foreign.extension(&name, span);
            }
            word => {
                let number = self.number()?;
                let operands = if word == "mode" {
                    ModeOperands::Literals(self.numbers()?)
                } else {
                    ModeOperands::Ids(self.constants()?)
                };
                let span = self.span()?;
                self.module.foreign.mode(ForeignMode { number, operands, span });
            }
        }
        Ok(())
    }

    pub(super) fn foreign_variable(&mut self) -> Parsed<Option<ForeignVariable>> {
        if !self.eat_word("class") {
            return Ok(None);
        }
        let class = self.number()?;
        let built_in = if self.eat_word("builtin") { Some(self.number()?) } else { None };
        Ok(Some(ForeignVariable { class, built_in, signed: self.eat_word("signed") }))
    }

    pub(super) fn at_decoration(&self) -> bool {
        matches!(self.peek(), Token::Word(word) if DECORATIONS.contains(&word.as_str()))
    }

    pub(super) fn decorations(&mut self) -> Parsed<Vec<ForeignDecoration>> {
        let mut found = Vec::new();
        while self.at_decoration() {
            let word = self.word()?;
            let number = self.number()?;
            let operands = match word {
                "decorate" => DecorationOperands::Literals(self.numbers()?.into()),
                "decorate_id" => DecorationOperands::Ids(self.constants()?.into()),
                _ => DecorationOperands::Texts(self.in_parentheses(Self::text)?),
            };
            found.push(ForeignDecoration { number, operands, span: self.span()? });
        }
        Ok(found)
    }

    fn numbers(&mut self) -> Parsed<Vec<u32>> {
        self.in_parentheses(Self::number)
    }

    fn constants(&mut self) -> Parsed<Vec<Const>> {
        self.in_parentheses(|this| {
            let ty = this.ty()?;
            this.constant(ty)
        })
    }

    fn in_parentheses<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.expect('(')?;
        let mut items = Vec::new();
        while !self.eat(')') {
            if !items.is_empty() {
                self.expect(',')?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }
}
