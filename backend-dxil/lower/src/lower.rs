//! The lowering as a whole: globals, functions, and what metadata and container say of each entry point.

use crate::annotations::annotations;
use crate::constant::constant;
use crate::errors;
use crate::features::{flags_of_entry, flags_of_module, unwanted_flags};
use crate::function::records::VariablePlace;
use crate::function::{Env, lower_function};
use crate::functions::{self, FuncIds, Functions, declare, list_constructors};
use crate::interface::Interface;
use crate::nodes;
use crate::payloads;
use crate::resource::Resources;
use crate::signature_use::{SignatureUse, signature_use};
use crate::subobject::lower_subobject;
use crate::types::{self, Vectors};
use cranelift_entity::SecondaryMap;
use dxil::Module as DxModule;
use dxil::builder::FunctionBuilder;
use dxil::bytestr::ByteStr;
use dxil::compatibility::{Compatibility, compatibility};
use dxil::constant_use::mark_constant_use;
use dxil::flags::ShaderFlags;
use dxil::module::{FuncId, Global as DxGlobal, GlobalId, LAYOUT_NATIVE_16BIT, Linkage};
use dxil::packing::Packing;
use dxil::requirements::{groupshared_bytes, library_flags, shader_flags};
use dxil::semantics::Domain;
use dxil::shader::{EntryPoint as DxEntry, Shader, StageProperties};
use dxil::signature::SignatureElement;
use dxil::target::{ShaderKind, ShaderModel as DxShaderModel, Version};
use dxil::types::addrspace;
use dxil::validator::ValidatorVersion;
use hlslc_base::target::Denormals;
use hlslc_base::{Diagnostic, Span, Stage, Target, internal};
use hlslc_ir::interface::ParameterRole;
use hlslc_ir::module::{EntryPoint, GlobalData};
use hlslc_ir::reach::{CallGraph, entry_roots, roots};
use hlslc_ir::stage::{Domain as IrDomain, StageProperties as IrProperties};
use hlslc_ir::whole;
use hlslc_ir::{AddressSpace, Func, Global, Imm, Module, Resource};

/// How to lower.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct LowerOptions {
    /// What for.
    pub target: Target,
    /// `-auto-binding-space`, which the module then states.
    pub automatic_space: Option<u32>,
    /// `-Qkeep_reflect_in_dxil`: the module has names and annotations, which else only the shader that goes with it has.
    pub keep_reflection: bool,
    /// The validator the module is written for; a later one where the shader model needs it.
    pub validator: ValidatorVersion,
    /// `-denorm`, which functions then state.
    pub denormals: Option<Denormals>,
    /// How signatures get their registers.
    pub packing: Packing,
}

impl LowerOptions {
    /// What is done where nothing is asked for.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            automatic_space: None,
            keep_reflection: false,
            validator: ValidatorVersion::default(),
            denormals: None,
            packing: Packing::PrefixStable,
        }
    }

    /// The same with another validator.
    pub fn with_validator(self, validator: ValidatorVersion) -> Self {
        Self { validator, ..self }
    }
}

/// A module, what its metadata says as data, and where its resources come from.
#[derive(Debug)]
pub struct Lowered {
    /// The module, metadata included.
    pub module: DxModule,
    /// What the metadata says, and what reflection says beyond it.
    pub shader: Shader,
    /// The IR's resources behind the shader's, class by class in the order SRV, UAV, CBV, sampler.
    pub resources: Vec<Resource>,
    /// What the functions of a library need.
    pub needs: Option<SecondaryMap<FuncId, Compatibility>>,
    /// Which function of the IR became which.
    pub functions: Vec<(Func, FuncId)>,
    /// Where the variables of the source are in each function, if debug information is asked for.
    pub places: Vec<(FuncId, Vec<VariablePlace>)>,
    /// Which variable of the IR became which.
    pub globals: SecondaryMap<Global, Option<GlobalId>>,
}

