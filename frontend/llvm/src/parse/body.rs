//! Parses the bodies of functions: blocks and instructions.

use super::Parser;
use crate::Result;
use crate::ast::{Block, Cast, Inst, Kind, Parameter, Value};
use crate::lex::Token;
use hlslc_ir::Op;
use hlslc_ir::ops::AtomicOp;

/// (word, operation) of instructions on two operands of one type. The IR calls most of them the same.
const BINARY: &[(&str, Op)] = &[
    ("add", Op::Add),
    ("sub", Op::Sub),
    ("mul", Op::Mul),
    ("sdiv", Op::SDiv),
    ("udiv", Op::UDiv),
    ("srem", Op::SRem),
    ("urem", Op::URem),
    ("shl", Op::Shl),
    ("lshr", Op::LShr),
    ("ashr", Op::AShr),
    ("and", Op::And),
    ("or", Op::Or),
    ("xor", Op::Xor),
    ("fadd", Op::FAdd),
    ("fsub", Op::FSub),
    ("fmul", Op::FMul),
    ("fdiv", Op::FDiv),
    ("frem", Op::FRem),
];

/// (word, conversion).
const CASTS: &[(&str, Cast)] = &[
    ("trunc", Cast::Op(Op::Trunc)),
    ("zext", Cast::Op(Op::ZExt)),
    ("sext", Cast::Op(Op::SExt)),
    ("fptrunc", Cast::Op(Op::FpTrunc)),
    ("fpext", Cast::Op(Op::FpExt)),
    ("fptoui", Cast::Op(Op::FpToUi)),
    ("fptosi", Cast::Op(Op::FpToSi)),
    ("uitofp", Cast::Op(Op::UiToFp)),
    ("sitofp", Cast::Op(Op::SiToFp)),
    ("bitcast", Cast::Op(Op::Bitcast)),
    ("addrspacecast", Cast::Address),
];

/// (word, kind) of read-modify-writes.
const ATOMICS: &[(&str, AtomicOp)] = &[
    ("xchg", AtomicOp::Exchange),
    ("add", AtomicOp::Add),
    ("and", AtomicOp::And),
    ("or", AtomicOp::Or),
    ("xor", AtomicOp::Xor),
    ("min", AtomicOp::IMin),
    ("max", AtomicOp::IMax),
    ("umin", AtomicOp::UMin),
    ("umax", AtomicOp::UMax),
];

/// Flags of instructions; `fast` or `reassoc` let floats be taken for real numbers.
const FLAGS: &[&str] = &[
    "fast", "nnan", "ninf", "nsz", "arcp", "contract", "afn", "reassoc", "nuw", "nsw", "exact", "disjoint", "nneg",
    "samesign", "volatile", "inbounds",
];

