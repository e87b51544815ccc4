//! Collects the tests of this crate in one program, which is linked once.

mod by_hand;
mod common;
mod through_the_front_end;
