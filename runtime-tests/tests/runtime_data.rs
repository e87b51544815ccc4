//! Runtime data of DXC's libraries (`shaders/libraries`, `shaders/roundtrip`) is read, written again, and derived from the
//! program alone, each time to the same bytes.
//!
//! A file begins with lines `//! PROFILE OPTIONS…`, one for each container to make.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use dxc_oracle::{CompileRequest, Dxc, Release, Validator, oracle};
use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::rdat::{RuntimeData, runtime_data};
use dxil::container::{Container, FourCc};
use dxil::disasm::disassemble_container;
use dxil::shader::Shader;
use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

/// A library to compile.
struct Library {
    name: String,
    source: String,
    target: String,
    args: Vec<String>,
}

/// A container DXC made.
struct Case {
    name: String,
    bytes: Vec<u8>,
}

/// The newest shader model that the fetched library knows in full.
const KNOWN_BEFORE: u32 = 6;

/// The libraries of a folder of shaders that a validator of some version can judge.
fn libraries(dxc: &Dxc, folder: &str, validator: Validator) -> Vec<Library> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders").join(folder);
    let files = std::fs::read_dir(&folder).expect("the folder of shaders");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut libraries = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a shader");
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        for line in source.lines().map_while(|line| line.strip_prefix("//! ")) {
            let mut words = line.split_whitespace();
            let target = words.next().expect("a profile");
            let Some(model) = target.strip_prefix("lib_6_").and_then(|minor| minor.parse::<u32>().ok()) else {
                continue;
            };
            if model > validator.1 || model > KNOWN_BEFORE && dxc.release() == Release::V1_7 {
                continue;
            }
            let mut args: Vec<String> = words.filter(|&word| word != "-").map(str::to_owned).collect();
            args.extend(["-validator-version".into(), format!("{}.{}", validator.0, validator.1)]);
            args.extend(["-HV".into(), "2021".into()]);
            let name = format!("{stem}, {line}, validator {validator:?}");
            libraries.push(Library { name, source: source.clone(), target: target.into(), args });
        }
    }
    libraries
}

/// What DXC makes of a library.
fn by_dxc(dxc: &Dxc, library: Library) -> Case {
    let Library { name, source, target, args } = library;
    let output = dxc.compile(&CompileRequest { source: &source, target: &target, args, ..Default::default() });
    assert!(output.ok, "{name}: {}", output.diagnostics);
    Case { name, bytes: output.object }
}

/// What hlslc makes of a library.
fn by_hlslc(library: &Library) -> Vec<u8> {
    let mut args = vec!["-T".into(), library.target.clone()];
    args.extend(library.args.iter().cloned());
    let line = CommandLine::parse(&args, &|path| Err(format!("no file is read, not even {path}")));
    assert!(line.errors.is_empty(), "{}: {:?}", library.name, line.errors);
    let output = Compiler::new(line.options).compile("library.hlsl", library.source.as_bytes(), &NoIncludes);
    let messages = output.render(Style::Excerpt, false);
    output.object.unwrap_or_else(|| panic!("{}: {messages}", library.name))
}

