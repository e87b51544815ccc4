//! Phrases syntax errors: turns the list of terminals that the parser would accept into words.

use crate::errors;
use crate::terminal::Terminal;
use crate::token::TokenKind;
use hlslc_base::Diagnostic;
use hlslc_base::span::Span;

/// The token that does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// The terminal; `None` at the end of the file.
    pub terminal: Option<Terminal>,
    /// As written.
    pub text: &'a str,
    /// Where.
    pub span: Span,
}

/// More groups than this help no one.
const MOST: usize = 3;

/// If there are more, these say best where one is.
const CLOSERS: [&str; 5] = ["`;`", "`,`", "`)`", "`]`", "`}`"];

/// (in words, terminals that must all be expected). The first that applies stands for all it covers.
const GROUPS: [(&str, &[&str]); 6] = [
    ("a statement", &["if", "return", "literal"]),
    ("a declaration", &["typedef", "cbuffer", "struct"]),
    ("an expression", &["literal", "string", "!"]),
    ("a type", &["type name", "struct", "typename"]),
    ("a semantic, `register` or `packoffset`", &["register", "packoffset"]),
    ("an operator", &["+", "*", "&&"]),
];

/// Terminals that need no mention beside a group.
const COVERED: [(&str, &[&str]); 4] = [
    ("an operator", &["(", "[", ".", "?", "=", "++", "--", ",", "::", "template <", "string"]),
    ("a type", &["identifier", "modifier", "::", "enum", "class", "interface", "unsigned"]),
    ("an expression", &["type name", "identifier", "modifier", "{"]),
    ("a semantic, `register` or `packoffset`", &["type name", "identifier", "read", "write", "modifier"]),
];

/// The names of single terminals.
const NAMES: [(&str, &str); 6] = [
    ("identifier", "a name"),
    ("type name", "a type"),
    ("modifier", "a modifier"),
    ("literal", "a literal"),
    ("string", "a string"),
    ("template <", "`<`"),
];

/// Terminals that are no help to name.
const UNNAMED: [&str; 7] =
    ["error", "expression error", "state block", "effect block", "width :", "template >", "modifier"];

/// An expected terminal by its name in the grammar.
pub fn name(expected: &str) -> &str {
    expected.trim_matches('"')
}

/// The diagnostic for a token that does not fit after the one before it, given all that would.
pub fn diagnostic(expected: &[String], before: Option<Found<'_>>, found: Found<'_>) -> Diagnostic {
    let names: Vec<&str> = expected.iter().map(|e| name(e)).collect();
    if let Some(diagnostic) = before.and_then(|before| misplaced(&names, before, found)) {
        return diagnostic;
    }
    let keyword = matches!(found.terminal, Some(Terminal::Keyword(_) | Terminal::Modifier(_)));
    if keyword && names.contains(&"identifier") && !names.contains(&"typedef") && !names.contains(&"literal") {
        return match found.terminal {
            Some(Terminal::Modifier(_)) => errors::modifier_as_name(found.span, found.text),
            _ => errors::keyword_as_name(found.span, found.text),
        };
    }
    let mut what = fold(&names);
    if what.len() > MOST {
        what.retain(|w| CLOSERS.contains(&w.as_str()));
    }
    let found_text = match found.terminal {
        None => "the end of the file".to_owned(),
        Some(_) if found.text.is_empty() => "this".to_owned(),
        Some(_) => format!("`{}`", found.text),
    };
    if what.is_empty() || what.len() > MOST {
        return errors::unexpected(found.span, &found_text);
    }
    let note = note_about(before, found);
    let what = match what.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    };
    let error = errors::expected(found.span, &what, &found_text);
    match note {
        Some(note) => error.note(note),
        None => error,
    }
}

