//! Preprocesses tokens: text is lexed once and never printed and read again.
//!
//! Input: the main file, options, and a resolver for `#include`. Output: [`Preprocessed`]: the remaining tokens, whose
//! spans lead back through every expansion and include, and the effects of pragmas.
//!
//! Tokens come from a stack of files (`include`), whose directives are executed in order (`directives`, `cond`, `pragma`),
//! and on top of it from a stack of macro expansions (`expand`). Every expansion draws on a budget; only nested arguments
//! recurse, up to a depth limit.

mod asked;
mod cond;
mod directives;
mod expand;
mod guard;
mod headers;
mod include;
mod macros;
mod pragma;
mod predefined;
pub mod print;
pub mod watched;

pub use asked::Asked;
pub use include::decode;
pub use pragma::{PackMatrix, WarningControl, WarningLevel};

use crate::errors;
use crate::lex::Lexer;
use crate::lexed::LexedFiles;
use crate::options::{LanguageVersion, PreprocessOptions};
use crate::token::{Token, TokenKind};
use asked::Watched;
use expand::Context;
use hlslc_base::Diagnostics;
use hlslc_base::intern::{Interner, Symbol};
use hlslc_base::source::{FileId, IncludeResolver, SourceFile, SourceMap};
use hlslc_base::span::Span;
use macros::{MacroWords, Macros, Meaning};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// The output of the preprocessor.
#[derive(Debug, Default)]
pub struct Preprocessed {
    /// The version of the language that the options ask for.
    pub language: LanguageVersion,
    /// The tokens for the parser; no line ends, `Eof` last.
    pub tokens: Vec<Token>,
    /// `#pragma pack_matrix`, by index of the first token after it, ascending.
    pub pack_matrix: Vec<PackMatrix>,
    /// Of strings that macros made: from the place of the token to the text it is spelt with.
    pub spellings: FxHashMap<Span, Span>,
    /// `#pragma dxc diagnostic`: which warnings are on where.
    pub warnings: WarningControl,
    /// Names of the included files in the order they were first included.
    pub dependencies: Vec<String>,
    /// Each include that was made, for `-H`: (depth, name).
    pub includes: Vec<(u32, String)>,
    /// Where the tokens continue in another file or under another name, in order.
    pub turns: Vec<Turn>,
    /// Macros that were called wrongly: nothing knows what would stand there.
    pub lost: Vec<Symbol>,
    /// What was done, if a caller asks for it.
    pub watched: Option<Box<watched::Watched>>,
    /// What the names that are expanded after the source stand for, in their order; no `Eof`.
    pub expansions: Vec<Vec<Token>>,
    /// Which of the watched macros the source asks about.
    pub asked: Asked,
    /// False if a file is missing or a limit cut the input short: later errors would mostly be consequences.
    pub complete: bool,
}

impl Preprocessed {
    /// What else the parser reads, without the tokens.
    pub fn without_tokens(&self) -> Self {
        Self {
            language: self.language,
            pack_matrix: self.pack_matrix.clone(),
            spellings: self.spellings.clone(),
            lost: self.lost.clone(),
            complete: self.complete,
            ..Self::default()
        }
    }
}

/// A change of the file that tokens come from, or of what a `#line` says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The index of the first token after it.
    pub at: usize,
    /// The `#include` that led here.
    pub from: Option<Span>,
    /// The file of what follows, and where it does in it.
    pub file: FileId,
    /// The offset of what follows in that file.
    pub offset: u32,
}

/// Runs the preprocessor over a file that is already in the map.
pub fn preprocess(
    map: &mut SourceMap,
    interner: &mut Interner,
    resolver: &dyn IncludeResolver,
    main: FileId,
    options: &PreprocessOptions,
    errors: &mut Diagnostics,
) -> Preprocessed {
    preprocess_with(None, map, interner, resolver, main, options, errors)
}

/// The same with the tokens of files that others have read.
pub fn preprocess_with(
    lexed: Option<&LexedFiles>,
    map: &mut SourceMap,
    interner: &mut Interner,
    resolver: &dyn IncludeResolver,
    main: FileId,
    options: &PreprocessOptions,
    errors: &mut Diagnostics,
) -> Preprocessed {
    Preprocessor { lexed, ..Preprocessor::new(map, interner, resolver, options, errors) }.all_of(main)
}

