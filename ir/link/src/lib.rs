//! Links libraries: modules of the IR become one, either the shader of one entry point or a library again.
//!
//! Input: modules with their names, in the order in which the user gives them, all of one form (as the front end lowers them,
//! or in DXIL form), and what is wanted ([`LinkOptions`]). Output: one module of the same form, which goes through the same passes and back
//! ends as any other; or every error found. Nothing here knows a target: what comes out of sources may become SPIR-V as well.
//!
//! The work is done in steps, each a module:
//! * [`symbols`] knows which library defines a symbol, the name that a function has for other libraries;
//! * [`reach`] follows calls from what is wanted, through the borders of libraries, and reports recursion and what no library
//!   defines;
//! * [`merge`] makes one module of what is reached: types that are alike are one type, resources of one name are one resource;
//! * [`starts`] has `static` variables of other libraries started by entry points;
//! * [`exports`] gives functions of a library their names, where the user asks for others.
//!
//! Cost: linear in the libraries.

#![warn(clippy::wildcard_enum_match_arm)]

mod errors;
mod exports;
mod merge;
mod reach;
mod starts;
mod symbols;

pub use errors::{ALL, LinkError};
pub use exports::Exports;

use hlslc_base::Stage;
use hlslc_ir::Module;

/// A module with the name that messages call it by.
#[derive(Debug)]
pub struct Library {
    /// The name.
    pub name: String,
    /// The module.
    pub module: Module,
}

/// What is wanted of the libraries.
#[derive(Clone, Debug, Default)]
pub struct LinkOptions {
    /// The entry point of a shader, by its name or its symbol. Nothing for a library.
    pub entry: String,
    /// The stage of the shader; `None` for a library.
    pub stage: Option<Stage>,
    /// What a library exports: everything if it names nothing.
    pub exports: Exports,
    /// Whether a library exports its entry points alone.
    pub shaders_only: bool,
    /// Whether resources without registers get them in the order of their names, as DXC's linker has it, rather than in
    /// the order of libraries and declarations.
    pub binds_by_name: bool,
}

/// Links libraries.
///
/// # Errors
/// Everything that is wrong with them.
pub fn link(libraries: Vec<Library>, options: &LinkOptions) -> Result<Module, Vec<LinkError>> {
    let symbols = symbols::Symbols::new(&libraries)?;
    let roots = exports::roots(&libraries, &symbols, options)?;
    let reached = reach::Reached::new(&libraries, &symbols, &roots.funcs, options.stage.is_none())?;
    let mut merged = merge::merge(libraries, &reached, &roots, options)?;
    starts::start_statics(&mut merged);
    exports::rename(&mut merged, options)?;
    Ok(merged.module)
}
