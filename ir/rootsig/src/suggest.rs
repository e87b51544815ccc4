//! Suggests the smallest root signature that serves some shaders.
//!
//! A table takes one DWORD however much it holds, so all resources share one table and all samplers another. More tables
//! are needed only for ranges without end, of which a table has room for one, and where two stages have different things
//! in the same register, so that each needs its own binding.

use crate::Version;
use crate::model::*;
use crate::shader::{Shader, Use, UseKind, range_for};
use crate::tables::*;
use std::collections::{BTreeMap, BTreeSet};

/// The smallest root signature that binds all that the shaders use. Its size is
/// [`RootSignature::cost_in_dwords`].
pub fn suggest(shaders: &[Shader], version: Version) -> RootSignature {
    let mut signature = RootSignature::new(version);
    let flags = flags_for(shaders);
    if !flags.is_empty() {
        signature.elements.push(Element::Flags(RootFlagsElement { pos: Pos::NONE, flags }));
    }
    let clusters = clusters(shaders);
    for is_sampler in [false, true] {
        let of_kind = clusters.iter().filter(|cluster| cluster.is_sampler() == is_sampler);
        for (visibility, uses) in tables(of_kind) {
            signature.elements.extend(tables_of(visibility, uses));
        }
    }
    signature
}

fn flags_for(shaders: &[Shader]) -> RootFlags {
    let mut flags = RootFlags::empty();
    for shader in shaders {
        if shader.reads_input_layout {
            flags |= RootFlags::ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT;
        }
        if shader.indexes_resource_heap.is_some() {
            flags |= RootFlags::CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED;
        }
        if shader.indexes_sampler_heap.is_some() {
            flags |= RootFlags::SAMPLER_HEAP_DIRECTLY_INDEXED;
        }
    }
    flags
}

/// Uses of one class and space whose registers hang together.
struct Cluster {
    /// Never empty; by first register.
    uses: Vec<(Use, Visibility)>,
}

/// All uses, in clusters.
fn clusters(shaders: &[Shader]) -> Vec<Cluster> {
    let mut uses: Vec<(Use, Visibility)> = shaders
        .iter()
        .flat_map(|shader| shader.uses.iter().map(|used| (*used, shader.stage.unwrap_or(Visibility::All))))
        .collect();
    uses.sort_by_key(|(used, stage)| (used.kind.class(), used.space, used.first, used.count, *stage));
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut last = None;
    for (used, stage) in uses {
        let group = (used.kind.class(), used.space);
        match (&mut last, clusters.last_mut()) {
            (Some((of, end)), Some(cluster)) if *of == group && used.first <= *end => {
                *end = (*end).max(used.last_possible());
                cluster.uses.push((used, stage));
            }
            _ => {
                last = Some((group, used.last_possible()));
                clusters.push(Cluster { uses: vec![(used, stage)] });
            }
        }
    }
    clusters
}

impl Cluster {
    fn is_sampler(&self) -> bool {
        self.uses.iter().any(|(used, _)| used.kind == UseKind::Sampler)
    }

    fn stages(&self) -> BTreeSet<Visibility> {
        self.uses.iter().map(|&(_, stage)| stage).collect()
    }

    /// Whether two stages have different things in these registers, so that each needs its own binding.
    fn conflicts(&self) -> bool {
        let comparable = |kind| match kind {
            UseKind::ConstantBuffer { .. } => UseKind::ConstantBuffer { bytes_read: 0 },
            other @ (UseKind::Sampler
            | UseKind::TypedSrv
            | UseKind::BufferSrv
            | UseKind::TypedUav
            | UseKind::BufferUav
            | UseKind::CounterUav) => other,
        };
        let mut kinds = self.uses.iter().map(|(used, _)| comparable(used.kind));
        let first = kinds.next();
        let stages = self.stages();
        stages.len() > 1 && !stages.contains(&Visibility::All) && kinds.any(|kind| Some(kind) != first)
    }

