//! Creates the module for reflection, the part `STAT`: all declarations of a module without its code.
//!
//! Declarations and globals stay; bodies are removed, and counters of their instructions are added. Names and annotations
//! have the form of the latest validator, whatever the version that the program is written for.

use crate::bitcode;
use crate::container::program::Program;
use crate::counters::Counters;
use crate::errors::WriteError;
use crate::module::{Body, Module};
use crate::shader::Shader;

/// The reflection part of a module. `shader` is what its metadata says, names and annotations included.
///
/// The module is the same afterwards, but for constants and metadata entries that nothing refers to: instead of a copy, the module
/// itself is written with its bodies put aside.
pub fn write_reflection(module: &mut Module, shader: &Shader) -> Result<Program, WriteError> {
    let counters = Counters::of(module);
    let bodies: Vec<Option<Body>> = module.functions.values_mut().map(|function| function.body.take()).collect();
    let named = std::mem::take(&mut module.named_metadata);
    shader.write_reflection(module);
    counters.write(module);
    let written = bitcode::write(module);
    module.named_metadata = named;
    for (function, body) in module.functions.values_mut().zip(bodies) {
        function.body = body;
    }
    Ok(Program { shader_model: shader.shader_model, dxil_version: shader.dxil_version, bitcode: written? })
}
