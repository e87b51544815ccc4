//! What only the SPIR-V path knows: functions of the namespace `vk`, subpass inputs.

use super::stages::PIXEL;
use super::{Expansion, Intrinsic, expand, not_yet, textures};
use crate::objects::ObjectKind::{SubpassInput, SubpassInputMs};

/// A load from an attachment of the render pass.
const fn attachment(signature: &'static str) -> Intrinsic {
    expand("SubpassLoad", signature, Expansion::Textures(textures::Expansion::LoadAttachment))
}

pub(super) const ROWS: &[Intrinsic] = &[
    not_yet("vk::ReadClock", "scope: uint -> u64").vulkan_only(),
    not_yet("vk::RawBufferLoad", "address: u64, ?alignment: uint -> $T").vulkan_only(),
    not_yet("vk::RawBufferStore", "address: u64, value: $T, ?alignment: uint -> void").vulkan_only(),
    not_yet("vk::ext_execution_mode", "mode: uint, args: any_more -> void").vulkan_only(),
    not_yet("vk::ext_execution_mode_id", "mode: uint, args: any_more -> void").vulkan_only(),
    attachment("-> T").on(&[SubpassInput]).stages(PIXEL).vulkan_only(),
    attachment("sample: int -> T").on(&[SubpassInputMs]).stages(PIXEL).vulkan_only(),
];
