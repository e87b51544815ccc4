//! All tests of the crate.

mod rows;
