//! Raises a module: options, globals, functions, entry points.

use crate::RaiseError;
use crate::entry;
use crate::function::{self, Env};
use crate::library;
use crate::lines::{Lines, Position, number_of};
use crate::nodes;
use crate::resource::{Resources, resources};
use crate::scan::Scan;
use crate::signature;
use crate::subobject::{root_signature, subobject};
use crate::types::{Types, rows_of_matrix};
use dxil::Module as DxModule;
use dxil::attributes::{Attribute, DENORMALS, FUNCTION_INDEX, HELPER_LANES};
use dxil::bitcode;
use dxil::constants::{ConstId, ConstKind};
use dxil::container::program::Program;
use dxil::container::rdat::RuntimeData;
use dxil::container::{Container, FourCc};
use dxil::flags::ShaderFlags;
use dxil::module::{FuncId, Function as DxFunction, Global as DxGlobal, GlobalId};
use dxil::packing::Packing;
use dxil::shader::{Shader, StageProperties as DxProperties};
use dxil::target::ShaderKind;
use dxil::types::addrspace;
use dxil::validator::ValidatorVersion;
use hlslc_base::target::{Denormals, MODELS};
use hlslc_base::{ShaderModel, Span, Target};
use hlslc_ir::function::{Inline, Linkage};
use hlslc_ir::module::GlobalData;
use hlslc_ir::verify::{Form, verify};
use hlslc_ir::{AddressSpace, Const, ConstData, Context, Func, Function, Global, Module, Scalar, TypeData};
use hlslc_semantics::OPAQUE_VALUE;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// How deep the initial value of a variable may nest.
const DEPTH: u32 = 64;

/// A raised module, and what else its container said.
#[derive(Debug)]
pub struct Raised {
    /// The module.
    pub module: Module,
    /// Its target.
    pub target: Target,
    /// The packing of its signatures.
    pub packing: Packing,
    /// The validator that it was written for.
    pub validator: ValidatorVersion,
    /// The register space for resources without one.
    pub automatic_space: Option<u32>,
    /// The treatment of denormals.
    pub denormals: Option<Denormals>,
    /// The places in the source that the spans of the module stand for, until they are [placed](Self::place).
    positions: Vec<Position>,
}

impl Raised {
    /// Replaces all places in the source by spans of the texts.
    pub fn place(&mut self, mut span: impl FnMut(&Position) -> Span) {
        let spans: Vec<Span> = std::mem::take(&mut self.positions).iter().map(&mut span).collect();
        self.module
            .ctx
            .map_spans(|span| number_of(span).and_then(|number| spans.get(number)).copied().unwrap_or(Span::NONE));
    }
}

/// The part with the program: the one with debug information, if there is one.
fn program_of(container: &Container) -> Option<(FourCc, &[u8])> {
    [FourCc::ILDB, FourCc::DXIL].into_iter().find_map(|name| Some((name, container.part(name)?)))
}

/// Raises the program of a container, with its root signature.
///
/// # Errors
/// If the bytes are no container with a program, or the program cannot be raised.
pub fn raise_container(bytes: &[u8]) -> Result<Raised, RaiseError> {
    let fail = |why: String| RaiseError::new(why);
    let container = Container::read(bytes).map_err(|why| fail(why.to_string()))?;
    let (name, data) = program_of(&container).ok_or_else(|| RaiseError::new("the container has no program"))?;
    let program = Program::read(name, data).map_err(|why| fail(why.to_string()))?;
    let dx = bitcode::read(&program.bitcode).map_err(|why| fail(why.to_string()))?;
    let shader = Shader::read(&dx).map_err(|why| fail(why.to_string()))?;
    let mut raised = raise(&dx, &shader)?;
    if let Some(part) = container.part(FourCc::RTS0)
        && let [entry] = raised.module.entries.as_mut_slice()
    {
        entry.root_signature = Some(root_signature(part, "the container")?);
    }
    if let Some(part) = container.part(FourCc::RDAT) {
        let data = RuntimeData::read(part).map_err(|why| fail(why.to_string()))?;
        let rows = data.tables.subobjects.rows.len();
        let found: Vec<_> = data.subobjects().collect();
        if found.len() != rows {
            return Err(RaiseError::new("a subobject in the runtime data is of no kind"));
        }
        raised.module.subobjects = found.iter().map(subobject).collect::<Result<_, _>>()?;
    }
    Ok(raised)
}

