//! Collects what DXC prints for a container: its parts, the comments of its listing, and its reflection.
//!
//! Input: the containers of two compilers for one shader, and a DXC that prints both. Output: each aspect in which they differ, with the
//! first lines that do. Hashes, the names of producers and counts of instructions are left out: they show a program, not of
//! what it is said to be.

use dxc_oracle::Dxc;
use dxil::container::{Container, FourCc};

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The names of the parts, in order.
    Parts,
    /// Whether DXC prints the container at all.
    Printed,
    /// The comments before the module.
    Comments,
    /// The metadata of the module for reflection.
    Reflection,
}

impl Aspect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Parts, Self::Printed, Self::Comments, Self::Reflection];

    /// Its title in reports.
    pub fn title(self) -> &'static str {
        match self {
            Self::Parts => "parts",
            Self::Printed => "printed",
            Self::Comments => "comments",
            Self::Reflection => "reflection",
        }
    }
}

/// Lines of the comments that differ with every program.
const OF_THE_PROGRAM: [&str; 2] = ["shader hash:", "shader debug name:"];

/// Metadata that does so.
const NOT_COMPARED: [&str; 2] = ["!llvm.ident =", "!dx.counters ="];

/// How deep nodes are followed.
const MAX_DEPTH: usize = 12;

/// The aspects in which a container differs from a reference, each with the first lines that do.
pub fn differences(dxc: &Dxc, reference: &[u8], found: &[u8]) -> Result<Vec<(Aspect, String)>, String> {
    let read = |bytes: &[u8]| Container::read(bytes).map_err(|error| error.to_string());
    let (expected, got) = (read(reference)?, read(found)?);
    let mut differences = Vec::new();
    let names = |container: &Container| container.parts.iter().map(|part| part.name.to_string()).collect::<Vec<_>>();
    differences.extend(differing(Aspect::Parts, &names(&expected), &names(&got)));
    let listing = dxc.disassemble(reference)?;
    match dxc.disassemble(found) {
        Ok(text) => differences.extend(differing(Aspect::Comments, &comments(&listing), &comments(&text))),
        Err(why) => differences.push((Aspect::Printed, why)),
    }
    if let (Some(expected), Some(got)) = (expected.part(FourCc::STAT), got.part(FourCc::STAT)) {
        let expected = dxc.disassemble(&alone(expected))?;
        match dxc.disassemble(&alone(got)) {
            Ok(text) => differences.extend(differing(Aspect::Reflection, &metadata(&expected), &metadata(&text))),
            Err(why) => differences.push((Aspect::Reflection, why)),
        }
    }
    Ok(differences)
}

/// Lists of metadata that say what a program is.
const ABOUT: [&str; 4] = ["!dx.valver =", "!dx.shaderModel =", "!dx.entryPoints =", "!dx.intermediateOptions ="];

/// What a listing says of the program: its comments, and the metadata about it with the nodes in full.
pub fn said(listing: &str) -> Vec<String> {
    let about = metadata(listing).into_iter().filter(|line| ABOUT.iter().any(|start| line.starts_with(start)));
    comments(listing).into_iter().filter(|line| line.len() > 1).chain(about.map(|line| short(&line))).collect()
}

/// A list of metadata in few words: of entry points only their flags, as the rest of it stands in the comments.
fn short(line: &str) -> String {
    let flags = line.strip_prefix("!dx.entryPoints").map(|rest| {
        let number = rest.split("!{i32 0, i64 ").nth(1).and_then(|rest| rest.split([',', '}']).next());
        format!("shader flags {}", number.unwrap_or("0"))
    });
    flags.unwrap_or_else(|| line.replace("= !{!{", "= ").trim_end_matches("}}").trim_start_matches('!').to_owned())
}

/// A container whose program is a part for reflection.
fn alone(part: &[u8]) -> Vec<u8> {
    let mut container = Container::new();
    container.push(FourCc::DXIL, part.to_vec());
    container.write(dxil::container::Signing::Unsigned)
}

fn differing(aspect: Aspect, expected: &[String], found: &[String]) -> Option<(Aspect, String)> {
    if expected == found {
        return None;
    }
    let only = |title: &str, lines: &[String], others: &[String]| -> Vec<String> {
        lines.iter().filter(|line| !others.contains(line)).take(3).map(|line| format!("  {title} {line}")).collect()
    };
    let mut lines = only("expected", expected, found);
    lines.extend(only("found   ", found, expected));
    if lines.is_empty() {
        lines.push("  the same lines in another order".to_owned());
    }
    Some((aspect, lines.join("\n")))
}

/// The comments at the head of a listing.
fn comments(listing: &str) -> Vec<String> {
    let lines = listing.lines().take_while(|line| line.starts_with(';') || line.is_empty());
    let lines = lines.filter(|line| !OF_THE_PROGRAM.iter().any(|start| line.contains(start)));
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// The types that stand for what the source declares, and each list of metadata with its nodes in full.
fn metadata(listing: &str) -> Vec<String> {
    let mut nodes = std::collections::HashMap::new();
    let mut lists = Vec::new();
    let mut types = Vec::new();
    for line in listing.lines() {
        if line.starts_with('%') && !line.starts_with("%dx.types") {
            types.push(line.to_owned());
        } else if let Some((number, node)) = line.strip_prefix('!').and_then(|rest| rest.split_once(" = ")) {
            if number.starts_with(|c: char| c.is_ascii_digit()) {
                nodes.insert(number.to_owned(), node.to_owned());
            } else if !NOT_COMPARED.iter().any(|start| line.starts_with(start)) {
                lists.push(line.to_owned());
            }
        }
    }
    types.sort();
    types.extend(lists.iter().map(|list| in_full(list, &nodes, 0)));
    types
}

/// A line with the nodes that it names by number.
fn in_full(line: &str, nodes: &std::collections::HashMap<String, String>, depth: usize) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('!') {
        out.push_str(&rest[..=at]);
        rest = &rest[at + 1..];
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        match nodes.get(&rest[..digits]) {
            Some(node) if depth < MAX_DEPTH => {
                out.pop();
                out.push_str(&in_full(node, nodes, depth + 1));
                rest = &rest[digits..];
            }
            _ => {}
        }
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_shown_in_full_and_programs_do_not_count() {
        let listing = "%A = type { i32 }\n%dx.types.Handle = type { i8* }\n!dx.resources = !{!1}\n!llvm.ident = !{!0}\n\
                       !0 = !{!\"x\"}\n!1 = !{i32 1, !2}\n!2 = !{!\"a!b\"}\n";
        assert_eq!(metadata(listing), ["%A = type { i32 }", "!dx.resources = !{!{i32 1, !{!\"a!b\"}}}"]);
        assert_eq!(comments("; a \n; shader hash: 12\n\ntarget x\n; b"), ["; a", ""]);
    }
}
