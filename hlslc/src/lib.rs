//! Compiles HLSL to DXIL containers and SPIR-V; this is the library of hlslc.
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
//! [`Compiler`] holds options, and a [`Memory`] if it is given one, is `Send + Sync`, and does no I/O: included files come from
//! an [`IncludeResolver`]. Features `dxil` and `spirv` bring the back ends; a library may take one. The command line is data
//! too: [`args::CommandLine`] takes arguments apart by the table in [`flags`].

// Without any back end a compilation ends with the IR, and what back ends share is used by nothing.
#![cfg_attr(not(any(feature = "dxil", feature = "spirv")), allow(dead_code, unused_variables))]
#![warn(clippy::wildcard_enum_match_arm)]

mod ahead;
pub mod args;
mod bindings;
mod carried;
mod compile;
mod compiler;
#[cfg(all(feature = "command", feature = "dxil"))]
pub mod docs;
#[cfg(feature = "dxil")]
pub mod dxil_command;
mod errors;
#[cfg(feature = "command")]
pub mod explain;
pub mod flags;
pub mod leaves;
pub mod link;
#[cfg(feature = "lint")]
pub mod lint;
#[cfg(feature = "lint")]
mod looks;
pub mod many;
mod memory;
#[cfg(feature = "dxil")]
pub mod ops;
pub mod options;
mod output;
#[cfg(feature = "dxil")]
pub mod parts;
#[cfg(feature = "dxil")]
mod raised;
#[cfg(feature = "dxil")]
pub mod recompile;
mod recording;
mod reflection;
mod reporting;
#[cfg(feature = "dxil")]
pub mod request;
mod reuse;
#[cfg(feature = "rewrite")]
pub mod rewrite;
mod root_signature;
#[cfg(feature = "dxil")]
pub mod rootsig;
mod sequence;
mod session;
pub mod shells;
#[cfg(feature = "dxil")]
pub mod specialize;
mod stage_options;
mod stages;
mod targets;
pub mod variants;
pub mod vulkan;
mod watch;

pub use compiler::Compiler;
pub use hlslc_base::budget::{Budget, Budgets};
pub use hlslc_base::diag::{DiagInfo, DiagTable, Diagnostic, Diagnostics, Given, Label, Severity, Suggestion};
pub use hlslc_base::guard;
pub use hlslc_base::render::Style;
pub use hlslc_base::source::{FileId, IncludeResolver, IncludedFile, NoIncludes, SourceMap};
pub use hlslc_base::span::Span;
pub use hlslc_base::target::{Denormals, OptLevel, ShaderModel, Stage, Target, TargetError, ValidatorVersion};
pub use hlslc_base::threads::{ThreadCount, Threads, Work};
pub use hlslc_ir::Module;
pub use hlslc_options_spirv::SpirvOptions;
pub use hlslc_passes::{PassCount, Stats};
pub use hlslc_rootsig::Version as RootSignatureVersion;
pub use hlslc_sema::LibraryOptions;
/// The parts of [`SpirvOptions`].
pub mod spirv {
    pub use hlslc_options_spirv::{
        Bases, BindingOptions, Keep, Layout, Positions, RegisterBinding, Shift, SpirvEnv, SpirvOptions, Vocabulary,
    };
}
pub use hlslc_syntax::LanguageVersion;
pub use memory::Memory;
pub use options::Options;
pub use output::{DebugFile, Output, PassRun, PassTime, Place};
pub use reflection::Reflection;
#[cfg(feature = "serde")]
pub use reflection::SCHEMA;
pub use session::{Clock, OwnPass};
/// Where the output came from: what `--emit=provenance` writes.
#[cfg(feature = "provenance")]
pub mod provenance {
    pub use hlslc_provenance::*;
}
/// What a shader costs: what `hlslc report` says.
pub mod report {
    pub use crate::reporting::{LoopFate, Report};
    pub use hlslc_base::Span;
    pub use hlslc_passes::{Divergent, Estimate, Peak, ROUNDS, Work};
}
/// Validating containers, of whatever compiler.
#[cfg(feature = "dxil")]
pub mod validation {
    pub use crate::targets::validation::{Validation, sign, validate};
    pub use dxil::rules::{Finding, RuleRow, Where, all as rules};
}
#[cfg(feature = "dxil")]
pub use specialize::specialize;
#[cfg(feature = "dxil")]
pub use targets::containers::{check_container, disassemble, list_container, reflection_part, shader_hash};
#[cfg(feature = "spirv")]
pub use targets::spirv::disassemble_spirv;

/// Everything that this compiler says of a shader, a row for each code: the tables of all stages, and of the back ends that this build
/// has.
pub fn diagnostics() -> impl Iterator<Item = DiagInfo> {
    let tables: [&DiagTable; _] = [
        &errors::ALL,
        &hlslc_base::internal::ALL,
        &hlslc_syntax::errors::ALL,
        &hlslc_rootsig_syntax::errors::ALL,
        &hlslc_rootsig_diag::errors::ALL,
        &hlslc_sema::errors::ALL,
        &hlslc_lower::errors::ALL,
        &hlslc_link::ALL,
        &hlslc_passes::errors::ALL,
    ];
    let of_targets = targets::BUILT.iter().map(|row| row.errors);
    #[cfg(feature = "lint")]
    let of_targets = of_targets.chain(std::iter::once(&hlslc_lint::errors::ALL));
    tables.into_iter().chain(of_targets).flat_map(DiagTable::iter)
}

/// The names of warnings, as `-Wname` has them; some more than once.
pub fn warning_groups() -> impl Iterator<Item = &'static str> {
    diagnostics().map(|row| row.group).filter(|group| !group.is_empty())
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
    Pipeline::Common.list(options.opt_level, &choice) + &target.list(options.opt_level, &choice)
}
