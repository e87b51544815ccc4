//! All tests of the crate, as modules of one program.
