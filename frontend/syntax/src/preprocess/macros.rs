//! Parses macro definitions, and substitutes arguments.
//!
//! Input: the tokens after `#define`. Output: a [`Macro`], whose body knows the places of parameters, `#` and `##`.
//! Substitution is separate from rescanning, which is the business of `expand`.

use super::predefined::Builtin;
use crate::errors;
use crate::lex::lex_fragment;
use crate::token::{Token, TokenKind};
use hlslc_base::Diagnostics;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::span::Span;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;
use std::sync::Arc;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    /// Its name, for notes in diagnostics.
    pub name: Arc<str>,
    /// The position of the name in the definition.
    pub span: Span,
    /// Names of the parameters; `None` for a macro without `(…)`.
    pub params: Option<Vec<Symbol>>,
    /// Whether the last parameter takes all further arguments.
    pub variadic: bool,
    /// The replacement list.
    pub body: Vec<Piece>,
}

/// The macros that are defined.
#[derive(Debug)]
pub(super) struct Macros {
    meanings: FxHashMap<Symbol, Meaning>,
    /// A bit for each symbol that is the name of one. Every word of a source is asked about, and few are.
    names: Vec<u64>,
}

impl Macros {
    pub fn with_room(count: usize) -> Self {
        Self { meanings: FxHashMap::with_capacity_and_hasher(count, FxBuildHasher), names: Vec::new() }
    }

    #[inline]
    pub fn has(&self, name: Symbol) -> bool {
        let (word, bit) = place(name);
        self.names.get(word).is_some_and(|bits| bits & bit != 0)
    }

    #[inline]
    pub fn get(&self, name: Symbol) -> Option<&Meaning> {
        if self.has(name) { self.meanings.get(&name) } else { None }
    }

    pub fn insert(&mut self, name: Symbol, meaning: Meaning) {
        let (word, bit) = place(name);
        if word >= self.names.len() {
            self.names.resize(word + 1, 0);
        }
        self.names[word] |= bit;
        self.meanings.insert(name, meaning);
    }

    pub fn remove(&mut self, name: Symbol) -> Option<Meaning> {
        let (word, bit) = place(name);
        *self.names.get_mut(word)? &= !bit;
        self.meanings.remove(&name)
    }
}

/// Which bit is of a symbol, and which number it is in.
#[inline]
fn place(name: Symbol) -> (usize, u64) {
    (name.index() / 64, 1 << (name.index() % 64))
}

/// The meaning of the name of a macro.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// It is computed at each use.
    Computed(Builtin),
    /// It stands at this offset of the built-in file, and nothing has asked for it yet.
    Predefined(u32),
    /// It was defined.
    Defined(Rc<Macro>),
}

/// A part of a macro's body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// The token in the body.
    pub token: Token,
    /// The kind.
    pub kind: PieceKind,
    /// Whether `##` stands before it.
    pub pasted: bool,
}

/// The kind of a [`Piece`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// It stays.
    Token,
    /// The argument takes its place.
    Param(usize),
    /// The spelling of the argument takes its place, as a string.
    Stringized(usize),
}

/// One argument of a use: as written, and expanded by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Argument {
    pub raw: Vec<Token>,
    pub expanded: Vec<Token>,
}

/// The state of a substitution.
pub(super) struct Maker<'a> {
    pub interner: &'a mut Interner,
    pub errors: &'a mut Diagnostics,
    /// Whether operands of `##` are expanded first.
    pub legacy: bool,
    /// Bytes of text that `#` and `##` may still make.
    pub room: &'a mut u64,
}

/// `#` or `##` would have made more text than there is room for.
pub(super) struct NoRoom;

impl Maker<'_> {
    fn spend(&mut self, bytes: usize) -> Result<(), NoRoom> {
        *self.room = self.room.checked_sub(bytes as u64).ok_or(NoRoom)?;
        Ok(())
    }
}

/// Words the definition reader looks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct MacroWords {
    pub va_args: Symbol,
}

impl Macro {
    /// Reads a definition: the tokens after the name, up to the end of the line.
    pub fn parse(
        name: Token,
        tokens: &[Token],
        words: MacroWords,
        interner: &Interner,
        errors: &mut Diagnostics,
    ) -> Option<Self> {
        let mut new = Self {
            name: interner.text(name.symbol).into(),
            span: name.span,
            params: None,
            variadic: false,
            body: Vec::new(),
        };
        let mut body = tokens;
        if let Some(first) = tokens.first()
            && first.kind == TokenKind::LParen
            && !first.space_before
        {
            body = new.parse_params(tokens, words, interner, errors)?;
        } else if tokens.first().is_some_and(|first| !first.space_before) {
            errors.push(errors::no_space_behind_macro_name(name.span.end(), &new.name));
        }
        new.body.reserve_exact(body.len());
        new.parse_body(body, interner, errors)?;
        Some(new)
    }

