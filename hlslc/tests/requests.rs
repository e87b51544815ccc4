//! Compilations as a library in the place of DXC's asks for them ([`hlslc::request`]).

use dxil::container::{Container, FourCc};
use hlslc::options::{StatedCompiler, ValidatorVersion};
use hlslc::request::{Answer, Files, Kind, Request, Status, answer};
use std::time::Duration;

/// Files by their names.
struct Given(&'static [(&'static str, &'static [u8])]);

impl Files for Given {
    fn text(&self, name: &str) -> Option<Vec<u8>> {
        self.bytes(name)
    }
    fn bytes(&self, name: &str) -> Option<Vec<u8>> {
        self.0.iter().find(|row| row.0 == name).map(|row| row.1.to_vec())
    }
}

const NONE: Given = Given(&[]);
const PIXEL: &str = "float4 main(float4 a : A) : SV_Target { return a; }";

fn ask(source: &str, arguments: &[&str], files: Option<&dyn Files>) -> Answer {
    let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
    let clock = Some((|| Duration::from_millis(1)) as fn() -> Duration);
    answer(&Request { arguments: &arguments, source: source.as_bytes(), files, stated_compiler: None, clock })
}

fn output(answer: &Answer, kind: Kind) -> Option<&[u8]> {
    answer.outputs.iter().find(|made| made.kind == kind).map(|made| made.bytes.as_slice())
}

fn text(answer: &Answer, kind: Kind) -> String {
    String::from_utf8_lossy(output(answer, kind).unwrap_or_default()).into_owned()
}

#[test]
fn arguments_that_contradict_each_other_are_refused_in_dxcs_words() {
    for (arguments, reported) in [
        (&["-setprivate", "p", "-Qstrip_priv"][..], "Cannot specify /Qstrip_priv and /setprivate together."),
        (&["-Zi", "-Qpdb_in_private", "-Qstrip_priv"], "Cannot specify /Qstrip_priv and /Qpdb_in_private together."),
        (&["-Zi", "-Qpdb_in_private", "-setprivate", "p"], "Cannot specify /Qpdb_in_private and /setprivate together."),
        (&["-HV", "2015"], "option `-HV`: HLSL Version 2015 is only supported for language services"),
        (
            &["-HV", "2019"],
            "option `-HV`: Unknown HLSL version: 2019. Valid versions: 2015, 2016, 2017, 2018, and 2021",
        ),
    ] {
        let answer = ask(PIXEL, &[arguments, &["-T", "ps_6_0"]].concat(), None);
        assert_eq!((answer.status, text(&answer, Kind::Errors).as_str()), (Status::Rejected, reported));
    }
}

#[test]
fn a_file_that_an_option_names_needs_something_that_has_files() {
    for (option, missing, unknown) in [
        ("-import-binding-table", "Binding table binding file", "binding table"),
        ("-setrootsignature", "Root Signature file", "root signature"),
        ("-setprivate", "Private file", "root signature"),
    ] {
        let answer = ask(PIXEL, &[option, "x", "-T", "ps_6_0"], None);
        assert_eq!(text(&answer, Kind::Errors), format!("{missing} 'x' specified, but no include handler was given."));
        let answer = ask(PIXEL, &[option, "x", "-T", "ps_6_0"], Some(&NONE));
        assert_eq!(text(&answer, Kind::Errors), format!("Could not load {unknown} file 'x'."));
    }
}

#[test]
fn the_root_signature_that_is_set_is_an_output() {
    const ROOTED: &str = "[RootSignature(\"CBV(b1)\")] float4 main(float4 a : A) : SV_Target { return a; }";
    struct Signature(Vec<u8>);
    impl Files for Signature {
        fn text(&self, _: &str) -> Option<Vec<u8>> {
            None
        }
        fn bytes(&self, _: &str) -> Option<Vec<u8>> {
            Some(self.0.clone())
        }
    }
    let written = output(&ask(ROOTED, &["-T", "ps_6_0"], None), Kind::RootSignature).expect("one").to_vec();
    let files = Signature(written.clone());
    let answer = ask(PIXEL, &["-setrootsignature", "r", "-T", "ps_6_0"], Some(&files));
    assert_eq!(answer.status, Status::Done, "{}", text(&answer, Kind::Errors));
    assert_eq!(output(&answer, Kind::RootSignature), Some(written.as_slice()));
}

#[test]
fn files_are_counted_as_they_are_opened_each_once() {
    let files = Given(&[("./a.h", b"#include \"b.h\"\n"), ("./b.h", b"#define Z 0\n")]);
    let source = "#include \"a.h\"\n#include \"b.h\"\nfloat4 main() : SV_Target { return Z; }";
    let answer = ask(source, &["-Vi", "-T", "ps_6_0"], Some(&files));
    assert_eq!(
        text(&answer, Kind::Remarks),
        "Opening file [./a.h], stack top [0]\nOpening file [./b.h], stack top [1]\n"
    );
}

#[test]
fn times_have_the_headings_that_clients_look_for() {
    let answer = ask(PIXEL, &["-ftime-report", "-ftime-trace", "-T", "ps_6_0"], None);
    assert!(text(&answer, Kind::TimeReport).contains("... Pass execution timing report ..."));
    assert!(text(&answer, Kind::TimeTrace).starts_with("{ \"traceEvents\": ["));
}

#[test]
fn the_reflection_of_a_library_has_its_runtime_data() {
    let answer = ask("export float f(float x) { return x; }", &["-T", "lib_6_3"], None);
    let part = output(&answer, Kind::Reflection).expect("it has one");
    let size = u32::from_le_bytes(part[4..8].try_into().expect("four bytes")) as usize;
    let (first, second) = part.split_at(8 + size);
    let container = Container::read(output(&answer, Kind::Object).expect("it has one")).expect("it is a container");
    assert!(first.starts_with(b"STAT"));
    assert_eq!(second.get(..4), Some(&b"RDAT"[..]));
    assert_eq!(second.get(8..), container.part(FourCc::RDAT));
}

fn stated(validator: ValidatorVersion) -> StatedCompiler {
    StatedCompiler { version: (3, 4), commits: 5, commit: "abc".to_owned(), text: "mine".to_owned(), validator }
}

/// The validator that the listing of what is made states.
fn stated_validator(words: &[&str], validator: u8) -> Vec<String> {
    let arguments: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let stated_compiler = Some(stated(ValidatorVersion::minor(validator)));
    let source = b"[shader(\"pixel\")] float4 main() : SV_Target { return 0; }";
    let made = answer(&Request { arguments: &arguments, source, files: None, stated_compiler, clock: None });
    let Some(object) = output(&made, Kind::Object).filter(|_| made.status == Status::Done) else {
        return vec![text(&made, Kind::Errors).trim_end().to_owned()];
    };
    let listing = hlslc::disassemble(object).expect("it is a container");
    let node = listing.lines().find_map(|line| line.strip_prefix("!dx.valver = !{")).expect("it states one");
    let node = format!("{} = !{{", node.trim_end_matches('}'));
    let numbers = listing.lines().find_map(|line| line.strip_prefix(&node)).expect("the node is there");
    numbers.trim_end_matches('}').split(", ").map(|number| number.trim_start_matches("i32 ").to_owned()).collect()
}

#[test]
fn containers_are_written_for_the_validator_of_the_stated_compiler() {
    let cases: [(&[&str], &str); 12] = [
        (&["-T", "ps_6_2"], "1 9"),
        (&["-T", "lib_6_3", "-Vd"], "1 9"),
        (&["-T", "ps_6_10"], "1 10"),
        (&["-T", "ps_6_2", "-validator-version", "1.2"], "1 2"),
        (&["-T", "lib_6_1", "-Vd"], "0 0"),
        (&["-T", "lib_6_2", "-Vd"], "0 0"),
        (&["-T", "lib_6_x"], "0 0"),
        (&["-T", "lib_6_x", "-validator-version", "0.0"], "0 0"),
        (
            &["-T", "ps_6_2", "-validator-version", "1.1"],
            "error: validator version 1,1 does not support target profile.",
        ),
        (&["-T", "lib_6_2"], "Must disable validation for unsupported lib_6_1 or lib_6_2 targets."),
        (
            &["-T", "lib_6_2", "-Vd", "-validator-version", "1.2"],
            "-validator-version cannot be used with library profiles lib_6_1 or lib_6_2.",
        ),
        (
            &["-T", "lib_6_x", "-validator-version", "1.3"],
            "Offline library profile cannot be used with non-zero -validator-version.",
        ),
    ];
    for (words, expected) in cases {
        assert_eq!(stated_validator(words, 9).join(" "), expected, "{words:?}");
    }
}

#[test]
fn a_library_states_the_compiler_that_it_is_told_to() {
    let stated = stated(ValidatorVersion::DEFAULT);
    let arguments = ["-T", "lib_6_3"].map(str::to_owned);
    let source = b"export float f(float x) { return x; }";
    let request = Request { arguments: &arguments, source, files: None, stated_compiler: Some(stated), clock: None };
    let made = answer(&request);
    let container = Container::read(output(&made, Kind::Object).expect("it has one")).expect("it is a container");
    let part = container.part(FourCc::VERS).expect("it states one");
    assert_eq!((&part[..4], &part[8..12]), (&[3, 0, 4, 0][..], &[5, 0, 0, 0][..]));
    assert!(part[16..].starts_with(b"abc\0mine\0"));
}
