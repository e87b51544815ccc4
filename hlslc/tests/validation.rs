//! Validating containers by the command, and the chapter of rules.

use crate::breaking::{NEVER, cases};
use crate::support::Folder;
use dxil::container::program::Program;
use dxil::container::{Container, FourCc, Signing};
use dxil::{InstKind, Value, bitcode};
use hlslc::validation::rules;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// Where the table begins in its chapter; nothing follows it.
const BEGIN: &str = "<!-- rules: made by the test validation; UPDATE_BOOK=1 writes it anew -->\n";

/// A folder with a container.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("one.hlsl", b"float4 main(float4 p : P) : SV_Position { return p * 2; }\n");
    let ran = folder.run(&["one.hlsl", "-T", "vs_6_0", "-Fo", "one.dxo"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    folder
}

/// The container with one bit of the features changed.
fn changed(mut bytes: Vec<u8>) -> Vec<u8> {
    let at = bytes.windows(4).rposition(|name| name == b"SFI0").expect("the part");
    bytes[at + 8] ^= 1;
    bytes
}

#[test]
fn the_command_tells_good_containers_from_bad_ones() {
    let folder = folder("validate");
    folder.file("two.dxo", &changed(folder.read("one.dxo")));
    let ran = folder.run(&["-validate", "one.dxo"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "one.dxo: valid\n"), "{ran:?}");
    let ran = folder.run(&["-validate", "."]);
    let reported = "SFI0: features is 0x1, the program says 0x0 [CONTAINER.PARTMATCHES]\n";
    assert!(ran.code == 1 && ran.out.contains(reported) && ran.out.contains("one.dxo: valid"), "{ran:?}");
    let ran = folder.run(&["-validate", "two.dxo", "-fdiagnostics-format=json"]);
    assert!(ran.code == 1 && ran.out.contains(r#""rule":"CONTAINER.PARTMATCHES""#), "{ran:?}");
    let ran = folder.run(&["-validate", "one.dxo", "-validator-version", "1.0"]);
    assert!(ran.code == 1 && ran.out.contains("[META.VERSIONSUPPORTED]"), "{ran:?}");
    let ran = folder.run(&["-validate", "one.dxo", "-T", "vs_6_0"]);
    assert!(ran.code == 1 && ran.stderr.contains("-validate reads containers"), "{ran:?}");
}

#[test]
fn a_fault_in_the_code_names_the_line_of_the_source() {
    let folder = Folder::new("validate-line");
    folder.file("one.hlsl", b"float4 main(float4 p : P) : SV_Target {\n  float a = sin(p.x);\n  return a;\n}\n");
    let made = folder.run(&["one.hlsl", "-T", "ps_6_0", "-Zi", "-Qembed_debug", "-Fo", "one.dxo"]);
    assert_eq!(made.code, 0, "{made:?}");
    let mut container = Container::read(&folder.read("one.dxo")).expect("a container");
    let program = Program::read(FourCc::DXIL, container.part(FourCc::DXIL).expect("a program")).expect("a program");
    let mut module = bitcode::read(&program.bitcode).expect("a module");
    let unknown: Value = module.i32_const(9999).into();
    let body = module.functions.values_mut().find_map(|function| function.body.as_mut()).expect("a body");
    let sine = body.insts.values_mut().find_map(|inst| match &mut inst.kind {
        InstKind::Call { args, .. } if args.len() == 2 => Some(args),
        _ => None,
    });
    sine.expect("the sine")[0] = unknown;
    let bitcode = bitcode::write(&module).expect("bitcode");
    container.set_part(FourCc::DXIL, Program { bitcode, ..program }.write());
    folder.file("one.dxo", &container.write(Signing::Digest));
    let ran = folder.run(&["-validate", "one.dxo"]);
    let reported = "one.dxo: one.hlsl:2:13: error: the number of an operation must be a constant that the table knows";
    assert!(ran.code == 1 && ran.out.starts_with(reported), "{ran:?}");
    let ran = folder.run(&["-validate", "one.dxo", "-fdiagnostics-format=json"]);
    assert!(ran.out.contains(r#""source":"one.hlsl""#), "{ran:?}");
}

#[test]
fn signing_writes_the_digest_into_what_is_accepted() {
    let folder = folder("sign");
    let signed = folder.read("one.dxo");
    let mut bytes = signed.clone();
    bytes[4..20].fill(0);
    folder.file("one.dxo", &bytes);
    assert_eq!(folder.run(&["-validate", "-sign", "one.dxo", "-Fo", "other.dxo"]).code, 0);
    assert_eq!((folder.read("one.dxo"), folder.read("other.dxo")), (bytes.clone(), signed.clone()));
    assert_eq!(folder.run(&["-validate", "-sign", "one.dxo"]).code, 0);
    assert_eq!(folder.read("one.dxo"), signed);
    let bad = changed(bytes);
    folder.file("one.dxo", &bad);
    assert_eq!(folder.run(&["-validate", "-sign", "one.dxo"]).code, 1);
    assert_eq!(folder.read("one.dxo"), bad);
}

#[test]
fn a_root_signature_alone_is_validated_as_one() {
    let folder = Folder::new("validate-rootsig");
    folder.file("rs.hlsl", b"#define RS \"CBV(b0)\"\n");
    assert_eq!(folder.run(&["rs.hlsl", "-T", "rootsig_1_1", "-E", "RS", "-Fo", "rs.dxo"]).code, 0);
    let ran = folder.run(&["-validate", "rs.dxo"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "rs.dxo: valid\n"), "{ran:?}");
}

#[test]
fn the_chapter_of_rules_has_every_rule() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/22-validating.md");
    let text = std::fs::read_to_string(&path).expect("the chapter");
    let head = text.split_once(BEGIN).expect("a place for the table").0;
    let mut examples: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    cases().for_each(|case| examples.entry(case.rule).or_default().push(case.what));
    let mut fresh = format!(
        "{head}{BEGIN}\n| rule | what is said when it is broken | an example that breaks it |\n| --- | --- | --- |\n"
    );
    for row in rules().iter().filter(|row| !row.name.is_empty()) {
        // Of several texts of one name the first has the examples.
        let example = examples.remove(row.name).unwrap_or_default().join("; ");
        let remedy = if row.remedy.is_empty() { String::new() } else { format!(" ({})", row.remedy) };
        let _ = writeln!(fresh, "| `{}` | {}{remedy} | {example} |", row.name, row.text.replace('|', "\\|"));
    }
    let _ = write!(fresh, "\n## Rules that DXC never reports\n\n| why | rules |\n| --- | --- |\n");
    for (why, names) in NEVER {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(fresh, "| {why} | {} |", names.join(", "));
    }
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &fresh).expect("the chapter is written");
    } else {
        assert!(text == fresh, "the table of rules is out of date; UPDATE_BOOK=1 writes it anew");
    }
}