/// A note about a construct of other languages, with HLSL's counterpart.
fn note_about(before: Option<Found<'_>>, found: Found<'_>) -> Option<String> {
    /// (word, operator)
    const OPERATORS: [(&str, &str); 3] = [("and", "&&"), ("or", "||"), ("not", "!")];
    let operator = |found: Found<'_>| OPERATORS.iter().find(|row| row.0 == found.text).copied();
    if let Some((word, operator)) = operator(found).or_else(|| operator(before?)) {
        return Some(format!("`{word}` is written `{operator}`"));
    }
    let previous = before.and_then(|before| before.terminal);
    match found.terminal? {
        Terminal::Mark(TokenKind::LBrace) if previous == Some(Terminal::Mark(TokenKind::Equal)) => {
            Some("a list in braces can only be the first value of a variable".to_owned())
        }
        Terminal::Mark(TokenKind::LBracket) if previous == Some(Terminal::Mark(TokenKind::Equal)) => {
            Some("there are no functions without a name in HLSL, and lists stand in braces".to_owned())
        }
        Terminal::Mark(_)
        | Terminal::Keyword(_)
        | Terminal::Modifier(_)
        | Terminal::Type(_)
        | Terminal::Ident(_)
        | Terminal::Literal(_)
        | Terminal::Str(_)
        | Terminal::TemplateOpen
        | Terminal::TemplateClose
        | Terminal::WidthColon
        | Terminal::StateBlock
        | Terminal::EffectBlock
        | Terminal::Error
        | Terminal::ErrorExpr => None,
    }
}

/// A diagnostic for a misplaced name before the current token: in its position, it could only be the start of something
/// longer.
fn misplaced(names: &[&str], before: Found<'_>, found: Found<'_>) -> Option<Diagnostic> {
    let is_type = matches!(before.terminal, Some(Terminal::Type(_)));
    let text = before.text;
    if names.iter().all(|name| matches!(*name, "template <" | "::")) {
        return Some(match before.terminal? {
            Terminal::Type(_) => errors::expected(before.span, "a name", &format!("the type `{text}`")),
            Terminal::Ident(_) => errors::expected(before.span, "a type", &format!("`{text}`")),
            Terminal::Mark(_)
            | Terminal::Keyword(_)
            | Terminal::Modifier(_)
            | Terminal::Literal(_)
            | Terminal::Str(_)
            | Terminal::TemplateOpen
            | Terminal::TemplateClose
            | Terminal::WidthColon
            | Terminal::StateBlock
            | Terminal::EffectBlock
            | Terminal::Error
            | Terminal::ErrorExpr => return None,
        });
    }
    let is_constructor = names.contains(&"(") && !names.contains(&"identifier") && !names.contains(&")");
    (is_type && is_constructor).then(|| {
        let error = errors::expected(before.span, "a value", &format!("the type `{text}`"));
        if found.terminal == Some(Terminal::Mark(TokenKind::Dot)) {
            return error.note(format!("what is in a type is named with colons: `{text}::…`"));
        }
        error.note(format!("`{text}(…)` makes a value of this type"))
    })
}

/// The groups and single terminals that say what is expected.
fn fold(names: &[&str]) -> Vec<String> {
    let mut what: Vec<String> = Vec::new();
    let mut left: Vec<&str> = names.iter().copied().filter(|n| !UNNAMED.contains(n)).collect();
    for (group, needs) in GROUPS {
        if !needs.iter().all(|n| left.contains(n)) {
            continue;
        }
        what.push(group.to_owned());
        match group {
            // Nearly anything starts a statement or a declaration.
            "a statement" | "a declaration" => left.retain(|n| matches!(*n, "}" | "{")),
            "an operator" => left.retain(|n| !is_operator(n) && !covered(group, n)),
            "an expression" => left.retain(|n| !starts_expression(n) && !covered(group, n)),
            _ => left.retain(|n| !needs.contains(n) && !covered(group, n)),
        }
    }
    for single in left {
        let text = NAMES.iter().find(|row| row.0 == single).map_or(format!("`{single}`"), |row| row.1.to_owned());
        if !what.contains(&text) {
            what.push(text);
        }
    }
    what
}

fn covered(group: &str, name: &str) -> bool {
    COVERED.iter().any(|row| row.0 == group && row.1.contains(&name))
}

fn is_operator(name: &str) -> bool {
    name.bytes().all(|b| b"+-*/%<>=!&|^".contains(&b))
}

fn starts_expression(name: &str) -> bool {
    matches!(
        name,
        "literal"
            | "string"
            | "!"
            | "~"
            | "+"
            | "-"
            | "*"
            | "&"
            | "++"
            | "--"
            | "("
            | "sizeof"
            | "__decltype"
            | "this"
            | "::"
            | "struct"
            | "class"
            | "interface"
            | "enum"
            | "typename"
            | "unsigned"
    )
}
