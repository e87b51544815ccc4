//! Skips the bodies of functions for which an earlier compilation had no diagnostics, and which this one does not reach.
//!
//! Input: the tokens of a translation unit, before parsing. Output: the same tokens, in which such functions are declared
//! but not defined. Permutations of one source, which differ in a few macros, share most of their functions.
//!
//! The diagnostics of a body depend on the options, its own tokens and what precedes it, except the bodies of other
//! functions. So a body is identified here by a hash of those, which is known once a compilation without errors had no
//! diagnostics for it. A known body is skipped if the entry point cannot reach it. Names decide that: whatever mentions a
//! function's name, in reached bodies and outside of all, may call it. Templates and members of records count as outside;
//! so do bodies that contain more than code. The attributes at the start of a function are skipped with its body: they
//! belong to the text before it, and a file with many entry points has root signatures at all of them.
//!
//! Positions do not take part in the hash: without diagnostics nothing has a place.

use crate::ast::MatrixOrder;
use crate::brackets;
use crate::preprocess::Preprocessed;
use crate::token::{Token, TokenKind};
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::{Diagnostics, SourceMap, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{DefaultHasher, Hasher};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// More bodies than this are not kept in mind.
const LIMIT: usize = 1 << 20;

/// The bodies that are known. Several compilations may use it at once.
#[derive(Debug, Default)]
pub struct Known {
    bodies: Mutex<FxHashSet<Sum>>,
}

impl Known {
    fn bodies(&self) -> MutexGuard<'_, FxHashSet<Sum>> {
        // A set is whole between any two steps.
        self.bodies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sum of a sequence, in two halves that have nothing to do with each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sum(u64, u64);

impl Sum {
    /// The sum of a text.
    pub fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The sum of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let half = |start: u8| {
            let mut hasher = DefaultHasher::new();
            hasher.write_u8(start);
            hasher.write(bytes);
            hasher.finish()
        };
        Self(half(1), half(2))
    }

    /// As bytes.
    pub fn bytes(self) -> [u8; 16] {
        (u128::from(self.0) << 64 | u128::from(self.1)).to_le_bytes()
    }

    fn add(&mut self, kind: u64, value: Self) {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        self.0 = fold(self.0 ^ value.0, 0x9e37_79b9_7f4a_7c15 ^ kind).wrapping_add(value.1).rotate_left(23);
        self.1 = fold(self.1 ^ value.1, 0xc2b2_ae3d_27d4_eb4f ^ kind).wrapping_add(value.0).rotate_left(29);
    }
}

/// The sums of the words of one compilation, each worked out once.
struct Words<'i> {
    interner: &'i Interner,
    sums: Vec<Option<Sum>>,
}

impl Words<'_> {
    fn add(&mut self, sum: &mut Sum, token: &Token) {
        let word = if token.symbol == Symbol::EMPTY {
            Sum(0, 0)
        } else {
            let text = self.interner.text(token.symbol);
            *self.sums[token.symbol.index()].get_or_insert_with(|| Sum::of(text))
        };
        sum.add(token.kind as u64 + 1, word);
    }
}

/// Words that make more of a declaration than a plain function.
const NOT_A_FUNCTION: [&str; 12] = [
    "template",
    "operator",
    "struct",
    "class",
    "interface",
    "enum",
    "cbuffer",
    "tbuffer",
    "typedef",
    "using",
    "union",
    "export",
];

/// Words that make more of a body than code of its own.
const MORE_THAN_CODE: [&str; 8] = ["static", "groupshared", "struct", "class", "typedef", "using", "interface", "enum"];

/// Words of types whose definition goes on after its braces.
const TYPES: [&str; 5] = ["struct", "class", "interface", "enum", "union"];

/// The body of a function.
#[derive(Debug)]
struct Body {
    name: Symbol,
    /// The attributes before it, which go with it.
    attributes: Range<usize>,
    /// Its tokens, both braces with them.
    tokens: Range<usize>,
    sum: Sum,
    /// Whether it may be left out.
    is_plain: bool,
    is_unneeded: bool,
    is_left_out: bool,
    /// The positions of its braces.
    place: (Span, Span),
}

