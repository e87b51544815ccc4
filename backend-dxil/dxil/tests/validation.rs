//! Validating containers: for each rule one that breaks it, and the name by which it is rejected.

use crate::vertex_shader::{pass_through, pass_through_of};
use dxil::container::{Container, ExtraParts, FourCc, Signing, assemble};
use dxil::disasm::disassemble_module;
use dxil::rules::{Fault, validate, validate_for, verify};
use dxil::shader::Shader;
use dxil::signature::{ComponentType, Interpolation};
use dxil::{Module, ShaderKind, ValidatorVersion, Version, asm, bitcode};

fn container() -> Container {
    let (module, shader) = pass_through();
    assemble(&module, &shader, ExtraParts::default()).expect("a container")
}

/// The names of the rules that a container breaks.
fn broken(bytes: &[u8]) -> Vec<&'static str> {
    let mut names: Vec<_> = validate(bytes).findings().iter().map(|finding| finding.rule).collect();
    names.dedup();
    names
}

#[test]
fn a_container_as_it_was_made_is_accepted() {
    let verdict = validate(&container().write(Signing::Digest));
    assert!(verdict.accepts(), "{:?}", verdict.findings());
}

/// Changes a part of a container.
fn change(name: FourCc, how: impl FnOnce(&mut Vec<u8>)) -> impl FnOnce(&mut Container) {
    move |container| {
        let mut data = container.part(name).expect("the part").to_vec();
        how(&mut data);
        container.set_part(name, data);
    }
}

#[test]
fn parts_are_compared_with_what_the_program_says() {
    type Damage = Box<dyn FnOnce(&mut Container)>;
    let rows: Vec<(&[&str], Damage)> = vec![
        (&["CONTAINER.PARTMATCHES"], Box::new(change(FourCc::SFI0, |data| data[0] ^= 1))),
        (&["CONTAINER.PARTMATCHES"], Box::new(change(FourCc::ISG1, |data| data[20] ^= 1))),
        (&["CONTAINER.PARTMATCHES"], Box::new(change(FourCc::OSG1, |data| data.truncate(8)))),
        (&["CONTAINER.PARTINVALID"], Box::new(change(FourCc::HASH, |data| data.push(0)))),
        (&["CONTAINER.PARTINVALID"], Box::new(|container| container.push(FourCc(*b"WHAT"), vec![1]))),
        (&["CONTAINER.PARTINVALID"], Box::new(|container| container.push(FourCc::VERS, vec![0; 16]))),
        (
            &["CONTAINER.PARTREPEATED"],
            Box::new(|container| {
                let again = container.parts[0].clone();
                container.parts.push(again);
            }),
        ),
        (&["CONTAINER.PARTMISSING"], Box::new(|container| assert!(container.remove(FourCc::PSV0)))),
        (&["CONTAINER.CONTENTINVALID"], Box::new(change(FourCc::PSV0, |data| data.truncate(30)))),
        // The lanes of a wave.
        (&["CONTAINER.CONTENTMATCHES", "CONTAINER.PARTMATCHES"], Box::new(change(FourCc::PSV0, |data| data[20] = 4))),
        (&["SM.PROGRAMVERSION"], Box::new(change(FourCc::DXIL, |data| data[0] = 0x65))),
    ];
    for (expected, damage) in rows {
        let mut container = container();
        damage(&mut container);
        assert_eq!(broken(&container.write(Signing::Digest)), expected);
    }
}

#[test]
fn a_field_of_psv0_is_named_with_both_values() {
    let mut container = container();
    change(FourCc::PSV0, |data| data[20] = 4)(&mut container);
    let findings = validate(&container.write(Signing::Digest)).findings();
    let reported = "PSV0: least lanes of a wave is 4, the program says 0";
    assert!(findings[0].text.ends_with(reported), "{}", findings[0].text);
}

#[test]
fn a_frame_that_does_not_add_up_is_one_fault() {
    let whole = container().write(Signing::Digest);
    for end in 0..whole.len() {
        let verdict = validate(&whole[..end]);
        assert!(matches!(verdict.fault, Some(Fault::Frame(_))), "{end} bytes: {:?}", verdict.fault);
    }
    let changed = |at: usize, value: u8| {
        let mut bytes = whole.clone();
        bytes[at] = value;
        validate(&bytes).fault
    };
    assert!(matches!(changed(0, b'X'), Some(Fault::Frame(_))), "magic");
    assert!(matches!(changed(20, 2), Some(Fault::Frame(_))), "version");
    assert!(matches!(changed(28, 1), Some(Fault::Frame(_))), "number of parts");
    assert!(matches!(changed(32, 1), Some(Fault::Frame(_))), "offset");
    // A minor version, and a digest that is not that of the bytes.
    assert_eq!((changed(22, 9), changed(4, 9)), (None, None));
    let empty = Container::new().write(Signing::Digest);
    assert_eq!(validate(&empty).fault, Some(Fault::NoProgram));
}

