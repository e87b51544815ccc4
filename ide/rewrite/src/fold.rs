//! Decides conditions of `#if` by macros that are known, and leaves the other conditions alone.
//!
//! A macro is known to have a value, known to be undefined, or unknown. A condition is decided if the known macros decide it whatever
//! the others are (Kleene's three values), as `unifdef` does. Everything else stays as it was written.

use std::ops::Range;

/// What is known of a macro.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Its name.
    pub name: String,
    /// Its value; none if it is undefined.
    pub value: Option<i64>,
}

/// More brackets than this in a condition leave it undecided.
const DEEPEST: usize = 64;

/// A text without the branches that known macros decide against, and without the directives of those that they decide for.
pub fn fold_conditions(text: &str, known: &[Condition]) -> String {
    let mut out = String::with_capacity(text.len());
    // For each open `#if`: what became of it.
    let mut open: Vec<Chain> = Vec::new();
    for line in lines(text) {
        let content = &text[line.clone()];
        let is_kept = open.iter().all(|chain| chain.is_kept);
        let Some((name, rest)) = directive(content) else {
            if is_kept {
                out.push_str(content);
            }
            continue;
        };
        let ends = if content.ends_with('\n') { "\n" } else { "" };
        match name {
            "if" | "ifdef" | "ifndef" => {
                let truth = if is_kept { truth(name, rest, known) } else { None };
                let chain = match truth {
                    // Inside of what is left out nothing is decided.
                    _ if !is_kept => Chain { is_kept: false, is_done: true, is_written: false, is_first: false },
                    Some(true) => Chain { is_kept: true, is_done: true, is_written: false, is_first: false },
                    Some(false) => Chain { is_kept: false, is_done: false, is_written: false, is_first: true },
                    None => Chain { is_kept: true, is_done: false, is_written: true, is_first: false },
                };
                if chain.is_written {
                    out.push_str(content);
                }
                open.push(chain);
            }
            "elif" | "else" => {
                let outer = open.len().saturating_sub(1);
                let is_outer_kept = open[..outer].iter().all(|chain| chain.is_kept);
                let Some(chain) = open.last_mut() else {
                    out.push_str(content);
                    continue;
                };
                if !is_outer_kept || chain.is_done {
                    chain.is_kept = false;
                    continue;
                }
                let truth = if name == "else" { Some(true) } else { truth("if", rest, known) };
                match (truth, chain.is_first) {
                    // No branch has been written yet: this one stands alone, or begins the chain.
                    (Some(true), true) => (chain.is_kept, chain.is_done) = (true, true),
                    (None, true) => {
                        let at = content.find("elif").unwrap_or(0);
                        out.push_str(&content[..at]);
                        out.push_str(&content[at + 2..]);
                        (chain.is_kept, chain.is_written, chain.is_first) = (true, true, false);
                    }
                    (Some(false), _) => chain.is_kept = false,
                    (Some(true), false) => {
                        out.push_str("#else");
                        out.push_str(ends);
                        (chain.is_kept, chain.is_done) = (true, true);
                    }
                    (None, false) => {
                        out.push_str(content);
                        chain.is_kept = true;
                    }
                }
            }
            "endif" => match open.pop() {
                Some(chain) if !chain.is_written => {}
                _ => out.push_str(content),
            },
            _ if is_kept => out.push_str(content),
            _ => {}
        }
    }
    out
}

/// An open `#if` and its branches.
struct Chain {
    /// The current branch stays.
    is_kept: bool,
    /// No later branch is compiled.
    is_done: bool,
    /// Its directives stay.
    is_written: bool,
    /// All branches so far were decided against.
    is_first: bool,
}

/// The lines of a text with their ends. Those that a backslash or a block comment joins are one, and so is none that begins in a
/// comment a directive.
fn lines(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut start, mut i, mut is_comment) = (Vec::new(), 0, 0, false);
    while i < bytes.len() {
        match bytes[i] {
            b'*' if is_comment && bytes.get(i + 1) == Some(&b'/') => {
                is_comment = false;
                i += 1;
            }
            b'/' if !is_comment && bytes.get(i + 1) == Some(&b'*') => {
                is_comment = true;
                i += 1;
            }
            b'/' if !is_comment && bytes.get(i + 1) == Some(&b'/') => {
                while i + 1 < bytes.len() && bytes[i + 1] != b'\n' {
                    i += 1;
                }
            }
            b'"' if !is_comment => {
                let mut end = i + 1;
                while end < bytes.len() && !matches!(bytes[end], b'"' | b'\n') {
                    end += 1 + usize::from(bytes[end] == b'\\' && bytes.get(end + 1) != Some(&b'\n'));
                }
                // A line end is for the loop.
                i = if bytes.get(end) == Some(&b'"') { end } else { end.min(bytes.len()) - 1 };
            }
            b'\n' if !is_comment => {
                let before = text[start..i].trim_end_matches([' ', '\t', '\r']);
                if !before.ends_with('\\') {
                    found.push(start..i + 1);
                    start = i + 1;
                }
            }
            _ => {}
        }
        i += 1;
    }
    if start < text.len() {
        found.push(start..text.len());
    }
    found
}

