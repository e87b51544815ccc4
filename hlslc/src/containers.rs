//! Reading what was written: listings of containers and SPIR-V modules, and single parts.

use crate::options::Options;
use dxil::container::rdat::RuntimeData;
use dxil::container::{Container, ExtraParts, FourCc, Signing, assemble};
use dxil::reflection::write_reflection;
use hlslc_dxil_lower::Lowered;
use hlslc_rootsig::RootSignature;
use std::fmt::Write as _;

fn signing(no_digest: bool) -> Signing {
    if no_digest { Signing::Unsigned } else { Signing::Digest }
}

/// The container of a shader, and the part for reflection by itself if that is asked for.
pub(crate) fn shader_container(
    lowered: &mut Lowered,
    signature: Option<&RootSignature>,
    options: &Options,
) -> Result<(Vec<u8>, Option<Vec<u8>>), String> {
    let wants_reflection = options.separate_reflection || !options.strip_reflection;
    let reflection = wants_reflection.then(|| write_reflection(&mut lowered.module, &lowered.shader));
    let reflection = reflection.transpose().map_err(|error| error.to_string())?;
    let separate = reflection.as_ref().filter(|_| options.separate_reflection);
    let separate = separate.map(|program| part_with_header(FourCc::STAT, &program.write()));
    let extra = ExtraParts {
        root_signature: signature.map(hlslc_rootsig::binary::write),
        reflection: reflection.filter(|_| !options.strip_reflection),
        debug_name: options.names_debug_file,
        ..ExtraParts::default()
    };
    let container = assemble(&lowered.module, &lowered.shader, extra).map_err(|error| error.to_string())?;
    Ok((container.write(signing(options.no_digest)), separate))
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
    let container = Container::read(bytes).map_err(|error| error.to_string())?;
    let mut out = format!("container of {} bytes, digest ", bytes.len());
    for byte in container.digest.0 {
        let _ = write!(out, "{byte:02x}");
    }
    out.push('\n');
    for part in &container.parts {
        let _ = writeln!(out, "  {} {:>6} bytes", part.name, part.data.len());
    }
    Ok(out)
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
