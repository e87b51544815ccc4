//! Looks at the module between passes, for lints over the code and for the registers of resources.
//!
//! Input: the module after each run of a pass. Output: what was found, for [`lint`](crate::lint).

use hlslc_base::Span;
use hlslc_base::diag::Diagnostics;
use hlslc_ir::Module;

/// Looks at a module between passes.
#[derive(Default)]
pub(crate) struct Looks {
    /// The places of the bodies of functions.
    pub bodies: Vec<Span>,
    /// What was found.
    pub found: Diagnostics,
    /// The registers of resources.
    pub registers: Vec<(Span, String)>,
}

impl Looks {
    /// Looks at a module after a run.
    pub fn after(&mut self, run: &str, module: &Module) {
        if let Some(point) = hlslc_lint::Point::after(run) {
            hlslc_lint::look_at_code(module, &self.bodies, point, &mut self.found);
        }
        if run == "implicit-binding" {
            self.registers = hlslc_lint::registers(module);
        }
    }
}
