//! Parses tokens to an [`Ast`]: the parts outside of functions. Types and operands are in [`types`], functions in
//! [`body`].

mod body;
mod types;

use crate::ast::{Ast, Function, Global, Named, Struct, TypeData, TypeId};
use crate::lex::{Spanned, Token};
use crate::{Error, Result};
use std::ops::Range;

/// How deep types and constants may nest.
const MAX_DEPTH: u32 = 64;

/// How a function or global is linked, and other words before its type that change nothing here.
const LINKAGE: &[&str] = &[
    "external",
    "private",
    "internal",
    "linkonce",
    "linkonce_odr",
    "weak",
    "weak_odr",
    "common",
    "appending",
    "available_externally",
    "extern_weak",
    "dso_local",
    "dso_preemptable",
    "hidden",
    "protected",
    "default",
    "unnamed_addr",
    "local_unnamed_addr",
    "externally_initialized",
    "thread_local",
    "spir_func",
    "ccc",
    "fastcc",
    "coldcc",
];

/// Reads the tokens of a text of this many bytes.
pub(crate) fn parse(tokens: &[Spanned], length: usize) -> Result<Ast> {
    let mut parser = Parser { tokens, at: 0, length, ast: Ast::default() };
    while *parser.peek() != Token::End {
        parser.item()?;
    }
    Ok(parser.ast)
}