/// The runtime data of a container.
fn data_of(name: &str, bytes: &[u8]) -> RuntimeData {
    let container = Container::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let part = container.part(FourCc::RDAT).unwrap_or_else(|| panic!("{name}: no runtime data"));
    RuntimeData::read(part).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All libraries, for every version of the validator that the library in use knows, and for early ones.
fn all(dxc: &Dxc) -> Vec<Case> {
    let mut validators = vec![(1, 4), (1, 5)];
    if dxc.release() == Release::V1_9 {
        // The fetched one keeps the strings of subobjects there, though not the subobjects.
        validators.push((1, 3));
    }
    validators.extend(dxc.validators());
    let folders = validators.iter().flat_map(|&validator| [("libraries", validator), ("roundtrip", validator)]);
    let libraries = folders.flat_map(|(folder, validator)| libraries(dxc, folder, validator));
    let cases: Vec<_> = libraries.map(|library| by_dxc(dxc, library)).collect();
    assert!(cases.len() >= 40, "only {} containers", cases.len());
    cases
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn runtime_data_is_what_dxc_makes() {
    let dxc = oracle();
    for case in all(&dxc) {
        let name = &case.name;
        let container = Container::read(&case.bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let theirs = container.part(FourCc::RDAT).unwrap_or_else(|| panic!("{name}: no runtime data"));
        let read = RuntimeData::read(theirs).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(read.write(), theirs, "{name}: written again");

        let program = Program::read(FourCc::DXIL, container.part(FourCc::DXIL).expect("a program")).expect("a program");
        let mut module = bitcode::read(&program.bitcode).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut shader = Shader::read(&module).unwrap_or_else(|error| panic!("{name}: {error}"));
        module.named_metadata.clear();
        shader.write(&mut module);
        assert_eq!(Shader::read(&module).as_ref(), Ok(&shader), "{name}: the metadata made anew");
        shader.subobjects = read.subobjects().collect();
        let ours = runtime_data(&module, &shader);
        assert!(ours.write() == theirs, "{name}:\nDXC:\n{}here:\n{}", read.list_all(), ours.list_all());
    }
}

/// The section of a listing on subobjects.
fn subobjects(listing: &str) -> Vec<&str> {
    let lines = listing.lines().skip_while(|&line| line != "; Subobjects:").skip(2);
    lines.take_while(|&line| line != ";").collect()
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn subobjects_are_listed_as_dxc_lists_them() {
    let dxc = oracle();
    let mut seen = 0;
    for case in all(&dxc) {
        let expected = dxc.disassemble(&case.bytes).expect("DXC reads what it made");
        let found = disassemble_container(&case.bytes).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(subobjects(&found), subobjects(&expected), "{}", case.name);
        seen += subobjects(&found).len();
    }
    assert!(seen >= 20, "only {seen} subobjects");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn subobjects_of_hlslc_are_those_of_dxc() {
    let dxc = oracle();
    for validator in dxc.validators() {
        let libraries = libraries(&dxc, "libraries", validator).into_iter();
        for library in libraries.filter(|library| library.name.starts_with("subobjects")) {
            let ours = by_hlslc(&library);
            let theirs = by_dxc(&dxc, library);
            let name = &theirs.name;
            let subobjects = |bytes: &[u8]| data_of(name, bytes).subobjects().collect::<Vec<_>>();
            assert_eq!(subobjects(&ours), subobjects(&theirs.bytes), "{name}");
            let [ours_part, theirs_part] = [&ours, &theirs.bytes].map(|bytes| {
                let container = Container::read(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
                [FourCc::SFI0, FourCc::RDAT].map(|part| container.part(part).map(<[u8]>::to_vec))
            });
            assert_eq!(ours_part, theirs_part, "{name}: features and runtime data");
            dxc.validate(&ours).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

/// Every library of the suite says of its functions, resources and subobjects what DXC says, to the byte, and a linker finds
/// them by the same names.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn libraries_of_the_suite_have_the_runtime_data_of_dxc() {
    let dxc = oracle();
    let validators = dxc.validators();
    let entries = suite::all().unwrap_or_else(|fault| panic!("{fault}"));
    let cases = entries.into_iter().filter_map(|entry| entry.case.ok());
    let mut compared = 0;
    let mut differing = Vec::new();
    for case in cases.filter(|case| case.target.starts_with("lib_")) {
        for &validator in &validators {
            // A library of a model that is newer than the validator is nothing that DXC writes.
            let Ok(theirs) = ShaderCompiler::compile(&dxc, &case, Form::Dxil(validator)) else { continue };
            let ours = Hlslc.compile(&case, Form::Dxil(validator)).unwrap_or_else(|why| panic!("{}: {why}", case.name));
            let name = format!("{}, validator {validator:?}", case.name);
            let [ours, theirs] = [ours, theirs].map(|bytes| (data_of(&name, &bytes), symbols(&dxc, &name, &bytes)));
            if ours.0.write() != theirs.0.write() {
                differing.push(format!("{name}:\nDXC:\n{}here:\n{}", theirs.0.list_all(), ours.0.list_all()));
            }
            if ours.1 != theirs.1 {
                differing.push(format!("{name}: DXC: {:#?}\nhere: {:#?}", theirs.1, ours.1));
            }
            compared += 1;
        }
    }
    assert!(differing.is_empty(), "{} of {compared}:\n{}", differing.len(), differing.join("\n"));
    assert!(compared >= 50, "only {compared} libraries");
}

/// The resources and functions of a library that have names for a linker; memory of a group is no resource. To the name of a
/// buffer whose type DXC replaces it adds a word.
fn symbols(dxc: &Dxc, name: &str, bytes: &[u8]) -> BTreeSet<String> {
    let listing = dxc.disassemble(bytes).unwrap_or_else(|why| panic!("{name}: {why}"));
    let seen = listing.lines().filter(|line| {
        let is_resource = line.starts_with('@') && line.contains("external") && !line.contains("addrspace(3)");
        is_resource || (line.starts_with("define") && !line.starts_with("define internal"))
    });
    let names = seen.map(symbol_in).filter(|name| name.starts_with("\\01?"));
    names.map(|name| name.trim_end_matches("_legacy").to_owned()).collect()
}

/// The first name of a line after an `@`, as far as the bracket or space that ends it.
fn symbol_in(line: &str) -> String {
    let name = &line[line.find('@').map_or(0, |at| at + 1)..];
    match name.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or_default().to_owned(),
        None => name.split([' ', '(']).next().unwrap_or_default().to_owned(),
    }
}
