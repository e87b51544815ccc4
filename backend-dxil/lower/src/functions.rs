//! Declares functions: their order, names, types and attributes, and the parameter annotations of a library.
//!
//! Input: the reachable functions. Output: a declaration for each. In a library names, order and types are DXC's, since
//! linkers and the runtime depend on them: mangled names, and functions in the order in which the source mentions them,
//! with those whose parameters are signatures last.

use crate::errors;
use crate::lower::LowerOptions;
use crate::resource::{Resources, component_type};
use crate::types::{self, Vectors};
use cranelift_entity::{EntitySet, SecondaryMap};
use dxil::Module as DxModule;
use dxil::attributes::{AttrKind, AttrListId, Attribute, AttributeList, DENORMALS, FUNCTION_INDEX, HELPER_LANES};
use dxil::constants::ConstId;
use dxil::module::{FuncId, Global, Linkage};
use dxil::ops::Overload;
use dxil::optable::ParamType;
use dxil::shader::{FieldAnnotation, FunctionAnnotation, Matrix, Orientation, ParameterAnnotation, ResourceProperties};
use dxil::signature::ComponentType;
use dxil::types::addrspace;
use hlslc_base::{Diagnostics, Reported, ShaderModel, Stage};
use hlslc_ir::function::{Inline, Linkage as IrLinkage, ParamData, Passing};
use hlslc_ir::interface::ParameterRole;
use hlslc_ir::module::EntryPoint;
use hlslc_ir::reach::{CallGraph, entry_roots};
use hlslc_ir::stage::StageProperties;
use hlslc_ir::types::{ComponentKind, MatrixOrder};
use hlslc_ir::{Func, Function, Imm, Module, Scalar, Terminator, Type, TypeData};
use std::fmt::Write as _;

/// The functions of the IR and what they are in DXIL.
pub(crate) type FuncIds = SecondaryMap<Func, Option<FuncId>>;

/// The priority of a constructor that does not mind when it runs.
const LAST_CONSTRUCTOR: u32 = 65535;

/// The first shader model that has [`HELPER_LANES`].
const HELPERS_FROM: ShaderModel = ShaderModel::new(6, 7);

/// The declared functions.
pub(crate) struct Declared {
    /// The functions.
    pub(crate) functions: FuncIds,
    /// In which order they are in the module.
    pub(crate) order: Vec<Func>,
}

/// The functions of a module, and what starts them: a library may have thousands of entry points.
pub(crate) struct Functions<'m> {
    module: &'m Module,
    /// For each function the entry point that it is.
    main: SecondaryMap<Func, Option<&'m EntryPoint>>,
    /// For each function the entry point that starts it, be it as the patch-constant function of a hull shader.
    started: SecondaryMap<Func, Option<&'m EntryPoint>>,
}

impl<'m> Functions<'m> {
    pub(crate) fn new(module: &'m Module) -> Self {
        let (mut main, mut started) = (SecondaryMap::new(), SecondaryMap::new());
        // The first of several counts.
        for entry in module.entries.iter().rev() {
            main[entry.func] = Some(entry);
            entry_roots(entry).for_each(|root| started[root] = Some(entry));
        }
        Self { module, main, started }
    }
}

/// Which functions of a library come before others.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// Functions that keep their parameters, those without any, and those that only read the thread id.
    AsWritten,
    /// Functions with signatures.
    Signatures,
}

fn turn(all: &Functions<'_>, func: Func) -> Turn {
    let Some(entry) = all.started[func] else { return Turn::AsWritten };
    let has_elements = !(entry.inputs.is_empty() && entry.outputs.is_empty() && entry.patch_constants.is_empty());
    match entry.stage() {
        Stage::Vertex | Stage::Hull | Stage::Domain | Stage::Geometry | Stage::Pixel | Stage::Mesh if has_elements => {
            Turn::Signatures
        }
        Stage::Compute
        | Stage::Amplification
        | Stage::Vertex
        | Stage::Hull
        | Stage::Domain
        | Stage::Geometry
        | Stage::Pixel
        | Stage::Mesh
        | Stage::Library
        | Stage::Node
        | Stage::RayGeneration
        | Stage::Intersection
        | Stage::AnyHit
        | Stage::ClosestHit
        | Stage::Miss
        | Stage::Callable => Turn::AsWritten,
    }
}

