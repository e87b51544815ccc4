//! Emits the words of a SPIR-V module; this is the entry point of the crate.

use crate::errors;
use crate::lines::SpirvSources;
use crate::origins::InstructionWords;
use crate::writer::Writer;
use cranelift_entity::PrimaryMap;
use hlslc_base::{Diagnostics, Reported, Span, Stage};
use hlslc_ir::Func;
use hlslc_ir::form::SpirvModule;
use hlslc_ir::module::{EntryPoint, Module};
use hlslc_ir::stage::StageProperties;
use hlslc_options_spirv::SpirvOptions;
use rspirv::binary::Assemble;

/// Writes a module as SPIR-V: its entry points and the functions they call.
///
/// The module has been through the common passes and `structurize`: only functions that stay are called, handles and
/// pointers do not depend on control flow, and regions say where branches join.
///
/// # Errors
/// If the module uses something that SPIR-V cannot say, or that is not supported yet.
pub fn emit(module: &SpirvModule, options: &SpirvOptions, sink: &mut Diagnostics) -> Result<Vec<u32>, Reported> {
    emit_from(module, options, None, sink)
}

/// The same, saying where the module came from.
///
/// # Errors
/// As [`emit`], with the sources of the module.
pub fn emit_from(
    module: &SpirvModule,
    options: &SpirvOptions,
    from: Option<SpirvSources<'_>>,
    sink: &mut Diagnostics,
) -> Result<Vec<u32>, Reported> {
    emit_noting(module, options, from, false, sink).map(|found| found.0)
}

/// The same with the location that each instruction was written for.
///
/// # Errors
/// As [`emit`].
pub fn emit_with_origins(
    module: &SpirvModule,
    options: &SpirvOptions,
    from: Option<SpirvSources<'_>>,
    sink: &mut Diagnostics,
) -> Result<(Vec<u32>, Vec<InstructionWords>), Reported> {
    emit_noting(module, options, from, true, sink)
}

fn emit_noting(
    module: &SpirvModule,
    options: &SpirvOptions,
    from: Option<SpirvSources<'_>>,
    notes: bool,
    sink: &mut Diagnostics,
) -> Result<(Vec<u32>, Vec<InstructionWords>), Reported> {
    let module: &Module = module;
    let is_wanted = |entry: &&EntryPoint| options.entry.as_ref().is_none_or(|name| entry.name == *name);
    let entries: Vec<&EntryPoint> = module.entries.iter().filter(is_wanted).collect();
    let empty_entry = (options.library && options.env.links()).then(empty_entry).flatten();
    let Some(entry) = entries.first().copied().or(empty_entry.as_ref()) else {
        return Err(sink.report(errors::no_entry(Span::NONE)));
    };
    let Some(func) = module.funcs.get(entry.func).or(module.funcs.values().next()) else {
        return Ok((Writer::nothing().assemble(), Vec::new()));
    };
    let mut writer = Writer::new(module, entry, func, options);
    writer.from = from;
    writer.asm.origins = notes.then(Box::default);
    let (written, origins) = writer.run(&entries, options, sink)?;
    let version = written.header.as_ref().map_or((1, 0), rspirv::dr::ModuleHeader::version);
    if version > options.env.version() {
        let (major, minor) = version;
        return Err(sink.report(errors::needs_later_environment(entry.span, options.env.name(), major, minor)));
    }
    for inst in &written.extensions {
        if let [rspirv::dr::Operand::LiteralString(name)] = inst.operands.as_slice()
            && !options.allows(name)
            && !module.foreign.extensions.iter().any(|(said, _)| said == name)
        {
            return Err(sink.report(errors::extension_not_allowed(entry.span, name)));
        }
    }
    let bound = written.header.as_ref().map_or(0, |header| header.bound);
    if let Some(most) = options.max_id.filter(|&most| bound > most.saturating_add(1)) {
        return Err(sink.report(errors::too_many_ids(entry.span, most, bound.saturating_sub(1))));
    }
    let words = written.assemble();
    let instructions = origins.map_or_else(Vec::new, |origins| origins.spread(&words));
    Ok((words, instructions))
}

/// Stands for the entry point that functions of a library are written for which has none.
fn empty_entry() -> Option<EntryPoint> {
    Some(EntryPoint {
        name: String::new(),
        func: Func::from_u32(0),
        properties: StageProperties::of(Stage::Compute)?,
        span: Span::NONE,
        inputs: PrimaryMap::new(),
        outputs: PrimaryMap::new(),
        patch_constants: PrimaryMap::new(),
        variables: Vec::new(),
        parameters: Vec::new(),
        root_signature: None,
        bare: None,
        vk_modes: Vec::new(),
        group_memory_limit: None,
    })
}
