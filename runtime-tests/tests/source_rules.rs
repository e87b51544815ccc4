//! Checks rules about the source text: files are short, nothing is a stub, no test passes without its tool.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines a file may have.
const MOST_LINES: usize = 800;

/// Files that may be longer, and why.
const MAY_BE_LONGER: &[(&str, &str)] = &[
    ("backend-dxil/dxil/src/optable.rs", "a table: one row per operation"),
    ("ir/src/ops/table.rs", "a table: one row per operation"),
    ("frontend/syntax/src/ast.rs", "declarations alone: one type per construct of the language"),
    ("frontend/sema/src/errors.rs", "a table: one row per diagnostic"),
];

/// Calls that stand for code not yet written, joined here so that this file does not hold them.
fn stubs() -> [String; 2] {
    ["todo", "unimplemented"].map(|name| format!("{name}!("))
}

#[test]
fn files_stay_short() {
    let mut long = Vec::new();
    for (name, text) in sources() {
        let lines = text.lines().count();
        // A parser is made from its grammar, and no one reads it.
        if lines > MOST_LINES
            && !name.contains("/generated/")
            && !MAY_BE_LONGER.iter().any(|(allowed, _)| *allowed == name)
        {
            long.push(format!("{name}: {lines} lines, {MOST_LINES} at most"));
        }
    }
    assert!(long.is_empty(), "cut by concept:\n{}", long.join("\n"));
}

#[test]
fn long_files_still_need_their_exemption() {
    let sources = sources();
    for (allowed, _) in MAY_BE_LONGER {
        let long = sources.iter().any(|(name, text)| name == allowed && text.lines().count() > MOST_LINES);
        assert!(long, "{allowed} is not over {MOST_LINES} lines: take it off the list");
    }
}

/// A library without tests of its own says so, as it would be built once more for them; one that says so has none, as they would not run.
#[test]
fn libraries_that_are_not_tested_have_no_tests() {
    let sources = sources();
    let mut seen = 0;
    for (name, text) in &sources {
        if !text.contains(concat!("#[te", "st]")) {
            continue;
        }
        let Some((folder, _)) = name.split_once("/src/") else { continue };
        let Ok(manifest) = fs::read_to_string(workspace().join(folder).join("Cargo.toml")) else { continue };
        let library = manifest.split("\n[").find(|table| table.starts_with("lib]")).unwrap_or_default();
        assert!(
            !library.lines().any(|line| line == "test = false"),
            "{name} has tests that do not run: {folder}/Cargo.toml"
        );
        seen += 1;
    }
    assert!(seen > 50, "{seen} files with tests");
}