/// The bodies of a translation unit.
#[derive(Debug)]
pub struct Outline {
    bodies: Vec<Body>,
    /// The names that are mentioned outside of the bodies, without those of declared functions.
    mentioned: Vec<Symbol>,
    /// The sums of words, as far as they were worked out.
    words: Vec<Option<Sum>>,
}

/// Bodies that were left out of a unit whose other bodies are looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// The functions that are declared now and defined in fact.
    pub defined: FxHashSet<Symbol>,
    /// The functions that the entry point may reach, through bodies that are left out too.
    pub reached: FxHashSet<Symbol>,
}

/// A set of words: for each symbol, whether it is one of them.
struct Set(Vec<bool>);

impl Set {
    fn new(interner: &Interner, words: &[&str]) -> Self {
        let mut has = vec![false; interner.len()];
        words.iter().filter_map(|word| interner.get(word)).for_each(|symbol| has[symbol.index()] = true);
        Self(has)
    }

    fn has(&self, token: &Token) -> bool {
        token.kind == TokenKind::Word && self.0[token.symbol.index()]
    }
}

/// The names that are mentioned, each once.
struct Mentions<'i> {
    interner: &'i Interner,
    seen: Vec<bool>,
    all: Vec<Symbol>,
}

impl Mentions<'_> {
    fn add(&mut self, tokens: &[Token]) {
        for symbol in tokens.iter().filter_map(|token| mentioned_by(token, self.interner)) {
            if !std::mem::replace(&mut self.seen[symbol.index()], true) {
                self.all.push(symbol);
            }
        }
    }
}

/// A declaration of the outermost level, as far as it was read.
#[derive(Default)]
struct Declaration {
    /// The word before its first parenthesis.
    name: Option<usize>,
    has_parameters: bool,
    is_more: bool,
    is_type: bool,
    is_initialized: bool,
    is_namespace: bool,
    /// The number of tokens of its leading attributes.
    attributes: usize,
    /// Whether something else is in square brackets.
    has_brackets: bool,
    has_pragma: bool,
}

impl Declaration {
    /// The name of what is declared, if that is a function.
    fn function(&self) -> Option<usize> {
        self.name.filter(|_| !self.is_more && !self.is_initialized && !self.is_namespace)
    }
}

impl Outline {
    /// The bodies of a unit. `options` is the sum of everything that decides what is said of a body besides its tokens. None if
    /// the brackets are wrong, so that nothing knows what is a body.
    pub fn new(unit: &Preprocessed, options: Sum, nesting: u32, interner: &Interner) -> Option<Self> {
        let partner = brackets::pair_up(&unit.tokens, nesting).ok()?;
        Some(Self::with_partners(unit, options, &partner, interner))
    }

    /// The bodies of a unit whose brackets may be wrong, as those of a text that is being typed. A body before the mistake is what it
    /// was; what comes after it may be another body, or none.
    pub fn of_unfinished(unit: &Preprocessed, options: Sum, interner: &Interner) -> Self {
        Self::with_partners(unit, options, &brackets::pair_what_fits(&unit.tokens), interner)
    }