/// Bytes of group-shared memory a thread group has.
fn groupshared_limit(stage: Stage) -> u64 {
    if stage == Stage::Mesh { 28 * 1024 } else { 32 * 1024 }
}

/// The kind of shader that a stage is.
fn kind_of(stage: Stage) -> Option<ShaderKind> {
    ShaderKind::from_number(u32::from(stage as u8))
}

/// Lowers a module in DXIL form: every function that something outside may start or that those reach.
pub fn lower(module: &Module, options: LowerOptions) -> Result<Lowered, Vec<Diagnostic>> {
    let target = options.target;
    let Some(kind) = kind_of(target.stage) else {
        let span = module.entries.first().map_or(Span::NONE, |entry| entry.span);
        return Err(vec![internal(span, "lower to DXIL", &format!("DXIL has no {} shaders", target.stage))]);
    };
    let model = DxShaderModel::new(kind, target.model.major, target.model.minor);
    let graph = CallGraph::new(module);
    let reached = graph.reached(roots(module));
    let mut faces = Vec::with_capacity(module.entries.len());
    for entry in &module.entries {
        let uses = signature_use(module, entry, entry_roots(entry));
        let interface = Interface::new(module, entry, model.version, &uses, options.packing)?;
        faces.push(Face { entry, uses, interface, reached: graph.reached(entry_roots(entry)) });
    }

    let mut dx = DxModule::new();
    dx.version = model.dxil_version();
    if module.flags.native_16bit {
        dx.data_layout = LAYOUT_NATIVE_16BIT.into();
    }
    let is_library = target.stage == Stage::Library;
    let mut resources = Resources::new(&mut dx, module, &reached, target);
    let vectors = if is_library { Vectors::Kept } else { Vectors::Arrays };
    let globals = lower_globals(module, &reached, vectors, &mut dx)?;
    let all = Functions::new(module);
    let declared = declare(&all, &graph, &reached, options, &mut dx)?;
    list_constructors(module, &declared, &mut dx);
    let functions = &declared.functions;
    let owners = owners(&faces, is_library);
    let nothing = Interface::default();
    let mut places = Vec::new();
    for &id in &declared.order {
        let Some(function) = functions[id].filter(|_| !module.funcs[id].layout.is_empty()) else { continue };
        let user = owners[id].map(|face| &faces[face]);
        let own = user.filter(|face| entry_roots(face.entry).any(|root| root == id));
        let env = Env {
            module,
            target,
            stage: user.map_or(Stage::Library, |face| face.entry.stage()),
            reads_vertices: user.is_some_and(|face| face.entry.properties.reads_vertices()),
            parameters: own.map_or(&[], |face| &face.entry.parameters),
            node: own.and_then(|face| face.entry.properties.as_node()),
            vectors,
            resources: &resources,
            globals: &globals,
            functions,
            interface: own.map_or(&nothing, |face| &face.interface),
        };
        let (found, problems) = lower_function(&env, &module.funcs[id], FunctionBuilder::new(&mut dx, function));
        places.push((function, found));
        if !problems.is_empty() {
            return Err(problems);
        }
    }
    let shared = groupshared_bytes(&dx);
    let limit = groupshared_limit(target.stage);
    if shared > limit && !is_library {
        let span = last_groupshared(module, &globals);
        return Err(vec![errors::groupshared_too_large(span, shared, limit)]);
    }

    let mut entries = Vec::with_capacity(faces.len());
    for face in &faces {
        entries.push(DxEntry {
            function: functions[face.entry.func],
            kind: kind_of(face.entry.stage()).unwrap_or(kind),
            name: entry_name(face.entry, functions, &dx, is_library),
            inputs: stated(&face.interface.inputs, is_library),
            outputs: stated(&face.interface.outputs, is_library),
            patch: stated(&face.interface.patch, is_library),
            flags: ShaderFlags::empty(),
            stage: properties(module, face.entry, functions, &dx)?,
            // Of an entry of a library it says nothing.
            auto_space: if is_library {
                library_space(model, 0)
            } else {
                options.automatic_space.filter(|_| model.version >= STATED_SPACES)
            },
        });
    }
    let roots = faces.iter().flat_map(|face| entry_roots(face.entry).map(|id| (id, face.entry.bare.as_deref())));
    let roots = roots.filter_map(|(id, bare)| Some((functions[id]?, bare)));
    let annotations = annotations(&mut dx, module, &mut resources, roots);
    let mut shader = Shader {
        shader_model: model,
        dxil_version: model.dxil_version(),
        validator: match options.validator.at_least(model.dxil_version()) {
            _ if model.is_offline() => ValidatorVersion::NONE,
            version if is_library && !module.subobjects.is_empty() => version.for_subobjects(),
            version => version,
        },
        producer: Some(concat!("hlslc ", env!("CARGO_PKG_VERSION")).into()),
        resources: resources.lists.clone(),
        dependencies: None,
        annotations,
        entries,
        subobjects: if is_library { module.subobjects.iter().map(lower_subobject).collect() } else { Vec::new() },
    };
    for (at, face) in faces.iter().enumerate() {
        let chosen = flags_of_entry(face.entry);
        if is_library {
            shader.entries[at].flags = chosen;
            continue;
        }
        let flags = (shader_flags(&dx, &shader) | flags_of_module(module) | chosen) - unwanted_flags(module);
        if !matches!(target.stage, Stage::Compute | Stage::Amplification) {
            let uses_view_id = flags.contains(ShaderFlags::VIEW_ID);
            shader.dependencies = Some(face.interface.dependencies(face.entry, &face.uses, uses_view_id));
        }
        shader.entries[at].flags = flags;
    }
    let mut needs = None;
    if is_library {
        // What options choose is of functions, if there are any.
        let has_code = dx.functions.values().any(|function| function.body.is_some());
        let chosen = if has_code { flags_of_module(module) } else { ShaderFlags::empty() };
        let found = compatibility(&dx, &shader);
        let flags = (library_flags(&shader, &found) | chosen) - unwanted_flags(module);
        needs = Some(found);
        shader.entries.sort_by(|one, other| one.name.cmp(&other.name));
        shader.entries.insert(0, whole_library(flags, model, options));
        shader.annotations.functions = functions::annotations(&all, &declared);
        payloads::annotate(module, &reached, &mut dx);
    }
    mark_constant_use(&dx, &mut shader);
    if options.keep_reflection {
        shader.write(&mut dx);
    } else {
        shader.write_program(&mut dx);
    }
    let functions = module.funcs.keys().filter_map(|id| Some((id, functions[id]?))).collect();
    Ok(Lowered { module: dx, shader, resources: resources.used, needs, functions, places, globals })
}

