//! Gives each token its meaning: which words are types, which `<` open template arguments.
//!
//! In: the tokens of the preprocessor, with balanced brackets. Out: the terminals of the grammar. Example, where
//! `S` is declared as a template before: `S<int> a; a < b;` becomes
//! `Type(S) TemplateOpen Type(int) TemplateClose Ident(a) ; Ident(a) < Ident(b) ;`.
//!
//! HLSL needs this because `a < b` and `(a)(b)` mean different things for types and values. One pass from left to
//! right follows braces and records just the names that matter ([`scopes`](crate::scopes)):
//!
//! - A word is a type if it is declared as one here, or built in. A word right behind a type is being declared,
//!   whatever it meant before, and hides what it meant. An unknown word in front of another word can only be a type
//!   that the checker will not find.
//! - `<` opens template arguments behind a type, behind a function template, and behind any word if what follows
//!   reads like template arguments that start with a type. `>` closes the innermost open one unless it lies in
//!   parentheses of its own; `>>` may close two.
//! - What effect files add (techniques, state blocks, annotations) is cut down to one terminal or none.

use crate::ast::Literal;
use crate::brackets::NO_PARTNER;
use crate::errors;
use crate::literal::{self, Number};
use crate::scopes::{Entry, ScopeId, Scopes, Until};
use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::{Token, TokenKind};
use crate::words::{Keyword, Word, word};
use hlslc_base::Diagnostics;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::span::Span;
use rustc_hash::FxHashSet;

/// What the classifier makes of the tokens.
#[derive(Debug, Default)]
pub struct Classified {
    /// The terminals.
    pub terminals: Vec<PlacedTerminal>,
    /// The literals that terminals refer to.
    pub literals: Vec<Literal>,
    /// Terminals about which something was reported already, ascending: the parser keeps silent about these places.
    pub reported: Vec<u32>,
    /// The `{` around statements, declarations or members, ascending: what is wrong in one of these stays in it.
    pub containers: Vec<Container>,
}

/// A `{` around statements, declarations or members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Container {
    /// The `{`, as an index into the terminals.
    pub brace: u32,
    /// Whether statements stand in it.
    pub statements: bool,
}

/// How far the look ahead for template arguments goes.
const LOOK_AHEAD: usize = 256;

/// What an open bracket is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bracket {
    Paren,
    Square,
    /// Template arguments, or template parameters.
    Angle {
        params: bool,
    },
    /// Braces of a struct.
    Members,
    /// Braces of a cbuffer.
    Buffer,
    /// Braces of an enum.
    Enumerators,
    /// Braces of a namespace.
    Namespace,
    /// Braces around statements.
    Block,
    /// Braces of an initialiser.
    Values,
}

#[derive(Clone, Copy, Debug)]
struct OpenBracket {
    kind: Bracket,
    /// `?` without their `:` so far.
    questions: u32,
    /// For template arguments: the meaning of the name before them.
    owner: Option<Entry>,
}

/// What the next `{` belongs to.
#[derive(Clone, Copy, Debug)]
enum Head {
    /// A struct with this scope; base types follow a colon.
    Record {
        scope: ScopeId,
        depth: usize,
        bases: bool,
    },
    Enum {
        depth: usize,
    },
    Namespace {
        scope: ScopeId,
        depth: usize,
    },
    Buffer {
        depth: usize,
    },
}

/// The declarator that was met last in this statement.
#[derive(Clone, Copy, Debug)]
struct Declarator {
    depth: usize,
    /// Behind `(…)` comes a function's body, behind `=` a value.
    settled: bool,
}

/// Classifies balanced tokens; `partner` holds the partner of each bracket. More than `limit` nested brackets, with
/// angle brackets counted, are an error, after which there are no terminals.
pub fn classify(
    tokens: &[Token],
    partner: &[u32],
    limit: u32,
    interner: &Interner,
    errors: &mut Diagnostics,
) -> Classified {
    let mut classifier = Classifier {
        tokens,
        partner,
        interner,
        errors,
        words: Vec::new(),
        scopes: Scopes::default(),
        methods: FxHashSet::default(),
        brackets: Vec::new(),
        head: None,
        declarator: None,
        after_type: false,
        opens_template: false,
        typedef: None,
        using_namespace: None,
        last: None,
        limit,
        too_deep: false,
        out: Classified::default(),
    };
    let mut next = 0;
    while let Some(&token) = tokens.get(next) {
        if token.kind == TokenKind::Eof {
            break;
        }
        next = classifier.step(next, token);
        if classifier.too_deep {
            return Classified::default();
        }
    }
    classifier.out
}

