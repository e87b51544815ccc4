//! Compiles root signatures that do not come from an attribute: the macro of `-rootsig-define`, or, with `-T
//! rootsig_1_N`, a macro alone.
//!
//! Input: the tokens of the macro, string literals or the root signature itself without quotes. Output: the model, or diagnostics
//! that point into the literals, wherever macros and concatenation have scattered them.

use crate::session::{Done, Session};
use hlslc_base::Span;
use hlslc_base::literals::Literals;
use hlslc_ir::module::ModuleRootSignature;
use hlslc_rootsig::print::print_elements;
use hlslc_rootsig::{Element, Version};
use hlslc_rootsig_syntax::Syntax;
use hlslc_syntax::token::TokenKind;

/// What a root signature means in a version, as lines of a syntax tree: all flags are there, written or not.
pub(crate) fn signature_lines(syntax: &Syntax, version: Version) -> Vec<String> {
    let Some(mut signature) = syntax.resolve(version).signature else {
        return vec![format!("root signature {version} with errors")];
    };
    for element in &mut signature.elements {
        match element {
            Element::Descriptor(descriptor) => {
                descriptor.flags.value = Some(descriptor.resolved_flags(version));
            }
            Element::Table(table) => {
                table.ranges.iter_mut().for_each(|range| range.flags.value = Some(range.resolved_flags(version)));
            }
            Element::Flags(_) | Element::Constants(_) | Element::StaticSampler(_) => {}
        }
    }
    // What was read from text has a text.
    let elements = print_elements(&signature).unwrap_or_default();
    let elements = elements.into_iter().map(|element| format!("  {element}"));
    std::iter::once(format!("root signature {version}")).chain(elements).collect()
}

/// The root signature that a macro of the source expands to; nothing if there is no such macro.
pub(crate) fn root_signature_of_macro(
    session: &mut Session,
    name: &str,
    version: Version,
) -> Result<Option<ModuleRootSignature>, Done> {
    let Some(tokens) = session.expansion_of(name) else { return Ok(None) };
    let mut literals = Literals::default();
    let mut span = Span::NONE;
    for token in &tokens {
        let spelt = session.sources.spelling_span(token.span).unwrap_or(token.span);
        // The macro may also be the root signature itself, without quotes.
        if token.kind != TokenKind::Str && token.space_before {
            literals.push(" ", spelt.start());
        }
        literals.push(token.text(&session.interner), spelt);
        span = span.to(token.span);
    }
    let syntax = Syntax::parse(literals);
    let resolved = syntax.resolve(version);
    session.found.extend(resolved.diagnostics);
    match resolved.signature {
        Some(signature) => Ok(Some(ModuleRootSignature { signature, literals: syntax.literals().clone(), span })),
        None => Err(Done),
    }
}
