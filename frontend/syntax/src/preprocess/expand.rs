//! Expands macros.
//!
//! The expansion of a macro is pushed as a context and read like any other tokens, so names in it are expanded in turn
//! without recursion. A macro is not expanded while its own context is on the stack; a use of its name there is marked
//! and never expanded (Prosser's algorithm, as the C standard prescribes). Arguments are expanded completely before:
//! this is the only recursion of the expander.

use super::Preprocessor;
use super::macros::{Argument, Macro, Maker, Meaning, NoRoom};
use super::predefined::Builtin;
use crate::errors;
use crate::token::{Token, TokenKind};
use hlslc_base::intern::Symbol;
use hlslc_base::span::Span;
use std::rc::Rc;

/// Tokens that are read before all others.
pub(super) struct Context {
    tokens: Vec<Token>,
    next: usize,
    /// The macro that these tokens come from.
    owner: Option<Symbol>,
    /// Whether reading stops at its end instead of continuing with the context below.
    barrier: bool,
}

/// The most calls without a closing parenthesis whose rest is read again.
const MOST_OPEN_CALLS: usize = 8;

/// The result of a use of a function-like macro.
enum Call {
    /// No `(` follows the name, so it is not a use.
    None,
    /// The arguments have no end, which was reported.
    Wrong,
    /// The number of arguments is wrong, which was reported, so the expansion is unknown.
    Unknown,
    /// The expansion is read next.
    Expanded,
}