#[test]
fn bytes_of_any_kind_get_a_verdict() {
    let whole = container().write(Signing::Digest);
    for at in 0..whole.len() {
        for value in [0, 1, 0x7F, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] = value;
            let verdict = validate(&bytes);
            assert_eq!(verdict.accepts(), verdict.findings().is_empty());
        }
    }
}

/// The names of the rules that a change of the stated facts breaks.
fn broken_by(change: impl FnOnce(&mut Shader)) -> Vec<&'static str> {
    names(&pass_through_of(change).0)
}

fn names(module: &Module) -> Vec<&'static str> {
    let mut names: Vec<_> = verify(module).iter().map(|violation| violation.rule.name()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn what_the_metadata_states_is_held_against_its_rules() {
    let input = |change: fn(&mut dxil::signature::SignatureElement)| {
        broken_by(move |shader| change(&mut shader.entries[0].inputs[0]))
    };
    assert_eq!(broken_by(|_| ()), [""; 0]);
    assert_eq!(broken_by(|shader| shader.dxil_version = Version::new(1, 1)), ["SM.DXILVERSION"]);
    assert_eq!(broken_by(|shader| shader.validator = ValidatorVersion(Version::new(1, 99))), ["META.VERSIONSUPPORTED"]);
    assert_eq!(broken_by(|shader| shader.validator = ValidatorVersion(Version::new(0, 0))), ["META.VERSIONSUPPORTED"]);
    assert_eq!(input(|element| element.columns = 0), ["INSTR.OPERANDRANGE"]);
    assert_eq!(input(|element| element.component = ComponentType::Invalid), ["META.SIGNATURECOMPTYPE"]);
    assert_eq!(input(|element| element.interpolation = Interpolation::Linear), ["SM.NOINTERPMODE"]);
    assert_eq!(input(|element| element.name = String::new()), ["META.SEMANTICLEN"]);
    assert_eq!(input(|element| element.stream = 1), ["SM.STREAMINDEXRANGE"]);
    assert_eq!(input(|element| element.location = None), ["META.SEMANTICSHOULDBEALLOCATED"]);
}

#[test]
fn a_validator_knows_no_version_above_its_own() {
    let bytes = container().write(Signing::Digest);
    assert!(validate_for(&bytes, ValidatorVersion::minor(7)).accepts());
    let early = validate_for(&bytes, ValidatorVersion::minor(6));
    let names: Vec<_> = early.findings().iter().map(|finding| finding.rule).collect();
    assert_eq!(names, ["META.VERSIONSUPPORTED"]);
}

#[test]
fn metadata_of_instructions_has_the_form_of_its_kind() {
    let attached = |kind: &str, operands: fn(&mut Module) -> Vec<dxil::MdId>| {
        let mut module = pass_through().0;
        let operands = operands(&mut module);
        let node = module.metadata.tuple(&operands);
        let kind = module.metadata.kind(kind);
        let body = module.functions.values_mut().find_map(|function| function.body.as_mut()).expect("a body");
        let first = body.layout().next().expect("an instruction").1;
        body.attachments.entry(first).or_default().push((kind, node));
        names(&module)
    };
    assert_eq!(attached("tbaa", |module| vec![module.metadata.string("root")]), [""; 0]);
    assert_eq!(attached("tbaa", |_| Vec::new()), ["META.WELLFORMED"]);
    assert_eq!(attached("llvm.loop", |_| Vec::new()), ["META.WELLFORMED"]);
    assert_eq!(attached("other", |_| Vec::new()), ["META.USED"]);
    assert_eq!(attached("dx.controlflow.hints", |_| Vec::new()), ["META.CONTROLFLOWHINTNOTONCONTROLFLOW"]);
    assert_eq!(attached("dx.nonuniform", |module| vec![module.md_i32(1)]), ["META.USED"]);
}

#[test]
fn a_finding_says_where_it_is() {
    let (mut module, shader) = pass_through();
    let body = module.functions.values_mut().find_map(|function| function.body.as_mut()).expect("a body");
    // The last store goes, so that a component is left.
    let last = body.blocks.values_mut().next().expect("a block");
    last.insts.remove(7);
    let bytes = assemble(&module, &shader, ExtraParts::default()).expect("a container").write(Signing::Digest);
    assert_eq!(broken(&bytes), ["SM.UNDEFINEDOUTPUT", "SM.COMPLETEPOSITION"]);
    let (mut module, shader) = pass_through();
    let main = module.function_by_name(b"main").expect("the function");
    let wrong = module.i32_const(9999);
    let body = module.functions[main].body.as_mut().expect("a body");
    let first = body.layout().next().expect("an instruction").1;
    if let dxil::InstKind::Call { args, .. } = &mut body.insts[first].kind {
        args[0] = wrong.into();
    }
    let bytes = assemble(&module, &shader, ExtraParts::default()).expect("a container").write(Signing::Digest);
    let findings = validate(&bytes).findings();
    let place = findings[0].place.as_ref().expect("a place");
    assert_eq!((findings[0].rule, place.function.as_str(), place.block), ("INSTR.ILLEGALDXILOPCODE", "main", Some(0)));
    let listed = place.instruction.as_deref().expect("a listing");
    assert!(listed.contains("@dx.op.loadInput.f32(i32 9999, i32 0, i32 0, i8 0, i32 undef)"), "{listed}");
    assert_eq!(shader.shader_model.kind, ShaderKind::Vertex);
}

/// What is said of a part after a change to it.
fn told_of(name: FourCc, how: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut container = container();
    change(name, how)(&mut container);
    validate(&container.write(Signing::Digest)).findings()[0].text.clone()
}

#[test]
fn a_field_of_a_signature_is_named_with_both_values() {
    let reported = told_of(FourCc::ISG1, |data| data[28] = 7);
    assert!(reported.ends_with("ISG1: record 0, register is 7, the program says 0"), "{reported}");
    let reported = told_of(FourCc::OSG1, |data| data[24] = 1);
    assert!(reported.ends_with("OSG1: record 0, type is 1: u32, the program says 3: f32"), "{reported}");
}

#[test]
fn a_fact_of_a_stage_is_named_as_that_stage_has_it() {
    let reported = told_of(FourCc::PSV0, |data| data[4] = 0);
    assert!(reported.ends_with("PSV0: writes the position is 0, the program says 1"), "{reported}");
}

/// DXC's validator rejects such an element, or crashes if the table of indices is long enough.
#[test]
fn a_signature_element_without_a_semantic_index_is_malformed() {
    let (module, shader) = pass_through_of(|shader| shader.entries[0].inputs[0].indices.clear());
    let container = assemble(&module, &shader, ExtraParts::default());
    let names = container.map(|container| broken(&container.write(Signing::Digest)));
    assert_eq!(names.as_deref().ok(), Some(["META.WELLFORMED"].as_slice()));
}

/// What is said of the lists of LLVM in a module with this variable.
fn said_of_lists(variable: &str) -> bool {
    let module = asm::parse(&format!("{variable}\ndeclare void @start()\n")).expect(variable);
    verify(&module).iter().any(|violation| violation.to_string().contains("a list of LLVM"))
}

/// DXC leaves an empty list of constructors where it has evaluated all of them.
#[test]
fn a_list_of_constructors_may_be_empty_and_is_one_of_functions() {
    let entry = "{ i32, void ()*, i8* }";
    for sound in [
        format!("@llvm.global_ctors = appending global [0 x {entry}] zeroinitializer"),
        format!(
            "@llvm.global_ctors = appending global [1 x {entry}] [{entry} {{ i32 65535, void ()* @start, i8* null }}]"
        ),
        format!("@llvm.global_ctors = external global [1 x {entry}]"),
        format!("@llvm.global_dtors = appending global [1 x {entry}] undef"),
        "@llvm.used = external global [1 x i8*]".to_owned(),
        "@llvm.used = appending global [1 x i8*] [i8* bitcast (void ()* @start to i8*)]".to_owned(),
    ] {
        assert!(!said_of_lists(&sound), "{sound}");
    }
    for broken in [
        format!("@llvm.global_ctors = internal global [0 x {entry}] zeroinitializer"),
        "@llvm.global_ctors = appending global [0 x i32] zeroinitializer".to_owned(),
        "@llvm.global_ctors = appending global i32 0".to_owned(),
        "@llvm.used = appending global [0 x i8*] zeroinitializer".to_owned(),
        "@llvm.compiler.used = appending global [1 x i8*] undef".to_owned(),
        "@llvm.used = internal global [1 x i8*] [i8* bitcast (void ()* @start to i8*)]".to_owned(),
        "@other = appending global i32 0".to_owned(),
    ] {
        assert!(said_of_lists(&broken), "{broken}");
    }
}

/// A type that no code uses may be any of LLVM's.
#[test]
fn types_that_llvm_alone_has_are_read_and_rejected_where_they_are_used() {
    let text = "@a = external global x86_fp80\n@b = external global [2 x fp128]\n@c = external global ppc_fp128\n\
                @d = external global x86_mmx\n";
    let module = asm::parse(text).expect("four variables");
    let again = bitcode::read(&bitcode::write(&module).expect("a module")).expect("what we write we can read");
    assert_eq!(
        asm::parse(&disassemble_module(&again)).map(|module| disassemble_module(&module)),
        Ok(disassemble_module(&module))
    );
    let reported = |body: &str| {
        let text = format!(
            "{text}!dx.shaderModel = !{{!{{!\"cs\", i32 6, i32 0}}}}\ndefine void @main() {{\n  {body}\n  ret void\n}}\n"
        );
        let violations = verify(&asm::parse(&text).expect(body));
        violations.iter().any(|violation| violation.rule.name() == "TYPES.DEFINED")
    };
    assert!(!reported("%x = add i32 1, 2"));
    assert!(reported("%x = load fp128, fp128* null"));
}
