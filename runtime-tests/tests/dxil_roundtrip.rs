//! The crate `dxil` reads, writes, rebuilds, prints and verifies containers of DXC: those of `shaders/roundtrip`, for
//! several stages and shader models, and those of the suite.
//!
//! A shader file begins with lines `//! PROFILE ENTRY OPTIONS…`, one for each container to make (`-` for no entry).

use std::path::{Path, PathBuf};

use dxc_oracle::{CompileRequest, Dxc, Release, oracle};
use dxil::bitcode;
use dxil::container::program::Program;
use dxil::container::psv0::Psv0;
use dxil::container::signature::SignaturePart;
use dxil::container::{Container, ExtraParts, FourCc, Signing, assemble};
use dxil::disasm::{disassemble_container, disassemble_module};
use dxil::shader::Shader;
use dxil::validator::ValidatorVersion;
use dxil::{Module, ShaderKind, asm, complete, packing, rules, semantics::SigPoint};
use hlslc_runtime_tests::checks::Stage;
use hlslc_runtime_tests::compilers::{Form, Hlslc, ShaderCompiler};
use hlslc_runtime_tests::suite;

/// One container DXC made.
struct Case {
    name: String,
    bytes: Vec<u8>,
}

impl Case {
    fn container(&self) -> Container {
        Container::read(&self.bytes).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn module(&self, part: FourCc) -> Option<Module> {
        let container = self.container();
        let program =
            Program::read(part, container.part(part)?).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        Some(bitcode::read(&program.bitcode).unwrap_or_else(|error| panic!("{}: {part}: {error}", self.name)))
    }

    fn shader(&self) -> (Module, Shader) {
        let module = self.module(FourCc::DXIL).unwrap_or_else(|| panic!("{}: no program", self.name));
        let shader = Shader::read(&module).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        (module, shader)
    }
}

/// Compiles every shader, with further options.
fn cases(dxc: &Dxc, options: &[&str]) -> Vec<Case> {
    let mut cases = shaders(dxc, options);
    cases.extend(suite_cases(dxc, options));
    assert!(cases.len() >= 60, "only {} containers", cases.len());
    cases
}

/// The cases of the suite.
fn suite_cases(dxc: &Dxc, options: &[&str]) -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable");
    let compile = |entry: suite::Entry| {
        let mut case = entry.case.expect("the suite's heads are right");
        case.args.extend(options.iter().map(|&option| option.to_owned()));
        let bytes = ShaderCompiler::compile(dxc, &case, Form::Dxil(dxc_oracle::AGREED_VALIDATOR))
            .expect("DXC accepts the suite");
        Case { name: format!("{}/{}", entry.folder, entry.name), bytes }
    };
    // Some cases have no container.
    let has_container = |entry: &suite::Entry| entry.case.as_ref().is_ok_and(|case| Stage::Container.applies_to(case));
    entries.into_iter().filter(has_container).map(compile).collect()
}

/// The containers that hlslc makes of the suite.
fn own_cases(options: &[&str]) -> Vec<Case> {
    let entries = suite::all().expect("the suite is readable");
    let compile = |entry: suite::Entry| {
        let mut case = entry.case.expect("the suite's heads are right");
        case.args.extend(options.iter().map(|&option| option.to_owned()));
        let bytes = Hlslc.compile(&case, Form::Dxil(dxc_oracle::AGREED_VALIDATOR)).expect("hlslc accepts the suite");
        Case { name: format!("{}/{}", entry.folder, entry.name), bytes }
    };
    let has_container = |entry: &suite::Entry| entry.case.as_ref().is_ok_and(|case| Stage::Container.applies_to(case));
    entries.into_iter().filter(has_container).map(compile).collect()
}

/// The shaders of `shaders/roundtrip`.
fn shaders(dxc: &Dxc, options: &[&str]) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders/roundtrip");
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("the folder of shaders").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a shader");
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        for line in source.lines().map_while(|line| line.strip_prefix("//! ")) {
            let mut words = line.split_whitespace();
            let target = words.next().expect("a profile");
            let entry = words.next().filter(|&entry| entry != "-").unwrap_or_default();
            let mut args: Vec<String> = words.map(str::to_owned).collect();
            args.extend(options.iter().map(|&option| option.to_owned()));
            args.extend(["-HV".into(), "2021".into()]);
            let output = dxc.compile(&CompileRequest { source: &source, entry, target, args, ..Default::default() });
            assert!(output.ok, "{stem}, {line}: {}", output.diagnostics);
            cases.push(Case { name: format!("{stem}, {line}"), bytes: output.object });
        }
    }
    cases
}

