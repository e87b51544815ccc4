//! Tests `hlslc variants`: what it writes, what it takes over, and what goes wrong.

use crate::support::Folder;
use hlslc_variants::manifest::Manifest;
use hlslc_variants::pack::{Tables, hash, hex, variant_name};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PROJECT: &str = "
[[entry]]
file = 'lit.hlsl'
profile = 'cs_6_0'
targets = ['dxil', 'spirv']
[[axis]]
macro = 'QUALITY'
values = [0, 1]
[[axis]]
macro = 'BIAS'
values = [1, 2]
[[axis]]
macro = 'NEVER'
values = [false, true]
";
const SOURCE: &str = "#include \"common.h\"\nRWBuffer<float> Out;\n[numthreads(1, 1, 1)] void main(uint i : SV_DispatchThreadID) {\n#if QUALITY\nOut[i] = shade(i);\n#else\nOut[i] = 0;\n#endif\n}\n";
const HEADER: &str =
    "// A comment.\nfloat shade(float a) { return a * 2; }\nfloat unreached(float a) { return a + BIAS; }\n";

fn project(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("hlslc.toml", PROJECT.as_bytes());
    folder.file("lit.hlsl", SOURCE.as_bytes());
    folder.file("common.h", HEADER.as_bytes());
    folder
}

fn manifest(folder: &Folder) -> Manifest {
    Manifest::read(&String::from_utf8(folder.read("variants.json")).expect("JSON is text")).expect("it is whole")
}

