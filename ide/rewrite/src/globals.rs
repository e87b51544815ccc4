//! Rewrites declarations outside functions for a text that is read as the interface of a shader.

use crate::items::{Sort, Unit};
use crate::tokens::replaced;
use hlslc_syntax::ast::{DeclKind, Modifier};
use std::ops::Range;

/// A text without its static variables and functions.
pub(crate) fn without_static(text: &str, unit: &Unit) -> String {
    let is_static = |sort: &Sort| matches!(sort, Sort::Static | Sort::Function { is_exported: false });
    let items = unit.items.iter().filter(|item| item.sorts.iter().all(is_static));
    let parts: Vec<(Range<usize>, String)> = items.map(|item| (item.range.clone(), String::new())).collect();
    replaced(text, &parts)
}

/// A text whose variables are `extern` where they are neither that nor static.
pub(crate) fn extern_by_default(text: &str, unit: &Unit) -> String {
    let others = [Modifier::Static, Modifier::Extern, Modifier::GroupShared];
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    for item in &unit.items {
        let is_variable = |&id| match &unit.ast.decls[id].kind {
            DeclKind::Variable(variable) => !others.iter().any(|&word| unit.has(variable.ty, word)),
            DeclKind::Error
            | DeclKind::Function(_)
            | DeclKind::Record(_)
            | DeclKind::Enum(_)
            | DeclKind::Alias(_)
            | DeclKind::Namespace { .. }
            | DeclKind::Buffer(_)
            | DeclKind::Using { .. }
            | DeclKind::StaticAssert { .. }
            | DeclKind::EffectBlock => false,
        };
        // A type that is defined with variables of it stays as it is.
        if item.decls.iter().all(is_variable) {
            parts.push((item.range.start..item.range.start, "extern ".to_owned()));
        }
    }
    replaced(text, &parts)
}
