//! Makes the container of a module that comes without one, such as one that was assembled: what a container says beside its
//! program follows from the program's metadata.
//!
//! Debug information goes into a part of its own, with a file name after its hash, as in what compilers write. Facts that stand in
//! parts alone have no trace in a module: subobjects of libraries, private data, and the names that a compiler left to the part
//! for reflection.

use std::fmt;

use crate::bitcode;
use crate::constants::ConstKind;
use crate::container::Container;
use crate::container::assemble::{AssembleError, DebugParts, ExtraParts, assemble};
use crate::container::program::Program;
use crate::container::strip::{has_debug_info, strip_debug_info};
use crate::errors::WriteError;
use crate::module::Module;
use crate::reflection::write_reflection;
use crate::shader::{MetadataError, Shader, names};
use crate::validator::ValidatorVersion;

/// The list in which compilers keep a root signature until there is a container.
const ROOT_SIGNATURE: &[u8] = b"dx.rootSignature";

/// Why no container could be made of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CompleteError {
    /// The metadata does not describe a shader.
    Metadata(MetadataError),
    /// A part could not be written.
    Assemble(AssembleError),
}

impl fmt::Display for CompleteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Metadata(error) => write!(f, "the metadata does not describe a shader: {error}"),
            Self::Assemble(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CompleteError {}

impl From<MetadataError> for CompleteError {
    fn from(error: MetadataError) -> Self {
        Self::Metadata(error)
    }
}

impl From<AssembleError> for CompleteError {
    fn from(error: AssembleError) -> Self {
        Self::Assemble(error)
    }
}

impl From<WriteError> for CompleteError {
    fn from(error: WriteError) -> Self {
        Self::Assemble(error.into())
    }
}

/// Makes the container of a module. One that names no validator is written for `validator`.
pub fn complete(mut module: Module, validator: ValidatorVersion) -> Result<Container, CompleteError> {
    let shader = Shader::read(&module)?;
    if module.named_nodes(names::VALIDATOR).is_empty() {
        let version = validator.at_least(shader.dxil_version).0;
        let numbers = [module.md_i32(i32::from(version.major)), module.md_i32(i32::from(version.minor))];
        let node = module.metadata.tuple(&numbers);
        module.add_named_metadata(names::VALIDATOR, node);
    }
    let root_signature = take_root_signature(&mut module);
    let shader = Shader::read(&module)?;
    let debug = if has_debug_info(&module) {
        let bitcode = bitcode::write(&module)?;
        let program = Program { shader_model: shader.shader_model, dxil_version: shader.dxil_version, bitcode };
        strip_debug_info(&mut module);
        Some(DebugParts { program: Some(program), embed: true, hash_of_source: true, name: None, places: Vec::new() })
    } else {
        None
    };
    let shader = Shader::read(&module)?;
    let reflection = Some(write_reflection(&mut module, &shader)?);
    Ok(assemble(&module, &shader, ExtraParts { root_signature, reflection, debug, ..ExtraParts::default() })?)
}

/// The bytes of the root signature in the metadata, which then leaves it.
fn take_root_signature(module: &mut Module) -> Option<Vec<u8>> {
    let nodes = module.named_metadata.shift_remove(ROOT_SIGNATURE)?;
    let value = module.metadata.operands(*nodes.first()?).and_then(|operands| *operands.first()?)?;
    let ConstKind::Aggregate(parts) = &module.constants.get(module.metadata.as_value(value)?).kind else { return None };
    parts.iter().map(|&part| u8::try_from(module.constants.as_int(part)?).ok()).collect()
}
