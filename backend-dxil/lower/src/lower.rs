//! Lowers a module: globals, functions, and the facts of each entry point in metadata and container.

use crate::annotations::annotations;
use crate::constant::constant;
use crate::entry::{Face, entry, faces, kind_of, library_entry};
use crate::errors;
use crate::features::{flags_of_entry, flags_of_module, unwanted_flags};
use crate::function::records::VariablePlace;
use crate::function::{Env, lower_function};
use crate::functions::{self, FuncIds, Functions, declare, list_constructors};
use crate::interface::Interface;
use crate::payloads;
use crate::resource::Resources;
use crate::subobject::lower_subobject;
use crate::types::{self, Vectors};
use cranelift_entity::SecondaryMap;
use dxil::Module as DxModule;
use dxil::builder::FunctionBuilder;
use dxil::compatibility::{Compatibility, compatibility};
use dxil::constant_use::mark_constant_use;
use dxil::constants::ConstId;
use dxil::flags::ShaderFlags;
use dxil::module::{
    FuncId, Global as DxGlobal, GlobalId, LAYOUT_NATIVE_16BIT, Linkage, NumberClass, Specialization as DxSpecialization,
};
use dxil::packing::Packing;
use dxil::requirements::{groupshared_bytes, library_flags, shader_flags};
use dxil::shader::Shader;
use dxil::target::ShaderModel as DxShaderModel;
use dxil::types::addrspace;
use dxil::validator::ValidatorVersion;
use hlslc_base::target::{Denormals, ShaderModel};
use hlslc_base::{Diagnostics, Reported, Span, Stage, Target, internal};
use hlslc_ir::fixed_layout;
use hlslc_ir::form::DxilModule;
use hlslc_ir::module::GlobalData;
use hlslc_ir::ops::OpSet;
use hlslc_ir::reach::{CallGraph, entry_roots, roots};
use hlslc_ir::{AddressSpace, Func, Global, Imm, Module, Op, Resource, Scalar};

/// The options of lowering.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct LowerOptions {
    /// The target.
    pub target: Target,
    /// `-auto-binding-space`, which the module then states.
    pub automatic_space: Option<u32>,
    /// `-Qkeep_reflect_in_dxil`: the module has names and annotations, which else only the shader that goes with it has.
    pub keep_reflection: bool,
    /// The validator the module is written for; a later one where the shader model needs it.
    pub validator: ValidatorVersion,
    /// `-denorm`, which functions then state.
    pub denormals: Option<Denormals>,
    /// The packing of signatures into registers.
    pub packing: Packing,
    /// Whether instructions state their [`Origin`](crate::Origin).
    pub states_origins: bool,
}

impl LowerOptions {
    /// The defaults.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            automatic_space: None,
            keep_reflection: false,
            validator: ValidatorVersion::default(),
            denormals: None,
            packing: Packing::PrefixStable,
            states_origins: false,
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
    /// The facts in the metadata, and further ones for reflection.
    pub shader: Shader,
    /// The IR's resources after the shader's, class by class in the order SRV, UAV, CBV, sampler.
    pub resources: Vec<Resource>,
    /// The requirements of the functions of a library.
    pub needs: Option<SecondaryMap<FuncId, Compatibility>>,
    /// Which function of the IR became which.
    pub functions: Vec<(Func, FuncId)>,
    /// The locations of the source's variables in each function, with debug information.
    pub places: Vec<(FuncId, Vec<VariablePlace>)>,
    /// Which variable of the IR became which.
    pub globals: SecondaryMap<Global, Option<GlobalId>>,
}