/// The same; what was done is recorded.
pub fn preprocess_watched(
    lexed: Option<&LexedFiles>,
    map: &mut SourceMap,
    interner: &mut Interner,
    resolver: &dyn IncludeResolver,
    main: FileId,
    options: &PreprocessOptions,
    errors: &mut Diagnostics,
) -> Preprocessed {
    let mut preprocessor = Preprocessor { lexed, ..Preprocessor::new(map, interner, resolver, options, errors) };
    preprocessor.out.watched = Some(Box::default());
    preprocessor.all_of(main)
}

/// What the texts of the command line are called as files.
const COMMAND_LINE: &str = "<command line>";

/// Room for the macros that are always there and some more.
const MACROS: usize = 96;

/// Words with a meaning to the preprocessor.
struct Words {
    defined: Symbol,
    pragma_operator: Symbol,
    true_: Symbol,
    has_include: Symbol,
    macros: MacroWords,
}

/// A file that is being read.
struct Frame {
    lexer: Lexer,
    file: FileId,
    name: Arc<str>,
    /// The `#if`s that are open.
    conditions: Vec<Condition>,
}

/// An open `#if`.
struct Condition {
    /// The start.
    span: Span,
    /// Whether one of its branches was taken.
    taken: bool,
    /// The `#else`, if it came.
    else_span: Option<Span>,
}

struct Preprocessor<'a> {
    map: &'a mut SourceMap,
    interner: &'a mut Interner,
    resolver: &'a dyn IncludeResolver,
    options: &'a PreprocessOptions,
    errors: &'a mut Diagnostics,
    /// The tokens of files that others have read.
    lexed: Option<&'a LexedFiles>,
    words: Words,
    macros: Macros,
    /// The macros of which questions are noted.
    watched: Watched,
    /// The file of the definitions that are always there.
    predefined: Option<FileId>,
    /// The meanings that `#pragma push_macro` saved; `None` if the macro was not defined.
    pushed_macros: FxHashMap<Symbol, Vec<Option<Meaning>>>,
    /// Macros whose expansion is on the stack; the same one can be there once.
    active: FxHashSet<Symbol>,
    /// Files being read, the main file first.
    frames: Vec<Frame>,
    /// Room for the tokens of a definition; empty between definitions.
    definition: Vec<Token>,
    /// Expansions being read, outermost first; they come before anything in `pending` and `frames`.
    contexts: Vec<Context>,
    /// A token read too far ahead.
    pending: Option<Token>,
    /// Files with `#pragma once`.
    once: FxHashSet<String>,
    /// Files that were included, by name.
    read: FxHashMap<Arc<str>, guard::Read>,
    /// The nesting depth of argument expansion.
    argument_depth: u32,
    /// A condition is being expanded, in which `defined` protects a name.
    in_condition: bool,
    /// Calls of macros without a closing parenthesis so far.
    open_calls: usize,
    /// Bytes of text that files and macros may still bring.
    room: u64,
    /// Tokens made by expansions so far.
    expanded: u32,
    /// Next value of `__COUNTER__`.
    counter: u32,
    /// The number of frames that the compiler made and that are never shown.
    hidden_frames: usize,
    /// A limit was reached: nothing more is read.
    stopped: bool,
    out: Preprocessed,
}

impl<'a> Preprocessor<'a> {
    fn new(
        map: &'a mut SourceMap,
        interner: &'a mut Interner,
        resolver: &'a dyn IncludeResolver,
        options: &'a PreprocessOptions,
        errors: &'a mut Diagnostics,
    ) -> Self {
        let watched = Watched::new(&options.watched, interner);
        let words = Words {
            defined: interner.intern("defined"),
            pragma_operator: interner.intern("_Pragma"),
            true_: interner.intern("true"),
            has_include: interner.intern("__has_include"),
            macros: MacroWords { va_args: interner.intern("__VA_ARGS__") },
        };
        Self {
            map,
            interner,
            resolver,
            options,
            errors,
            lexed: None,
            words,
            watched,
            macros: Macros::with_room(MACROS),
            predefined: None,
            pushed_macros: FxHashMap::default(),
            active: FxHashSet::default(),
            frames: Vec::new(),
            definition: Vec::new(),
            contexts: Vec::new(),
            pending: None,
            once: FxHashSet::default(),
            read: FxHashMap::default(),
            argument_depth: 0,
            in_condition: false,
            open_calls: 0,
            room: options.budgets.source_bytes,
            expanded: 0,
            counter: 0,
            hidden_frames: 0,
            stopped: false,
            out: Preprocessed { language: options.language, complete: true, ..Preprocessed::default() },
        }
    }

