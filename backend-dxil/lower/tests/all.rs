//! The tests of this crate as one program, which is linked once.

mod libraries;
mod lower;
mod support;
