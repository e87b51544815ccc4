//! Declares constants outside all buffers in one buffer, `GlobalCB`.

use crate::items::Unit;
use crate::tokens::{replaced, tokens};
use hlslc_syntax::ast::{AnnotationKind, DeclKind, Initializer};
use hlslc_syntax::token::TokenKind;
use std::ops::Range;

/// Specifiers that a member of a buffer does not have.
const OF_GLOBALS: [&str; 3] = ["uniform", "extern", "const"];

/// A text whose constants are in one buffer, where the first of them was.
pub(crate) fn collect(text: &str, unit: &Unit) -> Result<String, String> {
    let mut members = String::new();
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    let mut types_after: Option<Range<usize>> = None;
    for item in unit.items.iter().filter(|item| !item.is_nested) {
        let mut cut: Vec<(Range<usize>, String)> = Vec::new();
        let (mut constants, mut others) = (0, 0);
        for &id in &item.decls {
            let DeclKind::Variable(variable) = &unit.ast.decls[id].kind else {
                others += 1;
                continue;
            };
            if !unit.is_constant(variable) {
                others += 1;
                continue;
            }
            constants += 1;
            if variable.annotations.iter().any(|found| matches!(found.kind, AnnotationKind::Register(_))) {
                let name = variable.name.as_ref().and_then(|path| path.last());
                let name = name.map_or("", |segment| unit.interner.text(segment.name.node));
                return Err(format!("error: `{name}` has a register, which members of a buffer do not have\n"));
            }
            if let Some(Initializer::Value(value)) = variable.init {
                // Values of constants come from the application.
                let value = unit.range(unit.ast.exprs[value].span);
                let equal = text[..value.start].trim_end().trim_end_matches('=').trim_end().len();
                cut.push((equal..value.end, String::new()));
            }
        }
        if constants == 0 {
            if !parts.is_empty() && item.sorts.contains(&crate::items::Sort::Type) {
                types_after.get_or_insert(item.range.clone());
            }
            continue;
        }
        if others > 0 {
            return Err("error: a type is defined with constants of it: declare the constants after it\n".to_owned());
        }
        if let Some(range) = &types_after {
            let mentions = crate::tokens::words(text, item.range.clone())
                .any(|word| crate::tokens::words(text, range.clone()).nth(1) == Some(word));
            if mentions {
                return Err("error: the type of a constant is declared after another constant: move it up\n".to_owned());
            }
        }
        for token in tokens(text, item.range.clone()) {
            if token.kind == TokenKind::Word && OF_GLOBALS.contains(&&text[token.range.clone()]) {
                cut.push((token.range.start..token.range.end + 1, String::new()));
            }
        }
        cut.sort_by_key(|part| part.0.start);
        let offset = item.range.start;
        let cut: Vec<_> = cut.into_iter().map(|(part, new)| (part.start - offset..part.end - offset, new)).collect();
        let member = replaced(&text[item.range.clone()], &cut);
        members.push_str("    ");
        members.push_str(member.trim());
        members.push('\n');
        parts.push((item.range.clone(), String::new()));
    }
    if let Some(first) = parts.first_mut() {
        first.1 = format!("cbuffer GlobalCB\n{{\n{members}}}\n");
    }
    Ok(replaced(text, &parts))
}
