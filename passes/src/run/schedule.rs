//! The schedule as data: which passes run in which order for which target and level, and the reasons for that order.
//!
//! A row is a pass or a repetition of passes. [`runner`](crate::run::runner) executes the rows of one pipeline.

use crate::analysis::Keeps;
use crate::check::{aggregates, constants, limits, reads, root_signature, stages};
use crate::dxil::{
    dedicate_exits, drop_regions, flatten_memory, helper_lanes, implicit_binding, keep_exits, resource_access,
    scalarise, settle_undefined, split_lanes, split_payloads,
};
use crate::flow::{dce, if_to_select, merge_arms, rotate, simplify_cfg, skip_empty, thread_jumps, unroll};
use crate::locals::{
    constant_tables, drop_overwritten, forward_copies, localise_globals, mem2reg, merge_copies, one_value, sroa,
};
use crate::module::{
    carry_non_uniform, drop_globals, evaluate_inputs, inline, interface, propagate_precise, resolve_handles,
};
use crate::run::choice::Choice;
use crate::run::pass::{Check, Looks, OptLevel, Pass, PassOptions, Work, from_o1, function, module};
use crate::scalar::{
    compact, cse, fuse_products, hoist, propagate_constants, propagate_equality, reassociate, simplify, sink,
    split_params, unread_bits,
};
use crate::spirv::{gather_lanes, narrow_loads, structurize};
use hlslc_ir::verify::Form;
use std::fmt::Write as _;

/// A list of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pipeline {
    /// For all targets, first.
    Common,
    /// After `Common`, to what DXIL can say.
    Dxil,
    /// After `Common`, to what SPIR-V can say.
    Spirv,
}

impl Step {
    /// Whether all that it runs is over functions.
    pub(crate) fn is_by_function(&self) -> bool {
        let by_function = |pass: &Pass| matches!(pass.work, Work::Function(_));
        match self {
            Self::Run(pass) => by_function(pass),
            Self::Check(check) => matches!(check.looks, Looks::Function(_)),
            Self::Repeat { lead, then, .. } => by_function(lead) && then.iter().all(Self::is_by_function),
        }
    }

    /// The name of what it runs, or runs first.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Run(pass) | Self::Repeat { lead: pass, .. } => pass.name,
            Self::Check(check) => check.name,
        }
    }

    /// The pass that it runs, or runs first.
    pub fn pass(&self) -> Option<&'static Pass> {
        match self {
            Self::Run(pass) | Self::Repeat { lead: pass, .. } => Some(pass),
            Self::Check(_) => None,
        }
    }
}

