//! Text to AST: the only file that knows LALRPOP.
//!
//! In: a text. Out: an AST, in which what could not be parsed is an `Error` node, and a diagnostic for each independent
//! syntax error. What the parser says it expected is folded into a few words; an error that follows another before the next
//! comma of its level is a consequence and stays silent.

use crate::ast::Ast;
use crate::errors;
use crate::lex::{Spanned, Token, tokens};
use crate::report::Report;
use crate::rootsig::RootSignatureParser;
use hlslc_rootsig::Pos;
use lalrpop_util::ParseError;

type Error = ParseError<u32, Token, ()>;

/// Parses the text of the report, and reports syntax errors.
pub(crate) fn parse(report: &mut Report<'_>) -> Ast {
    let tokens = tokens(report.text);
    let mut recovered = Vec::new();
    let result = RootSignatureParser::new().parse(&mut recovered, tokens.iter().map(|&token| Ok::<_, ()>(token)));
    let mut found: Vec<Error> = recovered.into_iter().map(|recovery| recovery.error).collect();
    let ast = result.unwrap_or_else(|error| {
        found.push(error);
        Ast { elements: Vec::new(), trailing_comma: None }
    });
    if !found.is_empty() {
        report_errors(report, &tokens, found);
    }
    if let Some(comma) = ast.trailing_comma {
        let span = report.span(comma);
        report.push(comma, errors::trailing_comma(span).suggest(span, "", "remove it"));
    }
    ast
}

/// Reports all errors but those that are consequences of another.
fn report_errors(report: &mut Report<'_>, tokens: &[Spanned], mut found: Vec<Error>) {
    let end = report.text.len() as u32;
    found.sort_by_key(|error| position(error, end).0);
    let syncs = Syncs::of(tokens);
    let mut last: Option<u32> = None;
    for error in found {
        let (start, stop) = position(&error, end);
        if last.is_some_and(|last| !syncs.between(last, start)) {
            continue;
        }
        last = Some(start);
        let pos = Pos::new(start, stop);
        let expected = expectation(&error);
        let span = report.span(pos);
        let diagnostic = if start == end {
            errors::unexpected_end(span, &expected)
        } else {
            let found = report.text_at(pos);
            let diagnostic = errors::unexpected_token(span, &format!("`{}`", excerpt(found)), &expected);
            if is_upper_case_register(found) {
                let lower = found.to_ascii_lowercase();
                let text = format!("registers are written in lower case: `{lower}`");
                diagnostic.suggest(span, lower, text)
            } else {
                diagnostic
            }
        };
        report.push(pos, diagnostic);
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

/// The tokens at which parsing can take up again, with their depth in parentheses.
struct Syncs(Vec<Sync>);

struct Sync {
    at: u32,
    depth: u32,
    is_comma: bool,
}

impl Syncs {
    fn of(tokens: &[Spanned]) -> Syncs {
        let mut depth = 0u32;
        let mut syncs = Vec::new();
        for &(at, token, _) in tokens {
            match token {
                Token::OpenParen => depth += 1,
                Token::CloseParen => {
                    depth = depth.saturating_sub(1);
                    syncs.push(Sync { at, depth, is_comma: false });
                }
                Token::Comma => syncs.push(Sync { at, depth, is_comma: true }),
                _ => {}
            }
        }
        Syncs(syncs)
    }

    /// Whether an error at `second` is independent of one at `first`: a comma of the first's level or further out lies
    /// between them, or the parenthesis that closes around the first.
    fn between(&self, first: u32, second: u32) -> bool {
        let before = self.0.partition_point(|sync| sync.at < first);
        let depth = self.depth_at(first);
        self.0[before..]
            .iter()
            .take_while(|sync| sync.at < second)
            .any(|sync| if sync.is_comma { sync.depth <= depth } else { sync.depth < depth })
    }

    /// The depth around a position: that of the next token that shows one.
    fn depth_at(&self, position: u32) -> u32 {
        let next = self.0.partition_point(|sync| sync.at < position);
        self.0
            .get(next)
            .map_or(0, |sync| if sync.is_comma || sync.at == position { sync.depth } else { sync.depth + 1 })
    }
}

/// What would have been right, in few words.
fn expectation(error: &Error) -> String {
    let expected = match error {
        ParseError::UnrecognizedEof { expected, .. } | ParseError::UnrecognizedToken { expected, .. } => &expected[..],
        ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => &[],
    };
    let names: Vec<&str> = expected.iter().map(|name| name.trim_matches('"')).collect();
    let has = |name: &str| names.contains(&name);
    let mut parts: Vec<String> = Vec::new();
    if has("RootFlags") {
        parts.push("an element".to_owned());
    } else if has("CBV") {
        parts.push("a descriptor range".to_owned());
    }
    let arguments: Vec<&str> = names.iter().copied().filter(|name| is_argument(name)).collect();
    match arguments[..] {
        [] => {}
        [name] => parts.push(format!("`{name}`")),
        _ => parts.push("an argument".to_owned()),
    }
    if has("negative number") {
        parts.push("a number".to_owned());
    } else if has("unsigned number") && has("word") {
        parts.push("a flag or 0".to_owned());
    } else if has("unsigned number") {
        parts.push("an unsigned whole number".to_owned());
    } else if has("word") {
        parts.push("a name".to_owned());
    }
    for symbol in ["unbounded", "DESCRIPTOR_RANGE_OFFSET_APPEND", "(", "=", "|", ",", ")"] {
        if has(symbol) {
            parts.push(format!("`{symbol}`"));
        }
    }
    match parts.split_last() {
        None => "the end of the text".to_owned(),
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
