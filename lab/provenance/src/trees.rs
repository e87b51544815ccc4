//! Ties tokens to nodes of the syntax tree, those to nodes of the typed tree, and those to code.
//!
//! A node owns the tokens of its range that none of the nodes inside it has. Nodes of two trees belong together if their ranges
//! are the same; else one belongs to the smallest node of the other tree around it.

use crate::model::ItemId;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The nodes of a tree, by the tokens that they are about.
#[derive(Debug, Default)]
pub(crate) struct Nodes {
    by_range: FxHashMap<(usize, usize), Vec<ItemId>>,
    /// The ranges, the smallest first.
    ranges: Vec<Range<usize>>,
    /// For each token the range of the node that owns it.
    owners: Vec<Option<(usize, usize)>>,
}

impl Nodes {
    pub(crate) fn new(nodes: impl Iterator<Item = (Range<usize>, ItemId)>, tokens: usize) -> Self {
        let mut by_range: FxHashMap<(usize, usize), Vec<ItemId>> = FxHashMap::default();
        for (range, item) in nodes {
            by_range.entry((range.start, range.end)).or_default().push(item);
        }
        let mut ranges: Vec<Range<usize>> = by_range.keys().map(|&(start, end)| start..end).collect();
        ranges.sort_unstable_by_key(|range| (range.len(), range.start));
        let mut owners = vec![None; tokens];
        for range in &ranges {
            for owner in owners.iter_mut().take(range.end).skip(range.start).filter(|owner| owner.is_none()) {
                *owner = Some((range.start, range.end));
            }
        }
        Self { by_range, ranges, owners }
    }

    /// The nodes that own a token.
    pub(crate) fn of_token(&self, token: usize) -> &[ItemId] {
        let owner = self.owners.get(token).copied().flatten();
        owner.and_then(|range| self.by_range.get(&range)).map_or(&[], Vec::as_slice)
    }

    /// The nodes of a range.
    pub(crate) fn equal(&self, range: &Range<usize>) -> Option<&[ItemId]> {
        self.by_range.get(&(range.start, range.end)).map(Vec::as_slice)
    }

    /// The nodes of a range, or the smallest ones around it.
    pub(crate) fn of(&self, range: &Range<usize>) -> &[ItemId] {
        let around = || self.ranges.iter().find(|around| around.start <= range.start && range.end <= around.end);
        self.equal(range).or_else(|| self.equal(around()?)).unwrap_or(&[])
    }

    /// All ranges with their nodes.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&Range<usize>, &[ItemId])> {
        self.ranges.iter().filter_map(|range| Some((range, self.equal(range)?)))
    }
}
