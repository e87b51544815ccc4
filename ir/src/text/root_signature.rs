//! Prints and parses the root signatures of entry points, as the named metadata `dx.rootsignatures`.
//!
//! Input: a module whose entry points have root signatures, or the metadata lines of a text. Output: those lines, or the
//! module with the root signatures at its entry points. Invariant: a root signature that was read is valid, as the text may
//! come from anywhere.

use super::parse::ParseError;
use crate::module::{Module, ModuleRootSignature};
use hlslc_base::Span;
use hlslc_base::literals::Literals;
use hlslc_rootsig::metadata_text::{self, Pair, PairLines};
use hlslc_rootsig::{RootSignature, Severity, metadata, validate};

/// Prints the metadata lines of the module's root signatures; an empty text if it has none.
pub(super) fn print(module: &Module) -> String {
    let pairs: Vec<Pair> = module
        .entries
        .iter()
        .filter_map(|entry| {
            let signature = &entry.root_signature.as_ref()?.signature;
            let function = module.funcs[entry.func].name.clone();
            Some(Pair { function, signature: metadata::write(signature), version: signature.version.raw() })
        })
        .collect();
    if pairs.is_empty() { String::new() } else { metadata_text::print(&pairs, 0) }
}

/// Attaches the root signatures in the metadata lines of a text to their entry points.
pub fn parse(text: &str, module: &mut Module) -> Result<(), ParseError> {
    let error = |line, message: String| Err(ParseError { line, message });
    let pairs = match metadata_text::parse_with_lines(text) {
        Ok(pairs) => pairs,
        Err(why) => return error(why.line.max(1), why.message),
    };
    for (pair, lines) in pairs {
        let name = &pair.function;
        let signature = read(&pair, &lines)?;
        let funcs = &module.funcs;
        let Some(entry) = module.entries.iter_mut().find(|entry| funcs[entry.func].name == *name) else {
            return error(lines.pair, format!("`{name}` has a root signature and is no entry point"));
        };
        if entry.root_signature.is_some() {
            return error(lines.pair, format!("`{name}` has two root signatures"));
        }
        entry.root_signature = Some(ModuleRootSignature { signature, literals: Literals::default(), span: Span::NONE });
    }
    Ok(())
}

/// The root signature of one function, if it is valid. The error stands at the first node that is wrong.
fn read(pair: &Pair, lines: &PairLines) -> Result<RootSignature, ParseError> {
    let error = |wrong: Vec<(u32, String)>| {
        let line = wrong.first().map_or(lines.pair, |(line, _)| *line);
        let messages: Vec<String> = wrong.into_iter().map(|(_, message)| message).collect();
        ParseError { line, message: messages.join("; ") }
    };
    let signature = metadata::read(&pair.signature, pair.version)
        .map_err(|errors| error(errors.iter().map(|why| (lines.of_error(why), why.to_string())).collect()))?;
    let problems = validate(&signature);
    let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error);
    let wrong: Vec<(u32, String)> =
        errors.map(|problem| (lines.of_place(&pair.signature, problem.place), problem.to_string())).collect();
    if wrong.is_empty() { Ok(signature) } else { Err(error(wrong)) }
}
