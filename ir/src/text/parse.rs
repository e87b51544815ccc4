//! Parses the text form; this is the inverse of [`print`](super::print()). Input: any text. Output: a module that is
//! well-formed as data (every name is declared, operands have the types written) but need not verify; or the first
//! error. It never panics; nested types and constants draw on a depth budget.

mod body;
mod debug;
mod entry;
mod foreign;
mod subobject;
mod types;

use super::lex::{Name, Token, lex};
use super::print::ORDERS;
use super::print::debug::VARIABLE;
use crate::entity::{Func, Global, Resource, StructId, Type};
use crate::function::Function;
use crate::module::{Binding, GlobalData, Heap, Interpolation, Module, ResourceData, VkBinding};
use crate::types::{
    AddressSpace, BitField, Declared, DeclaredStruct, Field, MatrixOrder, NumberKind, RowPlace, Scalar, StructData,
};
use crate::vulkan::{Specialization, VkImageFormat, VkPlace};
use hlslc_base::Span;
use rustc_hash::FxHashMap;
use std::fmt;

/// Why a text is no module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: u32,
    /// The message.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

/// Reads a module.
pub fn parse(text: &str) -> Result<Module, ParseError> {
    let tokens = lex(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        module: Module::default(),
        structs: FxHashMap::default(),
        open_structs: FxHashMap::default(),
        globals: FxHashMap::default(),
        resources: FxHashMap::default(),
        funcs: FxHashMap::default(),
        weights: FxHashMap::default(),
    };
    parser.declare_functions()?;
    while *parser.peek() != Token::End {
        parser.item()?;
    }
    super::root_signature::parse(text, &mut parser.module)?;
    Ok(parser.module)
}

/// The key of an entity: text and number.
type Key = (String, Option<u32>);

fn key(name: &Name) -> Key {
    (name.text.clone(), name.number)
}

struct Parser<'a> {
    tokens: &'a [(Token, u32)],
    at: usize,
    module: Module,
    structs: FxHashMap<Key, Type>,
    /// Structs whose address is named before their members are.
    open_structs: FxHashMap<Key, StructId>,
    globals: FxHashMap<Key, Global>,
    resources: FxHashMap<Key, Resource>,
    funcs: FxHashMap<Key, Func>,
    /// The weights of types, if they are not 1.
    weights: FxHashMap<Type, u64>,
}

type Parsed<T = ()> = Result<T, ParseError>;

