//! Links libraries: containers and sources become one shader, or one library.
//!
//! ```
//! use hlslc::link::LinkInput;
//! use hlslc::options::Input;
//! use hlslc::{Compiler, NoIncludes, Options};
//!
//! let part = |name, text: &'static str| LinkInput { name, bytes: text.as_bytes(), kind: Input::Hlsl };
//! let libraries = [
//!     part("double.hlsl", "export uint twice(uint x) { return 2 * x; }"),
//!     part("main.hlsl", "uint twice(uint x); RWBuffer<uint> Out;
//!         [shader(\"compute\")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = twice(i); }"),
//! ];
//! let compiler = Compiler::new(Options::new("cs_6_6".parse().unwrap()));
//! let output = compiler.link(&libraries, &NoIncludes);
//! assert!(output.is_ok(), "{}", output.render(hlslc::Style::Excerpt, false));
//! ```
//!
//! A source is compiled as a library of the target's shader model, with the options of the compiler; what is to be
//! exported, and the entry point, are for the result alone. The result goes through all passes, so functions are inlined
//! and optimised across libraries.

use crate::compiler::Compiler;
#[cfg(feature = "dxil")]
use crate::errors;
use crate::options::{Input, Options};
use crate::output::Output;
#[cfg(feature = "dxil")]
use crate::raised::to_form_of_back_end;
use crate::session::{Done, Session, Step};
use hlslc_base::source::IncludeResolver;
#[cfg(feature = "dxil")]
use hlslc_base::{Span, guard};
use hlslc_base::{Stage, Target};
use hlslc_link::{Library, LinkOptions};
use hlslc_passes::{to_common, to_dxil};

pub use hlslc_link::LinkError;

/// A library to link.
#[derive(Clone, Copy, Debug)]
pub struct LinkInput<'a> {
    /// Its name, for messages; of a source the place where relative includes start.
    pub name: &'a str,
    /// A container, or a text.
    pub bytes: &'a [u8],
    /// What a text is written in.
    pub kind: Input,
}

impl Compiler {
    /// Links libraries to the shader of the entry point in the options, or to a library if the target is one.
    pub fn link(&self, libraries: &[LinkInput<'_>], includes: &dyn IncludeResolver) -> Output {
        self.link_bound(libraries, includes, false)
    }

    /// The same, where resources without registers may get them by their names.
    pub(crate) fn link_bound(
        &self,
        libraries: &[LinkInput<'_>],
        includes: &dyn IncludeResolver,
        binds_by_name: bool,
    ) -> Output {
        let own = self.options();
        let of_libraries = library_options(own);
        let mut session = self.begin(None, includes);
        session.guarded(|session| link(session, own, &of_libraries, libraries, binds_by_name));
        session.finish().0
    }
}

/// The options that sources are compiled with.
fn library_options(own: &Options) -> Options {
    let mut options = own.clone();
    options.target = own.target.map(|target| Target { stage: Stage::Library, ..target });
    options.library.exports.clear();
    options.library.shaders_only = false;
    options
}

fn link<'a>(
    session: &mut Session<'a>,
    own: &'a Options,
    of_libraries: &'a Options,
    inputs: &[LinkInput<'_>],
    binds_by_name: bool,
) -> Step<()> {
    session.found.extend(own.deprecated());
    let target = session.target()?;
    (session.options, session.links) = (of_libraries, true);
    // What is wrong with one is no reason to be silent about the next.
    let of_containers = inputs.iter().any(is_container);
    let made: Vec<Step<Library>> = inputs.iter().map(|input| library(session, target, input)).collect();
    let mut libraries = Vec::new();
    for (library, input) in made.into_iter().zip(inputs) {
        let library = library?;
        // All have the form that the program of a container has.
        let is_lowered = of_containers && !is_container(input);
        libraries.push(if is_lowered { in_dxil_form(session, library, target)? } else { library });
    }
    session.options = own;
    session.stage = "link";
    let options = LinkOptions {
        entry: own.entry.clone(),
        stage: Some(target.stage).filter(|stage| *stage != Stage::Library),
        exports: own.library.exports.clone(),
        shaders_only: own.library.shaders_only,
        binds_by_name,
    };
    let linked = match hlslc_link::link(libraries, &options) {
        Ok(module) => module,
        Err(errors) => {
            session.found.extend(errors.iter().map(LinkError::diagnostic));
            session.output.link_errors = errors;
            return Err(Done);
        }
    };
    let mut linked = session.check_point("link", linked)?;
    if own.ignore_root_signature {
        linked.entries.iter_mut().for_each(|entry| entry.root_signature = None);
    }
    if of_containers {
        to_form_of_back_end(session, &mut linked)?;
    }
    session.back(linked, target)
}

#[cfg(not(feature = "dxil"))]
fn to_form_of_back_end(_: &mut Session<'_>, _: &mut hlslc_ir::Module) -> Step<()> {
    Ok(())
}

#[cfg(feature = "dxil")]
fn is_container(input: &LinkInput<'_>) -> bool {
    crate::raised::is_container(input.bytes)
}

#[cfg(not(feature = "dxil"))]
fn is_container(_: &LinkInput<'_>) -> bool {
    false
}

/// A library of a source in the form of DXIL, to be linked with programs of containers. Matrices lie in memory as their orders say.
fn in_dxil_form(session: &mut Session<'_>, library: Library, target: Target) -> Step<Library> {
    let target = Target { stage: Stage::Library, ..target };
    let module = session.passes(library.module, to_common, target)?;
    let module = session.passes(module, to_dxil, target)?.into_module();
    Ok(Library { module, ..library })
}

/// The program of a container.
#[cfg(feature = "dxil")]
fn raised(session: &mut Session<'_>, input: &LinkInput<'_>) -> Step<Library> {
    let raised = guard(|| hlslc_dxil_raise::raise_container(input.bytes).map_err(|error| error.to_string()));
    let why = match raised.and_then(|raised| raised) {
        Ok(raised) if raised.target.stage == Stage::Library => {
            let sources = crate::raised::sources(input.bytes);
            let module = crate::raised::placed(session, raised, &sources, None);
            return Ok(Library { name: input.name.to_owned(), module });
        }
        Ok(raised) => format!("it is for {}, and no library", raised.target),
        Err(why) => why,
    };
    session.found.push(errors::not_linked(Span::NONE, input.name, &why));
    Err(Done)
}

#[cfg(not(feature = "dxil"))]
fn raised(_: &mut Session<'_>, _: &LinkInput<'_>) -> Step<Library> {
    Err(Done)
}

fn library(session: &mut Session<'_>, target: Target, input: &LinkInput<'_>) -> Step<Library> {
    if is_container(input) {
        return raised(session, input);
    }
    let before = session.found.error_count();
    let file = session.add_source(input.name, input.bytes)?;
    let module = match input.kind {
        Input::Hlsl => session.module(file, Target { stage: Stage::Library, ..target }),
        Input::Ir | Input::Llvm => session.read_ir(file),
    };
    session.found.clean_since(before)?;
    Ok(Library { name: input.name.to_owned(), module: module? })
}
