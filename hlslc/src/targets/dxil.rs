//! Runs the back end for DXIL: passes, lowering, checks, container.
//!
//! Input: a module before any pass. Output: a container, or the requested text of it, in the session.

use super::{Row, assembly, containers};
use crate::Reflection;
use crate::errors;
use crate::options::{Backend, Emit};
use crate::session::{Done, Session, Step};
use dxil::module::FuncId;
use dxil::rules::Violation;
use hlslc_base::{Span, Stage, Target};
use hlslc_dxil_lower::{LowerOptions, Lowered};
use hlslc_ir::{Func, Loc, Module};
use hlslc_passes::{to_common, to_dxil, to_dxil_by};
use hlslc_rootsig::RootSignature;

/// A module of more instructions is checked on one thread while another writes it.
const LARGE: usize = 4000;

pub(super) const ROW: Row = Row {
    backend: Backend::Dxil,
    errors: &hlslc_dxil_lower::errors::ALL,
    write,
    root_signature: Some(containers::root_signature_container),
    writes: |bytes| bytes.starts_with(b"DXBC"),
    reflect: |bytes| {
        dxil::reflect::reflect(bytes).map(|found| Reflection::Dxil(Box::new(found))).map_err(|error| error.to_string())
    },
    assembly: Some(assembly::ASSEMBLY),
};

fn write(session: &mut Session, module: Module, target: Target) -> Step<()> {
    let module = if session.options.passes_alone.is_empty() {
        let module = session.passes(module, to_common, target)?;
        session.passes(module, to_dxil, target)?
    } else {
        let names = session.options.passes_alone.clone();
        session.passes((module, names), to_dxil_by, target)?
    };
    let options = session.options;
    // The container of a shader repeats the root signature of its one entry point.
    let entry = module.entries.first().filter(|_| target.stage != Stage::Library);
    if entry.is_none() && target.stage != Stage::Library {
        session.found.push(errors::no_entry(Span::NONE, &options.entry));
        return Err(Done);
    }
    session.stage = "lower to DXIL";
    let mut lowering = LowerOptions::new(target).with_validator(options.validator.unwrap_or_default());
    lowering.automatic_space = options.auto_binding_space;
    lowering.keep_reflection = options.keep_reflection_in_dxil;
    lowering.denormals = options.denormals;
    lowering.states_origins = session.recording.is_on();
    if options.packs_optimized {
        lowering.packing = dxil::packing::Packing::Optimized;
    }
    let lowered = hlslc_dxil_lower::lower(&module, lowering, &mut session.found)?;
    let mut lowered = session.check_point("lower to DXIL", lowered)?;
    if options.emit == Emit::Resources {
        return session.emit(hlslc_dxil_lower::resources(&module, &lowered));
    }
    // What is only checked is not written.
    if options.syntax_only {
        let is_checked = !options.skip_validation && lowered.shader.validator.validates();
        session.stage = "validate";
        let violations = if is_checked { dxil::rules::verify(&lowered.module) } else { Vec::new() };
        return tell_violations(session, &module, &lowered.functions, violations);
    }
    let signature = entry.and_then(|entry| entry.root_signature.as_ref()).filter(|_| !options.strip_root_signature);
    let written = check_and_write(session, &module, &mut lowered, signature.map(|found| &found.signature))?;
    session.output.reflection_part = written.reflection_part;
    session.output.reflection = written.reflection;
    session.output.debug_file = written.debug_file;
    let object = written.object;
    session.recording.dxil(&lowered, &module, &object);
    match options.emit {
        Emit::Dxil => tell(session, containers::disassemble(&object)),
        Emit::Container => tell(session, containers::describe(&object)),
        Emit::Object
        | Emit::Tokens
        | Emit::Ast
        | Emit::Hir
        | Emit::Ir
        | Emit::SpirvAsm
        | Emit::Resources
        | Emit::RootSignature
        | Emit::Provenance => {
            session.output.object = Some(object);
            Ok(())
        }
    }
}

/// Ends with the text of a stage, or with a mistake of our own.
fn tell(session: &mut Session, text: Result<String, String>) -> Step<()> {
    match text {
        Ok(text) => session.emit(text),
        Err(why) => session.fail(&why),
    }
}

/// Checks what is about to be written by the rules of DXIL, and writes it: where there is much of it, the one beside the
/// other. What breaks a rule points at the HLSL it came from.
fn check_and_write(
    session: &mut Session,
    module: &Module,
    lowered: &mut Lowered,
    signature: Option<&RootSignature>,
) -> Step<containers::Written> {
    let options = session.options;
    let validates = !options.skip_validation && lowered.shader.validator.validates();
    let size: usize = module.funcs.values().map(|func| func.insts.len()).sum();
    let threads = session.threads.filter(|threads| validates && size > LARGE && threads.count.get() > 1);
    session.stage = "validate";
    if validates && threads.is_none() {
        let violations = dxil::rules::verify(&lowered.module);
        tell_violations(session, module, &lowered.functions, violations)?;
    }
    session.stage = "write the container";
    let origin = containers::Origin::new(options, module, &session.sources);
    let prepared = containers::prepare(lowered, signature, &origin, options);
    let lowered = &*lowered;
    let write = || prepared.and_then(|prepared| containers::shader_container(lowered, prepared, &origin, options));
    let written = if let Some(threads) = threads {
        let (violations, written) = threads.beside(|| dxil::rules::verify(&lowered.module), write);
        tell_violations(session, module, &lowered.functions, violations)?;
        written
    } else {
        write()
    };
    match written {
        Ok(written) => session.check_point("write", written),
        Err(why) => session.fail(&why),
    }
}

/// Reports what breaks a rule at the instruction that it is about, or at its function. `functions` pairs those of the IR with those of DXIL.
fn tell_violations(
    session: &mut Session,
    module: &Module,
    functions: &[(Func, FuncId)],
    violations: Vec<Violation>,
) -> Step<()> {
    for violation in violations {
        let declared = |id: FuncId| functions.iter().find(|row| row.1 == id).map(|&(func, _)| module.funcs[func].loc);
        let tagged = violation.place.filter(|place| place.tag > 0).map(|place| Loc::from_u32(place.tag));
        let loc = tagged.or_else(|| declared(violation.place?.function));
        let span = module.ctx.span(loc.unwrap_or(Loc::from_u32(0)));
        session.found.push(errors::not_valid_dxil(span, &violation.to_string()));
    }
    session.check_point("validate", ())
}
