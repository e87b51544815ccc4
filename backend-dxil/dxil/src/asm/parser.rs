//! Holds the state of reading a text: the tokens, the module so far, and the names of its entities.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::attributes::Attribute;
use crate::bytestr::ByteStr;
use crate::constants::ConstId;
use crate::metadata::MdId;
use crate::module::{FuncId, GlobalId, Module};
use crate::types::TypeId;

use super::attributes::RawAttributes;
use super::lex::{Kind, Token, unescape};
use super::metadata::RawNode;
use super::{Error, LineTable, MAX_NESTING};

/// A result, or an error that ends the definition it is in.
pub(super) type Parse<T> = Result<T, Box<Error>>;

/// A name of a text: in letters, or a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    Text(ByteStr),
    Number(u32),
}

/// What a global name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    Global(GlobalId),
    Function(FuncId),
}

/// A type name: its type, and where it was used first if its definition has not come.
pub(super) struct TypeName {
    pub(super) ty: TypeId,
    pub(super) first_use: Option<Token>,
}

/// A part of the text that is read once everything has been named.
pub(super) struct Pending<T> {
    pub(super) of: T,
    /// The token it starts with.
    pub(super) at: usize,
}

/// The state of reading.
pub(super) struct Parser<'t> {
    text: &'t [u8],
    tokens: &'t [Token],
    lines: &'t LineTable,
    /// The next token.
    pub(super) at: usize,
    nesting: u32,
    pub(super) module: Module,
    pub(super) errors: Vec<Error>,
    pub(super) types: FxHashMap<Name, TypeName>,
    pub(super) symbols: FxHashMap<Name, Symbol>,
    pub(super) groups: FxHashMap<u32, Vec<Attribute>>,
    pub(super) initializers: Vec<Pending<GlobalId>>,
    /// Attributes of functions, which may name groups that come later.
    pub(super) function_attributes: Vec<(FuncId, RawAttributes)>,
    /// The bodies of functions, with the names of their parameters.
    pub(super) bodies: Vec<Pending<(FuncId, Vec<Option<ByteStr>>)>>,
    pub(super) nodes: Vec<Pending<u32>>,
    pub(super) named_lists: Vec<Pending<ByteStr>>,
    pub(super) use_lists: Vec<usize>,
    /// The nodes: first those with numbers, then those that are written where they are used.
    pub(super) raw_nodes: Vec<RawNode>,
    pub(super) numbered_nodes: usize,
    /// The places of numbered nodes among them.
    pub(super) node_indices: FxHashMap<u32, usize>,
    /// The entries of the nodes that are made, and which of them were begun.
    pub(super) made: Vec<Option<MdId>>,
    pub(super) opened: Vec<bool>,
    /// The number of the next global or function without a name.
    pub(super) next_symbol: u32,
    pub(super) next_type: u32,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t [u8], tokens: &'t [Token], lines: &'t LineTable) -> Self {
        let mut module = Module::new();
        module.triple = ByteStr::default();
        module.data_layout = ByteStr::default();
        Self {
            text,
            tokens,
            lines,
            at: 0,
            nesting: 0,
            module,
            errors: Vec::new(),
            types: FxHashMap::default(),
            symbols: FxHashMap::default(),
            groups: FxHashMap::default(),
            initializers: Vec::new(),
            function_attributes: Vec::new(),
            bodies: Vec::new(),
            nodes: Vec::new(),
            named_lists: Vec::new(),
            use_lists: Vec::new(),
            raw_nodes: Vec::new(),
            numbered_nodes: 0,
            node_indices: FxHashMap::default(),
            made: Vec::new(),
            opened: Vec::new(),
            next_symbol: 0,
            next_type: 0,
        }
    }

    pub(super) fn finish(self) -> (Module, Vec<Error>) {
        (self.module, self.errors)
    }

    /// The next token.
    pub(super) fn peek(&self) -> Token {
        self.token_at(self.at)
    }

    /// A token by its index; the end if there are fewer.
    pub(super) fn token_at(&self, index: usize) -> Token {
        self.tokens.get(index).or(self.tokens.last()).copied().unwrap_or(Token { kind: Kind::End, start: 0, end: 0 })
    }

    /// Takes the next token.
    pub(super) fn next(&mut self) -> Token {
        let token = self.peek();
        self.at += usize::from(token.kind != Kind::End);
        token
    }

    pub(super) fn kind(&self) -> Kind {
        self.peek().kind
    }

    pub(super) fn text(&self, token: Token) -> &'t [u8] {
        &self.text[token.start as usize..token.end as usize]
    }

    /// The text of a token for a message.
    pub(super) fn shown(&self, token: Token) -> String {
        const LONGEST: usize = 60;
        if token.kind == Kind::End {
            return "the end of the text".to_owned();
        }
        let text = String::from_utf8_lossy(self.text(token));
        let short: String = text.chars().take(LONGEST).collect();
        let rest = if short.len() < text.len() { "…" } else { "" };
        format!("`{}{rest}`", short.escape_debug())
    }

    pub(super) fn range(token: Token) -> Range<usize> {
        token.start as usize..token.end as usize
    }

    /// An error about a token.
    pub(super) fn error<T>(&self, token: Token, message: impl Into<String>) -> Parse<T> {
        Err(Box::new(self.lines.error(Self::range(token), message)))
    }

    /// The error that something else was expected than the next token.
    pub(super) fn expected<T>(&self, what: &str) -> Parse<T> {
        let token = self.peek();
        self.error(token, format!("expected {what}, found {}", self.shown(token)))
    }

    /// Whether a token is the first of its line.
    pub(super) fn starts_line(&self, token: Token) -> bool {
        self.lines.starts_at(token.start as usize)
    }

    pub(super) fn is_punct(&self, punct: u8) -> bool {
        self.kind() == Kind::Punct(punct)
    }

    /// Takes a character if it comes next.
    pub(super) fn take(&mut self, punct: u8) -> bool {
        let is_next = self.is_punct(punct);
        self.at += usize::from(is_next);
        is_next
    }

    /// Takes a character, which must come next.
    pub(super) fn require(&mut self, punct: u8, place: &str) -> Parse<()> {
        if self.take(punct) { Ok(()) } else { self.expected(&format!("`{}` {place}", char::from(punct))) }
    }

    /// The next token as a word, if it is one.
    pub(super) fn word(&self) -> Option<&'t [u8]> {
        let token = self.peek();
        (token.kind == Kind::Word).then(|| self.text(token))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word.as_bytes())
    }

    /// Takes a word if it comes next.
    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn require_word(&mut self, word: &str, place: &str) -> Parse<()> {
        if self.take_word(word) { Ok(()) } else { self.expected(&format!("`{word}` {place}")) }
    }

    /// The value of the next word in a table of words, which is then taken.
    pub(super) fn take_one_of<T: Copy>(&mut self, table: &[(&str, T)]) -> Option<T> {
        let word = self.word()?;
        let found = table.iter().find(|(known, _)| known.as_bytes() == word)?.1;
        self.at += 1;
        Some(found)
    }

    /// Takes an unsigned integer, which must be next.
    pub(super) fn unsigned<T: TryFrom<u64>>(&mut self, what: &str) -> Parse<T> {
        let token = self.peek();
        if token.kind != Kind::Int {
            return self.expected(what);
        }
        let value = std::str::from_utf8(self.text(token)).ok().and_then(|digits| digits.parse::<u64>().ok());
        match value.and_then(|value| T::try_from(value).ok()) {
            Some(value) => {
                self.at += 1;
                Ok(value)
            }
            None => self.error(token, format!("{} is no possible value of {what}", self.shown(token))),
        }
    }

    /// Takes the contents of a string, which must be next.
    pub(super) fn string(&mut self, what: &str) -> Parse<ByteStr> {
        let token = self.peek();
        if token.kind != Kind::Text {
            return self.expected(what);
        }
        self.at += 1;
        Ok(unescape(inside_quotes(self.text(token))).into())
    }

    /// The name in a token with a sign before it.
    pub(super) fn name_of(&self, token: Token) -> Parse<Name> {
        let text = self.text(token).get(1..).unwrap_or_default();
        match text.first() {
            Some(b'"') => {
                let bytes = unescape(inside_quotes(text));
                if bytes.contains(&0) {
                    return self.error(token, "a name holds the byte 0: DXIL's names end before it");
                }
                Ok(Name::Text(bytes.into()))
            }
            Some(byte) if byte.is_ascii_digit() => Ok(Name::Number(self.number_in(token)?)),
            _ => Ok(Name::Text(text.into())),
        }
    }

    /// The number in a token with a sign before it.
    pub(super) fn number_in(&self, token: Token) -> Parse<u32> {
        let digits = std::str::from_utf8(&self.text(token)[1..]).ok();
        match digits.and_then(|digits| digits.parse::<u32>().ok()).filter(|&number| number < MAX_NUMBER) {
            Some(number) => Ok(number),
            None => self
                .error(token, format!("{} is too large for a number: the largest is {MAX_NUMBER}", self.shown(token))),
        }
    }

    /// The name in a label, without its colon.
    pub(super) fn label_name(&self, token: Token) -> ByteStr {
        let text = self.text(token);
        let text = text.strip_suffix(b":").unwrap_or(text);
        if text.first() == Some(&b'"') { unescape(inside_quotes(text)).into() } else { text.into() }
    }

    /// Reads something that may hold more of its kind.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nesting == MAX_NESTING {
            return self
                .error(self.peek(), format!("this is nested more than {MAX_NESTING} deep: give a part of it a name"));
        }
        self.nesting += 1;
        let result = read(self);
        self.nesting -= 1;
        result
    }

    /// Reads what the first walk has left at some token.
    pub(super) fn revisit(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Parse<()>) {
        self.at = at;
        self.nesting = 0;
        if let Err(error) = read(self) {
            self.errors.push(*error);
        }
    }

    /// The error that a value has another type than one that is wanted.
    pub(super) fn require_type(&self, token: Token, found: TypeId, wanted: TypeId, what: &str) -> Parse<()> {
        if found == wanted {
            return Ok(());
        }
        let (found, wanted) = (self.type_text(found), self.type_text(wanted));
        self.error(token, format!("{what} has the type `{found}`, but `{wanted}` is needed here"))
    }

    /// The type of a constant.
    pub(super) fn constant_type(&self, id: ConstId) -> TypeId {
        self.module.constants.ty(id)
    }
}

/// Numbers of a text are below this, so that each fits where a module keeps it.
const MAX_NUMBER: u32 = 1 << 30;

/// A quoted text without its quotes.
pub(super) fn inside_quotes(text: &[u8]) -> &[u8] {
    let text = text.strip_prefix(b"\"").unwrap_or(text);
    text.strip_suffix(b"\"").unwrap_or(text)
}
