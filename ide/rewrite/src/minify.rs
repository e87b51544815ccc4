//! Makes a text short: without white space that separates nothing, and with short names.

use crate::items::Unit;
use crate::tokens::{Token, replaced, tokens};
use hlslc_syntax::ast::{Decl, DeclKind, FunctionName, Path, StmtKind};
use hlslc_syntax::lex::scan;
use hlslc_syntax::token::TokenKind;
use hlslc_syntax::words::{Word, word};
use rustc_hash::{FxHashMap, FxHashSet};

/// Lines end where a statement ends after this many bytes: some tools do not like longer ones.
const LINE: usize = 480;

/// A text without white space that separates nothing.
pub(crate) fn minify(text: &str) -> String {
    let mut out = String::with_capacity(text.len() / 2);
    let mut line = 0;
    let mut before: Option<Token> = None;
    for token in tokens(text, 0..text.len()) {
        let spelling = &text[token.range.clone()];
        if token.kind == TokenKind::Pragma {
            // Only pragmas have a meaning after preprocessing.
            if spelling[1..].trim_start().starts_with("pragma") {
                if line != out.len() {
                    out.push('\n');
                }
                out.push_str(spelling.trim_end());
                out.push('\n');
                line = out.len();
                before = None;
            }
            continue;
        }
        if let Some(before) = &before {
            let is_end = matches!(before.kind, TokenKind::Semi | TokenKind::RBrace | TokenKind::Comma);
            if is_end && out.len() - line > LINE {
                out.push('\n');
                line = out.len();
            } else if sticks(&text[before.range.clone()], spelling) {
                out.push(' ');
            }
        }
        out.push_str(spelling);
        before = Some(token);
    }
    if !out.is_empty() && !out.ends_with('\n') {
        out.push('\n');
    }
    out
}

/// Whether two tokens in sequence would be read as others.
fn sticks(left: &str, right: &str) -> bool {
    let glued = [left, right].concat();
    let found = scan(&glued, 0);
    found.is_none_or(|found| found.lo != 0 || found.hi != left.len())
}

/// Whether a function has the attribute `shader`, by which others know it.
fn is_shader_of_library(unit: &Unit, decl: &Decl) -> bool {
    decl.attributes.iter().any(|attribute| unit.interner.text(attribute.name.node).eq_ignore_ascii_case("shader"))
}

