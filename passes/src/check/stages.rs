//! Checks the rules of Direct3D for geometry, hull, domain, mesh and amplification shaders that only optimised code or
//! complete signatures can show. For DXIL.
//!
//! Input: a module in DXIL form without dead code. Output: the same module. Each of these is an error at its place in the
//! source:
//! * a property out of its range: vertices, instances, control points, the largest tessellation factor;
//! * more output than Direct3D allows: of a geometry shader, of a hull shader's control points, of a mesh shader;
//! * tessellation factors that do not fit the domain, an output topology that its tessellator cannot produce, a
//!   component of the domain location that the domain does not have;
//! * an output of a mesh shader that is written before `SetMeshOutputCounts`, or a second call of it;
//! * an amplification shader that does not call `DispatchMesh` exactly once on every path;
//! * a payload that is too large;
//! * an error that was deferred until it was known whether the operation is dead.
//!
//! A render target with components that are never written gets a warning.
//!
//! Cost: one visit of each instruction and each edge.

use crate::errors;
use crate::run::pass::ModuleCx;
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_ir::cfg::{Cfg, Dominators};
use hlslc_ir::module::{ElementData, EntryPoint, SystemValue};
use hlslc_ir::reach::entry_roots;
use hlslc_ir::stage::{Domain, StageProperties, TessellatorOutput};
use hlslc_ir::{Block, Function, Imm, Inst, Module, Op, SigElement, Value};
use hlslc_semantics::limits;
use rustc_hash::{FxHashMap, FxHashSet};

/// Runs the check.
pub(crate) fn run(module: &Module, cx: &mut ModuleCx<'_>) {
    cx.diagnostics.extend(deferred_errors(module));
    for entry in &module.entries {
        let mut problems = Vec::new();
        properties(entry, &mut problems);
        wide_elements(entry, &mut problems);
        if entry.stage() == Stage::Pixel && !cx.options.is_library {
            targets(module, entry, &mut problems);
        }
        for func in entry_roots(entry) {
            code(module, entry, &module.funcs[func], &mut problems);
        }
        for problem in problems {
            cx.diagnostics.push(problem);
        }
    }
}

/// The deferred errors whose operations are still in the code.
fn deferred_errors(module: &Module) -> Vec<Diagnostic> {
    if module.unless_unused.is_empty() {
        return Vec::new();
    }
    let insts = module.funcs.values().flat_map(|func| {
        let insts = func.layout.iter().flat_map(|&block| &func.blocks[block].insts);
        insts.map(|&inst| &func.insts[inst])
    });
    // Errors are deferred for such operations only.
    let compares = insts.filter(|data| data.op.info().effects.convergent);
    let left: FxHashSet<Span> = compares.map(|data| module.ctx.span(data.loc)).collect();
    module.unless_unused.iter().filter(|error| left.contains(&error.primary.span)).cloned().collect()
}

/// Checks tessellation factors for SPIR-V, where they have as many scalars as there can be edges, in every domain: each
/// must be one float.
pub(crate) fn run_tessellation(module: &Module, cx: &mut ModuleCx<'_>) {
    for entry in &module.entries {
        // A hull shader may omit the domain, which the domain shader states.
        let domain = if let StageProperties::Hull { domain, .. } = entry.properties {
            domain
        } else if let StageProperties::Domain { domain, .. } = entry.properties {
            Some(domain)
        } else {
            continue;
        };
        for (system, rows) in factors(domain.unwrap_or(Domain::Quad)) {
            let found = entry.patch_constants.values().filter(|element| element.system == system);
            for element in found.filter(|element| !element.scalar.is_float() || element.cols != 1) {
                cx.diagnostics.push(match domain {
                    Some(domain) => errors::tess_factors(element.span, system.name(), domain.name(), rows),
                    None => errors::tess_factors_of_any(element.span, system.name(), rows),
                });
            }
        }
    }
}

