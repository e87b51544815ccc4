//! Reads the definitions of a module: a first walk over all of them, and a second one over what refers to others.

use crate::bytestr::ByteStr;
use crate::module::{Function, Global, Linkage, UseListOrder, UseListTarget};
use crate::types::Type;

use super::MAX_ERRORS;
use super::attributes::RawAttributes;
use super::lex::{Kind, Token, unescape};
use super::parser::{Name, Parse, Parser, Pending, Symbol, inside_quotes};

/// The words for linkages.
const LINKAGES: [(&str, Linkage); 12] = [
    ("private", Linkage::Private),
    ("internal", Linkage::Internal),
    ("weak", Linkage::Other(16)),
    ("weak_odr", Linkage::Other(17)),
    ("linkonce", Linkage::Other(18)),
    ("linkonce_odr", Linkage::LinkOnceOdr),
    ("available_externally", Linkage::Other(12)),
    ("appending", Linkage::Appending),
    ("common", Linkage::Other(8)),
    ("extern_weak", Linkage::Other(EXTERN_WEAK)),
    ("external", Linkage::External),
    // What is imported and exported by other means elsewhere is visible here.
    ("default", Linkage::External),
];

/// The linkage of what another module may define.
const EXTERN_WEAK: u8 = 7;

/// The calling conventions with names.
const CONVENTIONS: [(&str, u16); 3] = [("ccc", 0), ("fastcc", 8), ("coldcc", 9)];

/// The largest alignment: that which bitcode can hold.
const MAX_ALIGN: u32 = 1 << 29;

