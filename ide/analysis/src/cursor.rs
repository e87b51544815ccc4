//! Prepares a text that is being typed for the checker, and says what the text around the cursor is.
//!
//! Before the cursor stands half a statement. The word at the cursor is replaced by one that the checker knows, and the statement is
//! closed so that it can be parsed: first with as little change as possible, then with everything after the cursor left out of it.

use crate::TextRange;
use crate::context::Context;
use crate::host::Host;
use crate::snapshot::{CURSOR_WORD, Session, Snapshot};

/// What the text before the cursor is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Around {
    /// A comment, or a text in quotes without a meaning: nothing is completed there.
    Nothing,
    /// The name of a directive, after `#`.
    Directive,
    /// A name of a macro, after `#ifdef`, `#undef` or in a condition.
    Macro,
    /// The path of an `#include`: the folder that is written already, and whether it is in `<…>`.
    Include(String, bool),
    /// The name of an attribute: `[unr`, `[[vk::bin`.
    Attribute {
        /// Whether `[[vk::` stands before it.
        is_vk: bool,
    },
    /// A root signature in its string: the text from its start on.
    RootSignature(String),
    /// A semantic or a register, after `:`.
    Annotation,
    /// Between the parentheses of `register(`.
    Register,
    /// Code.
    Code,
}

/// The word that the cursor touches from the right: what is typed so far.
pub(crate) fn typed(text: &str, offset: usize) -> TextRange {
    let bytes = text.as_bytes();
    let offset = offset.min(bytes.len());
    let mut start = offset;
    while start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_') {
        start -= 1;
    }
    TextRange::new(start, offset)
}

/// What the text before an offset is. One pass over the text from its start: comments and strings are known for certain.
pub(crate) fn around(text: &str, offset: usize) -> Around {
    let before = &text[..offset.min(text.len())];
    let (mut at, bytes) = (0, before.as_bytes());
    // The position after the quote of a string that is open, and of the last token that counts.
    let mut open_string = None;
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => match before[at..].find('\n') {
                Some(end) => at += end,
                None => return Around::Nothing,
            },
            b'/' if bytes.get(at + 1) == Some(&b'*') => match before[at + 2..].find("*/") {
                Some(end) => at += end + 4,
                None => return Around::Nothing,
            },
            b'"' => {
                let rest = &bytes[at + 1..];
                let mut end = 0;
                while end < rest.len() && rest[end] != b'"' && rest[end] != b'\n' {
                    end += if rest[end] == b'\\' { 2 } else { 1 };
                }
                match rest.get(end) {
                    Some(_) => at += end + 2,
                    None => {
                        open_string = Some(at);
                        break;
                    }
                }
            }
            _ => at += 1,
        }
    }
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = &before[line_start..];
    if let Some(directive) = line.trim_start().strip_prefix('#') {
        return around_directive(directive.trim_start());
    }
    if let Some(quote) = open_string {
        return around_string(before, quote);
    }
    let word = typed(before, before.len());
    let rest = before[..word.start].trim_end();
    if let Some(rest) = rest.strip_suffix("::")
        && let Some(rest) = rest.trim_end().strip_suffix("vk")
        && rest.trim_end().ends_with("[[")
    {
        return Around::Attribute { is_vk: true };
    }
    if rest.ends_with("[[") || rest.ends_with('[') && begins_statement(rest.trim_end_matches('[')) {
        return Around::Attribute { is_vk: false };
    }
    if let Some(rest) = rest.strip_suffix('(')
        && rest.trim_end().ends_with("register")
    {
        return Around::Register;
    }
    if let Some(rest) = rest.strip_suffix(':')
        && !rest.ends_with(':')
        && is_annotation(rest)
    {
        return Around::Annotation;
    }
    Around::Code
}

fn around_directive(directive: &str) -> Around {
    let name_end = directive.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(directive.len());
    let (name, rest) = directive.split_at(name_end);
    match name {
        _ if rest.is_empty() => Around::Directive,
        "include" => {
            let rest = rest.trim_start();
            let angled = rest.starts_with('<');
            let Some(path) = rest.strip_prefix(['"', '<']) else { return Around::Nothing };
            if path.contains(['"', '>']) {
                return Around::Nothing;
            }
            Around::Include(path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(), angled)
        }
        "if" | "elif" | "ifdef" | "ifndef" | "undef" => Around::Macro,
        _ => Around::Nothing,
    }
}

/// A string that is open at the end of the text: the string of a root signature goes on over several pieces.
fn around_string(before: &str, quote: usize) -> Around {
    let Some(head) = before[..quote].rfind("RootSignature") else { return Around::Nothing };
    let between = &before[head + "RootSignature".len()..quote];
    // Between the word and the string stand its parenthesis or an assignment, and earlier pieces of the string.
    let outside: String = between.split('"').step_by(2).collect();
    if outside.chars().all(|c| c.is_whitespace() || matches!(c, '(' | '=' | '{' | '\\')) {
        Around::RootSignature(before[quote + 1..].to_owned())
    } else {
        Around::Nothing
    }
}

