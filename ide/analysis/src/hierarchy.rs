//! Says which functions call which.

use crate::Place;
use crate::TextRange;
use crate::index::Target;
use crate::snapshot::Snapshot;
use hlslc_sema::uses::Sort;
use hlslc_syntax::ast::{DeclKind, FunctionName};

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionItem {
    /// Its name.
    pub name: String,
    /// The name where it is defined.
    pub place: Place,
    /// All of its definition.
    pub whole: TextRange,
}

/// A function that calls another one or is called by it, with the calls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallItem {
    /// The function.
    pub function: FunctionItem,
    /// The names in the calls, in the file of the caller.
    pub calls: Vec<Place>,
}

impl Snapshot {
    /// The function that the name at a place means.
    pub fn function_at(&self, file: &str, offset: usize) -> Option<FunctionItem> {
        let entries = self.names_at(file, offset);
        let entry = entries.iter().find(|entry| {
            self.use_of(entry).is_some_and(|used| matches!(used.sort, Sort::Function(_) | Sort::Method(_)))
        })?;
        let definition = self.definition_of(entry.target)?;
        let place = self.place_of(definition);
        self.functions().into_iter().find(|function| function.place == place)
    }

    /// The functions that call the one that is defined at a place.
    pub fn incoming_calls(&self, function: &FunctionItem) -> Vec<CallItem> {
        let Some(target) = self.target_of(function) else { return Vec::new() };
        let functions = self.functions();
        let mut list: Vec<CallItem> = Vec::new();
        for entry in self.index().of_target(target).filter(|entry| !entry.is_declaration) {
            let place = self.place_of(entry);
            let Some(caller) = around(&functions, &place) else { continue };
            push(&mut list, caller, place);
        }
        list
    }

    /// The functions that the one that is defined at a place calls.
    pub fn outgoing_calls(&self, function: &FunctionItem) -> Vec<CallItem> {
        let functions = self.functions();
        let mut list: Vec<CallItem> = Vec::new();
        for entry in &self.index().entries {
            let place = self.place_of(entry);
            let is_inside = place.file == function.place.file && function.whole.covers(place.range);
            let is_function = || {
                let used = self.use_of(entry);
                used.is_some_and(|used| matches!(used.sort, Sort::Function(_) | Sort::Method(_)))
            };
            if !is_inside || entry.is_declaration || !is_function() {
                continue;
            }
            let Some(definition) = self.definition_of(entry.target) else { continue };
            let callee = self.place_of(definition);
            if let Some(callee) = functions.iter().find(|other| other.place == callee) {
                push(&mut list, callee, place);
            }
        }
        list
    }

    fn target_of(&self, function: &FunctionItem) -> Option<Target> {
        let names = self.names_at(&function.place.file, function.place.range.start);
        names.into_iter().find(|entry| entry.is_declaration).map(|entry| entry.target)
    }

    /// All functions with a body, methods among them.
    fn functions(&self) -> Vec<FunctionItem> {
        let mut list = Vec::new();
        for decl in self.ast.decls.values() {
            let DeclKind::Function(function) = &decl.kind else { continue };
            let (FunctionName::Name(name), Some(_)) = (function.name, function.body) else { continue };
            let Some(place) = self.spelt(name.span) else { continue };
            let whole = self.place(decl.span).filter(|whole| whole.file == place.file).map(|whole| whole.range);
            let whole = whole.filter(|whole| whole.covers(place.range)).unwrap_or(place.range);
            list.push(FunctionItem { name: self.text(name.node).to_owned(), place, whole });
        }
        list
    }
}

/// The function that a place is in.
fn around<'f>(functions: &'f [FunctionItem], place: &Place) -> Option<&'f FunctionItem> {
    let inside = functions.iter().filter(|other| other.place.file == place.file && other.whole.covers(place.range));
    inside.min_by_key(|other| other.whole.end - other.whole.start)
}

fn push(list: &mut Vec<CallItem>, function: &FunctionItem, place: Place) {
    match list.iter_mut().find(|item| item.function == *function) {
        Some(item) if !item.calls.contains(&place) => item.calls.push(place),
        Some(_) => {}
        None => list.push(CallItem { function: function.clone(), calls: vec![place] }),
    }
}
