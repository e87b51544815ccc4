//! Steps through a shader on the interpreter, forwards and backwards, and shows what its source says.
//!
//! Input: a container with debug information (`-Zi -Qembed_debug`), hlslc's or another compiler's, and a [`Scene`]: what lies in
//! resources, what lanes are given, how many there are. Output: a [`Debugger`] that goes from line to line or from instruction to
//! instruction of a thread in both directions, and shows variables, registers, resources, calls, lanes and what a barrier waits for.
//!
//! [`info`] reads the debug information, [`layout`] the resources, [`scene`] makes the run, [`engine`] moves in it, [`at`] shows a thread, [`place`]
//! reads values and [`watch`] evaluates expressions. Nothing here does I/O or knows a protocol or a page; the debug adapter and
//! the page are made of it.
//!
//! Invariants: the same container, scene and position show the same; no input panics; a command works in slices, so that whoever
//! gave it can leave it.

#![forbid(unsafe_code)]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod at;
pub mod debugger;
pub mod engine;
pub mod info;
pub mod layout;
pub mod place;
pub mod scene;
pub mod types;
pub mod watch;

pub use at::At;
pub use debugger::{Barrier, Debugger, Frame, Lane, Register, trace};
pub use engine::{Breakpoint, Command, Direction, Exceptions, Stop};
pub use hlslc_interp::{Finding, FindingKind, Standing, Step, Thread};
pub use place::{Number, Place};
pub use scene::Scene;
pub use watch::Value;
