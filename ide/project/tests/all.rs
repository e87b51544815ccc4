//! All tests of the crate: one program to link.

mod page;
mod problems;
mod settings;
