//! Runs the tests that are files: `passes/tests/ir/FOLDER/NAME.ir`, in the folder of the first pass that they run.
//!
//! A file states in comments what it shows and which passes run (`; run: sroa, mem2reg`), then the module, then for each run
//! the module that the passes return and the diagnostics that they issue. `UPDATE_IR=1` writes these results anew; read
//! the difference before you commit it. Deviations from the defaults follow a run (`; run: interface with target
//! spirv`):
//!
//! ```text
//! target spirv      the code is for SPIR-V, not for DXIL
//! model 6.9         the shader model
//! library           the module is a library
//! unoptimised       nothing is optimised
//! checks reads      reads of undefined values are errors
//! ```
//!
//! A module with debug records also goes through the passes without them: the code must be the same.

use crate::common::after_with;
use hlslc_base::ShaderModel;
use hlslc_passes::{OptLevel, PassOptions, Target};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, panic};

/// The contents of a file before the first result.
struct Case {
    runs: Vec<String>,
    /// The text of the comments and the module.
    input: String,
    /// The text of the results.
    results: String,
}

impl Case {
    fn read(text: &str) -> Self {
        let start = if text.starts_with("----") { Some(0) } else { text.find("\n----").map(|at| at + 1) };
        let (input, results) = text.split_at(start.unwrap_or(text.len()));
        let runs = input.lines().filter_map(|line| line.strip_prefix("; run: ")).map(str::to_owned).collect();
        Self { runs, input: input.trim_end().to_owned(), results: results.to_owned() }
    }

    /// The results of the runs.
    fn results_now(&self) -> String {
        let mut results = String::new();
        for run in &self.runs {
            let _ = write!(results, "---- {run} ----\n\n{}\n\n", self.run(run).trim());
        }
        results
    }

    fn run(&self, run: &str) -> String {
        let (passes, options) = parse_run(run);
        let result = result(&options, &passes, &self.input);
        if is_record(&self.input) {
            assert_eq!(
                code(&result),
                code(&self::result(&options, &passes, &code(&self.input))),
                "records change code"
            );
        }
        result
    }
}

fn result(options: &PassOptions, passes: &[&str], input: &str) -> String {
    let all = after_with(options, passes, input);
    all.split_once(" ----\n").expect("the input comes first").1.to_owned()
}

fn is_record(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("debug "))
}

/// The lines that are not debug records.
fn code(text: &str) -> String {
    text.lines().filter(|line| !is_record(line)).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// The passes and the options of a run.
fn parse_run(run: &str) -> (Vec<&str>, PassOptions) {
    let (passes, with) = run.split_once(" with ").unwrap_or((run, ""));
    let mut options = PassOptions::default();
    for option in with.split(", ").filter(|option| !option.is_empty()) {
        match option.split_once(' ') {
            Some(("target", "spirv")) => options.target = Target::Spirv,
            Some(("model", model)) => {
                let numbers = model.split_once('.').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                let (major, minor) = numbers.unwrap_or_else(|| panic!("`{model}` is no shader model"));
                options.model = ShaderModel::new(major, minor);
            }
            None if option == "unoptimised" => options.level = OptLevel::Disabled,
            None if option == "library" => options.is_library = true,
            Some(("checks", "reads")) => options.checks_reads = true,
            _ => panic!("there is no option `{option}` of a run"),
        }
    }
    (passes.split(", ").collect(), options)
}

/// Appends all files in a folder, in order.
fn files(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// The lines that only one of two texts contains, each with the part that it belongs to: with `-` if only `was`
/// contains it, with `+` if only `now` does. Computed by the longest common subsequence.
fn difference(was: &str, now: &str) -> String {
    let (was, now): (Vec<&str>, Vec<&str>) = (was.lines().collect(), now.lines().collect());
    let mut longest = vec![vec![0_usize; now.len() + 1]; was.len() + 1];
    for (i, one) in was.iter().enumerate().rev() {
        for (j, two) in now.iter().enumerate().rev() {
            longest[i][j] =
                if one == two { longest[i + 1][j + 1] + 1 } else { longest[i + 1][j].max(longest[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, String::new());
    while i < was.len() || j < now.len() {
        let (sign, line) = if i < was.len() && j < now.len() && was[i] == now[j] {
            (i, j) = (i + 1, j + 1);
            (' ', was[i - 1])
        } else if j == now.len() || (i < was.len() && longest[i + 1][j] >= longest[i][j + 1]) {
            i += 1;
            ('-', was[i - 1])
        } else {
            j += 1;
            ('+', now[j - 1])
        };
        if sign != ' ' || line.starts_with("define ") || line.starts_with("----") {
            let _ = writeln!(out, "    {sign} {line}");
        }
    }
    out
}

#[test]
fn each_file_holds_what_its_passes_leave() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ir");
    let mut paths = Vec::new();
    files(&folder, &mut paths);
    assert!(paths.len() > 100, "{} files below {}", paths.len(), folder.display());
    let mut wrong = String::new();
    for path in paths {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display();
        let text = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{name}: {why}")).replace("\r\n", "\n");
        let case = Case::read(&text);
        if case.runs.is_empty() {
            let _ = writeln!(wrong, "{name}: no line `; run: PASS, PASS`");
            continue;
        }
        let Ok(results) = panic::catch_unwind(|| case.results_now()) else {
            let _ = writeln!(wrong, "{name}: a pass came to a halt, or its result does not verify; see above");
            continue;
        };
        if case.results.trim_end() == results.trim_end() {
            continue;
        }
        if std::env::var_os("UPDATE_IR").is_some() {
            let text = format!("{}\n\n{}\n", case.input, results.trim_end());
            fs::write(&path, text).unwrap_or_else(|why| panic!("{name}: {why}"));
        } else {
            let _ = write!(wrong, "{name}:\n{}", difference(&case.results, &results));
        }
    }
    assert!(wrong.is_empty(), "UPDATE_IR=1 writes what the passes leave now:\n{wrong}");
}

#[test]
fn a_difference_shows_what_changed_and_where() {
    let was = "---- dce ----\ndefine void @f() {\n  %v0 = add i32 1, 2\n  ret void\n}";
    let now = "---- dce ----\ndefine void @f() {\n  ret void\n}";
    let shown = "      ---- dce ----\n      define void @f() {\n    -   %v0 = add i32 1, 2\n";
    assert_eq!(difference(was, now), shown);
}
