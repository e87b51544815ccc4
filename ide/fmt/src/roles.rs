//! Finds what each token is for, by the tokens around it: brackets and their partners, angles that hold template arguments,
//! operators with one operand, casts.
//!
//! No name is looked up and no macro expanded, so what a token is for may be a guess. A wrong guess costs beauty and nothing
//! else, as the tokens stay what they are.

use crate::layout::DEEPEST;
use crate::source::{Directive, Kind, Source};
use hlslc_syntax::token::TokenKind as T;
use hlslc_syntax::words::{Word, word};

/// No partner.
pub(crate) const NONE: u32 = u32::MAX;

/// What a token is for, where its kind does not determine it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Role {
    #[default]
    Plain,
    /// An operator before its only operand.
    Prefix,
    /// An operator after its only operand.
    Postfix,
    /// `<` and `>` around template arguments.
    AngleOpen,
    AngleClose,
    /// `<` and `>` around the annotations of an effect file.
    NoteOpen,
    NoteClose,
    /// The `(` of `if`, `for`, `while` or `switch`.
    Control,
    /// The `)` of a cast.
    Cast,
    /// A `*` or `&` that belongs to a declarator.
    Pointer,
    /// The `:` after a label.
    Label,
    /// The `{` of a block: a statement, not a list of values.
    Block,
    /// `operator` and the mark after it.
    OperatorName,
}

/// The roles of the tokens of a source.
pub(crate) struct Roles {
    pub role: Vec<Role>,
    /// For each bracket the piece that is its partner.
    pub pair: Vec<u32>,
}

impl Roles {
    pub fn new(source: &Source<'_>) -> Self {
        let pair = pairs(source);
        let mut roles = Self { role: vec![Role::Plain; source.pieces.len()], pair };
        let tokens: Vec<usize> = (0..source.pieces.len()).filter(|&i| source.pieces[i].token().is_some()).collect();
        for at in 0..tokens.len() {
            roles.find(source, &tokens, at);
        }
        roles
    }

    /// The partner of a bracket.
    pub fn partner(&self, piece: usize) -> Option<usize> {
        self.pair.get(piece).copied().filter(|&pair| pair != NONE).map(|pair| pair as usize)
    }

    fn find(&mut self, source: &Source<'_>, tokens: &[usize], at: usize) {
        let i = tokens[at];
        if self.role[i] != Role::Plain {
            return;
        }
        let Some(kind) = source.token(i) else { return };
        let before = at.checked_sub(1).map(|at| tokens[at]);
        if before.is_some_and(|p| source.spelling(p) == "operator") {
            self.role[i] = Role::OperatorName;
            return;
        }
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds have one role")]
        match kind {
            T::PlusPlus | T::MinusMinus => {
                self.role[i] = if self.ends_operand(source, before) { Role::Postfix } else { Role::Prefix };
            }
            T::Bang | T::Tilde => self.role[i] = Role::Prefix,
            T::Plus | T::Minus if !self.ends_operand(source, before) => self.role[i] = Role::Prefix,
            T::Star | T::Amp => {
                if !self.ends_operand(source, before) {
                    self.role[i] = Role::Prefix;
                } else if is_lopsided(source, i)
                    && before.is_some_and(|p| source.token(p) == Some(T::Word) || self.role[p] == Role::AngleClose)
                {
                    self.role[i] = Role::Pointer;
                }
            }
            T::LParen => {
                if before.is_some_and(|p| matches!(source.spelling(p), "if" | "for" | "while" | "switch")) {
                    self.role[i] = Role::Control;
                } else if let Some(close) = self.partner(i)
                    && !self.ends_operand(source, before)
                    && is_cast(source, tokens, at, close)
                {
                    self.role[close] = Role::Cast;
                }
            }
            T::Less => self.angles(source, tokens, at),
            _ => {}
        }
    }