    /// Preprocesses a file from its start to its end.
    fn all_of(mut self, main: FileId) -> Preprocessed {
        self.start(main);
        self.run();
        self.out.expansions = self.options.expands_after.iter().map(|name| self.expansion_after(name)).collect();
        self.finish()
    }

    /// What a name stands for after the source.
    fn expansion_after(&mut self, name: &str) -> Vec<Token> {
        if self.stopped {
            return Vec::new();
        }
        let Ok(file) = self.map.add_file(COMMAND_LINE, format!("{name}\n"), Span::NONE) else {
            self.stop_for_space(Span::NONE);
            return Vec::new();
        };
        self.frames.clear();
        self.hidden_frames = 1;
        self.push_frame(file);
        let mut tokens = Vec::new();
        loop {
            let token = self.next_token();
            if token.kind == TokenKind::Eof {
                return tokens;
            }
            tokens.push(token);
        }
    }

    /// Defines the built-in macros and those of the command line, then opens the main file.
    fn start(&mut self, main: FileId) {
        for (name, builtin) in predefined::BUILTINS {
            self.macros.insert(self.interner.intern(name), Meaning::Computed(builtin));
        }
        let text = predefined::predefined_text(self.options);
        // A shader uses few of these or none, so a definition is read when its name is met.
        for (name, offset) in predefined::names(&text) {
            self.macros.insert(self.interner.intern(name), Meaning::Predefined(offset));
        }
        let Ok(file) = self.map.add_file("<built-in>", text, Span::NONE) else {
            return self.stop_for_space(Span::NONE);
        };
        self.predefined = Some(file);
        let main_bytes = self.map.file(main).text.len() as u64;
        let Some(room) = self.room.checked_sub(main_bytes) else { return self.stop_for_text(Span::NONE) };
        self.room = room;
        if !self.options.defines.is_empty() {
            let count = self.errors.len();
            let text = predefined::command_line_text(self.options);
            let Ok(file) = self.map.add_file(COMMAND_LINE, text, Span::NONE) else {
                return self.stop_for_space(Span::NONE);
            };
            self.hidden_frames = 1;
            self.push_frame(file);
            // There is nothing in it but definitions.
            while self.next_token().kind != TokenKind::Eof {}
            self.frames.clear();
            self.hidden_frames = 0;
            if self.errors.len() != count {
                // What is wrong there is reported whether the source asks or not.
                self.watched.give_up();
            }
        }
        self.watched.start();
        self.push_frame(main);
        self.turn(main, 0, None);
    }

    /// Notes that tokens continue at a place of a file, whose line is found if it is printed: most never are.
    fn turn(&mut self, file: FileId, offset: u32, from: Option<Span>) {
        self.out.turns.push(Turn { at: self.out.tokens.len(), from, file, offset });
    }

    /// Does the same for the line that follows what was read last.
    fn turn_to_next_line(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let (file, offset) = (frame.file, frame.lexer.file_offset());
        let (read, rest) = self.map.file(file).text.split_at(offset as usize);
        let end = if read.ends_with('\n') { 0 } else { rest.find('\n').map_or(rest.len(), |at| at + 1) };
        self.turn(file, offset + end as u32, None);
    }

    fn push_frame(&mut self, file: FileId) {
        let SourceFile { name, text, .. } = self.map.file(file);
        let name = name.clone();
        // About one token in six bytes, comments and all.
        self.out.tokens.reserve(text.len() / 6);
        // What the compiler writes itself is short.
        let lexer = Lexer::new(self.map, file).among(self.lexed.filter(|_| self.hidden_frames == 0));
        self.frames.push(Frame { lexer, file, name, conditions: Vec::new() });
    }

