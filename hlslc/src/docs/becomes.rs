//! Shows what calls of functions become, by compiling them: for DXIL, and for SPIR-V where this build has it.
//!
//! All calls stand in one library, a function each, which takes what the call takes. A function that a library cannot call so (it needs
//! another stage, a resource, a struct) makes an error on its line, and is left out of the next try.

use crate::{Compiler, NoIncludes, Options};
use hlslc_hir::intrinsics::IntrinsicId;
use hlslc_sema::prototype;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A call, and what it becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    /// The function that makes it.
    source: String,
    /// The instructions of DXIL.
    dxil: Vec<String>,
    /// Those of SPIR-V.
    spirv: Vec<String>,
}

impl Call {
    /// The blocks of code of a page.
    pub fn write(&self, out: &mut String) {
        let _ = writeln!(out, "```hlsl\n{}\n```\n", self.source);
        for (language, lines) in [("llvm", &self.dxil), ("spirv", &self.spirv)] {
            if !lines.is_empty() {
                let _ = writeln!(out, "```{language}\n{}\n```\n", lines.join("\n"));
            }
        }
    }
}

/// The options to try: with scalars; with scalars of 16 bits; and for functions that are newer.
const TRIES: [&[&str]; 3] = [&["-T", "lib_6_8"], &["-T", "lib_6_8", "-enable-16bit-types"], &["-T", "lib_6_9"]];

/// The calls of functions, by name, as far as a library can make them.
pub(super) fn functions<'a>(rows: impl Iterator<Item = (&'a str, IntrinsicId)>) -> BTreeMap<&'a str, Call> {
    let mut left: Vec<(&str, String)> = rows.filter_map(|(name, id)| Some((name, source(name, id)?))).collect();
    let mut found = BTreeMap::new();
    for words in TRIES {
        let (made, failed) = compiled(left, words);
        let dxil =
            made.object.as_deref().map(|object| crate::disassemble(object).unwrap_or_default()).unwrap_or_default();
        let spirv = listed_spirv(&made.calls, words);
        for (name, source) in made.calls {
            let symbol = format!("?show_{name}@@");
            let body = |text: &str| -> Vec<String> {
                let lines = text.lines().skip_while(|line| !(line.starts_with("define") && line.contains(&symbol)));
                let lines = lines.skip(1).take_while(|line| *line != "}");
                lines.map(|line| line.strip_prefix("  ").unwrap_or(line).to_owned()).collect()
            };
            let call =
                Call { source: source.replace("export ", ""), dxil: body(&dxil), spirv: spirv_body(&spirv, name) };
            found.insert(name, call);
        }
        left = failed;
    }
    found
}

/// The function that makes a call; none if it takes what no function passes on.
fn source(name: &str, id: IntrinsicId) -> Option<String> {
    let text = prototype(id, None);
    // Arguments that may be left out are.
    let text = match text.split_once(" [") {
        Some((start, _)) => format!("{start})"),
        None => text,
    };
    let (head, params) = text.strip_suffix(')')?.split_once('(')?;
    let result = head.strip_suffix(name)?.trim_end();
    if ["struct", "$", "...", "RayDesc"].iter().any(|word| text.contains(word)) {
        return None;
    }
    let number = if params.contains("N ") && !result.ends_with('N') { "3" } else { "" };
    let of_type = |ty: &str| {
        let ty =
            ["RxR", "RxC", "CxR", "KxK", "RxK", "KxC"].iter().fold(ty.to_owned(), |ty, shape| ty.replace(shape, "3x3"));
        ty.strip_suffix('N').map_or(ty.clone(), |element| format!("{element}{number}"))
    };
    let (mut list, mut names) = (Vec::new(), Vec::new());
    for param in params.split(", ").filter(|param| !param.is_empty()) {
        // What stands before the type says how it is passed.
        let (typed, called) = param.rsplit_once(' ')?;
        let (mode, ty) = typed.rsplit_once(' ').map_or(("", typed), |(mode, ty)| (mode, ty));
        list.push(format!("{mode} {} {called}", of_type(ty)).trim_start().to_owned());
        names.push(called);
    }
    let returns = if result == "void" { "" } else { "return " };
    Some(format!(
        "export {} show_{name}({}) {{ {returns}{name}({}); }}",
        of_type(result),
        list.join(", "),
        names.join(", ")
    ))
}