/// Reports components of 64 bits, which signatures of DXIL do not have. Only IR text reaches this: the checker of HLSL rejects them.
fn wide_elements(entry: &EntryPoint, problems: &mut Vec<Diagnostic>) {
    let all = [&entry.inputs, &entry.outputs, &entry.patch_constants].into_iter().flat_map(PrimaryMap::values);
    for element in all.filter(|element| element.scalar.bits() > 32) {
        let bits = element.scalar.bits();
        let what =
            format!("components of `{}` have {bits} bits, and signatures of DXIL have none of these", element.name);
        problems.push(errors::interface_access(element.span, &what));
    }
}

/// Warns about render targets with components that are not written.
fn targets(module: &Module, entry: &EntryPoint, problems: &mut Vec<Diagnostic>) {
    let mut written: SecondaryMap<SigElement, u32> = SecondaryMap::new();
    for func in entry_roots(entry) {
        let func = &module.funcs[func];
        for inst in func.layout.iter().flat_map(|&block| &func.blocks[block].insts) {
            if let (Op::StoreOutput, Imm::Element { element, col }) = (func.insts[*inst].op, func.insts[*inst].imm) {
                written[element] |= 1 << col;
            }
        }
    }
    for (id, element) in entry.outputs.iter().filter(|(_, element)| element.system == SystemValue::Target) {
        let all = (1u32 << element.cols) - 1;
        if written[id] & all != all {
            let shown = format!("{}{}", element.name, element.index);
            let warning = errors::output_not_written(Span::NONE, &shown);
            problems.push(warning.note_at(element.span, "declared here"));
        }
    }
}

/// The number of scalars in the elements of a signature.
fn numbers(elements: &PrimaryMap<SigElement, ElementData>) -> u64 {
    elements.values().map(|element| u64::from(element.rows) * u64::from(element.cols)).sum()
}

fn properties(entry: &EntryPoint, problems: &mut Vec<Diagnostic>) {
    let span = entry.span;
    let mut range = |what: &str, value: u32, least: u32, most: u32| {
        if !(least..=most).contains(&value) {
            problems.push(errors::stage_range(span, what, &value.to_string(), least, most));
        }
    };
    match entry.properties {
        StageProperties::Geometry { max_vertices, instances, .. } => {
            range("`maxvertexcount`", max_vertices, 0, limits::GEOMETRY_VERTICES);
            range("`instance`", instances, 1, limits::GEOMETRY_INSTANCES);
            let (each, total) = (numbers(&entry.outputs), u64::from(max_vertices) * numbers(&entry.outputs));
            if total > u64::from(limits::GEOMETRY_COMPONENTS) {
                problems.push(errors::too_much_geometry(span, max_vertices, each, total, limits::GEOMETRY_COMPONENTS));
            }
        }
        StageProperties::Hull { domain, output, input_points, output_points, max_tess_factor, .. } => {
            range("the number of input control points", input_points, 0, limits::CONTROL_POINTS);
            range("the number of output control points", output_points, 1, limits::CONTROL_POINTS);
            if let Some(factor) = max_tess_factor
                && !limits::is_tess_factor(factor)
            {
                let (least, most) = (limits::TESS_FACTOR_LEAST, limits::TESS_FACTOR_MOST);
                problems.push(errors::stage_range(span, "`maxtessfactor`", &factor.to_string(), least, most));
            }
            if let Some(domain) = domain {
                let fits = match output {
                    TessellatorOutput::Point => true,
                    TessellatorOutput::Line => domain == Domain::Isoline,
                    TessellatorOutput::TriangleCw | TessellatorOutput::TriangleCcw => domain != Domain::Isoline,
                };
                if !fits {
                    problems.push(errors::tessellator_output(span, domain.name(), output.name()));
                }
                tess_factors(entry, domain, true, problems);
            }
            let total = u64::from(output_points) * numbers(&entry.outputs);
            if total > u64::from(limits::CONTROL_POINT_COMPONENTS) {
                problems.push(errors::too_many_control_point_numbers(span, total, limits::CONTROL_POINT_COMPONENTS));
            }
        }
        StageProperties::Domain { domain, control_points } => {
            range("the number of control points", control_points, 0, limits::CONTROL_POINTS);
            tess_factors(entry, domain, false, problems);
        }
        StageProperties::Mesh { max_vertices, max_primitives, payload_bytes, .. } => {
            if payload_bytes > limits::PAYLOAD_BYTES {
                problems.push(errors::payload_too_large(span, payload_bytes, limits::PAYLOAD_BYTES));
                return;
            }
            let room =
                |count: u32, elements| u64::from(count.next_multiple_of(limits::MESH_GRANULE)) * numbers(elements) * 4;
            let output = room(max_vertices, &entry.outputs) + room(max_primitives, &entry.patch_constants);
            let total = output + u64::from(payload_bytes);
            if output > u64::from(limits::MESH_OUTPUT_BYTES) {
                problems.push(errors::mesh_too_large(span, "the output", output, limits::MESH_OUTPUT_BYTES));
            } else if total > u64::from(limits::MESH_BYTES) {
                problems.push(errors::mesh_too_large(span, "the output with the payload", total, limits::MESH_BYTES));
            }
        }
        StageProperties::Amplification { payload_bytes, .. } if payload_bytes > limits::PAYLOAD_BYTES => {
            problems.push(errors::payload_too_large(span, payload_bytes, limits::PAYLOAD_BYTES));
        }
        StageProperties::Vertex
        | StageProperties::Pixel { .. }
        | StageProperties::Compute { .. }
        | StageProperties::Amplification { .. }
        | StageProperties::Node(_)
        | StageProperties::RayGeneration
        | StageProperties::Intersection
        | StageProperties::AnyHit
        | StageProperties::ClosestHit
        | StageProperties::Miss
        | StageProperties::Callable => {}
    }
}