/// Lowers a module in DXIL form: every function that something outside may start or that those reach.
///
/// # Errors
/// If the module uses something that DXIL of the target has no form for.
pub fn lower(module: &DxilModule, options: LowerOptions, sink: &mut Diagnostics) -> Result<Lowered, Reported> {
    let module: &Module = module;
    let target = options.target;
    let is_library = target.stage == Stage::Library;
    let model = shader_model(module, target, sink)?;
    let graph = CallGraph::new(module);
    let reached = graph.reached(roots(module));
    let faces = faces(module, &graph, model, options.packing, sink)?;

    let mut dx = DxModule::new();
    dx.version = model.dxil_version();
    if module.flags.native_16bit {
        dx.data_layout = LAYOUT_NATIVE_16BIT.into();
    }
    let mut resources = Resources::new(&mut dx, module, &reached, target);
    let vectors = if is_library { Vectors::Kept } else { Vectors::Arrays };
    let globals = lower_globals(module, &reached, vectors, &mut dx, sink)?;
    let specialized = lower_specializations(module, &reached, &mut dx, sink)?;
    let all = Functions::new(module);
    let declared = declare(&all, &graph, &reached, options, &mut dx, sink)?;
    list_constructors(module, &declared, &mut dx);
    let functions = &declared.functions;
    let shared = Shared {
        module,
        target,
        vectors,
        states_origins: options.states_origins,
        resources: &resources,
        globals: &globals,
        specialized: &specialized,
        functions,
    };
    let places = lower_bodies(&shared, &declared.order, &faces, &mut dx, sink)?;
    check_groupshared(module, target, &globals, &dx, sink)?;

    let entries = faces.iter().map(|face| entry(module, face, functions, &dx, model, options, sink));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    let roots = faces.iter().flat_map(|face| entry_roots(face.entry).map(|id| (id, face.entry.bare.as_deref())));
    let roots = roots.filter_map(|(id, bare)| Some((functions[id]?, bare)));
    let annotations = annotations(&mut dx, module, &mut resources, roots);
    let mut shader = Shader {
        shader_model: model,
        dxil_version: model.dxil_version(),
        validator: stated_validator(module, model, options),
        producer: Some(concat!("hlslc ", env!("CARGO_PKG_VERSION")).into()),
        resources: resources.lists.clone(),
        dependencies: None,
        annotations,
        entries,
        subobjects: if is_library { module.subobjects.iter().map(lower_subobject).collect() } else { Vec::new() },
    };
    let mut needs = None;
    if is_library {
        needs = Some(finish_library(module, &faces, options, &dx, &mut shader));
        shader.annotations.functions = functions::annotations(&all, &declared, &resources, &mut dx);
        payloads::annotate(module, &reached, &mut dx);
    } else {
        finish_shader(module, &faces, target.stage, &dx, &mut shader);
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

/// The shader model of a target, if DXIL has its stage.
fn shader_model(module: &Module, target: Target, sink: &mut Diagnostics) -> Result<DxShaderModel, Reported> {
    let Some(kind) = kind_of(target.stage) else {
        let span = module.entries.first().map_or(Span::NONE, |entry| entry.span);
        let what = format!("DXIL has no {} shaders", target.stage);
        return Err(sink.report(internal(span, "lower to DXIL", &what)));
    };
    Ok(DxShaderModel::new(kind, target.model.major, target.model.minor))
}

/// The validator that the module says it is written for.
fn stated_validator(module: &Module, model: DxShaderModel, options: LowerOptions) -> ValidatorVersion {
    let is_library = options.target.stage == Stage::Library;
    match options.validator.at_least(model.dxil_version()) {
        _ if model.is_offline() || is_library && options.target.model < ShaderModel::FIRST_OF_LIBRARIES => {
            ValidatorVersion::NONE
        }
        version if is_library && !module.subobjects.is_empty() => version.for_subobjects(),
        version => version,
    }
}

/// The data that lowering all functions of a module shares.
struct Shared<'a> {
    module: &'a Module,
    target: Target,
    vectors: Vectors,
    states_origins: bool,
    resources: &'a Resources,
    globals: &'a SecondaryMap<Global, Option<GlobalId>>,
    specialized: &'a SecondaryMap<Global, Option<ConstId>>,
    functions: &'a FuncIds,
}

/// Lowers the functions that have a body, in the order of their declarations; where the variables of each are.
fn lower_bodies(
    shared: &Shared<'_>,
    order: &[Func],
    faces: &[Face<'_>],
    dx: &mut DxModule,
    sink: &mut Diagnostics,
) -> Result<Vec<(FuncId, Vec<VariablePlace>)>, Reported> {
    let &Shared { module, target, vectors, states_origins, resources, globals, specialized, functions } = shared;
    let owners = owners(faces, target.stage == Stage::Library);
    let nothing = Interface::default();
    let mut places = Vec::new();
    for &id in order {
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
            states_origins,
            resources,
            globals,
            specialized,
            functions,
            interface: own.map_or(&nothing, |face| &face.interface),
        };
        places.push((function, lower_function(&env, &module.funcs[id], FunctionBuilder::new(dx, function), sink)?));
    }
    Ok(places)
}

/// Checks the memory of a thread group, which has only so much. Libraries leave that to what is linked from them.
fn check_groupshared(
    module: &Module,
    target: Target,
    globals: &SecondaryMap<Global, Option<GlobalId>>,
    dx: &DxModule,
    sink: &mut Diagnostics,
) -> Result<(), Reported> {
    if target.stage == Stage::Library {
        return Ok(());
    }
    let Some(entry) = module.entries.first() else { return Ok(()) };
    let (shared, limit) = (groupshared_bytes(dx), u64::from(entry.group_memory_bytes()));
    if shared > limit {
        let span = last_groupshared(module, globals);
        return Err(sink.report(match entry.group_memory_limit {
            Some(_) => errors::groupshared_over_limit(span, shared, limit),
            None => errors::groupshared_too_large(span, shared, limit),
        }));
    }
    Ok(())
}

/// Adds the facts that follow from the finished code of a shader: its features, and which outputs depend on which
/// inputs.
fn finish_shader(module: &Module, faces: &[Face<'_>], stage: Stage, dx: &DxModule, shader: &mut Shader) {
    for (at, face) in faces.iter().enumerate() {
        let of_code = shader_flags(dx, shader);
        let flags = (of_code | flags_of_module(module) | flags_of_entry(face.entry)) - unwanted_flags(module);
        if !matches!(stage, Stage::Compute | Stage::Amplification) {
            let uses_view_id = flags.contains(ShaderFlags::VIEW_ID);
            shader.dependencies = Some(face.interface.dependencies(face.entry, &face.uses, uses_view_id));
        }
        shader.entries[at].flags = flags;
    }
}

/// The same for a library, whose entries come in the order of their names after one that stands for all of it; what each of
/// its functions needs.
fn finish_library(
    module: &Module,
    faces: &[Face<'_>],
    options: LowerOptions,
    dx: &DxModule,
    shader: &mut Shader,
) -> SecondaryMap<FuncId, Compatibility> {
    for (entry, face) in shader.entries.iter_mut().zip(faces) {
        entry.flags = flags_of_entry(face.entry);
    }
    // What options choose is of functions, if there are any.
    let has_code = dx.functions.values().any(|function| function.body.is_some());
    let chosen = if has_code { flags_of_module(module) } else { ShaderFlags::empty() };
    let needs = compatibility(dx, shader);
    let flags = (library_flags(shader, &needs) | chosen) - unwanted_flags(module);
    shader.entries.sort_by(|one, other| one.name.cmp(&other.name));
    shader.entries.insert(0, library_entry(flags, shader.shader_model, options));
    needs
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

/// Declares the globals that some functions use.
fn lower_globals(
    module: &Module,
    funcs: &[Func],
    vectors: Vectors,
    dx: &mut DxModule,
    sink: &mut Diagnostics,
) -> Result<SecondaryMap<Global, Option<GlobalId>>, Reported> {
    let mut used: SecondaryMap<Global, bool> = SecondaryMap::new();
    for func in funcs.iter().map(|&id| &module.funcs[id]) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if let Imm::Global(global) = func.insts[inst].imm {
                used[global] = true;
            }
        }
    }
    let mut out = SecondaryMap::new();
    let payloads = fixed_layout::globals(module);
    // A payload that is read is no variable: an operation gives its address.
    let is_variable = |id, data: &GlobalData| {
        let elsewhere = matches!(data.space, AddressSpace::Payload | AddressSpace::Parameter);
        used[id] && !elsewhere && data.specialization.is_none()
    };
    for (id, data) in module.globals.iter().filter(|&(id, data)| is_variable(id, data)) {
        let Some(global) = lower_global(module, data, payloads.contains(id).then_some(vectors), dx) else {
            let what = format!("lower to DXIL, variable `{}`", data.name);
            return Err(sink.report(internal(data.span, &what, "its type or value has no form in DXIL")));
        };
        out[id] = Some(dx.add_global(global));
    }
    Ok(out)
}

/// Declares the specialization constants that some functions use.
fn lower_specializations(
    module: &Module,
    funcs: &[Func],
    dx: &mut DxModule,
    sink: &mut Diagnostics,
) -> Result<SecondaryMap<Global, Option<ConstId>>, Reported> {
    let mut out: SecondaryMap<Global, Option<ConstId>> = SecondaryMap::new();
    for func in funcs.iter().map(|&id| &module.funcs[id]).filter(|func| func.may_hold(&SPECIALIZED)) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            let (Op::Specialized, Imm::Global(global)) = (func.insts[inst].op, func.insts[inst].imm) else { continue };
            if out[global].is_some() {
                continue;
            }
            let data = &module.globals[global];
            let Some(found) = lower_specialization(module, data, dx) else {
                let what = format!("lower to DXIL, constant `{}`", data.name);
                return Err(sink.report(internal(data.span, &what, "its type or value has no form in DXIL")));
            };
            out[global] = Some(found.constant);
            dx.specializations.push(found);
        }
    }
    Ok(out)
}