/// Calls that were compiled together.
struct Made<'a> {
    calls: Vec<(&'a str, String)>,
    object: Option<Vec<u8>>,
}

/// Compiles calls, and gives those that have an error.
fn compiled<'a>(calls: Vec<(&'a str, String)>, words: &[&str]) -> (Made<'a>, Vec<(&'a str, String)>) {
    let (mut calls, mut failed) = (calls, Vec::new());
    let Ok(options) = Options::from_args(words.iter().copied()) else {
        return (Made { calls: Vec::new(), object: None }, calls);
    };
    let compiler = Compiler::new(options);
    loop {
        let text: String = calls.iter().map(|(_, source)| source.clone() + "\n").collect();
        let output = compiler.compile("calls.hlsl", text.as_bytes(), &NoIncludes);
        if calls.is_empty() || output.is_ok() {
            return (Made { calls, object: output.object }, failed);
        }
        let places = output.diagnostics.iter().filter(|one| one.severity == crate::Severity::Error);
        let mut lines: Vec<usize> =
            places.filter_map(|one| Some(output.place(one.primary.span)?.line as usize - 1)).collect();
        lines.sort_unstable();
        lines.dedup();
        if lines.is_empty() {
            // An error without a place would come again.
            failed.append(&mut calls);
        }
        for line in lines.into_iter().rev().filter(|&line| line < calls.len()).collect::<Vec<_>>() {
            failed.push(calls.remove(line));
        }
    }
}

#[cfg(feature = "spirv")]
fn listed_spirv(calls: &[(&str, String)], words: &[&str]) -> String {
    // In this environment functions can be exported.
    let (made, _) = compiled(calls.to_vec(), &[words, &["-spirv", "-fspv-target-env=universal1.5"]].concat());
    made.object.map(|object| crate::disassemble_spirv(&object).unwrap_or_default()).unwrap_or_default()
}

#[cfg(not(feature = "spirv"))]
fn listed_spirv(_: &[(&str, String)], _: &[&str]) -> String {
    String::new()
}

/// The instructions of a function of SPIR-V, with its numbers counted from 0 as in DXIL.
fn spirv_body(listing: &str, name: &str) -> Vec<String> {
    let start = format!("%show_{name} = OpFunction ");
    let import = listing.lines().find_map(|line| line.trim().strip_suffix("OpExtInstImport \"GLSL.std.450\""));
    let import = import.map_or("", |id| id.trim_end_matches([' ', '=']));
    let mut numbers: BTreeMap<&str, String> = BTreeMap::new();
    numbers.insert(import, "%GLSL".to_owned());
    let (mut found, mut has_label) = (Vec::new(), false);
    for line in listing.lines().map(str::trim).skip_while(|line| !line.starts_with(&start)).skip(1) {
        if line == "OpFunctionEnd" {
            break;
        }
        // The label of the first block has no number, as in DXIL.
        let is_first_label = line.ends_with("= OpLabel") && !has_label;
        has_label |= is_first_label;
        if let Some((id, _)) = line.split_once(" = ").filter(|_| !is_first_label) {
            let next = numbers.len() - 1;
            numbers.insert(id, format!("%{next}"));
        }
        if is_first_label || line.contains("= OpFunctionParameter") {
            continue;
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        found.push(
            words.iter().map(|word| numbers.get(word).map_or(*word, String::as_str)).collect::<Vec<_>>().join(" "),
        );
    }
    found
}
