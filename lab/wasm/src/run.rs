//! Runs shaders on the interpreter.

/// What is ready to be run.
#[derive(Debug, Default)]
pub struct State {}
