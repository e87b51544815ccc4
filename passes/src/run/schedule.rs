//! Declares the schedule as data: which passes run in which order for which target and level.
//!
//! A row is a named run of a pass, a check, or a repetition of rows; [`order`](crate::run::order) states why they have this order.
//! [`runner`](crate::run::runner) executes the rows of one pipeline.

use crate::analysis::Keeps;
use crate::check::{aggregates, constants, empty_arrays, limits, reads, root_signature, stages};
use crate::dxil::{
    dedicate_exits, drop_regions, flatten_memory, helper_lanes, implicit_binding, keep_exits, keep_specialized,
    nest_exits, resource_access, scalarise, settle_undefined, split_lanes, split_payloads,
};
use crate::flow::{dce, if_to_select, merge_arms, rotate, simplify_cfg, structurize, thread_jumps, unroll};
use crate::locals::{
    constant_tables, drop_overwritten, forward_copies, localise_globals, mem2reg, merge_copies, one_value, sroa,
};
use crate::module::{
    carry_non_uniform, drop_globals, evaluate_inputs, inline, interface, propagate_precise, resolve_handles,
};
use crate::run::pass::{Check, Choice, Looks, OptLevel, Pass, PassOptions, RunName, Work, from_o1, function, module};
use crate::scalar::{
    compact, cse, fuse_products, hoist, propagate_constants, propagate_equality, reassociate, simplify, sink,
    split_params, unread_bits, whole_elements,
};
use crate::spirv::{gather_lanes, group_factors, narrow_loads, nest_cases, order_sums};
use hlslc_ir::verify::Form;
use std::fmt::Write as _;

/// A list of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipeline {
    /// For all targets, before the others.
    Common,
    /// After `Common`: to the form that DXIL can express.
    Dxil,
    /// After `Common`: to the form that SPIR-V can express.
    Spirv,
}

/// A run of a pass: what a row of a pipeline names. No two runs between the source and a target have the same name, so that an
/// order constraint states exactly which of the runs of a pass it is about.
#[derive(Clone, Copy)]
pub struct Run {
    /// Its name: that of the pass, with a prefix for the stage or for the preceding pass if the pass runs several times
    /// (`generic cse`, `late dce`).
    pub name: &'static str,
    /// The pass.
    pub pass: &'static Pass,
}

impl Run {
    pub(crate) fn label(&self) -> RunName {
        RunName { run: self.name, pass: self.pass.name }
    }
}

/// A row of a pipeline.
#[derive(Clone, Copy)]
pub enum Step {
    /// A pass.
    Run(Run),
    /// A check.
    Check(&'static Check),
    /// A pass, and further ones if it changed something, repeatedly.
    Repeat {
        /// The first pass of each iteration. Only functions that it changes go through the rest and take part in the
        /// next one.
        lead: Run,
        /// The remaining passes of an iteration.
        then: &'static [Step],
        /// The maximum number of iterations.
        at_most: u32,
    },
}

impl Step {
    /// Whether all passes of the row work on functions.
    pub(crate) fn is_by_function(&self) -> bool {
        let by_function = |run: &Run| matches!(run.pass.work, Work::Function(_));
        match self {
            Self::Run(run) => by_function(run),
            Self::Check(check) => matches!(check.looks, Looks::Function(_)),
            Self::Repeat { lead, then, .. } => by_function(lead) && then.iter().all(Self::is_by_function),
        }
    }

    /// The name of its run, or of the first one.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Run(run) | Self::Repeat { lead: run, .. } => run.name,
            Self::Check(check) => check.name,
        }
    }

    /// Its pass, or the first one.
    pub fn pass(&self) -> Option<&'static Pass> {
        match self {
            Self::Run(run) | Self::Repeat { lead: run, .. } => Some(run.pass),
            Self::Check(_) => None,
        }
    }
}

/// A run by the name of its pass, which runs only once.
const fn once_run(pass: &'static Pass) -> Run {
    Run { name: pass.name, pass }
}

/// A run with a name of its own.
const fn named(name: &'static str, pass: &'static Pass) -> Run {
    Run { name, pass }
}

/// A row of a pass that runs only once.
const fn once(pass: &'static Pass) -> Step {
    Step::Run(once_run(pass))
}

/// A row of one of several runs of a pass.
const fn run(name: &'static str, pass: &'static Pass) -> Step {
    Step::Run(named(name, pass))
}

/// A row that repeats.
const fn repeat(lead: Run, then: &'static [Step], at_most: u32) -> Step {
    Step::Repeat { lead, then, at_most }
}

