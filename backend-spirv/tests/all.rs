//! Collects the tests of this crate in one program, which is linked once.

mod common;
mod emit;
mod raytracing;
mod reflection;
mod stages;
mod vulkan;