    /// Reads `(a, b, …)` and returns the tokens after it.
    fn parse_params<'t>(
        &mut self,
        tokens: &'t [Token],
        words: MacroWords,
        interner: &Interner,
        errors: &mut Diagnostics,
    ) -> Option<&'t [Token]> {
        let end_span = tokens.last().map_or(Span::NONE, |t| t.span.end());
        let mut params: Vec<Symbol> = Vec::new();
        let mut rest = tokens.get(1..)?;
        let mut wants_name = false;
        loop {
            let Some((&token, tail)) = rest.split_first() else {
                errors.push(errors::unterminated_macro_params(end_span));
                return None;
            };
            rest = tail;
            #[expect(clippy::wildcard_enum_match_arm, reason = "no other token stands among parameters")]
            match token.kind {
                TokenKind::RParen if !wants_name => break,
                TokenKind::Word if !self.variadic => {
                    if params.contains(&token.symbol) {
                        errors.push(errors::duplicate_macro_param(token.span, interner.text(token.symbol)));
                        return None;
                    }
                    params.push(token.symbol);
                }
                TokenKind::Ellipsis if !self.variadic => {
                    params.push(words.va_args);
                    self.variadic = true;
                }
                _ => {
                    errors.push(errors::bad_macro_params(token.span));
                    return None;
                }
            }
            // After a parameter: `...` makes it take the rest, `,` asks for another one, `)` ends the list.
            if !self.variadic && rest.first().is_some_and(|t| t.kind == TokenKind::Ellipsis) {
                self.variadic = true;
                rest = &rest[1..];
            }
            wants_name = match rest.first().map(|t| t.kind) {
                Some(TokenKind::Comma) if !self.variadic => {
                    rest = &rest[1..];
                    true
                }
                Some(TokenKind::RParen) | None => false,
                Some(_) => {
                    errors.push(errors::bad_macro_params(rest[0].span));
                    return None;
                }
            };
        }
        self.params = Some(params);
        Some(rest)
    }

    /// Index of the parameter that a token names.
    fn param(&self, token: &Token) -> Option<usize> {
        if token.kind != TokenKind::Word {
            return None;
        }
        self.params.as_ref()?.iter().position(|&p| p == token.symbol)
    }

    /// Reads the body: finds parameters, `#` and `##`.
    fn parse_body(&mut self, tokens: &[Token], interner: &Interner, errors: &mut Diagnostics) -> Option<()> {
        let mut pasted = false;
        let mut i = 0;
        while let Some(&token) = tokens.get(i) {
            i += 1;
            if token.kind == TokenKind::HashHash {
                if self.body.is_empty() || i == tokens.len() {
                    errors.push(errors::paste_at_edge(token.span));
                    return None;
                }
                pasted = true;
                continue;
            }
            let mut piece = Piece { token, kind: PieceKind::Token, pasted };
            pasted = false;
            if token.kind == TokenKind::Hash && self.params.is_some() {
                let Some(index) = tokens.get(i).and_then(|t| self.param(t)) else {
                    errors.push(errors::stringize_without_param(token.span));
                    return None;
                };
                piece.kind = PieceKind::Stringized(index);
                i += 1;
            } else if let Some(index) = self.param(&token) {
                piece.kind = PieceKind::Param(index);
            } else if token.kind == TokenKind::Word && interner.text(token.symbol) == "__VA_ARGS__" {
                errors.push(errors::va_args_outside_variadic(token.span));
            }
            self.body.push(piece);
        }
        Some(())
    }

    /// Whether two definitions say the same.
    pub fn same_as(&self, other: &Self) -> bool {
        let same_piece = |(a, b): (&Piece, &Piece)| {
            (a.token.kind, a.token.symbol, a.kind, a.pasted) == (b.token.kind, b.token.symbol, b.kind, b.pasted)
        };
        self.params == other.params
            && self.variadic == other.variadic
            && self.body.len() == other.body.len()
            && self.body.iter().zip(&other.body).all(same_piece)
    }

    /// Whether the argument with this index is used other than by `#` and `##`, so that it must be expanded; `legacy` joins
    /// what is expanded too.
    pub fn needs_expanded(&self, index: usize, legacy: bool) -> bool {
        self.body.iter().enumerate().any(|(i, piece)| {
            let is_joined = piece.pasted || self.body.get(i + 1).is_some_and(|next| next.pasted);
            piece.kind == PieceKind::Param(index) && (legacy || !is_joined)
        })
    }

    /// The body with the arguments in place. The span of each token shows where it was spelt.
    pub fn substitute(&self, args: &[Argument], maker: &mut Maker<'_>) -> Result<Vec<Token>, NoRoom> {
        // An empty argument next to `##` leaves a token of this kind, which vanishes at the end.
        const PLACEHOLDER: TokenKind = TokenKind::Eof;
        let mut out: Vec<Token> = Vec::with_capacity(self.body.len());
        for (i, piece) in self.body.iter().enumerate() {
            let before_paste = self.body.get(i + 1).is_some_and(|next| next.pasted);
            let first_new = out.len();
            match piece.kind {
                PieceKind::Token => out.push(piece.token),
                PieceKind::Stringized(index) => {
                    let raw = args.get(index).map_or(&[][..], |a| &a.raw);
                    out.push(stringize(raw, piece.token, maker)?);
                }
                PieceKind::Param(index) => {
                    let Some(arg) = args.get(index) else { continue };
                    let joined = piece.pasted || before_paste;
                    out.extend_from_slice(if joined && !maker.legacy { &arg.raw } else { &arg.expanded });
                    if out.len() == first_new && joined {
                        out.push(Token { kind: PLACEHOLDER, ..piece.token });
                    }
                }
            }
            if let Some(first) = out.get_mut(first_new) {
                first.space_before = piece.token.space_before;
            }
            if piece.pasted {
                self.paste_at(first_new, piece, &mut out, maker)?;
            }
        }
        out.retain(|t| t.kind != PLACEHOLDER);
        Ok(out)
    }

    /// Joins the tokens before and at `at`. `, ## __VA_ARGS__` instead drops the comma if there are no arguments.
    fn paste_at(&self, at: usize, piece: &Piece, out: &mut Vec<Token>, maker: &mut Maker<'_>) -> Result<(), NoRoom> {
        const PLACEHOLDER: TokenKind = TokenKind::Eof;
        let (Some(&left), Some(&right)) = (at.checked_sub(1).and_then(|i| out.get(i)), out.get(at)) else {
            return Ok(());
        };
        let takes_rest = self.variadic && piece.kind == PieceKind::Param(self.params.as_ref().map_or(0, Vec::len) - 1);
        if takes_rest && left.kind == TokenKind::Comma {
            if right.kind == PLACEHOLDER {
                out.truncate(at - 1);
            }
            return Ok(());
        }
        if right.kind == PLACEHOLDER {
            out.remove(at);
            return Ok(());
        }
        if left.kind == PLACEHOLDER {
            out.remove(at - 1);
            if let Some(first) = out.get_mut(at - 1) {
                first.space_before = left.space_before;
            }
            return Ok(());
        }
        maker.spend(left.text(maker.interner).len() + right.text(maker.interner).len())?;
        let interner = &mut *maker.interner;
        let text = format!("{}{}", left.text(interner), right.text(interner));
        let mut joined = lex_fragment(&text, left.span, interner);
        match joined.pop() {
            Some(token) if joined.is_empty() && token.kind != TokenKind::Bad => {
                out[at - 1] = Token { space_before: left.space_before, ..token };
                out.remove(at);
            }
            _ => maker.errors.push(errors::bad_paste(piece.token.span, left.text(interner), right.text(interner))),
        }
        Ok(())
    }
}

/// The spelling of an argument as a string.
fn stringize(tokens: &[Token], at: Token, maker: &mut Maker<'_>) -> Result<Token, NoRoom> {
    let mut text = String::from("\"");
    for (i, token) in tokens.iter().enumerate() {
        if i > 0 && token.space_before {
            text.push(' ');
        }
        // A quotation mark takes two bytes.
        maker.spend(2 * token.text(maker.interner).len())?;
        let quoted = matches!(token.kind, TokenKind::Str | TokenKind::Char);
        for c in token.text(maker.interner).chars() {
            if quoted && matches!(c, '"' | '\\') {
                text.push('\\');
            }
            text.push(c);
        }
    }
    text.push('"');
    Ok(Token { space_before: at.space_before, ..Token::new(TokenKind::Str, maker.interner.intern(&text), at.span) })
}
