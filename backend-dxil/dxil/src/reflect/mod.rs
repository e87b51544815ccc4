//! Computes the reflection of a container or module: everything that `ID3D12ShaderReflection` and
//! `ID3D12LibraryReflection` report, as plain data.
//!
//! Input: the bytes of a container from any compiler, or a module that is about to be put into one. Output: a
//! [`Reflection`]. The facts about the program come from the part for reflection if there is one, else from the program;
//! without either, from the parts that a runtime reads, which contain less: [`Reflection::missing`] lists the facts that no
//! part contains.
//!
//! The result is bounded by a small multiple of the container's size, whatever it claims: text that is shared in the
//! container and copied here draws on a budget.

mod budget;
pub mod d3d;
mod functions;
mod layouts;
mod model;
mod resources;
mod runtime;
mod signatures;
mod stages;
pub(crate) mod text;
#[cfg(feature = "serde")]
mod written;

use std::fmt;

pub use model::*;

use crate::bitcode;
use crate::container::program::Program;
use crate::container::rdat::{RuntimeData, runtime_data};
use crate::container::small::{CompilerVersion, ShaderHash};
use crate::container::{Container, ContainerError, FourCc, pdb, specialize};
use crate::counters::Counters;
use crate::errors::BitcodeError;
use crate::module::Module;
use crate::shader::{MetadataError, Shader};
use budget::Budget;
use d3d::Requires;

/// Why a container cannot be reflected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReflectError {
    /// The container or one of its parts is damaged.
    Container(ContainerError),
    /// The bitcode of a program is damaged.
    Bitcode {
        /// The part it is in.
        part: FourCc,
        /// The error.
        error: BitcodeError,
    },
    /// The metadata of a program is not what DXIL asks for.
    Metadata {
        /// The part it is in.
        part: FourCc,
        /// The error.
        error: MetadataError,
    },
    /// A root signature is damaged.
    RootSignature(Vec<String>),
    /// A struct holds itself.
    CyclicStruct,
    /// Written out, it would be far larger than the container: text and lists are shared more often than in any shader.
    TooLarge,
    /// No part says anything about a shader.
    NothingToSay,
}

impl fmt::Display for ReflectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Container(error) => error.fmt(f),
            Self::Bitcode { part, error } => write!(f, "part {part}: {error}"),
            Self::Metadata { part, error } => write!(f, "part {part}: {error}"),
            Self::RootSignature(errors) => write!(f, "part RTS0: {}", errors.join("; ")),
            Self::CyclicStruct => f.write_str("a struct of the program holds itself, so it has no size"),
            Self::TooLarge => f.write_str(
                "the container refers to the same text and lists so often that reflection of it has no bound",
            ),
            Self::NothingToSay => f.write_str(
                "no part of the container says anything of a shader: DXIL, ILDB, STAT, PSV0, RDAT and RTS0 are missing",
            ),
        }
    }
}

impl std::error::Error for ReflectError {}

impl From<ContainerError> for ReflectError {
    fn from(error: ContainerError) -> Self {
        Self::Container(error)
    }
}

pub(crate) type Reflect<T> = Result<T, ReflectError>;

/// Reflects a container, or a file with debug information that holds one.
pub fn reflect(bytes: &[u8]) -> Result<Reflection, ReflectError> {
    if pdb::is_pdb(bytes) {
        return reflect_container(&Container::read(&pdb::read(bytes)?)?);
    }
    reflect_container(&Container::read(bytes)?)
}

/// Reflects a container that has been taken apart.
pub fn reflect_container(container: &Container) -> Result<Reflection, ReflectError> {
    let sources = [(Source::Reflection, FourCc::STAT), (Source::Debug, FourCc::ILDB), (Source::Program, FourCc::DXIL)];
    let found = sources.into_iter().find_map(|(source, part)| Some((source, part, container.part(part)?)));
    let Some((source, part, data)) = found else { return runtime::reflect(container) };
    let program = Program::read(part, data)?;
    let module = bitcode::read(&program.bitcode).map_err(|error| ReflectError::Bitcode { part, error })?;
    let shader = Shader::read(&module).map_err(|error| ReflectError::Metadata { part, error })?;
    let has_bodies = module.functions.values().any(|function| function.body.is_some());
    let counters = Counters::read(&module).or_else(|| has_bodies.then(|| Counters::of(&module)));
    reflect_program(&Described { container, source, module: &module, shader: &shader, counters })
}

/// Reflects a module that has been put into a container: the same as [`reflect_container`] gives, without reading its programs.
/// `shader` has the names and annotations of the part for reflection.
pub fn reflect_module(container: &Container, module: &Module, shader: &Shader) -> Result<Reflection, ReflectError> {
    let counters = Some(Counters::of(module));
    reflect_program(&Described { container, source: Source::Reflection, module, shader, counters })
}

/// A program with what is said of it.
struct Described<'a> {
    container: &'a Container,
    source: Source,
    module: &'a Module,
    shader: &'a Shader,
    counters: Option<Counters>,
}

/// The runtime data of a library without the part, if its functions have bodies here or in the program.
fn runtime_data_of_bodies(described: &Described<'_>) -> Option<RuntimeData> {
    let has_bodies = |module: &Module| module.functions.values().any(|function| function.body.is_some());
    if has_bodies(described.module) {
        return Some(runtime_data(described.module, described.shader));
    }
    let program = Program::read(FourCc::DXIL, described.container.part(FourCc::DXIL)?).ok()?;
    let module = bitcode::read(&program.bitcode).ok().filter(has_bodies)?;
    let shader = Shader::read(&module).ok()?;
    Some(runtime_data(&module, &shader))
}

