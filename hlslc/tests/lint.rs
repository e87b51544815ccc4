//! Lints of the cases in `ide/lint/tests/cases`: one file for each lint, with what is expected in comments.
//!
//! A line `//- OPTIONS` begins a program. A line with `// expect` has the lint of the file's name, and no other line does; a line with
//! `// fine` is one that looks alike and has not.

use crate::support::Folder;
use hlslc::args::CommandLine;
use hlslc::lint::{Fix, LINTS, Level, Lint, named};
use hlslc::{Compiler, NoIncludes, Options, Output, Style};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ide/lint/tests/cases")
}

fn lint(options: &str, name: &str, text: &str) -> Output {
    let words: Vec<String> = options.split_whitespace().map(str::to_owned).collect();
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{options}: {:?}", line.errors);
    let mut options = line.options;
    Level::Warn.set(name, &mut options.warnings).expect("a lint");
    Compiler::new(options).lint("case.hlsl", text.as_bytes(), &NoIncludes)
}

/// The programs of a case: options, and the text, which keeps the lines of the file.
fn programs(text: &str) -> Vec<(String, String)> {
    let mut programs: Vec<(String, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if let Some(options) = line.strip_prefix("//- ") {
            programs.push((options.to_owned(), "\n".repeat(at + 1)));
        } else if let Some((_, program)) = programs.last_mut() {
            program.push_str(line);
            program.push('\n');
        }
    }
    programs
}

#[test]
fn every_case_has_what_its_comments_say() {
    let mut problems = String::new();
    for row in LINTS {
        let name = row.info().group;
        let path = cases().join(format!("{name}.hlsl"));
        let Ok(text) = std::fs::read_to_string(&path) else {
            let _ = writeln!(problems, "{name}: there is no file of cases");
            continue;
        };
        let lines = |mark: &str| -> Vec<u32> {
            (1..).zip(text.lines()).filter(|(_, line)| line.ends_with(mark)).map(|(number, _)| number).collect()
        };
        let (expected, fine) = (lines("// expect"), lines("// fine"));
        if expected.is_empty() || fine.is_empty() {
            let _ = writeln!(problems, "{name}: a case needs a line with `// expect` and one with `// fine`");
        }
        let mut found = Vec::new();
        for (options, program) in programs(&text) {
            let output = lint(&options, name, &program);
            if !output.is_ok() {
                let _ = writeln!(problems, "{name}: it does not compile:\n{}", output.render(Style::Clang, false));
            }
            let own = output.diagnostics.iter().filter(|diagnostic| diagnostic.info.code == row.code);
            found.extend(own.filter_map(|diagnostic| Some(output.place(diagnostic.primary.span)?.line)));
        }
        found.sort_unstable();
        found.dedup();
        if found != expected {
            let _ = writeln!(problems, "{name}: lines {found:?} have the lint, {expected:?} are expected");
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn every_file_of_cases_is_that_of_a_lint() {
    for file in std::fs::read_dir(cases()).expect("the folder") {
        let name = file.expect("a file").file_name().to_string_lossy().into_owned();
        let lint = name.strip_suffix(".hlsl").and_then(|name| named(name).next());
        assert!(lint.is_some(), "{name} is the file of no lint");
    }
}

const TWICE: &str = "float4 main(float x : X) : SV_Target {
    return saturate(saturate(x)); // hlslc-allow(redundant-clamp)
}
";

#[test]
fn a_comment_silences_a_lint_on_its_line_or_the_next() {
    let count = |text: &str| lint("-T ps_6_6", "redundant-clamp", text).diagnostics.len();
    assert_eq!(count(TWICE), 0);
    for (comment, left) in
        [("// hlslc-allow(L0104)", 0), ("// hlslc-allow(L0103, all)", 0), ("// hlslc-allow(L0103)", 1), ("", 1)]
    {
        let text = TWICE.replace("// hlslc-allow(redundant-clamp)", comment);
        assert_eq!(count(&text), left, "{comment}");
        let above =
            format!("float4 main(float x : X) : SV_Target {{\n    {comment}\n    return saturate(saturate(x));\n}}\n");
        assert_eq!(count(&above), left, "{above}");
    }
}

#[test]
fn a_compilation_gives_no_lints() {
    let text = TWICE.replace("// hlslc-allow(redundant-clamp)", "");
    let output = Compiler::new(Options::new("ps_6_6".parse().expect("a target"))).compile(
        "a.hlsl",
        text.as_bytes(),
        &NoIncludes,
    );
    assert!(output.is_ok() && output.diagnostics.is_empty());
}

#[test]
fn repairs_leave_code_that_is_as_before_or_smaller() {
    let text = "float4 main(float x : X, float3 v : V) : SV_Target {
    float a = saturate(saturate(smoothstep(0, 1, x)));
    float b = pow(x, 3) + 1 / sqrt(x);
    return float4(v / length(v), lerp(a, b, 1.0));
}
";
    let mut options = Options::new("ps_6_6".parse().expect("a target"));
    Level::Warn.set("all", &mut options.warnings).expect("all lints");
    let fixed = hlslc::lint::fix(&Compiler::new(options), "a.hlsl", text, &NoIncludes);
    let expected = "float4 main(float x : X, float3 v : V) : SV_Target {
    float a = smoothstep(0, 1, x);
    float b = (x * x * x) + rsqrt(x);
    return float4(normalize(v), b);
}
";
    assert_eq!(fixed.text, expected, "{fixed:?}");
    assert!(fixed.taken_back.is_empty(), "{fixed:?}");
}