/// Raises a module, of which `shader` is what its metadata says.
///
/// # Errors
/// If something in it has no form in the IR.
pub fn raise(dx: &DxModule, shader: &Shader) -> Result<Raised, RaiseError> {
    let kind = shader.shader_model.kind;
    let stage = entry::stage(kind).ok_or_else(|| RaiseError::new("a shader of no stage"))?;
    let version = shader.shader_model.version;
    let target = Target { stage, model: ShaderModel::new(version.major, version.minor) };
    if !MODELS.contains(&target.model) && target.model != ShaderModel::OFFLINE {
        return Err(RaiseError::new(format!("shader model {} is none that is known", target.model)));
    }
    let mut module = Module::default();
    let flags = shader.entries.iter().fold(ShaderFlags::empty(), |flags, entry| flags | entry.flags);
    module.flags.native_16bit = dx.has_native_16bit();
    module.flags.disable_optimizations = flags.contains(ShaderFlags::DISABLE_OPTIMIZATIONS);
    module.flags.all_resources_bound = flags.contains(ShaderFlags::ALL_RESOURCES_BOUND);
    let has_writable = !shader.resources.uavs.is_empty();
    module.flags.resources_may_alias =
        has_writable && version.minor >= 7 && !flags.contains(ShaderFlags::RES_MAY_NOT_ALIAS);

    let scan = Scan::new(dx, shader);
    let mut types = Types::new(dx, shader, module.flags.native_16bit)?;
    let resources = resources(dx, shader, &scan, &mut module)?;
    let globals = globals(dx, &mut types, &mut module)?;
    let functions = functions(dx, shader, &mut types, &resources, &mut module)?;
    let owners = owners(dx, shader);
    let mut lines = Lines::default();
    lines.functions(dx, &functions, &mut module);

    let mut packing = Packing::PrefixStable;
    for found in &shader.entries {
        let Some(id) = found.function else { continue };
        let function = functions.get(&id).copied();
        let func = function.ok_or_else(|| RaiseError::new(format!("entry point `{}` has no body", found.name)))?;
        #[expect(clippy::wildcard_enum_match_arm, reason = "only hull shaders have a second function")]
        let patch = match found.stage {
            DxProperties::Hull { patch_function, .. } => functions.get(&patch_function).copied(),
            _ => None,
        };
        let helpers = text_attribute(dx, id, HELPER_LANES).is_some();
        let native_16bit = module.flags.native_16bit;
        let node = found.stage.as_node().map(|node| nodes::properties(dx, &mut types, &mut module.ctx, found, node));
        module.entries.push(entry::entry(found, func, patch, node.transpose()?, helpers, native_16bit)?);
        let stage = entry::stage(found.kind)
            .ok_or_else(|| RaiseError::new(format!("entry point `{}` is of no stage", found.name)))?;
        let parameters = library::ray_parameters(dx, &mut types, &mut module, stage, found)?;
        module.entries.last_mut().into_iter().for_each(|entry| entry.parameters.clone_from(&parameters));
        packing = signature::packing(stage, [&found.inputs, &found.outputs, &found.patch], native_16bit)?;
    }
    let env = Env { dx, shader, scan: &scan, resources: &resources, globals: &globals, functions: &functions };
    for (&id, &func) in &functions {
        let entry = owners.get(&id).copied();
        function::raise(&env, (&mut types, &mut lines), &mut module, id, func, entry)?;
    }
    // What is wrong with a damaged program and is not seen before breaks a rule of the IR.
    if let Err(broken) = verify(&module, Form::Any) {
        let first = broken.first().map(ToString::to_string).unwrap_or_default();
        return Err(RaiseError::new(format!("it breaks a rule: {first}")));
    }
    let denormals = dx.functions.keys().find_map(|id| text_attribute(dx, id, DENORMALS));
    let denormals = denormals.map(|name| {
        Denormals::from_name(&name)
            .ok_or_else(|| RaiseError::new(format!("`{DENORMALS}` is `{name}`, which is no mode")))
    });
    Ok(Raised {
        module,
        target,
        packing,
        validator: shader.validator,
        automatic_space: shader.entries.iter().find_map(|entry| entry.auto_space),
        denormals: denormals.transpose()?,
        positions: lines.positions,
    })
}

