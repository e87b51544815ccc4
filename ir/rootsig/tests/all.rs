//! The tests of this crate as one program, which is linked once.

mod binary;
mod metadata;
mod overlap;
