//! Gives each token its meaning: which words are types, which `<` open template arguments.
//!
//! Input: the tokens of the preprocessor, with balanced brackets. Output: the terminals of the grammar. Example, where
//! `S` is declared as a template before: `S<int> a; a < b;` becomes
//! `Type(S) TemplateOpen Type(int) TemplateClose Ident(a) ; Ident(a) < Ident(b) ;`.
//!
//! HLSL needs this because `a < b` and `(a)(b)` mean different things for types and values. One pass from left to
//! right follows braces and records just the names that matter (`scopes.rs`):
//!
//! - A word is a type if it is declared as one here, or built in. A word right after a type is being declared,
//!   whatever it meant before, and hides what it meant. An unknown word in front of another word can only be a type
//!   that the checker will not find.
//! - `<` opens template arguments after a type, after a function template, and after any word if what follows
//!   reads like template arguments that start with a type. `>` closes the innermost open one unless it lies in
//!   parentheses of its own; `>>` may close two.
//! - What effect files add (techniques, state blocks, annotations) is cut down to one terminal or none.

mod angles;
mod declares;
mod effects;
mod uses;

use crate::ast::{Literal, Modifier};
use crate::errors;
use crate::literal::{self, Number};
use crate::options::LanguageVersion;
use crate::scopes::{Entry, ScopeId, Scopes, Until};
use crate::terminal::{PlacedTerminal, Terminal};
use crate::token::{Token, TokenKind};
use crate::words::{Keyword, Word, word};
use hlslc_base::Diagnostics;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::span::Span;
use rustc_hash::FxHashSet;

/// The result of classification.
#[derive(Debug, Default)]
pub struct Classified {
    /// The terminals.
    pub terminals: Vec<PlacedTerminal>,
    /// The literals that terminals refer to.
    pub literals: Vec<Literal>,
    /// Terminals about which something was reported already, ascending: the parser keeps silent about these places.
    pub reported: Vec<u32>,
    /// Reserved words that stand for names.
    pub reserved: FxHashSet<Symbol>,
    /// Modifiers that were declared as names, which was reported.
    pub modifier_names: FxHashSet<Symbol>,
    /// The `{` around statements, declarations or members, ascending: what is wrong in one of these stays in it.
    pub containers: Vec<Container>,
    /// The terminals before which the `const` of a method stands, which is none itself, ascending.
    pub const_methods: Vec<u32>,
}

/// A `{` around statements, declarations or members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Container {
    /// The `{`, as an index into the terminals.
    pub brace: u32,
    /// Whether statements stand in it.
    pub statements: bool,
}

/// The word of HLSL 202x for `_Static_assert`.
const STATIC_ASSERT: &str = "static_assert";

/// The maximum lookahead for template arguments.
const LOOK_AHEAD: usize = 256;

/// The purpose of an open bracket.
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
    Enumerators {
        is_scoped: bool,
    },
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

/// The construct that the next `{` belongs to.
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
        is_scoped: bool,
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
    /// After `(…)` comes a function's body, after `=` a value.
    settled: bool,
}

/// Classifies balanced tokens; `partner` holds the partner of each bracket. More than `limit` nested brackets, with
/// angle brackets counted, are an error, after which there are no terminals. What `language` does not have yet is an
/// error, but classified all the same.
pub fn classify(
    tokens: &[Token],
    partner: &[u32],
    language: LanguageVersion,
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
        alias: None,
        using_namespace: None,
        last: None,
        language,
        limit,
        too_deep: false,
        out: Classified { terminals: Vec::with_capacity(tokens.len()), ..Classified::default() },
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
    /// The class of each word by itself, by index of its symbol; computed on first use.
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
    /// The depth of an open `using A = …`: after its type nothing is declared.
    alias: Option<usize>,
    /// `using namespace` at this depth.
    using_namespace: Option<usize>,
    /// Meaning of the last name, for `::`.
    last: Option<Entry>,
    language: LanguageVersion,
    limit: u32,
    too_deep: bool,
    out: Classified,
}