/// Fails with the first line that differs.
fn assert_same_text(name: &str, expected: &str, found: &str) {
    let differing = expected.lines().zip(found.lines()).enumerate().find(|(_, (a, b))| a != b);
    if let Some((line, (expected, found))) = differing {
        panic!("{name}, line {}:\n  DXC:  {expected}\n  here: {found}", line + 1);
    }
    assert_eq!(expected.len(), found.len(), "{name}: one text goes on");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn read_and_written_again_dxc_sees_the_same() {
    let dxc = oracle();
    for case in cases(&dxc, &[]) {
        let mut container = case.container();
        for part in [FourCc::DXIL, FourCc::ILDB, FourCc::STAT] {
            let Some(module) = case.module(part) else { continue };
            let data = container.part(part).expect("the module came from there");
            let mut program = Program::read(part, data).expect("it was read before");
            program.bitcode = bitcode::write(&module).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            container.set_part(part, program.write());
        }
        let written = container.write(Signing::Digest);
        let expected = dxc.disassemble(&case.bytes).expect("DXC reads what it made");
        let found = dxc.disassemble(&written).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_same_text(&case.name, &expected, &found);
        dxc.validate(&written).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn containers_are_kept_to_the_byte() {
    let dxc = oracle();
    for case in cases(&dxc, &[]) {
        let container = case.container();
        assert_eq!(container.write(Signing::Keep), case.bytes, "{}", case.name);
        for part in &container.parts {
            let again = match part.name {
                FourCc::ISG1 | FourCc::OSG1 | FourCc::PSG1 => {
                    SignaturePart::read(part.name, &part.data).map(|signature| signature.write())
                }
                FourCc::PSV0 => Psv0::read(&part.data).map(|psv| psv.write()),
                FourCc::DXIL | FourCc::ILDB | FourCc::STAT => {
                    Program::read(part.name, &part.data).map(|program| program.write())
                }
                _ => continue,
            };
            assert_eq!(again.as_ref(), Ok(&part.data), "{}: {}", case.name, part.name);
        }
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn parts_made_from_metadata_are_those_dxc_makes() {
    let dxc = oracle();
    for (major, minor) in dxc.validators() {
        let validator = format!("{major}.{minor}");
        parts_made_from_metadata(&dxc, &["-validator-version", &validator]);
    }
}

fn parts_made_from_metadata(dxc: &Dxc, options: &[&str]) {
    for case in cases(dxc, options) {
        let (mut module, shader) = case.shader();
        if shader.shader_model.kind == ShaderKind::Library {
            continue;
        }
        module.named_metadata.clear();
        shader.write(&mut module);
        assert_eq!(Shader::read(&module).as_ref(), Ok(&shader), "{}: the metadata made anew", case.name);

        let original = case.container();
        let root_signature = original.part(FourCc::RTS0).map(<[u8]>::to_vec);
        let made = assemble(&module, &shader, ExtraParts { root_signature, ..ExtraParts::default() })
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let mut made = made;
        if dxc.release() == Release::V1_9
            && let Some(filled) = with_all_streams(&shader, made.part(FourCc::PSV0))
        {
            made.set_part(FourCc::PSV0, filled);
        }
        for part in [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0] {
            assert_eq!(made.part(part), original.part(part), "{}: {part}", case.name);
        }
        dxc.validate(&made.write(Signing::Digest)).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
}

/// The `PSV0` of a geometry shader for a validator that wants the dependencies of the last stream only, with those of
/// all: DXC 1.9 writes and demands them whatever validator is asked for.
fn with_all_streams(shader: &Shader, psv: Option<&[u8]>) -> Option<Vec<u8>> {
    if shader.shader_model.kind != ShaderKind::Geometry || shader.validator.fills_all_streams() {
        return None;
    }
    let mut psv = Psv0::read(psv?).expect("it was just written");
    psv.dependencies = shader.dependencies.clone()?;
    Some(psv.write())
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn signatures_are_packed_as_dxc_packs_them() {
    let dxc = oracle();
    for case in cases(&dxc, &[]) {
        let (module, shader) = case.shader();
        let Some(entry) = shader.entry() else { continue };
        let points = match shader.shader_model.kind {
            ShaderKind::Vertex => [SigPoint::VsIn, SigPoint::VsOut, SigPoint::PcOut],
            ShaderKind::Hull => [SigPoint::HscpIn, SigPoint::HscpOut, SigPoint::PcOut],
            ShaderKind::Domain => [SigPoint::DscpIn, SigPoint::DsOut, SigPoint::DsIn],
            ShaderKind::Geometry => [SigPoint::GsvIn, SigPoint::GsOut, SigPoint::PcOut],
            ShaderKind::Mesh => [SigPoint::MsIn, SigPoint::MsOut, SigPoint::MspOut],
            _ => [SigPoint::PsIn, SigPoint::PsOut, SigPoint::PcOut],
        };
        for (expected, point) in [&entry.inputs, &entry.outputs, &entry.patch].into_iter().zip(points) {
            let mut elements = expected.clone();
            for element in &mut elements {
                element.location = None;
            }
            packing::pack(&mut elements, point.packing(), packing::Packing::PrefixStable, module.has_native_16bit())
                .unwrap_or_else(|error| panic!("{}: {}: {error:?}", case.name, point.name()));
            assert_eq!(&elements, expected, "{}: {}", case.name, point.name());
        }
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn the_printer_prints_what_dxc_prints() {
    let dxc = oracle();
    for options in [&[][..], &["-Qstrip_reflect"]] {
        for case in cases(&dxc, options) {
            let expected = dxc.disassemble(&case.bytes).expect("DXC reads what it made");
            let found = disassemble_container(&case.bytes).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let (expected, found) = match dxc.release() {
                Release::V1_9 => (expected, found),
                Release::V1_7 => (as_today(&without_pipeline(&expected)), without_pipeline(&found)),
            };
            assert_same_text(&case.name, &expected, &found);
        }
    }
}

/// The listing of DXC 1.7 with what later releases changed: a title, and no numbers of samples after annotations.
fn as_today(listing: &str) -> String {
    let line = |line: &str| match line.split_once("  resource: ") {
        Some((_, resource)) if resource.contains("2DMS") => {
            let without = line.rsplit_once(", ").map_or(line.to_owned(), |(before, _)| format!("{before}>"));
            if resource.contains(", ") { without } else { line.to_owned() }
        }
        _ => line.replace("signature signature:", "signature:"),
    };
    listing.lines().map(|text| line(text) + "\n").collect()
}

/// A listing without the section on the pipeline, of which later releases list more.
fn without_pipeline(listing: &str) -> String {
    const TITLE: &str = ";\n; Pipeline Runtime Information: \n;\n";
    let Some((before, section)) = listing.split_once(TITLE) else { return listing.to_owned() };
    let after = section.split_once(";\n").map_or("", |(_, after)| after);
    format!("{before}{after}")
}

const WITH_DEBUG: &[&str] = &["-Zi", "-Qembed_debug"];

/// The bitcode of a module, as far as its text says what is in it.
fn written(name: &str, mut module: Module) -> Vec<u8> {
    asm::keep_written(&mut module);
    bitcode::write(&module).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Assembles the listing of each program again, which gives the same program.
fn assert_assembled_again(cases: &[Case]) {
    for case in cases {
        for part in [FourCc::DXIL, FourCc::ILDB, FourCc::STAT] {
            let Some(module) = case.module(part) else { continue };
            let name = format!("{}: {part}", case.name);
            let again = asm::parse(&disassemble_module(&module)).unwrap_or_else(|errors| panic!("{name}: {errors}"));
            assert!(written(&name, module) == written(&name, again), "{name}: another program");
        }
    }
}

#[test]
fn listings_of_our_containers_are_assembled_to_the_same_programs() {
    for options in [&[][..], WITH_DEBUG] {
        assert_assembled_again(&own_cases(options));
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn listings_of_dxc_containers_are_assembled_to_the_same_programs() {
    let dxc = oracle();
    for options in [&[][..], WITH_DEBUG] {
        let mut cases = cases(&dxc, options);
        // DXC 1.7 converts a vector to a scalar there, which LLVM does not assemble either.
        cases.retain(|case| dxc.release() != Release::V1_7 || case.name != "exec/scalars_for_vector_parameters");
        assert_assembled_again(&cases);
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn what_dxc_prints_is_assembled_to_a_container_with_the_same_parts() {
    let dxc = oracle();
    let (major, minor) = *dxc.validators().last().expect("it has one");
    for case in cases(&dxc, &["-validator-version", &format!("{major}.{minor}")]) {
        let text = dxc.disassemble(&case.bytes).expect("DXC reads what it made");
        if dxc.release() == Release::V1_7 && case.name == "exec/scalars_for_vector_parameters" {
            continue;
        }
        let module = asm::parse(&text).unwrap_or_else(|errors| panic!("{}: {errors}", case.name));
        let made = complete(module, ValidatorVersion::DEFAULT).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let original = case.container();
        // The program with debug information is printed if there is one; it has the names that were removed from the other.
        let name = if original.part(FourCc::ILDB).is_some() { FourCc::ILDB } else { FourCc::DXIL };
        let program = |container: &Container| {
            let program = Program::read(name, container.part(name).expect("a shader has a program"));
            let program = program.unwrap_or_else(|error| panic!("{}: {error}", case.name));
            written(
                &case.name,
                bitcode::read(&program.bitcode).unwrap_or_else(|error| panic!("{}: {error}", case.name)),
            )
        };
        assert!(program(&original) == program(&made), "{}: another program", case.name);
        // Releases differ in which streams' dependencies `PSV0` has, whatever validator the module names, and in runtime data.
        if let ShaderKind::Geometry | ShaderKind::Library = case.shader().1.shader_model.kind {
            continue;
        }
        for part in [FourCc::SFI0, FourCc::ISG1, FourCc::OSG1, FourCc::PSG1, FourCc::PSV0] {
            assert_eq!(made.part(part), original.part(part), "{}: {part}", case.name);
        }
        dxc.validate(&made.write(Signing::Digest)).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn the_verifier_accepts_what_dxc_makes() {
    let dxc = oracle();
    for case in cases(&dxc, &[]) {
        let violations = rules::verify(&case.shader().0);
        let texts: Vec<_> = violations.iter().map(ToString::to_string).collect();
        assert!(texts.is_empty(), "{}: {texts:?}", case.name);
    }
}
