//! Implements the reflection of D3D12 by objects over the result that [`dxil::reflect`] finds in a container of any
//! compiler.
//!
//! - [`descs`]: the structs that clients have filled; the interfaces are described with all others;
//! - [`contents`]: buffers, variables, types and what is bound, of [`shader`]s and [`library`]s alike;
//! - [`absent`]: what stands for things that there are none of.
//!
//! Everything is made when the reflection is, and lives as long. Nothing of it leads back into the container.

mod absent;
mod contents;
mod descs;
mod library;
mod names;
mod shader;

use crate::com::hresult::{
    DXC_E_CONTAINER_INVALID, DXC_E_DUPLICATE_PART, DXC_E_INCORRECT_DXIL_METADATA, DXC_E_MISSING_PART, E_INVALIDARG,
    E_NOINTERFACE, E_OUTOFMEMORY, Hresult,
};
use crate::com::interface::{Interface, Lineage};
use crate::com::interfaces::d3d12::{
    ID3D11ShaderReflection43, ID3D11ShaderReflection47, ID3D12LibraryReflection, ID3D12ShaderReflection,
};
use crate::com::{Done, Guid, Memory, OutAny, Own};
use dxil::ShaderKind;
use dxil::container::{Container, FourCc, pdb};
use dxil::reflect::{ReflectError, Reflection, reflect_container};
use library::LibraryReflection;
use shader::{ShaderReflection, api};

/// The parts that hold a program that can be reflected, the best first.
pub const PROGRAMS: [FourCc; 3] = [FourCc::STAT, FourCc::ILDB, FourCc::DXIL];

/// Bytes of the header of a program, and of that of a part.
const PROGRAM_HEADER: usize = 24;
const PART_HEADER: usize = 8;

/// `IDxcUtils::CreateReflection`: of a container, of a file with debug information, of a program by itself, or of the part that
/// `DXC_OUT_REFLECTION` gives.
pub fn of_bytes(memory: &Memory, bytes: &[u8], iid: &Guid, reflection: &OutAny) -> Done {
    let inner = if pdb::is_pdb(bytes) { pdb::read(bytes).ok() } else { None };
    let bytes = inner.as_deref().unwrap_or(bytes);
    if bytes.starts_with(b"DXBC") {
        let container = Container::read(bytes).map_err(|_| E_INVALIDARG)?;
        for name in PROGRAMS.into_iter().chain([FourCc::RDAT]) {
            if container.parts.iter().filter(|part| part.name == name).count() > 1 {
                return Err(DXC_E_DUPLICATE_PART);
            }
        }
        let program = PROGRAMS.into_iter().find_map(|name| Some((name, container.part(name)?)));
        let (name, program) = program.ok_or(DXC_E_MISSING_PART)?;
        return of_program(memory, name, program, container.part(FourCc::RDAT), iid, reflection);
    }
    if is_program(bytes) {
        return of_program(memory, FourCc::DXIL, bytes, None, iid, reflection);
    }
    let (name, program, rest) = part(bytes).ok_or(E_INVALIDARG)?;
    if name != FourCc::STAT || program.len() < PROGRAM_HEADER {
        return Err(E_INVALIDARG);
    }
    let runtime = match part(rest) {
        Some((FourCc::RDAT, runtime, _)) => Some(runtime),
        _ if rest.len() > PART_HEADER => return Err(E_INVALIDARG),
        _ => None,
    };
    of_program(memory, name, program, runtime, iid, reflection)
}

/// The name and the bytes of a part, and what follows it.
fn part(bytes: &[u8]) -> Option<(FourCc, &[u8], &[u8])> {
    let (name, rest) = bytes.split_first_chunk::<4>()?;
    let (size, rest) = rest.split_first_chunk::<4>()?;
    let (data, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    Some((FourCc(*name), data, rest))
}

/// Whether bytes begin like a program: its magic number follows the version and the size.
pub fn is_program(bytes: &[u8]) -> bool {
    bytes.len() >= PROGRAM_HEADER && bytes[8..].starts_with(b"DXIL")
}

/// Reflects a program, with the runtime data of its container if it has some.
pub fn of_program(
    memory: &Memory,
    name: FourCc,
    program: &[u8],
    runtime: Option<&[u8]>,
    iid: &Guid,
    reflection: &OutAny,
) -> Done {
    if !is_program(program) {
        return Err(E_INVALIDARG);
    }
    // What is left of a program that was stripped.
    if program.len() < PROGRAM_HEADER + 4 {
        return Err(DXC_E_MISSING_PART);
    }
    let kind = u32::from_le_bytes([program[0], program[1], program[2], program[3]]) >> 16;
    let is_library = kind == ShaderKind::Library as u32;
    let lineages: &[&Lineage] = if is_library {
        &[ID3D12LibraryReflection::LINEAGE]
    } else {
        &[ID3D12ShaderReflection::LINEAGE, ID3D11ShaderReflection47::LINEAGE, ID3D11ShaderReflection43::LINEAGE]
    };
    let form = lineages.iter().position(|lineage| lineage.answers(iid)).ok_or(E_NOINTERFACE)?;
    let mut parts = Container::new();
    parts.push(name, program.to_vec());
    if let Some(runtime) = runtime {
        parts.push(FourCc::RDAT, runtime.to_vec());
    }
    let found = reflect_container(&parts).map_err(|error| result_of(&error))?;
    if is_library {
        // Without runtime data nothing says which functions there are and what they use.
        if runtime.is_none() && !found.bindings.is_empty() {
            return Err(DXC_E_INCORRECT_DXIL_METADATA);
        }
        let found = if runtime.is_none() { Reflection { functions: Vec::new(), ..found } } else { found };
        reflection.put_new(Own::new(memory, LibraryReflection::new(memory, &found)?)?, iid)
    } else {
        match form {
            0 => reflection.put_new(Own::new(memory, ShaderReflection::<{ api::D3D12 }>::new(memory, &found)?)?, iid),
            1 => {
                reflection.put_new(Own::new(memory, ShaderReflection::<{ api::D3D11_47 }>::new(memory, &found)?)?, iid)
            }
            _ => {
                reflection.put_new(Own::new(memory, ShaderReflection::<{ api::D3D11_43 }>::new(memory, &found)?)?, iid)
            }
        }
    }
}

/// What DXC fails with.
fn result_of(error: &ReflectError) -> Hresult {
    match error {
        ReflectError::Container(_) => DXC_E_CONTAINER_INVALID,
        ReflectError::Metadata { .. } | ReflectError::CyclicStruct => DXC_E_INCORRECT_DXIL_METADATA,
        ReflectError::Bitcode { .. } | ReflectError::RootSignature(_) => E_INVALIDARG,
        ReflectError::TooLarge => E_OUTOFMEMORY,
        ReflectError::NothingToSay => DXC_E_MISSING_PART,
    }
}
