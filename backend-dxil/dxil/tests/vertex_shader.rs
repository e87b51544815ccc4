//! Tests the smallest useful vertex shader, built by hand: module, metadata, container, listing.

use dxil::container::{Container, ExtraParts, FourCc, Signing, assemble};
use dxil::dependencies::Dependencies;
use dxil::disasm::disassemble_container;
use dxil::flags::ShaderFlags;
use dxil::packing::{Packing, pack};
use dxil::semantics::SigPoint;
use dxil::shader::{EntryPoint, Resources, Shader, StageProperties};
use dxil::signature::{ComponentType, Interpolation, SignatureElement};
use dxil::{FuncId, FunctionBuilder, Module, Op, Overload, ShaderKind, ShaderModel, ValidatorVersion, bitcode, rules};

/// `float4 main(float4 p : POSITION) : SV_Position { return p; }`
pub(crate) fn pass_through() -> (Module, Shader) {
    pass_through_of(|_| ())
}

/// The same with a change to what is said of it.
pub(crate) fn pass_through_of(change: impl FnOnce(&mut Shader)) -> (Module, Shader) {
    let mut module = Module::new();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.declare_function("main", ty, None);
    let mut b = FunctionBuilder::new(&mut module, main);
    let (zero, i32) = (b.i32(0), b.module.types.i32());
    let no_vertex = b.undef(i32);
    for component in 0..4 {
        let component = b.i8(component);
        let value = b.call_op(Op::LoadInput, Overload::F32, &[zero, zero, component, no_vertex]);
        b.call_op(Op::StoreOutput, Overload::F32, &[zero, zero, component, value.into()]);
    }
    b.ret(None);
    let mut shader = describe(main);
    change(&mut shader);
    shader.write(&mut module);
    (module, shader)
}

fn describe(main: FuncId) -> Shader {
    let model = ShaderModel::new(ShaderKind::Vertex, 6, 0);
    let element = |point, name, interpolation| {
        let mut element = SignatureElement::new(point, model.version, name, 0, ComponentType::F32, 4);
        element.interpolation = interpolation;
        element.usage_mask = 0xF;
        element
    };
    let mut inputs = vec![element(SigPoint::VsIn, "POSITION", Interpolation::Undefined)];
    let mut outputs = vec![element(SigPoint::VsOut, "sv_position", Interpolation::LinearNoPerspective)];
    pack(&mut inputs, SigPoint::VsIn.packing(), Packing::PrefixStable, false).expect("one element");
    pack(&mut outputs, SigPoint::VsOut.packing(), Packing::PrefixStable, false).expect("one element");
    let mut dependencies = Dependencies::new(4, [4, 0, 0, 0], 0, false);
    for component in 0..4 {
        dependencies.inputs_to_outputs[0].set(component, component);
    }
    Shader {
        shader_model: model,
        dxil_version: model.dxil_version(),
        validator: ValidatorVersion::minor(7),
        producer: None,
        resources: Resources::default(),
        dependencies: Some(dependencies),
        annotations: dxil::shader::TypeAnnotations::default(),
        entries: vec![EntryPoint {
            function: Some(main),
            kind: model.kind,
            name: "main".into(),
            inputs,
            outputs,
            patch: Vec::new(),
            flags: ShaderFlags::empty(),
            stage: StageProperties::None,
            auto_space: None,
            root_signature: Vec::new(),
            group_memory_limit: None,
        }],
        subobjects: Vec::new(),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|&byte| [byte >> 4, byte & 0xF])
        .map(|half| char::from(b"0123456789abcdef"[half as usize]))
        .collect()
}

/// The parts a validator makes anew and compares, against bytes known to be right.
#[test]
fn parts_are_those_of_the_known_container() {
    let (module, shader) = pass_through();
    let container = assemble(&module, &shader, ExtraParts::default()).expect("complete");
    let names: Vec<_> = container.parts.iter().map(|part| part.name.to_string()).collect();
    assert_eq!(names, ["SFI0", "ISG1", "OSG1", "PSV0", "HASH", "DXIL"]);
    let part = |name| hex(container.part(name).expect("there"));
    assert_eq!(part(FourCc::SFI0), "0000000000000000");
    assert_eq!(
        part(FourCc::ISG1),
        "0100000008000000000000002800000000000000000000000300000000000000\
         0f0f000000000000504f534954494f4e00000000"
    );
    assert_eq!(
        part(FourCc::OSG1),
        "0100000008000000000000002800000000000000010000000300000000000000\
         0f0000000000000053565f506f736974696f6e00"
    );
    assert_eq!(
        part(FourCc::PSV0),
        "300000000100000000000000000000000000000000000000ffffffff01000000\
         010100010100000000000000000000000000000000000000\
         0c00000000504f534954494f4e00000001000000000000001000000001000000\
         0000000001004400030000000000000000000000010044030304000001000000\
         020000000400000008000000"
    );
}

#[test]
fn the_verifier_has_nothing_to_say() {
    assert_eq!(rules::verify(&pass_through().0), []);
}

#[test]
fn metadata_is_read_as_it_was_written() {
    let (module, shader) = pass_through();
    assert_eq!(Shader::read(&module), Ok(shader.clone()));
    let again = bitcode::read(&bitcode::write(&module).expect("complete")).expect("what we wrote");
    assert_eq!(Shader::read(&again), Ok(shader));
}

#[test]
fn the_digest_covers_all_but_itself_and_can_be_left_out() {
    let (module, shader) = pass_through();
    let container = assemble(&module, &shader, ExtraParts::default()).expect("complete");
    let signed = container.write(Signing::Digest);
    let unsigned = container.write(Signing::Unsigned);
    assert_eq!(unsigned[4..20], [0; 16]);
    assert_eq!(signed[20..], unsigned[20..]);
    let read = Container::read(&signed).expect("a container");
    assert_eq!(read.digest, dxil::container::Digest::of(&signed[20..]));
    assert_eq!(read.write(Signing::Keep), signed);
}

#[test]
fn unknown_and_private_parts_survive() {
    let (module, shader) = pass_through();
    let extra =
        ExtraParts { root_signature: Some(vec![1; 24]), private_data: Some(vec![9; 3]), ..ExtraParts::default() };
    let mut container = assemble(&module, &shader, extra).expect("complete");
    container.parts.insert(2, dxil::container::Part { name: FourCc(*b"WHAT"), data: vec![5; 8] });
    let bytes = container.write(Signing::Digest);
    let read = Container::read(&bytes).expect("a container");
    assert_eq!(read.parts, container.parts);
    assert_eq!(read.parts.last().map(|part| part.name), Some(FourCc::PRIV), "private data comes last");
}

#[test]
fn every_truncated_container_is_an_error() {
    let (module, shader) = pass_through();
    let bytes = assemble(&module, &shader, ExtraParts::default()).expect("complete").write(Signing::Digest);
    for length in 0..bytes.len() {
        assert!(Container::read(&bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn listing() {
    let (module, shader) = pass_through();
    let bytes = assemble(&module, &shader, ExtraParts::default()).expect("complete").write(Signing::Digest);
    insta::assert_snapshot!(disassemble_container(&bytes).expect("what we wrote"));
}
