//! Classifies names that are declared, and records them.

use super::{Bracket, Classifier, Declarator, Head, LOOK_AHEAD};
use crate::ast::Modifier;
use crate::errors;
use crate::scopes::{Entry, Until};
use crate::terminal::Terminal;
use crate::token::TokenKind;
use crate::words::{CONTEXTUAL, Keyword, Word, is_keyword_type, is_numeric_type};
use hlslc_base::intern::Symbol;

impl Classifier<'_> {
    pub(super) fn template_param(&mut self, at: usize, symbol: Symbol) {
        let scope = self.scopes.innermost();
        self.scopes.declare(scope, symbol, Entry::Type(None));
        self.emit_plain(Terminal::Ident(symbol), at);
    }

    pub(super) fn is_using_namespace(&self) -> bool {
        let before = self.out.terminals.len().checked_sub(2).and_then(|i| self.out.terminals.get(i));
        before.is_some_and(|t| t.terminal == Terminal::Keyword(Keyword::Using))
    }

    pub(super) fn namespace_name(&mut self, at: usize, symbol: Symbol) {
        let outer = self.scopes.declaring();
        let scope = match self.scopes.own(outer, symbol) {
            Some(Entry::Namespace(scope)) => scope,
            _ => {
                let scope = self.scopes.create();
                self.scopes.declare(outer, symbol, Entry::Namespace(scope));
                scope
            }
        };
        self.head = Some(Head::Namespace { scope, depth: self.depth() });
        self.emit_plain(Terminal::Ident(symbol), at);
    }

    /// Whether the word is the name of the struct or enum whose keyword was just met, attributes aside.
    pub(super) fn names_record(&self) -> bool {
        let keyword = matches!(
            self.previous_keyword(),
            Some(Keyword::Struct | Keyword::Class | Keyword::Interface | Keyword::Enum)
        );
        // `struct [raypayload] P`
        let behind_attribute = self.previous_is(TokenKind::RBracket)
            && matches!(self.head, Some(Head::Record { depth, .. }) if depth == self.depth())
            && !self.after_type;
        keyword || behind_attribute
    }

    pub(super) fn record_name(&mut self, at: usize, symbol: Symbol) {
        let depth = self.depth();
        let next = self.kind(at + 1);
        let defines = matches!(next, TokenKind::LBrace | TokenKind::Colon | TokenKind::Semi);
        let known = self.scopes.find(symbol);
        if defines {
            let outer = self.scopes.declaring();
            // A definition after a declaration is the same type.
            let inner = match (self.scopes.own(outer, symbol), self.head) {
                (Some(Entry::Type(Some(scope))), _) => scope,
                (_, Some(Head::Record { scope, .. })) => scope,
                _ => self.scopes.create(),
            };
            self.scopes.declare(outer, symbol, Entry::Type(Some(inner)));
            if matches!(self.head, Some(Head::Record { .. })) {
                self.head = Some(Head::Record { scope: inner, depth, bases: false });
            }
            self.last = None;
        } else {
            // `struct S s`, or `struct S<int> {`, a specialisation.
            if known.is_none() {
                let outer = self.scopes.declaring();
                self.scopes.declare(outer, symbol, Entry::Type(None));
            }
            self.last = known;
        }
        self.emit(Terminal::Type(symbol), at);
        self.after_type = !defines;
        self.opens_template = false;
    }

    /// Whether the word stands where a name is being declared: after a type, or after the comma of a list.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a name is followed by a word or by its arguments")]
    pub(super) fn is_declared_here(&mut self, at: usize, next: TokenKind) -> bool {
        if self.after_type {
            // `struct S { … } float4 f()`, `struct S { … } Buffer<int> b`: the `;` after the brace is missing.
            // But `struct S { … } s static float x` declares `s`.
            let missing_semicolon = self.previous_is(TokenKind::RBrace)
                && match next {
                    TokenKind::Word => matches!(self.class_at(at + 1), None | Some(Word::Plain)),
                    other => other == TokenKind::Less,
                };
            // `struct S float4 a;`: its brace is missing.
            let missing_brace = self.follows_record_name() && self.class_at(at) == Some(Word::Type);
            return self.alias.is_none()
                && !missing_brace
                && next != TokenKind::ColonColon
                && !missing_semicolon
                && !self.is_template_qualifier(at, next);
        }
        // `float S::x`: the last name of a path that started after a type.
        if self.previous_is(TokenKind::ColonColon) {
            return next != TokenKind::ColonColon && self.path_follows_type();
        }
        let depth = self.depth();
        let in_list = self.declarator.is_some_and(|d| d.depth == depth)
            && self.innermost() != Some(Bracket::Paren)
            && self.previous_is(TokenKind::Comma);
        in_list
            && matches!(
                next,
                TokenKind::Comma
                    | TokenKind::Semi
                    | TokenKind::Equal
                    | TokenKind::LBracket
                    | TokenKind::Colon
                    | TokenKind::LParen
            )
    }

    /// Whether a modifier stands where a name is declared, or where one is used that was declared by its word.
    pub(super) fn is_modifier_as_name(&mut self, at: usize, symbol: Symbol, modifier: Modifier) -> bool {
        let next = self.kind(at + 1);
        if CONTEXTUAL.contains(&modifier) || next == TokenKind::Word {
            return false;
        }
        if !self.after_type && self.out.modifier_names.contains(&symbol) && !self.previous_is(TokenKind::Comma) {
            return true;
        }
        if self.previous_is(TokenKind::RBrace) || !self.is_declared_here(at, next) {
            return self.out.modifier_names.contains(&symbol) && !self.after_type;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other token follows the name of a declaration")]
        match next {
            TokenKind::Equal | TokenKind::LBracket => true,
            // `float const;` declares nothing, and these may stand after a type.
            _ if matches!(
                modifier,
                Modifier::Const | Modifier::Extern | Modifier::Inline | Modifier::Static | Modifier::Constexpr
            ) =>
            {
                false
            }
            TokenKind::Semi | TokenKind::Colon | TokenKind::LParen => true,
            // `void f(float out, …)`: the parameter has no name.
            TokenKind::Comma | TokenKind::RParen | TokenKind::Greater => {
                !matches!(modifier, Modifier::In | Modifier::Out | Modifier::InOut)
            }
            _ => false,
        }
    }

    /// Takes a modifier where a name belongs: it is taken for one from here on.
    pub(super) fn modifier_as_name(&mut self, at: usize, symbol: Symbol) {
        let next = self.kind(at + 1);
        if !self.is_declared_here(at, next) {
            return self.emit_plain(Terminal::Ident(symbol), at);
        }
        if self.out.modifier_names.insert(symbol) {
            let text = self.interner.text(symbol);
            self.errors.push(errors::modifier_as_name(self.tokens[at].span, text));
        }
        self.declared_name(at, symbol, next);
    }

    /// Whether `struct S` and the like stands right before.
    fn follows_record_name(&self) -> bool {
        let before = self.out.terminals.len().checked_sub(2).and_then(|i| self.out.terminals.get(i));
        matches!(
            before.map(|t| t.terminal),
            Some(Terminal::Keyword(Keyword::Struct | Keyword::Class | Keyword::Interface | Keyword::Enum))
        )
    }

    /// `S<T>::` after a type: the name of a template that a member belongs to.
    pub(super) fn is_template_qualifier(&self, at: usize, next: TokenKind) -> bool {
        next == TokenKind::Less
            && self.matching_angle(at + 1).is_some_and(|end| self.kind(end + 1) == TokenKind::ColonColon)
    }

    /// Whether the path that ends here with `::` stands right after a type.
    pub(super) fn path_follows_type(&self) -> bool {
        let mut depth = 0u32;
        let mut expects_name = true;
        for (at, placed) in self.out.terminals.iter().enumerate().rev().skip(1).take(LOOK_AHEAD) {
            match placed.terminal {
                // `S<int> T::x`, but not `template<typename T> S::X x`.
                Terminal::TemplateClose if depth == 0 && !expects_name => return !self.closes_header(at),
                Terminal::TemplateClose => depth += 1,
                Terminal::TemplateOpen => {
                    let Some(outer) = depth.checked_sub(1) else { return false };
                    depth = outer;
                }
                _ if depth > 0 => {}
                Terminal::Ident(_) | Terminal::Type(_) if expects_name => expects_name = false,
                Terminal::Mark(TokenKind::ColonColon) if !expects_name => expects_name = true,
                Terminal::Type(_) | Terminal::Modifier(_) => return matches!(placed.terminal, Terminal::Type(_)),
                Terminal::Mark(_)
                | Terminal::Keyword(_)
                | Terminal::Ident(_)
                | Terminal::Literal(_)
                | Terminal::Str(_)
                | Terminal::WidthColon
                | Terminal::StateBlock
                | Terminal::EffectBlock
                | Terminal::Error
                | Terminal::ErrorExpr => return false,
            }
        }
        false
    }

    /// Whether the `>` among the terminals is that of `template<…>`.
    pub(super) fn closes_header(&self, close: usize) -> bool {
        let mut depth = 0u32;
        let before = self.out.terminals.get(..=close).unwrap_or_default().iter().enumerate().rev();
        let open = before.take(LOOK_AHEAD).find(|(_, placed)| {
            match placed.terminal {
                Terminal::TemplateClose => depth += 1,
                Terminal::TemplateOpen => depth -= 1,
                Terminal::Mark(_)
                | Terminal::Keyword(_)
                | Terminal::Modifier(_)
                | Terminal::Type(_)
                | Terminal::Ident(_)
                | Terminal::Literal(_)
                | Terminal::Str(_)
                | Terminal::WidthColon
                | Terminal::StateBlock
                | Terminal::EffectBlock
                | Terminal::Error
                | Terminal::ErrorExpr => {}
            }
            depth == 0
        });
        let keyword = open.and_then(|(open, _)| self.out.terminals.get(open.checked_sub(1)?));
        keyword.is_some_and(|placed| placed.terminal == Terminal::Keyword(Keyword::Template))
    }

    /// Takes a name right where it is declared.
    pub(super) fn declared_name(&mut self, at: usize, symbol: Symbol, next: TokenKind) {
        let depth = self.depth();
        if is_keyword_type(self.interner.text(symbol)) {
            self.errors.push(errors::keyword_as_name(self.tokens[at].span, self.interner.text(symbol)));
            self.mark_reported();
            return self.emit_plain(Terminal::Ident(symbol), at);
        }
        if self.is_type_for_ever(symbol) && !self.is_in_params() {
            self.errors.push(errors::numeric_type_as_name(self.tokens[at].span, self.interner.text(symbol)));
            self.mark_reported();
            return self.emit_plain(Terminal::Ident(symbol), at);
        }
        let qualified = self.previous_is(TokenKind::ColonColon);
        let in_params = self.is_in_params();
        let calls = matches!(next, TokenKind::LParen | TokenKind::Less);
        if qualified {
            // The body of `float S::f()` sees the names of S.
            if let Some(scope) = self.last.and_then(Entry::scope) {
                self.scopes.enter(scope, Until::Declaration, depth);
            }
        } else if self.typedef == Some(depth) {
            let scope = self.scopes.declaring();
            let inner = self.last.and_then(Entry::scope);
            self.scopes.declare(scope, symbol, Entry::Type(inner));
        } else if in_params {
            // Only what would be taken for something else has to be remembered: a name of the file, or a type that is built in.
            if self.word_class(symbol) == Word::Type || self.scopes.find(symbol).is_some() {
                let scope = self.scopes.innermost();
                self.scopes.declare(scope, symbol, Entry::Value);
            }
        } else if self.scopes.in_template(depth) {
            self.declare_template(symbol);
        } else if self.word_class(symbol) == Word::Type
            || matches!(self.scopes.find(symbol), Some(Entry::Type(_) | Entry::FunctionTemplate | Entry::Value))
        {
            self.hide(symbol, calls);
        }
        let is_template = self.scopes.find(symbol) == Some(Entry::FunctionTemplate);
        self.emit_plain(Terminal::Ident(symbol), at);
        self.opens_template = next == TokenKind::Less && (is_template || qualified);
        if self.typedef.is_none() {
            self.declarator = Some(Declarator { depth, settled: false });
        }
    }

    /// Whether a name is that of a number's type where no declaration can hide it.
    pub(super) fn is_type_for_ever(&self, symbol: Symbol) -> bool {
        self.scopes.declaring() == self.scopes.global()
            && self.typedef.is_none()
            && is_numeric_type(self.interner.text(symbol))
    }

    /// Takes the name of an enumerator, which is seen outside of its enum unless that is an `enum class`.
    pub(super) fn enumerator(&mut self, at: usize, symbol: Symbol, is_scoped: bool) {
        let is_type = match self.scopes.find(symbol) {
            Some(entry) => matches!(entry, Entry::Type(_)),
            None => self.word_class(symbol) == Word::Type,
        };
        if is_type && !is_scoped {
            self.hide(symbol, false);
        }
        self.emit_plain(Terminal::Ident(symbol), at);
    }

    pub(super) fn declare_template(&mut self, symbol: Symbol) {
        let scope = self.scopes.declaring();
        self.scopes.declare(scope, symbol, Entry::FunctionTemplate);
        if self.innermost() == Some(Bracket::Members) {
            self.methods.insert(symbol);
        }
    }

    /// Lets a value hide a type or template of the same name. An overload of a function template hides nothing.
    pub(super) fn hide(&mut self, symbol: Symbol, is_function: bool) {
        if is_function && self.scopes.find(symbol) == Some(Entry::FunctionTemplate) {
            return;
        }
        let scope = self.scopes.declaring();
        self.scopes.declare(scope, symbol, Entry::Value);
    }
}
