//! Compares two containers by what they mean: the facts that a runtime or a person asks for, and the code.
//!
//! Input: the bytes of two containers, of any compilers. Output: a [`Diff`]: facts that differ (the program, signatures, bindings,
//! layouts, functions, subobjects, the root signature), parts that only one has, and for each function the instructions that are the
//! same, changed, moved, removed or added, with the values of both named alike ([`functions`]). How the bytes of a part are laid
//! out, hashes and counts are no differences: [`Diff::other_bytes`] names the parts that only differ in these.
//!
//! The work is bounded by the size of the containers: alignments that would take longer are replaced by coarser ones.

mod align;
mod facts;
mod functions;
mod names;
mod text;

use std::fmt;

use crate::bitcode;
use crate::container::program::Program;
use crate::container::{Container, ContainerError, FourCc, pdb};
use crate::errors::BitcodeError;
use crate::module::Module;
use crate::reflect::{ReflectError, reflect_container};
use crate::shader::Shader;

pub use facts::Fact;
pub use functions::{BlockDiff, FunctionDiff, Line, LineKind};

/// A fact that differs: its value in each container that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactDiff {
    /// What it is about: `binding`, `input` and the like.
    pub section: &'static str,
    /// Which one of these.
    pub key: String,
    /// Its value in the first container.
    pub a: Option<String>,
    /// Its value in the second one.
    pub b: Option<String>,
}

/// The differences between two containers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Whether their bytes are equal.
    pub identical: bool,
    /// Parts that only the first has.
    pub only_in_a: Vec<FourCc>,
    /// Parts that only the second has.
    pub only_in_b: Vec<FourCc>,
    /// Parts of both with other bytes, which may mean the same.
    pub other_bytes: Vec<FourCc>,
    /// The facts that differ.
    pub facts: Vec<FactDiff>,
    /// The functions with code in both, in the order of the first container.
    pub functions: Vec<FunctionDiff>,
    /// Functions with code in the first alone.
    pub functions_only_in_a: Vec<String>,
    /// Functions with code in the second alone.
    pub functions_only_in_b: Vec<String>,
}

impl Diff {
    /// Whether both mean the same.
    pub fn is_same(&self) -> bool {
        self.identical
            || self.only_in_a.is_empty()
                && self.only_in_b.is_empty()
                && self.facts.is_empty()
                && self.functions_only_in_a.is_empty()
                && self.functions_only_in_b.is_empty()
                && self.functions.iter().all(FunctionDiff::is_same)
    }
}

/// Why containers cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiffError {
    /// A container or one of its parts is damaged.
    Container(ContainerError),
    /// The bitcode of a program is damaged.
    Bitcode(FourCc, BitcodeError),
    /// What it says of its program cannot be read.
    Reflect(ReflectError),
}

impl fmt::Display for DiffError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Container(error) => error.fmt(f),
            Self::Bitcode(part, error) => write!(f, "part {part}: {error}"),
            Self::Reflect(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiffError {}

impl From<ContainerError> for DiffError {
    fn from(error: ContainerError) -> Self {
        Self::Container(error)
    }
}

impl From<ReflectError> for DiffError {
    fn from(error: ReflectError) -> Self {
        Self::Reflect(error)
    }
}

/// A container that was read: its parts, its facts, and its program if it has one.
#[derive(Debug)]
pub struct Side {
    container: Container,
    facts: Vec<Fact>,
    program: Option<(Module, Option<Shader>)>,
}

impl Side {
    /// Reads a container, or a file with debug information that holds one.
    pub fn read(bytes: &[u8]) -> Result<Self, DiffError> {
        let inner = if pdb::is_pdb(bytes) { pdb::read(bytes)? } else { bytes.to_vec() };
        let container = Container::read(&inner)?;
        let facts = facts::of(&reflect_container(&container)?);
        let part = [FourCc::DXIL, FourCc::ILDB].into_iter().find_map(|name| Some((name, container.part(name)?)));
        let program = match part {
            None => None,
            Some((name, part)) => {
                let program = Program::read(name, part)?;
                let module = bitcode::read(&program.bitcode).map_err(|error| DiffError::Bitcode(name, error))?;
                let shader = Shader::read(&module).ok();
                Some((module, shader))
            }
        };
        Ok(Self { container, facts, program })
    }
}

/// Compares two containers.
pub fn diff(a: &[u8], b: &[u8]) -> Result<Diff, DiffError> {
    Ok(compare(&Side::read(a)?, &Side::read(b)?))
}

/// Compares two containers that were read.
pub fn compare(a: &Side, b: &Side) -> Diff {
    if a.container == b.container {
        return Diff { identical: true, ..Diff::default() };
    }
    let names = |side: &Side| -> Vec<FourCc> { side.container.parts.iter().map(|part| part.name).collect() };
    let (of_a, of_b) = (names(a), names(b));
    let only = |these: &[FourCc], those: &[FourCc]| -> Vec<FourCc> {
        these.iter().copied().filter(|name| !those.contains(name)).collect()
    };
    let differs = |name: &FourCc| of_b.contains(name) && a.container.part(*name) != b.container.part(*name);
    let mut found = Diff {
        only_in_a: only(&of_a, &of_b),
        only_in_b: only(&of_b, &of_a),
        other_bytes: of_a.iter().copied().filter(differs).collect(),
        facts: facts::compare(&a.facts, &b.facts),
        ..Diff::default()
    };
    if let (Some((module_a, shader_a)), Some((module_b, shader_b))) = (&a.program, &b.program) {
        let sides = (names::Named::new(module_a, shader_a.as_ref()), names::Named::new(module_b, shader_b.as_ref()));
        let matched = functions::compare(&sides.0, &sides.1);
        found.functions = matched.both;
        (found.functions_only_in_a, found.functions_only_in_b) = (matched.only_in_a, matched.only_in_b);
    }
    found
}
