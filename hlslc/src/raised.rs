//! Compiles the program of a container again: it is raised to the IR, on which passes and back ends run as on that of a source.
//!
//! Input: the bytes of a container, of any compiler. What the options leave open (target, validator, denormals, packing of
//! signatures) is as the container has it.

use crate::compiler::Compiler;
use crate::errors;
use crate::options::{Backend, OptLevel, Options};
use crate::output::Output;
use crate::session::{Done, Session, Step};
use dxil::container::Container;
use dxil::container::sources::{SourceFile, Sources};
use dxil::packing::Packing;
use hlslc_base::source::{FileId, IncludeResolver, SourceMap};
use hlslc_base::{Span, guard};
use hlslc_dxil_raise::{Position, Raised, raise_container, to_common_form};
use hlslc_ir::Module;
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
    let sources = sources(bytes);
    let (name, text) = sources.first().map_or((name, ""), |(name, text)| (name, text));
    compiler.with_options(options).session(name, text.as_bytes(), includes, |session, file| {
        session.stage = "raise";
        let mut module = match raised.take() {
            Some(Ok(raised)) => placed(session, raised, &sources, Some(file)),
            Some(Err(why)) => {
                session.found.push(errors::not_raised(Span::NONE, &why));
                return Err(Done);
            }
            None => return Err(Done),
        };
        let target = session.target()?;
        module.flags.disable_optimizations = session.options.opt_level == OptLevel::Disabled;
        session.choose_entry(&mut module, target, file)?;
        to_form_of_back_end(session, &mut module)?;
        session.back(module, target)
    })
}

/// Brings what was raised to the form that the back end starts from: that of DXIL is the form that it has.
pub(crate) fn to_form_of_back_end(session: &mut Session<'_>, module: &mut Module) -> Step<()> {
    if session.options.backend == Backend::Spirv
        && let Err(why) = to_common_form(module)
    {
        session.found.push(errors::not_raised(Span::NONE, &why.to_string()));
        return Err(Done);
    }
    Ok(())
}

/// The texts that a container has of its sources, with their names, that which was compiled first.
pub(crate) fn sources(bytes: &[u8]) -> Vec<(String, String)> {
    let sources = Container::read(bytes).ok().and_then(|container| Sources::of(&container).ok().flatten());
    let text = |file: SourceFile| Some((String::from_utf8(file.name).ok()?, String::from_utf8(file.content).ok()?));
    let texts = sources.into_iter().flat_map(|sources| sources.files).filter_map(text);
    texts.filter(|(_, text)| !text.contains('\0')).collect()
}

/// The module of a program, with the spans of its sources, of which `first` is there already.
pub(crate) fn placed(
    session: &mut Session<'_>,
    mut raised: Raised,
    sources: &[(String, String)],
    first: Option<FileId>,
) -> Module {
    let mut files: Vec<(&str, FileId)> = Vec::new();
    for (at, (name, text)) in sources.iter().enumerate() {
        let known = first.filter(|_| at == 0);
        let file = known.or_else(|| session.sources.add_file(name.as_str(), text.as_str(), Span::NONE).ok());
        files.extend(file.map(|file| (name.as_str(), file)));
    }
    let sources = &session.sources;
    raised.place(|position| {
        let file = files.iter().find(|(name, _)| *name == position.file).map(|(_, file)| *file);
        file.and_then(|file| span(sources, file, position)).unwrap_or(Span::NONE)
    });
    raised.module
}

/// The span of a position: the rest of its word.
fn span(sources: &SourceMap, id: FileId, position: &Position) -> Option<Span> {
    let file = sources.file(id);
    let line = position.line.checked_sub(1).filter(|&line| line < file.line_count())?;
    let range = file.line_range(line);
    let text = &file.text[range.clone()];
    let skipped = match position.column.checked_sub(1) {
        Some(column) => column as usize,
        None => text.len() - text.trim_start().len(),
    };
    let rest = text.get(skipped..)?;
    let is_of_word = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let word = rest.bytes().take_while(is_of_word).count().max(1).min(rest.len());
    let start = range.start + skipped;
    Some(sources.span_in(id, start..start + word))
}

/// The options, with what the container says where they say nothing.
fn options(given: &Options, raised: &Raised) -> Options {
    let mut options = given.clone();
    options.target = options.target.or(Some(raised.target));
    options.validator = options.validator.or(Some(raised.validator).filter(|validator| validator.validates()));
    options.denormals = options.denormals.or(raised.denormals);
    options.auto_binding_space = options.auto_binding_space.or(raised.automatic_space);
    options.reads_undefined = true;
    options.packs_optimized = raised.packing == Packing::Optimized;
    options
}
