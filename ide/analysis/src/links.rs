//! Finds the files that `#include`s name, and the text that is not compiled.

use crate::TextRange;
use crate::snapshot::Snapshot;
use std::sync::Arc;

/// An `#include` and its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The path as it is written, with its quotes or brackets.
    pub range: TextRange,
    /// The name of the file.
    pub file: Arc<str>,
}

impl Snapshot {
    /// The includes of a file.
    pub fn links(&self, file: &str) -> Vec<Link> {
        let includes = self.watched.includes.iter().filter_map(|include| {
            let place = self.place(include.at)?;
            let is_here = &*place.file == file && !include.file.starts_with('<');
            is_here.then(|| Link { range: place.range, file: include.file.as_str().into() })
        });
        let mut list: Vec<Link> = includes.collect();
        list.sort_by_key(|link| link.range);
        list.dedup();
        list
    }

    /// The include that a cursor touches.
    pub(crate) fn include_at(&self, file: &str, offset: usize) -> Option<(TextRange, Arc<str>)> {
        let links = self.links(file);
        links.into_iter().find(|link| link.range.touches(offset)).map(|link| (link.range, link.file))
    }

    /// The text of a file that stands in branches which are not taken, whole lines, in order. What is taken where the file is read
    /// another time is not among it.
    pub fn inactive(&self, file: &str) -> Vec<TextRange> {
        let mut by_reading: Vec<Vec<TextRange>> = Vec::new();
        for (id, source) in self.sources.files().filter(|(_, source)| &*source.name == file) {
            let (base, end) = (source.base, source.base + source.text.len() as u32);
            let spans = self.watched.inactive.iter().filter(|span| (base..=end).contains(&span.lo));
            let ranges = spans.map(|span| TextRange::new((span.lo - base) as usize, (span.hi - base) as usize));
            let mut ranges: Vec<TextRange> = ranges.collect();
            ranges.sort_unstable();
            let _ = id;
            by_reading.push(ranges);
        }
        let mut readings = by_reading.into_iter();
        let Some(first) = readings.next() else { return Vec::new() };
        readings.fold(first, |known, other| {
            let both = known.iter().flat_map(|a| {
                other.iter().filter_map(move |b| {
                    let (start, end) = (a.start.max(b.start), a.end.min(b.end));
                    (start < end).then(|| TextRange::new(start, end))
                })
            });
            both.collect()
        })
    }
}