#[test]
fn the_command_lints_and_repairs() {
    let folder = Folder::new("lint");
    let text = TWICE.replace("// hlslc-allow(redundant-clamp)", "");
    folder.file("a.hlsl", text.as_bytes());
    let reported = folder.run(&["lint", "-T", "ps_6_6", "a.hlsl"]);
    assert_eq!(reported.code, 0, "{}", reported.stderr);
    assert!(reported.stderr.contains("a.hlsl:2:12: warning:"), "{}", reported.stderr);
    assert!(reported.stderr.contains("[-Wredundant-clamp]"), "{}", reported.stderr);
    let denied = folder.run(&["lint", "-T", "ps_6_6", "a.hlsl", "--deny", "performance", "-fdiagnostics-format=json"]);
    assert_eq!(denied.code, 1);
    assert!(denied.stderr.contains("\"code\":\"L0104\",\"severity\":\"error\""), "{}", denied.stderr);
    assert_eq!(folder.run(&["lint", "-T", "ps_6_6", "a.hlsl", "--allow", "all"]).stderr, "");
    let unknown = folder.run(&["lint", "-T", "ps_6_6", "a.hlsl", "--warn", "redundant-clmp"]);
    assert!(unknown.stderr.contains("did you mean `redundant-clamp`?"), "{}", unknown.stderr);
    assert!(folder.run(&["lint", "--explain", "L0104"]).out.starts_with("L0104 warning:"));
    assert_eq!(folder.run(&["lint", "--list"]).out.lines().count(), LINTS.len());
    let fixed = folder.run(&["lint", "-T", "ps_6_6", "a.hlsl", "--fix"]);
    assert_eq!((fixed.code, fixed.stderr.as_str()), (0, "a.hlsl: repaired: L0104\n"));
    let text = String::from_utf8_lossy(&folder.read("a.hlsl")).into_owned();
    assert!(text.contains("return saturate(x)"), "{text}");
}

#[test]
fn the_command_lints_the_entries_of_a_project() {
    let folder = Folder::new("lint-project");
    folder.file("a.hlsl", TWICE.replace("// hlslc-allow(redundant-clamp)", "").as_bytes());
    let entry = "[[entry]]\nfile = \"a.hlsl\"\nprofile = \"ps_6_6\"\n";
    folder.file("hlslc.toml", entry.as_bytes());
    assert!(folder.run(&["lint", "--project"]).stderr.contains("-Wredundant-clamp"));
    folder.file("hlslc.toml", format!("{entry}[lint]\nredundant-clamp = \"deny\"\n").as_bytes());
    assert_eq!(folder.run(&["lint", "--project"]).code, 1);
    folder.file("hlslc.toml", format!("{entry}[lint]\nL0104 = \"allow\"\n").as_bytes());
    assert_eq!(folder.run(&["lint", "--project", "hlslc.toml"]).stderr, "");
}

#[test]
fn a_repair_stands_in_the_table() {
    let with_fix = LINTS.iter().filter(|lint| lint.fix != Fix::None).count();
    assert!(with_fix >= 6 && Lint::of("L0104").is_some_and(|lint| lint.fix == Fix::Exact));
}
