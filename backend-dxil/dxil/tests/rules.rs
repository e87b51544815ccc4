//! Tests the verifier: one damaged module for each rule, with the message and the tag of the instruction.

use dxil::rules::verify;
use dxil::shader::{EntryPoint, Resources, Shader, StageProperties};
use dxil::{
    BinaryOp, FunctionBuilder, InstKind, Module, Op, Overload, Predicate, ShaderKind, ShaderModel, ValidatorVersion,
    Value, flags::ShaderFlags,
};

/// A compute shader with the given body; what the verifier says of it, each with its tag.
fn complaints(version: u8, build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<String> {
    complaints_of(ShaderModel::new(ShaderKind::Compute, 6, version), build)
}

fn complaints_of(model: ShaderModel, build: impl FnOnce(&mut FunctionBuilder<'_>)) -> Vec<String> {
    let mut module = Module::new();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.declare_function("main", ty, None);
    module.version = model.dxil_version();
    build(&mut FunctionBuilder::new(&mut module, main));
    let stage = match model.kind {
        ShaderKind::Compute => StageProperties::Compute { num_threads: [1, 1, 1], wave_size: None },
        _ => StageProperties::None,
    };
    let entry = EntryPoint {
        function: Some(main),
        kind: model.kind,
        name: "main".into(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        patch: Vec::new(),
        flags: ShaderFlags::empty(),
        stage,
        auto_space: None,
        root_signature: Vec::new(),
        group_memory_limit: None,
    };
    let shader = Shader {
        shader_model: model,
        dxil_version: model.dxil_version(),
        validator: ValidatorVersion::DEFAULT,
        producer: None,
        resources: Resources::default(),
        dependencies: None,
        annotations: dxil::shader::TypeAnnotations::default(),
        entries: vec![entry],
        subobjects: Vec::new(),
    };
    shader.write(&mut module);
    let text = |violation: &dxil::rules::Violation| {
        let tag = violation.place.map_or(0, |place| place.tag);
        format!("{tag}: {violation}")
    };
    verify(&module).iter().map(text).collect()
}

#[test]
fn a_sound_module_has_no_complaints() {
    let nothing = complaints(0, |b| {
        b.ret(None);
    });
    assert!(nothing.is_empty());
}

#[test]
fn barriers_of_a_group_are_for_stages_with_groups() {
    let barriers = |b: &mut FunctionBuilder<'_>| {
        for (tag, memory, semantics) in [(1, 1, 4), (2, 2, 4), (3, 1, 1), (4, 1, 2), (5, 15, 4)] {
            b.set_tag(tag);
            let (memory, semantics) = (b.i32(memory), b.i32(semantics));
            b.call_op(Op::BarrierByMemoryType, Overload::None, &[memory, semantics]);
        }
        b.set_tag(0);
        b.ret(None);
    };
    let in_groups = complaints_of(ShaderModel::new(ShaderKind::Compute, 6, 8), barriers);
    assert!(in_groups.is_empty(), "{in_groups:?}");
    let alone = complaints_of(ShaderModel::new(ShaderKind::Pixel, 6, 8), barriers);
    let wrong = "without thread groups a barrier can order writable resources only, globally";
    let told: Vec<_> = alone.iter().filter(|text| text.contains(wrong)).map(|text| text.split(':').next()).collect();
    assert_eq!(told, [Some("2"), Some("3"), Some("4")], "{alone:?}");
}

#[test]
fn blocks_end_in_their_only_terminator() {
    let open = complaints(0, |b| {
        let i32 = b.module.types.i32();
        b.alloca(i32, 4);
    });
    assert!(open.contains(&"0: a block must end with its only terminator".to_owned()), "{open:?}");
    let twice = complaints(0, |b| {
        b.set_tag(7);
        b.ret(None);
        b.ret(None);
    });
    assert_eq!(twice, ["7: a block must end with its only terminator"]);
}

#[test]
fn definitions_come_before_uses() {
    let found = complaints(0, |b| {
        let (entry, side, end) = (b.create_block(), b.create_block(), b.create_block());
        b.switch_to(entry);
        let yes = b.i1(true);
        b.cond_br(yes, side, end);
        b.switch_to(side);
        let one = b.i32(1);
        let sum = b.binary(BinaryOp::Add, one, one, 0);
        b.br(end);
        b.switch_to(end);
        b.set_tag(42);
        b.binary(BinaryOp::Mul, sum, sum, 0);
        b.set_tag(0);
        b.ret(None);
    });
    assert_eq!(found[0], "42: a value is used where it may not be computed yet");
}

#[test]
fn phis_match_their_predecessors() {
    let found = complaints(0, |b| {
        let (entry, end) = (b.create_block(), b.create_block());
        b.switch_to(entry);
        b.br(end);
        b.switch_to(end);
        let i32 = b.module.types.i32();
        b.set_tag(3);
        b.phi(i32);
        b.ret(None);
    });
    assert_eq!(found, ["3: a phi must come first and match the predecessors of its block"]);
}

#[test]
fn operands_agree_in_type() {
    let found = complaints(0, |b| {
        b.set_tag(5);
        let (one, half) = (b.i32(1), b.float(0.5));
        b.binary(BinaryOp::FAdd, half, one, 0);
        b.cmp(Predicate::IEq, half, half, 0);
        b.ret(None);
    });
    assert_eq!(found, ["5: the operand types of `fadd` do not fit", "5: the operand types of `icmp` do not fit"]);
}

#[test]
fn operands_exist() {
    let found = complaints(0, |b| {
        b.set_tag(9);
        let one = b.i32(1);
        let i32 = b.module.types.i32();
        b.push(InstKind::Binary { op: BinaryOp::Add, flags: 0, lhs: Value::Arg(3), rhs: one }, i32);
        b.ret(None);
    });
    assert_eq!(found, ["9: an operand is not defined in the function"]);
}

#[test]
fn insertvalue_is_not_dxil() {
    let found = complaints(0, |b| {
        b.set_tag(2);
        let i32 = b.module.types.i32();
        let pair = b.module.types.anon_struct(&[i32, i32]);
        let (pair, one) = (b.module.zero(pair).into(), b.i32(1));
        b.insert_value(pair, one, 0);
        b.ret(None);
    });
    assert_eq!(found, ["2: `insertvalue` is not an instruction of DXIL"]);
}

#[test]
fn atomic_operations_are_on_integers() {
    let found = complaints(0, |b| {
        let float = b.module.types.float();
        let (variable, half) = (b.alloca(float, 4), b.float(0.5));
        b.set_tag(3);
        b.atomic_rmw(dxil::AtomicOp::Xchg, variable, half);
        b.ret(None);
    });
    assert!(found.contains(&"3: the operand types of `atomicrmw` do not fit".to_owned()), "{found:?}");
}

#[test]
fn operations_agree_with_the_table() {
    let found = complaints(0, |b| {
        let (one, yes) = (b.i32(1), b.i1(true));
        let half = b.float(0.5);
        b.set_tag(1);
        b.call_op(Op::Discard, Overload::None, &[yes]);
        b.set_tag(2);
        b.call_op(Op::Dot4AddU8Packed, Overload::I32, &[one, one, one]);
        b.set_tag(3);
        b.call_op(Op::Countbits, Overload::F32, &[half]);
        b.set_tag(4);
        let mode = b.binary(BinaryOp::Add, one, one, 0);
        b.call_op(Op::Barrier, Overload::None, &[mode]);
        b.ret(None);
    });
    assert_eq!(
        found,
        [
            "1: operation Discard does not exist in this kind of shader",
            "2: operation Dot4AddI8Packed does not exist in this version",
            "3: operation Countbits has no such overload in this version",
            "4: argument `barrierMode` of Barrier must be a constant",
            "1: the entry point does what its stage or shader model does not allow",
            "1: the function does what this stage does not have",
            "2: the function does what this shader model does not have",
        ]
        .map(|text| text.replace("Dot4AddI8Packed", "Dot4AddU8Packed"))
    );
}

#[test]
fn createhandle_is_gone_in_1_6() {
    let call = |b: &mut FunctionBuilder<'_>| {
        let (class, zero, no) = (b.i8(0), b.i32(0), b.i1(false));
        b.call_op(Op::CreateHandle, Overload::None, &[class, zero, zero, no]);
        b.ret(None);
    };
    assert_eq!(complaints(5, call), ["0: the index of a resource is out of the range of its binding"]);
    assert!(complaints(6, call).contains(&"0: operation CreateHandle does not exist in this version".to_owned()));
}

#[test]
fn signature_elements_exist() {
    let found = complaints_of(ShaderModel::new(ShaderKind::Pixel, 6, 0), |b| {
        let (zero, half, column) = (b.i32(0), b.float(0.5), b.i8(0));
        b.set_tag(8);
        b.call_op(Op::StoreOutput, Overload::F32, &[zero, zero, column, half]);
        b.ret(None);
    });
    assert_eq!(found, ["8: there is no signature element of this number"]);
}

#[test]
fn a_module_without_metadata_is_reported() {
    let violations = verify(&Module::new());
    let texts: Vec<_> = violations.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["malformed metadata: dx.shaderModel"]);
}

#[test]
fn a_constant_has_the_parts_of_its_type() {
    let found = complaints(0, |b| {
        let i32 = b.module.types.i32();
        let three = b.module.types.array(i32, 3);
        let one = b.module.i32_const(1);
        b.module.aggregate(three, &[one, one]);
        b.ret(None);
    });
    assert_eq!(found, ["0: a constant has other parts than its type"]);
}

#[test]
fn metadata_lists_are_known_ones() {
    let found = complaints(0, |b| {
        let node = b.module.metadata.tuple(&[]);
        b.module.add_named_metadata("dx.extra", node);
        b.ret(None);
    });
    assert_eq!(found, ["0: metadata list `dx.extra` is not part of DXIL"]);
}