/// Declares the passes, each with a number of its own.
macro_rules! passes {
    ($($name:ident = $pass:expr;)*) => {
        /// The numbers of the passes.
        #[allow(clippy::upper_case_acronyms, non_camel_case_types)]
        enum Number { $($name),* }
        $(const $name: Pass = Pass { number: Some(Number::$name as u16), ..$pass };)*
    };
}

passes! {
    INLINE = module("inline", inline::run, Keeps::Nothing);
    FORWARD_COPIES = function("forward-copies", forward_copies::run, Keeps::Regions);
    INTERFACE = module("interface", interface::run, Keeps::Regions);
    LOCALISE_GLOBALS = module("localise-globals", localise_globals::run, Keeps::Regions);
    SIMPLIFY_CFG = function("simplify-cfg", simplify_cfg::run, Keeps::Nothing);
    IF_TO_SELECT = from_o1(function("if-to-select", if_to_select::run, Keeps::Nothing));
    LATE_SIMPLIFY_CFG = function("simplify-cfg", simplify_cfg::run_forwarding, Keeps::Nothing);
    SROA = function("sroa", sroa::run, Keeps::Regions);
    ROTATE = from_o1(function("rotate", rotate::run, Keeps::Nothing));
    THREAD_JUMPS = from_o1(function("thread-jumps", thread_jumps::run, Keeps::Nothing));
    MERGE_ARMS = from_o1(function("merge-arms", merge_arms::run, Keeps::Regions));
    SINK = from_o1(function("sink", sink::run, Keeps::Regions));
    MEM2REG = function("mem2reg", mem2reg::run, Keeps::Regions);
    CARRY_NON_UNIFORM = module("carry-non-uniform", carry_non_uniform::run, Keeps::Regions);
    PROPAGATE_PRECISE = module("propagate-precise", propagate_precise::run, Keeps::Regions);
    SIMPLIFY = function("simplify", simplify::run, Keeps::Regions);
    PROPAGATE_CONSTANTS = function("propagate-constants", propagate_constants::run, Keeps::Regions);
    PROPAGATE_EQUALITY = from_o1(function("propagate-equality", propagate_equality::run, Keeps::Regions));
    CSE = from_o1(function("cse", cse::run, Keeps::Regions));
    HOIST = from_o1(function("hoist", hoist::run, Keeps::Regions));
    HOIST_NON_BOOLEAN = from_o1(function("hoist-non-boolean", hoist::run_non_boolean, Keeps::Regions));
    REASSOCIATE = from_o1(function("reassociate", reassociate::run, Keeps::Regions));
    MERGE_COPIES = from_o1(function("merge-copies", merge_copies::run, Keeps::Regions));
    UNREAD_BITS = from_o1(function("unread-bits", unread_bits::run, Keeps::Regions));
    ONE_VALUE = from_o1(function("one-value", one_value::run, Keeps::Regions));
    CONSTANT_TABLES = from_o1(function("constant-tables", constant_tables::run, Keeps::Regions));
    NARROW_LOADS = from_o1(function("narrow-loads", narrow_loads::run, Keeps::Regions));
    GATHER_LANES = from_o1(function("gather-lanes", gather_lanes::run, Keeps::Regions));
    GROUP_FACTORS = from_o1(function("group-factors", group_factors::run, Keeps::Regions));
    NEST_CASES = from_o1(function("nest-cases", nest_cases::run, Keeps::Nothing));
    ORDER_SUMS = from_o1(function("order-sums", order_sums::run, Keeps::Regions));
    FUSE_PRODUCTS = from_o1(function("fuse-products", fuse_products::run, Keeps::Regions));
    DCE = function("dce", dce::run, Keeps::Others);
    DROP_GLOBALS = module("drop-globals", drop_globals::drop_unused, Keeps::Regions);
    DROP_OVERWRITTEN = from_o1(function("drop-overwritten", drop_overwritten::run, Keeps::Regions));
    DROP_UNREAD = from_o1(module("drop-unread", drop_globals::drop_unread, Keeps::Regions));
    KEEP_TESTED = function("keep-tested", unroll::keep_tested, Keeps::Regions);
    UNROLL = function("unroll", unroll::run, Keeps::Nothing);
    EVALUATE_INPUTS = function("evaluate-inputs", evaluate_inputs::run, Keeps::Regions);
    EVALUATE_LAST_INPUTS = function("evaluate-last-inputs", evaluate_inputs::run_last, Keeps::Regions);
    KEEP_EXITS = function("keep-exits", keep_exits::run, Keeps::Nothing);
    NEST_EXITS = function("nest-exits", nest_exits::run, Keeps::Nothing);
    DROP_REGIONS = function("drop-regions", drop_regions::run, Keeps::Graph);
    RESOLVE_HANDLES = function("resolve-handles", resolve_handles::run, Keeps::Regions);
    WHOLE_ELEMENTS = function("whole-elements", whole_elements::run, Keeps::Regions);
    RESOURCE_ACCESS = function("resource-access", resource_access::run, Keeps::Regions);
    SCALARISE = function("scalarise", scalarise::run, Keeps::Regions);
    SPLIT_PARAMS = from_o1(function("split-params", split_params::run, Keeps::Regions));
    SPLIT_COUNTERS = function("split-counters", split_params::run_counters, Keeps::Regions);
    SPLIT_LANES = from_o1(module("split-lanes", split_lanes::run, Keeps::Regions));
    SPLIT_PAYLOADS = module("split-payloads", split_payloads::run, Keeps::Regions);
    FLATTEN_MEMORY = module("flatten-memory", flatten_memory::run, Keeps::Regions);
    COMPACT = function("compact", compact::run, Keeps::Regions);
    SETTLE_UNDEFINED = function("settle-undefined", settle_undefined::run, Keeps::Regions);
    IMPLICIT_BINDING = module("implicit-binding", implicit_binding::run, Keeps::Regions);
    KEEP_SPECIALIZED = function("keep-specialized", keep_specialized::run, Keeps::Regions);
    HELPER_LANES = function("helper-lanes", helper_lanes::run, Keeps::Regions);
    DEDICATE_EXITS = from_o1(function("dedicate-exits", dedicate_exits::run, Keeps::Nothing));
    STRUCTURIZE = function("structurize", structurize::run, Keeps::Nothing);
}

