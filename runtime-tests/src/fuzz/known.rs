//! Recognises known faults of other compilers in random programs, so that they are not taken for faults of ours.
//!
//! Input: a program on which routes differ. Output: the fault that explains it, if one does. None of them is recognised by its look: in
//! each case another run of the compiler at fault, which the fault does not touch, has to compute what all of ours do, so that
//! no fault of ours passes for one of others. Each stands with the few lines that show it in `docs/15-faults-of-others.md`.

use std::fmt::Write as _;
use std::ops::Range;

use super::generate::Shader;
use super::routes::{Judge, Route, Verdict};

/// Which run of the compiler at fault computes what ours do.
#[derive(Clone, Copy)]
enum Witness {
    /// DXC's DXIL without optimisation; only that with it differs.
    Plain,
    /// DXC's DXIL at every level; only its SPIR-V differs.
    Dxil,
    /// The DXIL of both compilers at every level; only on the device it is something else, and the same from both compilers.
    Device,
    /// DXC's DXIL of the program in other words; as it is, that differs at every level.
    InOtherWords(fn(&str) -> Option<String>),
}

/// A fault of others.
pub struct Known {
    /// The error.
    pub what: &'static str,
    witness: Witness,
}

/// The faults that are known.
pub const KNOWN: [Known; 4] = [
    Known { what: "DXC's optimiser", witness: Witness::Plain },
    Known { what: "DXC's SPIR-V, or what the device makes of it", witness: Witness::Dxil },
    Known { what: "the device, on the SPIR-V of both compilers", witness: Witness::Device },
    Known {
        what: "DXC's rows of a matrix of a struct that is an inout or out parameter",
        witness: Witness::InOtherWords(with_copies),
    },
];

/// The fault of others that explains why routes differ.
pub fn explained(judge: &Judge<'_>, program: &Shader, routes: &[Route], seeds: &Range<u64>) -> Option<&'static Known> {
    let first = *routes.first()?;
    let agrees = |route: Route| match judge.judge(program, &[first, route], seeds.clone()) {
        Verdict::Same => Some(true),
        Verdict::Different { .. } => Some(false),
        Verdict::Rejected(_) | Verdict::RejectedByOne { .. } | Verdict::Unknown(_) => None,
    };
    let others = || routes[1..].iter().copied();
    // All of ours have to agree, and so has what a device makes of them unless the device is to blame.
    let is_apart = |is_spirv: bool| {
        let mut ours = others().filter(|route| route.is_ours() && route.is_spirv() == is_spirv);
        ours.any(|route| agrees(route) != Some(true))
    };
    if is_apart(false) {
        return None;
    }
    let (optimised, plain) = (agrees(Route::Theirs("-O3")), agrees(Route::Theirs("-Od")));
    let spirv = routes.contains(&Route::TheirSpirv).then(|| agrees(Route::TheirSpirv)).flatten();
    let is_device = is_apart(true);
    let is_same_on_device = || judge.judge_modules(program, seeds.start) == Verdict::Same;
    KNOWN.iter().find(|known| match known.witness {
        Witness::Device => {
            let is_told = is_device && spirv == Some(false) && optimised == Some(true) && plain == Some(true);
            is_told && is_same_on_device()
        }
        _ if is_device => false,
        Witness::Plain => optimised == Some(false) && plain == Some(true) && spirv != Some(false),
        Witness::Dxil => optimised == Some(true) && plain == Some(true) && spirv == Some(false),
        Witness::InOtherWords(_) if spirv == Some(false) || optimised != Some(false) => false,
        Witness::InOtherWords(put) => put(&program.source).is_some_and(|source| {
            let other = Shader { source, ..program.clone() };
            ["-O3", "-Od"].into_iter().any(|level| {
                let verdict = judge.judge_both(program, first, &other, Route::Theirs(level), seeds.clone());
                verdict == Verdict::Same
            })
        }),
    })
}

/// The program with a variable for each `inout` or `out` parameter that is a struct: made of it where the function begins,
/// given back where it returns.
fn with_copies(source: &str) -> Option<String> {
    let mut text = String::with_capacity(source.len());
    // What the current function returns, and its parameters of that kind.
    let mut result = "";
    let mut parameters: Vec<&str> = Vec::new();
    let mut any = false;
    for line in source.lines() {
        if let Some((head, list)) =
            line.strip_suffix(") {").and_then(|head| head.split_once('(')).filter(|_| is_head(line))
        {
            result = head.split_once(' ').map_or("", |(ty, _)| ty);
            let (mut named, mut copies) = (Vec::new(), String::new());
            parameters.clear();
            for parameter in list.split(", ") {
                let parts: Vec<&str> = parameter.split(' ').collect();
                match parts[..] {
                    [how @ ("inout" | "out"), ty, name] if ty.starts_with('R') && !name.ends_with(']') => {
                        let value = if how == "inout" { format!("given_{name}") } else { format!("({ty})0") };
                        // Writing to a string cannot fail.
                        let _ = writeln!(copies, "    {ty} {name} = {value};");
                        named.push(format!("{how} {ty} given_{name}"));
                        parameters.push(name);
                    }
                    _ => named.push(parameter.to_owned()),
                }
            }
            any |= !parameters.is_empty();
            let _ = write!(text, "{head}({}) {{\n{copies}", named.join(", "));
            continue;
        }
        if line == "}" {
            parameters.clear();
        }
        let mut rest = line;
        while let (false, Some((before, after))) = (parameters.is_empty(), rest.split_once("return ")) {
            let (value, behind) = after.split_once(';')?;
            let _ = write!(text, "{before}{{ {result} result = {value};");
            for name in &parameters {
                let _ = write!(text, " given_{name} = {name};");
            }
            text.push_str(" return result; }");
            rest = behind;
        }
        text.push_str(rest);
        text.push('\n');
    }
    any.then_some(text)
}

/// Whether a line begins a function of the program.
fn is_head(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_alphabetic()) && (line.contains("inout ") || line.contains("out "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_that_are_structs_are_copied_and_given_back() {
        let source = "\
            struct R0 {\n    int4x2 m0;\n};\n\
            int f1(inout R0 p2, in int4 p3, out R0 p4, out int2 p5[4]) {\n    if (p3.x) { return 1; }\n    return p2.m0[1].x;\n}\n\
            void main() {\n    return;\n}\n";
        let expected = "\
            struct R0 {\n    int4x2 m0;\n};\n\
            int f1(inout R0 given_p2, in int4 p3, out R0 given_p4, out int2 p5[4]) {\n    R0 p2 = given_p2;\n    R0 p4 = (R0)0;\n    \
            if (p3.x) { { int result = 1; given_p2 = p2; given_p4 = p4; return result; } }\n    \
            { int result = p2.m0[1].x; given_p2 = p2; given_p4 = p4; return result; }\n}\n\
            void main() {\n    return;\n}\n";
        assert_eq!(with_copies(source).as_deref(), Some(expected));
        assert_eq!(with_copies("int f(in R0 p) {\n    return 1;\n}\n"), None);
    }
}
