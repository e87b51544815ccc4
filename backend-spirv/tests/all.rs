//! The tests of this crate as one program, which is linked once.

mod common;
mod emit;
mod raytracing;
mod reflection;
mod stages;
mod vulkan;
