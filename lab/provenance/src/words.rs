//! Ties the instructions of SPIR-V to the IR, by the locations that they were written for.

use crate::model::{ItemId, SpirvItem, SpirvStage};
use crate::passes::Follower;
use crate::recorder::Recorder;
use hlslc_ir::Loc;
use hlslc_spirv::InstructionWords;
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

impl Recorder {
    /// The module of SPIR-V, and the locations that its instructions were written for.
    pub fn spirv(&mut self, words: &[u32], instructions: &[InstructionWords]) {
        self.settle_passes();
        let text = hlslc_spirv::named(words);
        let mut lines = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let code = line.trim_end_matches('\n');
            if !code.is_empty() && !code.starts_with(';') {
                lines.push((at + code.len() - code.trim_start().len(), at + code.len()));
            }
            at += line.len();
        }
        let first = self.found.items;
        let mut by_loc: FxHashMap<Loc, Vec<ItemId>> = FxHashMap::default();
        for (_, _, loc, span, item) in self.follower.iter().flat_map(Follower::lines) {
            if !span.is_none() {
                by_loc.entry(loc).or_default().push(item);
            }
        }
        let mut items = Vec::with_capacity(instructions.len());
        for (inst, &(start, end)) in instructions.iter().zip(&lines) {
            let item = first + items.len() as u32;
            items.push(SpirvItem {
                start: start as u32,
                end: end as u32,
                word: inst.words.start as u32,
                word_end: inst.words.end as u32,
            });
            let from = inst.loc.and_then(|loc| by_loc.get(&loc)).map_or(&[][..], Vec::as_slice);
            self.found.links.extend(from.iter().map(|&from| (from, item)));
        }
        self.found.items += items.len() as u32;
        let mut shown = String::with_capacity(8 * words.len());
        for word in words {
            let _ = write!(shown, "{word:08x}");
        }
        self.found.spirv = SpirvStage { first, text, words: shown, items };
    }
}
