//! The tests of this crate as one program, which is linked once.

mod book;
mod diagnostics;
mod programs;
mod support;
