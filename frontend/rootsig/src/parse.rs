//! Parses text to the AST; this is the only file that depends on LALRPOP.
//!
//! Input: a text. Output: an AST, in which what could not be parsed is an `Error` node, and a diagnostic for each independent
//! syntax error. What the parser says it expected is folded into a few words; an error that follows another before the next
//! comma of its level is a consequence and stays silent.

use crate::ast::Ast;
use crate::errors;
use crate::lex::{Spanned, Token, tokens};
use crate::report::Report;
use crate::rootsig::RootSignatureParser;
use crate::spelling::nearest;
use hlslc_base::Diagnostic;
use hlslc_rootsig::{Pos, clause};
use lalrpop_util::{ErrorRecovery, ParseError};

type Error = ParseError<u32, Token, ()>;

/// The errors from which the parser recovered.
#[derive(Default)]
pub(crate) struct SyntaxErrors(Vec<Error>);

impl SyntaxErrors {
    /// How many are kept: no one reads more, and each is much larger than the token it is about.
    const MOST: usize = 200;

    pub fn add(&mut self, recovery: ErrorRecovery<u32, Token, ()>) {
        if self.0.len() < Self::MOST {
            self.0.push(recovery.error);
        }
    }
}

/// Parses the text of the report, and reports syntax errors.
pub(crate) fn parse(report: &mut Report<'_>) -> Ast {
    let tokens = tokens(report.text);
    let mut recovered = SyntaxErrors::default();
    let result = RootSignatureParser::new().parse(&mut recovered, tokens.iter().map(|&token| Ok::<_, ()>(token)));
    let mut found = recovered.0;
    let ast = result.unwrap_or_else(|error| {
        found.push(error);
        Ast { elements: Vec::new(), trailing_comma: None }
    });
    if !found.is_empty() {
        report_errors(report, &tokens, found);
    } else if let Some(comma) = ast.trailing_comma {
        let span = report.span(comma);
        report.push(comma, errors::trailing_comma(span).suggest(span, "", "remove it"));
    }
    ast
}

/// Reports all errors but those that are consequences of another.
fn report_errors(report: &mut Report<'_>, tokens: &[Spanned], mut found: Vec<Error>) {
    let end = report.text.len() as u32;
    found.sort_by_key(|error| position(error, end).0);
    let mut level = Level { tokens: tokens.iter(), depth: 0, silent: None };
    for error in found {
        let (start, stop) = position(&error, end);
        level.advance_to(start);
        if level.silent.is_some() {
            continue;
        }
        level.fall_silent();
        let pos = Pos::new(start, stop);
        let diagnostic = diagnostic(report, pos, &error, start == end);
        report.push(pos, diagnostic);
    }
}

fn diagnostic(report: &Report<'_>, pos: Pos, error: &Error, at_end: bool) -> Diagnostic {
    let span = report.span(pos);
    let found = report.text_at(pos);
    let names = expected_names(error);
    let expected = expectation(&names);
    let diagnostic = if at_end {
        errors::unexpected_end(span, &expected)
    } else {
        errors::unexpected_token(span, &format!("`{}`", excerpt(found)), &expected)
    };
    let diagnostic = match arguments(&names)[..] {
        [] | [_] => diagnostic,
        ref several => {
            diagnostic.remark(format!("here stands {}", alternatives(several.iter().map(|name| quoted(name)))))
        }
    };
    if is_upper_case_register(found) {
        let lower = found.to_ascii_lowercase();
        let text = format!("registers are written in lower case: `{lower}`");
        return diagnostic.suggest(span, lower, text);
    }
    let words = names.iter().copied().filter(|name| name.starts_with(|c: char| c.is_ascii_alphabetic()));
    match nearest(found, words.filter(|name| !is_class(name))) {
        Some(name) => diagnostic.suggest(span, name, format!("did you mean `{name}`?")),
        None => diagnostic,
    }
}

/// Where the error is.
fn position(error: &Error, end: u32) -> (u32, u32) {
    match error {
        ParseError::InvalidToken { location } => (*location, *location),
        ParseError::UnrecognizedEof { .. } | ParseError::User { error: () } => (end, end),
        ParseError::UnrecognizedToken { token: (start, _, stop), .. }
        | ParseError::ExtraToken { token: (start, _, stop) } => (*start, *stop),
    }
}

