//! Finds the entry points of a program, which are checked by the rules of their stages.
//!
//! Input: a checked program and the options of the target. Output: its list of entry points, and diagnostics.

mod attributes;
mod interface;
mod signature;

pub(super) use signature::point_words;

use crate::cx::Checker;
use crate::errors;
use hlslc_base::suggest::nearest;
use hlslc_base::{Span, Stage};
use hlslc_hir::hir::{Entry, FuncId, ParamMode};
use rustc_hash::FxHashMap;

/// Most functions that are listed where the entry point is missing.
const MOST_NAMES: usize = 16;

impl Checker<'_> {
    /// Fills the list of entry points.
    pub fn find_entries(&mut self) {
        if self.options.target.stage == Stage::Library {
            self.library_entries();
            return;
        }
        if self.left_out.is_some_and(|left_out| !left_out.has_entry) {
            return;
        }
        let name = self.options.entry.clone();
        let found = self.function_named(&name);
        let Some(&func) = found.last() else {
            if let Some(left_out) = self.left_out {
                left_out.misses_all.set(true);
            }
            let mut error = errors::missing_entry(Span::NONE, &name);
            let names: Vec<String> = self
                .scopes
                .get(self.global_scope)
                .values
                .iter()
                .filter(|(_, d)| matches!(d.entity, crate::scope::ValueEntity::Functions(_)))
                .map(|(&n, _)| self.text(n))
                .collect();
            if let Some(word) = nearest(&name, names.iter().map(String::as_str)) {
                error = error.note(format!("there is a function `{word}`"));
            } else if !names.is_empty() {
                let shown: Vec<String> = names.iter().take(MOST_NAMES).map(|name| format!("`{name}`")).collect();
                let more = if names.len() > MOST_NAMES { ", …" } else { "" };
                error = error.note(format!("`-E NAME` names another; there are {}{more}", shown.join(", ")));
            }
            self.report(error);
            return;
        };
        // DXC's SPIR-V knows no linkage.
        if self.written_linkage[func].hidden && !self.options.dialect.hidden_entries {
            self.report(errors::hidden_entry(self.program.funcs[func].span, &name));
        }
        if found.len() > 1 {
            let mut error = errors::ambiguous_entry(self.program.funcs[func].span, &name);
            for &other in &found {
                error = error.label(self.program.funcs[other].span, "one of them");
            }
            self.report(error);
        }
        self.add_entry(func, &name, self.options.target.stage);
    }

    fn library_entries(&mut self) {
        let funcs: Vec<FuncId> = self.program.funcs.keys().collect();
        let mut named: FxHashMap<String, Span> = FxHashMap::default();
        for func in funcs {
            if let Some(stage) = self.function_attrs[func].any_stage()
                && self.program.funcs[func].body.is_some()
            {
                let (name, span) = (self.program.funcs[func].name.clone(), self.program.funcs[func].span);
                if let Some(&other) = named.get(&name) {
                    self.report(errors::entry_twice(span, &name).label(other, "this one"));
                    continue;
                }
                named.insert(name.clone(), span);
                self.add_entry(func, &name, stage);
            }
        }
    }

    fn add_entry(&mut self, func: FuncId, name: &str, stage: Stage) {
        let data = &self.program.funcs[func];
        let shared = data.params.iter().find(|param| param.mode == ParamMode::Shared);
        if let Some(span) = shared.map(|param| data.locals[param.local].span) {
            self.report(errors::modifier_not_here(span, "groupshared", "a parameter of an entry point"));
            return;
        }
        let mut attributes = self.function_attrs[func].clone();
        if let Some((other, span)) = attributes.stage
            && other != stage
        {
            self.report(errors::stage_differs(span, &other.to_string(), &stage.to_string()));
        }
        self.reject_other_stages(stage, &attributes);
        self.check_stage_attributes(func, stage, &mut attributes);
        if let Some(mode) = attributes.entry.vk_modes.first().filter(|_| stage != Stage::Pixel) {
            let span = self.program.funcs[func].span;
            self.report(errors::vk_mode_stage(span, mode.name(), &stage.to_string()));
        }
        self.reject_long_interface(func, "entry function");
        self.check_interface(func, stage);
        self.check_position(func, stage);
        let root_signature = attributes.root_signature.as_ref().and_then(|written| self.root_signature(written));
        self.program.entries.push(Entry {
            func,
            name: name.to_owned(),
            symbol: None,
            patch_symbol: None,
            stage,
            attributes: attributes.entry,
            root_signature,
        });
    }
}
