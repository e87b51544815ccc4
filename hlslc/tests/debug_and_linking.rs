//! Files beside a container, and libraries that are only linked.

use dxil::container::small::DebugName;
use dxil::container::sources::{Arguments, Sources};
use dxil::container::{Container, FourCc, pdb};
use hlslc::args::CommandLine;
use hlslc::options::{DebugOptions, Emit};
use hlslc::{Compiler, IncludeResolver, IncludedFile, NoIncludes, Options};

#[test]
fn a_file_with_debug_information_holds_the_program_under_the_name_that_the_container_states() {
    let target = Some("cs_6_0".parse().expect("a profile"));
    let debug = DebugOptions { wanted: true, separate: true, ..DebugOptions::default() };
    let options = Options::default().with(|options| {
        options.target = target;
        options.debug = debug;
    });
    let source = b"RWBuffer<float> o; [numthreads(1,1,1)] void main() { o[0] = 1; }";
    let output = Compiler::new(options).compile("shader.hlsl", source, &NoIncludes);
    let (object, file) = (output.object.expect("an object"), output.debug_file.expect("a file"));
    let container = Container::read(&object).expect("a container");
    assert!(container.part(FourCc::ILDB).is_none(), "it is beside the container, not in it");
    let stated = DebugName::read(container.part(FourCc::ILDN).expect("a name")).expect("a name");
    assert_eq!(String::from_utf8(stated.name).as_deref(), Ok(file.name.as_str()));
    let inner = Container::read(&pdb::read(&file.bytes).expect("a file")).expect("a container");
    assert!(inner.part(FourCc::ILDB).is_some());
    assert_eq!(inner.part(FourCc::HASH), container.part(FourCc::HASH));
}

/// The parts of the file with debug information that options ask for, and what it says of the sources.
fn file_with(options: &[&str]) -> (Vec<FourCc>, Option<Sources>) {
    let words: Vec<String> = options.iter().map(|&word| word.to_owned()).collect();
    let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let source = b"RWBuffer<float> o; [numthreads(1,1,1)] void main() { o[0] = 1; }";
    let output = Compiler::new(line.options).compile("shader.hlsl", source, &NoIncludes);
    let file = if let Some(file) = output.debug_file {
        file.bytes
    } else {
        let object = Container::read(&output.object.expect("an object")).expect("a container");
        object.part(FourCc::PRIV).expect("private data").to_vec()
    };
    let inner = Container::read(&pdb::read(&file).expect("a file")).expect("a container");
    let sources = Sources::of(&inner).expect("sources");
    (inner.parts.iter().map(|part| part.name).collect(), sources)
}

#[test]
fn sources_are_beside_the_program_in_it_or_alone() {
    let target = ["-T", "cs_6_0", "-Emain"];
    let with = |more: &[&'static str]| file_with(&[&target, more].concat());
    let (parts, sources) = with(&["-Zi", "-Fd", "out/"]);
    assert_eq!(parts, [FourCc::ILDN, FourCc::HASH, FourCc::SRCI, FourCc::VERS, FourCc::ILDB]);
    let sources = sources.expect("there are some");
    assert_eq!(sources.files.len(), 1);
    assert_eq!(sources.files[0].name, b"shader.hlsl");
    assert!(sources.files[0].content.starts_with(b"RWBuffer"));
    let pair = |name: &str, value: &str| (name.as_bytes().to_vec(), value.as_bytes().to_vec());
    // Where it is written is no part of it.
    let pairs = [pair("T", "cs_6_0"), pair("E", "main"), pair("Zi", "")];
    assert_eq!(sources.arguments, Arguments::Pairs(pairs.to_vec()));

    let (parts, inside) = with(&["-Zi", "-Qsource_in_debug_module", "-Fd", "out/"]);
    assert_eq!(parts, [FourCc::ILDN, FourCc::HASH, FourCc::VERS, FourCc::ILDB]);
    assert_eq!(inside.expect("there are some").files, sources.files);

    let (parts, alone) = with(&["-Zs", "-Fd", "out/"]);
    assert_eq!(parts, [FourCc::ILDN, FourCc::HASH, FourCc::SRCI, FourCc::STAT, FourCc::VERS]);
    assert_eq!(alone.expect("there are some").files, sources.files);

    let (parts, _) = with(&["-Zi", "-Qpdb_in_private"]);
    assert_eq!(parts, [FourCc::ILDN, FourCc::HASH, FourCc::SRCI, FourCc::VERS, FourCc::ILDB]);
}

/// A header without a guard that two others include, one with a guard, and the main file once more.
struct Headers;

impl IncludeResolver for Headers {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let text = match path {
            "z.hlsli" => "#include \"b.hlsli\"\n",
            "b.hlsli" => "static const float b = 1;\n",
            "a.hlsli" => "#ifndef A\n#define A\nstatic const float a = 1;\n#endif\n",
            "shader.hlsl" => MAIN,
            _ => return Ok(None),
        };
        Ok(Some(IncludedFile { name: path.to_owned(), bytes: text.as_bytes().to_vec() }))
    }
}

const MAIN: &str = "#ifndef M
#define M
#include \"z.hlsli\"
#define b c
#include \"b.hlsli\"
#include \"a.hlsli\"
#include \"a.hlsli\"
#include \"shader.hlsl\"
RWBuffer<float> o;
[numthreads(1,1,1)] void main() { o[0] = a; }
#endif
";

/// As DXC lists them, in the file with debug information and in the module.
#[test]
fn sources_are_listed_once_by_name_behind_the_main_file() {
    for options in [&["-Fd", "out/"][..], &["-Fd", "out/", "-Qsource_in_debug_module"]] {
        let words: Vec<String> =
            ["-T", "cs_6_0", "-Emain", "-Zi"].iter().chain(options).map(|&word| word.to_owned()).collect();
        let line = CommandLine::parse(&words, &|path| Err(format!("no file {path}")));
        let output = Compiler::new(line.options).compile("shader.hlsl", MAIN.as_bytes(), &Headers);
        let file = output.debug_file.expect("a file");
        let inner = Container::read(&pdb::read(&file.bytes).expect("a file")).expect("a container");
        let sources = Sources::of(&inner).expect("sources").expect("there are some");
        let names: Vec<&[u8]> = sources.files.iter().map(|file| file.name.as_slice()).collect();
        assert_eq!(names, [&b"shader.hlsl"[..], b"a.hlsli", b"b.hlsli", b"z.hlsli"], "{options:?}");
    }
}

#[test]
fn small_and_full_debug_information_contradict_each_other() {
    for options in [["-Zi", "-Zs"], ["-Zs", "-Qsource_in_debug_module"]] {
        let line = CommandLine::parse(&options.map(str::to_owned), &|path| Err(format!("no file {path}")));
        assert!(line.errors.iter().any(|error| error.contains("contradict")), "{:?}", line.errors);
    }
}

#[test]
fn a_library_that_is_only_linked_is_not_to_be_validated() {
    let target = Some("lib_6_x".parse().expect("a profile"));
    let options = Options::default().with(|options| {
        options.target = target;
        options.emit = Emit::Dxil;
    });
    let output = Compiler::new(options).compile("shader.hlsl", b"export float f(float x) { return x; }", &NoIncludes);
    let text = output.text.expect("a listing");
    // dx.valver
    assert!(text.contains("!{i32 0, i32 0}") && text.contains("!{!\"lib\", i32 6, i32 15}"), "{text}");
}