/// The value of an attribute with this name; empty where it has none.
#[expect(clippy::wildcard_enum_match_arm, reason = "only texts have names")]
fn text_attribute(dx: &DxModule, id: FuncId, name: &str) -> Option<String> {
    let list = dx.attributes.get(dx.functions[id].attributes?)?;
    list.at(FUNCTION_INDEX).iter().find_map(|attribute| match attribute {
        Attribute::Text(key, value) if *key == *name => {
            Some(value.as_ref().map(ToString::to_string).unwrap_or_default())
        }
        _ => None,
    })
}

/// The entry point that each function belongs to.
fn owners(dx: &DxModule, shader: &Shader) -> FxHashMap<FuncId, usize> {
    let mut owners = FxHashMap::default();
    // That which stands for a library as a whole is none of the IR.
    for (at, entry) in shader.entries.iter().filter(|entry| entry.function.is_some()).enumerate() {
        owners.extend(entry.function.map(|id| (id, at)));
        if let DxProperties::Hull { patch_function, .. } = entry.stage {
            owners.insert(patch_function, at);
        }
    }
    if let [only] = shader.entries.as_slice()
        && only.function.is_some()
    {
        for id in dx.functions.keys() {
            owners.entry(id).or_insert(0);
        }
    }
    owners
}

/// A variable of the input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variable {
    /// A variable.
    One(Global),
    /// The constant that hides exits of loops.
    Hidden(Global),
}

/// The variables that are memory of the shader.
fn globals(dx: &DxModule, types: &mut Types, out: &mut Module) -> Result<FxHashMap<GlobalId, Variable>, RaiseError> {
    let mut globals = FxHashMap::default();
    for (id, global) in dx.globals.iter().filter(|(_, global)| global.is_variable()) {
        let bad = |what: &str| RaiseError::new(format!("variable `{}`: {what}", global.name));
        let ty =
            types.memory(dx, &mut out.ctx, global.ty).ok_or_else(|| bad("memory of a type that shaders have not"))?;
        let is_hidden = global.name == *OPAQUE_VALUE;
        let space = space(global, is_hidden);
        let mut data = GlobalData::new(global.name.to_string(), Span::NONE, ty, space);
        if space != AddressSpace::Groupshared
            && let Some(init) = global.initializer
        {
            let init = constant(dx, &mut out.ctx, ty, init, DEPTH);
            data.init = Some(init.ok_or_else(|| bad("an initial value that is no constant"))?);
        }
        let made = out.globals.push(data);
        globals.insert(id, if is_hidden { Variable::Hidden(made) } else { Variable::One(made) });
    }
    Ok(globals)
}

fn space(global: &DxGlobal, is_hidden: bool) -> AddressSpace {
    match global.addrspace {
        addrspace::GROUPSHARED => AddressSpace::Groupshared,
        _ if global.is_const || is_hidden => AddressSpace::Constant,
        _ => AddressSpace::Private,
    }
}