/// Whether DXC writes a function anew, since its parameters turn into operations: it states nothing of such a function.
fn is_rewritten(all: &Functions<'_>, id: Func) -> bool {
    let in_groups = all.started[id].is_some_and(|entry| entry.properties.num_threads().is_some());
    turn(all, id) == Turn::Signatures || in_groups && knows_thread(&all.module.funcs[id])
}

/// Whether a function asks which thread it is.
fn knows_thread(func: &Function) -> bool {
    let mut insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
    insts.any(|&inst| {
        let info = func.insts[inst].op.info();
        let of_groups =
            |stage: &Stage| matches!(stage, Stage::Compute | Stage::Mesh | Stage::Amplification | Stage::Node);
        info.operands.is_empty() && !info.stages.is_empty() && info.stages.iter().all(of_groups)
    })
}

/// The functions of a library in the order in which it declares them: as the source defines or first calls them.
fn library_order(all: &Functions<'_>, graph: &CallGraph, reached: &[Func]) -> Vec<Func> {
    let module = all.module;
    let start = |id: Func| module.ctx.span(module.funcs[id].loc).lo;
    let mut defined: Vec<Func> = reached.iter().copied().filter(|&id| !module.funcs[id].layout.is_empty()).collect();
    defined.sort();
    // What nothing outside sees is lowered where it is called first, but it stands above that, or where the source has it.
    let is_seen = |&id: &Func| all.started[id].is_some() || module.funcs[id].linkage != IrLinkage::Internal;
    let (outer, mut inner): (Vec<Func>, Vec<Func>) = defined.into_iter().partition(is_seen);
    inner.sort_by_key(|&id| start(id));
    let defined = put_among(&outer, &inner, start, graph);
    let called = first_calls(module, &defined);
    let mut seen = EntitySet::new();
    let mut order = Vec::with_capacity(reached.len());
    for id in defined {
        // A call that came in from a function above is above this one.
        let (above, below): (Vec<Func>, Vec<Func>) =
            graph.callees(id).iter().copied().partition(|&callee| called[callee].is_some_and(|call| call < start(id)));
        let mentioned = above.into_iter().chain([id]).chain(below);
        order.extend(mentioned.filter(|&func| seen.insert(func)));
    }
    order.sort_by_key(|&func| turn(all, func));
    order
}

/// Inner functions, which are in the order of the source, among the outer ones: each before the first that is after it in the
/// source or calls it.
fn put_among(outer: &[Func], inner: &[Func], start: impl Fn(Func) -> u32, graph: &CallGraph) -> Vec<Func> {
    let mut callers: SecondaryMap<Func, Vec<Func>> = SecondaryMap::new();
    for &id in inner.iter().chain(outer) {
        graph.callees(id).iter().for_each(|&callee| callers[callee].push(id));
    }
    let furthest = outer.iter().scan(0, |furthest, &id| {
        *furthest = start(id).max(*furthest);
        Some(*furthest)
    });
    let furthest: Vec<u32> = furthest.collect();
    // For each outer function its predecessors, and the successor of all.
    let mut before = vec![Vec::new(); outer.len() + 1];
    // Before which outer function one is, or which it is.
    let mut places: SecondaryMap<Func, Option<usize>> = SecondaryMap::new();
    outer.iter().enumerate().for_each(|(at, &id)| places[id] = Some(at));
    for &id in inner {
        let place = furthest.partition_point(|&furthest| furthest <= start(id));
        let place = callers[id].iter().filter_map(|&caller| places[caller]).fold(place, usize::min);
        let is_there = |caller: &&Func| places[**caller] == Some(place) && outer.get(place) != Some(*caller);
        let row: &mut Vec<Func> = &mut before[place];
        // Few of those in a row are called before they are written.
        let there =
            callers[id].iter().filter(is_there).filter_map(|caller| row.iter().position(|other| other == caller));
        row.insert(there.min().unwrap_or(row.len()), id);
        places[id] = Some(place);
    }
    let rows = before.into_iter().enumerate();
    rows.flat_map(|(at, row)| row.into_iter().chain(outer.get(at).copied())).collect()
}

