//! Collects the tests of this crate in one program, which is linked once.

mod binary;
mod metadata;
mod overlap;