impl Parser<'_> {
    /// Reads the whole text.
    pub(super) fn module(&mut self) {
        while self.kind() != Kind::End && self.errors.len() < MAX_ERRORS {
            let start = self.at;
            if let Err(error) = self.definition() {
                self.errors.push(*error);
                self.skip_to_definition(start);
            }
        }
        self.check_types();
        // What refers to a definition that could not be read would be reported in vain.
        if self.errors.is_empty() {
            self.second_walk();
        }
        if let Some(version) = self.module.stated_version() {
            self.module.version = version;
        }
    }

    /// Skips to the next line that starts a definition.
    fn skip_to_definition(&mut self, start: usize) {
        self.at = self.at.max(start + 1);
        loop {
            let token = self.peek();
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is within a definition")]
            let is_start = match token.kind {
                Kind::End => return,
                Kind::Word => ["define", "declare", "attributes", "target"].iter().any(|word| self.is_word(word)),
                Kind::Global | Kind::Local | Kind::MetadataName | Kind::MetadataNumber => true,
                _ => false,
            };
            if is_start && self.starts_line(token) {
                return;
            }
            self.at += 1;
        }
    }

    fn definition(&mut self) -> Parse<()> {
        let token = self.peek();
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a definition")]
        match token.kind {
            Kind::Word => match self.text(token) {
                b"target" => self.target(),
                b"define" => self.function(true),
                b"declare" => self.function(false),
                b"attributes" => self.attribute_group(),
                b"uselistorder" | b"uselistorder_bb" => {
                    self.use_lists.push(self.at);
                    self.skip_use_list()
                }
                b"source_filename" => {
                    self.at += 1;
                    self.require(b'=', "after `source_filename`")?;
                    self.string("the name of a file").map(drop)
                }
                b"module" => self.error(token, "inline assembly is not part of DXIL: remove it"),
                _ => self.expected("a definition, such as `define`, `declare`, `@name =` or `!0 =`"),
            },
            Kind::Local => self.type_definition(),
            Kind::Global => self.global(),
            Kind::MetadataNumber => self.node_definition(),
            Kind::MetadataName => self.named_list_definition(),
            _ => self.expected("a definition, such as `define`, `declare`, `@name =` or `!0 =`"),
        }
    }

    fn target(&mut self) -> Parse<()> {
        self.at += 1;
        let is_triple = self.take_word("triple");
        if !is_triple && !self.take_word("datalayout") {
            return self.expected("`triple` or `datalayout`");
        }
        self.require(b'=', "after the word for what is said of the target")?;
        let text = self.string("a text")?;
        if is_triple {
            self.module.triple = text;
        } else {
            self.module.data_layout = text;
        }
        Ok(())
    }

    /// Gives a name its meaning, which must be its only one; the result is the name as the module holds it.
    fn define_symbol(&mut self, token: Token, symbol: Symbol) -> Parse<ByteStr> {
        let name = self.name_of(token)?;
        if let Name::Number(number) = name {
            if number != self.next_symbol {
                let wanted = self.next_symbol;
                let message =
                    format!("globals and functions without a name are numbered in sequence: this one is `@{wanted}`");
                return self.error(token, message);
            }
            self.next_symbol += 1;
        }
        if self.symbols.insert(name.clone(), symbol).is_some() {
            return self.error(token, format!("{} is defined twice: remove or rename one", self.shown(token)));
        }
        Ok(match name {
            Name::Text(text) => text,
            Name::Number(_) => ByteStr::default(),
        })
    }

    /// `, align n`, after the comma and the word.
    pub(super) fn alignment(&mut self) -> Parse<u32> {
        let token = self.peek();
        let align: u32 = self.unsigned("an alignment in bytes")?;
        if align.is_power_of_two() && align <= MAX_ALIGN {
            return Ok(align);
        }
        self.error(token, format!("an alignment is a power of two up to {MAX_ALIGN}"))
    }

    /// Words that say how an entity is seen by a linker and loader, which DXIL does not keep.
    fn skip_visibility(&mut self) -> Parse<()> {
        const IGNORED: [(&str, ()); 4] =
            [("default", ()), ("local_unnamed_addr", ()), ("dso_local", ()), ("dllexport", ())];
        while self.take_one_of(&IGNORED).is_some() {}
        let token = self.peek();
        for word in ["hidden", "protected", "dllimport", "thread_local"] {
            if self.is_word(word) {
                return self.error(token, format!("`{word}` is not part of DXIL: remove it"));
            }
        }
        Ok(())
    }

    /// `@name = …`: a global variable.
    fn global(&mut self) -> Parse<()> {
        let token = self.next();
        self.require(b'=', "after the name of a global")?;
        let stated = self.take_one_of(&LINKAGES);
        self.skip_visibility()?;
        let unnamed_addr = self.take_word("unnamed_addr");
        let addrspace = if self.is_word("addrspace") { self.addrspace()? } else { 0 };
        let externally_initialized = self.take_word("externally_initialized");
        let is_const = match self.take_one_of(&[("constant", true), ("global", false)]) {
            Some(is_const) => is_const,
            None if self.is_word("alias") => {
                return self.error(self.peek(), "an alias is not part of DXIL: name its target");
            }
            None => return self.expected("`global` or `constant`"),
        };
        let ty = self.value_type()?;
        let linkage = stated.unwrap_or_default();
        let is_declaration = stated == Some(Linkage::External) || stated == Some(Linkage::Other(EXTERN_WEAK));
        let initializer = self.at;
        if !is_declaration {
            self.skip_constant()?;
        }
        let (mut section, mut align) = (None, 0);
        while self.take(b',') {
            if self.take_word("section") {
                section = Some(self.string("the name of a section")?);
            } else if self.take_word("align") {
                align = self.alignment()?;
            } else {
                return self.expected("`section` or `align`");
            }
        }
        let id = self.module.globals.next_key();
        let name = self.define_symbol(token, Symbol::Global(id))?;
        let added = self.module.add_global(Global {
            name,
            ty,
            addrspace,
            is_const,
            initializer: None,
            linkage,
            align,
            section,
            unnamed_addr,
            externally_initialized,
        });
        if !is_declaration {
            self.initializers.push(Pending { of: added, at: initializer });
        }
        Ok(())
    }

    /// Skips a constant, whose type was read.
    fn skip_constant(&mut self) -> Parse<()> {
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token starts a constant")]
        match self.kind() {
            Kind::Punct(b'[' | b'{' | b'<') => self.skip_brackets(),
            Kind::Int | Kind::Decimal | Kind::Bits | Kind::Global => {
                self.at += 1;
                Ok(())
            }
            Kind::Word => {
                let first = self.next();
                match self.text(first) {
                    b"true" | b"false" | b"null" | b"undef" | b"zeroinitializer" => return Ok(()),
                    b"c" if self.kind() == Kind::Text => {
                        self.at += 1;
                        return Ok(());
                    }
                    _ => {}
                }
                // Flags and predicates stand before the operands.
                while self.kind() == Kind::Word {
                    self.at += 1;
                }
                if self.is_punct(b'(') {
                    self.skip_brackets()
                } else {
                    self.expected("a constant, the initial value of the global")
                }
            }
            _ => self.expected("a constant, the initial value of the global"),
        }
    }

    /// Skips to the end of what a bracket opens.
    pub(super) fn skip_brackets(&mut self) -> Parse<()> {
        let open = self.peek();
        let mut depth = 0usize;
        loop {
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is skipped")]
            match self.kind() {
                Kind::Punct(b'(' | b'[' | b'{' | b'<') => depth += 1,
                Kind::Punct(b')' | b']' | b'}' | b'>') => depth = depth.saturating_sub(1),
                Kind::End => return self.error(open, format!("the bracket {} is not closed", self.shown(open))),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    pub(super) fn convention(&mut self) -> Parse<u16> {
        if let Some(number) = self.take_one_of(&CONVENTIONS) {
            return Ok(number);
        }
        let token = self.peek();
        let digits = self
            .word()
            .and_then(|word| word.strip_prefix(b"cc"))
            .filter(|digits| digits.iter().all(u8::is_ascii_digit));
        match digits {
            None => Ok(0),
            Some([]) => {
                self.at += 1;
                self.unsigned("the number of a calling convention")
            }
            Some(digits) => {
                const MAX_CONVENTION: u16 = 1 << 10;
                let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
                match number.filter(|&number| number < MAX_CONVENTION) {
                    Some(number) => {
                        self.at += 1;
                        Ok(number)
                    }
                    None => self.error(token, format!("calling conventions are below {MAX_CONVENTION}: DXIL's is 0")),
                }
            }
        }
    }

    /// `define …` or `declare …`: the head of a function. The body is left for the second walk.
    fn function(&mut self, has_body: bool) -> Parse<()> {
        self.at += 1;
        let linkage = self.take_one_of(&LINKAGES).unwrap_or_default();
        self.skip_visibility()?;
        let convention = self.convention()?;
        let mut raw = RawAttributes { result: self.attributes()?, ..RawAttributes::default() };
        let ret_token = self.peek();
        let ret = self.ty()?;
        if matches!(self.module.types.get(ret), Type::Function { .. } | Type::Label | Type::Metadata) {
            return self.error(ret_token, format!("a function cannot return `{}`: use a pointer", self.type_text(ret)));
        }
        let token = self.peek();
        if token.kind != Kind::Global {
            return self.expected("the name of a function, such as `@main`");
        }
        self.at += 1;
        self.require(b'(', "before the parameters of a function")?;
        let (mut params, mut names, mut vararg) = (Vec::new(), Vec::new(), false);
        while !self.take(b')') {
            if self.kind() == Kind::Dots {
                self.at += 1;
                vararg = true;
                self.require(b')', "after `...`")?;
                break;
            }
            params.push(self.value_type()?);
            raw.params.push(self.attributes()?);
            names.push(self.parameter_name(names.iter().filter(|name| Option::is_none(name)).count())?);
            if !self.is_punct(b')') {
                self.require(b',', "between parameters")?;
            }
        }
        let unnamed_addr = self.take_word("unnamed_addr") | self.take_word("local_unnamed_addr");
        self.own_attributes(&mut raw)?;
        let align = if self.take_word("align") { self.alignment()? } else { 0 };
        for word in ["section", "comdat", "gc", "prefix", "prologue", "personality"] {
            if self.is_word(word) {
                return self.error(self.peek(), format!("`{word}` of a function is not part of DXIL: remove it"));
            }
        }
        let ty = self.module.types.intern(Type::Function { ret, params: params.into(), vararg });
        let id = self.module.functions.next_key();
        let name = self.define_symbol(token, Symbol::Function(id))?;
        self.module.add_function(Function {
            name,
            ty,
            linkage,
            attributes: None,
            align,
            unnamed_addr,
            convention,
            body: None,
        });
        self.function_attributes.push((id, raw));
        if !has_body {
            if self.is_punct(b'{') {
                return self.expected("no body after `declare`: write `define` for a function that has one");
            }
            return Ok(());
        }
        if !self.is_punct(b'{') {
            return self.expected("the body of the function in braces: write `declare` for one without");
        }
        self.bodies.push(Pending { of: (id, names), at: self.at });
        self.skip_brackets()
    }

    /// The name of a parameter, if it has one; `unnamed` parameters without one came before it.
    fn parameter_name(&mut self, unnamed: usize) -> Parse<Option<ByteStr>> {
        let token = self.peek();
        if token.kind != Kind::Local {
            return Ok(None);
        }
        self.at += 1;
        match self.name_of(token)? {
            Name::Text(name) => Ok(Some(name)),
            Name::Number(number) if number as usize == unnamed => Ok(None),
            Name::Number(_) => self
                .error(token, format!("parameters without a name are numbered in sequence: this one is `%{unnamed}`")),
        }
    }

    fn second_walk(&mut self) {
        for (function, raw) in std::mem::take(&mut self.function_attributes) {
            match self.attribute_list(raw) {
                Ok(list) => self.module.functions[function].attributes = list,
                Err(error) => self.errors.push(*error),
            }
        }
        for Pending { of, at } in std::mem::take(&mut self.initializers) {
            let ty = self.module.globals[of].ty;
            self.revisit(at, |parser| {
                let value = parser.constant(ty)?;
                parser.module.globals[of].initializer = Some(value);
                Ok(())
            });
        }
        self.metadata();
        if !self.errors.is_empty() {
            return;
        }
        for Pending { of: (function, names), at } in std::mem::take(&mut self.bodies) {
            if self.errors.len() >= MAX_ERRORS {
                return;
            }
            self.revisit(at, |parser| parser.body(function, names));
        }
        for at in std::mem::take(&mut self.use_lists) {
            self.revisit(at, Self::module_use_list);
        }
    }

    fn skip_use_list(&mut self) -> Parse<()> {
        while !self.is_punct(b'{') {
            if self.kind() == Kind::End {
                return self.expected("the order of uses in braces");
            }
            self.at += 1;
        }
        self.skip_brackets()
    }

    /// `uselistorder type @name, { … }`, of a constant.
    fn module_use_list(&mut self) -> Parse<()> {
        let token = self.next();
        if self.text(token) != b"uselistorder" {
            return self.error(token, "the order of uses of a block stands at the end of its function: move it there");
        }
        let value = self.typed_constant()?;
        let indices = self.use_list_indices()?;
        self.module.use_lists.push(UseListOrder { of: UseListTarget::Value(value.into()), indices });
        Ok(())
    }

    /// `, { 1, 0 }`: a permutation that is not the identity.
    pub(super) fn use_list_indices(&mut self) -> Parse<Box<[u32]>> {
        self.require(b',', "before the order of uses")?;
        let token = self.peek();
        self.require(b'{', "before the order of uses")?;
        let mut indices: Vec<u32> = Vec::new();
        loop {
            indices.push(self.unsigned("the place of a use")?);
            if !self.take(b',') {
                break;
            }
        }
        self.require(b'}', "after the order of uses")?;
        let mut sorted = indices.clone();
        sorted.sort_unstable();
        if sorted.iter().enumerate().any(|(place, &index)| index as usize != place) || indices.len() < 2 {
            return self.error(token, "the order of uses names each place from 0 on once, and two of them at least");
        }
        Ok(indices.into())
    }

    /// The name in a metadata token, its escapes resolved.
    pub(super) fn metadata_name(&self, token: Token) -> ByteStr {
        let text = self.text(token);
        unescape(inside_quotes(text.get(1..).unwrap_or_default())).into()
    }
}
