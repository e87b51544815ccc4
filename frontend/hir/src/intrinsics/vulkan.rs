//! Lists the intrinsics for SPIR-V only: functions of the namespace `vk`, subpass inputs.

use super::stages::PIXEL;
use super::{Row, op, textures};
use crate::objects::ObjectKind::{SubpassInput, SubpassInputMs};
use Expansion::*;
use hlslc_ir::Op;

/// Names of the small functions for what only SPIR-V has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each is named after the intrinsic whose function it is")]
pub enum Expansion {
    RawBufferLoad,
    RawBufferStore,
    /// The number of components of a cooperative matrix in a thread, by the type of the matrix.
    CooperativeMatrixLength,
    /// The `printf` for a debugger of Vulkan.
    Printf,
    /// An execution mode, by numbers or by constants.
    ExecutionMode {
        by_ids: bool,
    },
}

const fn expand(name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::Vulkan(expansion)).vulkan_only()
}

/// A load from an attachment of the render pass.
const fn attachment(signature: &'static str) -> Row {
    let expansion = super::Expansion::Textures(textures::Expansion::LoadAttachment);
    super::expand("SubpassLoad", signature, expansion).vulkan_only()
}

pub(super) const ROWS: &[Row] = &[
    op("vk::ReadClock", "scope: uint -> u64", Op::ReadClock).vulkan_only(),
    expand("vk::RawBufferLoad", "address: u64, ?alignment: uint -> $T", RawBufferLoad),
    expand("vk::RawBufferStore", "address: u64, value: $T, ?alignment: uint -> void", RawBufferStore),
    expand("__builtin_spv_CooperativeMatrixLengthKHR", "of: $T -> uint", CooperativeMatrixLength),
    expand("vk::ext_execution_mode", "mode: uint, args: any_more -> void", ExecutionMode { by_ids: false }),
    expand("vk::ext_execution_mode_id", "mode: uint, args: any_more -> void", ExecutionMode { by_ids: true }),
    expand("printf", "format: string, args: any_more -> void", Printf),
    attachment("-> T").on(&[SubpassInput]).stages(PIXEL),
    attachment("sample: int -> T").on(&[SubpassInputMs]).stages(PIXEL),
];
