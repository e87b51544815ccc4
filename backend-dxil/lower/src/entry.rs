//! Creates the entry points in the metadata.
//!
//! Input: an entry point of the IR and the module as far as its functions are lowered. Output: its name, signatures and what its stage
//! states. Its features come when all code is there.

use crate::errors;
use crate::functions::FuncIds;
use crate::interface::Interface;
use crate::lower::LowerOptions;
use crate::nodes;
use crate::signature_use::{SignatureUse, signature_use};
use dxil::Module as DxModule;
use dxil::bytestr::ByteStr;
use dxil::flags::ShaderFlags;
use dxil::packing::Packing;
use dxil::semantics::Domain;
use dxil::shader::{EntryPoint as DxEntry, StageProperties};
use dxil::signature::SignatureElement;
use dxil::target::{ShaderKind, ShaderModel as DxShaderModel, Version};
use hlslc_base::{Diagnostics, Reported, Stage};
use hlslc_ir::interface::ParameterRole;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::stage::{Domain as IrDomain, StageProperties as IrProperties};
use hlslc_ir::{Func, Module};
use hlslc_semantics::limits;

/// An entry point, its signatures, and the functions it reaches.
pub(crate) struct Face<'a> {
    pub(crate) entry: &'a EntryPoint,
    pub(crate) uses: SignatureUse,
    pub(crate) interface: Interface,
    pub(crate) reached: Vec<Func>,
}

/// The interfaces of all entry points of a module.
pub(crate) fn faces<'a>(
    module: &'a Module,
    graph: &CallGraph,
    model: DxShaderModel,
    packing: Packing,
    sink: &mut Diagnostics,
) -> Result<Vec<Face<'a>>, Reported> {
    let mut faces = Vec::with_capacity(module.entries.len());
    for entry in &module.entries {
        let uses = signature_use(module, entry, entry_roots(entry));
        let interface = Interface::new(module, entry, model.version, &uses, packing, sink)?;
        faces.push(Face { entry, uses, interface, reached: graph.reached(entry_roots(entry)) });
    }
    Ok(faces)
}

/// The entry point, but for its features.
pub(crate) fn entry(
    module: &Module,
    face: &Face<'_>,
    functions: &FuncIds,
    dx: &DxModule,
    model: DxShaderModel,
    options: LowerOptions,
    sink: &mut Diagnostics,
) -> Result<DxEntry, Reported> {
    let is_library = options.target.stage == Stage::Library;
    Ok(DxEntry {
        function: functions[face.entry.func],
        kind: kind_of(face.entry.stage()).unwrap_or(model.kind),
        name: entry_name(face.entry, functions, dx, is_library),
        inputs: stated(&face.interface.inputs, is_library),
        outputs: stated(&face.interface.outputs, is_library),
        patch: stated(&face.interface.patch, is_library),
        flags: ShaderFlags::empty(),
        stage: properties(module, face.entry, functions, dx, sink)?,
        // Of an entry of a library it says nothing.
        auto_space: if is_library {
            library_space(model, 0)
        } else {
            options.automatic_space.filter(|_| model.version >= STATED_SPACES)
        },
        // The container of a shader has a part for it, and a library that is not to be linked has none.
        root_signature: match &face.entry.root_signature {
            Some(signature) if is_library && model.is_offline() => signature.bytes(),
            Some(_) | None => Vec::new(),
        },
        group_memory_limit: face.entry.group_memory_limit.filter(|_| model.version >= STATED_GROUP_MEMORY),
    })
}

/// The kind of shader that a stage is.
pub(crate) fn kind_of(stage: Stage) -> Option<ShaderKind> {
    ShaderKind::from_number(u32::from(stage as u8))
}

/// A signature as the metadata has it: that of a library does not say what is used.
fn stated(elements: &[SignatureElement], is_library: bool) -> Vec<SignatureElement> {
    let mut elements = elements.to_vec();
    for element in elements.iter_mut().filter(|_| is_library) {
        (element.usage_mask, element.dynamic_mask) = (0, 0);
    }
    elements
}

/// The name of an entry point: in a library that of its function.
fn entry_name(entry: &EntryPoint, functions: &FuncIds, dx: &DxModule, is_library: bool) -> ByteStr {
    match functions[entry.func] {
        Some(function) if is_library => dx.functions[function].name.clone(),
        _ => entry.name.as_str().into(),
    }
}

