//! Defines what the server asks of a compiler. The command implements it, so that this crate knows no back end.

use hlslc_analysis::{Context, Diagnostic, Host, Place};

/// What came of a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compiled {
    /// What it costs, in words: `84 instructions, 2 KiB shared`. None after an error.
    pub figures: Option<String>,
    /// The registers that resources have: the name and the register.
    pub registers: Vec<(String, String)>,
    /// The assembly, if it was asked for; after an error, the errors.
    pub listing: Option<String>,
}

/// What came of linting a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linted {
    /// Everything that compiling and linting reports, that of the check included.
    pub found: Vec<Diagnostic>,
    /// The registers that resources get, each with the place of its declaration.
    pub registers: Vec<(Place, String)>,
}

/// Compiles programs.
pub trait Compile: Send + Sync {
    /// Compiles a program from the texts that the editor has. Whether a listing is wanted decides how much is made.
    fn compile(&self, host: &Host, context: &Context, wants_listing: bool) -> Compiled;

    /// Lints a program.
    fn lint(&self, host: &Host, context: &Context) -> Linted {
        let _ = (host, context);
        Linted::default()
    }
}

/// Compiles nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoCompiler;

impl Compile for NoCompiler {
    fn compile(&self, _: &Host, _: &Context, _: bool) -> Compiled {
        Compiled::default()
    }
}
