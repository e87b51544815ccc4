//! Reads the tokens of a text by their places.

use hlslc_syntax::lex::scan;
use hlslc_syntax::token::TokenKind;
use std::ops::Range;

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its bytes.
    pub range: Range<usize>,
    /// It is the first one of its line.
    pub starts_line: bool,
}

/// The tokens of a part of a text, without comments and line ends. A directive is a token of the kind `Pragma`, to the end of its
/// line.
pub(crate) fn tokens(text: &str, part: Range<usize>) -> Vec<Token> {
    let mut found = Vec::new();
    let (mut pos, mut starts_line) = (part.start, true);
    while pos < part.end
        && let Some(token) = scan(text, pos)
    {
        if token.lo >= part.end {
            break;
        }
        pos = token.hi;
        let kind = token.kind.unwrap_or(TokenKind::Bad);
        if kind == TokenKind::Newline {
            starts_line = true;
            continue;
        }
        if kind == TokenKind::Hash && starts_line {
            let end = text[token.lo..].find(['\n', '\r']).map_or(text.len(), |end| token.lo + end);
            found.push(Token { kind: TokenKind::Pragma, range: token.lo..end, starts_line });
            pos = end;
            continue;
        }
        found.push(Token { kind, range: token.lo..token.hi, starts_line });
        starts_line = false;
    }
    found
}

/// The words of a part of a text with their places, those in its strings too: attributes name functions in strings.
pub(crate) fn words(text: &str, part: Range<usize>) -> impl Iterator<Item = (usize, &str)> {
    let is_word = |token: &Token| matches!(token.kind, TokenKind::Word | TokenKind::Str);
    tokens(text, part)
        .into_iter()
        .filter(is_word)
        .flat_map(|token| {
            let parts = text[token.range.clone()].split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            parts.scan(token.range.start, |start, word| {
                let at = *start;
                // What parts two words is one character.
                let after = at + word.len();
                *start = after + text[after..].chars().next().map_or(0, char::len_utf8);
                Some((at, word))
            })
        })
        .filter(|(_, word)| !word.is_empty())
}

/// A text without some of its parts, which are in order and do not overlap; each with what stands there instead.
pub(crate) fn replaced(text: &str, parts: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (part, new) in parts {
        out.push_str(&text[copied..part.start]);
        out.push_str(new);
        copied = part.end;
    }
    out.push_str(&text[copied..]);
    out
}
