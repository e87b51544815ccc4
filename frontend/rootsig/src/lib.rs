//! Reads and writes the text forms of root signatures: the language of `[RootSignature("…")]`, and YAML.
//!
//! Input: the text of a root signature, which the caller has joined from string literals and macros, and a map from
//! its byte ranges to spans. Output: a valid [`RootSignature`], or diagnostics that point into the literals.
//!
//! ```
//! use hlslc_base::Span;
//! use hlslc_rootsig::{Version, binary};
//!
//! let parsed = hlslc_rootsig_syntax::parse("CBV(b0), SRV(t1, space=2)", Version::V1_1, &|_| Span::NONE);
//! let bytes = binary::write(&parsed.signature.expect("it is valid"));
//! assert_eq!(bytes.len(), 24 + 2 * 12 + 2 * 12);
//! ```
//!
//! `rootsig.lalrpop` says what texts look like, `resolve.rs` what their words mean, `hlslc-rootsig` what is valid.

#![warn(clippy::wildcard_enum_match_arm)]

mod ast;
pub mod errors;
mod lex;

mod parse;
mod report;
mod resolve;
mod spelling;
#[cfg(feature = "yaml")]
pub mod yaml;

#[rustfmt::skip]
#[path = "generated/rootsig.rs"]
#[allow(
    clippy::all,
    clippy::pedantic,
    clippy::wildcard_enum_match_arm,
    missing_docs,
    unused_qualifications,
    reason = "made by `cargo xtask grammar`"
)]
mod rootsig;

use hlslc_base::Diagnostic;
pub use hlslc_base::literals::Literals;
use hlslc_rootsig::{RootSignature, Version, validate};
use report::Report;
pub use report::SpanMap;

/// The names of all arguments of clauses and ranges.
pub fn argument_names() -> impl Iterator<Item = &'static str> {
    ast::ArgName::WRITTEN.into_iter().map(ast::ArgName::text)
}

/// What came of a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The root signature, if there is no error. Its positions are byte ranges of the text.
    pub signature: Option<RootSignature>,
    /// Errors and warnings in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The syntax of a root signature: what stands in the AST of HLSL at `[RootSignature("…")]`. It says what was written and no
/// more; what its words mean depends on the version.
#[derive(Debug)]
pub struct Syntax {
    literals: Literals,
    ast: ast::Ast,
    problems: Vec<(u32, Diagnostic)>,
}

impl Syntax {
    /// Parses string literals. What is wrong is kept until someone asks what they mean: not every root signature of a
    /// source is looked at.
    pub fn parse(literals: Literals) -> Self {
        let map = |range| literals.span_of(range);
        let mut report = Report::new(literals.text(), &map);
        let ast = parse::parse(&mut report);
        let problems = report.into_problems();
        Self { literals, ast, problems }
    }

    /// The text, with the mapping back to the source.
    pub fn literals(&self) -> &Literals {
        &self.literals
    }

    /// What it means in a version, if it is valid, and everything that is wrong with it.
    pub fn resolve(&self, version: Version) -> Parsed {
        let map = |range| self.literals.span_of(range);
        let mut report = Report::new(self.literals.text(), &map);
        report.add(&self.problems);
        resolve(&self.ast, version, report)
    }
}

/// Parses and validates the text of a root signature.
pub fn parse(text: &str, version: Version, map: SpanMap<'_>) -> Parsed {
    let mut report = Report::new(text, map);
    let ast = parse::parse(&mut report);
    resolve(&ast, version, report)
}

fn resolve(ast: &ast::Ast, version: Version, mut report: Report<'_>) -> Parsed {
    let elements = resolve::resolve(ast, &mut report);
    let signature = RootSignature { version, elements };
    for problem in validate(&signature) {
        let diagnostic = hlslc_rootsig_diag::problem(&problem, &|pos| report.span(pos));
        report.push(problem.pos, diagnostic);
    }
    let signature = (!report.has_errors()).then_some(signature);
    Parsed { signature, diagnostics: report.finish() }
}
