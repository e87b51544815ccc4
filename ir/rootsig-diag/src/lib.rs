//! Converts problems of root signatures to diagnostics.
//!
//! Input: the problems that `hlslc-rootsig` finds, and a map from its positions to spans. Output: [`Diagnostic`]s with the
//! codes of [`errors`]. The sentences are those of `hlslc-rootsig`, which also serves callers without source text: where a
//! problem has no position, the message names the part of the root signature by its number.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod errors;

use hlslc_base::{Diagnostic, Span};
use hlslc_rootsig::shader::{Finding, FindingKind, Suggestion};
use hlslc_rootsig::{Pos, Problem, Rule};

/// A problem found by [`validate`](hlslc_rootsig::validate) as a diagnostic.
pub fn problem(problem: &Problem, span_of: &dyn Fn(Pos) -> Span) -> Diagnostic {
    let span = span_of(problem.pos);
    let text = if span.is_none() { problem.to_string() } else { problem.rule.to_string() };
    let mut diagnostic = errors::of_rule(&problem.rule, span, &text);
    if let Some((_, pos)) = problem.other {
        let other = span_of(pos);
        if !other.is_none() {
            diagnostic = diagnostic.label(other, other_remark(&problem.rule));
        }
    }
    match advice(&problem.rule) {
        Some(advice) => diagnostic.note(advice),
        None => diagnostic,
    }
}

/// Where a resource, or a use of a heap, is in the source.
#[derive(Clone, Debug)]
pub struct ResourceSite {
    /// The name of the resource; empty for a heap.
    pub name: String,
    /// Its declaration; none for a heap.
    pub declared: Span,
    /// A place where it is used; none if none is known.
    pub used: Span,
}

/// A finding of [`check`](hlslc_rootsig::shader::check) as a diagnostic at the resource, with the clause of the root
/// signature beside it. `span_of` maps positions of the root signature, `site_of` tags of resources; `entry` is where a
/// finding without resource is shown.
pub fn finding(
    finding: &Finding,
    entry: Span,
    span_of: &dyn Fn(Pos) -> Span,
    site_of: &dyn Fn(u32) -> ResourceSite,
) -> Diagnostic {
    let site = finding.tag.map(site_of).filter(|_| !matches!(finding.kind, FindingKind::StageDenied(_)));
    let span = site.as_ref().map_or(Span::NONE, |site| if site.declared.is_none() { site.used } else { site.declared });
    let span = if span.is_none() { entry } else { span };
    let name = site.as_ref().map_or("", |site| &site.name);
    let text = if name.is_empty() { finding.kind.to_string() } else { format!("`{name}`: {}", finding.kind) };
    let mut diagnostic = errors::of_finding(&finding.kind, span, &text);
    if let Some(site) = site
        && !site.used.is_none()
        && site.used != span
    {
        diagnostic = diagnostic.label(site.used, "used here");
    }
    let clause = finding.clause.map_or(Span::NONE, |(_, pos)| span_of(pos));
    if !clause.is_none() {
        diagnostic = diagnostic.label(clause, "this clause of the root signature");
    }
    match &finding.suggestion {
        Some(Suggestion::Replace(text)) if !clause.is_none() => {
            let remark = format!("write `{text}` instead");
            diagnostic.suggest(clause, text, remark)
        }
        Some(Suggestion::Replace(text)) => diagnostic.note(format!("`{text}` would be right")),
        Some(Suggestion::Add(text)) => diagnostic.note(format!("add `{text}` to the root signature")),
        None => diagnostic,
    }
}

/// What the second part that a rule speaks of has to do with it.
fn other_remark(rule: &Rule) -> &'static str {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other rules name one place alone")]
    match rule {
        Rule::Overlap { .. } => "bound here already",
        Rule::RootFlagsTwice => "given here already",
        Rule::AppendAfterUnbounded => "nothing can come after this range",
        Rule::SamplersMixed => "the table holds this already",
        _ => "see here",
    }
}

/// How to repair what breaks the rule, where one sentence says it.
fn advice(rule: &Rule) -> Option<&'static str> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the message of every other rule says what to do")]
    match rule {
        Rule::RootFlagsTwice => Some("write all flags in one RootFlags, with `|` between them"),
        Rule::SamplersMixed => Some("put the samplers into a table of their own"),
        Rule::AppendAfterUnbounded => Some("put the unbounded range last, or give this range an `offset`"),
        Rule::SamplerFlagsBefore1_2(_) => Some("`-force-rootsig-ver rootsig_1_2` chooses version 1.2"),
        Rule::VolatileDescriptorsOfStaticData => {
            Some("DATA_STATIC_WHILE_SET_AT_EXECUTE can be combined with DESCRIPTORS_VOLATILE")
        }
        Rule::TooLarge(_) => Some("a descriptor table takes 1 DWORD, a root descriptor 2, each root constant 1"),
        _ => None,
    }
}
