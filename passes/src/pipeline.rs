//! The pipelines as data: which passes run in which order for which target and level, and why in that order.
//!
//! [`run`] goes through the rows of one pipeline. An [`Observer`] sees the module after each pass (for
//! `-print-after`, `-print-changed`, timing). In debug builds, and on request, the verifier runs after each pass;
//! what it finds is our mistake and comes back as an [`InternalError`] that names the pass.

use crate::{
    check_root_signature, cse, dce, drop_globals, drop_regions, flatten_memory, implicit_binding, inline,
    localise_globals, mem2reg, propagate_constants, resolve_handles, resource_access, scalarise, settle_undefined,
    simplify, simplify_cfg, sroa, structurize, unroll,
};
use hlslc_base::ShaderModel;
use hlslc_base::budget::Budgets;
use hlslc_base::diag::Diagnostics;
use hlslc_ir::Module;
use hlslc_ir::text::{PrintOptions, print};
use hlslc_ir::verify::{Form, VerifyError, verify};
use std::fmt;

/// How much to optimise. `-Od` and `-O0` are one level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// `-Od`, `-O0`: only what the target needs.
    O0,
    /// `-O1`.
    O1,
    /// `-O2`.
    O2,
    /// `-O3`, the default.
    #[default]
    O3,
}

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

/// What the passes are told.
#[derive(Clone, Copy, Debug, Default)]
pub struct PassOptions {
    /// How much to optimise.
    pub level: OptLevel,
    /// Whether to verify after each pass in release builds too.
    pub verify: bool,
    /// Limits.
    pub budgets: Budgets,
    /// Shader model of the target.
    pub model: ShaderModel,
    /// Register space for resources that name none (`-auto-binding-space`).
    pub automatic_space: Option<u32>,
}

/// What a pass works with beside the module.
pub(crate) struct PassCx<'a> {
    pub options: &'a PassOptions,
    pub diagnostics: &'a mut Diagnostics,
}

/// A row of a pipeline.
pub struct Pass {
    /// Name, as `-print-after` takes it.
    pub name: &'static str,
    run: fn(&mut Module, &mut PassCx<'_>) -> bool,
    /// The lowest level at which it runs.
    pub from: OptLevel,
}

const fn always(name: &'static str, run: fn(&mut Module, &mut PassCx<'_>) -> bool) -> Pass {
    Pass { name, run, from: OptLevel::O0 }
}

const fn optimising(name: &'static str, run: fn(&mut Module, &mut PassCx<'_>) -> bool) -> Pass {
    Pass { name, run, from: OptLevel::O1 }
}

/// For all targets.
const COMMON: &[Pass] = &[
    always("inline", inline::run),
    always("localise-globals", localise_globals::run),
    always("simplify-cfg", simplify_cfg::run),
    always("sroa", sroa::run),
    always("mem2reg", mem2reg::run),
    always("simplify", simplify::run),
    always("propagate-constants", propagate_constants::run),
    always("simplify-cfg", simplify_cfg::run),
    // Again for arrays whose indices are known only now.
    always("sroa", sroa::run),
    always("mem2reg", mem2reg::run),
    always("simplify", simplify::run),
    always("propagate-constants", propagate_constants::run),
    always("simplify-cfg", simplify_cfg::run),
    optimising("cse", cse::run),
    always("dce", dce::run),
    always("drop-globals", drop_globals::run),
];

/// To DXIL.
const DXIL: &[Pass] = &[
    always("unroll", unroll::run),
    always("drop-regions", drop_regions::run),
    always("resolve-handles", resolve_handles::run),
    always("resource-access", resource_access::run),
    always("dce", dce::run),
    always("scalarise", scalarise::run),
    always("simplify", simplify::run),
    optimising("cse", cse::run),
    always("dce", dce::run),
    always("flatten-memory", flatten_memory::run),
    always("sroa", sroa::run),
    always("mem2reg", mem2reg::run),
    always("settle-undefined", settle_undefined::run),
    always("simplify", simplify::run),
    always("simplify-cfg", simplify_cfg::run),
    optimising("cse", cse::run),
    always("dce", dce::run),
    always("drop-globals", drop_globals::run),
    always("implicit-binding", implicit_binding::run),
    always("check-root-signature", check_root_signature::run),
];

/// To SPIR-V.
const SPIRV: &[Pass] = &[always("structurize", structurize::run), always("dce", dce::run)];

