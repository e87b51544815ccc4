//! Parses types, and operands that are constants or names.

use super::{MAX_DEPTH, Parser};
use crate::Result;
use crate::ast::{Gep, Operand, TypeData, TypeId, Value};
use crate::lex::Token;

/// Words between a type and its operand that change nothing here.
const PARAMETER: &[&str] = &[
    "noundef",
    "nocapture",
    "readonly",
    "readnone",
    "writeonly",
    "nonnull",
    "signext",
    "zeroext",
    "noalias",
    "returned",
    "immarg",
    "inreg",
    "noext",
    "byval",
    "sret",
    "align",
    "dereferenceable",
    "captures",
    "range",
    "nofpclass",
    "initializes",
    "dead_on_unwind",
    "writable",
];

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Result<TypeId> {
        self.type_at(0)
    }

    fn type_at(&mut self, depth: u32) -> Result<TypeId> {
        if depth > MAX_DEPTH {
            return self.error("the type is nested too deeply");
        }
        let data = match self.peek() {
            Token::Local(name) => {
                self.at += 1;
                TypeData::Named(name.clone())
            }
            Token::Punct('<') => {
                self.at += 1;
                if *self.peek() == Token::Punct('{') {
                    let members = self.members(depth)?;
                    self.expect('>')?;
                    TypeData::Struct(members, true)
                } else {
                    let count = self.number()?;
                    self.expect_word("x")?;
                    let element = self.type_at(depth + 1)?;
                    self.expect('>')?;
                    TypeData::Vector(count, element)
                }
            }
            Token::Punct('[') => {
                self.at += 1;
                let count = u64::from(self.number()?);
                self.expect_word("x")?;
                let element = self.type_at(depth + 1)?;
                self.expect(']')?;
                TypeData::Array(count, element)
            }
            Token::Punct('{') => TypeData::Struct(self.members(depth)?, false),
            Token::Word(word) => {
                let word = word.as_str();
                self.at += 1;
                match word {
                    "void" => TypeData::Void,
                    // The documents also name floats by their bits.
                    "half" | "f16" => TypeData::Half,
                    "float" | "f32" => TypeData::Float,
                    "double" | "f64" => TypeData::Double,
                    "label" => TypeData::Label,
                    "metadata" => TypeData::Metadata,
                    "ptr" => TypeData::Pointer(self.address_space()?),
                    "target" => self.target(depth)?,
                    _ => match word.strip_prefix('i').and_then(|bits| bits.parse().ok()) {
                        Some(bits) if (1..=64).contains(&bits) => TypeData::Int(bits),
                        _ => {
                            self.at -= 1;
                            return self.error(format!("`{word}` is no type"));
                        }
                    },
                }
            }
            Token::Number(_)
            | Token::Text(_)
            | Token::Global(_)
            | Token::Meta(_)
            | Token::Group(_)
            | Token::Punct(_)
            | Token::End => return self.error("a type is needed here"),
        };
        Ok(self.intern(data))
    }

    fn members(&mut self, depth: u32) -> Result<Vec<TypeId>> {
        self.expect('{')?;
        let mut members = Vec::new();
        while !self.eat('}') {
            if !members.is_empty() {
                self.expect(',')?;
            }
            members.push(self.type_at(depth + 1)?);
        }
        Ok(members)
    }

    fn target(&mut self, depth: u32) -> Result<TypeData> {
        self.expect('(')?;
        let name = self.text()?;
        let (mut types, mut numbers) = (Vec::new(), Vec::new());
        while self.eat(',') {
            if matches!(self.peek(), Token::Number(_)) {
                numbers.push(self.number()?);
            } else {
                types.push(self.type_at(depth + 1)?);
            }
        }
        self.expect(')')?;
        Ok(TypeData::Target(name, types, numbers))
    }

    /// Goes past what is said of a parameter or argument between its type and its name.
    pub(super) fn parameter_attributes(&mut self) {
        while let Token::Word(word) = self.peek()
            && PARAMETER.contains(&word.as_str())
        {
            self.at += 1;
            if word == "align" && matches!(self.peek(), Token::Number(_)) {
                self.at += 1;
            }
            if word != "splat" {
                self.parentheses();
            }
        }
    }

    /// A type and an operand of it.
    pub(super) fn value(&mut self) -> Result<Value> {
        self.value_at(0)
    }

    fn value_at(&mut self, depth: u32) -> Result<Value> {
        let ty = self.type_at(depth)?;
        self.parameter_attributes();
        self.operand_of(ty, depth)
    }

    /// Whether an operand may start here.
    pub(super) fn at_operand(&self) -> bool {
        match self.peek() {
            Token::Number(_) | Token::Local(_) | Token::Punct('<' | '[' | '{') => true,
            Token::Global(_) => *self.ahead(1) != Token::Punct('='),
            Token::Word(word) => matches!(
                word.as_str(),
                "true"
                    | "false"
                    | "undef"
                    | "poison"
                    | "null"
                    | "zeroinitializer"
                    | "none"
                    | "c"
                    | "splat"
                    | "getelementptr"
            ),
            Token::Text(_) | Token::Meta(_) | Token::Group(_) | Token::Punct(_) | Token::End => false,
        }
    }

    /// An operand of a type that is known.
    pub(super) fn operand_of(&mut self, ty: TypeId, depth: u32) -> Result<Value> {
        let start = self.here().start;
        if depth > MAX_DEPTH {
            return self.error("the constant is nested too deeply");
        }
        if *self.ast.types.get(ty) == TypeData::Metadata {
            self.skip_metadata(depth)?;
            return Ok(Value { ty, operand: Operand::Metadata, range: self.since(start) });
        }
        let operand = match self.peek() {
            Token::Local(name) => {
                self.at += 1;
                Operand::Local(name.clone())
            }
            Token::Global(name) => {
                self.at += 1;
                Operand::Global(name.clone())
            }
            Token::Number(text) => {
                self.at += 1;
                Operand::Number(text.clone())
            }
            Token::Punct('<') if *self.ahead(1) == Token::Punct('{') => {
                self.at += 1;
                let parts = self.parts('{', '}', depth)?;
                self.expect('>')?;
                Operand::Parts(parts)
            }
            Token::Punct('<') => Operand::Parts(self.parts('<', '>', depth)?),
            Token::Punct('[') => Operand::Parts(self.parts('[', ']', depth)?),
            Token::Punct('{') => Operand::Parts(self.parts('{', '}', depth)?),
            Token::Word(word) => {
                self.at += 1;
                match word.as_str() {
                    "true" => Operand::True,
                    "false" => Operand::False,
                    "undef" | "poison" => Operand::Undef,
                    "null" | "zeroinitializer" | "none" => Operand::Zero,
                    "c" => {
                        if let Token::Text(bytes) = self.next() {
                            Operand::Bytes(bytes.clone())
                        } else {
                            return self.error("a text is needed here");
                        }
                    }
                    "splat" => {
                        self.expect('(')?;
                        let value = self.value_at(depth + 1)?;
                        self.expect(')')?;
                        Operand::Splat(Box::new(value))
                    }
                    "getelementptr" => {
                        self.address_flags();
                        self.expect('(')?;
                        let gep = self.address(depth + 1)?;
                        self.expect(')')?;
                        Operand::Address(Box::new(gep))
                    }
                    other => {
                        self.at -= 1;
                        return self.error(format!("`{other}` is no operand"));
                    }
                }
            }
            Token::Text(_) | Token::Meta(_) | Token::Group(_) | Token::Punct(_) | Token::End => {
                return self.error("an operand is needed here");
            }
        };
        Ok(Value { ty, operand, range: self.since(start) })
    }

    fn parts(&mut self, open: char, close: char, depth: u32) -> Result<Vec<Value>> {
        self.expect(open)?;
        let mut parts = Vec::new();
        while !self.eat(close) {
            if !parts.is_empty() {
                self.expect(',')?;
            }
            parts.push(self.value_at(depth + 1)?);
        }
        Ok(parts)
    }

    /// Goes past metadata as an operand: `!5`, `!"…"`, `!{…}`, `!DIExpression()`, or a value.
    fn skip_metadata(&mut self, depth: u32) -> Result {
        if let Token::Meta(_) = self.peek() {
            self.at += 1;
            match self.peek() {
                Token::Text(_) => self.at += 1,
                Token::Punct('(') => self.parentheses(),
                Token::Punct('{') => {
                    let mut open = 0usize;
                    loop {
                        match self.next() {
                            Token::Punct('{') => open += 1,
                            Token::Punct('}') => open = open.saturating_sub(1),
                            Token::End => return self.error("`}` is needed here"),
                            Token::Word(_)
                            | Token::Number(_)
                            | Token::Text(_)
                            | Token::Local(_)
                            | Token::Global(_)
                            | Token::Meta(_)
                            | Token::Group(_)
                            | Token::Punct(_) => {}
                        }
                        if open == 0 {
                            break;
                        }
                    }
                }
                Token::Word(_)
                | Token::Number(_)
                | Token::Local(_)
                | Token::Global(_)
                | Token::Meta(_)
                | Token::Group(_)
                | Token::Punct(_)
                | Token::End => {}
            }
            return Ok(());
        }
        self.value_at(depth + 1).map(drop)
    }

    /// Skips `inbounds` and the like.
    pub(super) fn address_flags(&mut self) {
        while let Token::Word(word) = self.peek()
            && matches!(word.as_str(), "inbounds" | "nusw" | "nuw" | "inrange")
        {
            self.at += 1;
            if word == "inrange" {
                self.parentheses();
            }
        }
    }

    /// The element type, the pointer and the indices of an address.
    pub(super) fn address(&mut self, depth: u32) -> Result<Gep> {
        let source = self.type_at(depth)?;
        self.expect(',')?;
        let base = self.value_at(depth)?;
        let mut indices = Vec::new();
        while *self.peek() == Token::Punct(',') && !matches!(self.ahead(1), Token::Meta(_)) {
            self.at += 1;
            self.eat_word("inrange");
            indices.push(self.value_at(depth)?);
        }
        Ok(Gep { source, base, indices })
    }
}