fn excerpt(text: &str) -> &str {
    match text.char_indices().nth(40) {
        Some((cut, _)) => &text[..cut],
        None => text,
    }
}

fn is_upper_case_register(word: &str) -> bool {
    let digits = word.strip_prefix(['B', 'T', 'U', 'S']);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A place in the text, and whether an error there is a consequence of one before it: it is until a comma of the first
/// one's level or further out, or until the parenthesis that closes around the first.
struct Level<'a> {
    /// From the place on.
    tokens: std::slice::Iter<'a, Spanned>,
    /// How many parentheses are open.
    depth: u32,
    /// How many were open at the last error that was reported, as long as errors are its consequences.
    silent: Option<u32>,
}

impl Level<'_> {
    /// Goes to the token that starts at a position.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other token ends an argument")]
    fn advance_to(&mut self, position: u32) {
        while let Some(&(start, token, _)) = self.tokens.as_slice().first()
            && start < position
        {
            self.pass(token);
            let speaks_again = |depth: u32| match token {
                Token::Comma => self.depth <= depth,
                Token::CloseParen => self.depth < depth,
                _ => false,
            };
            self.silent = self.silent.filter(|&depth| !speaks_again(depth));
            self.tokens.next();
        }
    }

    /// Notes that an error is reported at the current token, which itself ends nothing.
    fn fall_silent(&mut self) {
        self.silent = Some(self.depth);
        if let Some(&(_, token, _)) = self.tokens.next() {
            self.pass(token);
        }
    }

    fn pass(&mut self, token: Token) {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens do not nest")]
        match token {
            Token::OpenParen => self.depth += 1,
            Token::CloseParen => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}

/// The names of the tokens that would have been right, as the grammar has them.
fn expected_names(error: &Error) -> Vec<&str> {
    match error {
        ParseError::UnrecognizedEof { expected, .. } | ParseError::UnrecognizedToken { expected, .. } => {
            expected.iter().map(|name| name.trim_matches('"')).collect()
        }
        ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => Vec::new(),
    }
}

/// Whether a token of the grammar stands for many spellings.
fn is_class(name: &str) -> bool {
    matches!(name, "register" | "word") || name.ends_with(" number")
}

fn quoted(name: &str) -> String {
    if is_class(name) { format!("a {name}") } else { format!("`{name}`") }
}

/// The arguments among the expected tokens.
fn arguments<'a>(names: &[&'a str]) -> Vec<&'a str> {
    names.iter().copied().filter(|name| is_argument(name)).collect()
}

/// What would have been right, in few words.
fn expectation(names: &[&str]) -> String {
    let has = |name: &str| names.contains(&name);
    let mut parts: Vec<String> = Vec::new();
    if has(clause::FLAGS) {
        parts.push("an element".to_owned());
    } else if has("CBV") {
        parts.push("a descriptor range".to_owned());
    }
    match arguments(names)[..] {
        [] => {}
        [name] => parts.push(quoted(name)),
        _ => parts.push("an argument".to_owned()),
    }
    if has("negative number") {
        parts.push("a number".to_owned());
    } else if has("unsigned number") && has("word") {
        parts.extend(["a flag".to_owned(), "0".to_owned()]);
    } else if has("unsigned number") {
        parts.push("an unsigned whole number".to_owned());
    } else if has("word") {
        parts.push("a name".to_owned());
    }
    let symbols = ["unbounded", "DESCRIPTOR_RANGE_OFFSET_APPEND", "(", "=", "|", ",", ")"];
    parts.extend(symbols.into_iter().filter(|symbol| has(symbol)).map(quoted));
    if parts.is_empty() { "the end of the text".to_owned() } else { alternatives(parts.into_iter()) }
}

/// `a, b or c`.
fn alternatives(parts: impl Iterator<Item = String>) -> String {
    let parts: Vec<String> = parts.collect();
    match parts.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

/// Whether an expected token starts an argument.
fn is_argument(name: &str) -> bool {
    matches!(
        name,
        "register"
            | "num32BitConstants"
            | "numDescriptors"
            | "space"
            | "visibility"
            | "offset"
            | "flags"
            | "filter"
            | "addressU"
            | "addressV"
            | "addressW"
            | "mipLODBias"
            | "maxAnisotropy"
            | "comparisonFunc"
            | "borderColor"
            | "minLOD"
            | "maxLOD"
    )
}
