//! All tests of the crate: one program to link.

mod pack;
mod plan;
