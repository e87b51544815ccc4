//! Reading what was written: listings of containers and SPIR-V modules, and single parts.

use crate::Reflection;
use crate::options::Options;
use crate::output::DebugFile;
use dxil::container::program::Program;
use dxil::container::rdat::RuntimeData;
use dxil::container::small::{DebugName, ShaderHash};
use dxil::container::{Container, DebugParts, ExtraParts, FourCc, Signing, assemble, dump, pdb};
use dxil::reflect::reflect_module;
use dxil::reflection::write_reflection;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_dxil_lower::Lowered;
use hlslc_dxil_lower::debug::{DebugSources, debug_program};
use hlslc_ir::Module;
use hlslc_rootsig::RootSignature;

fn signing(no_digest: bool) -> Signing {
    if no_digest { Signing::Unsigned } else { Signing::Digest }
}

/// What is made of a shader.
pub(crate) struct Written {
    /// The container.
    pub object: Vec<u8>,
    /// The part for reflection by itself, if that is asked for.
    pub reflection_part: Option<Vec<u8>>,
    /// What the shader says of itself, if that is asked for.
    pub reflection: Option<Reflection>,
    /// The file with debug information, if that is asked for.
    pub debug_file: Option<DebugFile>,
}

/// The container of a shader and what goes beside it.
pub(crate) fn shader_container(
    lowered: &mut Lowered,
    signature: Option<&RootSignature>,
    options: &Options,
    module: &Module,
    sources: &SourceMap,
) -> Result<Written, String> {
    let debug = debug_parts(lowered, options, module, sources)?;
    let wants_reflection = options.separate_reflection || !options.strip_reflection;
    let reflection = wants_reflection.then(|| write_reflection(&mut lowered.module, &lowered.shader));
    let reflection = reflection.transpose().map_err(|error| error.to_string())?;
    let separate = reflection.as_ref().filter(|_| options.separate_reflection);
    let separate = separate.map(|program| part_with_header(FourCc::STAT, &program.write()));
    let extra = ExtraParts {
        root_signature: signature.map(hlslc_rootsig::binary::write),
        reflection: reflection.filter(|_| !options.strip_reflection),
        debug: debug.clone(),
        ..ExtraParts::default()
    };
    let container = assemble(&lowered.module, &lowered.shader, extra).map_err(|error| error.to_string())?;
    let program = debug.and_then(|debug| debug.program).filter(|_| options.debug.separate);
    let debug_file = program.map(|program| debug_file(&container, &program)).transpose()?;
    let reflection = options.reflect.then(|| reflect_module(&container, &lowered.module, &lowered.shader));
    let reflection = reflection.transpose().map_err(|error| error.to_string())?;
    Ok(Written {
        object: container.write(signing(options.no_digest)),
        reflection_part: separate,
        reflection: reflection.map(|found| Reflection::Dxil(Box::new(found))),
        debug_file,
    })
}

/// The parts about debug information, if there are any.
fn debug_parts(
    lowered: &mut Lowered,
    options: &Options,
    module: &Module,
    sources: &SourceMap,
) -> Result<Option<DebugParts>, String> {
    let wanted = &options.debug;
    if !wanted.wanted && !wanted.name_only {
        return Ok(None);
    }
    let define = |(name, value): &(String, String)| format!("{name}={value}");
    let from = DebugSources {
        sources,
        main: FileId::default(),
        arguments: &wanted.arguments,
        defines: &options.defines.iter().map(define).collect::<Vec<_>>(),
        producer: concat!("hlslc ", env!("CARGO_PKG_VERSION")),
    };
    let program = wanted.wanted.then(|| debug_program(lowered, module, &from)).transpose();
    Ok(Some(DebugParts {
        program: program.map_err(|error| error.to_string())?,
        embed: wanted.embed,
        hash_of_source: wanted.hash_of_source,
        name: wanted.file_name.clone(),
    }))
}

