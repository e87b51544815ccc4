//! Assembles and reads containers of shaders: listings and single parts.

use crate::Reflection;
use crate::args::pairs;
use crate::options::{DebugOptions, Options, StatedCompiler};
use crate::output::{DebugFile, PRODUCER};
use dxil::bitcode::Place;
use dxil::container::program::Program;
use dxil::container::rdat::RuntimeData;
use dxil::container::small::{CompilerVersion, DebugName, ShaderHash};
use dxil::container::sources::{Arguments, SourceFile, Sources};
use dxil::container::{Container, DebugParts, ExtraParts, FourCc, Signing, assemble, compiler, dump, pdb};
use dxil::reflect::reflect_module;
use dxil::reflection::write_reflection;
use dxil::target::Version;
use hlslc_base::source::{FileId, SourceMap};
use hlslc_dxil_lower::Lowered;
use hlslc_dxil_lower::debug::{DebugSources, debug_program};
use hlslc_ir::Module;
use hlslc_rootsig::RootSignature;

fn signing(no_digest: bool) -> Signing {
    if no_digest { Signing::Unsigned } else { Signing::Digest }
}

/// The output for a shader.
pub(crate) struct Written {
    /// The container.
    pub object: Vec<u8>,
    /// The part for reflection by itself, if that is asked for.
    pub reflection_part: Option<Vec<u8>>,
    /// The reflection of the shader, if it is requested.
    pub reflection: Option<Reflection>,
    /// The file with debug information, if that is asked for.
    pub debug_file: Option<DebugFile>,
}

/// The parts of a container besides the program, and the facts about it.
pub(crate) struct Prepared {
    extra: ExtraParts,
    debug: Option<DebugParts>,
    reflection_part: Option<Vec<u8>>,
}

/// Makes what goes into the container of a shader beside the program. The module is the same afterwards.
pub(crate) fn prepare(
    lowered: &mut Lowered,
    signature: Option<&RootSignature>,
    origin: &Origin,
    options: &Options,
) -> Result<Prepared, String> {
    let debug = origin.parts(lowered)?;
    let wants_reflection = options.separate_reflection || !options.strip_reflection;
    let reflection = wants_reflection.then(|| write_reflection(&mut lowered.module, &lowered.shader));
    let reflection = reflection.transpose().map_err(|error| error.to_string())?;
    let separate = reflection.as_ref().filter(|_| options.separate_reflection);
    let reflection_part = separate.map(|program| part_with_header(FourCc::STAT, &program.write()));
    let extra = ExtraParts {
        root_signature: signature.map(hlslc_rootsig::binary::write),
        reflection: reflection.filter(|_| !options.strip_reflection),
        debug: debug.clone(),
        needs: lowered.needs.take(),
        compiler: options.stated_compiler.as_ref().map(version_of),
        ..ExtraParts::default()
    };
    Ok(Prepared { extra, debug, reflection_part })
}

/// The container of a shader and what goes beside it.
pub(crate) fn shader_container(
    lowered: &Lowered,
    prepared: Prepared,
    origin: &Origin,
    options: &Options,
) -> Result<Written, String> {
    let Prepared { extra, debug, mut reflection_part } = prepared;
    let mut container = assemble(&lowered.module, &lowered.shader, extra).map_err(|error| error.to_string())?;
    if let (Some(part), Some(runtime)) = (&mut reflection_part, container.part(FourCc::RDAT)) {
        // Without it nothing says which functions a library has.
        part.extend(part_with_header(FourCc::RDAT, runtime));
    }
    let file = debug.filter(|_| options.debug.separate || options.debug.in_private);
    let file = file.map(|debug| origin.file(&container, lowered, debug.program)).transpose()?;
    if let Some(file) = file.as_ref().filter(|_| options.debug.in_private) {
        container.set_user_bytes(&file.bytes).map_err(|error| error.to_string())?;
    }
    let debug_file = file.filter(|_| options.debug.separate);
    let reflection = options.reflect.then(|| reflect_module(&container, &lowered.module, &lowered.shader));
    let reflection = reflection.transpose().map_err(|error| error.to_string())?;
    Ok(Written {
        object: container.write(signing(options.no_digest)),
        reflection_part,
        reflection: reflection.map(|found| Reflection::Dxil(Box::new(found))),
        debug_file,
    })
}

/// The facts about the origin of a module.
pub(crate) struct Origin<'a> {
    module: &'a Module,
    sources: &'a SourceMap,
    defines: Vec<String>,
    options: &'a DebugOptions,
    stated: Option<StatedCompiler>,
}

impl<'a> Origin<'a> {
    pub fn new(options: &'a Options, module: &'a Module, sources: &'a SourceMap) -> Self {
        let define = |(name, value): &(String, String)| format!("{name}={value}");
        let defines = options.defines.iter().map(define).collect();
        Self { module, sources, defines, options: &options.debug, stated: options.stated_compiler.clone() }
    }

