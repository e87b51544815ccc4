//! Defines lints, which report what a reviewer of shaders would say of a program that compiles.
//!
//! Input: the checked program ([`program`]), and the module of the IR at two points of the pipeline ([`code`]): once variables are
//! values and constants are propagated, before anything moves ([`Point::Promoted`]), and at its end ([`Point::Finished`]). Output:
//! diagnostics whose rows are those of [`errors`]; [`table`] says more about each. The caller decides which of them are reported, by the
//! levels of warnings; [`is_suppressed`] finds the comments that silence one.
//!
//! A lint over the program uses typed intrinsics and never a name. A lint over the IR uses its values, control flow, divergence and
//! natural loops. Nothing here does I/O, recurses on the depth of the input beyond a bound, or changes what it looks at.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a lint looks for a few kinds of expressions and operations, and a new kind concerns none of them"
)]

pub mod code;
pub mod errors;
pub mod program;
mod suppress;
pub mod table;

pub use code::{Point, look_at_code, registers};
pub use program::{bodies, look_at_program};
pub use suppress::is_suppressed;
pub use table::{Group, LINTS, Lint};