/// The numbers of tessellation factors of a domain, at the edges and inside.
fn factors(domain: Domain) -> [(SystemValue, u32); 2] {
    let (edges, inside) = match domain {
        Domain::Isoline => (2, 0),
        Domain::Tri => (3, 1),
        Domain::Quad => (4, 2),
    };
    [(SystemValue::TessFactor, edges), (SystemValue::InsideTessFactor, inside)]
}

/// Checks that tessellation factors are arrays of one float for each edge, and inside for each direction.
fn tess_factors(entry: &EntryPoint, domain: Domain, is_hull: bool, problems: &mut Vec<Diagnostic>) {
    for (system, rows) in factors(domain) {
        let mut found = entry.patch_constants.values().filter(|element| element.system == system).peekable();
        if is_hull && rows > 0 && found.peek().is_none() {
            problems.push(errors::no_tess_factors(entry.span, system.name(), domain.name(), rows));
        }
        for element in found {
            if element.rows != rows || element.cols != 1 || !element.scalar.is_float() {
                problems.push(errors::tess_factors(element.span, system.name(), domain.name(), rows));
            }
        }
    }
}

/// An instruction and the block that it is in.
type Site = (Block, Inst);

fn code(module: &Module, entry: &EntryPoint, func: &Function, problems: &mut Vec<Diagnostic>) {
    let span = |&(_, inst): &Site| module.ctx.span(func.insts[inst].loc);
    let sites = |wanted: fn(Op) -> bool| {
        let sites = |&block: &Block| func.blocks[block].insts.iter().map(move |&inst| (block, inst));
        let insts = func.layout.iter().flat_map(sites);
        insts.filter(|&(_, inst)| wanted(func.insts[inst].op)).collect::<Vec<Site>>()
    };
    match entry.properties {
        StageProperties::Domain { domain, .. } => {
            let known = if domain == Domain::Quad { 2 } else { 3 };
            let beyond = |&(_, inst): &Site| matches!(func.insts[inst].imm, Imm::Index(index) if index >= known);
            if let Some(site) = sites(|op| op == Op::DomainLocation).iter().find(|&site| beyond(site)) {
                problems.push(errors::domain_location(span(site), domain.name(), known));
            }
        }
        StageProperties::Mesh { .. } => {
            let counts = sites(|op| op == Op::SetMeshOutputCounts);
            let stores =
                sites(|op| matches!(op, Op::StoreOutput | Op::StorePatchConstant | Op::StoreIndices | Op::StoreIndex));
            match (counts.as_slice(), stores.first()) {
                ([], Some(store)) => problems.push(errors::no_mesh_counts(span(store))),
                ([first, second, ..], _) => {
                    let error = errors::second_mesh_counts(span(second));
                    problems.push(error.label(span(first), "called here already"));
                }
                (&[(home, _)], Some(_)) => {
                    let cfg = Cfg::new(func);
                    let dominators = Dominators::new(&cfg);
                    // Within a block, the order is not considered.
                    if let Some(store) = stores.iter().find(|&&(block, _)| !dominators.dominates(home, block)) {
                        let error = errors::early_mesh_output(span(store));
                        problems.push(error.label(span(&counts[0]), "the counts are set here"));
                    }
                }
                (_, None) => {}
            }
        }
        StageProperties::Amplification { .. } => match sites(|op| op == Op::DispatchMesh).as_slice() {
            [] => problems.push(errors::no_dispatch(entry.span)),
            [first, second, ..] => {
                problems.push(errors::second_dispatch(span(second)).label(span(first), "called here already"));
            }
            [only] => {
                if let Some(end) = path_around(func, only.0) {
                    let end = module.ctx.span(func.blocks[end].loc);
                    let error = errors::dispatch_not_always(span(only));
                    problems.push(if end == Span::NONE {
                        error
                    } else {
                        error.label(end, "it is not called on the way to here")
                    });
                }
            }
        },
        StageProperties::Node(_) => {
            let completed = sites(|op| op == Op::NodeComplete);
            if completed.is_empty() {
                return;
            }
            let cfg = Cfg::new(func);
            let dominators = Dominators::new(&cfg);
            let all = sites(|_| true);
            let places: FxHashMap<Inst, usize> = all.iter().enumerate().map(|(at, site)| (site.1, at)).collect();
            for &(home, end) in &completed {
                let of_records = pointers(func, func.args(end)[0], &all);
                // Within its own block, only what follows is later.
                let later = all.iter().find(|&&(block, inst)| {
                    func.args(inst).iter().any(|arg| of_records.contains(arg))
                        && if block == home { places[&inst] > places[&end] } else { dominators.dominates(home, block) }
                });
                if let Some(use_) = later {
                    let error = errors::records_handed_on(span(use_));
                    problems.push(error.label(span(&(home, end)), "handed on here"));
                    return;
                }
            }
        }
        StageProperties::Vertex
        | StageProperties::Pixel { .. }
        | StageProperties::Compute { .. }
        | StageProperties::Geometry { .. }
        | StageProperties::Hull { .. }
        | StageProperties::RayGeneration
        | StageProperties::Intersection
        | StageProperties::AnyHit
        | StageProperties::ClosestHit
        | StageProperties::Miss
        | StageProperties::Callable => {}
    }
}

/// The records of a node and the pointers into them: equal pointers are computed once, possibly before the records are
/// output.
fn pointers(func: &Function, records: Value, all: &[Site]) -> FxHashSet<Value> {
    let mut found = FxHashSet::from_iter([records]);
    for &(_, inst) in all {
        let leads = matches!(func.insts[inst].op, Op::NodeRecordAt | Op::Gep);
        if leads && func.args(inst).first().is_some_and(|base| found.contains(base)) {
            found.extend(func.result(inst));
        }
    }
    found
}

/// The last block of a path through a function that avoids a block.
fn path_around(func: &Function, avoided: Block) -> Option<Block> {
    let mut seen: FxHashSet<Block> = FxHashSet::from_iter([avoided]);
    let mut open = vec![func.entry()?];
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        let before = open.len();
        open.extend(func.blocks[block].terminator.targets().map(|call| call.block));
        if open.len() == before {
            return Some(block);
        }
    }
    None
}