struct Classifier<'a> {
    tokens: &'a [Token],
    partner: &'a [u32],
    interner: &'a Interner,
    errors: &'a mut Diagnostics,
    /// What each word is by itself, by index of its symbol, once asked for.
    words: Vec<Option<Word>>,
    scopes: Scopes,
    /// Names of method templates: any object might have them.
    methods: FxHashSet<Symbol>,
    brackets: Vec<OpenBracket>,
    head: Option<Head>,
    declarator: Option<Declarator>,
    /// A type ends right here, so a name that follows is being declared.
    after_type: bool,
    /// A function template's name ends right here.
    opens_template: bool,
    /// The open `typedef`'s depth: what it declares are types.
    typedef: Option<usize>,
    /// `using namespace` at this depth.
    using_namespace: Option<usize>,
    /// Meaning of the last name, for `::`.
    last: Option<Entry>,
    limit: u32,
    too_deep: bool,
    out: Classified,
}

impl Classifier<'_> {
    // ------------------------------------------------------------------------------------ what is around

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |t| t.kind)
    }

    /// What a word is before anything is declared.
    fn word_class(&mut self, symbol: Symbol) -> Word {
        let index = symbol.index();
        if self.words.len() <= index {
            self.words.resize(index + 1, None);
        }
        match self.words[index] {
            Some(class) => class,
            None => {
                let class = word(self.interner.text(symbol));
                self.words[index] = Some(class);
                class
            }
        }
    }

    /// The class of the token at `at`, if it is a word.
    fn class_at(&mut self, at: usize) -> Option<Word> {
        let token = *self.tokens.get(at)?;
        (token.kind == TokenKind::Word).then(|| self.word_class(token.symbol))
    }

    fn previous(&self) -> Option<Terminal> {
        self.out.terminals.last().map(|t| t.terminal)
    }

    fn previous_is(&self, kind: TokenKind) -> bool {
        self.previous() == Some(Terminal::Mark(kind))
    }

    fn previous_keyword(&self) -> Option<Keyword> {
        match self.previous() {
            Some(Terminal::Keyword(keyword)) => Some(keyword),
            _ => None,
        }
    }

    fn depth(&self) -> usize {
        self.brackets.len()
    }

    fn innermost(&self) -> Option<Bracket> {
        self.brackets.last().map(|b| b.kind)
    }

    fn open_questions(&self) -> u32 {
        self.brackets.last().map_or(0, |b| b.questions)
    }

    // ------------------------------------------------------------------------------------ output

    fn emit(&mut self, terminal: Terminal, at: usize) {
        let span = self.tokens.get(at).map_or(Span::NONE, |t| t.span);
        self.out.terminals.push(PlacedTerminal { terminal, span, token: at as u32 });
    }

    /// Emits a terminal after which no type ends.
    fn emit_plain(&mut self, terminal: Terminal, at: usize) {
        self.emit(terminal, at);
        self.after_type = false;
        self.opens_template = false;
    }

    /// Notes that something was reported about the next terminal.
    fn mark_reported(&mut self) {
        self.out.reported.push(self.out.terminals.len() as u32);
    }

    // ------------------------------------------------------------------------------------ one token

    /// Classifies the token at `at`; returns the index of the one to go on with.
    fn step(&mut self, at: usize, token: Token) -> usize {
        match token.kind {
            TokenKind::Word => return self.word(at, token.symbol),
            TokenKind::Number => self.number(at, token),
            TokenKind::Char => self.char(at, token),
            TokenKind::Str => self.emit_plain(Terminal::Str(token.symbol), at),
            TokenKind::Bad => self.bad(token),
            TokenKind::Pragma | TokenKind::Newline | TokenKind::BlockComment | TokenKind::Eof => {}
            TokenKind::Less => return self.less(at),
            TokenKind::Greater | TokenKind::Shr if matches!(self.innermost(), Some(Bracket::Angle { .. })) => {
                self.close_angles(at, token);
            }
            TokenKind::LParen | TokenKind::LBracket => self.open(at, token.kind),
            TokenKind::LBrace => return self.open_brace(at),
            TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => self.close(at, token.kind),
            TokenKind::Semi => self.semicolon(at),
            TokenKind::Colon => self.colon(at),
            TokenKind::Question => {
                if let Some(bracket) = self.brackets.last_mut() {
                    bracket.questions += 1;
                }
                self.emit_plain(Terminal::Mark(TokenKind::Question), at);
            }
            TokenKind::ColonColon => {
                if !matches!(self.previous(), Some(Terminal::Ident(_) | Terminal::Type(_) | Terminal::TemplateClose)) {
                    self.last = Some(Entry::Namespace(self.scopes.global()));
                }
                self.emit_plain(Terminal::Mark(TokenKind::ColonColon), at);
            }
            TokenKind::Arrow => {
                self.errors.push(errors::arrow(token.span).suggest(token.span, ".", "use `.`"));
                self.mark_reported();
                self.emit_plain(Terminal::Mark(TokenKind::Dot), at);
            }
            TokenKind::Star | TokenKind::Amp if self.after_type && self.is_pointer(at) => {
                self.errors.push(errors::pointer(token.span));
                self.mark_reported();
            }
            TokenKind::Equal => {
                if let Some(declarator) = self.declarator.as_mut() {
                    declarator.settled = true;
                }
                self.head = None;
                self.emit_plain(Terminal::Mark(TokenKind::Equal), at);
            }
            kind => self.emit_plain(Terminal::Mark(kind), at),
        }
        at + 1
    }

    /// `*` or `&` behind a type: a pointer or reference, not a product.
    fn is_pointer(&self, at: usize) -> bool {
        matches!(
            self.kind(at + 1),
            TokenKind::Word | TokenKind::RParen | TokenKind::Comma | TokenKind::Star | TokenKind::Greater
        )
    }

    // ------------------------------------------------------------------------------------ literals

    fn number(&mut self, at: usize, token: Token) {
        let text = token.text(self.interner);
        let literal = match literal::number(text) {
            Ok(Number::Int { value, suffix, radix }) => Literal::Int { value, suffix, radix, spelling: token.symbol },
            Ok(Number::Float { value, suffix }) => {
                if value.is_infinite() && !text.contains('#') {
                    self.errors.push(errors::float_too_large(token.span));
                }
                Literal::Float { value, suffix, spelling: token.symbol }
            }
            Err(fault) => {
                let diagnostic = fault.diagnostic(token.span, text);
                self.errors.push(diagnostic);
                let (suffix, radix) = (crate::ast::IntSuffix::None, crate::ast::Radix::Decimal);
                Literal::Int { value: 0, suffix, radix, spelling: token.symbol }
            }
        };
        self.literal(at, literal);
    }

    fn char(&mut self, at: usize, token: Token) {
        let value = literal::char_value(token.text(self.interner)).unwrap_or_else(|| {
            self.errors.push(errors::bad_char(token.span));
            0
        });
        self.literal(at, Literal::Char { value, spelling: token.symbol });
    }

    /// No token at all.
    fn bad(&mut self, token: Token) {
        let text = token.text(self.interner);
        let diagnostic = match text.chars().next() {
            None => None,
            Some('"') => Some(errors::unterminated_string(token.span)),
            Some('\'') => Some(errors::unterminated_char(token.span)),
            Some(_) => Some(errors::bad_character(token.span, &text.escape_debug().to_string())),
        };
        self.errors.extend(diagnostic);
        self.mark_reported();
    }

    fn literal(&mut self, at: usize, literal: Literal) {
        let index = self.out.literals.len() as u32;
        self.out.literals.push(literal);
        self.emit_plain(Terminal::Literal(index), at);
    }

    // ------------------------------------------------------------------------------------ brackets

    fn open(&mut self, at: usize, kind: TokenKind) {
        let bracket = if kind == TokenKind::LParen { Bracket::Paren } else { Bracket::Square };
        if kind == TokenKind::LParen {
            self.open_params();
            // `struct S f() {`: these braces are not those of the struct.
            if matches!(self.head, Some(Head::Record { depth, .. } | Head::Enum { depth }) if depth == self.depth()) {
                self.head = None;
            }
        }
        self.brackets.push(OpenBracket { kind: bracket, questions: 0, owner: None });
        self.emit_plain(Terminal::Mark(kind), at);
    }

    /// If this `(` starts the parameters of a function, they get a scope, which lasts to the end of its body.
    fn open_params(&mut self) {
        let depth = self.depth();
        // Not the parenthesis of `register(…)`.
        if !matches!(self.previous(), Some(Terminal::Ident(_) | Terminal::TemplateClose)) {
            return;
        }
        let Some(declarator) = self.declarator.as_mut().filter(|d| d.depth == depth && !d.settled) else { return };
        declarator.settled = true;
        let scope = self.scopes.create();
        self.scopes.enter(scope, Until::Declaration, depth);
    }

    fn open_brace(&mut self, at: usize) -> usize {
        let depth = self.depth();
        let kind = match self.head.take().filter(|h| h.depth() == depth) {
            Some(Head::Record { scope, .. }) => {
                self.scopes.enter(scope, Until::Brace, depth + 1);
                Bracket::Members
            }
            Some(Head::Namespace { scope, .. }) => {
                self.scopes.enter(scope, Until::Brace, depth + 1);
                Bracket::Namespace
            }
            Some(Head::Enum { .. }) => Bracket::Enumerators,
            Some(Head::Buffer { .. }) => Bracket::Buffer,
            None if self.starts_values() => Bracket::Values,
            None if self.declarator.is_some_and(|d| d.depth == depth && !d.settled) => {
                return self.cut_braces(at, Terminal::StateBlock);
            }
            None => {
                let scope = self.scopes.create();
                self.scopes.enter(scope, Until::Brace, depth + 1);
                Bracket::Block
            }
        };
        self.declarator = None;
        if matches!(kind, Bracket::Block | Bracket::Members | Bracket::Buffer | Bracket::Namespace) {
            let brace = self.out.terminals.len() as u32;
            self.out.containers.push(Container { brace, statements: kind == Bracket::Block });
        }
        self.brackets.push(OpenBracket { kind, questions: 0, owner: None });
        self.emit_plain(Terminal::Mark(TokenKind::LBrace), at);
        at + 1
    }

    /// Whether a `{` here starts a list of values.
    fn starts_values(&self) -> bool {
        match self.previous() {
            Some(Terminal::Mark(TokenKind::Equal | TokenKind::LParen | TokenKind::Comma)) => true,
            Some(Terminal::Keyword(Keyword::Return)) => true,
            _ => self.innermost() == Some(Bracket::Values),
        }
    }

    fn close(&mut self, at: usize, kind: TokenKind) {
        while matches!(self.innermost(), Some(Bracket::Angle { .. })) {
            self.brackets.pop();
        }
        let closed = self.brackets.pop().map(|b| b.kind);
        let depth = self.depth();
        if self.declarator.is_some_and(|d| d.depth > depth) {
            self.declarator = None;
        }
        if kind == TokenKind::RBrace {
            self.scopes.end_brace(depth);
            if closed != Some(Bracket::Values) {
                self.scopes.end_declaration(depth);
                self.declarator = None;
                self.head = None;
            }
        }
        self.emit_plain(Terminal::Mark(kind), at);
        // `struct { … } name`
        self.after_type = matches!(closed, Some(Bracket::Members | Bracket::Enumerators));
    }

    fn semicolon(&mut self, at: usize) {
        while matches!(self.innermost(), Some(Bracket::Angle { .. })) {
            self.brackets.pop();
        }
        let depth = self.depth();
        if let Some(bracket) = self.brackets.last_mut() {
            bracket.questions = 0;
        }
        self.scopes.end_declaration(depth);
        if self.using_namespace.take().is_some()
            && let Some(from) = self.last.and_then(Entry::scope)
        {
            let here = self.scopes.declaring();
            self.scopes.import(here, from);
        }
        if self.typedef.is_some_and(|t| t >= depth) {
            self.typedef = None;
        }
        self.head = None;
        self.declarator = None;
        self.emit_plain(Terminal::Mark(TokenKind::Semi), at);
    }

    fn colon(&mut self, at: usize) {
        let depth = self.depth();
        let mut terminal = Terminal::Mark(TokenKind::Colon);
        if self.open_questions() > 0 {
            if let Some(bracket) = self.brackets.last_mut() {
                bracket.questions -= 1;
            }
        } else if let Some(Head::Record { depth: head, bases, .. }) = self.head.as_mut() {
            *bases |= *head == depth;
        } else if matches!(self.innermost(), Some(Bracket::Members | Bracket::Buffer))
            && self.kind(at + 1) != TokenKind::Word
        {
            terminal = Terminal::WidthColon;
        }
        self.emit_plain(terminal, at);
    }

    // ------------------------------------------------------------------------------------ angle brackets

    fn less(&mut self, at: usize) -> usize {
        let params = self.previous_keyword() == Some(Keyword::Template);
        let opens = params
            || self.opens_template
            || matches!(self.previous(), Some(Terminal::Type(_)))
            || (matches!(self.previous(), Some(Terminal::Ident(_))) && self.reads_like_arguments(at));
        let is_declared = self.declarator.is_some_and(|d| d.depth == self.depth() && !d.settled);
        if is_declared && !opens {
            // `Texture2D t < string name = "x"; >`
            return self.skip_annotation(at);
        }
        if !opens {
            self.emit_plain(Terminal::Mark(TokenKind::Less), at);
            return at + 1;
        }
        let depth = self.depth();
        if depth as u32 >= self.limit {
            self.errors.push(errors::nesting(self.tokens[at].span, self.limit));
            self.too_deep = true;
            return at + 1;
        }
        if params {
            let scope = self.scopes.create();
            self.scopes.enter(scope, Until::Declaration, depth);
        }
        self.brackets.push(OpenBracket { kind: Bracket::Angle { params }, questions: 0, owner: self.last });
        self.emit_plain(Terminal::TemplateOpen, at);
        at + 1
    }

    fn close_angles(&mut self, at: usize, token: Token) {
        // `>>` closes two if two are open, else the second half stays an operator.
        let halves = if token.kind == TokenKind::Shr { 2 } else { 1 };
        for half in 0..halves {
            let span = match (halves, token.span.len()) {
                (2, 2) => token.span.sub(half, 1),
                _ => token.span,
            };
            let terminal = match self.innermost() {
                Some(Bracket::Angle { params }) => {
                    self.last = self.brackets.pop().and_then(|b| b.owner);
                    self.after_type = !params;
                    Terminal::TemplateClose
                }
                _ => {
                    self.after_type = false;
                    Terminal::Mark(TokenKind::Greater)
                }
            };
            self.out.terminals.push(PlacedTerminal { terminal, span, token: at as u32 });
        }
        self.opens_template = false;
    }

    /// Whether the `<` at `at` starts what reads like template arguments: a type first, a matching `>` soon, and
    /// behind it a call, a `::` or a name.
    fn reads_like_arguments(&mut self, at: usize) -> bool {
        let Some(first) = self.tokens.get(at + 1).filter(|t| t.kind == TokenKind::Word).copied() else { return false };
        let is_type = match self.word_class(first.symbol) {
            Word::Type | Word::Modifier { contextual: false, .. } => true,
            Word::Keyword(k) => matches!(k, Keyword::Struct | Keyword::Typename | Keyword::Unsigned),
            _ => matches!(self.scopes.find(first.symbol), Some(Entry::Type(_) | Entry::Namespace(_))),
        };
        if !is_type || self.kind(at + 2) == TokenKind::LParen {
            return false;
        }
        let Some(end) = self.matching_angle(at) else { return false };
        matches!(self.kind(end + 1), TokenKind::LParen | TokenKind::ColonColon | TokenKind::Word)
    }

    /// The `>` that would close the `<` at `at`, if only names, numbers and punctuation lie between, and anything
    /// in parentheses.
    fn matching_angle(&self, at: usize) -> Option<usize> {
        let mut depth = 0i32;
        let mut i = at;
        while i < (at + LOOK_AHEAD).min(self.tokens.len()) {
            match self.kind(i) {
                TokenKind::LParen => i = *self.partner.get(i).filter(|&&p| p != NO_PARTNER)? as usize,
                TokenKind::Less => depth += 1,
                TokenKind::Greater => depth -= 1,
                TokenKind::Shr => depth -= 2,
                TokenKind::Word
                | TokenKind::Number
                | TokenKind::Comma
                | TokenKind::ColonColon
                | TokenKind::LBracket
                | TokenKind::RBracket => {}
                _ => return None,
            }
            if depth <= 0 {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    // ------------------------------------------------------------------------------------ effect files

    /// Skips `< … >` behind a declared name. What ends it is the `>` behind a `;`.
    fn skip_annotation(&mut self, at: usize) -> usize {
        for i in at + 1..self.tokens.len() {
            match (self.kind(i - 1), self.kind(i)) {
                (TokenKind::Semi | TokenKind::Less, TokenKind::Greater) => {
                    self.errors.push(errors::effect_annotation(self.tokens[at].span.to(self.tokens[i].span)));
                    return i + 1;
                }
                (_, TokenKind::LBrace | TokenKind::RBrace | TokenKind::Eof) => break,
                _ => {}
            }
        }
        self.emit_plain(Terminal::Mark(TokenKind::Less), at);
        at + 1
    }

    /// Emits one terminal for the braces at `brace`.
    fn cut_braces(&mut self, brace: usize, terminal: Terminal) -> usize {
        let end = self.partner.get(brace).copied().filter(|&p| p != NO_PARTNER).map_or(brace, |p| p as usize);
        let span = self.tokens[brace].span.to(self.tokens[end].span);
        self.errors.push(errors::effect_state_block(span));
        self.out.terminals.push(PlacedTerminal { terminal, span, token: brace as u32 });
        self.after_type = false;
        self.opens_template = false;
        end + 1
    }

    /// `technique name { … }`, if that is what stands here.
    fn cut_technique(&mut self, at: usize) -> Option<usize> {
        if !matches!(
            self.previous(),
            None | Some(Terminal::Mark(TokenKind::Semi | TokenKind::RBrace) | Terminal::EffectBlock)
        ) {
            return None;
        }
        let mut brace = at + 1;
        while !matches!(self.kind(brace), TokenKind::LBrace | TokenKind::Eof | TokenKind::RBrace | TokenKind::LParen) {
            brace += 1;
        }
        let end = *self.partner.get(brace).filter(|_| self.kind(brace) == TokenKind::LBrace)? as usize;
        let span = self.tokens[at].span.to(self.tokens[end].span);
        self.errors.push(errors::effect_technique(span));
        self.out.terminals.push(PlacedTerminal { terminal: Terminal::EffectBlock, span, token: at as u32 });
        self.after_type = false;
        Some(end + 1)
    }

    // ------------------------------------------------------------------------------------ words

    fn word(&mut self, at: usize, symbol: Symbol) -> usize {
        let class = self.word_class(symbol);
        if self.previous_is(TokenKind::Dot) && class != Word::Keyword(Keyword::Operator) {
            return self.member(at, symbol, class);
        }
        let followed_by_word = self.kind(at + 1) == TokenKind::Word;
        match class {
            // `T::template f<int>`
            Word::Keyword(Keyword::Template) if self.previous_is(TokenKind::ColonColon) => {}
            Word::Keyword(keyword) => self.keyword(at, symbol, keyword),
            Word::Modifier { modifier, contextual } if !contextual || self.qualifies(at) => {
                // What holds before a modifier holds behind it.
                self.emit(Terminal::Modifier(modifier), at);
            }
            Word::Bool(value) => self.literal(at, Literal::Bool(value)),
            Word::SamplerState if self.kind(at + 1) == TokenKind::LBrace => {
                return self.cut_braces(at + 1, Terminal::StateBlock);
            }
            Word::Effect => match self.cut_technique(at) {
                Some(next) => return next,
                None => self.name(at, symbol, class),
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

    fn reserved(&mut self, at: usize, symbol: Symbol) {
        let text = self.interner.text(symbol);
        self.errors.push(errors::reserved_word(self.tokens[at].span, text));
        self.mark_reported();
    }

    /// Whether a word that may be a modifier is one here: a word or `::` goes on from it, and no type is before it
    /// that would make it a declared name.
    fn qualifies(&mut self, at: usize) -> bool {
        match self.kind(at + 1) {
            TokenKind::Word => !matches!(self.class_at(at + 1), Some(Word::Effect | Word::Bool(_))),
            TokenKind::ColonColon => !self.after_type,
            _ => false,
        }
    }

    /// A word behind a `.`.
    fn member(&mut self, at: usize, symbol: Symbol, class: Word) -> usize {
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

    fn keyword(&mut self, at: usize, symbol: Symbol, keyword: Keyword) {
        let depth = self.depth();
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
            Keyword::CBuffer | Keyword::TBuffer => self.head = Some(Head::Buffer { depth }),
            Keyword::Enum => self.head = Some(Head::Enum { depth }),
            Keyword::Struct | Keyword::Class | Keyword::Interface => {
                let is_enum = self.previous_keyword() == Some(Keyword::Enum);
                let is_param = self.innermost() == Some(Bracket::Angle { params: true });
                if !is_enum && !is_param {
                    let scope = self.scopes.create();
                    self.head = Some(Head::Record { scope, depth, bases: false });
                }
            }
            Keyword::Unsigned | Keyword::This | Keyword::SizeOf | Keyword::Operator | Keyword::Typename => {}
            _ => {}
        }
        self.emit_plain(Terminal::Keyword(keyword), at);
    }

    /// A word that is a name, perhaps of a built-in type.
    fn name(&mut self, at: usize, symbol: Symbol, class: Word) {
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
                if self.innermost() == Some(Bracket::Angle { params: true }) && next != TokenKind::ColonColon =>
            {
                return self.template_param(at, symbol);
            }
            Some(Keyword::Namespace) if self.is_using_namespace() => {
                self.using_namespace = Some(depth);
            }
            Some(Keyword::Namespace) => return self.namespace_name(at, symbol),
            Some(Keyword::Using) if next == TokenKind::Equal => {
                let scope = self.scopes.declaring();
                self.scopes.declare(scope, symbol, Entry::Type(None));
                return self.emit_plain(Terminal::Ident(symbol), at);
            }
            _ => {}
        }
        if self.names_record() && next != TokenKind::ColonColon {
            return self.record_name(at, symbol);
        }
        if self.innermost() == Some(Bracket::Enumerators)
            && matches!(self.previous(), Some(Terminal::Mark(TokenKind::LBrace | TokenKind::Comma)))
        {
            return self.emit_plain(Terminal::Ident(symbol), at);
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
            None => self.must_be_type(at, next),
        };
        if is_type {
            self.type_name(at, symbol, next);
        } else {
            self.emit_plain(Terminal::Ident(symbol), at);
            self.opens_template = found == Some(Entry::FunctionTemplate);
        }
    }

    /// The meaning of a name that is used.
    fn resolve(&self, symbol: Symbol) -> Option<Entry> {
        if self.previous_is(TokenKind::ColonColon) {
            return self.last.and_then(Entry::scope).and_then(|scope| self.scopes.find_in(scope, symbol));
        }
        self.scopes.find(symbol)
    }

    fn type_name(&mut self, at: usize, symbol: Symbol, next: TokenKind) {
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

    /// An unknown name that can be nothing but a type: behind `typename`, before another name, or in a cast.
    fn must_be_type(&mut self, at: usize, next: TokenKind) -> bool {
        if next == TokenKind::ColonColon {
            return false;
        }
        if self.follows_typename() {
            return true;
        }
        if matches!(self.head, Some(Head::Record { bases: true, depth, .. }) if depth == self.depth()) {
            return true;
        }
        match next {
            TokenKind::Word => {
                let class = self.class_at(at + 1);
                matches!(class, Some(Word::Plain | Word::Type | Word::Modifier { .. })) && self.may_precede_type()
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

    /// Whether a declaration, and so a type, can start behind the last terminal.
    fn may_precede_type(&self) -> bool {
        match self.previous() {
            None | Some(Terminal::Modifier(_) | Terminal::TemplateOpen | Terminal::TemplateClose) => true,
            Some(Terminal::EffectBlock | Terminal::StateBlock) => true,
            Some(Terminal::Keyword(keyword)) => !matches!(keyword, Keyword::Return | Keyword::Case),
            Some(Terminal::Mark(mark)) => matches!(
                mark,
                TokenKind::Semi
                    | TokenKind::LBrace
                    | TokenKind::RBrace
                    | TokenKind::LParen
                    | TokenKind::RParen
                    | TokenKind::RBracket
                    | TokenKind::Comma
                    | TokenKind::Colon
                    | TokenKind::ColonColon
            ),
            Some(_) => false,
        }
    }

    /// Whether the open parenthesis right before belongs to `if (…)` and the like.
    fn heads_statement(&self) -> bool {
        let before = self.out.terminals.len().checked_sub(2).and_then(|i| self.out.terminals.get(i));
        matches!(
            before.map(|t| t.terminal),
            Some(
                Terminal::Keyword(
                    Keyword::If | Keyword::While | Keyword::For | Keyword::Switch | Keyword::SizeOf | Keyword::Register
                ) | Terminal::Ident(_)
                    | Terminal::Type(_)
                    | Terminal::TemplateClose
                    | Terminal::Mark(TokenKind::RParen | TokenKind::RBracket)
            )
        )
    }

    /// Whether this path started behind `typename`.
    fn follows_typename(&self) -> bool {
        for placed in self.out.terminals.iter().rev().take(LOOK_AHEAD) {
            match placed.terminal {
                Terminal::Keyword(Keyword::Typename) => return true,
                Terminal::Mark(TokenKind::ColonColon | TokenKind::Comma)
                | Terminal::Ident(_)
                | Terminal::Type(_)
                | Terminal::Literal(_)
                | Terminal::TemplateOpen
                | Terminal::TemplateClose => {}
                _ => return false,
            }
            if !self.previous_is(TokenKind::ColonColon) {
                return false;
            }
        }
        false
    }

    // ------------------------------------------------------------------------------------ declared names

    fn template_param(&mut self, at: usize, symbol: Symbol) {
        let scope = self.scopes.innermost();
        self.scopes.declare(scope, symbol, Entry::Type(None));
        self.emit_plain(Terminal::Ident(symbol), at);
    }

    fn is_using_namespace(&self) -> bool {
        let before = self.out.terminals.len().checked_sub(2).and_then(|i| self.out.terminals.get(i));
        before.is_some_and(|t| t.terminal == Terminal::Keyword(Keyword::Using))
    }

    fn namespace_name(&mut self, at: usize, symbol: Symbol) {
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
    fn names_record(&self) -> bool {
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

    fn record_name(&mut self, at: usize, symbol: Symbol) {
        let depth = self.depth();
        let next = self.kind(at + 1);
        let defines = matches!(next, TokenKind::LBrace | TokenKind::Colon | TokenKind::Semi);
        let known = self.scopes.find(symbol);
        if defines {
            let outer = self.scopes.declaring();
            // A definition behind a declaration is the same type.
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

    /// Whether the word stands where a name is being declared: behind a type, or behind the comma of a list.
    fn is_declared_here(&mut self, at: usize, next: TokenKind) -> bool {
        if self.after_type {
            // `struct S { … } float4 f()`: two words behind the brace mean that its `;` is missing.
            let missing_semicolon = self.previous_is(TokenKind::RBrace) && next == TokenKind::Word;
            return next != TokenKind::ColonColon && !missing_semicolon && !self.is_template_qualifier(at, next);
        }
        // `float S::x`: the last name of a path that started behind a type.
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

    /// `S<T>::` behind a type: the name of a template that a member belongs to.
    fn is_template_qualifier(&self, at: usize, next: TokenKind) -> bool {
        next == TokenKind::Less
            && self.matching_angle(at + 1).is_some_and(|end| self.kind(end + 1) == TokenKind::ColonColon)
    }

    /// Whether the path that ends here with `::` stands right behind a type.
    fn path_follows_type(&self) -> bool {
        let mut depth = 0u32;
        let mut expects_name = true;
        for placed in self.out.terminals.iter().rev().skip(1).take(LOOK_AHEAD) {
            match placed.terminal {
                Terminal::TemplateClose if depth == 0 && !expects_name => return true,
                Terminal::TemplateClose => depth += 1,
                Terminal::TemplateOpen => {
                    let Some(outer) = depth.checked_sub(1) else { return false };
                    depth = outer;
                }
                _ if depth > 0 => {}
                Terminal::Ident(_) | Terminal::Type(_) if expects_name => expects_name = false,
                Terminal::Mark(TokenKind::ColonColon) if !expects_name => expects_name = true,
                Terminal::Type(_) | Terminal::Modifier(_) => return matches!(placed.terminal, Terminal::Type(_)),
                _ => return false,
            }
        }
        false
    }

    /// A name right where it is declared.
    fn declared_name(&mut self, at: usize, symbol: Symbol, next: TokenKind) {
        let depth = self.depth();
        let qualified = self.previous_is(TokenKind::ColonColon);
        let in_params = matches!(self.innermost(), Some(Bracket::Paren | Bracket::Angle { .. }));
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
            if self.scopes.find(symbol).is_some() {
                let scope = self.scopes.innermost();
                self.scopes.declare(scope, symbol, Entry::Value);
            }
        } else if self.scopes.in_declaration(depth) {
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

    fn declare_template(&mut self, symbol: Symbol) {
        let scope = self.scopes.declaring();
        self.scopes.declare(scope, symbol, Entry::FunctionTemplate);
        if self.innermost() == Some(Bracket::Members) {
            self.methods.insert(symbol);
        }
    }

    /// Hides a type or template behind a value of the same name. An overload of a function template hides nothing.
    fn hide(&mut self, symbol: Symbol, is_function: bool) {
        if is_function && self.scopes.find(symbol) == Some(Entry::FunctionTemplate) {
            return;
        }
        let scope = self.scopes.declaring();
        self.scopes.declare(scope, symbol, Entry::Value);
    }
}

impl Head {
    fn depth(self) -> usize {
        match self {
            Self::Record { depth, .. }
            | Self::Enum { depth }
            | Self::Namespace { depth, .. }
            | Self::Buffer { depth } => depth,
        }
    }
}
