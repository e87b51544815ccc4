//! Records the call or name that led to each instance of a template, for diagnostics about the instance.
//!
//! Input: requests for bodies of functions, in the order in which they are met. Output: notes of the form "in `square<P>`, called here" or
//! "in `S<P>`, named here", one for each instance from the one in error to what is no template. A diagnostic that another instance has
//! already reported at the same place is dropped.

use crate::cx::{Checker, FnId, TemplateValue};
use hlslc_base::{Diagnostic, Span};

/// Most instances that are named with one problem.
const MOST_NAMED: usize = 10;
/// Duplicates are no longer searched for after this many diagnostics.
const MOST_COMPARED: usize = 200;

impl Checker<'_> {
    /// Notes where the body of a function is needed first.
    pub fn note_request(&mut self, id: FnId, span: Span) {
        let current = self.instances.current;
        self.instances.requests[id].get_or_insert((span, current));
    }

    /// Whether the body being checked is that of an instance of a template.
    pub fn is_in_instance(&self) -> bool {
        self.instances.current.is_some_and(|id| self.is_instance(id))
    }

    /// Whether a function is an instance of a template, or a method of an instance of a struct template.
    fn is_instance(&self, id: FnId) -> bool {
        let function = &self.fns[id];
        function.origin.is_some() || function.record.is_some_and(|record| self.records[record].origin.is_some())
    }

    /// Names the instances that led to the problems of a body, which are those from position `from` on. Drops those
    /// that another instance has already reported at the same place.
    pub fn explain_instance(&mut self, id: FnId, from: usize) {
        if self.diags.len() == from || !self.is_instance(id) {
            return;
        }
        let chain = self.instances_around(id);
        for found in self.diags.split_off(from) {
            let is_same = |old: &Diagnostic| {
                old.info.code == found.info.code
                    && old.primary.span == found.primary.span
                    && old.message == found.message
                    && old.labels == found.labels
            };
            if self.diags.len() > MOST_COMPARED || !self.diags.iter().any(is_same) {
                self.diags.push(with_instances(found, &chain));
            }
        }
    }

    /// Adds a note to the diagnostics from position `from` on that the instance is named at `span`.
    pub fn explain_named(&mut self, from: usize, template: &str, values: &[TemplateValue], span: Span) {
        if self.diags.len() <= from {
            return;
        }
        let name = format!("{template}<{}>", self.show_values(values));
        let found = self.diags.split_off(from);
        self.diags.extend(found.into_iter().map(|problem| in_named(problem, &name, span)));
    }

    /// The instances from a function outwards: what each is called, and where it is called.
    fn instances_around(&self, id: FnId) -> Vec<(String, Span)> {
        let mut chain = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at.filter(|&id| self.is_instance(id) && chain.len() < MOST_NAMED) {
            let Some((span, caller)) = self.instances.requests[id] else { break };
            chain.push((self.instance_name(id), span));
            at = caller;
        }
        chain
    }

    fn instance_name(&self, id: FnId) -> String {
        let function = &self.fns[id];
        let name = self.names.text(function.name);
        let place =
            function.record.map_or_else(String::new, |record| format!("{}::", self.program.types.structs[record].name));
        match &function.origin {
            Some((_, values)) => format!("{place}{name}<{}>", self.show_values(values)),
            None => format!("{place}{name}"),
        }
    }
}

/// Adds a note to a diagnostic for each instance. As in other compilers, the bodies of functions come after all other text.
fn with_instances(mut diagnostic: Diagnostic, chain: &[(String, Span)]) -> Diagnostic {
    diagnostic.met_at = Some(Span::NONE);
    chain
        .iter()
        .fold(diagnostic, |diagnostic, (name, span)| diagnostic.note_at(*span, format!("in `{name}`, called here")))
}

/// The same for a struct, an alias or a variable, which is looked at where the instance is named.
pub(crate) fn in_named(mut diagnostic: Diagnostic, name: &str, span: Span) -> Diagnostic {
    diagnostic.met_at = Some(span);
    diagnostic.note_at(span, format!("in `{name}`, named here"))
}
