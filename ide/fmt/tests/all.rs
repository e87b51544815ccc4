//! All tests of the crate, as modules of one program.

mod fixtures;
mod ranges;