/// A constant of a type.
pub(crate) fn constant(dx: &DxModule, ctx: &mut Context, ty: hlslc_ir::Type, id: ConstId, depth: u32) -> Option<Const> {
    let depth = depth.checked_sub(1)?;
    if !dx.constants.is_valid(id) {
        return None;
    }
    if let ConstKind::Aggregate(parts) = &dx.constants.get(id).kind
        && let &[rows] = &**parts
        && rows_of_matrix(dx, dx.constants.ty(id)).is_some()
    {
        return constant(dx, ctx, ty, rows, depth);
    }
    // A vector of one number is a number.
    if let ConstKind::Aggregate(parts) = &dx.constants.get(id).kind
        && let &[only] = &**parts
        && matches!(ctx.type_data(ty), TypeData::Scalar(_))
    {
        return constant(dx, ctx, ty, only, depth);
    }
    match &dx.constants.get(id).kind {
        ConstKind::Null => Some(ctx.constant(ty, ConstData::Zero)),
        ConstKind::Undef => Some(ctx.constant(ty, ConstData::Undef)),
        ConstKind::Int(bits) | ConstKind::Float(bits) => {
            let TypeData::Scalar(scalar) = *ctx.type_data(ty) else { return None };
            Some(ctx.constant(ty, ConstData::Scalar(number(scalar, *bits))))
        }
        ConstKind::Aggregate(parts) => {
            if ctx.part_count(ty)? as usize != parts.len() {
                return None;
            }
            let mut raised = Vec::with_capacity(parts.len());
            for (index, &part) in (0u32..).zip(parts.iter()) {
                let ty = ctx.part_type(ty, index)?;
                raised.push(constant(dx, ctx, ty, part, depth)?);
            }
            Some(ctx.constant(ty, ConstData::Composite(raised)))
        }
        ConstKind::Global(_)
        | ConstKind::Function(_)
        | ConstKind::Cast { .. }
        | ConstKind::Gep { .. }
        | ConstKind::Binary { .. }
        | ConstKind::Cmp { .. }
        | ConstKind::Select { .. } => None,
    }
}

/// The bits of a number as the IR holds them: wider for minimum precision.
fn number(scalar: Scalar, bits: u64) -> u64 {
    match scalar {
        Scalar::MinI16 => u64::from(i32::from(bits as u16 as i16).cast_unsigned()),
        Scalar::MinF16 => u64::from(half::f16::from_bits(bits as u16).to_f32().to_bits()),
        Scalar::Bool | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::F16 | Scalar::F32 | Scalar::F64 => bits,
    }
}

/// The functions with a body, still without it, and in a library those of others, in the order of the input.
fn functions(
    dx: &DxModule,
    shader: &Shader,
    types: &mut Types,
    resources: &Resources,
    out: &mut Module,
) -> Result<IndexMap<FuncId, Func, FxBuildHasher>, RaiseError> {
    let mut functions = IndexMap::default();
    let is_library = shader.shader_model.kind == ShaderKind::Library;
    let constructors = if is_library { library::constructors(dx)? } else { FxHashSet::default() };
    let is_raised = |function: &DxFunction| function.body.is_some() || is_library && !library::is_operation(function);
    for (id, function) in dx.functions.iter().filter(|(_, function)| is_raised(function)) {
        let (ret, _) = dx.types.signature(function.ty).ok_or_else(|| RaiseError::new("a function of no type"))?;
        let is_void = matches!(dx.types.get(ret), dxil::types::Type::Void);
        let ret = if is_void { Some(out.ctx.void()) } else { types.value(dx, &mut out.ctx, ret) };
        let ret = ret.ok_or_else(|| RaiseError::new(format!("`{}` returns no number", function.name)))?;
        let loc = out.ctx.no_loc();
        let mut func = Function::new(function.name.to_string(), ret, loc);
        func.inline = Inline::Keep;
        func.linkage = Linkage::Internal;
        if is_library {
            library::link(dx, shader, types, &constructors, id, resources, (&mut func, &mut out.ctx))?;
        }
        functions.insert(id, out.funcs.push(func));
    }
    Ok(functions)
}
