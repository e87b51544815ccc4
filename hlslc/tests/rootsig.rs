//! Tests the command `hlslc rootsig` and its effect on containers, with files in memory.

use hlslc::rootsig::{Answer, Files, command, extract, set, verify};
use hlslc::{Compiler, IncludeResolver, NoIncludes, Options};
use std::cell::RefCell;
use std::collections::BTreeMap;

#[derive(Default)]
struct Memory(RefCell<BTreeMap<String, Vec<u8>>>);

impl Files for Memory {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        self.0.borrow().get(path).cloned().ok_or_else(|| format!("no file `{path}`"))
    }

    fn write(&self, path: &str, bytes: &[u8]) -> Result<(), String> {
        self.0.borrow_mut().insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn includes(&self, _: &[String]) -> Box<dyn IncludeResolver> {
        Box::new(NoIncludes)
    }
}

fn run(files: &Memory, line: &str) -> Result<Answer, String> {
    let arguments: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    command(&arguments, files)
}

const YAML: &str = "\
Version: 2
NumRootParameters: 1
NumStaticSamplers: 0
Parameters:
  - ParameterType: CBV
    ShaderVisibility: All
    Descriptor: { RegisterSpace: 0, ShaderRegister: 3, DATA_STATIC: true }
AllowStreamOutput: true
";

#[test]
fn yaml_to_container_and_back() {
    let files = Memory::default();
    files.write("in.yaml", YAML.as_bytes()).expect("memory");
    assert_eq!(run(&files, "build in.yaml -Fo out.dxo"), Ok(Answer::default()));
    let dumped = run(&files, "dump out.dxo").expect("it holds a root signature").text;
    files.write("again.yaml", dumped.as_bytes()).expect("memory");
    assert_eq!(run(&files, "build again.yaml -Fo again.dxo"), Ok(Answer::default()));
    assert_eq!(files.read("again.dxo"), files.read("out.dxo"));
    let source = run(&files, "dump out.dxo --source").expect("it holds a root signature").text;
    assert_eq!(source, "\"RootFlags(ALLOW_STREAM_OUTPUT), \" \\\n\"CBV(b3, flags=DATA_STATIC)\"\n");
    let container = files.read("out.dxo").expect("memory");
    assert_eq!(extract(&container).as_ref(), Ok(&container));
}

#[test]
fn mistakes_are_reported() {
    let files = Memory::default();
    files
        .write("bad.yaml", b"Version: 2\nParameters:\n  - ParameterType: CVB\n    ShaderVisibility: All\n")
        .expect("memory");
    let said = run(&files, "build bad.yaml -Fo out.dxo").expect_err("it is wrong");
    assert!(said.contains("unknown root parameter type `CVB`") && said.contains("bad.yaml:3:20"), "{said}");
    assert!(files.read("out.dxo").is_err(), "nothing is written");
    files.write("bad.dxo", b"DXBC").expect("memory");
    files.write("short.rts0", &[2, 0, 0, 0]).expect("memory");
    for (line, said) in [
        ("dump missing", "no file `missing`"),
        ("dump bad.dxo", "bad.dxo: container at byte"),
        ("dump short.rts0", "short.rts0: root signature: the header of 24 bytes"),
        ("dump", "takes one file"),
        ("build bad.yaml", "needs -Fo"),
        ("suggest", "takes at least one shader"),
        ("suggest bad.dxo", "bad.dxo: container at byte"),
        ("suggest bad.yaml", "no target profile"),
        ("suggest -T cs_6_0 bad.yaml", "error"),
        ("paint x", "unknown command"),
        ("dump x --colour", "unknown option"),
        ("suggest -force-rootsig-ver 1.3 x", "unknown root signature version `1.3`"),
    ] {
        let reported = run(&files, line).expect_err(line);
        assert!(reported.contains(said), "{line}: {reported}");
    }
}

