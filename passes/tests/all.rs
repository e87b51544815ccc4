//! Collects the tests of this crate in one program, which is linked once.

mod bindings;
mod common;
mod divisions;
mod files;
mod non_uniform;
mod pipeline;
