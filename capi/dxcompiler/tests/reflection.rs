//! Compares reflection with DXC's: every field of every method, printed by one program in C++ with either library, of
//! containers that either has compiled.

use crate::support::{Client, Library, dxc};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// A shader with the options that its head names.
struct Case {
    name: String,
    path: PathBuf,
    arguments: Vec<String>,
    /// Whether it is also compiled without its part for reflection: what is left is the same for every shader of a kind, so those of
    /// this test will do. DXC 1.8 ends in a fault where the layout of a texture buffer is missing, and 1.9 gives it a null for a name,
    /// so those that have one are left out.
    is_stripped: bool,
}

/// Every so manieth case of the suite beside those that are here for this test.
const STEP: usize = 6;

fn cases() -> Vec<Case> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = sources(&here.join("tests/reflected"));
    let suite = here.join("../../runtime-tests/cases");
    let mut folders: Vec<PathBuf> = entries(&suite).into_iter().filter(|path| path.is_dir()).collect();
    // Long vectors and reordering have no shader model that all of DXC's releases know.
    folders.retain(|path| !["long_vectors", "reordering", "spirv", "today"].iter().any(|name| path.ends_with(name)));
    let others = folders.iter().flat_map(|folder| sources(folder).into_iter().step_by(STEP));
    own.into_iter().chain(others).map(case).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "hlsl")).collect()
}

fn case(path: PathBuf) -> Case {
    let text = fs::read_to_string(&path).expect("a text");
    let head =
        |word: &str| text.lines().find_map(|line| line.strip_prefix("//: ")?.strip_prefix(word)?.strip_prefix(' '));
    let mut arguments = vec!["-T".to_owned(), head("target").expect("a target").to_owned()];
    arguments.extend(["-E".to_owned(), head("entry").unwrap_or("main").to_owned()]);
    // The releases write for different validators by default; 1.9 is the first that knows shader model 6.9.
    if !arguments[1].ends_with("_6_9") {
        arguments.extend(["-validator-version", "1.8"].map(str::to_owned));
    }
    arguments.extend(head("args").unwrap_or("").split_whitespace().map(str::to_owned));
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let is_stripped = path.to_string_lossy().contains("reflected") && !text.contains("tbuffer");
    Case { name, path, arguments, is_stripped }
}

/// Variants of a case: the options that are added, and what they are called.
const VARIANTS: [(&str, &[&str]); 3] =
    [("plain", &[]), ("stripped", &["-Qstrip_reflect"]), ("debug", &["-Zi", "-Qembed_debug", "-Qstrip_reflect"])];

/// Compiles all cases with a library; the containers that there are.
fn containers(client: &Client, library: &Library, cases: &[Case]) -> Vec<PathBuf> {
    let folder = client.folder(&format!("containers-{}", library.name));
    let (mut list, mut paths) = (Vec::new(), Vec::new());
    for (variant, added) in VARIANTS {
        let some = cases.iter().filter(|case| variant == "plain" || case.is_stripped);
        for case in some {
            let out = folder.join(format!("{}.{variant}", case.name));
            let words = case.arguments.iter().map(String::as_str).chain(added.iter().copied());
            let words: Vec<&str> = words.collect();
            list.push(format!("{}\t{}\t{}\n", case.path.display(), out.display(), words.join("\t")));
            paths.push(out);
        }
    }
    let path = folder.join("list");
    fs::write(&path, list.concat()).expect("it can be written");
    client.run(library, &["--compile".as_ref(), path.as_os_str()]);
    paths.retain(|path| path.is_file());
    paths
}

/// A difference that is meant, with its reason.
struct Known {
    reason: &'static str,
    is_it: fn(&str, &str) -> bool,
}

/// The parts of a line about a struct: what is before its name, its name, and the rest.
fn around_struct_name(line: &str) -> Option<(&str, &str, &str)> {
    let (start, rest) = line.split_once(" type ")?;
    let (name, rest) = rest.split_once(" class ")?;
    (rest.starts_with("5 ")).then_some((start, name, rest))
}

const KNOWN: &[Known] = &[Known {
    reason: "DXC takes off every letter at the start of a struct's name that is one of those in `struct.` or in the prefixes of \
                 host layouts: here structs have the names of the source",
    is_it: |ours, theirs| match (around_struct_name(ours), around_struct_name(theirs)) {
        (Some((start, name, rest)), Some((other_start, other, other_rest))) => {
            let is_cut = name.len() > other.len() && name.ends_with(other);
            is_cut && (start, rest) == (other_start, other_rest)
        }
        _ => false,
    },
}];

/// A shader in which DXC's reflection differs throughout, and why.
const APART: [(&str, &str); 1] = [(
    "struct_named_like_a_resource",
    "DXC takes a struct for a resource if its name begins like one's: here it is the struct of the source",
)];

/// Compares what two libraries print; the lines that differ without a reason, and which reasons there were.
fn compare(ours: &str, theirs: &str, seen: &mut BTreeSet<&'static str>) -> Vec<String> {
    let mut file = "";
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (ours.lines().collect(), theirs.lines().collect());
    let mut found = Vec::new();
    for (at, line) in ours.iter().enumerate() {
        file = line.strip_prefix("== ").unwrap_or(file);
        let other = theirs.get(at).copied().unwrap_or("(nothing)");
        if *line == other {
            continue;
        }
        match KNOWN.iter().find(|known| (known.is_it)(line, other)) {
            Some(known) => drop(seen.insert(known.reason)),
            None => found.push(format!("{file}\n  ours {line}\n  DXC  {other}")),
        }
    }
    if theirs.len() != ours.len() {
        found.push(format!("{} lines of ours, {} of DXC's", ours.len(), theirs.len()));
    }
    found
}