/// (earlier, later, why): wherever both are in a pipeline, the first of the one comes before the last of the other.
pub const ORDER: &[(&str, &str, &str)] = &[
    ("inline", "localise-globals", "a static has to be one variable for all functions that use it"),
    ("inline", "sroa", "a variable whose pointer goes into a call cannot be split"),
    ("localise-globals", "sroa", "statics are split and promoted like locals"),
    ("sroa", "mem2reg", "only variables that are loaded and stored whole become values"),
    ("mem2reg", "simplify", "constants stored to variables must be seen to be folded"),
    ("mem2reg", "propagate-constants", "variables are not followed, values are"),
    ("propagate-constants", "simplify-cfg", "branches on constants disappear"),
    ("simplify", "simplify-cfg", "branches on folded conditions disappear"),
    ("cse", "dce", "what was merged leaves dead operands"),
    ("resource-access", "scalarise", "loads from resources are of vectors until they come apart"),
    ("scalarise", "flatten-memory", "only then is all memory accessed one scalar at a time"),
    ("dce", "drop-globals", "only then is it known which globals are used"),
    ("resolve-handles", "resource-access", "the layout of a resource is that of its declaration"),
    ("mem2reg", "settle-undefined", "variables without a store are undefined only then"),
    ("unroll", "drop-regions", "the annotations say which loops to unroll"),
    ("unroll", "mem2reg", "arrays indexed by the counter can then become values"),
    ("drop-regions", "simplify-cfg", "blocks that annotations name cannot be merged"),
    ("dce", "implicit-binding", "only what is still used gets a register"),
    ("implicit-binding", "check-root-signature", "a root signature binds registers"),
];

impl Pipeline {
    /// The passes, in order.
    pub fn passes(self) -> &'static [Pass] {
        match self {
            Self::Common => COMMON,
            Self::Dxil => DXIL,
            Self::Spirv => SPIRV,
        }
    }

    /// What holds afterwards.
    pub fn form(self) -> Form {
        match self {
            Self::Common | Self::Spirv => Form::Common,
            Self::Dxil => Form::Dxil,
        }
    }
}

/// Something that happened to a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassEvent {
    /// A pass is about to run.
    Start,
    /// A pass has run and changed nothing.
    Unchanged,
    /// A pass has run and changed something.
    Changed,
}

/// Sees the module around each pass.
pub trait Observer {
    /// Called before and after each pass that runs.
    fn observe(&mut self, pass: &'static str, event: PassEvent, module: &Module);
}

impl Observer for () {
    fn observe(&mut self, _: &'static str, _: PassEvent, _: &Module) {}
}

impl<F: FnMut(&'static str, PassEvent, &Module)> Observer for F {
    fn observe(&mut self, pass: &'static str, event: PassEvent, module: &Module) {
        self(pass, event, module);
    }
}

/// A pass left a module that does not verify: a mistake of the compiler.
#[derive(Clone, Debug)]
pub struct InternalError {
    /// The pass; the pipeline's end if the last checks failed.
    pub pass: &'static str,
    /// What is broken, with the names of functions.
    pub errors: Vec<VerifyError>,
    /// The module as the pass left it.
    pub ir: String,
}

impl fmt::Display for InternalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error: the module is broken after `{}`", self.pass)?;
        self.errors.iter().try_for_each(|error| write!(f, "\n  {error}"))
    }
}

impl std::error::Error for InternalError {}

/// Runs a pipeline. User errors go to `diagnostics`, after which no further pass runs.
pub fn run(
    module: &mut Module,
    pipeline: Pipeline,
    options: &PassOptions,
    observer: &mut dyn Observer,
    diagnostics: &mut Diagnostics,
) -> Result<(), InternalError> {
    let verifies = cfg!(debug_assertions) || options.verify;
    if verifies {
        check(module, "the stage before the passes", Form::Any)?;
    }
    let before = diagnostics.error_count();
    for pass in pipeline.passes().iter().filter(|pass| options.level >= pass.from) {
        observer.observe(pass.name, PassEvent::Start, module);
        let changed = (pass.run)(module, &mut PassCx { options, diagnostics });
        let event = if changed { PassEvent::Changed } else { PassEvent::Unchanged };
        observer.observe(pass.name, event, module);
        if diagnostics.error_count() > before {
            return Ok(());
        }
        if verifies {
            check(module, pass.name, Form::Any)?;
        }
    }
    if verifies {
        let name = pipeline.passes().last().map_or("no pass", |pass| pass.name);
        check(module, name, pipeline.form())?;
    }
    Ok(())
}

fn check(module: &Module, pass: &'static str, form: Form) -> Result<(), InternalError> {
    verify(module, form).map_err(|errors| InternalError { pass, errors, ir: print(module, PrintOptions::default()) })
}

/// Runs single passes by name; for tests that start from IR text. `None` if there is no such pass.
pub fn run_pass(
    module: &mut Module,
    name: &str,
    options: &PassOptions,
    diagnostics: &mut Diagnostics,
) -> Option<Result<bool, InternalError>> {
    let all = [COMMON, DXIL, SPIRV].into_iter().flatten();
    let pass = all.into_iter().find(|pass| pass.name == name)?;
    let changed = (pass.run)(module, &mut PassCx { options, diagnostics });
    Some(check(module, pass.name, Form::Any).map(|()| changed))
}