/// The first shader model whose modules state a register space.
const STATED_SPACES: Version = Version::new(6, 3);
/// The first shader model whose entry points state a limit of group-shared memory.
const STATED_GROUP_MEMORY: Version = Version::new(6, 10);

fn library_space(model: DxShaderModel, space: u32) -> Option<u32> {
    (model.version >= STATED_SPACES).then_some(space)
}

/// The bytes of what a ray shader is given in a role.
fn given_bytes(
    module: &Module,
    entry: &EntryPoint,
    role: ParameterRole,
    functions: &FuncIds,
    dx: &DxModule,
) -> Option<u32> {
    let at = entry.parameters.iter().position(|parameter| parameter.role == role)?;
    let function = &dx.functions[functions[entry.func]?];
    let ty =
        dx.types.pointee(*dx.types.signature(function.ty)?.1.get(module.funcs[entry.func].params().len() + at)?)?;
    u32::try_from(dx.alloc_size(ty)?).ok()
}

/// The properties of the stage of an entry point.
fn properties(
    module: &Module,
    entry: &EntryPoint,
    functions: &FuncIds,
    dx: &DxModule,
    sink: &mut Diagnostics,
) -> Result<StageProperties, Reported> {
    Ok(match entry.properties {
        IrProperties::Vertex | IrProperties::Pixel { .. } => StageProperties::None,
        IrProperties::Compute { num_threads, wave_size } => {
            StageProperties::Compute { num_threads, wave_size: wave_size.map(nodes::wave_size) }
        }
        IrProperties::Geometry { input, topology, max_vertices, instances, streams } => StageProperties::Geometry {
            input_primitive: input.number(),
            max_vertex_count: max_vertices,
            stream_mask: u32::from(streams),
            topology: topology.number(),
            instance_count: instances,
        },
        IrProperties::Hull {
            patch_constant,
            domain,
            partitioning,
            output,
            input_points,
            output_points,
            max_tess_factor,
        } => {
            let mut missing = || sink.report(errors::open_tessellation(entry.span));
            StageProperties::Hull {
                patch_function: patch_constant.and_then(|id| functions[id]).ok_or_else(&mut missing)?,
                input_points,
                output_points,
                domain: domain.map(tessellated).ok_or_else(&mut missing)?,
                partitioning: partitioning.ok_or_else(&mut missing)?.number(),
                output_primitive: output.number(),
                max_tess_factor: max_tess_factor.unwrap_or(limits::TESS_FACTOR_MOST as f32).to_bits(),
            }
        }
        IrProperties::Domain { domain, control_points } => {
            StageProperties::Domain { domain: tessellated(domain), input_points: control_points }
        }
        IrProperties::Mesh { num_threads, topology, max_vertices, max_primitives, payload_bytes } => {
            StageProperties::Mesh {
                num_threads,
                max_vertices,
                max_primitives,
                topology: topology.number(),
                payload_bytes,
            }
        }
        IrProperties::Amplification { num_threads, payload_bytes } => {
            StageProperties::Amplification { num_threads, payload_bytes }
        }
        IrProperties::Node(ref node) => StageProperties::Node(Box::new(nodes::properties(module, node))),
        IrProperties::RayGeneration
        | IrProperties::Intersection
        | IrProperties::AnyHit
        | IrProperties::ClosestHit
        | IrProperties::Miss
        | IrProperties::Callable => {
            let bytes = |role| given_bytes(module, entry, role, functions, dx);
            StageProperties::RayTracing {
                payload_bytes: bytes(ParameterRole::Payload).or_else(|| bytes(ParameterRole::CallableData)),
                attribute_bytes: bytes(ParameterRole::Attributes),
            }
        }
    })
}

fn tessellated(domain: IrDomain) -> Domain {
    match domain {
        IrDomain::Isoline => Domain::Isoline,
        IrDomain::Tri => Domain::Tri,
        IrDomain::Quad => Domain::Quad,
    }
}

/// The entry that stands for a whole library.
pub(crate) fn library_entry(flags: ShaderFlags, model: DxShaderModel, options: LowerOptions) -> DxEntry {
    DxEntry {
        function: None,
        kind: ShaderKind::Library,
        name: "".into(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        patch: Vec::new(),
        flags,
        stage: StageProperties::None,
        auto_space: options.automatic_space.and_then(|space| library_space(model, space)),
        root_signature: Vec::new(),
        group_memory_limit: None,
    }
}