/// A row of a pipeline.
#[derive(Clone, Copy)]
pub enum Step {
    /// A pass.
    Run(&'static Pass),
    /// A check.
    Check(&'static Check),
    /// A pass, and further ones where it changed something, over and over.
    Repeat {
        /// First in each iteration. Only functions that it changes go through the rest of it and take part in the next.
        lead: &'static Pass,
        /// The rest of an iteration.
        then: &'static [Step],
        /// How many iterations there are at most.
        at_most: u32,
    },
}

/// A row of one pass.
const fn once(pass: &'static Pass) -> Step {
    Step::Run(pass)
}

/// A row that repeats.
const fn repeat(lead: &'static Pass, then: &'static [Step], at_most: u32) -> Step {
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
    SKIP_EMPTY = from_o1(function("skip-empty", skip_empty::run, Keeps::Nothing));
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
    HOIST_NUMBERS = from_o1(function("hoist-numbers", hoist::run_numbers, Keeps::Regions));
    REASSOCIATE = from_o1(function("reassociate", reassociate::run, Keeps::Regions));
    MERGE_COPIES = from_o1(function("merge-copies", merge_copies::run, Keeps::Regions));
    UNREAD_BITS = from_o1(function("unread-bits", unread_bits::run, Keeps::Regions));
    ONE_VALUE = from_o1(function("one-value", one_value::run, Keeps::Regions));
    CONSTANT_TABLES = from_o1(function("constant-tables", constant_tables::run, Keeps::Regions));
    NARROW_LOADS = from_o1(function("narrow-loads", narrow_loads::run, Keeps::Regions));
    GATHER_LANES = from_o1(function("gather-lanes", gather_lanes::run, Keeps::Regions));
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
    DROP_REGIONS = function("drop-regions", drop_regions::run, Keeps::Graph);
    RESOLVE_HANDLES = function("resolve-handles", resolve_handles::run, Keeps::Regions);
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
    HELPER_LANES = function("helper-lanes", helper_lanes::run, Keeps::Regions);
    DEDICATE_EXITS = from_o1(function("dedicate-exits", dedicate_exits::run, Keeps::Nothing));
    STRUCTURIZE = function("structurize", structurize::run, Keeps::Nothing);
}

const CHECK_WHOLES: Check = Check { name: "check-wholes", looks: Looks::Function(aggregates::run) };
const CHECK_READS: Check = Check { name: "check-reads", looks: Looks::Function(reads::run) };
const CHECK_CONSTANTS: Check = Check { name: "check-constants", looks: Looks::Function(constants::run) };
const CHECK_LIMITS: Check = Check { name: "check-limits", looks: Looks::Module(limits::run) };
const CHECK_STAGES: Check = Check { name: "check-stages", looks: Looks::Module(stages::run) };
const CHECK_TESSELLATION: Check = Check { name: "check-tessellation", looks: Looks::Module(stages::run_tessellation) };
const CHECK_ROOT_SIGNATURE: Check = Check { name: "check-root-signature", looks: Looks::Module(root_signature::run) };

/// For all targets.
pub(crate) const COMMON: &[Step] = &[
    once(&INLINE),
    once(&SPLIT_PARAMS),
    once(&FORWARD_COPIES),
    once(&INTERFACE),
    once(&LOCALISE_GLOBALS),
    once(&SIMPLIFY_CFG),
    once(&SROA),
    once(&MEM2REG),
    once(&CARRY_NON_UNIFORM),
    once(&PROPAGATE_PRECISE),
    once(&COMPACT),
    once(&SIMPLIFY),
    once(&PROPAGATE_CONSTANTS),
    once(&SIMPLIFY_CFG),
    once(&KEEP_TESTED),
    once(&MERGE_COPIES),
    // Again for statics, which are variables only now, and for copies of copies.
    once(&FORWARD_COPIES),
    // Again for arrays whose indices are known only now.
    once(&SROA),
    once(&MEM2REG),
    once(&CSE),
    once(&PROPAGATE_EQUALITY),
    once(&SIMPLIFY),
    once(&PROPAGATE_CONSTANTS),
    once(&SIMPLIFY_CFG),
    once(&IF_TO_SELECT),
    once(&SIMPLIFY),
    once(&EVALUATE_INPUTS),
    once(&CONSTANT_TABLES),
    once(&HOIST_NUMBERS),
    once(&CSE),
    once(&DROP_UNREAD),
    once(&DCE),
    once(&SIMPLIFY_CFG),
    once(&DROP_GLOBALS),
];

/// What loops count by, before any is unrolled: as many may lie in each other as a vector has components, and what passes through
/// one unchanged is seen when those inside it are done.
const COUNTERS: Step = repeat(
    &SPLIT_COUNTERS,
    &[once(&SIMPLIFY), once(&SIMPLIFY_CFG), once(&SIMPLIFY_CFG), once(&SIMPLIFY_CFG), once(&SIMPLIFY_CFG)],
    1,
);

/// Loops that have to go, one round for each level of nested loops; deeper nests stay loops.
const UNROLLING: Step = repeat(
    &UNROLL,
    &[
        once(&SIMPLIFY_CFG),
        once(&SIMPLIFY),
        // Ways out of the middle that no round takes would pass each variable of an array on.
        once(&SIMPLIFY_CFG),
        once(&SROA),
        once(&MEM2REG),
        once(&SIMPLIFY),
        once(&PROPAGATE_CONSTANTS),
        once(&SIMPLIFY_CFG),
    ],
    16,
);

/// To DXIL.
pub(crate) const DXIL: &[Step] = &[
    once(&COMPACT),
    once(&HELPER_LANES),
    COUNTERS,
    UNROLLING,
    once(&CONSTANT_TABLES),
    once(&EVALUATE_LAST_INPUTS),
    once(&KEEP_EXITS),
    once(&DROP_REGIONS),
    // The head of a loop need not be a block of its own any more.
    once(&SIMPLIFY_CFG),
    once(&RESOLVE_HANDLES),
    Step::Check(&CHECK_CONSTANTS),
    Step::Check(&CHECK_WHOLES),
    once(&RESOURCE_ACCESS),
    once(&DCE),
    once(&SCALARISE),
    once(&SIMPLIFY),
    once(&CSE),
    // What loops that are unrolled asked several times.
    once(&PROPAGATE_EQUALITY),
    once(&PROPAGATE_CONSTANTS),
    once(&DCE),
    once(&SPLIT_LANES),
    once(&SPLIT_PAYLOADS),
    once(&FLATTEN_MEMORY),
    once(&COMPACT),
    once(&SROA),
    once(&MEM2REG),
    Step::Check(&CHECK_READS),
    once(&SETTLE_UNDEFINED),
    // Parts of an array may hold constants, or one value, where the whole does not.
    once(&ONE_VALUE),
    once(&CONSTANT_TABLES),
    // What the test on the way in asks of constants is known once they are in it.
    repeat(&ROTATE, &[once(&SIMPLIFY_CFG)], 1),
    once(&SIMPLIFY),
    once(&SIMPLIFY_CFG),
    // What one way passes on may be what a later block asks about.
    repeat(&THREAD_JUMPS, &[once(&SIMPLIFY), once(&SIMPLIFY_CFG)], 4),
    once(&MERGE_ARMS),
    // What a block with one way in is given is what it was before: equal operations on it are to be seen as such.
    repeat(&IF_TO_SELECT, &[once(&SIMPLIFY_CFG)], 1),
    once(&UNREAD_BITS),
    once(&SIMPLIFY),
    // Terms that stand together now may share a factor.
    repeat(&REASSOCIATE, &[once(&SIMPLIFY)], 1),
    once(&CSE),
    // Again with the pairs that are terms now.
    once(&REASSOCIATE),
    once(&HOIST),
    once(&CSE),
    // Again for equal values that are one now.
    once(&SIMPLIFY),
    once(&DROP_OVERWRITTEN),
    once(&DROP_UNREAD),
    once(&DCE),
    once(&SKIP_EMPTY),
    // What blocks asked for that are gone nobody asks for.
    repeat(&SIMPLIFY_CFG, &[once(&DCE)], 1),
    once(&SINK),
    repeat(&FUSE_PRODUCTS, &[once(&DCE)], 1),
    once(&DEDICATE_EXITS),
    once(&DROP_GLOBALS),
    Step::Check(&CHECK_LIMITS),
    Step::Check(&CHECK_STAGES),
    once(&IMPLICIT_BINDING),
    Step::Check(&CHECK_ROOT_SIGNATURE),
];

/// To SPIR-V.
pub(crate) const SPIRV: &[Step] = &[
    once(&COMPACT),
    COUNTERS,
    UNROLLING,
    once(&CONSTANT_TABLES),
    once(&EVALUATE_LAST_INPUTS),
    once(&IF_TO_SELECT),
    once(&UNREAD_BITS),
    once(&SIMPLIFY),
    once(&HOIST_NUMBERS),
    once(&CSE),
    once(&NARROW_LOADS),
    once(&GATHER_LANES),
    once(&CSE),
    once(&DROP_OVERWRITTEN),
    once(&DCE),
    once(&SIMPLIFY_CFG),
    // What is needed behind a loop is computed there: lavapipe loses values of loops that lanes leave at different rounds.
    once(&SINK),
    once(&RESOLVE_HANDLES),
    Step::Check(&CHECK_CONSTANTS),
    Step::Check(&CHECK_WHOLES),
    once(&STRUCTURIZE),
    once(&DCE),
    Step::Check(&CHECK_TESSELLATION),
];

/// (earlier, later, why): wherever both are in a pipeline, the first of the one comes before the last of the other.
pub const ORDER: &[(&str, &str, &str)] = &[
    ("inline", "localise-globals", "a static has to be one variable for all functions that use it"),
    ("inline", "forward-copies", "only then is it known what is copied"),
    ("forward-copies", "interface", "an input that is indexed at run time is no copy by then"),
    ("inline", "interface", "callees take pointers into the interface"),
    ("inline", "sroa", "a variable whose pointer goes into a call cannot be split"),
    ("localise-globals", "sroa", "statics are split and promoted like locals"),
    ("sroa", "mem2reg", "only variables that are loaded and stored whole become values"),
    ("mem2reg", "carry-non-uniform", "what an index depends on is seen best where variables are values"),
    ("inline", "carry-non-uniform", "an index may be marked in one function and used in another"),
    ("carry-non-uniform", "simplify", "a warning must be the same at every level, so nothing may have been optimised"),
    ("carry-non-uniform", "resolve-handles", "a choice of handles is non-uniform if one of them is"),
    ("mem2reg", "propagate-precise", "what a value comes from is seen best where variables are values"),
    ("propagate-precise", "simplify", "only then is it known which float operations may be changed"),
    ("propagate-constants", "keep-tested", "a loop that constants end is counted, whatever it reads"),
    ("keep-tested", "cse", "what ends a loop may be read in front of it by then"),
    ("propagate-precise", "cse", "a precise operation and a fast one are still two"),
    ("mem2reg", "simplify", "constants stored to variables must be seen to be folded"),
    ("mem2reg", "propagate-constants", "variables are not followed, values are"),
    ("mem2reg", "propagate-equality", "variables are not followed, values are"),
    ("propagate-equality", "propagate-constants", "what is known behind a branch makes others constant"),
    ("propagate-constants", "simplify-cfg", "branches on constants disappear"),
    ("simplify", "simplify-cfg", "branches on folded conditions disappear"),
    ("cse", "dce", "what was merged leaves dead operands"),
    ("cse", "drop-overwritten", "what was stored is known where it is read, and is not read, only then"),
    ("drop-overwritten", "dce", "what was computed to be stored is dead"),
    ("simplify", "narrow-loads", "only then is it seen which parts are used"),
    ("unroll", "narrow-loads", "which part of an array is used may be known only then"),
    ("narrow-loads", "cse", "parts of what is loaded twice are one only then"),
    ("narrow-loads", "dce", "what was loaded whole is dead"),
    ("simplify", "gather-lanes", "only then is it seen which components are whose"),
    ("gather-lanes", "cse", "dot products with one vector put it together once only then"),
    ("gather-lanes", "dce", "the operations on components are dead"),
    ("cse", "propagate-equality", "a condition that is computed twice is one value only then"),
    ("propagate-precise", "reassociate", "only then is it known which float operations may be changed"),
    ("scalarise", "reassociate", "chains are of scalars"),
    ("reassociate", "fuse-products", "what sums share is no part of one of them"),
    ("cse", "fuse-products", "what sums share is one value only then"),
    ("sink", "fuse-products", "a product stands where its sum does only then"),
    ("fuse-products", "dce", "what went into a sum is dead"),
    ("reassociate", "cse", "what chains share stands in each of them until then"),
    ("simplify-cfg", "if-to-select", "ways of a branch are lines of blocks only then"),
    ("if-to-select", "simplify", "choices of truth values are ands and ors"),
    ("hoist-numbers", "cse", "handles that several branches make stand together only then"),
    ("hoist", "cse", "handles that several branches make stand together only then"),
    ("hoist", "dce", "a loop with something that is used behind it would stay"),
    ("merge-copies", "forward-copies", "what is a copy of a copy is a copy then"),
    ("forward-copies", "constant-tables", "a copy of a table is none of its own"),
    ("unroll", "constant-tables", "what a loop stores is known only then"),
    ("simplify-cfg", "dedicate-exits", "the blocks that it makes do nothing and would be removed again"),
    ("skip-empty", "dedicate-exits", "the blocks that it makes do nothing and would be skipped"),
    ("split-payloads", "flatten-memory", "what is handed on keeps its type, and so did all that lay around it"),
    ("flatten-memory", "one-value", "components of an array have arrays of their own only then"),
    ("one-value", "constant-tables", "a table of one number is no table"),
    ("unroll", "rotate", "a loop that goes needs no second test"),
    ("drop-regions", "rotate", "no region names a head that is left behind"),
    ("rotate", "simplify-cfg", "the first test is known where it asks of constants"),
    ("rotate", "hoist", "what is computed in every round is so only where the test is behind it"),
    ("drop-regions", "thread-jumps", "no region names a block that is left behind"),
    ("rotate", "thread-jumps", "a loop has got its one test by then"),
    ("thread-jumps", "simplify-cfg", "what each way goes through alone is one block with it only then"),
    ("drop-regions", "merge-arms", "no region says any more what a way is"),
    ("flatten-memory", "merge-arms", "places of memory are the same only where they are computed alike"),
    ("merge-arms", "if-to-select", "a way whose store is gone may be a choice"),
    ("hoist", "sink", "what is moved to the start goes back to where it is needed"),
    ("skip-empty", "sink", "an empty block of a way would be filled, and stay"),
    ("simplify-cfg", "sink", "ways of a branch that are none any more are needed always"),
    ("skip-empty", "simplify-cfg", "blocks that nothing leads to any more go"),
    ("dce", "simplify-cfg", "choices that went leave lines of blocks"),
    ("resource-access", "scalarise", "loads from resources are of vectors until they come apart"),
    ("forward-copies", "check-wholes", "only what is copied then is copied"),
    ("check-wholes", "resource-access", "whether there is too much to take apart is asked before"),
    ("scalarise", "split-lanes", "only then is all memory accessed one scalar at a time"),
    ("split-lanes", "flatten-memory", "arrays of vectors become arrays of scalars there as well"),
    ("scalarise", "flatten-memory", "only then is all memory accessed one scalar at a time"),
    ("dce", "drop-globals", "only then is it known which globals are used"),
    ("mem2reg", "evaluate-inputs", "which input a value is cannot be seen through variables"),
    ("evaluate-inputs", "dce", "what was loaded of the input may not be used besides"),
    ("unroll", "evaluate-last-inputs", "which element of an array is evaluated may be known only then"),
    ("evaluate-last-inputs", "check-constants", "the vertex of an input must be a constant"),
    ("evaluate-last-inputs", "scalarise", "how the numbers of a value come apart is worked out on the whole"),
    ("unroll", "resolve-handles", "which element of an array of handles is meant may be known only then"),
    ("unroll", "check-constants", "the counter of a loop may become the constant that is asked for"),
    ("resolve-handles", "structurize", "handles are made again where they are used, so they must be made by then"),
    ("resolve-handles", "resource-access", "the layout of a resource is that of its declaration"),
    ("check-reads", "settle-undefined", "what is undefined has a value behind it"),
    ("mem2reg", "settle-undefined", "variables without a store are undefined only then"),
    ("unroll", "keep-exits", "what is no loop any more has no ways out"),
    ("keep-exits", "drop-regions", "the annotations say what is inside a loop"),
    ("unroll", "drop-regions", "the annotations say which loops to unroll"),
    ("unroll", "mem2reg", "arrays indexed by the counter can then become values"),
    ("drop-regions", "simplify-cfg", "blocks that annotations name cannot be merged"),
    ("helper-lanes", "mem2reg", "whether a lane is a helper is kept in a variable"),
    ("drop-globals", "check-limits", "what is not used breaks no limit"),
    (
        "simplify-cfg",
        "check-stages",
        "a call that is never reached is none, and branches that meet again are no detour",
    ),
    ("dce", "implicit-binding", "only what is still used gets a register"),
    ("implicit-binding", "check-root-signature", "a root signature binds registers"),
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

    /// The names of the passes and checks, as an [`Observer`](crate::Observer) gets them, in order.
    pub fn names(self) -> Vec<&'static str> {
        let mut names = Vec::new();
        each_row(self.steps(), 0, &mut |row, _| names.push(row.name()));
        names
    }

    /// What runs at a level, one a line; what is repeated after another is indented below it.
    pub fn list(self, level: OptLevel, choice: &Choice) -> String {
        let mut text = String::new();
        each_row(self.steps(), 0, &mut |row, depth| {
            if row.pass().is_none_or(|pass| choice.runs(pass, level)) {
                let _ = writeln!(text, "{:depth$}{}", "", row.name(), depth = 2 * depth);
            }
        });
        text
    }

    /// What holds afterwards.
    pub(crate) fn form(self, options: &PassOptions) -> Form {
        match self {
            Self::Common | Self::Spirv => Form::Common,
            Self::Dxil if options.target.limits().has_vectors(options.model) => Form::DxilVectors,
            Self::Dxil => Form::Dxil,
        }
    }
}

/// Visits the rows in order, and after each that repeats those that it repeats, one level deeper.
fn each_row(steps: &'static [Step], depth: usize, visit: &mut dyn FnMut(&'static Step, usize)) {
    for step in steps {
        visit(step, depth);
        if let Step::Repeat { then, .. } = step {
            each_row(then, depth + 1, visit);
        }
    }
}
