//! Compiles the program of a container again: it is raised to the IR, on which passes and back ends run as on that of a source.
//!
//! Input: the bytes of a container, of any compiler. What the options leave open (target, validator, denormals, packing of
//! signatures) is as the container has it.

use crate::compile::{Compiler, Done};
use crate::errors;
use crate::options::{Backend, OptLevel, Options};
use crate::output::Output;
use dxil::packing::Packing;
use hlslc_base::source::IncludeResolver;
use hlslc_base::{Span, guard};
use hlslc_dxil_raise::{Raised, raise_container, to_common_form};
use std::cell::RefCell;

/// Whether bytes are a container rather than a text: zeros do not stand in a source.
pub(crate) fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with(b"DXBC") && bytes.contains(&0)
}

/// Compiles the program of a container.
pub(crate) fn compile(compiler: &Compiler, name: &str, bytes: &[u8], includes: &dyn IncludeResolver) -> Output {
    let raised = guard(|| raise_container(bytes).map_err(|error| error.to_string())).and_then(|raised| raised);
    let (options, raised) = match raised {
        Ok(raised) => (options(compiler.options(), &raised), Ok(raised)),
        Err(why) => (compiler.options().clone(), Err(why)),
    };
    // It is taken out when the session runs.
    let raised = RefCell::new(Some(raised));
    compiler.with_options(options).session(name, b"", includes, |session, file| {
        session.stage = "raise";
        let mut module = match raised.take() {
            Some(Ok(raised)) => raised.module,
            Some(Err(why)) => {
                session.found.push(errors::not_raised(Span::NONE, &why));
                return Err(Done);
            }
            None => return Err(Done),
        };
        let target = session.target()?;
        module.flags.disable_optimizations = session.options.opt_level == OptLevel::Disabled;
        session.choose_entry(&mut module, target, file)?;
        if session.options.backend == Backend::Spirv
            && let Err(why) = to_common_form(&mut module)
        {
            session.found.push(errors::not_raised(Span::NONE, &why.to_string()));
            return Err(Done);
        }
        session.back(module, target)
    })
}

/// The options, with what the container says where they say nothing.
fn options(given: &Options, raised: &Raised) -> Options {
    let mut options = given.clone();
    options.target = options.target.or(Some(raised.target));
    options.validator = options.validator.or(Some(raised.validator).filter(|validator| validator.validates()));
    options.denormals = options.denormals.or(raised.denormals);
    options.auto_binding_space = options.auto_binding_space.or(raised.automatic_space);
    options.packs_optimized = raised.packing == Packing::Optimized;
    options
}