/// An entry point, its signatures, and the functions it reaches.
struct Face<'a> {
    entry: &'a EntryPoint,
    uses: SignatureUse,
    interface: Interface,
    reached: Vec<Func>,
}

/// Whose stage each function runs in. In a library only entry points have a stage: others may be called from anywhere.
fn owners(faces: &[Face<'_>], is_library: bool) -> SecondaryMap<Func, Option<usize>> {
    let mut owners: SecondaryMap<Func, Option<usize>> = SecondaryMap::new();
    for (at, face) in faces.iter().enumerate() {
        let roots: Vec<Func> = entry_roots(face.entry).collect();
        for &id in if is_library { &roots } else { &face.reached } {
            owners[id].get_or_insert(at);
        }
    }
    owners
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

/// What the stage of an entry point states.
fn properties(
    module: &Module,
    entry: &EntryPoint,
    functions: &FuncIds,
    dx: &DxModule,
) -> Result<StageProperties, Vec<Diagnostic>> {
    /// The greatest factor there is, where none is stated.
    const MAX_TESS_FACTOR: f32 = 64.0;
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
            let missing = || vec![errors::open_tessellation(entry.span)];
            StageProperties::Hull {
                patch_function: patch_constant.and_then(|id| functions[id]).ok_or_else(missing)?,
                input_points,
                output_points,
                domain: domain.map(tessellated).ok_or_else(missing)?,
                partitioning: partitioning.ok_or_else(missing)?.number(),
                output_primitive: output.number(),
                max_tess_factor: max_tess_factor.unwrap_or(MAX_TESS_FACTOR).to_bits(),
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
fn whole_library(flags: ShaderFlags, model: DxShaderModel, options: LowerOptions) -> DxEntry {
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
    }
}

/// Declares the globals that some functions use.
fn lower_globals(
    module: &Module,
    funcs: &[Func],
    vectors: Vectors,
    dx: &mut DxModule,
) -> Result<SecondaryMap<Global, Option<GlobalId>>, Vec<Diagnostic>> {
    let mut used: SecondaryMap<Global, bool> = SecondaryMap::new();
    for func in funcs.iter().map(|&id| &module.funcs[id]) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if let Imm::Global(global) = func.insts[inst].imm {
                used[global] = true;
            }
        }
    }
    let mut out = SecondaryMap::new();
    let payloads = whole::globals(module);
    // A payload that is read is no variable: an operation gives its address.
    let is_variable =
        |id, data: &GlobalData| used[id] && !matches!(data.space, AddressSpace::Payload | AddressSpace::Parameter);
    for (id, data) in module.globals.iter().filter(|&(id, data)| is_variable(id, data)) {
        let Some(global) = lower_global(module, data, payloads.contains(id).then_some(vectors), dx) else {
            let what = format!("lower to DXIL, variable `{}`", data.name);
            return Err(vec![internal(data.span, &what, "its type or value has no form in DXIL")]);
        };
        out[id] = Some(dx.add_global(global));
    }
    Ok(out)
}

/// A variable; of one that stays whole it is said how its vectors lie.
fn lower_global(module: &Module, data: &GlobalData, whole: Option<Vectors>, dx: &mut DxModule) -> Option<DxGlobal> {
    let (ty, align) = if let Some(vectors) = whole {
        (types::whole(dx, &module.ctx, data.ty, vectors)?, types::WHOLE_ALIGN)
    } else {
        (types::memory(dx, &module.ctx, data.ty)?, types::align(&module.ctx, data.ty)?.max(4))
    };
    let initializer = match (data.space, data.init) {
        (AddressSpace::Constant, Some(init)) => Some(constant(dx, &module.ctx, init)?),
        (AddressSpace::Private, Some(init)) => Some(constant(dx, &module.ctx, init)?),
        (AddressSpace::Private, None) => Some(dx.zero(ty)),
        (AddressSpace::Groupshared, _) => None,
        (
            AddressSpace::Constant
            | AddressSpace::Function
            | AddressSpace::Resource
            | AddressSpace::Input
            | AddressSpace::Output
            | AddressSpace::Payload
            | AddressSpace::Parameter
            | AddressSpace::NodeRecord
            | AddressSpace::Device
            | AddressSpace::Foreign,
            _,
        ) => return None,
    };
    let is_const = data.space == AddressSpace::Constant;
    let is_shared = data.space == AddressSpace::Groupshared;
    Some(DxGlobal {
        name: data.name.as_str().into(),
        ty,
        addrspace: if is_shared { addrspace::GROUPSHARED } else { addrspace::DEFAULT },
        is_const,
        initializer,
        linkage: if is_shared { Linkage::External } else { Linkage::Internal },
        align,
        section: None,
        unnamed_addr: is_const,
        externally_initialized: false,
    })
}

/// Where the last of the group-shared variables is declared.
fn last_groupshared(module: &Module, globals: &SecondaryMap<Global, Option<GlobalId>>) -> Span {
    let mut latest = module.globals.iter().rev();
    let found = latest.find(|(id, data)| globals[*id].is_some() && data.space == AddressSpace::Groupshared);
    found.map_or(Span::NONE, |(_, data)| data.span)
}
