//! Runs DXIL: an interpreter of compute shaders and the stages of a draw up to the pixel, over any DXContainer, hlslc's or
//! another compiler's.
//!
//! Input: the bytes of a container, decoded once into a [`Program`]; a [`Machine`] with memory and what is bound to which
//! register; of the stages of a draw what their lanes are given ([`stages`]). Output: what the shader left in memory and at its
//! outputs, and [`Findings`](report::Finding): what it did that is undefined, with the line of HLSL where the container has
//! debug information.
//!
//! The threads of a group, or the lanes of a draw, run in waves of a width that the caller chooses. A wave runs in lockstep:
//! one instruction for all lanes whose bit is set in a mask. Lanes that diverge reconverge by one of two rules of the
//! literature ([`flow`]). Values are 64 bits a lane ([`value`]); structs and vectors are this many values
//! in a row, so that taking a part of one costs nothing. Nothing here knows HLSL: types and operations are DXIL's, and the
//! rules are D3D12's.
//!
//! Invariant: no input panics, nothing recurses on what comes in, and the same program on the same memory gives the same result,
//! whatever the machine: the schedule follows from a seed.

#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

mod alu;
mod checks;
mod debug;
mod decode;
mod dispatch;
mod exec;
mod flow;
mod interface;
mod lanes;
mod machine;
mod memory;
pub mod meshes;
mod number;
mod operations;
mod program;
mod queries;
pub mod report;
mod resources;
pub mod session;
mod shapes;
pub mod stages;
mod trace;
pub mod value;
mod waves;

pub use debug::{Location, Unit, Variable};
pub use dispatch::{Checks, Options, Outcome, Reconvergence, Schedule};
pub use machine::{Binding, BufferView, Counter, DEFAULT_WORDS, MOST_RESOURCE_BYTES, Machine, MemoryId, View, ViewId};
pub use meshes::{DrawnGroup, Started};
pub use program::{BoundRange, Program};
pub use report::{DecodeError, Finding, FindingKind, Place, RunError};
pub use resources::formats::{Format, FormatKind};
pub use resources::samplers::{Address, Comparison, Sampler};
pub use resources::samples::position as sample_position;
pub use resources::textures::TextureView;
pub use session::{Bits, Lanes, Moment, Peeked, Session, Snapshot, Standing};
pub use stages::{Asked, Draw, DrawnLane, Emitted, Scalar, Signature, Spot};
pub use trace::{Step, Thread};
pub use value::Num;
