//! Collects the tests of this crate in one program, which is linked once.

mod book;
mod errors;
mod known;
mod lexed;
mod limits;
mod literals;
mod parse;
mod preprocess;
mod support;
