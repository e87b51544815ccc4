//! Defines what the server asks of a compiler. The command implements it, so that this crate knows no back end.

use hlslc_analysis::{Context, Diagnostic, Host};

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

/// Compiles programs.
pub trait Compile: Send + Sync {
    /// Compiles a program from the texts that the editor has. Whether a listing is wanted decides how much is made.
    fn compile(&self, host: &Host, context: &Context, wants_listing: bool) -> Compiled;

    /// Everything that compiling and linting a program reports, that of the check included.
    fn lint(&self, host: &Host, context: &Context) -> Vec<Diagnostic> {
        let _ = (host, context);
        Vec::new()
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
