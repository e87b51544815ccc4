//! Validates containers: of any compiler, by the rules of DXIL.

use dxil::container::{Container, FourCc};
use dxil::rules::{self, Finding, Where};
use dxil::validator::ValidatorVersion;
use std::fmt::Write as _;

/// What a validation has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validation {
    /// Whether the container is accepted.
    pub accepts: bool,
    /// The rules that are broken, and where.
    pub findings: Vec<Finding>,
}

/// Validates a container as a validator of a version does, of the latest one if none is given. One without a program is
/// validated as a root signature.
pub fn validate(bytes: &[u8], version: Option<ValidatorVersion>) -> Validation {
    let has = |name: FourCc| Container::read(bytes).is_ok_and(|container| container.part(name).is_some());
    let verdict = if has(FourCc::RTS0) && !has(FourCc::DXIL) {
        rules::validate_root_signature(bytes)
    } else {
        rules::validate_for(bytes, version.unwrap_or(ValidatorVersion::LATEST))
    };
    Validation { accepts: verdict.accepts(), findings: verdict.findings() }
}

/// The container with its digest in the header.
pub fn sign(bytes: &[u8]) -> Option<Vec<u8>> {
    let digest = Container::digest_of(bytes)?;
    let mut signed = bytes.to_vec();
    signed.get_mut(4..4 + digest.0.len())?.copy_from_slice(&digest.0);
    Some(signed)
}

impl Validation {
    /// Lines for users: what is wrong, the name of the rule, and where it is.
    pub fn text(&self, name: &str) -> String {
        let mut out = String::new();
        for finding in &self.findings {
            let rule = if finding.rule.is_empty() { String::new() } else { format!(" [{}]", finding.rule) };
            let line = finding.place.as_ref().map_or(String::new(), source_text);
            let _ = writeln!(out, "{name}: {line}error: {}{rule}", finding.text);
            if let Some(place) = &finding.place {
                let _ = writeln!(out, "  note: {}", place_text(place));
            }
            if !finding.remedy.is_empty() {
                let _ = writeln!(out, "  note: {}", finding.remedy);
            }
        }
        if self.accepts {
            let _ = writeln!(out, "{name}: valid");
        }
        out
    }

    /// One line of JSON.
    #[cfg(feature = "serde")]
    pub fn json(&self, name: &str) -> String {
        let place = |place: &Where| {
            serde_json::json!({
                "function": place.function,
                "block": place.block,
                "instruction": place.instruction,
                "source": place.file,
                "line": place.line.map(|at| at.0),
                "column": place.line.map(|at| at.1),
            })
        };
        let finding = |finding: &Finding| {
            serde_json::json!({
                "rule": finding.rule,
                "text": finding.text,
                "remedy": finding.remedy,
                "place": finding.place.as_ref().map(place),
            })
        };
        let findings: Vec<_> = self.findings.iter().map(finding).collect();
        serde_json::json!({ "file": name, "valid": self.accepts, "findings": findings }).to_string()
    }
}

/// The file and line of the source, if they are known.
fn source_text(place: &Where) -> String {
    let Some((line, column)) = place.line else { return String::new() };
    let file = place.file.as_ref().map_or(String::new(), |file| format!("{file}:"));
    format!("{file}{line}:{column}: ")
}

fn place_text(place: &Where) -> String {
    let mut text = format!("in function `{}`", place.function);
    if let Some(block) = place.block {
        let _ = write!(text, ", block {block}");
    }
    if let Some(instruction) = &place.instruction {
        let _ = write!(text, ": {instruction}");
    }
    text
}
