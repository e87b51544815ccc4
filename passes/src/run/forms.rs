//! Wraps the pipelines as functions from one form of a module to the next.
//!
//! Input: a module, in the form that the pipeline starts from. Output: the module in the form that a back end takes, as its type
//! states ([`hlslc_ir::form`]). A module that no pipeline prepared does not compile as the argument of a back end.

use crate::run::pass::{InternalError, Observer, PassOptions};
use crate::run::runner::{Stop, broken, run_pass, run_passes, verifies};
use crate::run::schedule::Pipeline;
use hlslc_base::{Diagnostics, Reported};
use hlslc_ir::Module;
use hlslc_ir::form::{CommonModule, DxilModule, Formed, ModuleForm, SpirvModule};

/// Why a pipeline has no result.
#[derive(Debug)]
pub enum Stopped {
    /// The source has an error that only optimised code shows.
    Reported(Reported),
    /// The observer cancelled the compilation.
    Cancelled,
    /// The compiler has an error.
    Broken(Box<InternalError>),
}

/// Runs the passes that are common to all targets.
///
/// # Errors
/// If the source has an error that only optimised code shows, if the observer cancels, or if a pass breaks the module.
pub fn to_common(
    module: Module,
    options: &PassOptions,
    observer: &mut dyn Observer,
    sink: &mut Diagnostics,
) -> Result<CommonModule, Stopped> {
    run(module, Pipeline::Common, options, observer, sink)
}

/// Runs the passes for DXIL.
///
/// # Errors
/// As those of [`to_common`].
pub fn to_dxil(
    module: CommonModule,
    options: &PassOptions,
    observer: &mut dyn Observer,
    sink: &mut Diagnostics,
) -> Result<DxilModule, Stopped> {
    run(module.into_module(), Pipeline::Dxil, options, observer, sink)
}

/// The passes without which a module that was raised from DXIL need not be in its form again.
const NEEDED: [&str; 2] = ["flatten-memory", "implicit-binding"];

/// Runs passes by their names, and no others but those that give variables their form, on a module that was raised from DXIL.
///
/// # Errors
/// As those of [`to_common`].
pub fn to_dxil_by(
    (mut module, names): (Module, Vec<String>),
    options: &PassOptions,
    _: &mut dyn Observer,
    sink: &mut Diagnostics,
) -> Result<DxilModule, Stopped> {
    let before = sink.error_count();
    for name in names.iter().map(String::as_str).chain(NEEDED) {
        if let Some(Err(broken)) = run_pass(&mut module, name, options, sink) {
            return Err(Stopped::Broken(Box::new(broken)));
        }
        sink.clean_since(before).map_err(Stopped::Reported)?;
    }
    Formed::verified(module, Pipeline::Dxil.form(options), true)
        .map_err(|(module, errors)| Stopped::Broken(Box::new(broken(Pipeline::Dxil, &module, &errors))))
}

/// Runs the passes for SPIR-V.
///
/// # Errors
/// As those of [`to_common`].
pub fn to_spirv(
    module: CommonModule,
    options: &PassOptions,
    observer: &mut dyn Observer,
    sink: &mut Diagnostics,
) -> Result<SpirvModule, Stopped> {
    run(module.into_module(), Pipeline::Spirv, options, observer, sink)
}

fn run<F: ModuleForm>(
    mut module: Module,
    pipeline: Pipeline,
    options: &PassOptions,
    observer: &mut dyn Observer,
    sink: &mut Diagnostics,
) -> Result<Formed<F>, Stopped> {
    let before = sink.error_count();
    match run_passes(&mut module, pipeline, options, observer, sink) {
        Ok(()) => {}
        Err(Stop::UserError) => {
            return Err(sink.clean_since(before).err().map_or(Stopped::Cancelled, Stopped::Reported));
        }
        Err(Stop::Broken(error)) => return Err(Stopped::Broken(Box::new(error))),
    }
    Formed::verified(module, pipeline.form(options), verifies(options))
        .map_err(|(module, errors)| Stopped::Broken(Box::new(broken(pipeline, &module, &errors))))
}
