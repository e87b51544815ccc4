//! Collects the tests of this crate in one program, which is linked once.

mod examples;
