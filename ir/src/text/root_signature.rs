//! The root signature of a module as the named metadata `dx.rootsignatures`, both ways.
//!
//! Comes in: a module with a root signature, or the metadata lines of a text. Goes out: those lines, or the root signature,
//! which must be valid: text comes from anywhere. Holds: all entry points of a module have one root signature.

use super::parse::ParseError;
use crate::module::{Module, ModuleRootSignature};
use hlslc_base::Span;
use hlslc_base::literals::Literals;
use hlslc_rootsig::metadata_text::{self, Pair};
use hlslc_rootsig::{Severity, metadata, validate};

/// The lines of the module's root signature; none without one.
pub(super) fn print(module: &Module) -> String {
    let Some(root_signature) = &module.root_signature else { return String::new() };
    let signature = &root_signature.signature;
    let pair = |entry: &crate::module::EntryPoint| Pair {
        function: module.funcs[entry.func].name.clone(),
        signature: metadata::write(signature),
        version: signature.version.raw(),
    };
    let pairs: Vec<Pair> = module.entries.iter().map(pair).collect();
    metadata_text::print(&pairs, 0)
}

/// The root signature that the metadata lines of a text hold, if any.
pub(super) fn parse(text: &str) -> Result<Option<ModuleRootSignature>, ParseError> {
    let error = |line, message: String| Err(ParseError { line, message });
    let pairs = match metadata_text::parse(text) {
        Ok(pairs) => pairs,
        Err(why) => return error(why.line.max(1), why.message),
    };
    let Some((first, others)) = pairs.split_first() else { return Ok(None) };
    if others.iter().any(|pair| (&pair.signature, pair.version) != (&first.signature, first.version)) {
        return error(1, "the entry points of a module must have one root signature".to_owned());
    }
    let signature = match metadata::read(&first.signature, first.version) {
        Ok(signature) => signature,
        Err(errors) => {
            let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
            return error(1, messages.join("; "));
        }
    };
    let problems = validate(&signature);
    let errors = problems.iter().filter(|problem| problem.severity() == Severity::Error);
    let messages: Vec<String> = errors.map(ToString::to_string).collect();
    if !messages.is_empty() {
        return error(1, messages.join("; "));
    }
    Ok(Some(ModuleRootSignature { signature, literals: Literals::default(), span: Span::NONE }))
}
