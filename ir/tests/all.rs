//! The tests of this crate as one program, which is linked once.

mod cfg;
mod layout;
mod text;
mod verify;
