//! Runs the back end for SPIR-V: passes, and the words of a module.
//!
//! Input: a module before any pass. Output: the words as bytes, or their text on request, in the session.

use super::Row;
use crate::Reflection;
use crate::options::{Backend, Emit, OptLevel, SpirvOrigin};
use crate::output::PRODUCER;
use crate::session::{Session, Step};
use hlslc_base::source::FileId;
use hlslc_base::{Stage, Target};
use hlslc_ir::Module;
use hlslc_passes::{to_common, to_spirv};
use hlslc_spirv::reflection;
use hlslc_spirv::{BindingOptions, Keep, SpirvOptions, SpirvSources};

pub(super) const ROW: Row = Row {
    backend: Backend::Spirv,
    errors: &hlslc_spirv::errors::ALL,
    write,
    root_signature: None,
    writes: reflection::is_spirv,
    reflect: |bytes| {
        reflection::reflect(bytes).map(|found| Reflection::Spirv(Box::new(found))).map_err(|error| error.to_string())
    },
    assembly: None,
};

/// The listing of a SPIR-V module.
pub fn disassemble_spirv(bytes: &[u8]) -> Result<String, String> {
    hlslc_spirv::listing(bytes)
}

fn write(session: &mut Session, module: Module, target: Target) -> Step<()> {
    // What must become legal loses what it does not use, even without optimisation.
    let keeps_all = session.options.opt_level <= OptLevel::O0 && !hlslc_spirv::needs_legal_form(&module);
    let module = session.passes(module, to_common, target)?;
    let module = session.passes(module, to_spirv, target)?;
    let all = session.options;
    let options = &all.spirv;
    let options = SpirvOptions {
        library: target.stage == Stage::Library,
        ieee_strict: all.ieee_strict,
        unchecked: all.skip_validation,
        denormals: all.denormals,
        packs_locations: all.packs_optimized,
        keep: Keep { resources: options.keep.resources || keeps_all, inputs: options.keep.inputs || keeps_all },
        bindings: BindingOptions { default_set: all.auto_binding_space.unwrap_or(0), ..options.bindings.clone() },
        ..options.clone()
    };
    session.stage = "lower to SPIR-V";
    let origin = all.debug.spirv;
    let is_wanted = origin != SpirvOrigin::default();
    let from = is_wanted.then(|| SpirvSources {
        files: origin.files,
        variables: origin.variables,
        producer: PRODUCER,
        sources: &session.sources,
        main: FileId::default(),
        model: u32::from(target.model.major) * 100 + u32::from(target.model.minor) * 10,
        texts: origin.texts,
        lines: origin.lines,
        arguments: &all.debug.arguments,
        repeats_arguments: origin.arguments,
    });
    let words = if session.recording.is_on() {
        let (words, instructions) = hlslc_spirv::emit_with_origins(&module, &options, from, &mut session.found)?;
        session.recording.spirv(&words, &instructions);
        words
    } else {
        hlslc_spirv::emit_from(&module, &options, from, &mut session.found)?
    };
    let words = session.check_point("write", words)?;
    if all.syntax_only {
        return Ok(());
    }
    if all.emit == Emit::SpirvAsm {
        return session.emit(hlslc_spirv::named(&words));
    }
    if all.reflect {
        match reflection::reflect_words(&words) {
            Ok(found) => session.output.reflection = Some(Reflection::Spirv(Box::new(found))),
            Err(why) => return session.fail(&why.to_string()),
        }
    }
    session.output.object = Some(words.iter().flat_map(|word| word.to_le_bytes()).collect());
    Ok(())
}