    fn with_partners(unit: &Preprocessed, options: Sum, partner: &[u32], interner: &Interner) -> Self {
        let tokens = &unit.tokens[..];
        let more = Set::new(interner, &NOT_A_FUNCTION);
        let types = Set::new(interner, &TYPES);
        let not_code = Set::new(interner, &MORE_THAN_CODE);
        let namespace = Set::new(interner, &["namespace"]);
        let mut words = Words { interner, sums: vec![None; interner.len()] };
        let mut bodies = Vec::new();
        let mut pragmas = unit.pack_matrix.iter().peekable();
        // Which warnings are on decides whether there is something to say.
        let mut warnings = unit.warnings.marks().iter().peekable();
        // The sum of everything outside of bodies up to here.
        let mut outside = options;
        let mut declaration = Declaration::default();
        let mut mentions = Mentions { interner, seen: vec![false; interner.len()], all: Vec::new() };
        // Where the declaration begins.
        let mut start = 0;
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            while let Some(pragma) = pragmas.next_if(|pragma| pragma.first as usize <= at) {
                outside.add(0, Sum(2, pragma_kind(pragma.order).into()));
                declaration.has_pragma = true;
            }
            while let Some((_, words)) = warnings.next_if(|mark| mark.0 as usize <= at) {
                outside.add(0, Sum(3, 3));
                outside.add(0, Sum::of(words));
                declaration.has_pragma = true;
            }
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other token stands by itself")]
            let end = match token.kind {
                TokenKind::LBrace => match declaration.function() {
                    Some(name) => {
                        let range = at..partner[at] as usize + 1;
                        let has_pragma = pragmas.peek().is_some_and(|pragma| (pragma.first as usize) < range.end)
                            || warnings.peek().is_some_and(|mark| (mark.0 as usize) < range.end);
                        let mut sum = outside;
                        let attributes = start..start + declaration.attributes;
                        let has_pragma = has_pragma || declaration.has_pragma && !attributes.is_empty();
                        let mut is_plain = !has_pragma && !declaration.has_brackets;
                        for token in &tokens[range.clone()] {
                            words.add(&mut sum, token);
                            is_plain &= !not_code.has(token);
                        }
                        // Here stands a body, whatever is in it.
                        outside.add(0, Sum(1, 1));
                        let first = if attributes.is_empty() { at } else { start };
                        let place = (tokens[first].span, tokens[range.end - 1].span);
                        mentions.add(&tokens[start..name]);
                        mentions.add(&tokens[name + 1..at]);
                        let name = tokens[name].symbol;
                        (start, at) = (range.end, range.end);
                        bodies.push(Body {
                            name,
                            attributes,
                            tokens: range,
                            sum,
                            is_plain,
                            is_unneeded: false,
                            is_left_out: false,
                            place,
                        });
                        declaration = Declaration::default();
                        continue;
                    }
                    // What is in it stands at the outermost level too.
                    None if declaration.is_namespace => at + 1,
                    None => partner[at] as usize + 1,
                },
                TokenKind::LParen | TokenKind::LBracket => partner[at] as usize + 1,
                _ => at + 1,
            };
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens say nothing about the declaration")]
            match token.kind {
                TokenKind::LParen if !declaration.has_parameters => {
                    declaration.has_parameters = true;
                    declaration.name = at.checked_sub(1).filter(|&name| tokens[name].kind == TokenKind::Word);
                }
                TokenKind::LBracket if at == start + declaration.attributes => declaration.attributes += end - at,
                TokenKind::LBracket => declaration.has_brackets = true,
                TokenKind::Equal => declaration.is_initialized = true,
                // `: register(…)`.
                TokenKind::Colon if !declaration.has_parameters => declaration.has_parameters = true,
                TokenKind::Word => {
                    declaration.is_more |= more.has(token);
                    declaration.is_type |= types.has(token);
                    declaration.is_namespace |= namespace.has(token);
                }
                _ => {}
            }
            for token in &tokens[at..end] {
                words.add(&mut outside, token);
            }
            #[expect(clippy::wildcard_enum_match_arm, reason = "the declaration goes on after every other token")]
            let goes_on = match token.kind {
                TokenKind::Semi | TokenKind::RBrace => false,
                TokenKind::LBrace => declaration.is_type || declaration.is_initialized,
                _ => true,
            };
            if !goes_on {
                // Without a body it is a declaration of a function, or none.
                let name = declaration.function().filter(|_| token.kind == TokenKind::Semi).unwrap_or(end);
                mentions.add(&tokens[start..name]);
                mentions.add(tokens.get(name + 1..end).unwrap_or_default());
                declaration = Declaration::default();
                start = end;
            }
            at = end;
        }
        mentions.add(&tokens[start..]);
        Self { bodies, mentioned: mentions.all, words: words.sums }
    }

    /// Finds the bodies that are not reached from `entry`, and which of them are known.
    pub fn choose(&mut self, unit: &Preprocessed, entry: &str, known: &Known, interner: &Interner) {
        let reached = self.reached(&unit.tokens, entry, interner);
        let bodies = known.bodies();
        for (body, is_reached) in self.bodies.iter_mut().zip(reached) {
            body.is_unneeded = body.is_plain && !is_reached;
            body.is_left_out = body.is_unneeded && bodies.contains(&body.sum);
        }
    }

    /// Whether all that is not needed is known: there is nothing to say about it.
    pub fn is_all_known(&self) -> bool {
        self.bodies.iter().all(|body| body.is_left_out || !body.is_unneeded)
    }

    /// The sum of what a unit says without the bodies that are not needed, places apart: two of which this is the same are the same
    /// program. It is asked before they are left out.
    pub fn content(&self, unit: &Preprocessed, interner: &Interner) -> Sum {
        let mut sum = Sum(5, 5);
        for pragma in &unit.pack_matrix {
            sum.add(0, Sum(4, pragma_kind(pragma.order).into()));
            sum.add(0, Sum(5, pragma.first.into()));
        }
        let mut words = Words { interner, sums: self.words.clone() };
        let mut at = 0;
        let mut warnings = unit.warnings.marks().iter().peekable();
        let end = unit.tokens.len()..unit.tokens.len();
        let unneeded = self.bodies.iter().filter(|body| body.is_unneeded).map(|body| body.tokens.clone());
        for gap in unneeded.chain([end]) {
            for (index, token) in (at..gap.start).zip(&unit.tokens[at..gap.start]) {
                while let Some((_, text)) = warnings.next_if(|mark| mark.0 as usize <= index) {
                    sum.add(0, Sum(3, 3));
                    sum.add(0, Sum::of(text));
                }
                words.add(&mut sum, token);
            }
            // Here stands a body, whatever is in it.
            sum.add(0, Sum(1, 1));
            at = gap.end;
        }
        sum
    }

    /// Keeps the bodies that are reached from being noted: something may still be said about them.
    pub fn forget_reached(&mut self) {
        for body in self.bodies.iter_mut().filter(|body| !body.is_unneeded) {
            body.is_plain = false;
        }
    }

    /// Leaves out what is known and not needed; whether there is anything.
    pub fn leave_out(&self, unit: &mut Preprocessed) -> bool {
        let mut left_out = self.bodies.iter().filter(|body| body.is_left_out).peekable();
        if left_out.peek().is_none() {
            return false;
        }
        let tokens = std::mem::take(&mut unit.tokens);
        let mut pragmas = unit.pack_matrix.iter_mut().peekable();
        let (mut copied, mut removed) = (0, 0);
        for body in left_out {
            while let Some(pragma) = pragmas.next_if(|pragma| (pragma.first as usize) < body.tokens.end) {
                pragma.first -= removed as u32;
            }
            unit.tokens.extend_from_slice(&tokens[copied..body.attributes.start]);
            unit.tokens.extend_from_slice(&tokens[body.attributes.end..body.tokens.start]);
            unit.tokens.push(Token::new(TokenKind::Semi, Symbol::EMPTY, tokens[body.tokens.start].span));
            copied = body.tokens.end;
            removed += body.attributes.len() + body.tokens.len() - 1;
        }
        pragmas.for_each(|pragma| pragma.first -= removed as u32);
        unit.tokens.extend_from_slice(&tokens[copied..]);
        true
    }

    /// Leaves out every body that is known, reached or not, but for the entry point's and those with attributes: what is left is what
    /// has changed. None if nothing is known, or if calls through what is left out may lead from a changed body back to one.
    pub fn leave_out_known(
        &mut self,
        unit: &mut Preprocessed,
        entry: &str,
        known: &Known,
        interner: &Interner,
    ) -> Option<LeftOut> {
        let entry_name = interner.get(entry);
        let reached = self.reached(&unit.tokens, entry, interner);
        let bodies = known.bodies();
        for body in &mut self.bodies {
            let is_kept = Some(body.name) == entry_name || !body.attributes.is_empty();
            body.is_left_out = body.is_plain && !is_kept && bodies.contains(&body.sum);
        }
        drop(bodies);
        let mut by_name: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (at, body) in self.bodies.iter().enumerate() {
            by_name.entry(body.name).or_default().push(at);
        }
        // From what is kept through what is left out, and back.
        let mut todo: Vec<usize> = (0..self.bodies.len()).filter(|&at| !self.bodies[at].is_left_out).collect();
        let mut seen = vec![false; self.bodies.len()];
        while let Some(at) = todo.pop() {
            let from = &self.bodies[at];
            for token in &unit.tokens[from.tokens.clone()] {
                let Some(called) = mentioned_by(token, interner).and_then(|name| by_name.get(&name)) else { continue };
                for &callee in called {
                    match self.bodies[callee].is_left_out {
                        true if !std::mem::replace(&mut seen[callee], true) => todo.push(callee),
                        false if from.is_left_out => return None,
                        _ => {}
                    }
                }
            }
        }
        let names = |chosen: &dyn Fn(usize) -> bool| {
            let chosen = (0..self.bodies.len()).filter(|&at| chosen(at));
            chosen.map(|at| self.bodies[at].name).collect::<FxHashSet<Symbol>>()
        };
        let left_out = LeftOut { defined: names(&|at| self.bodies[at].is_left_out), reached: names(&|at| reached[at]) };
        self.leave_out(unit).then_some(left_out)
    }

    /// Notes the bodies about which there is nothing to say, by the places of their braces.
    pub fn note_where(&self, known: &Known, is_silent: impl Fn(Span, Span) -> bool) {
        let mut bodies = known.bodies();
        for body in self.bodies.iter().filter(|body| body.is_plain && is_silent(body.place.0, body.place.1)) {
            if bodies.len() < LIMIT {
                bodies.insert(body.sum);
            }
        }
    }

    /// Which bodies may be reached from the entry point.
    fn reached(&self, tokens: &[Token], entry: &str, interner: &Interner) -> Vec<bool> {
        let mut by_name: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
        for (at, body) in self.bodies.iter().enumerate() {
            by_name.entry(body.name).or_default().push(at);
        }
        let mut reached = vec![false; self.bodies.len()];
        let mut todo = Vec::new();
        let mut mention = |symbol: Symbol, todo: &mut Vec<usize>| {
            for at in by_name.remove(&symbol).into_iter().flatten() {
                reached[at] = true;
                todo.push(at);
            }
        };
        for &symbol in self.mentioned.iter().chain(&interner.get(entry)) {
            mention(symbol, &mut todo);
        }
        while let Some(at) = todo.pop() {
            for token in &tokens[self.bodies[at].tokens.clone()] {
                if let Some(symbol) = mentioned_by(token, interner) {
                    mention(symbol, &mut todo);
                }
            }
        }
        reached
    }

    /// Notes the bodies of a compilation without errors, of which `said` is what it had to say.
    pub fn note(&self, known: &Known, said: &Diagnostics, sources: &SourceMap) {
        let mut is_reported = vec![false; self.bodies.len()];
        for diagnostic in said {
            let Some(place) = sources.resolve(diagnostic.primary.span) else { return };
            let mut is_found = false;
            for (body, is_reported) in self.bodies.iter().zip(&mut is_reported) {
                let (open, close) = (sources.resolve(body.place.0), sources.resolve(body.place.1));
                let (Some(open), Some(close)) = (open, close) else { return };
                if open.file != place.file || close.file != place.file {
                    continue;
                }
                if open.range.start <= place.range.start && place.range.start <= close.range.end {
                    *is_reported = true;
                    is_found = true;
                }
            }
            // Nothing knows which body it comes from.
            if !is_found {
                return;
            }
        }
        let mut bodies = known.bodies();
        for (body, _) in self.bodies.iter().zip(is_reported).filter(|(body, is_reported)| body.is_plain && !is_reported)
        {
            if bodies.len() < LIMIT {
                bodies.insert(body.sum);
            }
        }
    }
}

fn pragma_kind(order: MatrixOrder) -> u8 {
    match order {
        MatrixOrder::RowMajor => 1,
        MatrixOrder::ColumnMajor => 2,
    }
}

/// The name that a token may call a function by; attributes name functions in quotes.
fn mentioned_by(token: &Token, interner: &Interner) -> Option<Symbol> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other token holds a name")]
    match token.kind {
        TokenKind::Word => Some(token.symbol),
        TokenKind::Str => interner.get(interner.text(token.symbol).trim_matches('"')),
        _ => None,
    }
}
