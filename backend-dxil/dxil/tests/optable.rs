//! Tests invariants of the operation table that hold for any rows.

use std::collections::{HashMap, HashSet};

use dxil::features::takes_derivatives;
use dxil::ops::NEWEST;
use dxil::optable::{OpAttrs, OpInfo, Overloads, Stages};
use dxil::{FunctionBuilder, Module, Op, Overload, Value, Version};

fn versions() -> impl Iterator<Item = Version> {
    (0..=NEWEST.minor).map(|minor| Version::new(1, minor))
}

/// The overloads of a row in a version, as calls name them; a struct stands for all structs.
fn overloads(module: &mut Module, info: &OpInfo, version: Version) -> Vec<Overload> {
    if !info.is_overloaded() {
        return vec![Overload::None];
    }
    let set = info.overloads(version);
    let i32 = module.types.i32();
    let udt = module.types.named_struct("struct.S", &[i32]);
    [
        Overload::F16,
        Overload::F32,
        Overload::F64,
        Overload::I1,
        Overload::I8,
        Overload::I16,
        Overload::I32,
        Overload::I64,
        Overload::Type(udt),
    ]
    .into_iter()
    .filter(|overload| set.intersects(overload.set()))
    .collect()
}

#[test]
fn numbers_and_names_are_unique_and_ascend() {
    let numbers: Vec<u32> = Op::ALL.iter().map(|&op| op as u32).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b));
    let names: HashSet<_> = Op::ALL.iter().map(|op| op.info().name()).collect();
    assert_eq!(names.len(), Op::ALL.len());
    for &op in Op::ALL {
        assert_eq!(Op::from_number(op as u32), Some(op));
        assert_eq!(op.info().op, op);
    }
    assert_eq!(Op::from_number(226), None, "reserved numbers are not operations");
}

/// A pointer in a row is written by the loader of a library, as is the page that it stands in.
#[test]
#[cfg(target_pointer_width = "64")]
fn rows_hold_no_pointer() {
    assert!(align_of::<OpInfo>() < align_of::<&str>());
    assert!(align_of::<dxil::optable::Param>() < align_of::<&str>());
}

#[test]
fn texts_are_well_formed() {
    for info in Op::ALL.iter().map(|op| op.info()) {
        assert!(info.name().starts_with(|c: char| c.is_ascii_uppercase()), "{}", info.name());
        assert!(info.class().starts_with(|c: char| c.is_ascii_lowercase()), "{}", info.class());
        assert!(info.doc().ends_with('.') && info.doc().len() > 5, "{}: {}", info.name(), info.doc());
        let names: HashSet<_> = info.params().iter().map(|param| param.name.as_str()).collect();
        assert_eq!(names.len(), info.params().len(), "{}: parameters share a name", info.name());
    }
}

#[test]
fn an_operation_exists_from_its_first_version_on_until_it_is_removed() {
    for info in Op::ALL.iter().map(|op| op.info()) {
        for version in versions() {
            let exists = !info.stages(version).is_empty();
            if version < info.since() {
                assert!(!exists, "{} before {}", info.name(), info.since());
                assert!(info.overloads(version).is_empty() && info.attrs(version) == OpAttrs::empty());
            }
            if exists && info.is_overloaded() {
                assert!(!info.overloads(version).is_empty(), "{} in {version}", info.name());
            }
        }
    }
}

#[test]
fn later_entries_replace_earlier_ones() {
    let load = Op::RawBufferLoad.info();
    assert_eq!(load.overloads(Version::new(1, 1)), Overloads::empty());
    assert!(!load.overloads(Version::new(1, 2)).contains(Overloads::I64));
    assert!(load.overloads(Version::new(1, 7)).contains(Overloads::I64 | Overloads::F16));
    assert_eq!(Op::CreateHandle.info().stages(Version::new(1, 5)), Stages::All);
    assert_eq!(Op::CreateHandle.info().stages(Version::new(1, 6)), Stages::Removed);
    assert!(!Op::DerivCoarseX.info().stages(Version::new(1, 5)).contains(Stages::Compute));
    assert!(Op::DerivCoarseX.info().stages(Version::new(1, 6)).contains(Stages::Compute));
}

/// Operations of one class share a function, so they must agree on its type and its attributes.
#[test]
fn one_function_has_one_type_and_one_set_of_attributes() {
    for version in versions() {
        let mut module = Module::new();
        module.version = version;
        let mut seen = HashMap::new();
        for &op in Op::ALL {
            if op.info().stages(version).is_empty() {
                continue;
            }
            for overload in overloads(&mut module, op.info(), version) {
                let name = module.op_function_name(op, overload);
                let found = (module.op_function_type(op, overload), module.op_function_attributes(op));
                let known = *seen.entry(name).or_insert(found);
                assert_eq!(known, found, "{op:?} {overload:?} in {version}");
            }
        }
    }
}

#[test]
fn a_call_declares_its_function_and_puts_the_number_first() {
    let mut module = Module::new();
    let void = module.types.void();
    let ty = module.types.function(void, &[]);
    let main = module.declare_function("main", ty, None);
    let mut b = FunctionBuilder::new(&mut module, main);
    let one = b.float(1.0);
    let sine = b.call_op(Op::Sin, Overload::F32, &[one]);
    let cosine = b.call_op(Op::Cos, Overload::F32, &[sine.into()]);
    let callee = module.function_by_name(b"dx.op.unary.f32").expect("declared");
    assert_eq!(module.functions.len(), 2, "one declaration for both");
    let float = module.types.float();
    assert_eq!(module.value_type(main, cosine.into()), Some(float));
    let number = Value::Const(module.i32_const(12));
    assert_eq!(module.called_op(callee, &[number]), Some(Op::Cos));
}

/// Sampler feedback takes derivatives too, but only pixel shaders have it, which need not say that they use them.
#[test]
fn what_takes_derivatives_is_what_the_table_marks() {
    let takes: Vec<_> = Op::ALL.iter().filter(|&&op| takes_derivatives(op)).map(|op| op.info().name()).collect();
    assert_eq!(
        takes,
        [
            "Sample",
            "SampleBias",
            "SampleCmp",
            "CalculateLOD",
            "DerivCoarseX",
            "DerivCoarseY",
            "DerivFineX",
            "DerivFineY",
            "SampleCmpBias"
        ]
    );
    for info in Op::ALL.iter().map(|op| op.info()) {
        assert!(!info.has(OpAttrs::Derivative) || info.has(OpAttrs::Gradient), "{}", info.name());
    }
}

#[test]
fn a_prototype_shows_class_number_and_constants() {
    assert_eq!(
        Op::CBufferLoad.info().prototype(),
        "<overload> @dx.op.cbufferLoad.<overload>(i32 58, %dx.types.Handle handle, i32 byteOffset, constant i32 alignment)"
    );
    assert_eq!(Op::Discard.info().prototype(), "void @dx.op.discard(i32 82, i1 condition)");
}