const CHECK_AGGREGATES: Check = Check { name: "check-aggregates", looks: Looks::Function(aggregates::run) };
const CHECK_READS: Check = Check { name: "check-reads", looks: Looks::Function(reads::run) };
const CHECK_CONSTANTS: Check = Check { name: "check-constants", looks: Looks::Function(constants::run) };
const CHECK_EMPTY_ARRAYS: Check = Check { name: "check-empty-arrays", looks: Looks::Module(empty_arrays::run) };
const CHECK_EMPTY_ELEMENTS: Check =
    Check { name: "check-empty-elements", looks: Looks::Module(empty_arrays::run_spirv) };
const CHECK_LIMITS: Check = Check { name: "check-limits", looks: Looks::Module(limits::run) };
const CHECK_STAGES: Check = Check { name: "check-stages", looks: Looks::Module(stages::run) };
const CHECK_TESSELLATION: Check = Check { name: "check-tessellation", looks: Looks::Module(stages::run_tessellation) };
const CHECK_ROOT_SIGNATURE: Check = Check { name: "check-root-signature", looks: Looks::Module(root_signature::run) };

/// The passes for all targets.
pub(crate) const COMMON: &[Step] = &[
    once(&INLINE),
    once(&SPLIT_PARAMS),
    run("early forward-copies", &FORWARD_COPIES),
    once(&INTERFACE),
    once(&LOCALISE_GLOBALS),
    run("early simplify-cfg", &SIMPLIFY_CFG),
    run("early sroa", &SROA),
    run("early mem2reg", &MEM2REG),
    once(&CARRY_NON_UNIFORM),
    once(&PROPAGATE_PRECISE),
    run("early compact", &COMPACT),
    run("early simplify", &SIMPLIFY),
    run("early propagate-constants", &PROPAGATE_CONSTANTS),
    run("constant simplify-cfg", &SIMPLIFY_CFG),
    once(&KEEP_TESTED),
    once(&MERGE_COPIES),
    // Static variables have become locals only now; this also handles copies of copies.
    run("generic forward-copies", &FORWARD_COPIES),
    // Indices of arrays are constant only now.
    run("generic sroa", &SROA),
    run("generic mem2reg", &MEM2REG),
    run("generic cse", &CSE),
    run("generic propagate-equality", &PROPAGATE_EQUALITY),
    run("generic simplify", &SIMPLIFY),
    run("generic propagate-constants", &PROPAGATE_CONSTANTS),
    run("generic simplify-cfg", &SIMPLIFY_CFG),
    run("generic if-to-select", &IF_TO_SELECT),
    run("selected simplify", &SIMPLIFY),
    once(&EVALUATE_INPUTS),
    run("generic constant-tables", &CONSTANT_TABLES),
    run("generic hoist-non-boolean", &HOIST_NON_BOOLEAN),
    run("hoisted cse", &CSE),
    run("generic drop-unread", &DROP_UNREAD),
    run("generic dce", &DCE),
    run("dead simplify-cfg", &SIMPLIFY_CFG),
    run("generic drop-globals", &DROP_GLOBALS),
];

