//! Tests the output of hlslc: that it is valid, that it matches DXC's, and that it computes the right results.
//!
//! Input: test cases, HLSL files with a head that says how to compile and run them ([`case`]). Output: per case, the outcome
//! of each check ([`checks`]), as a table ([`report`]) or as a test of its own (`tests/conformance.rs`).
//!
//! Invariant: a check that cannot be made, because DXC, a Vulkan device or `spirv-val` is missing, fails, or is
//! ignored and counted so where a build says `--cfg without_dxc`, `without_vulkan` or `without_spirv_val`; it never passes.

pub mod agreement;
pub mod case;
pub mod checks;
pub mod clauses;
pub mod clock;
pub mod compare;
pub mod compilers;
pub mod conform;
pub mod control_flow;
pub mod d3d;
pub mod damage;
pub mod debugging;
pub mod drawn;
pub mod excess;
pub mod face;
pub mod fuzz;
pub mod history;
pub mod inputs;
pub mod interface;
pub mod interpreted;
pub mod interpreter;
pub mod isa;
pub mod ladders;
pub mod matrix;
pub mod measured;
pub mod memory;
pub mod messages;
pub mod needs;
pub mod offload;
pub mod operations;
pub mod option_table;
pub mod outer;
pub mod overloads;
pub mod own;
pub mod page;
pub mod progress;
pub mod prove;
pub mod raised;
pub mod random;
pub mod reasons;
pub mod reflected;
pub mod report;
pub mod shaders;
pub mod shown;
pub mod spirv;
pub mod spirv_debugging;
pub mod spirv_layout;
pub mod strict_reader;
pub mod suite;
pub mod svg;
pub mod validate;
pub mod vulkan;
pub mod vulkan_table;
pub mod workers;
