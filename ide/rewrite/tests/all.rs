//! All tests of the crate, as modules of one program.

mod conditions;
mod rewriting;