/// Builds, and checks what the last line but those about failures says.
fn build(folder: &Folder, args: &[&str], expected: &str) {
    let ran = folder.run(&[&["variants"], args].concat());
    assert!(ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    assert!(!ran.stderr.contains("internal error"), "{}", ran.stderr);
}

#[test]
fn every_variant_is_in_the_packed_file_as_it_is_by_itself() {
    let folder = project("variants-packed");
    build(&folder, &["--verify-session", "--jobs", "2"], "16 variants, 4 objects, ");
    let bytes = folder.read("variants.hlslpack");
    let (tables, id) = Tables::read(&bytes).expect("it is whole");
    let manifest = manifest(&folder);
    assert_eq!((manifest.pack, manifest.variants.len(), tables.variants.len()), (hex(&id), 16, 16));
    for variant in &manifest.variants {
        let group = &manifest.groups[variant.group as usize];
        let macros = group.macros.iter().map(String::as_str).zip(variant.values.iter().map(Option::as_deref));
        let object = tables.find(&variant_name(&group.entry, &group.target, macros)).expect("it is there");
        let object = &bytes[object.offset as usize..][..object.length as usize];
        assert_eq!(manifest.results[variant.result as usize].sha256, Some(hex(&hash(object))));
    }
    // One of them by the command as it is used for one.
    folder.run(&["lit.hlsl", "-T", "cs_6_0", "-D", "QUALITY=1", "-D", "BIAS=2", "-Fo", "one.dxo"]);
    let macros = [("QUALITY", Some("1")), ("BIAS", Some("2")), ("NEVER", None)];
    let object = tables.find(&variant_name("lit", "dxil", macros.into_iter())).expect("it is there");
    assert_eq!(folder.read("one.dxo"), bytes[object.offset as usize..][..object.length as usize]);
}

#[test]
fn both_files_are_the_same_from_any_number_of_threads_and_taken_over_or_not() {
    let folder = project("variants-same");
    let mut both = Vec::new();
    for args in [&["--cold", "--jobs", "1"][..], &["--cold", "--jobs", "2"], &[]] {
        build(&folder, args, "16 variants, 4 objects");
        both.push((folder.read("variants.hlslpack"), folder.read("variants.json")));
    }
    assert!(both[0] == both[1] && both[1] == both[2]);
}

#[test]
fn a_comment_costs_nothing_and_a_change_costs_what_it_reaches() {
    let folder = project("variants-again");
    build(&folder, &[], "0 taken over");
    build(&folder, &[], "0 compiled, 0 by questions, 0 by tokens, 0 by program, 16 taken over");
    folder.file("common.h", HEADER.replace("A comment", "Another comment,\n// of two lines").as_bytes());
    build(&folder, &[], "0 compiled, 0 by questions, 0 by tokens, 0 by program, 16 taken over");
    let before = folder.read("variants.hlslpack");
    folder.file("common.h", HEADER.replace("a * 2", "a * 3").as_bytes());
    // Of the eight variants that do not reach it one is checked for each target.
    build(&folder, &["--verify-session", "--jobs", "1"], "8 taken over");
    assert_ne!(folder.read("variants.hlslpack"), before);
    folder.file("common.h", HEADER.as_bytes());
    build(&folder, &["--jobs", "1"], "8 taken over");
    assert_eq!(folder.read("variants.hlslpack"), before);
}

#[test]
fn the_next_process_knows_which_functions_each_result_was_made_of() {
    let folder = project("variants-pieces");
    build(&folder, &[], "0 taken over");
    let pack = folder.read("variants.hlslpack");
    // The file is not touched where nothing changes, and follows each change.
    let pieces = folder.read("variants.pieces");
    build(&folder, &[], "16 taken over");
    assert_eq!(folder.read("variants.pieces"), pieces);
    let edited = |text: &str| HEADER.replace("return a + BIAS", text);
    folder.file("common.h", edited("// A comment.\n    float b = a; return a + BIAS").as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "16 taken over");
    folder.file("common.h", edited("float b = a + 1; return a + BIAS").as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "16 taken over");
    // What there is to say about it is said by every variant.
    folder.file("common.h", edited("float b = c; return a + BIAS").as_bytes());
    build(&folder, &["--jobs", "1"], "16 of 16 variants failed");
    folder.file("common.h", HEADER.as_bytes());
    build(&folder, &[], "16 variants, 4 objects");
    assert_eq!(folder.read("variants.hlslpack"), pack);
    // A file that is damaged, or of another build, says nothing.
    let good = folder.read("variants.pieces");
    for damaged in [&good[..good.len() / 2], b"", &pieces[..pieces.len() - 1]] {
        folder.file("variants.pieces", damaged);
        folder.file("common.h", edited("return a - BIAS").as_bytes());
        build(&folder, &["--jobs", "1", "--verify-session"], "0 taken over");
        folder.file("common.h", HEADER.as_bytes());
        build(&folder, &[], "16 variants, 4 objects");
    }
    assert_eq!(folder.read("variants.hlslpack"), pack);
}

/// What there is to say about one file does not concern edits of another: those of bodies that nothing reaches, and of comments.
#[test]
fn results_with_warnings_are_taken_over_where_what_they_show_is_the_same() {
    let folder = project("variants-warnings");
    let warned = SOURCE
        .replace("Out[i] = 0;", "float2 two = i; Out[i] = (float)(half)two;")
        .replace("RWBuffer", "float narrow(float3 a) { float b = a; return b; }\nRWBuffer");
    folder.file("lit.hlsl", warned.as_bytes());
    build(&folder, &["--jobs", "1"], "8 programs have warnings");
    folder.file("common.h", HEADER.replace("A comment", "Another comment,\n// of two lines").as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "16 taken over");
    folder.file("common.h", HEADER.replace("return a + BIAS", "return a - BIAS").as_bytes());
    // One of each target and value is checked, to see that it says the same.
    build(&folder, &["--jobs", "1", "--verify-session"], "16 taken over");
    // Another warning is one of every variant.
    let warned_there = HEADER.replace("return a + BIAS", "float2 b = a; float c = b; return a + BIAS");
    folder.file("common.h", warned_there.as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "0 taken over");
    folder.file("common.h", HEADER.as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "0 taken over");
    // What is warned of in the file that is edited stands elsewhere afterwards.
    folder.file("lit.hlsl", format!("// A comment.\n{warned}").as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "0 taken over");
    // Names of lines hide which file is shown.
    folder.file("common.h", format!("{HEADER}#line 5 \"lit.hlsl\"\n").as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "0 taken over");
    folder.file("common.h", format!("// A comment.\n{HEADER}#line 5 \"lit.hlsl\"\n").as_bytes());
    build(&folder, &["--jobs", "1", "--verify-session"], "0 taken over");
}

#[test]
fn a_header_that_appears_before_another_is_found() {
    let folder = project("variants-appears");
    std::fs::create_dir_all(folder.0.join("first")).expect("a folder");
    std::fs::create_dir_all(folder.0.join("second")).expect("a folder");
    let project = format!("[project]\ninclude = ['first', 'second']\n{PROJECT}");
    folder.file("hlslc.toml", project.as_bytes());
    folder.file("lit.hlsl", SOURCE.replace("\"common.h\"", "<common.h>").as_bytes());
    folder.file("second/common.h", HEADER.as_bytes());
    build(&folder, &[], "16 variants");
    build(&folder, &[], "16 taken over");
    folder.file("first/common.h", HEADER.replace("a * 2", "a * 4").as_bytes());
    build(&folder, &[], "0 taken over");
}

#[test]
fn a_change_of_axes_or_options_takes_over_what_is_the_same() {
    let folder = project("variants-axes");
    build(&folder, &[], "16 variants");
    folder
        .file("hlslc.toml", PROJECT.replace("'QUALITY'\nvalues = [0, 1]", "'QUALITY'\nvalues = [0, 1, 2]").as_bytes());
    build(&folder, &["--verify-session"], "16 taken over");
    build(&folder, &["--", "-O0"], "0 taken over");
}

#[test]
fn a_variant_that_fails_is_named_and_the_others_go_on() {
    let folder = project("variants-fails");
    folder.file("lit.hlsl", SOURCE.replace("Out[i] = 0;", "Out[i] = nothing(i);").as_bytes());
    let ran = folder.run(&["variants"]);
    assert_eq!(ran.code, 1);
    let lines =
        ["E0201", "lit (dxil) QUALITY=0 BIAS=1 !NEVER failed", "lit (spirv) QUALITY=0", "8 of 16 variants failed"];
    for line in lines {
        assert!(ran.stderr.contains(line), "{line}: {}", ran.stderr);
    }
    let manifest = manifest(&folder);
    let failed = manifest.variants.iter().filter(|variant| manifest.results[variant.result as usize].object.is_none());
    assert_eq!(failed.count(), 8);
    // What fails is taken over too, and fails again.
    let ran = folder.run(&["variants"]);
    assert!(ran.code == 1 && ran.stderr.contains("16 taken over") && ran.stderr.contains("E0201"), "{}", ran.stderr);
}

#[test]
fn a_million_variants_are_counted_and_not_compiled() {
    let folder = project("variants-million");
    folder.file("hlslc.toml", format!("{PROJECT}[[axis]]\nmacro = 'MANY'\nrange = [1, 1000000]\n").as_bytes());
    let ran = folder.run(&["variants"]);
    assert_eq!(ran.code, 1);
    let expected =
        "there are more than 100000 variants, and up to 16000000 without exclusions: `--limit 16000000` compiles them";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    assert!(!folder.has("variants.json"));
}

#[test]
fn what_is_wrong_with_the_project_is_shown_with_its_place() {
    let folder = project("variants-wrong");
    let wrong = [
        (
            "profile = 'cs_6_0'",
            "profle = 'cs_6_0'",
            "hlslc.toml:4:1: error: unknown key `profle` in [[entry]]: did you mean `profile`?",
        ),
        ("file = 'lit.hlsl'", "file = 'nothing.hlsl'", "entry `nothing`: cannot read `nothing.hlsl`"),
        ("targets = ['dxil', 'spirv']", "options = ['-Fo', 'x']", "the options name the output `x`"),
        ("targets = ['dxil', 'spirv']", "options = ['-P']", "ask for something else than an object"),
        ("targets = ['dxil', 'spirv']", "options = ['-nothing']", "entry `lit`: "),
        ("[[axis]]", "[lint]\nnothing = 'deny'\n[[axis]]", "[lint]: there is no message `nothing`"),
    ];
    for (right, text, expected) in wrong {
        folder.file("hlslc.toml", PROJECT.replacen(right, text, 1).as_bytes());
        let ran = folder.run(&["variants"]);
        assert!(ran.code == 1 && ran.stderr.contains(expected), "{expected}: {}", ran.stderr);
    }
}

#[test]
fn a_damaged_pair_of_files_is_built_anew() {
    let folder = project("variants-damaged");
    build(&folder, &[], "16 variants");
    let (pack, json) = (folder.read("variants.hlslpack"), folder.read("variants.json"));
    for cut in [0, 1, pack.len() / 2, pack.len() - 1] {
        folder.file("variants.hlslpack", &pack[..cut]);
        build(&folder, &[], "0 taken over");
        assert_eq!(folder.read("variants.hlslpack"), pack);
    }
    folder.file("variants.json", &json[..json.len() / 2]);
    build(&folder, &[], "0 taken over");
    // The manifest of another build: one that was killed between the two files.
    folder.file("lit.hlsl", SOURCE.replace("= 0;", "= 9;").as_bytes());
    build(&folder, &[], "16 variants");
    folder.file("variants.json", &json);
    folder.file("lit.hlsl", SOURCE.as_bytes());
    build(&folder, &[], "0 taken over");
    assert_eq!(folder.read("variants.hlslpack"), pack);
}

#[test]
fn a_build_that_is_killed_leaves_a_pair_that_belongs_together_or_starts_anew() {
    let folder = project("variants-killed");
    folder.file("hlslc.toml", format!("{PROJECT}[[axis]]\nmacro = 'MORE'\nrange = [1, 12]\n").as_bytes());
    folder.file("lit.hlsl", SOURCE.replace("= 0;", "= MORE;").as_bytes());
    for wait in [0, 30, 80, 150] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
        let command = command.args(["variants", "--cold"]).current_dir(&folder.0).stderr(Stdio::null());
        let mut child = command.spawn().expect("the command runs");
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        if folder.has("variants.hlslpack") {
            Tables::read(&folder.read("variants.hlslpack")).expect("what has its name is whole");
        }
        if folder.has("variants.json") {
            manifest(&folder);
        }
    }
    build(&folder, &[], "192 variants");
    let left = std::fs::read_dir(&folder.0).expect("it is there").flatten();
    let left: Vec<_> = left.filter(|file| file.file_name().to_string_lossy().ends_with(".tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
    let after = (folder.read("variants.hlslpack"), folder.read("variants.json"));
    build(&folder, &["--cold"], "192 variants");
    assert!(after == (folder.read("variants.hlslpack"), folder.read("variants.json")));
}

#[test]
fn watching_builds_again_whenever_a_file_changes() {
    let folder = project("variants-watched");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
    let command = command.args(["variants", "--watch"]).current_dir(&folder.0).stderr(Stdio::null());
    let mut child = command.spawn().expect("the command runs");
    let wait_for = |is_there: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !is_there() && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(is_there());
    };
    wait_for(&|| folder.has("variants.json"));
    let before = folder.read("variants.hlslpack");
    // A file that is half written fails, and the next change is built, whether or not a build runs meanwhile.
    folder.file("common.h", b"float shade(");
    std::thread::sleep(Duration::from_millis(130));
    folder.file("common.h", HEADER.replace("a * 2", "a * 77").as_bytes());
    let is_new = || {
        let bytes = folder.read("variants.hlslpack");
        bytes != before && Tables::read(&bytes).is_ok_and(|(tables, _)| tables.variants.len() == 16)
    };
    wait_for(&is_new);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn the_list_has_every_variant_and_exclusions_count() {
    let folder = project("variants-list");
    folder.file("hlslc.toml", format!("[variants]\nexclude = [{{ QUALITY = 0, NEVER = true }}]\n{PROJECT}").as_bytes());
    let ran = folder.run(&["variants", "--list"]);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 12));
    assert_eq!(ran.out.lines().next(), Some("lit (dxil) QUALITY=0 BIAS=1"));
    build(&folder, &[], "12 variants, ");
}
