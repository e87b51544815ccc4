//! Translates the IR to SPIR-V for Vulkan.
//!
//! Input: a [`Module`](hlslc_ir::Module) after the common passes and `structurize`. Output: the words of a SPIR-V module (1.0, 1.3 if
//! lanes talk to each other, or 1.4 of mesh shaders and ray shaders) with bindings, locations, layouts and names as `dxc -spirv
//! -fspv-target-env=vulkan1.1` gives them.
//!
//! What is one instruction on both sides is a row of `optable`. The other modules are named after what they write: `types` and
//! `layout` for registers and memory, `values`, `packed`, `memory` and `bytes` for what is computed, loaded and stored,
//! `resource`, `texture` and `samples`, `bindings`, `interface`, `variables` and `elements` for what goes in and out, `stages` and
//! `payload` for what a stage is beside that, `lanes`, `rays` for ray queries and `raytracing` for ray shaders, `reflect` for
//! who reads the module and `reflection` for reading any module; `lines` says where code came from and `debug` what a debugger
//! is reported beside, `listing` is the text of any module; `cfg` orders the blocks, `limits` says what is too much, `lower` writes a
//! function and `program` all of a module. `assembly` holds the sections of the module being written.

#![warn(clippy::wildcard_enum_match_arm)]

mod assembly;
mod bindings;
mod bits;
mod blocks;
mod bytes;
mod cfg;
mod debug;
mod elements;
mod emit;
pub mod errors;
mod evaluate;
mod factors;
mod flow;
mod foreign;
mod fused;
mod grammar;
mod images;
mod interface;
mod interlock;
mod lanes;
mod layout;
mod legal;
mod limits;
mod lines;
mod listing;
mod lower;
mod memory;
mod names;
mod optable;
mod origins;
mod packed;
mod payload;
mod program;
mod rays;
mod raytracing;
mod reflect;
pub mod reflection;
mod resource;
mod samples;
mod shapes;
mod stages;
mod texture;
mod types;
mod values;
mod variables;
mod writer;

pub use emit::{emit, emit_from, emit_with_origins};
pub use hlslc_options_spirv::{
    Bases, BindingOptions, Keep, Layout, Positions, RegisterBinding, Shift, SpirvEnv, SpirvOptions, Vocabulary,
};
pub use legal::needs_legal_form;
pub use lines::SpirvSources;
pub use listing::{disassemble, listing, named};
pub use origins::InstructionWords;