/// What a reflection says of the shader, and not of the code that a compiler has made of it.
fn of_shader(output: &str) -> Vec<&str> {
    let of_code = |line: &&str| line.starts_with("counts ") || line.starts_with("== ") || line.starts_with("part ");
    let lines = output.lines().take_while(|line| !line.starts_with("load ")).filter(|line| !of_code(line));
    lines.map(|line| line.split(" creator ").next().unwrap_or(line)).collect()
}

#[test]
#[ignore = "needs DXC 1.8 or later with its headers"]
fn a_shader_says_the_same_whoever_has_compiled_it() {
    let test = "a_shader_says_the_same_whoever_has_compiled_it";
    let client = Client::build("reflect", test);
    let (ours, cases) = (Library::ours(), cases());
    let by_us = containers(&client, &ours, &cases);
    let other = &dxc();
    let by_other = containers(&client, other, &cases);
    let (mut compared, mut found) = (0, Vec::new());
    for (one, two) in by_us.iter().filter_map(|one| {
        let name = one.file_name()?;
        // A program without the part for reflection has no names, and the code decides what is left of it.
        let is_whole = one.extension().is_some_and(|variant| variant == "plain");
        Some((one, by_other.iter().find(|two| is_whole && two.file_name() == Some(name))?))
    }) {
        compared += 1;
        let outputs = [one, two].map(|path| client.run(&ours, &[path.as_os_str()]).output);
        let (ours, theirs) = (of_shader(&outputs[0]), of_shader(&outputs[1]));
        let pairs = ours.iter().zip(&theirs).find(|(one, two)| one != two);
        if ours != theirs {
            found.push(format!("{}: {pairs:?}", one.display()));
        }
    }
    assert!(compared >= 60, "{}: only {compared} shaders", other.name);
    assert!(found.is_empty(), "{}: {} of {compared} differ:\n{}", other.name, found.len(), found.join("\n"));
}

#[test]
#[ignore = "needs DXC 1.8 or later with its headers"]
fn every_method_gives_what_it_gives_in_dxc() {
    let test = "every_method_gives_what_it_gives_in_dxc";
    let client = Client::build("reflect", test);
    let ours = Library::ours();
    let other = &dxc();
    let cases = cases();
    assert!(cases.len() >= 60, "only {} shaders", cases.len());
    let mut seen: BTreeSet<&'static str> = BTreeSet::new();
    let (by_us, by_other) = (containers(&client, &ours, &cases), containers(&client, other, &cases));
    // A release of DXC does not know every shader model.
    let names =
        |list: &[PathBuf]| list.iter().filter_map(|path| path.file_name()).map(OsString::from).collect::<BTreeSet<_>>();
    let known = names(&by_other);
    let lost: Vec<_> = known.difference(&names(&by_us)).cloned().collect();
    assert!(lost.is_empty() && known.len() >= 90, "{}: {} containers, not by us: {lost:?}", other.name, known.len());
    let mut found = Vec::new();
    let containers = by_us.iter().chain(&by_other);
    for container in containers.filter(|path| path.file_name().is_some_and(|name| known.contains(name))) {
        let files = [container.as_os_str()];
        let (ours, theirs) = (client.run(&ours, &files), client.run(other, &files));
        assert!(ours.has_ended && theirs.has_ended, "{}: a library ends in a fault", container.display());
        match APART.iter().find(|row| container.file_stem().is_some_and(|name| name == row.0)) {
            Some(&(_, reason)) if ours.output != theirs.output => drop(seen.insert(reason)),
            _ => found.extend(compare(&ours.output, &theirs.output, &mut seen)),
        }
    }
    let shown = found.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(found.is_empty(), "{} lines differ from {}:\n{shown}", found.len(), other.name);
    let reasons = KNOWN.iter().map(|known| known.reason).chain(APART.iter().map(|row| row.1));
    for reason in reasons {
        assert!(seen.contains(reason), "it does not occur any more: {reason}");
    }
}

/// What DXC fails at is read here.
#[test]
#[ignore = "needs DXC 1.8 or later with its headers"]
fn texture_buffers_without_a_layout_have_no_variables() {
    let test = "texture_buffers_without_a_layout_have_no_variables";
    let client = Client::build("reflect", test);
    let folder = client.folder("texture-buffers");
    let (source, out, list) = (folder.join("t.hlsl"), folder.join("t"), folder.join("list"));
    fs::write(&source, "tbuffer T { float4 a; float b; };\nfloat4 main() : SV_Target { return a; }\n")
        .expect("it can be written");
    let line = format!("{}\t{}\t-T\tps_6_0\t-Qstrip_reflect\n", source.display(), out.display());
    fs::write(&list, line).expect("it can be written");
    client.run(&Library::ours(), &["--compile".as_ref(), list.as_os_str()]);
    let ran = client.run(&Library::ours(), &[out.as_os_str()]);
    assert!(ran.has_ended && ran.output.contains("type 1 variables 0 size 0 flags 0\n"), "{}", ran.output);
}