#[test]
fn a_container_without_shader_cannot_be_verified() {
    let files = Memory::default();
    files.write("in.yaml", YAML.as_bytes()).expect("memory");
    run(&files, "build in.yaml -Fo out.dxo").expect("it is valid");
    let container = files.read("out.dxo").expect("memory");
    assert_eq!(
        verify(&container, &container),
        Err("container at byte 0: there is no PSV0 part, so no shader".to_owned())
    );
    assert_eq!(set(&container, &container), Err("container at byte 0: there is no PSV0 part, so no shader".to_owned()));
}

#[test]
fn a_root_signature_is_suggested_for_sources() {
    let files = Memory::default();
    let shader = "RWStructuredBuffer<uint> Out : register(u1); cbuffer C : register(b0) { uint Factor; }\n\
                  [RootSignature(\"SRV(t7)\")] [numthreads(1, 1, 1)] void main() { Out[0] = Factor; }";
    files.write("a.hlsl", shader.as_bytes()).expect("memory");
    let answer = run(&files, "suggest -T cs_6_0 a.hlsl").expect("it compiles without its root signature");
    assert_eq!(answer.text, "// 1 of 64 DWORDs\n\"DescriptorTable(UAV(u1), CBV(b0))\"\n");
}

#[test]
fn a_stripped_root_signature_is_still_given_back() {
    let source = b"[RootSignature(\"CBV(b0)\")] [numthreads(1, 1, 1)] void main() {}";
    let options = Options::default().with(|options| {
        options.target = "cs_6_0".parse().ok();
        options.strip_root_signature = true;
    });
    let output = Compiler::new(options).compile("a.hlsl", source, &NoIncludes);
    let object = output.object.expect("it compiles");
    assert_eq!(extract(&object), Err("it holds no root signature".to_owned()));
    let alone = output.root_signature.expect("it was compiled");
    assert_eq!(set(&object, &alone).and_then(|object| extract(&object)), Ok(alone));
}

/// The static samplers of a container's `RTS0` part: 52 bytes each, and 4 more in version 1.2.
fn border_colors(container: &[u8]) -> Vec<u32> {
    let container = dxil::container::Container::read(container).expect("a container");
    let part = container.part(dxil::container::FourCc(*b"RTS0")).expect("a root signature");
    let word = |at: usize| u32::from_le_bytes(part[at..at + 4].try_into().expect("four bytes"));
    let (size, count, first) = (if word(0) == 3 { 56 } else { 52 }, word(12) as usize, word(16) as usize);
    (0..count).map(|at| word(first + at * size + 28)).collect()
}

#[test]
fn integer_border_colors_belong_to_every_version_of_root_signatures() {
    let text = "StaticSampler(s0, borderColor=STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT), \
                StaticSampler(s1, borderColor=STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT)";
    let source = format!("[RootSignature(\"{text}\")] [numthreads(1, 1, 1)] void main() {{}}");
    for version in ["rootsig_1_0", "rootsig_1_1", "rootsig_1_2"] {
        let words = ["-T", "cs_6_0", "-force-rootsig-ver", version].map(str::to_owned);
        let line = hlslc::args::CommandLine::parse(&words, &|path| Err(path.to_owned()));
        let output = Compiler::new(line.options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        let object = output.object.expect(version);
        assert_eq!(border_colors(&object), [3, 4], "{version}");
        let files = Memory::default();
        files.write("a.dxo", &object).expect("memory");
        let dumped = run(&files, "dump a.dxo").expect(version).text;
        assert!(dumped.contains("OpaqueBlackUint") && dumped.contains("OpaqueWhiteUint"), "{version}: {dumped}");
        files.write("again.yaml", dumped.as_bytes()).expect("memory");
        run(&files, "build again.yaml -Fo again.dxo").expect(version);
        assert_eq!(files.read("again.dxo"), extract(&object), "{version}");
        let source = run(&files, "dump a.dxo --source").expect(version).text;
        assert!(source.contains("STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT"), "{version}: {source}");
    }
}