/// What loops count by, before any is unrolled.
const COUNTERS: Step = repeat(
    once_run(&SPLIT_COUNTERS),
    &[run("counters simplify", &SIMPLIFY), run("counters simplify-cfg", &SIMPLIFY_CFG)],
    1,
);

/// Unrolls loops, one nesting level in each iteration; deeper nests remain loops.
const UNROLLING: Step = repeat(
    once_run(&UNROLL),
    &[
        run("unrolled simplify-cfg", &SIMPLIFY_CFG),
        run("unrolled simplify", &SIMPLIFY),
        // Early exits that no iteration takes would pass on each variable of an array.
        run("exited simplify-cfg", &SIMPLIFY_CFG),
        run("unrolled sroa", &SROA),
        run("unrolled mem2reg", &MEM2REG),
        run("promoted simplify", &SIMPLIFY),
        run("promoted propagate-constants", &PROPAGATE_CONSTANTS),
        run("promoted simplify-cfg", &SIMPLIFY_CFG),
    ],
    16,
);

/// The passes to the form of DXIL.
pub(crate) const DXIL: &[Step] = &[
    run("generic compact", &COMPACT),
    once(&KEEP_SPECIALIZED),
    once(&HELPER_LANES),
    COUNTERS,
    UNROLLING,
    run("unrolled constant-tables", &CONSTANT_TABLES),
    once(&EVALUATE_LAST_INPUTS),
    once(&KEEP_EXITS),
    once(&NEST_EXITS),
    once(&DROP_REGIONS),
    // The header of a loop need not be a separate block any more.
    run("unstructured simplify-cfg", &SIMPLIFY_CFG),
    once(&RESOLVE_HANDLES),
    Step::Check(&CHECK_CONSTANTS),
    Step::Check(&CHECK_AGGREGATES),
    once(&WHOLE_ELEMENTS),
    once(&RESOURCE_ACCESS),
    run("access dce", &DCE),
    once(&SCALARISE),
    run("scalar simplify", &SIMPLIFY),
    run("scalar cse", &CSE),
    // Unrolled loops may repeat the same test.
    run("scalar propagate-equality", &PROPAGATE_EQUALITY),
    run("scalar propagate-constants", &PROPAGATE_CONSTANTS),
    run("scalar dce", &DCE),
    once(&SPLIT_LANES),
    once(&SPLIT_PAYLOADS),
    once(&FLATTEN_MEMORY),
    run("flat compact", &COMPACT),
    run("flat sroa", &SROA),
    run("flat mem2reg", &MEM2REG),
    Step::Check(&CHECK_READS),
    once(&SETTLE_UNDEFINED),
    // Parts of an array may hold constants, or one value, even if the array does not.
    once(&ONE_VALUE),
    run("flat constant-tables", &CONSTANT_TABLES),
    // The test before a loop is constant if the counter starts with a constant.
    repeat(once_run(&ROTATE), &[run("rotated simplify-cfg", &SIMPLIFY_CFG)], 1),
    run("flat simplify", &SIMPLIFY),
    run("flat simplify-cfg", &SIMPLIFY_CFG),
    // The argument of one edge may be the condition of a later block.
    repeat(
        once_run(&THREAD_JUMPS),
        &[run("threaded simplify", &SIMPLIFY), run("threaded simplify-cfg", &SIMPLIFY_CFG)],
        4,
    ),
    once(&MERGE_ARMS),
    // A parameter of a block with one predecessor equals its argument: equal operations on the two become equal.
    repeat(named("late if-to-select", &IF_TO_SELECT), &[run("selected simplify-cfg", &SIMPLIFY_CFG)], 1),
    once(&UNREAD_BITS),
    run("unread simplify", &SIMPLIFY),
    // Terms that are adjacent now may share a factor.
    repeat(named("early reassociate", &REASSOCIATE), &[run("reassociated simplify", &SIMPLIFY)], 1),
    run("reassociated cse", &CSE),
    // Again, with the pairs that have become terms.
    run("late reassociate", &REASSOCIATE),
    once(&HOIST),
    run("late cse", &CSE),
    // Again, for values that have become equal.
    run("late simplify", &SIMPLIFY),
    once(&DROP_OVERWRITTEN),
    run("late drop-unread", &DROP_UNREAD),
    run("late dce", &DCE),
    // What only removed blocks used is dead.
    repeat(named("late simplify-cfg", &LATE_SIMPLIFY_CFG), &[run("bypassed dce", &DCE)], 1),
    once(&SINK),
    repeat(once_run(&FUSE_PRODUCTS), &[run("fused dce", &DCE)], 1),
    once(&DEDICATE_EXITS),
    run("late drop-globals", &DROP_GLOBALS),
    Step::Check(&CHECK_EMPTY_ARRAYS),
    Step::Check(&CHECK_LIMITS),
    Step::Check(&CHECK_STAGES),
    once(&IMPLICIT_BINDING),
    Step::Check(&CHECK_ROOT_SIGNATURE),
];