    /// The program with debug information, with the sources or without.
    fn program(&self, lowered: &Lowered, with_texts: bool) -> Result<(Program, Vec<Place>), String> {
        let from = DebugSources {
            sources: self.sources,
            main: FileId::default(),
            arguments: &self.options.arguments,
            defines: &self.defines,
            producer: PRODUCER,
            with_texts,
        };
        debug_program(lowered, self.module, &from).map_err(|error| error.to_string())
    }

    /// The files, the one that was compiled first, and the options.
    fn texts(&self) -> Sources {
        let file = |file: &hlslc_base::source::SourceFile| SourceFile {
            name: file.name.as_bytes().to_vec(),
            content: file.text.as_bytes().to_vec(),
        };
        let pairs = pairs(&self.options.arguments).into_iter();
        let pairs = pairs.map(|(name, value)| (name.into_bytes(), value.into_bytes()));
        Sources {
            files: self.sources.listed(FileId::default()).into_iter().map(file).collect(),
            arguments: Arguments::Pairs(pairs.collect()),
            ..Sources::default()
        }
    }

    /// The parts about debug information, if there are any.
    fn parts(&self, lowered: &Lowered) -> Result<Option<DebugParts>, String> {
        let wanted = self.options;
        if !wanted.wanted && !wanted.sources_only {
            return Ok(None);
        }
        let program = wanted.wanted.then(|| self.program(lowered, true)).transpose()?;
        let (program, places) = program.map_or((None, Vec::new()), |(program, places)| (Some(program), places));
        Ok(Some(DebugParts {
            program,
            places,
            embed: wanted.embed,
            hash_of_source: wanted.hash_of_source,
            name: wanted.file_name.clone(),
        }))
    }

    /// The file with debug information of a shader: what its container calls it, the sources, and the program unless only the
    /// sources are wanted; with those alone what is said for reflection.
    fn file(&self, container: &Container, lowered: &Lowered, program: Option<Program>) -> Result<DebugFile, String> {
        let mut inner = Container::new();
        let keep = |inner: &mut Container, name: FourCc| {
            inner.parts.extend(container.parts.iter().filter(|part| part.name == name).cloned());
        };
        keep(&mut inner, FourCc::ILDN);
        keep(&mut inner, FourCc::HASH);
        if !self.options.source_in_program {
            inner.push(FourCc::SRCI, self.texts().write_srci());
        }
        if self.options.sources_only {
            keep(&mut inner, FourCc::STAT);
        }
        let stated = self.stated.as_ref().map_or_else(|| compiler(&lowered.shader), version_of);
        inner.push(FourCc::VERS, stated.write());
        let program = match program {
            Some(_) if !self.options.source_in_program => Some(self.program(lowered, false)?.0),
            with_texts => with_texts,
        };
        if let Some(program) = program {
            inner.push(FourCc::ILDB, program.write());
        }
        let hash = container.part(FourCc::HASH).map(ShaderHash::read).transpose().map_err(|error| error.to_string())?;
        let name = container.part(FourCc::ILDN).map(DebugName::read).transpose().map_err(|error| error.to_string())?;
        Ok(DebugFile {
            name: String::from_utf8_lossy(&name.unwrap_or_default().name).into_owned(),
            bytes: pdb::write(&inner.write(Signing::Digest), hash.map_or([0; 16], |hash| hash.digest)),
        })
    }
}

/// The part that states a compiler.
fn version_of(stated: &StatedCompiler) -> CompilerVersion {
    CompilerVersion {
        version: Version::new(stated.version.0, stated.version.1),
        flags: 0,
        commits: stated.commits,
        commit: stated.commit.clone().into_bytes(),
        text: stated.text.clone().into_bytes(),
    }
}

/// A part as it stands in a container.
pub(crate) fn part_with_header(name: FourCc, data: &[u8]) -> Vec<u8> {
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

/// The profile of the program in a container.
pub(crate) fn profile(container: &Container) -> Option<String> {
    Some(Program::read(FourCc::DXIL, container.part(FourCc::DXIL)?).ok()?.shader_model.to_string())
}

/// The parts of a container and their sizes: what `--emit=container` prints.
pub(crate) fn describe(bytes: &[u8]) -> Result<String, String> {
    dump::overview(bytes).map_err(|error| error.to_string())
}

/// Checks that these bytes are a container; if not, returns why.
pub fn check_container(bytes: &[u8]) -> Result<(), String> {
    Container::read(bytes).map(drop).map_err(|error| error.to_string())
}

/// The listing of a container in the form of `dxc -dumpbin`, with the runtime data of a library after it; of a container with
/// only a root signature, its text.
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

/// The listing of a container and all fields of its parts as comments after it: what `-dumpbin` prints.
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

/// The hash part of a container, as `-Fsh` writes it.
pub fn shader_hash(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    container.part(FourCc::HASH).map(<[u8]>::to_vec).ok_or_else(|| "the container has no shader hash".to_owned())
}