/// The name of a directive and what follows it.
fn directive(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start_matches([' ', '\t']);
    let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
    Some((&rest[..end], &rest[end..]))
}

/// Whether a condition holds, if that is known.
fn truth(name: &str, rest: &str, known: &[Condition]) -> Option<bool> {
    let mut parser = Parser { words: words(rest)?, at: 0, known, depth: 0 };
    if name != "if" {
        let [name_of] = &parser.words[..] else { return None };
        let found = known.iter().find(|row| row.name == *name_of)?;
        return Some(found.value.is_some() == (name == "ifdef"));
    }
    let value = parser.binary(0)?;
    if parser.at < parser.words.len() { None } else { value.map(|value| value != 0) }
}

/// The words of a condition, without comments.
fn words(text: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut pos = 0;
    while let Some(token) = hlslc_syntax::lex::scan(text, pos) {
        pos = token.hi;
        match token.kind {
            Some(hlslc_syntax::token::TokenKind::Newline) => {}
            Some(_) => found.push(text[token.lo..token.hi].to_owned()),
            None if &text[token.lo..token.hi] == "\\" => {}
            None => return None,
        }
    }
    Some(found)
}

/// Reads a condition. Its answers are none for a condition that is not understood, and `Some(None)` for an unknown value.
struct Parser<'k> {
    words: Vec<String>,
    at: usize,
    known: &'k [Condition],
    depth: usize,
}

type Value = Option<i64>;

impl Parser<'_> {
    fn next(&mut self) -> Option<&str> {
        self.at += 1;
        self.words.get(self.at - 1).map(String::as_str)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.get(self.at).is_some_and(|next| next == word);
        self.at += usize::from(is_next);
        is_next
    }

    /// Binary operators, from a precedence on.
    fn binary(&mut self, least: u8) -> Option<Value> {
        let mut left = self.unary()?;
        while let Some(operator) = self.words.get(self.at).cloned() {
            let Some(precedence) = precedence(&operator).filter(|&found| found >= least) else { break };
            self.at += 1;
            let right = self.binary(precedence + 1)?;
            left = operation(&operator, left, right)?;
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let word = self.next()?.to_owned();
        let value = match word.as_str() {
            "!" => self.unary()?.map(|value| i64::from(value == 0)),
            "-" => self.unary()?.map(i64::wrapping_neg),
            "+" => self.unary()?,
            "~" => self.unary()?.map(|value| !value),
            "(" => {
                let value = self.binary(0)?;
                if !self.takes(")") {
                    return None;
                }
                value
            }
            "defined" => {
                let has_brackets = self.takes("(");
                let name = self.next()?.to_owned();
                if has_brackets && !self.takes(")") {
                    return None;
                }
                let found = self.known.iter().find(|row| row.name == name);
                found.map(|row| i64::from(row.value.is_some()))
            }
            _ if word.starts_with(|c: char| c.is_ascii_digit()) => Some(number(&word)?),
            _ if word.starts_with(|c: char| c.is_alphabetic() || c == '_') => {
                // The value of a macro that takes arguments is not known.
                let found = self.known.iter().find(|row| row.name == word);
                if self.takes("(") {
                    return None;
                }
                found.map(|row| row.value.unwrap_or(0))
            }
            _ => return None,
        };
        self.depth -= 1;
        Some(value)
    }
}

fn number(word: &str) -> Option<i64> {
    let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => i64::from_str_radix(hex, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => i64::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

fn precedence(operator: &str) -> Option<u8> {
    Some(match operator {
        "||" => 0,
        "&&" => 1,
        "|" => 2,
        "^" => 3,
        "&" => 4,
        "==" | "!=" => 5,
        "<" | ">" | "<=" | ">=" => 6,
        "<<" | ">>" => 7,
        "+" | "-" => 8,
        "*" | "/" | "%" => 9,
        _ => return None,
    })
}

/// The value of an operation; none if it has none, such as a division by zero.
fn operation(operator: &str, left: Value, right: Value) -> Option<Value> {
    let is_true = |value: Value| value.map(|value| value != 0);
    match operator {
        "||" => {
            return Some(match (is_true(left), is_true(right)) {
                (Some(true), _) | (_, Some(true)) => Some(1),
                (Some(false), Some(false)) => Some(0),
                _ => None,
            });
        }
        "&&" => {
            return Some(match (is_true(left), is_true(right)) {
                (Some(false), _) | (_, Some(false)) => Some(0),
                (Some(true), Some(true)) => Some(1),
                _ => None,
            });
        }
        _ => {}
    }
    let (Some(left), Some(right)) = (left, right) else { return Some(None) };
    let shift = u32::try_from(right).ok().filter(|&count| count < 64);
    Some(Some(match operator {
        "|" => left | right,
        "^" => left ^ right,
        "&" => left & right,
        "==" => i64::from(left == right),
        "!=" => i64::from(left != right),
        "<" => i64::from(left < right),
        ">" => i64::from(left > right),
        "<=" => i64::from(left <= right),
        ">=" => i64::from(left >= right),
        "<<" => left.checked_shl(shift?)?,
        ">>" => left.checked_shr(shift?)?,
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" => left.checked_div(right)?,
        _ => left.checked_rem(right)?,
    }))
}
