//! Collects the tests of this crate in one program, which is linked once.

mod assembly;
mod bitcode;
mod digest;
mod optable;
mod packing;
mod packing_optimized;
mod rules;
mod runtime_data;
mod sources;
mod validation;
mod vertex_shader;
