//! Defines the error of raising: what cannot be raised, and at which instruction.

use std::fmt;

/// What keeps a choice between resources from being raised, in DXC's words, which programs look for.
pub(crate) const CHOSEN_RESOURCE: &str = "local resource not guaranteed to map to unique global resource";

/// Why a module cannot be raised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaiseError {
    /// The instruction, if it is about one.
    pub instruction: Option<Instruction>,
    /// The reason.
    pub reason: String,
}

/// An instruction of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The name of its function.
    pub function: String,
    /// Its number among the instructions of the function, from 0 on, in the order of the listing.
    pub number: usize,
    /// Its line in the listing.
    pub text: String,
}

impl RaiseError {
    /// An error about the module as a whole.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { instruction: None, reason: reason.into() }
    }
}

impl fmt::Display for RaiseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.instruction {
            Some(Instruction { function, number, text }) => {
                write!(f, "instruction {number} of `{function}`, `{text}`: {}", self.reason)
            }
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for RaiseError {}