fn reflect_program(described: &Described<'_>) -> Reflect<Reflection> {
    let Described { container, module, shader, .. } = *described;
    let mut missing = Vec::new();
    let mut budget = Budget::of(container);
    let mut layouts = layouts::Layouts::new(module, shader, &mut budget);
    let mut bindings = resources::bindings(module, &shader.resources, &mut layouts)?;
    let layouts::Found { buffers, structs, lacks_layouts } = layouts.finish();
    let runtime = match container.part(FourCc::RDAT) {
        Some(part) => Some(RuntimeData::read(part)?),
        None if shader.is_library() => {
            missing.push(Missing::Subobjects);
            runtime_data_of_bodies(described)
        }
        None => None,
    };
    if let Some(data) = runtime.as_ref().filter(|_| shader.is_library()) {
        resources::name(&mut bindings, data, &mut budget)?;
    }
    if bindings.iter().any(|binding| binding.name.is_empty()) {
        missing.push(Missing::ResourceNames);
    }
    if lacks_layouts {
        missing.push(Missing::Layouts);
    }
    if described.counters.is_none() {
        missing.push(Missing::Statistics);
    }
    let functions = match &runtime {
        Some(data) if shader.is_library() => functions::of_runtime(data, module, shader, &bindings, &mut budget)?,
        None if shader.is_library() => {
            missing.push(Missing::Functions);
            functions::of_metadata(module, shader, &mut budget)?
        }
        _ => Vec::new(),
    };
    let entry_point = shader.entry().map(|entry| signatures::entry_point(shader, entry, &mut budget)).transpose()?;
    let requires = match shader.entry() {
        Some(entry) => Requires::of_flags(entry.flags),
        None => functions.iter().fold(Requires::empty(), |all, function| all | function.requires),
    };
    let subobjects = runtime.iter().flat_map(RuntimeData::subobjects);
    Ok(Reflection {
        source: described.source,
        missing,
        shader: Some(Profile { kind: shader.shader_model.kind, shader_model: shader.shader_model.version }),
        dxil_version: Some(shader.dxil_version),
        creator: shader.producer.as_ref().map(|text| budget.text(text)).transpose()?,
        entry_point,
        requires,
        bindings,
        buffers,
        structs,
        statistics: described.counters.map(Statistics::from),
        functions,
        subobjects: subobjects
            .map(|subobject| functions::subobject(&subobject, &mut budget))
            .collect::<Reflect<_>>()?,
        specialization_constants: specialization_constants(container, &mut budget)?,
        root_signature: root_signature(container)?,
        hash: hash(container)?,
        compiler: compiler(container)?,
    })
}

fn specialization_constants(container: &Container, budget: &mut Budget) -> Reflect<Vec<SpecializationConstant>> {
    let found = specialize::constants(container)?;
    let constant = |constant: specialize::Constant| {
        Ok(SpecializationConstant {
            id: constant.id,
            name: budget.text(&constant.name)?,
            r#type: constant.type_name(),
            default: constant.shortest(constant.default),
            places: constant.places.len() as u32,
        })
    };
    found.into_iter().map(constant).collect()
}

fn root_signature(container: &Container) -> Reflect<Option<hlslc_rootsig::RootSignature>> {
    container.part(FourCc::RTS0).map(read_root_signature).transpose()
}

fn read_root_signature(part: &[u8]) -> Reflect<hlslc_rootsig::RootSignature> {
    hlslc_rootsig::binary::read(part)
        .map_err(|errors| ReflectError::RootSignature(errors.iter().map(ToString::to_string).collect()))
}

fn hash(container: &Container) -> Reflect<Option<Hash>> {
    let hash = container.part(FourCc::HASH).map(ShaderHash::read).transpose()?;
    Ok(hash.map(|hash| Hash { digest: crate::container::Digest(hash.digest), includes_source: hash.includes_source }))
}

fn compiler(container: &Container) -> Reflect<Option<Compiler>> {
    let version = container.part(FourCc::VERS).map(CompilerVersion::read).transpose()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(version.map(|found| Compiler {
        version: found.version,
        text: text(&found.text),
        commit: text(&found.commit),
        commits: found.commits,
        flags: found.flags,
    }))
}

impl From<Counters> for Statistics {
    fn from(counters: Counters) -> Self {
        let sum = |parts: [u32; 3]| parts.into_iter().fold(0, u32::saturating_add);
        Self {
            instruction_count: counters.insts,
            temp_array_count: sum([counters.array_local_bytes, counters.array_static_bytes, counters.array_tgsm_bytes]),
            dynamic_flow_control_count: counters.branches,
            array_instruction_count: sum([
                counters.array_local_ldst,
                counters.array_static_ldst,
                counters.array_tgsm_ldst,
            ]),
            float_instruction_count: counters.floats,
            int_instruction_count: counters.ints,
            uint_instruction_count: counters.uints,
            texture_normal_instructions: counters.tex_norm,
            texture_load_instructions: counters.tex_load,
            texture_comp_instructions: counters.tex_cmp,
            texture_bias_instructions: counters.tex_bias,
            texture_gradient_instructions: counters.tex_grad,
            cut_instruction_count: counters.gs_cut,
            emit_instruction_count: counters.gs_emit,
            barrier_instructions: counters.barrier,
            interlocked_instructions: counters.atomic,
            texture_store_instructions: counters.tex_store,
        }
    }
}