const SPECIALIZED: OpSet = OpSet::of(&[Op::Specialized]);

fn lower_specialization(module: &Module, data: &GlobalData, dx: &mut DxModule) -> Option<DxSpecialization> {
    let (scalar, chosen) = (module.ctx.scalar_of(data.ty)?, data.specialization?);
    let class = match scalar {
        Scalar::Bool => NumberClass::Bool,
        Scalar::F16 | Scalar::F32 | Scalar::F64 | Scalar::MinF16 => NumberClass::Float,
        _ if chosen.declared.is_signed_type() => NumberClass::Int,
        Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::MinI16 => NumberClass::Uint,
    };
    let default = constant(dx, &module.ctx, data.init?)?;
    let default = dx.constants.get(default).clone();
    let constant = dx.constants.distinct(default);
    Some(DxSpecialization { id: chosen.id, name: data.name.as_str().into(), class, constant })
}

/// Lowers a variable; `fixed` is the representation of vectors in memory with a fixed layout.
fn lower_global(module: &Module, data: &GlobalData, fixed: Option<Vectors>, dx: &mut DxModule) -> Option<DxGlobal> {
    let (ty, align) = if let Some(vectors) = fixed {
        (types::fixed(dx, &module.ctx, data.ty, vectors)?, types::FIXED_ALIGN)
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

/// The declaration of the last group-shared variable.
fn last_groupshared(module: &Module, globals: &SecondaryMap<Global, Option<GlobalId>>) -> Span {
    let mut latest = module.globals.iter().rev();
    let found = latest.find(|(id, data)| globals[*id].is_some() && data.space == AddressSpace::Groupshared);
    found.map_or(Span::NONE, |(_, data)| data.span)
}