    /// Whether an operand ends with a piece.
    fn ends_operand(&self, source: &Source<'_>, piece: Option<usize>) -> bool {
        let Some(piece) = piece else { return false };
        match source.token(piece) {
            Some(T::Word) => !is_no_operand(source.spelling(piece)),
            Some(T::Number | T::Str | T::Char | T::RBracket | T::RBrace) => true,
            Some(T::RParen) => {
                self.role[piece] != Role::Cast
                    && self.partner(piece).is_none_or(|open| self.role[open] != Role::Control)
            }
            Some(T::Greater | T::Shr) => self.role[piece] == Role::AngleClose,
            Some(T::PlusPlus | T::MinusMinus) => self.role[piece] == Role::Postfix,
            _ => false,
        }
    }

    /// Finds out whether a `<` opens template arguments or annotations.
    fn angles(&mut self, source: &Source<'_>, tokens: &[usize], at: usize) {
        let i = tokens[at];
        let Some(before) = at.checked_sub(1).map(|at| tokens[at]) else { return };
        if let Some(close) = note_end(source, tokens, at) {
            self.role[i] = Role::NoteOpen;
            self.role[close] = Role::NoteClose;
            self.pair[i] = close as u32;
            self.pair[close] = i as u32;
            return;
        }
        let name = source.spelling(before);
        let is_type = matches!(word(name), Word::Type) || name == "template";
        let is_tight = source.pieces[i].lo == source.pieces[before].hi
            && tokens.get(at + 1).is_some_and(|&next| source.pieces[next].lo == source.pieces[i].hi);
        let next = tokens.get(at + 1).map_or("", |&next| source.spelling(next));
        // `Texture = <Name>;` of an effect file.
        let is_reference = source.token(before) == Some(T::Equal);
        let is_name = source.token(before) == Some(T::Word) && (is_type || is_tight || word(next) == Word::Type);
        if !is_name && !is_reference {
            return;
        }
        // The angles that are open.
        let mut open = vec![i];
        let mut found = Vec::new();
        let mut j = at + 1;
        while j < tokens.len() && j < at + 200 {
            let t = tokens[j];
            match source.token(t) {
                Some(T::Less) => open.push(t),
                Some(T::Greater) => {
                    found.extend(open.pop().map(|o| (o, t)));
                }
                Some(T::Shr) => {
                    let inner = open.pop();
                    let outer = open.pop();
                    if outer.is_none() {
                        return;
                    }
                    found.extend([inner, outer].into_iter().flatten().map(|o| (o, t)));
                }
                Some(T::Word | T::Number | T::Comma | T::ColonColon | T::Ellipsis | T::Star | T::Plus | T::Minus) => {}
                Some(T::LParen | T::RParen | T::LBracket | T::RBracket | T::Slash | T::Amp) if is_type => {}
                Some(T::Equal) if name == "template" => {}
                _ => return,
            }
            if open.is_empty() {
                break;
            }
            j += 1;
        }
        if open.is_empty() {
            for (open, close) in found {
                self.role[open] = Role::AngleOpen;
                self.role[close] = Role::AngleClose;
                self.pair[open] = close as u32;
                self.pair[close] = open as u32;
            }
        }
    }
}

/// Words after which an operand starts.
fn is_no_operand(text: &str) -> bool {
    matches!(text, "return" | "case" | "else" | "do" | "in" | "out" | "inout" | "const")
}

/// Whether white space is on one side only.
fn is_lopsided(source: &Source<'_>, i: usize) -> bool {
    let piece = source.pieces[i];
    let before = i.checked_sub(1).map_or(piece.lo, |p| source.pieces[p].hi) < piece.lo;
    let after = source.pieces.get(i + 1).map_or(piece.hi, |next| next.lo) > piece.hi;
    before != after
}

