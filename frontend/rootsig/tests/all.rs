//! Collects the tests of this crate in one program, which is linked once.

mod chapter;
mod diagnostics;
mod round_trips;
mod shader;
mod support;
mod yaml;
