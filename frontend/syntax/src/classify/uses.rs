//! Classifies words: keywords, modifiers, and used names, which may be types.

use super::{Bracket, Classifier, Head, LOOK_AHEAD};
use crate::ast::{Literal, Modifier};
use crate::errors;
use crate::options::LanguageVersion;
use crate::scopes::Entry;
use crate::terminal::Terminal;
use crate::token::TokenKind;
use crate::words::{Keyword, Word, is_keyword_type};
use hlslc_base::intern::Symbol;
use hlslc_semantics::texture::{TextureType, TextureUse};

/// The built-in types of the namespace `vk` but the textures with a sampler of their own.
const VK_TYPES: [&str; 6] =
    ["BufferPointer", "Literal", "SpirvOpaqueType", "SpirvType", "ext_result_id", "integral_constant"];

/// Whether a word in the namespace `vk` is a built-in type.
fn is_type_of_vk(word: &str) -> bool {
    let is_combined = || TextureType::from_name(word).is_some_and(|texture| texture.used == TextureUse::Combined);
    VK_TYPES.contains(&word) || is_combined()
}

impl Classifier<'_> {
    pub(super) fn word(&mut self, at: usize, symbol: Symbol) -> usize {
        let class = self.word_class(symbol);
        if self.previous_is(TokenKind::Dot) && class != Word::Keyword(Keyword::Operator) {
            return self.member(at, symbol, class);
        }
        if class != Word::Plain && self.names_attribute(at) {
            self.emit_plain(Terminal::Ident(symbol), at);
            return at + 1;
        }
        let followed_by_word = self.kind(at + 1) == TokenKind::Word;
        match class {
            // `T::template f<int>`
            Word::Keyword(Keyword::Template) if self.previous_is(TokenKind::ColonColon) => {}
            // `int unsigned x`
            Word::Keyword(Keyword::Unsigned) if self.after_type && !self.previous_is(TokenKind::RBrace) => {
                self.emit(Terminal::Keyword(Keyword::Unsigned), at);
            }
            Word::Keyword(keyword) => self.keyword(at, symbol, keyword),
            Word::Modifier { modifier: Modifier::Const, .. } if self.is_const_of_method(at) => {
                self.out.const_methods.push(self.out.terminals.len() as u32);
            }
            Word::Modifier { modifier, .. } if self.is_modifier_as_name(at, symbol, modifier) => {
                self.modifier_as_name(at, symbol);
            }
            Word::Modifier { modifier, contextual } if !contextual || self.qualifies(at) => {
                // What holds before a modifier holds after it, but a definition of a type has none after it: its `;` is missing.
                self.after_type &= !self.previous_is(TokenKind::RBrace);
                if modifier == Modifier::Uniform {
                    self.removed(at, "`uniform`");
                }
                self.emit(Terminal::Modifier(modifier), at);
            }
            Word::Bool(value) => self.literal(at, Literal::Bool(value)),
            Word::SamplerState if self.kind(at + 1) == TokenKind::LBrace => {
                return self.cut_braces(at + 1, Terminal::StateBlock);
            }
            Word::Effect => match self.cut_technique(at) {
                Some(next) => return next,
                None => {
                    self.reserved(at, symbol);
                    self.emit_plain(Terminal::Ident(symbol), at);
                }
            },
            Word::ReservedType if !self.after_type => {
                self.reserved(at, symbol);
                self.emit(Terminal::Type(symbol), at);
                self.after_type = !followed_by_word || self.class_at(at + 1) != Some(Word::ReservedType);
            }
            Word::Reserved | Word::ReservedType => {
                self.reserved(at, symbol);
                self.emit_plain(Terminal::Ident(symbol), at);
            }
            Word::Plain | Word::Type | Word::Modifier { .. } | Word::SamplerState => self.name(at, symbol, class),
        }
        at + 1
    }

    /// Whether the word at `at` is the name of an attribute in `[[…]]`, which may be any word.
    fn names_attribute(&self, at: usize) -> bool {
        let opens = |by: usize| at.checked_sub(by).is_some_and(|at| self.kind(at) == TokenKind::LBracket);
        let is_behind_scope =
            || at > 1 && self.kind(at - 1) == TokenKind::ColonColon && self.kind(at - 2) == TokenKind::Word;
        opens(1) && opens(2) || is_behind_scope() && opens(3) && opens(4)
    }

    /// Whether a `const` follows the parameters of a method, which HLSL 202x has.
    fn is_const_of_method(&self, at: usize) -> bool {
        self.language >= LanguageVersion::V202X
            && self.previous_is(TokenKind::RParen)
            && matches!(self.kind(at + 1), TokenKind::LBrace | TokenKind::Semi | TokenKind::Colon)
    }

    pub(super) fn reserved(&mut self, at: usize, symbol: Symbol) {
        if self.out.reserved.insert(symbol) {
            let text = self.interner.text(symbol);
            self.errors.push(errors::reserved_word(self.tokens[at].span, text));
        }
        self.mark_reported();
    }

    /// Whether a word that may be a modifier is one here: a word or `::` goes on from it, and no type is before it
    /// that would make it a declared name.
    pub(super) fn qualifies(&mut self, at: usize) -> bool {
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token follows the type of a declaration")]
        match self.kind(at + 1) {
            TokenKind::Word => !matches!(self.class_at(at + 1), Some(Word::Effect | Word::Bool(_))),
            TokenKind::ColonColon => !self.after_type,
            _ => false,
        }
    }

    /// A word after a `.`.
    pub(super) fn member(&mut self, at: usize, symbol: Symbol, class: Word) -> usize {
        // `s.template f<T>()`: the word says nothing that is not seen anyway.
        if class == Word::Keyword(Keyword::Template) && self.kind(at + 1) == TokenKind::Word {
            return at + 1;
        }
        // `d.Base::f()`
        if self.kind(at + 1) == TokenKind::ColonColon {
            self.name(at, symbol, class);
            return at + 1;
        }
        self.emit_plain(Terminal::Ident(symbol), at);
        self.opens_template = self.methods.contains(&symbol)
            && self.kind(at + 1) == TokenKind::Less
            && self.matching_angle(at + 1).is_some_and(|end| self.kind(end + 1) == TokenKind::LParen);
        at + 1
    }

    pub(super) fn keyword(&mut self, at: usize, symbol: Symbol, keyword: Keyword) {
        let depth = self.depth();
        // These start a declaration of their own, whatever came before.
        if matches!(keyword, Keyword::Template | Keyword::Namespace | Keyword::CBuffer | Keyword::TBuffer) {
            self.typedef = self.typedef.filter(|&outer| outer < depth);
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other keywords are of every version")]
        match keyword {
            Keyword::Template => self.needs(at, "templates", LanguageVersion::V2021),
            Keyword::Operator => self.needs(at, "overloaded operators", LanguageVersion::V2021),
            Keyword::Using if self.language < LanguageVersion::V2021 => {
                self.errors.push(errors::early_using(self.tokens[at].span));
            }
            Keyword::Enum => self.needs(at, "enumerations", LanguageVersion::V2017),
            Keyword::Interface => self.removed(at, "`interface`"),
            _ => {}
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other keywords are parsed as they stand")]
        match keyword {
            Keyword::Register | Keyword::PackOffset | Keyword::Read | Keyword::Write => {
                let annotates = self.previous_is(TokenKind::Colon) && self.kind(at + 1) == TokenKind::LParen;
                let is_name =
                    matches!(keyword, Keyword::Read | Keyword::Write) && (!annotates || self.declarator.is_none());
                if is_name {
                    return self.name(at, symbol, Word::Plain);
                }
                if !annotates {
                    self.reserved(at, symbol);
                    return self.emit_plain(Terminal::Ident(symbol), at);
                }
            }
            Keyword::Typedef => self.typedef = Some(depth),
            // What was declared before is no function whose body or state follows the parenthesis.
            Keyword::If | Keyword::For | Keyword::While | Keyword::Switch => self.declarator = None,
            Keyword::CBuffer | Keyword::TBuffer => self.head = Some(Head::Buffer { depth }),
            Keyword::Enum => self.head = Some(Head::Enum { depth, is_scoped: false }),
            Keyword::Struct | Keyword::Class | Keyword::Interface => {
                let is_enum = self.previous_keyword() == Some(Keyword::Enum);
                let is_param = self.innermost() == Some(Bracket::Angle { params: true });
                if is_enum {
                    self.head = Some(Head::Enum { depth, is_scoped: true });
                } else if !is_param {
                    let scope = self.scopes.create();
                    self.head = Some(Head::Record { scope, depth, bases: false });
                }
            }
            _ => {}
        }
        self.emit_plain(Terminal::Keyword(keyword), at);
    }

    /// Takes a word that is a name, perhaps of a built-in type.
    pub(super) fn name(&mut self, at: usize, symbol: Symbol, class: Word) {
        let depth = self.depth();
        let next = self.kind(at + 1);
        let previous = self.previous_keyword();
        // Names that a keyword introduces.
        match previous {
            Some(Keyword::Struct | Keyword::Class | Keyword::Interface)
                if self.innermost() == Some(Bracket::Angle { params: true }) =>
            {
                return self.template_param(at, symbol);
            }
            Some(Keyword::Typename)
                if self.innermost() == Some(Bracket::Angle { params: true })
                    && !matches!(next, TokenKind::ColonColon | TokenKind::Less)
                    && self.starts_param() =>
            {
                return self.template_param(at, symbol);
            }
            Some(Keyword::Namespace) if self.is_using_namespace() => {
                self.using_namespace = Some(depth);
            }
            Some(Keyword::Namespace) => return self.namespace_name(at, symbol),
            Some(Keyword::Using) if next == TokenKind::Equal || self.are_attributes(at + 1) => {
                let scope = self.scopes.declaring();
                self.scopes.declare(scope, symbol, Entry::Type(None));
                self.alias = Some(depth);
                return self.emit_plain(Terminal::Ident(symbol), at);
            }
            _ => {}
        }
        if self.names_record() && next != TokenKind::ColonColon {
            return self.record_name(at, symbol);
        }
        if let Some(Bracket::Enumerators { is_scoped }) = self.innermost()
            && matches!(self.previous(), Some(Terminal::Mark(TokenKind::LBrace | TokenKind::Comma)))
        {
            return self.enumerator(at, symbol, is_scoped);
        }
        if self.is_declared_here(at, next) {
            return self.declared_name(at, symbol, next);
        }
        let found = self.resolve(symbol);
        self.last = found;
        let is_type = match found {
            Some(Entry::Type(_)) => true,
            Some(Entry::Value | Entry::Namespace(_) | Entry::FunctionTemplate) => false,
            None if class == Word::Type && !self.previous_is(TokenKind::ColonColon) => true,
            None if class == Word::Type && self.language >= LanguageVersion::V202X && self.is_of(at, "hlsl") => true,
            None if self.is_of(at, "vk") && is_type_of_vk(self.interner.text(symbol)) => true,
            None => self.must_be_type(at, next),
        };
        if is_type {
            self.type_name(at, symbol, next);
        } else {
            self.emit_plain(Terminal::Ident(symbol), at);
            self.opens_template = found == Some(Entry::FunctionTemplate);
        }
    }

    /// Whether the keyword that stands last starts a parameter of a template, and not what stands for one by default.
    fn starts_param(&self) -> bool {
        let before = self.out.terminals.len().checked_sub(2).and_then(|at| self.out.terminals.get(at));
        match before.map(|t| t.terminal) {
            Some(Terminal::TemplateOpen | Terminal::Mark(TokenKind::Comma)) => true,
            // `template<typename> typename T`
            Some(Terminal::TemplateClose) => self.closes_header(self.out.terminals.len() - 2),
            _ => false,
        }
    }

    /// Whether a namespace, which nothing declares, stands before the word at `at`.
    fn is_of(&self, at: usize, namespace: &str) -> bool {
        let before = |by: usize| at.checked_sub(by).and_then(|at| self.tokens.get(at));
        before(1).is_some_and(|token| token.kind == TokenKind::ColonColon)
            && before(2)
                .is_some_and(|token| token.kind == TokenKind::Word && self.interner.text(token.symbol) == namespace)
    }

    /// Whether `[[` stands at `at`.
    fn are_attributes(&self, at: usize) -> bool {
        self.kind(at) == TokenKind::LBracket && self.kind(at + 1) == TokenKind::LBracket
    }

    /// The meaning of a name that is used.
    pub(super) fn resolve(&self, symbol: Symbol) -> Option<Entry> {
        if self.previous_is(TokenKind::ColonColon) {
            return self.last.and_then(Entry::scope).and_then(|scope| self.scopes.find_in(scope, symbol));
        }
        self.scopes.find(symbol)
    }

    pub(super) fn type_name(&mut self, at: usize, symbol: Symbol, next: TokenKind) {
        if next != TokenKind::ColonColon
            && let Some(Head::Record { scope, bases: true, depth }) = self.head
            && depth == self.depth()
            && let Some(base) = self.last.and_then(Entry::scope)
        {
            self.scopes.import(scope, base);
        }
        self.emit(Terminal::Type(symbol), at);
        self.after_type = next != TokenKind::ColonColon;
        self.opens_template = false;
    }

    /// An unknown name that can be nothing but a type: after `typename`, before another name, or in a cast.
    pub(super) fn must_be_type(&mut self, at: usize, next: TokenKind) -> bool {
        if next == TokenKind::ColonColon {
            return false;
        }
        if self.follows_typename() {
            return true;
        }
        if matches!(self.head, Some(Head::Record { bases: true, depth, .. }) if depth == self.depth()) {
            return true;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token follows the type of a declaration")]
        match next {
            TokenKind::Word => {
                let class = self.class_at(at + 1);
                let declared = self.tokens.get(at + 1).map(|token| token.symbol);
                let is_type = declared.is_some_and(|name| {
                    is_keyword_type(self.interner.text(name)) || self.is_type_for_ever(name) && !self.is_in_params()
                });
                !is_type
                    && matches!(class, Some(Word::Plain | Word::Type | Word::Modifier { .. }))
                    && self.may_precede_type()
            }
            TokenKind::Less => {
                let in_unknown = self.previous_is(TokenKind::ColonColon) && self.last.is_none();
                (in_unknown || self.reads_like_arguments(at + 1))
                    && self.matching_angle(at + 1).is_some_and(|end| self.kind(end + 1) == TokenKind::Word)
            }
            TokenKind::RParen => {
                self.previous_is(TokenKind::LParen)
                    && matches!(self.kind(at + 2), TokenKind::Word | TokenKind::Number)
                    && !matches!(self.class_at(at + 2), Some(Word::Keyword(k)) if k != Keyword::This)
                    && !self.heads_statement()
            }
            _ => false,
        }
    }

    pub(super) fn is_in_params(&self) -> bool {
        matches!(self.innermost(), Some(Bracket::Paren | Bracket::Angle { .. }))
    }

    /// Whether a declaration, and so a type, can start after the last terminal.
    pub(super) fn may_precede_type(&self) -> bool {
        match self.previous() {
            None | Some(Terminal::Modifier(_) | Terminal::TemplateOpen | Terminal::TemplateClose) => true,
            Some(Terminal::EffectBlock | Terminal::StateBlock) => true,
            Some(Terminal::Keyword(keyword)) => !matches!(keyword, Keyword::Return | Keyword::Case),
            Some(Terminal::Mark(mark)) => {
                matches!(
                    mark,
                    TokenKind::Semi
                        | TokenKind::LBrace
                        | TokenKind::RBrace
                        | TokenKind::LParen
                        | TokenKind::RParen
                        | TokenKind::RBracket
                        | TokenKind::Comma
                        | TokenKind::ColonColon
                ) || (mark == TokenKind::Colon && self.innermost() == Some(Bracket::Block))
            }
            Some(_) => false,
        }
    }

    /// Whether the open parenthesis right before belongs to `if (…)` and the like.
    pub(super) fn heads_statement(&self) -> bool {
        let before = self.out.terminals.len().checked_sub(2).and_then(|i| self.out.terminals.get(i));
        matches!(
            before.map(|t| t.terminal),
            Some(
                Terminal::Keyword(
                    Keyword::If
                        | Keyword::While
                        | Keyword::For
                        | Keyword::Switch
                        | Keyword::SizeOf
                        | Keyword::DeclType
                        | Keyword::Register
                ) | Terminal::Ident(_)
                    | Terminal::Type(_)
                    | Terminal::TemplateClose
                    | Terminal::Mark(TokenKind::RParen | TokenKind::RBracket)
            )
        )
    }

    /// Whether this path started after `typename`.
    pub(super) fn follows_typename(&self) -> bool {
        // `typename` among arguments that are closed again is about those.
        let mut closed = 0u32;
        for placed in self.out.terminals.iter().rev().take(LOOK_AHEAD) {
            match placed.terminal {
                Terminal::TemplateClose => closed += 1,
                Terminal::TemplateOpen if closed > 0 => closed -= 1,
                _ if closed > 0 => {}
                Terminal::Keyword(Keyword::Typename) => return true,
                Terminal::Mark(TokenKind::ColonColon) | Terminal::Ident(_) | Terminal::Type(_) => {}
                Terminal::Mark(_)
                | Terminal::Keyword(_)
                | Terminal::Modifier(_)
                | Terminal::Literal(_)
                | Terminal::Str(_)
                | Terminal::TemplateOpen
                | Terminal::WidthColon
                | Terminal::StateBlock
                | Terminal::EffectBlock
                | Terminal::Error
                | Terminal::ErrorExpr => return false,
            }
            if !self.previous_is(TokenKind::ColonColon) {
                return false;
            }
        }
        false
    }
}
