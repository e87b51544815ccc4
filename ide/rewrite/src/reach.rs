//! Leaves out declarations that nothing needs, and bodies of functions.

use crate::Request;
use crate::items::{Item, Sort, Unit};
use crate::meaning::Meanings;
use crate::tokens::{replaced, words};
use hlslc_syntax::ast::{DeclKind, FunctionName};
use hlslc_syntax::token::TokenKind;
use std::ops::Range;

/// Leaves out what is not needed.
pub(crate) fn remove(text: &str, unit: &mut Unit, request: &Request) -> String {
    let meanings = Meanings::new(unit, request);
    let by_name = unit.by_name();
    let is_needed = needed(text, unit, request, &by_name, meanings.as_ref());
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    for (item, needed) in unit.items.iter().zip(is_needed) {
        if !needed {
            parts.push((item.range.clone(), String::new()));
        }
    }
    without_empty_lines(&replaced(text, &parts))
}

/// Which items are needed: those that may not be removed, and what a name means in one that is needed.
fn needed(
    text: &str,
    unit: &Unit,
    request: &Request,
    by_name: &rustc_hash::FxHashMap<&str, Vec<usize>>,
    meanings: Option<&Meanings>,
) -> Vec<bool> {
    let mut is_needed: Vec<bool> = unit.items.iter().map(|item| !may_go(text, item, request, by_name, unit)).collect();
    let mut pending: Vec<usize> = (0..is_needed.len()).filter(|&n| is_needed[n]).collect();
    let item_at = |place: usize| {
        let after = unit.items.partition_point(|item| item.range.start <= place);
        after.checked_sub(1).filter(|&n| unit.items[n].range.contains(&place))
    };
    while let Some(n) = pending.pop() {
        let mut wanted: Vec<usize> = Vec::new();
        for (place, word) in words(text, unit.items[n].range.clone()) {
            let named = || by_name.get(word).into_iter().flatten().copied();
            match meanings.and_then(|meanings| meanings.at(place)) {
                Some(meant) => wanted.extend(meant.iter().filter_map(|&declared| item_at(declared))),
                None => wanted.extend(named()),
            }
            // What defines the members of a type lives with it.
            wanted.extend(named().filter(|&other| unit.items[other].is_of_type));
        }
        for other in wanted {
            if !std::mem::replace(&mut is_needed[other], true) {
                pending.push(other);
            }
        }
    }
    is_needed
}

/// Whether an item may be left out if nothing mentions it.
fn may_go(
    text: &str,
    item: &Item,
    request: &Request,
    by_name: &rustc_hash::FxHashMap<&str, Vec<usize>>,
    unit: &Unit,
) -> bool {
    let is_entry =
        item.names.iter().any(|name| request.entries.iter().any(|entry| entry.trim_start_matches('?') == name));
    !is_entry
        && item.sorts.iter().all(|sort| match sort {
            Sort::Function { is_exported } => {
                (request.remove_functions || request.remove_globals) && (!is_exported || !request.entries.is_empty())
            }
            Sort::Static => request.remove_globals && !has_effects(text, item, by_name, unit),
            Sort::Type => request.remove_functions,
            Sort::Other => false,
        })
}

/// Whether the initialiser of a variable may do more than give it a value: it calls a function of the text, or assigns.
fn has_effects(text: &str, item: &Item, by_name: &rustc_hash::FxHashMap<&str, Vec<usize>>, unit: &Unit) -> bool {
    let tokens = crate::tokens::tokens(text, item.range.clone());
    let assignments = tokens.iter().filter(|token| token.kind == TokenKind::Equal).count();
    let is_function = |word: &str| {
        let items = by_name.get(word).into_iter().flatten();
        items.into_iter().any(|&n| unit.items[n].sorts.iter().any(|sort| matches!(sort, Sort::Function { .. })))
    };
    assignments > item.decls.len()
        || tokens.iter().any(|token| {
            let word = &text[token.range.clone()];
            matches!(token.kind, TokenKind::PlusPlus | TokenKind::MinusMinus)
                || token.kind == TokenKind::Word && (is_function(word) || word.starts_with("Interlocked"))
        })
}

/// Functions without their bodies.
pub(crate) fn skip_bodies(text: &str, unit: &Unit) -> String {
    let mut parts = Vec::new();
    for item in &unit.items {
        for &id in &item.decls {
            if let DeclKind::Function(function) = &unit.ast.decls[id].kind
                && let (Some(body), FunctionName::Name(_)) = (function.body, function.name)
            {
                let body = unit.range(unit.ast.stmts[body].span);
                let start = text[..body.start].trim_end().len();
                parts.push((start..body.end, ";".to_owned()));
            }
        }
    }
    replaced(text, &parts)
}

/// A text without empty lines in sequence.
fn without_empty_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut was_empty = true;
    for line in text.lines() {
        let is_empty = line.trim().is_empty();
        if !(is_empty && was_empty) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        was_empty = is_empty;
    }
    out
}
