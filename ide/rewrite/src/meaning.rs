//! Resolves the names of a text: which declarations each of them means.
//!
//! Input: a parsed text and what is compiled. Output: for the places of names the declarations that they mean, or nothing if the text does
//! not check. The checker records a name each time that it resolves it, so one in a template has the meanings of all instances. A name without a
//! record (in the body of a template that nothing calls, in an attribute) may mean whatever has this name.

use crate::Request;
use crate::items::Unit;
use hlslc_base::{Diagnostics, Span};
use hlslc_hir::dialect::Dialect;
use hlslc_sema::CheckOptions;
use hlslc_sema::uses::Uses;
use rustc_hash::FxHashMap;

/// What the names of a text mean.
#[derive(Debug, Default)]
pub(crate) struct Meanings {
    /// By the first byte of a name the first bytes of the names in the declarations; none for what is built in.
    of: FxHashMap<usize, Vec<usize>>,
}

impl Meanings {
    /// Checks the text.
    pub fn new(unit: &mut Unit, request: &Request) -> Option<Self> {
        let target = request.target?;
        let language = &request.language;
        let dialect = if language.spirv.is_some() { Dialect::SPIRV } else { Dialect::DXIL };
        let options = CheckOptions {
            target,
            entry: request.entries.first().cloned().unwrap_or_default(),
            language: language.language,
            native_16bit: language.native_16bit,
            dialect,
            // A root signature means no declaration.
            root_signatures: None,
            ..CheckOptions::default()
        };
        let (mut uses, mut found) = (Uses::default(), Diagnostics::default());
        let budgets = language.budgets;
        let checked = hlslc_sema::check_with(
            &unit.ast,
            &mut unit.interner,
            &options,
            &budgets,
            &mut found,
            Some(&mut uses),
            None,
        );
        drop(checked.partial());
        if found.has_errors() {
            return None;
        }
        let start = |span: Span| (!span.is_none()).then(|| unit.range(span).start);
        // Declarations of one thing, in both directions.
        let mut same: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for &(one, other) in &uses.same {
            if let (Some(one), Some(other)) = (start(one), start(other)) {
                same.entry(one).or_default().push(other);
                same.entry(other).or_default().push(one);
            }
        }
        let mut new = Self::default();
        for used in &uses.list {
            let Some(at) = start(used.at) else { continue };
            let meanings = new.of.entry(at).or_default();
            let mut open: Vec<usize> = start(used.declared).into_iter().collect();
            while let Some(declared) = open.pop() {
                if !meanings.contains(&declared) {
                    meanings.push(declared);
                    open.extend(same.get(&declared).into_iter().flatten());
                }
            }
        }
        Some(new)
    }

    /// The declarations that the name at a place means; `None` if nothing is known of it.
    pub fn at(&self, place: usize) -> Option<&[usize]> {
        self.of.get(&place).map(Vec::as_slice)
    }
}
