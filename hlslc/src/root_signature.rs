//! Where a compilation's root signature comes from: the attribute of the entry point, the macro of `-rootsig-define`,
//! or, with `-T rootsig_1_N`, a macro alone.
//!
//! In: string literals with their tokens, or the tokens of a macro without quotes. Out: the model, or diagnostics that point into the literals, wherever
//! macros and concatenation have scattered them.

use crate::compile::{Done, Session};
use crate::errors;
use hlslc_base::literals::Literals;
use hlslc_base::{FileId, Span};
use hlslc_hir::hir::{Program, RootSignatureText};
use hlslc_ir::module::ModuleRootSignature;
use hlslc_rootsig::Version;
use hlslc_syntax::token::{Token, TokenKind};

/// The version that an option or target names; 1.1 if none does.
fn version(name: Option<&str>) -> Version {
    match name {
        Some("rootsig_1_0") => Version::V1_0,
        Some("rootsig_1_2") => Version::V1_2,
        _ => Version::V1_1,
    }
}

/// The root signature of the compilation, if it has one.
pub(crate) fn root_signature(
    session: &mut Session,
    program: &Program,
    file: FileId,
) -> Result<Option<ModuleRootSignature>, Done> {
    if session.options.ignore_root_signature {
        return Ok(None);
    }
    let wanted = session.options.root_signature_version.clone();
    if let Some(name) = session.options.root_signature_define.clone() {
        return root_signature_of_macro(session, file, &name, wanted.as_deref()).map(Some);
    }
    let Some(text) = program.entries.first().and_then(|entry| entry.root_signature.as_ref()) else { return Ok(None) };
    parse(session, text, version(wanted.as_deref())).map(Some)
}

/// The root signature that a macro of the source expands to.
pub(crate) fn root_signature_of_macro(
    session: &mut Session,
    file: FileId,
    name: &str,
    wanted: Option<&str>,
) -> Result<ModuleRootSignature, Done> {
    // The macro is expanded by preprocessing the source once more with its name on a line behind it.
    let source = session.sources.file(file);
    let (text, file_name) = (format!("{}\n{name}\n", source.text), source.name.clone());
    let end = source.text.len();
    let Ok(longer) = session.sources.add_file(file_name.clone(), text, Span::NONE) else {
        session.found.push(errors::source_too_large(Span::NONE, &file_name));
        return Err(Done);
    };
    let preprocessed = session.preprocess(longer)?;
    let is_behind = |token: &&Token| {
        token.kind != TokenKind::Eof
            && session.sources.resolve(token.span).is_some_and(|at| at.file == longer && at.range.start >= end)
    };
    let tokens: Vec<Token> = preprocessed.tokens.iter().filter(is_behind).copied().collect();
    // What is still there under its own name is no macro.
    if let [token] = &tokens[..]
        && token.text(&session.interner) == name
    {
        session.found.push(errors::no_root_signature_macro(Span::NONE, name));
        return Err(Done);
    }
    let mut literals = Vec::new();
    for token in &tokens {
        // The macro may also be the root signature itself, without quotes.
        if token.kind != TokenKind::Str && token.space_before {
            literals.push((" ".to_owned(), token.span.start()));
        }
        literals.push((token.text(&session.interner).to_owned(), token.span));
    }
    let span = tokens.iter().fold(Span::NONE, |span, token| span.to(token.span));
    parse(session, &RootSignatureText { literals, span }, version(wanted))
}

fn parse(session: &mut Session, text: &RootSignatureText, version: Version) -> Result<ModuleRootSignature, Done> {
    let mut literals = Literals::default();
    for (spelling, token) in &text.literals {
        literals.push(spelling, session.sources.spelling_span(*token).unwrap_or(*token));
    }
    let parsed = hlslc_rootsig_syntax::parse(literals.text(), version, &|range| literals.span_of(range));
    session.found.extend(parsed.diagnostics);
    match parsed.signature {
        Some(signature) => Ok(ModuleRootSignature { signature, literals, span: text.span }),
        None => Err(Done),
    }
}
