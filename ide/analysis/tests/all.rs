//! Collects the tests of this crate in one program, which is linked once.

mod broken;
mod contexts;
mod fixtures;
mod session;
mod topics;
