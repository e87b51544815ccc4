//! The tests of this crate as one program, which is linked once.

mod bindings;
mod choices;
mod common;
mod common_passes;
mod control_flow;
mod copies;
mod debug_records;
mod dxil_form;
mod dxil_passes;
mod interface;
mod non_uniform;
mod optimisations;
mod payloads;
mod pipeline;
mod placement;
mod sums;
mod tables;
mod vectors;
