//! SPIR-V from the IR, for Vulkan.
//!
//! In: a [`Module`](hlslc_ir::Module) after the common passes and `structurize`. Out: the words of a SPIR-V module (1.0, or 1.3 if lanes talk to each other)
//! with bindings, locations, layouts and names as `dxc -spirv -fspv-target-env=vulkan1.1` gives them.
//!
//! What is one instruction on both sides is a row of `optable`. The other modules are named after what they
//! write: `types` and `layout` for registers and memory, `values`, `packed`, `memory` and `bytes` for what is computed, loaded and stored, `resource` and `texture`,
//! `bindings`, `interface`, `lanes`; `cfg` orders the blocks and `lower` drives it all. `assembly` holds the sections of the
//! module being written.

#![warn(clippy::wildcard_enum_match_arm)]

mod assembly;
mod bindings;
mod bits;
mod bytes;
mod cfg;
mod emit;
pub mod errors;
mod interface;
mod lanes;
mod layout;
mod lower;
mod memory;
mod optable;
mod packed;
mod resource;
mod texture;
mod types;
mod values;

pub use emit::{SpirvEnv, SpirvOptions, disassemble, emit};
