//! Tests that ARCHITECTURE.md is true: the table of crates against the workspace and the `Cargo.toml` of each.

use std::fs;
use std::path::Path;

/// A row of the table of crates.
struct Row {
    folder: String,
    package: String,
    knows: Vec<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in the workspace")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn table() -> Vec<Row> {
    let text = read("ARCHITECTURE.md");
    let start = text.find("| folder | crate |").expect("the table of crates");
    let rows = text[start..].lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [folder, package, _, knows] = cells[..] else { panic!("not four columns: {line}") };
        let plain = |cell: &str| cell.trim_matches('`').to_owned();
        let knows = match knows {
            "nothing of ours" => Vec::new(),
            list => list.split(", ").map(str::to_owned).collect(),
        };
        Row { folder: plain(folder), package: plain(package), knows }
    })
    .collect()
}

/// What the list of dependencies in the book names, and what the command is linked from.
#[test]
fn the_list_of_dependencies_is_what_the_command_is_linked_from() {
    let text = read("docs/13-any-input.md");
    let (_, list) = text.split_once("## Dependencies with `unsafe` code").expect("the list");
    let rows = list.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    let (_, without) = list.split_once("Without `unsafe` code:").expect("the others");
    let names = |text: &str| text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let mut listed: Vec<String> = rows.flat_map(names).chain(names(without)).collect();
    listed.sort();
    let arguments = ["tree", "--package", "hlslc", "--edges", "normal,no-proc-macro", "--prefix", "none", "--offline"];
    let tree = std::process::Command::new(env!("CARGO")).args(arguments).arg("--locked").current_dir(root()).output();
    let tree = tree.expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let ours: Vec<String> = table().into_iter().map(|row| row.package).collect();
    let tree = String::from_utf8(tree.stdout).expect("a text");
    let mut linked: Vec<String> = tree.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect();
    linked.retain(|name| !name.is_empty() && !ours.contains(name));
    linked.sort();
    linked.dedup();
    assert_eq!(listed, linked);
}

/// The lines of one table of a `Cargo.toml`.
fn section<'a>(text: &'a str, heading: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = text.lines().skip_while(move |line| *line != heading).skip(1);
    lines.take_while(|line| !line.starts_with('['))
}

#[test]
fn the_table_lists_the_members_of_the_workspace() {
    let manifest = read("Cargo.toml");
    let members = manifest.lines().skip_while(|line| !line.starts_with("members")).skip(1);
    let members: Vec<String> = members
        .take_while(|line| !line.starts_with(']'))
        .map(|line| line.trim().trim_matches([',', '"']).to_owned())
        .collect();
    let listed: Vec<String> = table().into_iter().map(|row| row.folder).collect();
    let sorted = |mut list: Vec<String>| {
        list.sort_unstable();
        list
    };
    assert_eq!(sorted(listed), sorted(members));
}

/// What is tested is the oldest compiler that the crates say they build with.
#[test]
fn the_tests_run_on_the_oldest_rust() {
    let (manifest, toolchain) = (read("Cargo.toml"), read("rust-toolchain.toml"));
    let value = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.unwrap_or_else(|| panic!("no `{key}`")).trim_matches('"').to_owned()
    };
    let (stated, tested) = (value(&manifest, "rust-version"), value(&toolchain, "channel"));
    assert_eq!(tested, format!("{stated}.0"), "rust-toolchain.toml beside rust-version of the workspace");
}

#[test]
fn each_crate_knows_what_the_table_says() {
    let table = table();
    let short = |package: &str| package.strip_prefix("hlslc-").unwrap_or(package).to_owned();
    for row in &table {
        let manifest = read(&format!("{}/Cargo.toml", row.folder));
        let name = section(&manifest, "[package]").find_map(|line| line.strip_prefix("name = "));
        assert_eq!(name.map(|name| name.trim_matches('"')), Some(row.package.as_str()), "{}", row.folder);
        let needs = section(&manifest, "[dependencies]").filter_map(|line| line.split(['.', ' ']).next());
        let mut ours: Vec<String> =
            needs.filter(|name| table.iter().any(|row| row.package == *name)).map(short).collect();
        let mut knows = row.knows.clone();
        ours.sort_unstable();
        knows.sort_unstable();
        assert_eq!(knows, ours, "{}: left what ARCHITECTURE.md says it knows, right its Cargo.toml", row.package);
    }
}

#[test]
fn nobody_knows_those_who_come_later() {
    let table = table();
    let place = |name: &str| {
        let is_it = |row: &Row| row.package == name || row.package.strip_prefix("hlslc-") == Some(name);
        table.iter().position(is_it).unwrap_or_else(|| panic!("`{name}` is no crate of the table"))
    };
    for (at, row) in table.iter().enumerate() {
        for known in &row.knows {
            assert!(place(known) < at, "{} knows {known}, which stands below it", row.package);
        }
    }
}
