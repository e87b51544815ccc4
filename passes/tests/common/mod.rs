//! Functions that the tests of passes share.

use hlslc_base::diag::Diagnostics;
use hlslc_ir::Module;
use hlslc_ir::text::{PrintOptions, parse, print};
use hlslc_passes::run_pass;
use hlslc_passes::{PassOptions, Target};
use std::fmt::Write as _;

/// Parses a module.
pub fn read(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A module before and after some passes, with their diagnostics.
pub fn after(passes: &[&str], text: &str) -> String {
    after_for(Target::Dxil, passes, text)
}

/// The same for one target.
pub fn after_for(target: Target, passes: &[&str], text: &str) -> String {
    after_with(&PassOptions { target, ..PassOptions::default() }, passes, text)
}

/// The same with options.
pub fn after_with(options: &PassOptions, passes: &[&str], text: &str) -> String {
    let mut module = read(text);
    let before = print(&module, PrintOptions::default());
    let mut diagnostics = Diagnostics::default();
    for pass in passes {
        run_pass(&mut module, pass, options, &mut diagnostics)
            .unwrap_or_else(|| panic!("no pass `{pass}`"))
            .unwrap_or_else(|error| panic!("{error}\n{}", error.ir));
    }
    let mut complaints = String::new();
    for d in &diagnostics {
        let _ = writeln!(complaints, "{} {:?}: {}", d.info.code, d.primary.span, d.message);
    }
    format!("{before}\n---- {} ----\n{}{complaints}", passes.join(", "), print(&module, PrintOptions::default()))
}
