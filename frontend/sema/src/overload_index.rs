//! Indexes large overload sets by the elements of the parameters, so that a call without conversions, and a further
//! declaration, do not examine every function of the set.
//!
//! Input: the functions of a name in their order, and types. Output: those that can match exactly, in the same order. A
//! conversion is free only between types of the same elements (`score.rs`), so these elements are the key; templates,
//! whose parameters are not known before deduction, are part of every result. An index grows with its set: each
//! function is added once.

use crate::cx::{Checker, FnId};
use crate::facts::{Element, Key, OverloadIndex, Runs};
use hlslc_hir::types::{StructId, Ty, TyData};

/// Sets of fewer functions are searched one by one.
const LARGE: usize = 16;

/// A function is found with this many of its arguments left out, at most.
const MOST_LEFT_OUT: usize = 8;

impl Checker<'_> {
    /// Of the functions of a large set, those that may take values of some types without a conversion that costs. None where the set is
    /// small or a type decides nothing, so that all are to be looked at.
    pub fn exact_candidates(&mut self, set: &[FnId], types: impl Iterator<Item = Ty>) -> Option<Vec<FnId>> {
        let first = *set.first().filter(|_| set.len() >= LARGE)?;
        let key = types.map(|ty| self.key_of(ty)).collect::<Option<Key>>()?;
        let mut index = self.overload_indices.remove(&first).unwrap_or_default();
        if !set.starts_with(&index.functions) {
            index = OverloadIndex::default();
        }
        for &function in set.iter().skip(index.functions.len()) {
            self.add(&mut index, function);
        }
        let mut found = index.others.clone();
        found.extend(index.by_parameters.get(&key).into_iter().flatten());
        found.sort_unstable();
        let found = found.into_iter().filter_map(|at| set.get(at).copied()).collect();
        self.overload_indices.insert(first, index);
        Some(found)
    }

    fn add(&self, index: &mut OverloadIndex, function: FnId) {
        let at = index.functions.len();
        index.functions.push(function);
        let decl = &self.fns[function];
        let params = &decl.sig.params;
        let least = params.iter().position(|param| param.default.is_some()).unwrap_or(params.len());
        let key = params.iter().map(|param| self.key_of(param.ty)).collect::<Option<Key>>();
        match key.filter(|_| decl.template.is_none() && params.len() - least <= MOST_LEFT_OUT) {
            Some(key) => {
                for count in least..=params.len() {
                    let key = key.iter().take(count).cloned().collect::<Key>();
                    index.by_parameters.entry(key).or_default().push(at);
                }
            }
            None => index.others.push(at),
        }
    }

    /// The elements of a type; none for what converts for nothing to other elements: literals, text, and what is in error.
    fn key_of(&self, ty: Ty) -> Option<(Runs, Option<StructId>)> {
        let is_open = |element: &Element| match element {
            Element::Number(kind) => kind.is_literal(),
            Element::Text => true,
            Element::Enum | Element::EnumClass | Element::Object(_) => false,
        };
        let elements = self.elements_of(ty);
        let decides = !self.types().is_error(ty) && !elements.iter().any(|(element, _)| is_open(element));
        let mut family = match *self.types().data(ty) {
            TyData::Struct(id) if self.options.strict_structs() && !self.types().structs[id].name.is_empty() => {
                Some(id)
            }
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => None,
        };
        while let Some(base) = family.and_then(|id| self.records[id].base) {
            family = Some(base);
        }
        decides.then_some((elements, family))
    }
}