/// The position of the first call of each function without a body.
fn first_calls(module: &Module, defined: &[Func]) -> SecondaryMap<Func, Option<u32>> {
    let mut first: SecondaryMap<Func, Option<u32>> = SecondaryMap::new();
    for func in defined.iter().map(|&id| &module.funcs[id]) {
        for &inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            let data = &func.insts[inst];
            let Imm::Func(callee) = data.imm else { continue };
            if module.funcs[callee].linkage == IrLinkage::External {
                let at = module.ctx.span(data.loc).lo;
                first[callee] = Some(first[callee].map_or(at, |known| known.min(at)));
            }
        }
    }
    first
}

/// The name that DXIL has for a function.
fn name(all: &Functions<'_>, id: Func, is_library: bool) -> String {
    let func = &all.module.funcs[id];
    match (&func.symbol, all.main[id]) {
        (Some(symbol), _) if is_library => symbol.clone(),
        (_, Some(entry)) => entry.name.clone(),
        (_, None) => func.name.clone(),
    }
}

/// Declares the functions that are reached.
pub(crate) fn declare(
    all: &Functions<'_>,
    graph: &CallGraph,
    reached: &[Func],
    options: LowerOptions,
    dx: &mut DxModule,
    sink: &mut Diagnostics,
) -> Result<Declared, Reported> {
    let module = all.module;
    let is_library = options.target.stage == Stage::Library;
    let order = if is_library { library_order(all, graph, reached) } else { reached.to_vec() };
    let mut functions = SecondaryMap::new();
    for &id in &order {
        let func = &module.funcs[id];
        if is_nothing(func) {
            continue;
        }
        let mut not_dxil = |what: &str| sink.report(errors::not_dxil(module.ctx.span(func.loc), &func.name, what));
        let entry = all.main[id];
        let mut params = Vec::new();
        let is_raw = |ty: Type| module.ctx.pointee(ty).is_some_and(|(to, _)| module.ctx.holds_raw_handle(to));
        if options.target.model != ShaderModel::OFFLINE && func.param_types().any(is_raw) {
            return Err(sink.report(errors::resource_at_border(module.ctx.span(func.loc), &func.name)));
        }
        for ty in func.param_types() {
            let ty = types::at_border(dx, &module.ctx, ty);
            params.push(ty.ok_or_else(|| not_dxil("a parameter that is no number"))?);
        }
        for parameter in entry.iter().flat_map(|entry| &entry.parameters) {
            let ty = types::fixed(dx, &module.ctx, module.globals[parameter.global].ty, Vectors::Kept);
            let ty = ty.ok_or_else(|| not_dxil("a parameter that is no memory"))?;
            params.push(dx.types.pointer(ty, addrspace::DEFAULT));
        }
        let ret = if func.ret == module.ctx.void() {
            dx.types.void()
        } else {
            types::at_border(dx, &module.ctx, func.ret).ok_or_else(|| not_dxil("a result of several values"))?
        };
        let ty = dx.types.function(ret, &params);
        let mut name = name(all, id, is_library);
        if dx.function_by_name(name.as_bytes()).is_some() {
            let _ = write!(name, ".{}", id.as_u32());
        }
        let is_inner = matches!(func.linkage, IrLinkage::Internal | IrLinkage::Constructor);
        let is_internal = all.started[id].is_none() && is_inner;
        let attributes = attributes(all, id, options, dx);
        let function = dx.declare_function(name, ty, attributes);
        dx.functions[function].linkage = if is_internal { Linkage::Internal } else { Linkage::External };
        functions[id] = Some(function);
    }
    Ok(Declared { functions, order })
}

/// Whether nothing is left of a function: no body, or a constructor that starts nothing.
fn is_nothing(func: &Function) -> bool {
    let is_empty = || {
        let Some(entry) = func.entry() else { return true };
        func.blocks[entry].insts.is_empty() && matches!(func.blocks[entry].terminator, Terminator::Return(_))
    };
    match func.linkage {
        IrLinkage::External => false,
        IrLinkage::Constructor => is_empty(),
        IrLinkage::Internal | IrLinkage::Exported => func.layout.is_empty(),
    }
}