/// The passes to the form of SPIR-V.
pub(crate) const SPIRV: &[Step] = &[
    run("generic compact", &COMPACT),
    COUNTERS,
    UNROLLING,
    run("unrolled constant-tables", &CONSTANT_TABLES),
    once(&EVALUATE_LAST_INPUTS),
    run("late if-to-select", &IF_TO_SELECT),
    once(&UNREAD_BITS),
    run("unread simplify", &SIMPLIFY),
    run("late hoist-non-boolean", &HOIST_NON_BOOLEAN),
    once(&WHOLE_ELEMENTS),
    run("late hoisted cse", &CSE),
    once(&GROUP_FACTORS),
    once(&NARROW_LOADS),
    once(&GATHER_LANES),
    run("late cse", &CSE),
    once(&DROP_OVERWRITTEN),
    run("late dce", &DCE),
    run("late simplify-cfg", &SIMPLIFY_CFG),
    // What is needed after a loop is computed there: lavapipe loses values of loops that lanes leave in different
    // iterations.
    once(&SINK),
    once(&ORDER_SUMS),
    once(&RESOLVE_HANDLES),
    Step::Check(&CHECK_CONSTANTS),
    Step::Check(&CHECK_AGGREGATES),
    once(&NEST_CASES),
    once(&STRUCTURIZE),
    run("structured dce", &DCE),
    Step::Check(&CHECK_TESSELLATION),
    Step::Check(&CHECK_EMPTY_ELEMENTS),
];

impl Pipeline {
    /// The rows, in order.
    pub fn steps(self) -> &'static [Step] {
        match self {
            Self::Common => COMMON,
            Self::Dxil => DXIL,
            Self::Spirv => SPIRV,
        }
    }

    /// The passes, in order, those of a repetition once.
    pub fn passes(self) -> Vec<&'static Pass> {
        let mut passes = Vec::new();
        each_row(self.steps(), 0, &mut |row, _| passes.extend(row.pass()));
        passes
    }

    /// The names of the runs and checks, as an [`Observer`](crate::Observer) gets them, in order.
    pub fn names(self) -> Vec<&'static str> {
        let mut names = Vec::new();
        each_row(self.steps(), 0, &mut |row, _| names.push(row.name()));
        names
    }

    /// The passes that run at a level, one per line; the rows of a repetition are indented.
    pub fn list(self, level: OptLevel, choice: &Choice) -> String {
        let mut text = String::new();
        each_row(self.steps(), 0, &mut |row, depth| {
            if row.pass().is_none_or(|pass| choice.runs(pass, level)) {
                let _ = writeln!(text, "{:depth$}{}", "", row.name(), depth = 2 * depth);
            }
        });
        text
    }

    /// The form of the module afterwards.
    pub(crate) fn form(self, options: &PassOptions) -> Form {
        match self {
            Self::Common | Self::Spirv => Form::Common,
            Self::Dxil if options.target.limits().has_vectors(options.model) => Form::DxilVectors,
            Self::Dxil => Form::Dxil,
        }
    }
}

/// Visits the rows in order; after a repetition, its rows follow one level deeper.
pub(crate) fn each_row(steps: &'static [Step], depth: usize, visit: &mut dyn FnMut(&'static Step, usize)) {
    for step in steps {
        visit(step, depth);
        if let Step::Repeat { then, .. } = step {
            each_row(then, depth + 1, visit);
        }
    }
}