    fn whole(&self) -> Use {
        cover(self.uses.iter().map(|(used, _)| used))
    }

    fn of_stage(&self, stage: Visibility) -> Use {
        cover(self.uses.iter().filter(|&&(_, of)| of == stage).map(|(used, _)| used))
    }
}

/// What each table holds. A stage gets a table of its own only for registers in which another stage has something else;
/// that table then takes what only such stages use, too.
fn tables<'a>(clusters: impl Iterator<Item = &'a Cluster> + Clone) -> BTreeMap<Visibility, Vec<Use>> {
    let private: BTreeSet<Visibility> =
        clusters.clone().filter(|cluster| cluster.conflicts()).flat_map(Cluster::stages).collect();
    let mut tables: BTreeMap<Visibility, Vec<Use>> = BTreeMap::new();
    let mut shared = Vec::new();
    let mut shared_by = BTreeSet::new();
    for cluster in clusters {
        let stages = cluster.stages();
        let takes_a_table = cluster.whole().count == UNBOUNDED;
        if cluster.conflicts() || (stages.is_subset(&private) && !takes_a_table) {
            for stage in stages {
                tables.entry(stage).or_default().push(cluster.of_stage(stage));
            }
        } else {
            shared.push(cluster.whole());
            shared_by.extend(stages);
        }
    }
    if !shared.is_empty() {
        let visibility = match shared_by.first() {
            Some(&stage) if shared_by.len() == 1 => stage,
            _ => Visibility::All,
        };
        tables.entry(visibility).or_default().extend(shared);
    }
    tables
}

/// A use that covers all of these, of which there is at least one.
fn cover<'a>(uses: impl Iterator<Item = &'a Use>) -> Use {
    let merge = |a: Use, b: &Use| {
        let (first, last) = (a.first.min(b.first), a.last_possible().max(b.last_possible()));
        let unbounded = a.count == UNBOUNDED || b.count == UNBOUNDED;
        Use { first, count: if unbounded { UNBOUNDED } else { (last - first).saturating_add(1) }, ..a }
    };
    let none = Use { kind: UseKind::Sampler, space: 0, first: 0, count: 0, tag: 0 };
    uses.fold(None, |all: Option<Use>, used| Some(all.map_or(*used, |all| merge(all, used)))).unwrap_or(none)
}

/// The tables that hold these uses: one, and one more for each range without end beyond the first.
fn tables_of(visibility: Visibility, mut uses: Vec<Use>) -> Vec<Element> {
    uses.sort_by_key(|used| (used.count == UNBOUNDED, used.kind.class(), used.space, used.first));
    let mut ranges: Vec<DescriptorRange> = Vec::new();
    let mut tables = Vec::new();
    let table = |ranges| Element::Table(DescriptorTable { pos: Pos::NONE, visibility: visibility.into(), ranges });
    for used in uses {
        let range = range_for(&used);
        match ranges.last_mut() {
            Some(before) if before.count.value == UNBOUNDED => tables.push(table(std::mem::take(&mut ranges))),
            Some(before) => {
                if let Some(count) = joined(before, &range) {
                    before.count.value = count;
                    continue;
                }
            }
            None => {}
        }
        ranges.push(range);
    }
    if !ranges.is_empty() {
        tables.push(table(ranges));
    }
    tables
}

/// The number of descriptors of two ranges together, if the second continues the registers of the first.
fn joined(first: &DescriptorRange, second: &DescriptorRange) -> Option<u32> {
    let alike = (first.class, first.register.space) == (second.class, second.register.space);
    let next = first.register.number.value.checked_add(first.count.value);
    let touch = alike && second.count.value != UNBOUNDED && next == Some(second.register.number.value);
    let count = first.count.value.checked_add(second.count.value).filter(|count| *count != UNBOUNDED);
    count.filter(|_| touch)
}