impl Preprocessor<'_> {
    /// The next token after expansion.
    pub(super) fn next_token(&mut self) -> Token {
        loop {
            let mut token = self.raw_token();
            if token.kind != TokenKind::Word || token.painted {
                return token;
            }
            if token.symbol == self.words.pragma_operator {
                if let Some(kept) = self.pragma_operator(token) {
                    return kept;
                }
                continue;
            }
            self.watched.ask(token.symbol);
            let Some(found) = self.macros.get(token.symbol) else { return token };
            if self.active.contains(&token.symbol) {
                token.painted = true;
                return token;
            }
            if let Meaning::Computed(builtin) = *found {
                self.watch_name(token, Some(token.span));
                return self.builtin(token, builtin);
            }
            let Some(found) = self.definition_of(token.symbol) else { return token };
            if found.params.is_none() {
                self.expand_with(token, token.span, &found, &[]);
            } else {
                match self.try_call(token, &found) {
                    Call::None => return token,
                    Call::Wrong => return Token { kind: TokenKind::Bad, symbol: Symbol::EMPTY, ..token },
                    Call::Unknown if self.in_condition => {
                        return Token { kind: TokenKind::Bad, symbol: Symbol::EMPTY, ..token };
                    }
                    Call::Unknown => {
                        self.out.lost.push(token.symbol);
                        return token;
                    }
                    Call::Expanded => {}
                }
            }
        }
    }

    /// The next token of contexts and files without expansion.
    pub(super) fn raw_token(&mut self) -> Token {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(&token) = context.tokens.get(context.next) {
                context.next += 1;
                return token;
            }
            if context.barrier {
                return Token::new(TokenKind::Eof, Symbol::EMPTY, Span::NONE);
            }
            self.pop_context();
        }
        match self.pending.take() {
            Some(token) => token,
            None => self.file_token(),
        }
    }

    fn pop_context(&mut self) {
        if let Some(Context { owner: Some(owner), .. }) = self.contexts.pop() {
            self.active.remove(&owner);
        }
    }

    /// Whether the next token is `(`; consumes it if so.
    fn eat_open_paren(&mut self) -> Option<Token> {
        while let Some(context) = self.contexts.last_mut() {
            if let Some(&token) = context.tokens.get(context.next) {
                let found = token.kind == TokenKind::LParen;
                context.next += usize::from(found);
                return found.then_some(token);
            }
            if context.barrier {
                return None;
            }
            self.pop_context();
        }
        let token = self.pending.take().unwrap_or_else(|| self.file_token());
        if token.kind == TokenKind::LParen {
            return Some(token);
        }
        self.pending = Some(token);
        None
    }

    /// Pushes the expansion of `found` with these arguments.
    fn expand_with(&mut self, name: Token, call: Span, found: &Macro, args: &[Argument]) {
        self.watch_name(name, Some(call));
        let legacy = self.options.legacy_macros;
        let mut maker = Maker { interner: self.interner, errors: self.errors, legacy, room: &mut self.room };
        match found.substitute(args, &mut maker) {
            Ok(body) => self.push_expansion(name, call, found, body),
            Err(NoRoom) => self.stop_for_text(call),
        }
    }

    /// Pushes `body`, and assigns its tokens positions in a new expansion.
    fn push_expansion(&mut self, name: Token, call: Span, found: &Macro, mut body: Vec<Token>) {
        if body.is_empty() {
            return;
        }
        self.expanded = self.expanded.saturating_add(body.len() as u32);
        if self.expanded > self.options.budgets.expanded_tokens {
            if !self.stopped {
                self.errors.push(errors::expansion_budget(call, self.options.budgets.expanded_tokens));
                self.stop();
            }
            return;
        }
        let spellings = body.iter().map(|t| t.span).collect();
        let Ok(base) = self.map.add_expansion(found.name.clone(), call, spellings) else {
            return self.stop_for_space(call);
        };
        for (i, token) in body.iter_mut().enumerate() {
            token.span = Span::new(base + i as u32, base + i as u32 + 1);
            token.line_start = false;
        }
        body[0].space_before = name.space_before;
        body[0].line_start = name.line_start;
        self.active.insert(name.symbol);
        self.contexts.push(Context { tokens: body, next: 0, owner: Some(name.symbol), barrier: false });
    }

    /// Expands a use of a function-like macro.
    fn try_call(&mut self, name: Token, found: &Rc<Macro>) -> Call {
        if self.eat_open_paren().is_none() {
            return Call::None;
        }
        let Some((args, end)) = self.collect_arguments(name, found) else { return Call::Wrong };
        let Some(args) = self.fit_arguments(name, found, args) else { return Call::Unknown };
        let mut arguments = Vec::with_capacity(args.len());
        for (index, raw) in args.into_iter().enumerate() {
            let expanded = if found.needs_expanded(index, self.options.legacy_macros) {
                self.expand_alone(&raw, name)
            } else {
                Vec::new()
            };
            arguments.push(Argument { raw, expanded });
        }
        self.expand_with(name, name.span.to(end), found, &arguments);
        Call::Expanded
    }

    /// Reads arguments up to the closing parenthesis; returns them with its place.
    fn collect_arguments(&mut self, name: Token, found: &Macro) -> Option<(Vec<Vec<Token>>, Span)> {
        let last = found.params.as_ref().map_or(0, Vec::len).saturating_sub(1);
        let mut args: Vec<Vec<Token>> = vec![Vec::new()];
        let mut commas = Vec::new();
        let mut depth = 0usize;
        loop {
            let token = self.raw_token();
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other token belongs to an argument")]
            match token.kind {
                TokenKind::Eof => {
                    // The end of a barrier is read again by the caller that set it, the end of the input by the next
                    // caller.
                    self.errors.push(
                        errors::unterminated_macro_call(name.span, &found.name)
                            .note_at(found.span, format!("macro `{}` is defined here", found.name)),
                    );
                    self.read_again(args, commas);
                    return None;
                }
                TokenKind::RParen if depth == 0 => return Some((args, token.span)),
                TokenKind::Comma if depth == 0 && !(found.variadic && args.len() == last + 1) => {
                    commas.push(token);
                    args.push(Vec::new());
                }
                _ => {
                    #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens do not nest")]
                    match token.kind {
                        TokenKind::LParen => depth += 1,
                        TokenKind::RParen => depth -= 1,
                        _ => {}
                    }
                    if let Some(arg) = args.last_mut() {
                        arg.push(token);
                    }
                }
            }
        }
    }

    /// What follows a call without a closing parenthesis is read once more, as if the call were not there: in a text that is being typed
    /// it is the rest of the file. Each of many such calls would read it again, so the last ones lose it.
    fn read_again(&mut self, args: Vec<Vec<Token>>, commas: Vec<Token>) {
        if self.in_condition || self.open_calls == MOST_OPEN_CALLS {
            return;
        }
        self.open_calls += 1;
        let mut commas = commas.into_iter();
        let tokens = args.into_iter().flat_map(|arg| arg.into_iter().chain(commas.next())).collect();
        self.contexts.push(Context { tokens, next: 0, owner: None, barrier: false });
    }

    /// Checks the number of arguments, and adds an empty one that was omitted.
    fn fit_arguments(&mut self, name: Token, found: &Macro, mut args: Vec<Vec<Token>>) -> Option<Vec<Vec<Token>>> {
        let wanted = found.params.as_ref().map_or(0, Vec::len);
        if wanted == 0 && args.len() == 1 && args[0].is_empty() {
            args.clear();
        }
        if found.variadic && args.len() + 1 == wanted {
            args.push(Vec::new());
        }
        // As in C and dxc, missing arguments are an error, but a single empty argument counts as none.
        if args.len() != wanted {
            self.errors.push(
                errors::macro_argument_count(name.span, &found.name, wanted, args.len())
                    .note_at(found.span, format!("macro `{}` is defined here", found.name)),
            );
            return None;
        }
        Some(args)
    }

    /// Expands the tokens of a condition, except the name after `defined`, even if that comes from a macro.
    pub(super) fn expand_condition(&mut self, tokens: &[Token], at: Token) -> Vec<Token> {
        self.in_condition = true;
        let out = self.expand_alone(tokens, at);
        self.in_condition = false;
        out
    }

    /// Moves the operand of `defined` to `out` without expansion.
    fn take_defined_operand(&mut self, out: &mut Vec<Token>) {
        let first = self.raw_token();
        out.push(first);
        if first.kind == TokenKind::LParen {
            out.push(self.raw_token());
        }
    }

    /// Expands tokens separately from those before and after them.
    pub(super) fn expand_alone(&mut self, tokens: &[Token], at: Token) -> Vec<Token> {
        if !tokens.iter().any(|t| t.kind == TokenKind::Word) {
            return tokens.to_vec();
        }
        if self.argument_depth >= self.options.budgets.nesting {
            if !self.stopped {
                self.errors.push(errors::macro_nesting(at.span, self.options.budgets.nesting));
                self.stop();
            }
            return Vec::new();
        }
        self.argument_depth += 1;
        let pending = self.pending.take();
        let below = self.contexts.len();
        self.contexts.push(Context { tokens: tokens.to_vec(), next: 0, owner: None, barrier: true });
        let mut out = Vec::new();
        loop {
            let token = self.next_token();
            if token.kind == TokenKind::Eof {
                break;
            }
            out.push(token);
            if self.in_condition && token.is_word(self.words.defined) {
                self.take_defined_operand(&mut out);
                out.retain(|t| t.kind != TokenKind::Eof);
            }
        }
        while self.contexts.len() > below {
            self.pop_context();
        }
        if !self.stopped {
            self.pending = pending;
        }
        self.argument_depth -= 1;
        out
    }

    /// The token of a computed macro.
    fn builtin(&mut self, at: Token, builtin: Builtin) -> Token {
        let (kind, text) = match builtin {
            Builtin::Line => (TokenKind::Number, self.presumed(at.span).1.to_string()),
            Builtin::File => (TokenKind::Str, quoted(&self.presumed(at.span).0)),
            Builtin::BaseFile => (TokenKind::Str, quoted(self.frames.first().map_or("", |f| &f.name))),
            Builtin::Counter => {
                self.counter += 1;
                (TokenKind::Number, (self.counter - 1).to_string())
            }
            Builtin::IncludeLevel => (TokenKind::Number, self.frames.len().saturating_sub(1).to_string()),
            // The same input must always give the same output.
            Builtin::Date => (TokenKind::Str, quoted("Jan  1 1970")),
            Builtin::Time => (TokenKind::Str, quoted("00:00:00")),
            Builtin::Timestamp => (TokenKind::Str, quoted("Thu Jan  1 00:00:00 1970")),
        };
        Token { kind, symbol: self.interner.intern(&text), ..at }
    }

    /// The file and line of a span, as changed by `#line`.
    pub(super) fn presumed(&self, span: Span) -> (std::sync::Arc<str>, u32) {
        match self.map.resolve(span) {
            Some(place) => self.map.file(place.file).presumed(place.range.start as u32),
            None => ("".into(), 0),
        }
    }
}

/// A text as a string literal.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