/// Whether a `[` after this text begins an attribute: a statement or a declaration begins there.
fn begins_statement(rest: &str) -> bool {
    let rest = rest.trim_end();
    rest.is_empty() || rest.ends_with([';', '{', '}', ']', ')']) && !ends_in_index(rest)
}

/// Whether the text ends in `)` or `]` of an expression that `[` would index: on the same line.
fn ends_in_index(rest: &str) -> bool {
    rest.ends_with(')') && !rest.lines().last().is_some_and(|line| line.trim_start().starts_with(['[', 'i', 'f', 'w']))
}

/// Whether a `:` after this text begins a semantic: a declared name or the end of parameters stands before it, and no `?` or `case`.
fn is_annotation(rest: &str) -> bool {
    let start = rest.rfind([';', '{', '}', '?']).map_or(0, |at| at + 1);
    if rest[..start].ends_with('?') {
        return false;
    }
    let statement = rest[start..].trim_start();
    let is_label = statement.starts_with("case") || statement.starts_with("default") || statement.contains("public");
    let is_enum = statement.starts_with("enum");
    !is_label
        && !is_enum
        && rest.trim_end().ends_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | ')' | ']'))
}

/// The program with the word of the cursor at a place: of the texts that close the statement there, the first in which the checker
/// meets the word. With `as_argument` a comma after the cursor counts as the end of what is typed.
pub(crate) fn check_at(
    host: &Host,
    context: &Context,
    session: Option<&Session>,
    file: &str,
    offset: usize,
) -> Option<Snapshot> {
    let text = host.text(file)?;
    let word = typed(&text, offset);
    let mut last = None;
    for closed in closings(&text, word) {
        let mut host = host.clone();
        host.set(file, closed, 0);
        let Some(snapshot) = Snapshot::at_cursor(&host, context, session) else { continue };
        if snapshot.uses.at_cursor.is_some() {
            return Some(snapshot);
        }
        last.get_or_insert(snapshot);
    }
    last
}

/// Texts in which the word at the cursor is the known one.
fn closings(text: &str, word: TextRange) -> Vec<String> {
    let before = &text[..word.start];
    let after = &text[word.end..];
    let after_word = after.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    let (close, braces) = open_brackets(before);
    let line_end = after_word.find('\n').unwrap_or(after_word.len());
    let rest_of_line = after_word[..line_end].trim();
    // A comment after the cursor is no part of the statement.
    let rest_is_empty = rest_of_line.is_empty() || rest_of_line.starts_with("//") || rest_of_line == "}";
    let rest_of_file = &after_word[line_end..];
    let mut list = Vec::new();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let last_end = before[..line_start].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    if !rest_is_empty {
        list.push(format!("{before}{CURSOR_WORD}{after_word}"));
    }
    let kept = if rest_of_line == "}" { "}" } else { "" };
    list.push(format!("{before}{CURSOR_WORD}{close};{kept}{rest_of_file}"));
    list.push(format!("{before}{CURSOR_WORD}{close};{}", "}".repeat(braces)));
    // A statement on the lines before is half typed too: it is left out.
    if last_end < line_start {
        let whole = format!("{}{}", &before[..last_end], &before[line_start..]);
        let (close, braces) = open_brackets(&whole);
        list.push(format!("{whole}{CURSOR_WORD}{close};{}", "}".repeat(braces)));
    }
    // A type before a name, as a declaration has it.
    list.push(format!("{before}{CURSOR_WORD} hlslc__name__{close};{}", "}".repeat(braces)));
    list
}

/// What closes the brackets that are open in the statement before the cursor, and the number of braces that are open.
fn open_brackets(before: &str) -> (String, usize) {
    let mut open: Vec<u8> = Vec::new();
    let (bytes, mut at) = (before.as_bytes(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += before[at..].find('\n').unwrap_or(before.len() - at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += before[at + 2..].find("*/").map_or(before.len() - at, |end| end + 3);
            }
            b'"' => at += 1 + before[at + 1..].find(['"', '\n']).unwrap_or(before.len() - at - 1),
            byte @ (b'(' | b'[' | b'{') => open.push(byte),
            // What was forgotten to close before does not matter any more.
            b'}' => while open.pop().is_some_and(|byte| byte != b'{') {},
            byte @ (b')' | b']') => {
                let wanted = if byte == b')' { b'(' } else { b'[' };
                if open.last() == Some(&wanted) {
                    open.pop();
                }
            }
            // Only the head of a `for` has a `;` in parentheses.
            b';' if !before[..at].rfind("for").is_some_and(|head| open_after(&before[head..at])) => {
                while open.last().is_some_and(|byte| *byte != b'{') {
                    open.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    let braces = open.iter().copied().filter(|byte| matches!(byte, b'{')).count();
    let tail = open.iter().rev().take_while(|byte| **byte != b'{');
    let close = tail.map(|byte| if *byte == b'(' { ')' } else { ']' }).collect();
    (close, braces)
}

/// Whether a parenthesis is open at the end of a text.
fn open_after(text: &str) -> bool {
    text.matches('(').count() > text.matches(')').count()
}