impl<'a> Parser<'a> {
    fn peek(&self) -> &'a Token {
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> &'a Token {
        self.tokens.get(self.at + by).map_or(&Token::End, |t| &t.0)
    }

    fn line(&self, by: usize) -> u32 {
        self.tokens.get(self.at + by).or(self.tokens.last()).map_or(1, |t| t.1)
    }

    /// Whether the next token stands on the line of the token before it.
    fn goes_on(&self) -> bool {
        self.at > 0 && self.tokens.get(self.at - 1).is_some_and(|t| t.1 == self.line(0)) && *self.peek() != Token::End
    }

    fn next(&mut self) -> &'a Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(ParseError { line: self.line(0), message: message.into() })
    }

    /// An error about what was just read.
    fn error_before<T>(&self, message: impl Into<String>) -> Parsed<T> {
        let line = self.tokens.get(self.at.saturating_sub(1)).map_or(1, |t| t.1);
        Err(ParseError { line, message: message.into() })
    }

    fn eat(&mut self, c: char) -> bool {
        let found = *self.peek() == Token::Punct(c);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, c: char) -> Parsed {
        if self.eat(c) { Ok(()) } else { self.error(format!("`{c}` is needed here")) }
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(w) if w == word);
        self.at += usize::from(found);
        found
    }

    fn expect_word(&mut self, word: &str) -> Parsed {
        if self.eat_word(word) { Ok(()) } else { self.error(format!("`{word}` is needed here")) }
    }

    fn word(&mut self) -> Parsed<&'a str> {
        if let Token::Word(word) = self.peek() {
            self.at += 1;
            Ok(word)
        } else {
            self.error("a word is needed here")
        }
    }

    fn text(&mut self) -> Parsed<String> {
        if let Token::Text(text) = self.peek() {
            self.at += 1;
            Ok(text.clone())
        } else {
            self.error("a text in quotes is needed here")
        }
    }

    fn global_name(&mut self) -> Parsed<&'a Name> {
        if let Token::Global(name) = self.peek() {
            self.at += 1;
            Ok(name)
        } else {
            self.error("a name with `@` is needed here")
        }
    }

    /// A number of 32 bits, with or without sign.
    fn number(&mut self) -> Parsed<u32> {
        let Token::Number(text) = self.peek() else { return self.error("a number is needed here") };
        let value = text.parse::<u32>().ok().or_else(|| text.parse::<i32>().ok().map(|n| n as u32));
        match value {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => self.error(format!("`{text}` is no number of 32 bits")),
        }
    }

    /// An integer of 64 bits, with a sign or without.
    fn wide_number(&mut self) -> Parsed<u64> {
        let Token::Number(text) = self.peek() else { return self.error("a number is needed here") };
        match text.parse::<u64>().ok().or_else(|| text.parse::<i64>().ok().map(|n| n as u64)) {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => self.error(format!("`{text}` is no number of 64 bits")),
        }
    }

    /// `!lo:hi`, if that is next.
    fn span(&mut self) -> Parsed<Span> {
        if *self.peek() != Token::Punct('!') || !matches!(self.ahead(1), Token::Number(_)) {
            return Ok(Span::NONE);
        }
        self.at += 1;
        self.span_numbers()
    }

    fn span_numbers(&mut self) -> Parsed<Span> {
        let lo = self.number()?;
        self.expect(':')?;
        Ok(Span::new(lo, self.number()?))
    }

    /// Makes the functions before anything is read, so that they may call each other in any order.
    fn declare_functions(&mut self) -> Parsed {
        let void = self.module.ctx.void();
        let loc = self.module.ctx.no_loc();
        let mut in_function = false;
        for (token, line) in self.tokens {
            match token {
                Token::Word(word) if word == "define" || word == "declare" => in_function = true,
                Token::Global(name) if in_function => {
                    in_function = false;
                    let id = self.module.funcs.push(Function::new(name.text.clone(), void, loc));
                    if self.funcs.insert(key(name), id).is_some() {
                        return Err(ParseError { line: *line, message: format!("`@{}` is defined twice", name.text) });
                    }
                }
                Token::Word(_)
                | Token::Number(_)
                | Token::Text(_)
                | Token::Local(_)
                | Token::Global(_)
                | Token::Punct(_)
                | Token::End => {}
            }
        }
        Ok(())
    }

    fn item(&mut self) -> Parsed {
        match self.peek() {
            Token::Local(_) => self.struct_decl(),
            Token::Global(_) => self.global_or_resource(),
            Token::Word(word) => match word.as_str() {
                "capability" | "extension" | "mode" | "mode_id" => self.foreign_need(),
                "flag" => {
                    self.at += 1;
                    let name = self.word()?;
                    if self.module.flags.set(name) { Ok(()) } else { self.error_before("unknown flag") }
                }
                "define" | "declare" => self.function(),
                "entry" => self.entry(),
                "subobject" => self.subobject(),
                VARIABLE => self.debug_variable(),
                _ => self.error(format!("`{word}` starts nothing")),
            },
            Token::Punct('!') => {
                self.metadata_line();
                Ok(())
            }
            Token::Number(_) | Token::Text(_) | Token::Punct(_) | Token::End => {
                self.error("a declaration is needed here")
            }
        }
    }

    /// Goes past a line of metadata; those of the root signature are read on their own.
    fn metadata_line(&mut self) {
        self.at += 1;
        while self.goes_on() {
            self.at += 1;
        }
    }

    fn struct_decl(&mut self) -> Parsed {
        let Token::Local(name) = self.next() else { return self.error_before("a struct is needed here") };
        self.expect('=')?;
        self.expect_word("type")?;
        self.expect('{')?;
        let mut fields = Vec::new();
        while !self.eat('}') {
            if !fields.is_empty() {
                self.expect(',')?;
            }
            let ty = self.ty()?;
            let name = self.text()?;
            let matrix = self.matrix_order();
            let offset = if self.eat_word("offset") { Some(self.number()?) } else { None };
            let vk_offset = if self.eat_word("vk_offset") { Some(self.number()?) } else { None };
            let places = RowPlace::ALL.iter().filter(|place| !place.1.is_empty());
            let row_place = places.copied().find(|place| self.eat_word(place.1)).unwrap_or_default().0;
            let declared = self.declared()?;
            let semantic = if self.eat_word("semantic") { Some(self.text()?) } else { None };
            let modes = Interpolation::ALL.iter().filter(|mode| !mode.1.is_empty());
            let interpolation = modes.copied().find(|mode| self.eat_word(mode.1)).unwrap_or_default().0;
            let mut bit_fields = Vec::new();
            while self.eat_word("bits") {
                bit_fields.push(BitField { name: self.text()?, width: self.number()?, declared: self.declared()? });
            }
            let access = if self.eat_word("access") { Some(self.number()?) } else { None };
            let payload_access = access.and_then(|bits| u16::try_from(bits).ok());
            fields.push(Field {
                name,
                ty,
                matrix,
                offset,
                vk_offset,
                row_place,
                declared,
                semantic,
                interpolation,
                payload_access,
                bit_fields,
                decorations: self.decorations()?,
            });
        }
        let is_class = self.eat_word("class");
        let is_declared = is_class || self.eat_word("struct");
        let declared = if is_declared {
            let name = self.text()?;
            Some(DeclaredStruct { name, is_class, leaves_out_resources: self.eat_word("without_resources") })
        } else {
            None
        };
        let weight = self.weight_of_parts(fields.iter().map(|field| field.ty));
        let data = StructData { name: name.text.clone(), fields, declared };
        if let Some(id) = self.open_structs.remove(&key(name)) {
            self.module.ctx.complete_struct(id, data);
            let ty = self.structs.get(&key(name)).copied();
            return ty.map_or(Ok(()), |ty| self.weigh(ty, weight));
        }
        let ty = self.module.ctx.declare_struct(data);
        self.weigh(ty, weight)?;
        if self.structs.insert(key(name), ty).is_some() {
            return self.error_before(format!("struct `{}` is defined twice", name.text));
        }
        Ok(())
    }

    fn declared(&mut self) -> Parsed<Declared> {
        let mut declared = Declared::default();
        if self.eat_word("as") {
            let word = self.word()?;
            match NumberKind::ALL.iter().find(|row| row.1 == word) {
                Some(row) => declared.number = Some(row.0),
                None => return self.error_before(format!("`{word}` is no kind of number")),
            }
        }
        declared.one_vector = self.eat_word("vector1");
        declared.is_enum = self.eat_word("enum");
        Ok(declared)
    }

    fn matrix_order(&mut self) -> Option<MatrixOrder> {
        ORDERS.iter().find(|row| self.eat_word(row.1)).map(|row| row.0)
    }

    fn global_or_resource(&mut self) -> Parsed {
        let name = self.global_name()?;
        self.expect('=')?;
        if self.eat_word("resource") {
            let data = self.resource(name.text.clone())?;
            let id = self.module.resources.push(data);
            if self.resources.insert(key(name), id).is_some() {
                return self.error_before(format!("resource `{}` is defined twice", name.text));
            }
            return Ok(());
        }
        let space = self.space()?;
        self.expect_word("global")?;
        let ty = self.ty()?;
        let init = if self.goes_on() && self.at_constant() { Some(self.constant(ty)?) } else { None };
        let specialization = if self.eat_word("specialization") {
            Some(Specialization { id: self.number()?, declared: self.declared()? })
        } else {
            None
        };
        let foreign = self.foreign_variable()?;
        let decorations = self.decorations()?;
        let span = self.span()?;
        let data = GlobalData { name: name.text.clone(), span, ty, space, init, specialization, foreign, decorations };
        let id = self.module.globals.push(data);
        if self.globals.insert(key(name), id).is_some() {
            return self.error_before(format!("global `{}` is defined twice", name.text));
        }
        Ok(())
    }

    fn space(&mut self) -> Parsed<AddressSpace> {
        let word = self.word()?;
        match AddressSpace::ALL.iter().find(|row| row.1 == word) {
            Some(row) => Ok(row.0),
            None => self.error_before(format!("`{word}` is no address space")),
        }
    }

    fn resource(&mut self, name: String) -> Parsed<ResourceData> {
        let ty = self.ty()?;
        let mut data = ResourceData::new(name, Span::NONE, ty, Binding::Heap(Heap::Resources));
        let (mut space, mut vk_set) = (None, 0);
        while self.eat(',') {
            if self.at_decoration() {
                data.decorations = self.decorations()?;
                continue;
            }
            let word = self.word()?;
            match word {
                "count" => data.count = Some(self.number()?),
                "unbounded" => data.count = None,
                "array" => data.is_array = true,
                "dimension" => data.dims.push(self.number()?),
                "space" => space = Some(self.number()?),
                "register" => {
                    data.binding = Binding::Explicit { space: space.unwrap_or(0), lower: self.number()? };
                }
                "implicit" => data.binding = Binding::Implicit { order: self.number()?, space },
                "heap" => data.binding = Binding::Heap(Heap::Resources),
                "raw" => data.binding = Binding::Heap(Heap::Raw),
                "samplerheap" => data.binding = Binding::Heap(Heap::Samplers),
                "globallycoherent" => data.globally_coherent = true,
                "reordercoherent" => data.reorder_coherent = true,
                "globals" => data.holds_globals = true,
                "type" => data.declared_type = self.text()?,
                "symbol" => data.symbol = Some(self.text()?),
                "element" => data.element = self.declared()?,
                "vk_set" => vk_set = self.number()?,
                "vk_counter" => data.vk.counter = Some(self.number()?),
                "list" => data.is_list = true,
                "vk_binding" => data.vk.binding = Some(VkBinding { binding: self.number()?, set: vk_set }),
                "vk_format" => {
                    let format = self.word()?;
                    data.vk.format = VkImageFormat::from_name(format);
                    if data.vk.format.is_none() {
                        return self.error_before(format!("`{format}` is no format of texels"));
                    }
                }
                "vk_combined" => data.vk.combined = true,
                "vk_own_sampler" => data.vk.own_sampler = true,
                "vk_in_struct" => data.vk.in_struct = true,
                "vk_attachment" => data.vk.attachment = Some(self.number()?),
                _ => {
                    let place = VkPlace::ALL.iter().find(|row| row.1 == word);
                    let order = ORDERS.iter().find(|row| row.1 == word);
                    match (order, place) {
                        (Some(row), _) => data.matrix = Some(row.0),
                        (None, Some(row)) => data.vk.place = row.0,
                        (None, None) => return self.error_before(format!("unknown property `{word}` of a resource")),
                    }
                }
            }
        }
        data.span = self.span()?;
        Ok(data)
    }

    fn func_name(&mut self) -> Parsed<Func> {
        let name = self.global_name()?;
        match self.funcs.get(&key(name)) {
            Some(&func) => Ok(func),
            None => self.error_before(format!("no function `{}`", name.text)),
        }
    }

    fn scalar(&mut self) -> Parsed<Scalar> {
        let word = self.word()?;
        match Scalar::from_name(word) {
            Some(scalar) => Ok(scalar),
            None => self.error_before(format!("`{word}` is no scalar type")),
        }
    }
}