#[test]
fn nothing_is_left_as_a_stub() {
    let mut found = Vec::new();
    for (name, text) in sources() {
        for (index, line) in text.lines().enumerate() {
            if stubs().iter().any(|stub| line.contains(stub.as_str())) {
                found.push(format!("{name}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "stubs:\n{}", found.join("\n"));
}

/// What a compiler in a browser does not have. The command alone may use it.
const OF_A_SYSTEM: &[&str] = &["std::fs", "std::thread", "std::process", "std::env::", "Instant::now", "SystemTime"];

/// Sources of the library: what everything but the command, the libraries that C programs load, the site and the tests is made of.
fn is_of_the_library(name: &str) -> bool {
    let is_beside = ["tests/", "benches/", "fuzz/", "examples/", "build.rs"].iter().any(|part| name.contains(part));
    let is_around = ["runtime-tests/", "capi/", "ide/lsp/", "ide/remote/", "build/rust/", "site/"]
        .iter()
        .any(|folder| name.starts_with(folder));
    !is_beside && !name.starts_with("hlslc/src/command/") && !is_around
}

#[test]
fn the_library_asks_nothing_of_a_system() {
    let mut found = Vec::new();
    for (name, text) in sources().iter().filter(|(name, _)| is_of_the_library(name)) {
        for (index, line) in text.lines().enumerate() {
            if let Some(what) = OF_A_SYSTEM.iter().find(|what| line.contains(**what)) {
                found.push(format!("{name}:{}: {what}", index + 1));
            }
        }
    }
    assert!(found.is_empty(), "the library has no clock, thread or file:\n{}", found.join("\n"));
}

/// A list of instructions is changed by `ir/src/cursor.rs` alone, so that another representation of blocks is a change of one file.
#[test]
fn only_the_ir_edits_lists_of_instructions() {
    const EDITS: [&str; 14] = [
        "push(",
        "insert(",
        "splice(",
        "retain(",
        "extend(",
        "append(",
        "pop(",
        "truncate(",
        "drain(",
        "remove(",
        "swap(",
        "clear(",
        "reverse(",
        "extract_if(",
    ];
    let is_edit = |after: &str| {
        after.starts_with(" = ")
            || after.strip_prefix('.').is_some_and(|call| EDITS.iter().any(|edit| call.starts_with(edit)))
    };
    // Crates with functions of the IR; the lowering to DXIL has bodies of its own.
    let is_of_the_ir = |name: &str| {
        ["passes/", "frontend/", "backend-spirv/", "backend-dxil/raise/", "ir/link/"]
            .iter()
            .any(|folder| name.starts_with(folder))
    };
    let mut found = Vec::new();
    for (name, text) in sources().iter().filter(|(name, _)| is_of_the_ir(name)) {
        for (index, line) in text.lines().enumerate().filter(|(_, line)| line.contains("blocks[")) {
            let mut lists = line.match_indices("].insts").map(|(at, list)| &line[at + list.len()..]);
            if lists.any(is_edit) || line.contains("&mut ") && line.contains("].insts") {
                found.push(format!("{name}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "use `Cursor` or a function of `ir/src/cursor.rs`:\n{}", found.join("\n"));
}

/// Sources of the product that are compiled for tests alone, by the declaration of their module.
const OF_TESTS: [&str; 3] = [
    "capi/dxcompiler/src/com/calls.rs",
    "capi/dxcompiler/src/com/pointers/samples.rs",
    "passes/src/scalar/rules/proofs.rs",
];

/// The most panics outside of tests. Each is a fault of the compiler, which ends as an internal error; what an input can cause is a
/// diagnostic.
const MOST_PANICS: usize = 50;

#[test]
fn a_panic_outside_of_tests_has_a_reason() {
    // Joined here, so that this file does not hold them.
    let signs = [".expect(", "panic!(", "unreachable!("].map(|sign| format!("{sign}\""));
    let without = [[".unw", "rap()"].concat(), "panic!()".to_owned(), "unreachable!()".to_owned()];
    let (mut count, mut found) = (0, Vec::new());
    let is_beside = |name: &str| {
        let tests = ["/tests/", "/tests.rs", "/fuzz/", "/benches/", "/example/", "build.rs", "/generated/"];
        let tools = name.starts_with("runtime-tests/") && !name.starts_with("runtime-tests/interp/");
        tools || tests.iter().any(|part| name.contains(part)) || OF_TESTS.contains(&name)
    };
    let is_rust = |name: &str| Path::new(name).extension().is_some_and(|extension| extension == "rs");
    for (name, text) in sources().iter().filter(|(name, _)| is_rust(name) && !is_beside(name)) {
        let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            // A parser's own `expect` takes a token.
            let reasons =
                signs.iter().filter_map(|sign| line.split_once(sign.as_str())).filter(|row| !row.0.ends_with("self"));
            for (_, reason) in reasons {
                count += 1;
                if reason.split('"').next().is_none_or(|reason| reason.split(' ').count() < 2) {
                    found.push(format!("{name}:{}: {}", index + 1, line.trim()));
                }
            }
            if without.iter().any(|sign| line.contains(sign.as_str())) {
                found.push(format!("{name}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "say why it cannot happen, or report an error:\n{}", found.join("\n"));
    assert!(count <= MOST_PANICS, "{count} panics, {MOST_PANICS} at most");
}

#[test]
fn a_code_names_one_diagnostic() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (name, text) in sources().iter().filter(|(name, _)| name.ends_with("src/errors.rs")) {
        for (index, line) in text.lines().enumerate() {
            let Some((code, kind)) = line.trim().split_once(' ') else { continue };
            let is_row = kind.starts_with("error") || kind.starts_with("warning");
            if is_row && code.len() == 5 && code[1..].bytes().all(|byte| byte.is_ascii_digit()) {
                places.entry(code.to_owned()).or_default().push(format!("{name}:{}", index + 1));
            }
        }
    }
    assert!(places.len() > 500, "only {} codes were found: rows of the tables are written otherwise now", places.len());
    let shared: Vec<_> = places.iter().filter(|(_, places)| places.len() > 1).collect();
    assert!(shared.is_empty(), "codes that name more than one diagnostic: {shared:#?}");
}

/// A test whose tool is missing fails, or is ignored with its reason. One that returns instead counts as passed.
#[test]
fn no_test_passes_without_its_tool() {
    // Joined here, so that this file does not hold them.
    let signs = [["or_", "skip("].concat(), ["SKIP", "PED"].concat(), ["NOT ", "VALIDATED"].concat()];
    let mut found = Vec::new();
    for (name, text) in sources().iter().filter(|(name, _)| name.contains("/tests/") || name.contains("/oracle/")) {
        let lines = text.lines().enumerate().filter(|(_, line)| signs.iter().any(|sign| line.contains(sign.as_str())));
        found.extend(lines.map(|(index, line)| format!("{name}:{}: {}", index + 1, line.trim())));
        for reason in text.split("ignore = \"").skip(1) {
            if !reason.starts_with("needs ") {
                found.push(format!("{name}: an ignored test says what it needs, not {:?}", reason.lines().next()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The tests of a crate are modules of one program, so a file that it does not name would be compiled by nothing.
#[test]
fn every_file_of_tests_is_run() {
    let sources = sources();
    let mut left_out = Vec::new();
    for (all, modules) in &sources {
        let Some(folder) = all.strip_suffix("/tests/all.rs") else { continue };
        let manifest = workspace().join(folder).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("a folder of tests lies in a crate");
        for (name, _) in &sources {
            let file = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix("/tests/"));
            let Some(test) = file.and_then(|file| file.strip_suffix(".rs")).filter(|test| !test.contains('/')) else {
                continue;
            };
            let is_own = manifest.contains(&format!("[[test]]\nname = \"{test}\"\n"));
            if !is_own && !modules.lines().any(|line| line == format!("mod {test};")) {
                left_out.push(name);
            }
        }
    }
    assert!(left_out.is_empty(), "name in `tests/all.rs`: {left_out:#?}");
}

pub(crate) fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

/// All Rust and grammar files of the workspace, by their path from its root.
pub(crate) fn sources() -> Vec<(String, String)> {
    let root = workspace();
    let mut folders: Vec<PathBuf> = vec![root.to_owned()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the workspace is readable") {
            let path = entry.expect("the workspace is readable").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "lalrpop") {
                let text = fs::read_to_string(&path).expect("sources are UTF-8");
                let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                sources.push((name, text));
            }
        }
    }
    assert!(sources.len() > 10, "the workspace was not found at {}", root.display());
    sources
}
