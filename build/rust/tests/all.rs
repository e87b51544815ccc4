//! Collects the tests of this crate in one program.

// The program that Cargo would build for the example; here it is compiled as a module for its list of shaders.
#[allow(dead_code)]
#[path = "../example/build.rs"]
mod build_script;
mod shaders;