    /// Collects all tokens.
    fn run(&mut self) {
        loop {
            self.take_plain();
            let token = self.next_token();
            self.count_tokens();
            if self.stopped {
                // What the input was cut off from is no error of its own.
                self.out.tokens.push(Token::new(TokenKind::Bad, Symbol::EMPTY, token.span));
            }
            self.out.tokens.push(token);
            if token.kind == TokenKind::Eof {
                break;
            }
        }
    }

    /// Takes the tokens of the file up to the next one that is more than a token of the parser. They are most of a source, so they
    /// take the shortest path.
    fn take_plain(&mut self) {
        if !self.contexts.is_empty() || self.pending.is_some() {
            return;
        }
        let Some(frame) = self.frames.last_mut() else { return };
        let (macros, watched, pragma) = (&self.macros, &self.watched, self.words.pragma_operator);
        let stands_for_more = |word: Symbol| word == pragma || macros.has(word) || watched.has(word);
        // One more than there may be, which is reported.
        let most = (self.options.budgets.tokens as usize).saturating_add(1);
        frame.lexer.take_plain(self.interner, stands_for_more, &mut self.out.tokens, most);
    }

    /// Ends a source of more tokens than one may have, before anything is made of them.
    fn count_tokens(&mut self) {
        let limit = self.options.budgets.tokens;
        let Some(first) = self.out.tokens.get(limit as usize) else { return };
        if !self.stopped {
            self.errors.push(errors::token_budget(first.span, limit));
            self.stop();
        }
        self.out.tokens.clear();
    }

    fn finish(mut self) -> Preprocessed {
        for token in self.out.tokens.iter().filter(|token| token.kind == TokenKind::Str) {
            let spelt = self.map.spelling_span(token.span).filter(|spelt| *spelt != token.span);
            self.out.spellings.extend(spelt.map(|spelt| (token.span, spelt)));
        }
        self.out.warnings.finish();
        self.out.asked = self.watched.finish();
        self.out
    }

    /// Reports that the position space is used up, and stops.
    fn stop_for_space(&mut self, span: Span) {
        self.errors.push(errors::source_too_large(span));
        self.stop();
    }

    /// Ends reading, as the budget of text is spent.
    fn stop_for_text(&mut self, span: Span) {
        if !self.stopped {
            self.errors.push(errors::text_budget(span, self.options.budgets.source_bytes));
            self.stop();
        }
    }

    /// Reads nothing more.
    fn stop(&mut self) {
        self.stopped = true;
        self.out.complete = false;
        self.contexts.clear();
        self.pending = None;
        self.frames.iter_mut().for_each(|frame| {
            frame.lexer.finish();
            frame.conditions.clear();
        });
    }

    /// The next token of the files, directives carried out, nothing expanded.
    fn file_token(&mut self) -> Token {
        loop {
            let Some(frame) = self.frames.last_mut() else {
                return Token::new(TokenKind::Eof, Symbol::EMPTY, Span::NONE);
            };
            let token = frame.lexer.next(self.interner, self.errors);
            #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is passed on")]
            match token.kind {
                TokenKind::Newline => {}
                TokenKind::Hash if token.line_start => {
                    if let Some(token) = self.directive(token) {
                        return token;
                    }
                }
                TokenKind::Eof => {
                    if self.end_of_file() {
                        return token;
                    }
                }
                _ => return token,
            }
        }
    }

    /// Leaves an included file. True at the end of the main file.
    fn end_of_file(&mut self) -> bool {
        let Some(frame) = self.frames.last_mut() else { return true };
        for condition in std::mem::take(&mut frame.conditions) {
            self.errors.push(errors::unterminated_conditional(condition.span));
        }
        if self.frames.len() == 1 {
            return true;
        }
        self.frames.pop();
        if let Some(frame) = self.frames.last() {
            let position = self.map.file(frame.file).base + frame.lexer.file_offset();
            self.out.warnings.resume(position);
        }
        self.turn_to_next_line();
        false
    }
}