/// The file with debug information of a shader: what its container says about it, and the program with its sources.
fn debug_file(container: &Container, program: &Program) -> Result<DebugFile, String> {
    const KEPT: [FourCc; 5] = [FourCc::PSV0, FourCc::RDAT, FourCc::STAT, FourCc::ILDN, FourCc::HASH];
    let mut inner = Container::new();
    for part in container.parts.iter().filter(|part| KEPT.contains(&part.name)) {
        inner.push(part.name, part.data.clone());
    }
    inner.push(FourCc::ILDB, program.write());
    let hash = container.part(FourCc::HASH).map(ShaderHash::read).transpose().map_err(|error| error.to_string())?;
    let name = container.part(FourCc::ILDN).map(DebugName::read).transpose().map_err(|error| error.to_string())?;
    Ok(DebugFile {
        name: String::from_utf8_lossy(&name.unwrap_or_default().name).into_owned(),
        bytes: pdb::write(&inner.write(Signing::Digest), hash.map_or([0; 16], |hash| hash.digest)),
    })
}

/// A part as it stands in a container.
fn part_with_header(name: FourCc, data: &[u8]) -> Vec<u8> {
    let size = u32::try_from(data.len()).unwrap_or(u32::MAX);
    [&name.0, size.to_le_bytes().as_slice(), data].concat()
}

/// The part for reflection of a container, with its header, as `-Fre` writes it.
pub fn reflection_part(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    let part = container.part(FourCc::STAT).ok_or("the container has no part for reflection")?;
    Ok(part_with_header(FourCc::STAT, part))
}

/// A container that holds a root signature and nothing else.
pub(crate) fn root_signature_container(signature: &RootSignature, no_digest: bool) -> Vec<u8> {
    let mut container = Container::new();
    container.push(FourCc::RTS0, hlslc_rootsig::binary::write(signature));
    container.write(signing(no_digest))
}

/// The parts of a container and their sizes: what `--emit=container` prints.
pub(crate) fn describe(bytes: &[u8]) -> Result<String, String> {
    dump::overview(bytes).map_err(|error| error.to_string())
}

/// Whether these bytes are a container; if not, why.
pub fn check_container(bytes: &[u8]) -> Result<(), String> {
    Container::read(bytes).map(drop).map_err(|error| error.to_string())
}

/// The listing of a container in the form of `dxc -dumpbin`, with the runtime data of a library behind it; of a container with only a root signature, its text.
pub fn disassemble(bytes: &[u8]) -> Result<String, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    if container.part(FourCc::DXIL).is_none()
        && let Some(part) = container.part(FourCc::RTS0)
    {
        return root_signature_text(part);
    }
    let mut text = dxil::disasm::disassemble_container(bytes).map_err(|error| error.to_string())?;
    if let Some(part) = container.part(FourCc::RDAT) {
        // DXC lists the subobjects alone.
        text.push_str(&RuntimeData::read(part).map_err(|error| error.to_string())?.list_all());
    }
    Ok(text)
}

/// The listing of a container and all fields of its parts as comments behind it: what `-dumpbin` prints.
pub fn list_container(bytes: &[u8]) -> Result<String, String> {
    let fields = dump::fields(bytes, &[]).map_err(|error| error.to_string())?;
    if let Some(fault) = fields.faults.first() {
        return Err(format!("{fault}; `hlslc parts show` lists what can be read"));
    }
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    let has_program = container.part(FourCc::DXIL).or(container.part(FourCc::ILDB)).is_some();
    let mut text = if has_program {
        dxil::disasm::disassemble_container(bytes).map_err(|error| error.to_string())?
    } else {
        container.part(FourCc::RTS0).map(root_signature_text).transpose()?.unwrap_or_default()
    };
    // Text that is no program has comments of its own.
    let comment = if has_program { "; " } else { "// " };
    text.push('\n');
    for line in fields.text.lines() {
        text.push_str(format!("{comment}{line}").trim_end());
        text.push('\n');
    }
    Ok(text)
}

/// The source text of a root signature part.
fn root_signature_text(part: &[u8]) -> Result<String, String> {
    let signature = hlslc_rootsig::binary::read(part)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    hlslc_rootsig::print::print(&signature).map(|text| text + "\n").map_err(|error| error.to_string())
}

/// The listing of a SPIR-V module.
pub fn disassemble_spirv(bytes: &[u8]) -> Result<String, String> {
    use rspirv::binary::Disassemble;
    let module = rspirv::dr::load_bytes(bytes).map_err(|error| format!("no SPIR-V module: {error}"))?;
    Ok(module.disassemble() + "\n")
}

/// The hash part of a container, as `-Fsh` writes it.
pub fn shader_hash(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    container.part(FourCc::HASH).map(<[u8]>::to_vec).ok_or_else(|| "the container has no shader hash".to_owned())
}