/// Adds the list of constructors, as LLVM has it.
pub(crate) fn list_constructors(module: &Module, declared: &Declared, dx: &mut DxModule) {
    let is_one = |id: &Func| module.funcs[*id].linkage == IrLinkage::Constructor;
    let Some(function) = declared.order.iter().copied().filter(is_one).find_map(|id| declared.functions[id]) else {
        return;
    };
    let (i32, i8, void) = (dx.types.i32(), dx.types.i8(), dx.types.void());
    let data = dx.types.pointer(i8, addrspace::DEFAULT);
    let function_type = dx.types.function(void, &[]);
    let pointer = dx.types.pointer(function_type, addrspace::DEFAULT);
    let entry = dx.types.anon_struct(&[i32, pointer, data]);
    let ty = dx.types.array(entry, 1);
    let parts = [dx.u32_const(LAST_CONSTRUCTOR), dx.function_address(function), dx.zero(data)];
    let entry = dx.aggregate(entry, &parts);
    let list = dx.aggregate(ty, &[entry]);
    dx.add_global(Global {
        name: "llvm.global_ctors".into(),
        ty,
        addrspace: addrspace::DEFAULT,
        is_const: false,
        initializer: Some(list),
        linkage: Linkage::Appending,
        align: 0,
        section: None,
        unnamed_addr: false,
        externally_initialized: false,
    });
}

/// The passing modes of the parameters of a function or ray shader.
fn passings(all: &Functions<'_>, id: Func) -> Vec<Passing> {
    let func = &all.module.funcs[id];
    let own = func.param_types().enumerate().map(|(index, _)| func.param_data(index).passing);
    let given = all.main[id].iter().flat_map(|entry| &entry.parameters).map(|parameter| match parameter.role {
        ParameterRole::Payload | ParameterRole::CallableData => Passing::InOut,
        ParameterRole::Attributes => Passing::In,
    });
    own.chain(given).collect()
}

/// The attributes of a function, and in a library of its parameters.
fn attributes(all: &Functions<'_>, id: Func, options: LowerOptions, dx: &mut DxModule) -> Option<AttrListId> {
    let func = &all.module.funcs[id];
    let is_library = options.target.stage == Stage::Library;
    let mut groups = if is_library && !is_rewritten(all, id) { attributes_in_library(all, id) } else { Vec::new() };
    let words = words(all.main[id], options);
    // A declaration states nothing that only its body shows.
    if !func.layout.is_empty() && !words.is_empty() {
        match groups.iter_mut().find(|row| row.0 == FUNCTION_INDEX) {
            Some(row) => row.1.extend(words),
            None => groups.push((FUNCTION_INDEX, words)),
        }
    }
    (!groups.is_empty()).then(|| dx.intern_attributes(AttributeList { groups }))
}

/// The string attributes of a function, which may be an entry point: the treatment of denormals, and whether its wave
/// operations include helper lanes.
fn words(entry: Option<&EntryPoint>, options: LowerOptions) -> Vec<Attribute> {
    let denormals = options.denormals.map(|how| Attribute::Text(DENORMALS.into(), Some(how.name().into())));
    let counts =
        |entry: &EntryPoint| matches!(entry.properties, StageProperties::Pixel { waves_include_helpers: true, .. });
    let helpers = entry.is_some_and(counts) && options.target.model >= HELPERS_FROM;
    denormals.into_iter().chain(helpers.then(|| Attribute::Text(HELPER_LANES.into(), None))).collect()
}

/// The attributes of a function and its parameters in a library.
fn attributes_in_library(all: &Functions<'_>, id: Func) -> Vec<(u32, Vec<Attribute>)> {
    let module = all.module;
    let func = &module.funcs[id];
    let kinds = |kinds: &[AttrKind]| kinds.iter().map(|&kind| Attribute::Kind(kind)).collect::<Vec<_>>();
    let mut groups = Vec::new();
    let types: Vec<Type> = func.param_types().collect();
    for (index, passing) in passings(all, id).into_iter().enumerate() {
        let is_pointer = types.get(index).is_none_or(|&ty| module.ctx.pointee(ty).is_some());
        let is_truth = types.get(index).is_some_and(|&ty| *module.ctx.type_data(ty) == TypeData::Scalar(Scalar::Bool));
        let stated = match passing {
            Passing::In if is_truth => kinds(&[AttrKind::ZExt]),
            Passing::In if is_pointer => kinds(&[AttrKind::NoCapture, AttrKind::ReadOnly]),
            Passing::In => continue,
            Passing::Out | Passing::InOut => kinds(&[AttrKind::NoAlias, AttrKind::NoCapture]),
            Passing::Result => kinds(&[AttrKind::NoAlias, AttrKind::NoCapture, AttrKind::SRet]),
        };
        groups.push((index as u32 + 1, stated));
    }
    let is_kept = func.linkage == IrLinkage::Internal && func.inline == Inline::Keep;
    let is_kept = is_kept && all.started[id].is_none();
    let own: &[AttrKind] = if func.linkage == IrLinkage::Constructor {
        &[AttrKind::AlwaysInline, AttrKind::NoUnwind]
    } else if is_kept {
        &[AttrKind::NoInline, AttrKind::NoUnwind]
    } else {
        &[AttrKind::NoUnwind]
    };
    if !func.layout.is_empty() {
        groups.push((FUNCTION_INDEX, kinds(own)));
    }
    groups
}