/// Whether parentheses hold a type, with an operand after them.
fn is_cast(source: &Source<'_>, tokens: &[usize], at: usize, close: usize) -> bool {
    let Ok(end) = tokens.binary_search(&close) else { return false };
    let inner = &tokens[at + 1..end];
    let Some(&first) = inner.first() else { return false };
    let is_known = matches!(word(source.spelling(first)), Word::Type);
    let fits = inner.iter().enumerate().all(|(n, &t)| match source.token(t) {
        Some(T::Word) => n == 0 || !matches!(source.token(inner[n - 1]), Some(T::RBracket)),
        Some(T::ColonColon) => true,
        Some(T::Less | T::Greater | T::Comma) => is_known,
        Some(T::Number) => n > 0 && matches!(source.token(inner[n - 1]), Some(T::LBracket | T::Less | T::Comma)),
        Some(T::LBracket | T::RBracket) => is_known,
        _ => false,
    });
    let Some(&next) = tokens.get(end + 1) else { return false };
    let has_operand = match source.token(next) {
        Some(T::Word | T::Number) => true,
        Some(T::LParen) => is_known || source.pieces[next].lo == source.pieces[close].hi,
        Some(T::Minus | T::Plus | T::Tilde | T::Bang) => is_known,
        _ => false,
    };
    fits && has_operand
}

/// The `>` of annotations, `float x < string UIName = "x"; > = 1;`, if these are some.
fn note_end(source: &Source<'_>, tokens: &[usize], at: usize) -> Option<usize> {
    let kind = |n: usize| tokens.get(at + n).and_then(|&t| source.token(t));
    let starts = kind(1) == Some(T::Word)
        && (kind(2) == Some(T::Equal) || kind(2) == Some(T::Word) && kind(3) == Some(T::Equal));
    if !starts {
        return None;
    }
    let mut j = at + 1;
    while j < tokens.len() && j < at + 2000 {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others are inside")]
        match source.token(tokens[j])? {
            T::Greater if source.token(tokens[j - 1]) == Some(T::Semi) => return Some(tokens[j]),
            T::LBrace if source.token(tokens[j - 1]) == Some(T::RParen) => return None,
            _ => j += 1,
        }
    }
    None
}

/// The partners of all brackets. Each branch of an `#if` continues from what was open before it, and what follows the `#endif`
/// from the end of the first branch.
fn pairs(source: &Source<'_>) -> Vec<u32> {
    let mut pair = vec![NONE; source.pieces.len()];
    let mut open: Vec<usize> = Vec::new();
    // What was open at the `#if`, and at the end of its first branch.
    let mut branches: Vec<(Vec<usize>, Option<Vec<usize>>)> = Vec::new();
    // Open `#if` inside too many others.
    let mut ignored = 0;
    for (i, piece) in source.pieces.iter().enumerate() {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others are no brackets")]
        match piece.kind {
            Kind::Directive(Directive::If) if branches.len() >= DEEPEST => ignored += 1,
            Kind::Directive(Directive::If) => branches.push((open.clone(), None)),
            Kind::Directive(Directive::Else) if ignored == 0 => {
                if let Some((before, first)) = branches.last_mut() {
                    let end = std::mem::replace(&mut open, before.clone());
                    first.get_or_insert(end);
                }
            }
            Kind::Directive(Directive::Endif) if ignored > 0 => ignored -= 1,
            Kind::Directive(Directive::Endif) => {
                if let Some((_, Some(first))) = branches.pop() {
                    open = first;
                }
            }
            Kind::Token(T::LParen | T::LBracket | T::LBrace) => open.push(i),
            Kind::Token(close @ (T::RParen | T::RBracket | T::RBrace)) => {
                let wanted = match close {
                    T::RParen => T::LParen,
                    T::RBracket => T::LBracket,
                    _ => T::LBrace,
                };
                if wanted == T::LBrace {
                    // What a brace closes closes all in it.
                    if let Some(at) = open.iter().rposition(|&o| source.token(o) == Some(T::LBrace)) {
                        open.truncate(at + 1);
                    }
                }
                if let Some(&o) = open.last()
                    && source.token(o) == Some(wanted)
                {
                    open.pop();
                    pair[i] = o as u32;
                    if pair[o] == NONE {
                        pair[o] = i as u32;
                    }
                }
            }
            _ => {}
        }
    }
    pair
}