/// A text with short names for functions, parameters and local variables. A name gets the same short one wherever it stands, so
/// scopes and overloads stay what they are; it keeps its own if it is one of anything else, too.
pub(crate) fn shorten(text: &str, unit: &Unit, entries: &[String]) -> String {
    let mut wanted: FxHashSet<&str> = FxHashSet::default();
    let mut kept: FxHashSet<&str> = entries.iter().map(String::as_str).collect();
    let mut locals = FxHashSet::default();
    for (_, statement) in &unit.ast.stmts {
        if let StmtKind::Decl(ids) = &statement.kind {
            locals.extend(ids.iter().copied());
        }
    }
    let items: FxHashSet<_> = unit.items.iter().flat_map(|item| item.decls.iter().copied()).collect();
    for (id, decl) in &unit.ast.decls {
        let names = declared(unit, decl);
        #[expect(clippy::wildcard_enum_match_arm, reason = "the others can be named from elsewhere")]
        match &decl.kind {
            DeclKind::Variable(_) if locals.contains(&id) => wanted.extend(names),
            DeclKind::Function(function) if items.contains(&id) && function.scope.is_none() => {
                // Without entries, everything may be called from outside.
                if entries.is_empty() { kept.extend(names) } else { wanted.extend(names) }
            }
            _ => kept.extend(names),
        }
        if let DeclKind::Function(function) = &decl.kind {
            let params = function.params.iter().filter_map(|param| param.name);
            let names = params.map(|name| unit.interner.text(name.node));
            // The name of a node's output is that of the node that it leads to.
            if is_shader_of_library(unit, decl) { kept.extend(names) } else { wanted.extend(names) }
        }
    }
    let found = tokens(text, 0..text.len());
    let mut words: FxHashMap<&str, usize> = FxHashMap::default();
    let functions: FxHashSet<&str> = unit
        .items
        .iter()
        .flat_map(|item| &item.decls)
        .filter(|&&id| matches!(unit.ast.decls[id].kind, DeclKind::Function(_)))
        .flat_map(|&id| declared(unit, &unit.ast.decls[id]))
        .collect();
    for (n, token) in found.iter().enumerate() {
        let spelling = &text[token.range.clone()];
        if token.kind == TokenKind::Pragma || token.kind == TokenKind::Str {
            kept.extend(spelling.split(|c: char| !c.is_alphanumeric() && c != '_'));
        }
        if token.kind != TokenKind::Word {
            continue;
        }
        *words.entry(spelling).or_default() += 1;
        let kind = |at: Option<usize>| at.and_then(|at| found.get(at)).map(|token| token.kind);
        let (before, after) = (kind(n.checked_sub(1)), kind(Some(n + 1)));
        let is_other = matches!(
            before,
            Some(TokenKind::Dot | TokenKind::Arrow | TokenKind::ColonColon | TokenKind::Colon | TokenKind::LBracket)
        ) && !is_expression(text, &found, n)
            || after == Some(TokenKind::ColonColon)
            || after == Some(TokenKind::LParen) && !functions.contains(spelling);
        if is_other {
            kept.insert(spelling);
        }
    }
    let intrinsics: FxHashSet<&str> =
        hlslc_hir::intrinsics::TABLE.iter().map(hlslc_hir::intrinsics::Intrinsic::name).collect();
    let mut renamed: Vec<(&str, usize)> = words
        .iter()
        .filter(|(name, _)| wanted.contains(*name) && !kept.contains(*name) && word(name) == Word::Plain)
        .filter(|(name, _)| !intrinsics.contains(*name))
        .map(|(&name, &count)| (name, count))
        .collect();
    // The most frequent names get the shortest ones.
    renamed.sort_by(|left, right| right.1.cmp(&left.1).then(left.0.cmp(right.0)));
    let mut short = FxHashMap::default();
    let mut next = 0;
    for (name, _) in renamed {
        let new = loop {
            let candidate = short_name(next);
            next += 1;
            if !words.contains_key(candidate.as_str()) && word(&candidate) == Word::Plain {
                break candidate;
            }
        };
        if new.len() < name.len() {
            short.insert(name, new);
        }
    }
    let parts: Vec<_> = found
        .iter()
        .filter(|token| token.kind == TokenKind::Word)
        .filter_map(|token| Some((token.range.clone(), short.get(&text[token.range.clone()])?.clone())))
        .collect();
    replaced(text, &parts)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other tokens say nothing about it")]
/// Whether the word after a `:` or a `[` is an operand: of `?:`, `case`, or an index.
fn is_expression(text: &str, tokens: &[Token], n: usize) -> bool {
    let kind = |back: usize| n.checked_sub(back).map(|at| tokens[at].kind);
    match kind(1) {
        Some(TokenKind::LBracket) => !matches!(
            kind(2),
            None | Some(
                TokenKind::LBracket | TokenKind::LBrace | TokenKind::RBrace | TokenKind::Semi | TokenKind::RBracket
            )
        ),
        Some(TokenKind::Colon) => {
            // A `?` or a `case` before it in the statement.
            tokens[..n].iter().rev().take(400).find_map(|token| match token.kind {
                TokenKind::Question => Some(true),
                TokenKind::Word if &text[token.range.clone()] == "case" => Some(true),
                TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace => Some(false),
                _ => None,
            }) == Some(true)
        }
        _ => false,
    }
}

/// The names that a declaration declares.
fn declared<'u>(unit: &'u Unit, decl: &Decl) -> Vec<&'u str> {
    let text = |symbol| unit.interner.text(symbol);
    let of_path = |path: &Path| path.segments.iter().map(|segment| text(segment.name.node)).collect::<Vec<_>>();
    match &decl.kind {
        DeclKind::Function(function) => match function.name {
            FunctionName::Name(name) => vec![text(name.node)],
            FunctionName::Operator(_) | FunctionName::Conversion(_) => Vec::new(),
        },
        DeclKind::Variable(variable) => variable.name.as_ref().map(of_path).unwrap_or_default(),
        DeclKind::Record(record) => record.name.as_ref().map(of_path).unwrap_or_default(),
        DeclKind::Enum(found) => {
            let values = found.enumerators.iter().flatten().map(|value| value.name);
            found.name.into_iter().chain(values).map(|name| text(name.node)).collect()
        }
        DeclKind::Alias(alias) => vec![text(alias.name.node)],
        DeclKind::Buffer(buffer) => buffer.name.iter().map(|name| text(name.node)).collect(),
        DeclKind::Namespace { name, .. } => name.iter().map(|name| text(name.node)).collect(),
        DeclKind::Using { path, .. } => of_path(path),
        DeclKind::Error | DeclKind::StaticAssert { .. } | DeclKind::EffectBlock => Vec::new(),
    }
}

/// The shortest names in order: `a` to `z`, `A` to `Z`, `aa` and so on.
fn short_name(mut n: usize) -> String {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut name = String::new();
    loop {
        name.insert(0, LETTERS[n % 52] as char);
        if n < 52 {
            return name;
        }
        n = n / 52 - 1;
    }
}
