//! What only the SPIR-V path knows: functions of the namespace `vk`, subpass inputs.

use super::{Intrinsic, not_yet};
use crate::objects::ObjectKind::{SubpassInput, SubpassInputMs};

pub(super) const ROWS: &[Intrinsic] = &[
    not_yet("vk::ReadClock", "scope: uint -> u64").vulkan_only(),
    not_yet("vk::RawBufferLoad", "address: u64, ?alignment: uint -> $T").vulkan_only(),
    not_yet("vk::RawBufferStore", "address: u64, value: $T, ?alignment: uint -> void").vulkan_only(),
    not_yet("vk::ext_execution_mode", "mode: uint, args: any_more -> void").vulkan_only(),
    not_yet("vk::ext_execution_mode_id", "mode: uint, args: any_more -> void").vulkan_only(),
    not_yet("SubpassLoad", "-> T").on(&[SubpassInput]).vulkan_only(),
    not_yet("SubpassLoad", "sample: int -> T").on(&[SubpassInputMs]).vulkan_only(),
];