impl Classifier<'_> {
    // ------------------------------------------------------------------------------------ what is around

    fn kind(&self, at: usize) -> TokenKind {
        self.tokens.get(at).map_or(TokenKind::Eof, |t| t.kind)
    }

    /// The class of a word before any declaration.
    fn word_class(&mut self, symbol: Symbol) -> Word {
        let index = symbol.index();
        if self.words.len() <= index {
            self.words.resize(index + 1, None);
        }
        match self.words[index] {
            Some(class) => class,
            None => {
                let text = self.interner.text(symbol);
                let (class, has_202x) = (word(text), self.language >= LanguageVersion::V202X);
                let is_constexpr = matches!(class, Word::Modifier { modifier: Modifier::Constexpr, .. });
                let class = if is_constexpr && !has_202x {
                    Word::Plain
                } else if text == STATIC_ASSERT && has_202x {
                    Word::Keyword(Keyword::StaticAssert)
                } else {
                    class
                };
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

    /// Reports a construct that the language does not have yet.
    fn needs(&mut self, at: usize, what: &str, version: LanguageVersion) {
        if self.language < version {
            let version = version.number().to_string();
            self.errors.push(errors::needs_version(self.tokens[at].span, what, &version));
        }
    }

    /// Reports a construct that the language has no more.
    fn removed(&mut self, at: usize, what: &str) {
        if self.language >= LanguageVersion::V202X {
            self.errors.push(errors::removed(self.tokens[at].span, what));
        }
    }

    /// Notes that something was reported about the next terminal.
    fn mark_reported(&mut self) {
        self.out.reported.push(self.out.terminals.len() as u32);
    }

    // ------------------------------------------------------------------------------------ one token

    /// Classifies the token at `at`; returns the index of the one to go on with.
    fn step(&mut self, at: usize, token: Token) -> usize {
        #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is a mark")]
        match token.kind {
            TokenKind::Word => return self.word(at, token.symbol),
            TokenKind::Number => self.number(at, token),
            TokenKind::Char => self.char(at, token),
            TokenKind::Str => {
                self.check_escapes(token);
                self.emit_plain(Terminal::Str(token.symbol), at);
            }
            TokenKind::Bad => self.bad(token),
            TokenKind::Pragma | TokenKind::Newline | TokenKind::BlockComment | TokenKind::Eof => {}
            TokenKind::Less => return self.less(at),
            TokenKind::Greater | TokenKind::Shr if matches!(self.innermost(), Some(Bracket::Angle { .. })) => {
                self.close_angles(at, token);
            }
            TokenKind::LBracket if self.opens_properties(at) => return self.open_properties(at),
            TokenKind::RParen if self.closes_properties(at) => return self.close_properties(at),
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
                    if self.previous_keyword() == Some(Keyword::Namespace) && self.is_using_namespace() {
                        self.using_namespace = Some(self.depth());
                    }
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
                if let Some(end) = self.effect_initializer(at) {
                    return end;
                }
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

    /// `*` or `&` after a type: a pointer or reference, not a product.
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
                self.mark_reported();
                return self.emit_plain(Terminal::ErrorExpr, at);
            }
        };
        self.literal(at, literal);
    }

    fn char(&mut self, at: usize, token: Token) {
        let value = literal::char_value(token.text(self.interner)).unwrap_or_else(|| {
            self.errors.push(errors::bad_char(token.span));
            0
        });
        self.check_escapes(token);
        self.literal(at, Literal::Char { value, spelling: token.symbol });
    }

    fn check_escapes(&mut self, token: Token) {
        if let Some(fault) = literal::escape_fault(token.text(self.interner)) {
            self.errors.push(fault.diagnostic(token.span));
        }
    }

    /// Reports a character that belongs to no token.
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
            if matches!(self.head, Some(Head::Record { depth, .. } | Head::Enum { depth, .. }) if depth == self.depth())
            {
                self.head = None;
            }
        }
        self.brackets.push(OpenBracket { kind: bracket, questions: 0, owner: None });
        self.emit_plain(Terminal::Mark(kind), at);
    }

    /// Opens a scope if this `(` starts the parameters of a function; it lasts to the end of its body.
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
            Some(Head::Enum { is_scoped, .. }) => Bracket::Enumerators { is_scoped },
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
        self.forget_inner_declarator();
        if kind == TokenKind::RBrace {
            self.scopes.end_brace(depth);
            if closed != Some(Bracket::Values) {
                self.scopes.end_declaration(depth);
                self.declarator = None;
                self.head = None;
            }
            // `typedef float4 A float f() { … }`: after a body nothing of it goes on.
            if closed == Some(Bracket::Block) {
                self.typedef = self.typedef.filter(|&outer| outer < depth);
            }
        }
        self.emit_plain(Terminal::Mark(kind), at);
        // `struct { … } name`
        self.after_type = matches!(closed, Some(Bracket::Members | Bracket::Enumerators { .. }));
    }

    /// Forgets a declarator between brackets that are closed now: a comma between later ones continues no list of its.
    fn forget_inner_declarator(&mut self) {
        let depth = self.depth();
        if self.declarator.is_some_and(|d| d.depth > depth) {
            self.declarator = None;
        }
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
        if self.alias.is_some_and(|t| t >= depth) {
            self.alias = None;
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
            && matches!(
                self.kind(at + 1),
                TokenKind::Number
                    | TokenKind::Char
                    | TokenKind::LParen
                    | TokenKind::Minus
                    | TokenKind::Tilde
                    | TokenKind::Plus
            )
        {
            self.needs(at, "bit-fields", LanguageVersion::V2021);
            terminal = Terminal::WidthColon;
        }
        self.emit_plain(terminal, at);
    }
}

impl Head {
    fn depth(self) -> usize {
        match self {
            Self::Record { depth, .. }
            | Self::Enum { depth, .. }
            | Self::Namespace { depth, .. }
            | Self::Buffer { depth } => depth,
        }
    }
}
