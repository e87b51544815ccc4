//! Lowers HIR to IR.
//!
//! In comes a checked program: every expression typed, every conversion explicit. Out goes an IR module with all
//! entry points, the functions they reach, each once, the resources and variables. What holds of the result:
//! * locals are variables in memory (`alloca`), to be promoted by a pass; `in` parameters are values, `out` and
//!   `inout` ones pointers to locals of the caller;
//! * every resource of the program is an entity, used or not, in declaration order;
//! * every branch and loop from a statement is annotated with the block where its paths join; `break`, `continue` and `return`
//!   are plain jumps;
//! * every instruction carries the location of the expression or statement it comes from.
//!
//! Whatever the checker takes but lowering cannot do yet ends in one error, never in a guess; HIR that cannot be ends in an
//! internal error which names the function.
//!
//! [`place`] turns places into pointers, [`instance`] knows functions by the arrays they are given, [`precise`] marks what goes
//! to those that ask for precision, [`expr`] expressions into values, [`stmt`] statements into blocks; [`signature`] and
//! [`entry`] make the interface of an entry point, [`resource`] its handles.

#![warn(clippy::wildcard_enum_match_arm)]

mod bitfield;
mod call;
mod constant;
mod convert;
mod debug;
mod declared;
mod elements;
mod entry;
pub mod errors;
mod expand;
mod expr;
mod foreign;
mod function;
mod inputs;
mod instance;
mod intrinsic;
mod linkage;
mod outputs;
mod patch;
mod place;
mod precise;
mod properties;
mod raw;
mod resource;
mod signature;
mod state;
mod stmt;
mod types;

use hlslc_base::budget::Budgets;
use hlslc_base::{Diagnostics, Interner, Reported};
use hlslc_hir::hir::Program;
use hlslc_hir::types::Orientation;
use hlslc_ir::module::ModuleFlags;
use hlslc_ir::{Context, Module};

/// The options of lowering.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `-Gis`: every float operation is precise.
    pub ieee_strict: bool,
    /// `-Od`.
    pub disable_optimizations: bool,
    /// `-all-resources-bound`.
    pub all_resources_bound: bool,
    /// `-res-may-alias`.
    pub resources_may_alias: bool,
    /// `-Gec`, to DXIL: some semantics of Direct3D 9 stand for system values.
    pub old_semantics: bool,
    /// `-HV 2016` and before: `round` of a constant takes halves away from zero.
    pub rounds_constants_away: bool,
    /// `-HV 2016` and before, to DXIL: a small whole power is multiplied out.
    pub multiplies_powers: bool,
    /// `Load` of a byte address buffer reads a matrix row by row, as DXC does for DXIL, whatever its order is declared to be.
    pub raw_matrices_by_rows: bool,
    /// Whether the target has operations that make one number of a vector: DXIL from shader model 6.9 on.
    pub whole_vectors: bool,
    /// Whether values may be raw handles, which are merged and go in and out of functions: libraries of DXIL for linking.
    pub raw_handles: bool,
    /// Whether the module says what debug information is made of.
    pub debug: bool,
    /// `-HV 202x`: resources without registers get them in declaration order, whether they stand by themselves, in structs or among
    /// the members of a buffer.
    pub binds_as_declared: bool,
    /// For Vulkan: the set of resources that name none. None for Direct3D.
    pub vulkan_set: Option<u32>,
    /// The name of a library's constructor, if it has one.
    pub constructor: Option<String>,
    /// The limits on the work for a source.
    pub budgets: Budgets,
}

/// Lowers a program with all its entry points.
///
/// # Errors
/// If the program uses something that the IR has no form for, or exceeds a budget.
pub fn lower(
    program: &Program,
    interner: &Interner,
    options: Options,
    diags: &mut Diagnostics,
) -> Result<Module, Reported> {
    let mut ctx = Context::default();
    // About one location for each expression.
    ctx.reserve_locs(program.funcs.values().map(|f| f.exprs.len()).sum());
    let flags = ModuleFlags {
        native_16bit: program.native_16bit,
        ieee_strict: options.ieee_strict,
        disable_optimizations: options.disable_optimizations,
        all_resources_bound: options.all_resources_bound,
        resources_may_alias: options.resources_may_alias,
        row_major: program.default_orientation == Some(Orientation::RowMajor),
    };
    let mut cx = state::Shared::new(program, interner, options);
    cx.declare_resources(&mut ctx);
    let entries = entry::lower_entries(&mut ctx, &mut cx);
    cx.debug_globals(&mut ctx);
    // A mistake of ours after an error of the user's may follow from it.
    let mistakes = cx.mistakes.take();
    diags.absorb(cx.diags.into_vec())?;
    diags.absorb(mistakes)?;
    let (subobjects, unless_unused) = (program.subobjects.clone(), program.unless_unused.clone());
    let steps = cx.options.disable_optimizations.then(Box::default);
    let debug = cx.debug.map(|state| Box::new(state.finish())).or(steps);
    let (funcs, globals, resources, foreign) = (cx.funcs, cx.globals, cx.resources.entities, cx.foreign);
    Ok(Module { ctx, funcs, globals, resources, entries, subobjects, flags, foreign, debug, unless_unused })
}
