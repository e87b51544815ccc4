//! Reads and writes the `RTS0` part, and checks it against the shader in the container.
//!
//! The bytes of a root signature are for `hlslc-rootsig` to read and write; here is what the shader of a container uses,
//! so that it can be checked against one.

use crate::container::psv0::{Psv0, PsvBinding, PsvResource};
use crate::container::signature::SignaturePart;
use crate::container::small::Features;
use crate::container::{Container, ContainerError, FourCc};
use crate::flags::ShaderFlags;
use crate::target::ShaderKind;
use hlslc_rootsig::shader::{Shader, Use, UseKind};
use hlslc_rootsig::{Severity, UNBOUNDED, Visibility, binary, shader, validate};

/// What the shader of a container uses of its root signature, from the parts beside the program. Tags are the numbers of
/// resources in `PSV0`.
pub fn shader_of(container: &Container) -> Result<Shader, ContainerError> {
    let missing = ContainerError { part: None, offset: 0, what: "there is no PSV0 part, so no shader" };
    let psv = Psv0::read(container.part(FourCc::PSV0).ok_or(missing)?)?;
    let features = match container.part(FourCc::SFI0) {
        Some(data) => Features::read(data)?.0,
        None => 0,
    };
    let uses = |flag: ShaderFlags| (features & flag.feature_bits() != 0).then_some(0);
    Ok(Shader {
        stage: visibility(psv.kind),
        indexes_resource_heap: uses(ShaderFlags::RESOURCE_HEAP),
        indexes_sampler_heap: uses(ShaderFlags::SAMPLER_HEAP),
        reads_input_layout: psv.kind == ShaderKind::Vertex && reads_vertices(container)?,
        uses: psv
            .resources
            .iter()
            .enumerate()
            .map(|(tag, resource)| use_of(resource, tag as u32))
            .collect::<Result<_, _>>()?,
    })
}

/// The errors in the root signature of a container, by itself and for the shader; none if it has no root signature.
pub fn verify(container: &Container) -> Result<Vec<String>, ContainerError> {
    let Some(part) = container.part(FourCc::RTS0) else { return Ok(Vec::new()) };
    let signature = match binary::read_as_validators(part) {
        Ok(signature) => signature,
        Err(errors) => return Ok(errors.iter().map(ToString::to_string).collect()),
    };
    let problems = validate(&signature);
    let errors: Vec<String> =
        problems.iter().filter(|p| p.severity() == Severity::Error).map(ToString::to_string).collect();
    if !errors.is_empty() {
        return Ok(errors);
    }
    let findings = shader::check(&signature, &shader_of(container)?);
    Ok(findings.iter().filter(|f| f.severity() == Severity::Error).map(|finding| finding.kind.to_string()).collect())
}

/// What is wrong with the root signature of a container by itself.
pub fn verify_alone(container: &Container) -> Vec<String> {
    let Some(part) = container.part(FourCc::RTS0) else { return Vec::new() };
    match binary::read_as_validators(part) {
        Ok(signature) => {
            let problems = validate(&signature);
            problems.iter().filter(|p| p.severity() == Severity::Error).map(ToString::to_string).collect()
        }
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

/// The registers of a resource of `PSV0`.
fn use_of(resource: &PsvResource, tag: u32) -> Result<Use, ContainerError> {
    let unknown = ContainerError { part: Some(FourCc::PSV0), offset: 0, what: "a resource of unknown type" };
    let kind = match resource.bound_as().ok_or(unknown)? {
        PsvBinding::Sampler => UseKind::Sampler,
        PsvBinding::Cbv => UseKind::ConstantBuffer { bytes_read: 0 },
        PsvBinding::TypedSrv => UseKind::TypedSrv,
        PsvBinding::RawSrv | PsvBinding::StructuredSrv => UseKind::BufferSrv,
        PsvBinding::TypedUav => UseKind::TypedUav,
        PsvBinding::RawUav | PsvBinding::StructuredUav => UseKind::BufferUav,
        PsvBinding::StructuredUavWithCounter => UseKind::CounterUav,
    };
    let (first, last) = (resource.lower_bound, resource.upper_bound);
    let count = if last == u32::MAX { UNBOUNDED } else { last.saturating_sub(first).saturating_add(1) };
    Ok(Use { kind, space: resource.space, first, count, tag })
}

/// Whether a vertex shader has inputs that come from vertex buffers.
fn reads_vertices(container: &Container) -> Result<bool, ContainerError> {
    let Some(data) = container.part(FourCc::ISG1) else { return Ok(false) };
    let inputs = SignaturePart::read(FourCc::ISG1, data)?;
    Ok(inputs.records.iter().any(|record| record.system_value == 0))
}

/// The visibility that stands for a stage; none for those that see only what is visible to all.
fn visibility(kind: ShaderKind) -> Option<Visibility> {
    match kind {
        ShaderKind::Vertex => Some(Visibility::Vertex),
        ShaderKind::Hull => Some(Visibility::Hull),
        ShaderKind::Domain => Some(Visibility::Domain),
        ShaderKind::Geometry => Some(Visibility::Geometry),
        ShaderKind::Pixel => Some(Visibility::Pixel),
        ShaderKind::Amplification => Some(Visibility::Amplification),
        ShaderKind::Mesh => Some(Visibility::Mesh),
        ShaderKind::Compute
        | ShaderKind::Library
        | ShaderKind::RayGeneration
        | ShaderKind::Intersection
        | ShaderKind::AnyHit
        | ShaderKind::ClosestHit
        | ShaderKind::Miss
        | ShaderKind::Callable
        | ShaderKind::Node => None,
    }
}
