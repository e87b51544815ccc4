//! Checks properties of entry points as their metadata states them: which shader models and kinds of shaders
//! have a wave size, and what only nodes have.

use crate::metadata::MdId;
use crate::shader::{EntryPoint, Shader, entry_tag, names};
use crate::target::{ShaderKind, Version};

use super::{Checker, Demand};

/// The first shader models with a wave size, and with a range of them in its place.
const WAVE_SIZE: Version = Version::new(6, 6);
const WAVE_SIZE_RANGE: Version = Version::new(6, 8);

impl Checker<'_> {
    /// The tags of an entry point, with their values.
    fn tags(&self, entry: usize) -> Vec<(u64, MdId)> {
        let node = self.module.named_nodes(names::ENTRY_POINTS).get(entry);
        let properties = node.and_then(|&node| *self.module.metadata.operands(node)?.get(4)?);
        let properties = properties.and_then(|id| self.module.metadata.operands(id)).unwrap_or_default();
        let pair = |pair: &[Option<MdId>]| match pair {
            [Some(tag), Some(value)] => Some((self.module.md_int(*tag)?, *value)),
            _ => None,
        };
        properties.chunks(2).filter_map(pair).collect()
    }

    /// Checks the tags of every entry point.
    pub(super) fn stated(&mut self, shader: &Shader) {
        for (at, entry) in shader.entries.iter().enumerate() {
            for (tag, _) in self.tags(at) {
                self.tag(shader, entry, tag);
            }
        }
    }

    fn tag(&mut self, shader: &Shader, entry: &EntryPoint, tag: u64) {
        let model = shader.shader_model.version;
        let has_range = model >= WAVE_SIZE_RANGE;
        let is_wave_size = tag == u64::from(entry_tag::WAVE_SIZE);
        let is_range = tag == u64::from(entry_tag::WAVE_SIZE_RANGE);
        let is_checked = matches!(shader.shader_model.kind, ShaderKind::Compute | ShaderKind::Library);
        let rows = [
            (is_wave_size && is_checked && (model < WAVE_SIZE || has_range), Demand::WaveSizeModel),
            (
                (is_wave_size || is_range) && !matches!(entry.kind, ShaderKind::Compute | ShaderKind::Node),
                Demand::WaveSizeStage,
            ),
            (tag == u64::from(entry_tag::NODE_LAUNCH) && entry.kind == ShaderKind::Compute, Demand::ComputeNode),
        ];
        rows.into_iter().filter(|row| row.0).for_each(|row| self.demand_of(row.1, &entry.name.to_string()));
    }
}
