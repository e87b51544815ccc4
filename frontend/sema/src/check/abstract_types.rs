//! Checks abstract types: nothing can have an interface as its type, nor a class without bodies for all its methods.
//!
//! A class takes over what its base class and its interfaces leave open, and defines of it what it declares itself with the same
//! parameters; a method of a base class beside the interface does not count.

use crate::cx::{Checker, FnId};
use crate::errors;
use crate::scope::ValueEntity;
use hlslc_base::Span;
use hlslc_hir::types::{StructId, Ty, TyData, Types};

impl Checker<'_> {
    /// Finds which methods a struct leaves open, once its members are known.
    pub(super) fn note_open_methods(&mut self, id: StructId) {
        if self.types().structs[id].is_interface {
            self.records[id].open = self.own_methods(id);
            return;
        }
        let info = &self.records[id];
        let bases = info.interfaces.iter().chain(&info.base);
        let mut open: Vec<FnId> = bases.flat_map(|&base| self.records[base].open.iter().copied()).collect();
        if open.is_empty() {
            return;
        }
        for own in self.own_methods(id) {
            let name = self.fns[own].name;
            let is_defined = |this: &Self, other: FnId| {
                let other = &this.fns[other];
                other.name == name && this.same_parameters(&other.sig, &this.fns[own].sig)
            };
            let Some(at) = open.iter().position(|&other| is_defined(self, other)) else { continue };
            self.check_override(own, open[at]);
            open.retain(|&other| !is_defined(self, other));
        }
        self.records[id].open = open;
    }

    fn own_methods(&self, id: StructId) -> Vec<FnId> {
        let Some(scope) = self.records[id].scope else { return Vec::new() };
        let sets =
            self.scopes.get(scope).values.values().filter_map(|declared| {
                if let ValueEntity::Functions(set) = declared.entity { Some(set) } else { None }
            });
        let methods = sets.flat_map(|set| self.sets[set].iter().copied());
        methods.filter(|&method| self.fns[method].record == Some(id) && self.fns[method].template.is_none()).collect()
    }

    fn check_override(&mut self, own: FnId, other: FnId) {
        let (decl, interface) = (&self.fns[own], &self.fns[other]);
        let (span, there) = (decl.span, interface.span);
        let text = self.text(decl.name);
        let problem = if decl.is_static {
            errors::static_override(span, &text)
        } else if !self.same_type(decl.sig.ret, interface.sig.ret) {
            let (ours, theirs) = (self.show(decl.sig.ret), self.show(interface.sig.ret));
            errors::override_returns(span, &text, &ours, &theirs)
        } else {
            return;
        };
        self.report(problem.label(there, "the interface declares it here"));
    }

    /// The type of something that has a value, which is in error if nothing can be of it.
    pub(super) fn possible_type(&mut self, ty: Ty, span: Span) -> Ty {
        let TyData::Struct(id) = *self.types().data(self.array_base(ty)) else { return ty };
        let Some(&open) = self.records[id].open.first() else { return ty };
        let name = self.show(self.array_base(ty));
        let (method, there) = (self.text(self.fns[open].name), self.fns[open].span);
        let problem = if self.types().structs[id].is_interface {
            errors::type_is_interface(span, &name).note("a class that implements it can be the type")
        } else {
            errors::type_leaves_open(span, &name, &method).label(there, "it is declared here")
        };
        self.report(problem);
        Types::ERROR
    }
}
