//! Checks the places that `packoffset` gives to the members of a buffer: they must not overlap, and all or none should have
//! one.
//!
//! As in dxc, members may start at the same place intentionally, and a member occupies the bytes of its scalars, without
//! the padding between them.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::types::StructId;

impl Checker<'_> {
    /// Checks the members of a buffer against each other.
    pub fn check_packing(&mut self, layout: StructId, span: Span) {
        let fields = &self.types().structs[layout].fields;
        let mut placed: Vec<(u64, usize)> = fields
            .iter()
            .enumerate()
            .filter_map(|(index, field)| field.packoffset.map(|offset| (u64::from(offset), index)))
            .collect();
        if placed.is_empty() {
            return;
        }
        if placed.len() < fields.len() {
            self.report(errors::packoffset_on_some(span));
            return;
        }
        placed.sort_unstable();
        // The member that reaches farthest of those that begin before, and of those that begin here.
        let mut before: Option<(u64, usize)> = None;
        let mut here: Option<(u64, usize)> = None;
        let mut last = 0;
        let mut overlap = None;
        for (start, index) in placed {
            if start != last {
                before = before.max(here.take());
                last = start;
            }
            if let Some((_, other)) = before.filter(|&(end, _)| end > start) {
                overlap = Some((index.max(other), index.min(other)));
                break;
            }
            let end = start.saturating_add(self.memory_size(fields[index].ty).0);
            here = here.max(Some((end, index)));
        }
        let Some((index, other)) = overlap else { return };
        let (field, other) = (&fields[index], &fields[other]);
        let (span, other_span) = (field.span, other.span);
        let (name, other) = (self.names.text(field.name).to_owned(), self.names.text(other.name).to_owned());
        self.report(errors::packoffset_overlaps(span, &name, &other).label(other_span, "it stands here already"));
    }
}
