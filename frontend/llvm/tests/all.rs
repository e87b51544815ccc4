//! The tests of this crate as one program, which is linked once.

mod documents;
mod reading;
