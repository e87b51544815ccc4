//! hlslc, the library: HLSL to DXIL containers and SPIR-V.
//!
//! ```
//! use hlslc::{Compiler, NoIncludes, Options};
//!
//! let options = Options::new("cs_6_6".parse().unwrap());
//! let source = b"RWBuffer<uint> Out; [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i; }";
//! let output = Compiler::new(options).compile("shader.hlsl", source, &NoIncludes);
//! assert!(output.is_ok(), "{}", output.render(hlslc::Style::Excerpt, false));
//! assert_eq!(&output.object.unwrap()[..4], b"DXBC");
//! ```
//!
//! [`Compiler`] holds options, and a [`Memory`] if it is given one, is `Send + Sync`, and does no I/O: included files come from an
//! [`IncludeResolver`]. The command line is data too: [`args::CommandLine`] takes arguments apart by the table in [`flags`].

pub mod args;
mod bindings;
mod compile;
mod containers;
mod errors;
pub mod flags;
pub mod many;
mod memory;
pub mod options;
mod output;
pub mod parts;
pub mod recompile;
mod reflection;
mod root_signature;
pub mod rootsig;
pub mod shells;
pub mod vulkan;

pub use compile::{Clock, Compiler, OwnPass};
pub use containers::{check_container, disassemble, disassemble_spirv, list_container, reflection_part, shader_hash};
pub use dxil::ValidatorVersion;
pub use hlslc_base::budget::{Budget, Budgets};
pub use hlslc_base::diag::{Diagnostic, Diagnostics, Label, Severity};
pub use hlslc_base::guard;
pub use hlslc_base::render::Style;
pub use hlslc_base::source::{FileId, IncludeResolver, IncludedFile, NoIncludes, SourceMap};
pub use hlslc_base::span::Span;
pub use hlslc_base::target::{Denormals, OptLevel, ShaderModel, Stage, Target, TargetError};
pub use hlslc_base::threads::{Threads, Work};
pub use hlslc_ir::Module;
pub use hlslc_passes::stats::{PassCount, Stats};
pub use hlslc_sema::LibraryOptions;
pub use hlslc_spirv::SpirvOptions;
/// What [`SpirvOptions`] is made of.
pub mod spirv {
    pub use hlslc_spirv::{
        Bases, BindingOptions, Keep, Layout, Positions, RegisterBinding, Shift, SpirvEnv, SpirvOptions, Vocabulary,
    };
}
pub use hlslc_syntax::LanguageVersion;
pub use memory::Memory;
pub use options::Options;
pub use output::{DebugFile, Output, PassRun};
pub use reflection::Reflection;
#[cfg(feature = "serde")]
pub use reflection::SCHEMA;

/// The names of warnings, as `-Wname` has them; some more than once.
pub fn warning_groups() -> impl Iterator<Item = &'static str> {
    let tables = [
        errors::ALL,
        hlslc_syntax::errors::ALL,
        hlslc_sema::errors::ALL,
        hlslc_lower::errors::ALL,
        hlslc_passes::errors::ALL,
        hlslc_dxil_lower::errors::ALL,
        hlslc_spirv::errors::ALL,
    ];
    tables.into_iter().flatten().map(|row| row.group).filter(|group| !group.is_empty())
}

/// The passes that run for these options, in order, one a line. Those below another and indented run again as long as it
/// finds something to do.
pub fn list_passes(options: &Options) -> String {
    use hlslc_passes::Pipeline;
    let target = match options.backend {
        options::Backend::Dxil => Pipeline::Dxil,
        options::Backend::Spirv => Pipeline::Spirv,
    };
    let choice = options.pass_choice();
    Pipeline::Common.list(options.opt_level, choice) + &target.list(options.opt_level, choice)
}