impl Parser<'_> {
    pub(super) fn parameters(&mut self) -> Result<Vec<Parameter>> {
        self.expect('(')?;
        let mut parameters: Vec<Parameter> = Vec::new();
        while !self.eat(')') {
            if !parameters.is_empty() {
                self.expect(',')?;
            }
            // A function that takes any number.
            if self.is_word("...") {
                self.at += 1;
                continue;
            }
            let start = self.here().start;
            let ty = self.ty()?;
            self.parameter_attributes();
            let name = if let Token::Local(name) = self.peek() {
                self.at += 1;
                name.clone()
            } else {
                parameters.len().to_string()
            };
            let range = self.since(start);
            parameters.push(Parameter { name, ty, range });
        }
        Ok(parameters)
    }

    /// The blocks of a function after `{`. What has no name is numbered, parameters first.
    pub(super) fn blocks(&mut self, parameters: usize) -> Result<Vec<Block>> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut number = parameters;
        let mut is_open = false;
        while !self.eat('}') {
            if *self.peek() == Token::End {
                return self.error("`}` is needed here");
            }
            if let Some(name) = self.label() {
                blocks.push(Block { name, insts: Vec::new() });
                is_open = true;
                continue;
            }
            if !is_open {
                blocks.push(Block { name: number.to_string(), insts: Vec::new() });
                number += 1;
            }
            let inst = self.instruction()?;
            if let Some(name) = &inst.name
                && let Ok(found) = name.parse::<usize>()
            {
                number = found + 1;
            }
            is_open = !inst.ends_block();
            if let Some(block) = blocks.last_mut() {
                block.insts.push(inst);
            }
        }
        Ok(blocks)
    }

    /// `name:`, if that is next.
    fn label(&mut self) -> Option<String> {
        if *self.ahead(1) != Token::Punct(':') {
            return None;
        }
        let name = match self.peek() {
            Token::Word(name) | Token::Number(name) => name.clone(),
            Token::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            Token::Local(_) | Token::Global(_) | Token::Meta(_) | Token::Group(_) | Token::Punct(_) | Token::End => {
                return None;
            }
        };
        self.at += 2;
        Some(name)
    }

    fn instruction(&mut self) -> Result<Inst> {
        let start = self.here().start;
        let name = match (self.peek(), self.ahead(1)) {
            (Token::Local(name), Token::Punct('=')) => {
                self.at += 2;
                Some(name.clone())
            }
            _ => None,
        };
        let first = self.at;
        let word = self.word()?;
        let is_fast = self.flags();
        let (kind, call_is_fast) = self.kind(word, first)?;
        let range = self.since(start);
        self.attachments();
        Ok(Inst { name, kind, is_fast: is_fast || call_is_fast, range })
    }

    /// Skips the fast-math flags. Returns whether they allow floats to be treated as real numbers.
    fn flags(&mut self) -> bool {
        let mut is_fast = false;
        while let Token::Word(word) = self.peek()
            && FLAGS.contains(&word.as_str())
        {
            is_fast |= word == "fast" || word == "reassoc";
            self.at += 1;
        }
        is_fast
    }

    /// Skips `, !dbg !5`, `, align 4`, attributes of a call.
    fn attachments(&mut self) {
        loop {
            match self.peek() {
                Token::Group(_) => self.at += 1,
                Token::Punct(',') if matches!(self.ahead(1), Token::Meta(_)) => {
                    self.at += 2;
                    if let Token::Meta(_) = self.peek() {
                        self.at += 1;
                    }
                    if *self.peek() == Token::Punct('{') {
                        while !matches!(self.next(), Token::Punct('}') | Token::End) {}
                    }
                }
                Token::Punct(',') if matches!(self.ahead(1), Token::Word(word) if word == "align") => self.at += 3,
                Token::Word(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Local(_)
                | Token::Global(_)
                | Token::Meta(_)
                | Token::Punct(_)
                | Token::End => return,
            }
        }
    }

    fn comma_value(&mut self) -> Result<Value> {
        self.expect(',')?;
        self.value()
    }

    /// A value, a comma and an operand of the same type.
    fn pair(&mut self) -> Result<(Value, Value)> {
        let first = self.value()?;
        self.expect(',')?;
        let second = self.operand_of(first.ty, 0)?;
        Ok((first, second))
    }

    /// `label %name`.
    fn target_label(&mut self) -> Result<String> {
        self.expect_word("label")?;
        if let Token::Local(name) = self.next() {
            Ok(name.clone())
        } else {
            self.at -= 1;
            self.error("the name of a block is needed here")
        }
    }

    fn kind(&mut self, word: &str, first: usize) -> Result<(Kind, bool)> {
        if let Some(&(_, op)) = BINARY.iter().find(|row| row.0 == word) {
            let (lhs, rhs) = self.pair()?;
            return Ok((Kind::Binary(op, lhs, rhs), false));
        }
        if let Some(&(_, cast)) = CASTS.iter().find(|row| row.0 == word) {
            let value = self.value()?;
            self.expect_word("to")?;
            return Ok((Kind::Cast(cast, value, self.ty()?), false));
        }
        let kind = match word {
            "fneg" => Kind::Negate(self.value()?),
            "icmp" | "fcmp" => {
                let predicate = self.word()?.to_owned();
                // Flags may stand after the predicate's word too.
                let (lhs, rhs) = self.pair()?;
                Kind::Compare(word == "fcmp", predicate, lhs, rhs)
            }
            "select" => Kind::Select(self.value()?, self.comma_value()?, self.comma_value()?),
            "freeze" => Kind::Freeze(self.value()?),
            "phi" => self.phi()?,
            "alloca" => {
                let ty = self.ty()?;
                while *self.peek() == Token::Punct(',') && matches!(self.ahead(1), Token::Word(_)) {
                    self.at += 1;
                    if self.eat_word("align") {
                        self.number()?;
                    } else if self.is_word("addrspace") {
                        self.address_space()?;
                    } else {
                        return self.error("an array of a size that is known at run time");
                    }
                }
                Kind::Alloca(ty)
            }
            "load" => {
                let ty = self.ty()?;
                Kind::Load(ty, self.comma_value()?)
            }
            "store" => Kind::Store(self.value()?, self.comma_value()?),
            "getelementptr" => {
                self.address_flags();
                Kind::Gep(self.address(0)?)
            }
            "extractvalue" => {
                let value = self.value()?;
                Kind::ExtractValue(value, self.path()?)
            }
            "insertvalue" => {
                let (value, part) = (self.value()?, self.comma_value()?);
                Kind::InsertValue(value, part, self.path()?)
            }
            "extractelement" => Kind::ExtractElement(self.value()?, self.comma_value()?),
            "insertelement" => Kind::InsertElement(self.value()?, self.comma_value()?, self.comma_value()?),
            "shufflevector" => Kind::Shuffle(self.value()?, self.comma_value()?, self.comma_value()?),
            "tail" | "musttail" | "notail" => {
                self.expect_word("call")?;
                let is_fast = self.flags();
                let (kind, _) = self.call()?;
                return Ok((kind, is_fast));
            }
            "call" => return self.call(),
            "atomicrmw" => {
                let word = self.word()?;
                let Some(&(_, op)) = ATOMICS.iter().find(|row| row.0 == word) else {
                    self.at -= 1;
                    return self.error(format!("unknown atomic operation `{word}`"));
                };
                let (pointer, value) = (self.value()?, self.comma_value()?);
                self.ordering();
                Kind::AtomicRmw(op, pointer, value)
            }
            "cmpxchg" => {
                self.eat_word("weak");
                let (pointer, compare, new) = (self.value()?, self.comma_value()?, self.comma_value()?);
                self.ordering();
                Kind::CmpXchg(pointer, compare, new)
            }
            "ret" => Kind::Return(if self.eat_word("void") { None } else { Some(self.value()?) }),
            "br" => {
                if self.is_word("label") {
                    Kind::Jump(self.target_label()?)
                } else {
                    let condition = self.value()?;
                    self.expect(',')?;
                    let then = self.target_label()?;
                    self.expect(',')?;
                    Kind::Branch(condition, then, self.target_label()?)
                }
            }
            "switch" => {
                let value = self.value()?;
                self.expect(',')?;
                let default = self.target_label()?;
                self.expect('[')?;
                let mut cases = Vec::new();
                while !self.eat(']') {
                    let case = self.value()?;
                    self.expect(',')?;
                    cases.push((case, self.target_label()?));
                }
                Kind::Switch(value, default, cases)
            }
            "unreachable" => Kind::Unreachable,
            other => {
                self.at = first;
                return self.error(format!("unknown instruction `{other}`"));
            }
        };
        Ok((kind, false))
    }

    /// Reads `syncscope("…") monotonic monotonic`.
    fn ordering(&mut self) {
        while let Token::Word(word) = self.peek()
            && matches!(
                word.as_str(),
                "syncscope" | "unordered" | "monotonic" | "acquire" | "release" | "acq_rel" | "seq_cst"
            )
        {
            self.at += 1;
            self.parentheses();
        }
    }

    /// `, 1, 0` after an aggregate.
    fn path(&mut self) -> Result<Vec<u32>> {
        let mut path = Vec::new();
        while *self.peek() == Token::Punct(',') && matches!(self.ahead(1), Token::Number(_)) {
            self.at += 1;
            path.push(self.number()?);
        }
        if path.is_empty() { self.error("a number is needed here") } else { Ok(path) }
    }

    fn phi(&mut self) -> Result<Kind> {
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect('[')?;
            let value = self.operand_of(ty, 0)?;
            self.expect(',')?;
            let Token::Local(name) = self.next() else {
                self.at -= 1;
                return self.error("the name of a block is needed here");
            };
            self.expect(']')?;
            incoming.push((value, name.clone()));
            if *self.peek() != Token::Punct(',') || matches!(self.ahead(1), Token::Meta(_)) {
                return Ok(Kind::Phi(ty, incoming));
            }
            self.at += 1;
        }
    }

    fn call(&mut self) -> Result<(Kind, bool)> {
        let is_fast = self.flags();
        while self.eat_word("spir_func") || self.eat_word("ccc") || self.eat_word("fastcc") {}
        self.parameter_attributes();
        let result = self.ty()?;
        // The type of a function that takes any number of arguments stands here whole.
        self.parentheses();
        let callee = self.global_name()?;
        self.expect('(')?;
        let mut args = Vec::new();
        while !self.eat(')') {
            if !args.is_empty() {
                self.expect(',')?;
            }
            args.push(self.value()?);
        }
        // Attributes of the call.
        let mut kept = Vec::new();
        while matches!(self.peek(), Token::Group(_))
            || matches!(self.peek(), Token::Word(word) if matches!(word.as_str(), "nounwind" | "convergent" | "memory" | "readnone" | "readonly" | "willreturn" | "noreturn"))
        {
            if let Token::Group(_) = self.peek() {
                self.at += 1;
            } else {
                self.attribute(&mut kept)?;
            }
        }
        // `[ "convergencectrl"(token %t) ]`.
        if self.eat('[') {
            while !matches!(self.next(), Token::Punct(']') | Token::End) {}
        }
        Ok((Kind::Call { result, callee, args }, is_fast))
    }
}