/// The numbers of DXIL for how a parameter is handed over.
fn qualifier(passing: Passing) -> u32 {
    match passing {
        Passing::In => 0,
        Passing::Out | Passing::Result => 1,
        Passing::InOut => 2,
    }
}

/// The annotations of functions' parameters and results in a library.
pub(crate) fn annotations(
    all: &Functions<'_>,
    declared: &Declared,
    resources: &Resources,
    dx: &mut DxModule,
) -> Vec<FunctionAnnotation> {
    let module = all.module;
    let annotate = |&id: &Func| {
        let func = &module.funcs[id];
        let function = declared.functions[id].filter(|_| func.linkage != IrLinkage::Constructor)?;
        let passings = passings(all, id);
        // What returns nothing, neither itself nor through memory, counts as if it did.
        let returns_elsewhere = passings.first() == Some(&Passing::Result);
        let of_result = if returns_elsewhere || is_rewritten(all, id) { 0 } else { 1 };
        let types: Vec<Type> = func.param_types().collect();
        let parameter = |(index, &passing): (usize, &Passing)| {
            let ty = types.get(index).copied().unwrap_or(module.ctx.void());
            let data = func.param_data(index);
            let mut stated = annotation(module, qualifier(passing), ty, data);
            let record = data.resource.and_then(|resource| resources.record(resource));
            stated.field.properties = record.map(|record| properties(dx, record.properties));
            stated
        };
        Some(FunctionAnnotation {
            function,
            result: annotation(module, of_result, func.ret, func.ret_data),
            parameters: passings.iter().enumerate().map(parameter).collect(),
        })
    };
    declared.order.iter().filter_map(annotate).collect()
}

/// The constant that properties of resources are.
fn properties(dx: &mut DxModule, of: ResourceProperties) -> ConstId {
    let ty = dx.param_type(ParamType::ResourceProperties, Overload::None);
    let words = [of.0, of.1].map(|word| dx.u32_const(word));
    dx.aggregate(ty, &words)
}

/// The annotation of one parameter or result: its passing mode, and the kind of its numbers.
fn annotation(module: &Module, qualifier: u32, ty: Type, data: ParamData) -> ParameterAnnotation {
    let ctx = &module.ctx;
    let in_memory = ctx.pointee(ty).is_some();
    let ty = ctx.pointee(ty).map_or(ty, |(to, _)| to);
    let mut field = FieldAnnotation::default();
    let (mut inner, mut rows) = (ty, 0);
    while let TypeData::Array(element, count) = *ctx.type_data(inner) {
        (inner, rows) = (element, count);
    }
    if let (Some(order), TypeData::Vector(_, columns)) = (data.matrix, ctx.type_data(inner)) {
        let columns = u32::from(*columns);
        // In memory a matrix by columns is an array of them.
        let (rows, columns, orientation) = match order {
            MatrixOrder::RowMajor => (rows, columns, Orientation::RowMajor),
            MatrixOrder::ColumnMajor if in_memory => (columns, rows, Orientation::ColumnMajor),
            MatrixOrder::ColumnMajor => (rows, columns, Orientation::ColumnMajor),
        };
        field.matrix = Some(Matrix { rows, columns, orientation: Some(orientation) });
    }
    field.component = ctx.scalar_of(inner).map(|scalar| component(scalar, data.component));
    ParameterAnnotation { qualifier, field, indices: Vec::new() }
}

/// The component type that an annotation states.
fn component(scalar: Scalar, kind: ComponentKind) -> ComponentType {
    if scalar == Scalar::Bool { ComponentType::I1 } else { component_type(scalar, kind) }
}