struct Parser<'a> {
    tokens: &'a [Spanned],
    at: usize,
    length: usize,
    ast: Ast,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a Token {
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> &'a Token {
        self.tokens.get(self.at + by).map_or(&Token::End, |spanned| &spanned.token)
    }

    /// The place of the next token.
    fn here(&self) -> Range<usize> {
        self.tokens.get(self.at).map_or(self.length..self.length, |spanned| spanned.range.clone())
    }

    /// From a place to the end of the token before.
    fn since(&self, start: usize) -> Range<usize> {
        let end = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(start, |spanned| spanned.range.end);
        start..end.max(start)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Error::new(self.here(), message))
    }

    fn next(&mut self) -> &'a Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn eat(&mut self, c: char) -> bool {
        let found = *self.peek() == Token::Punct(c);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, c: char) -> Result {
        if self.eat(c) { Ok(()) } else { self.error(format!("`{c}` is needed here")) }
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Word(found) if found == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    fn expect_word(&mut self, word: &str) -> Result {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("`{word}` is needed here")) }
    }

    fn word(&mut self) -> Result<&'a str> {
        if let Token::Word(word) = self.peek() {
            self.at += 1;
            return Ok(word);
        }
        self.error("a word is needed here")
    }

    fn text(&mut self) -> Result<String> {
        if let Token::Text(bytes) = self.peek() {
            self.at += 1;
            return Ok(String::from_utf8_lossy(bytes).into_owned());
        }
        self.error("a text in quotes is needed here")
    }

    fn global_name(&mut self) -> Result<String> {
        if let Token::Global(name) = self.peek() {
            self.at += 1;
            return Ok(name.clone());
        }
        self.error("a name with `@` is needed here")
    }

    fn number(&mut self) -> Result<u32> {
        let Token::Number(text) = self.peek() else { return self.error("a number is needed here") };
        let value = text.parse::<u32>().ok().or_else(|| text.parse::<i32>().ok().map(|n| n as u32));
        let Some(value) = value else { return self.error(format!("`{text}` is no number of 32 bits")) };
        self.at += 1;
        Ok(value)
    }

    fn item(&mut self) -> Result {
        match self.peek() {
            Token::Local(_) => self.struct_type(),
            Token::Global(_) => self.global(),
            Token::Meta(_) => {
                self.metadata();
                Ok(())
            }
            Token::Word(word) => match word.as_str() {
                "define" => self.function(),
                "declare" => self.declaration(),
                "attributes" => self.attribute_group(),
                "target" => {
                    self.at += 1;
                    let is_triple = self.word()? == "triple";
                    self.expect('=')?;
                    let text = self.text()?;
                    if is_triple {
                        self.ast.triple = text;
                    }
                    Ok(())
                }
                "source_filename" => {
                    self.at += 1;
                    self.expect('=')?;
                    self.text().map(drop)
                }
                _ => self.error(format!("`{word}` starts nothing at the top of a module")),
            },
            Token::Number(_) | Token::Text(_) | Token::Group(_) | Token::Punct(_) | Token::End => {
                self.error("a type, global, function or metadata is needed here")
            }
        }
    }

    /// Reads a line of metadata, of which only the names in its list are kept: root signatures are read from the text
    /// on their own.
    fn metadata(&mut self) {
        let name = if let Token::Meta(name) = self.next() { name.clone() } else { String::new() };
        if !self.eat('=') {
            return;
        }
        let (mut depth, mut named, mut last) = (0usize, Vec::new(), Named::Other);
        loop {
            match self.next() {
                Token::Punct('{' | '(') => depth += 1,
                Token::Punct('}' | ')') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        named.push(std::mem::replace(&mut last, Named::Other));
                        self.ast.nodes.insert(name.clone(), std::mem::take(&mut named));
                    }
                }
                Token::Punct(',') if depth == 1 => named.push(std::mem::replace(&mut last, Named::Other)),
                Token::Global(global) if depth == 1 => last = Named::Global(global.clone()),
                Token::Meta(node) if depth == 1 && !node.is_empty() => last = Named::Node(node.clone()),
                Token::End => return,
                Token::Word(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Local(_)
                | Token::Global(_)
                | Token::Meta(_)
                | Token::Group(_)
                | Token::Punct(_) => {}
            }
            // `distinct !{…}`, `!DIFile(…)`: the line ends with what was opened, before the next one begins.
            let starts_item =
                matches!(self.peek(), Token::Meta(name) if !name.is_empty() && *self.ahead(1) == Token::Punct('='));
            if depth == 0
                && (starts_item
                    || matches!(self.peek(), Token::End | Token::Local(_) | Token::Global(_))
                    || matches!(self.peek(), Token::Word(word) if matches!(word.as_str(), "define" | "declare" | "attributes")))
            {
                return;
            }
        }
    }

    fn struct_type(&mut self) -> Result {
        let Token::Local(name) = self.next() else { return self.error("a name is needed here") };
        self.expect('=')?;
        self.expect_word("type")?;
        if self.eat_word("opaque") {
            return Ok(());
        }
        let ty = self.ty()?;
        let TypeData::Struct(members, is_packed) = self.ast.types.get(ty).clone() else {
            return self.error("a struct is needed here");
        };
        if self.ast.structs.insert(name.clone(), Struct { members, is_packed }).is_some() {
            self.at -= 1;
            return self.error(format!("`%{name}` is defined twice"));
        }
        Ok(())
    }

    fn global(&mut self) -> Result {
        let range = self.here();
        let name = self.global_name()?;
        self.expect('=')?;
        let mut is_external = false;
        while let Token::Word(word) = self.peek()
            && LINKAGE.contains(&word.as_str())
        {
            is_external |= word == "external" || word == "extern_weak";
            self.at += 1;
        }
        let space = self.address_space()?;
        if self.eat_word("externally_initialized") {
            is_external = true;
        }
        let is_constant = match self.word()? {
            "global" => false,
            "constant" => true,
            _ => {
                self.at -= 1;
                return self.error("`global` or `constant` is needed here");
            }
        };
        let ty = self.ty()?;
        let init = if is_external || !self.at_operand() { None } else { Some(self.operand_of(ty, 0)?) };
        while self.eat(',') {
            // Section, alignment, metadata.
            while !matches!(self.peek(), Token::Punct(',') | Token::End) && !self.starts_line() {
                self.at += 1;
            }
        }
        while matches!(self.peek(), Token::Group(_)) {
            self.at += 1;
        }
        let message = format!("`@{name}` is defined twice");
        let global = Global { ty, space, is_constant, init, range: range.clone() };
        if self.ast.globals.insert(name, global).is_some() { Err(Error::new(range, message)) } else { Ok(()) }
    }

    /// Whether what comes next starts an item.
    fn starts_line(&self) -> bool {
        let defines = matches!(self.ahead(1), Token::Punct('='));
        match self.peek() {
            Token::Global(_) | Token::Local(_) => defines,
            Token::Meta(name) => !name.is_empty() && defines,
            Token::Word(word) => {
                matches!(word.as_str(), "define" | "declare" | "attributes" | "target" | "source_filename")
            }
            Token::Number(_) | Token::Text(_) | Token::Group(_) | Token::Punct(_) | Token::End => false,
        }
    }

    fn address_space(&mut self) -> Result<u32> {
        if !self.eat_word("addrspace") {
            return Ok(0);
        }
        self.expect('(')?;
        let space = self.number()?;
        self.expect(')')?;
        Ok(space)
    }

    fn attribute_group(&mut self) -> Result {
        self.at += 1;
        let Token::Group(number) = self.next() else { return self.error("the number of a group is needed here") };
        self.expect('=')?;
        self.expect('{')?;
        let mut attributes = Vec::new();
        while !self.eat('}') {
            if *self.peek() == Token::End {
                return self.error("`}` is needed here");
            }
            self.attribute(&mut attributes)?;
        }
        self.ast.groups.insert(number.clone(), attributes);
        Ok(())
    }

    /// Reads an attribute: a text with a value is kept, words are skipped.
    fn attribute(&mut self, kept: &mut Vec<(String, String)>) -> Result {
        if let Token::Text(_) = self.peek() {
            let key = self.text()?;
            let value = if self.eat('=') { self.text()? } else { String::new() };
            kept.push((key, value));
            return Ok(());
        }
        self.at += 1;
        if self.eat('=') {
            self.at += 1;
        }
        self.parentheses();
        Ok(())
    }

    /// Goes past what stands in parentheses, if that is next.
    fn parentheses(&mut self) {
        if !self.eat('(') {
            return;
        }
        let mut depth = 1usize;
        while depth > 0 {
            match self.next() {
                Token::Punct('(') => depth += 1,
                Token::Punct(')') => depth -= 1,
                Token::End => return,
                Token::Word(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Local(_)
                | Token::Global(_)
                | Token::Meta(_)
                | Token::Group(_)
                | Token::Punct(_) => {}
            }
        }
    }

    /// The head of a function: everything before its body.
    fn head(&mut self, start: usize) -> Result<Function> {
        let mut is_internal = false;
        while let Token::Word(word) = self.peek()
            && LINKAGE.contains(&word.as_str())
        {
            is_internal |= matches!(word.as_str(), "internal" | "private");
            self.at += 1;
        }
        self.parameter_attributes();
        let result = self.ty()?;
        let name = self.global_name()?;
        let parameters = self.parameters()?;
        let (mut attributes, mut groups) = (Vec::new(), Vec::new());
        loop {
            match self.peek() {
                Token::Punct('{') | Token::End => break,
                _ if self.starts_line() => break,
                Token::Group(number) => {
                    groups.push(number.clone());
                    self.at += 1;
                }
                // `!dbg !5`.
                Token::Meta(_) => self.at += 1,
                Token::Text(_) | Token::Word(_) => self.attribute(&mut attributes)?,
                Token::Number(_) | Token::Local(_) | Token::Global(_) | Token::Punct(_) => {
                    return self.error("an attribute or the body of the function is needed here");
                }
            }
        }
        let range = self.since(start);
        Ok(Function { name, result, parameters, blocks: Vec::new(), attributes, groups, is_internal, range })
    }

    fn declaration(&mut self) -> Result {
        let start = self.here().start;
        self.at += 1;
        let function = self.head(start)?;
        // Intrinsics are known by their names.
        if !function.name.starts_with("llvm.") {
            self.ast.names.insert(function.name.clone(), self.ast.functions.len());
            self.ast.functions.push(function);
        }
        Ok(())
    }

    fn function(&mut self) -> Result {
        let start = self.here().start;
        self.at += 1;
        let mut function = self.head(start)?;
        if self.ast.names.insert(function.name.clone(), self.ast.functions.len()).is_some() {
            return Err(Error::new(function.range, format!("`@{}` is defined twice", function.name)));
        }
        self.expect('{')?;
        function.blocks = self.blocks(function.parameters.len())?;
        if function.blocks.is_empty() {
            return Err(Error::new(function.range, format!("`@{}` has no block", function.name)));
        }
        self.ast.functions.push(function);
        Ok(())
    }
}

impl Parser<'_> {
    fn intern(&mut self, data: TypeData) -> TypeId {
        self.ast.types.intern(data)
    }
}
