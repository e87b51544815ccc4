//! Tests the reflection of SPIR-V modules, also of modules that no compiler writes.

use hlslc_spirv::reflection::{DescriptorType, ReflectError, Scalar, TypeKind, reflect, reflect_words};
use rspirv::binary::Assemble;
use rspirv::dr::{Builder, Operand};
use rspirv::spirv::{
    AddressingModel, BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, ImageFormat, MemoryModel,
    StorageClass,
};

/// A compute module with a push constant block, a specialization constant, a buffer and an image.
fn module() -> Vec<u32> {
    let mut b = Builder::new();
    b.set_version(1, 3);
    b.capability(Capability::Shader);
    b.memory_model(AddressingModel::Logical, MemoryModel::GLSL450);
    let (void, float, int) = (b.type_void(), b.type_float(32, None), b.type_int(32, 1));
    let float4 = b.type_vector(float, 4);
    let matrix = b.type_matrix(float4, 3);
    let length = b.constant_bit32(int, 5);
    let array = b.type_array(matrix, length);
    b.decorate(array, Decoration::ArrayStride, [Operand::LiteralBit32(64)]);
    let block = b.type_struct([float4, array]);
    b.name(block, "Pushed");
    for (member, name, offset) in [(0, "colour", 16), (1, "bones", 32)] {
        b.member_name(block, member, name);
        b.member_decorate(block, member, Decoration::Offset, [Operand::LiteralBit32(offset)]);
    }
    b.member_decorate(block, 1, Decoration::RowMajor, []);
    b.member_decorate(block, 1, Decoration::MatrixStride, [Operand::LiteralBit32(16)]);
    b.decorate(block, Decoration::Block, []);
    let pointer = b.type_pointer(None, StorageClass::PushConstant, block);
    let pushed = b.variable(pointer, None, StorageClass::PushConstant, None);
    b.name(pushed, "pushed");

    let count = b.spec_constant_bit32(int, -7i32 as u32);
    b.name(count, "count");
    b.decorate(count, Decoration::SpecId, [Operand::LiteralBit32(9)]);

    let image = b.type_image(float, Dim::Dim2D, 0, 1, 0, 2, ImageFormat::Rgba16f, None);
    let two = b.constant_bit32(int, 2);
    let images = b.type_array(image, two);
    let pointer = b.type_pointer(None, StorageClass::UniformConstant, images);
    let target = b.variable(pointer, None, StorageClass::UniformConstant, None);
    b.decorate(target, Decoration::DescriptorSet, [Operand::LiteralBit32(1)]);
    b.decorate(target, Decoration::Binding, [Operand::LiteralBit32(4)]);
    b.decorate(target, Decoration::NonReadable, []);
    b.name(target, "target");

    let uint = b.type_int(32, 0);
    let uint3 = b.type_vector(uint, 3);
    let pointer = b.type_pointer(None, StorageClass::Input, uint3);
    let thread = b.variable(pointer, None, StorageClass::Input, None);
    b.decorate(thread, Decoration::BuiltIn, [Operand::BuiltIn(BuiltIn::GlobalInvocationId)]);

    let function = b.type_function(void, []);
    let main = b.begin_function(void, None, rspirv::spirv::FunctionControl::NONE, function).expect("a function");
    b.begin_block(None).expect("a block");
    b.ret().expect("its end");
    b.end_function().expect("its end");
    b.entry_point(ExecutionModel::GLCompute, main, "fill", [thread]);
    b.execution_mode(main, ExecutionMode::LocalSize, [8, 4, 1]);
    b.module().assemble()
}

#[test]
fn all_bindings_and_specialization_constants_are_reflected() {
    let found = reflect_words(&module()).expect("a module");
    assert_eq!(found.version.to_string(), "1.3");
    let [entry] = &found.entry_points[..] else { panic!("one entry point") };
    assert_eq!((entry.name.as_str(), entry.execution_model), ("fill", ExecutionModel::GLCompute));
    assert_eq!(entry.workgroup_size, Some([8, 4, 1]));
    assert_eq!(entry.inputs[0].built_in, Some(BuiltIn::GlobalInvocationId));
    assert_eq!((entry.inputs[0].r#type.kind, entry.inputs[0].r#type.components), (TypeKind::UInt, 3));

    let [target] = &found.bindings[..] else { panic!("one binding") };
    assert_eq!((target.name.as_str(), target.set, target.binding, target.count), ("target", Some(1), Some(4), Some(2)));
    assert_eq!(target.descriptor_type, DescriptorType::StorageImage);
    let image = target.image.as_ref().expect("an image");
    assert_eq!((image.dim, image.arrayed, image.format), (Dim::Dim2D, true, Some(ImageFormat::Rgba16f)));
    assert!(target.non_readable && !target.non_writable);

    let [pushed] = &found.push_constants[..] else { panic!("one block") };
    assert_eq!((pushed.name.as_str(), pushed.offset, pushed.size), ("pushed", 16, 16 + 5 * 64));
    let structure = &found.structs[pushed.r#type.r#struct.expect("a struct") as usize];
    let bones = &structure.members[1];
    assert_eq!((structure.name.as_str(), bones.name.as_str(), bones.offset), ("Pushed", "bones", Some(32)));
    assert_eq!((bones.r#type.columns, bones.r#type.components, bones.r#type.row_major), (3, 4, Some(true)));
    assert_eq!((bones.r#type.array[0].count, bones.r#type.array[0].stride), (Some(5), Some(64)));

    let [count] = &found.specialization_constants[..] else { panic!("one constant") };
    assert_eq!((count.name.as_str(), count.id, count.default), ("count", 9, Scalar::Int(-7)));
    insta::assert_snapshot!(found);
}

#[test]
fn either_order_of_bytes_is_read() {
    let words = module();
    let little: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let big: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
    assert_eq!(reflect(&little), reflect(&big));
    assert!(reflect(&little).is_ok());
}

#[test]
fn inconsistent_modules_are_reported_or_harmless() {
    assert_eq!(reflect(b"DXBC"), Err(ReflectError::NotSpirv));
    assert_eq!(reflect(&[]), Err(ReflectError::NotSpirv));
    let words = module();
    for length in 1..words.len() {
        // What ends inside a function, or between two instructions, says what stands before.
        let _ = reflect_words(&words[..length]);
    }
    assert_eq!(reflect_words(&words[..7]).map(drop), Ok(()), "the memory model is the next instruction");
    assert_eq!(reflect_words(&words[..8]), Err(ReflectError::Truncated { word: 7 }));
    for at in 0..words.len() {
        for value in [0, 1, 2, 0x7fff_ffff, u32::MAX, words[at].wrapping_add(1), words[at] ^ 0x1_0000] {
            let mut damaged = words.clone();
            damaged[at] = value;
            let _ = reflect_words(&damaged).map(|found| found.to_string());
        }
    }
}

/// A module of these instructions: opcode and operands.
fn words(operations: &[&[u32]]) -> Vec<u32> {
    let mut words = vec![0x0723_0203, 0x0001_0300, 0, 100, 0];
    for operation in operations {
        words.push((operation.len() as u32) << 16 | operation[0]);
        words.extend(&operation[1..]);
    }
    words
}

const TYPE_INT: u32 = 21;
const TYPE_ARRAY: u32 = 28;
const TYPE_RUNTIME_ARRAY: u32 = 29;
const TYPE_STRUCT: u32 = 30;
const TYPE_POINTER: u32 = 32;
const CONSTANT: u32 = 43;
const SPEC_CONSTANT_OP: u32 = 52;
const VARIABLE: u32 = 59;
const MEMBER_DECORATE: u32 = 72;
const OFFSET: u32 = 35;
const STORAGE_BUFFER: u32 = 12;

#[test]
fn missing_sizes_are_errors() {
    let block = |length: &[u32], offset: &[u32]| {
        words(&[
            offset,
            &[TYPE_INT, 1, 32, 0],
            length,
            &[TYPE_ARRAY, 3, 1, 2],
            &[TYPE_STRUCT, 4, 3],
            &[TYPE_POINTER, 5, STORAGE_BUFFER, 4],
            &[VARIABLE, 5, 6, STORAGE_BUFFER],
        ])
    };
    let (constant, offset): (&[u32], &[u32]) = (&[CONSTANT, 1, 2, 7], &[MEMBER_DECORATE, 4, 0, OFFSET, 4]);
    let found = reflect_words(&block(constant, offset)).expect("all is said");
    assert_eq!(found.bindings[0].size, Some(4 + 7 * 4));
    let sum = reflect_words(&block(&[SPEC_CONSTANT_OP, 1, 2, 128, 8, 9], offset));
    assert_eq!(sum, Err(ReflectError::UnknownLength { length: 2 }));
    let nowhere = reflect_words(&block(constant, &[MEMBER_DECORATE, 9, 0, OFFSET, 4]));
    assert_eq!(nowhere, Err(ReflectError::NoOffset { id: 4, member: 0 }));
    let errors: Vec<String> =
        [sum, nowhere].into_iter().filter_map(Result::err).map(|error| error.to_string()).collect();
    assert!(errors[0].contains("%2, the length of an array") && errors[1].contains("has no offset"), "{errors:?}");
}

#[test]
fn types_of_themselves_end() {
    // A struct in itself has a place and no bytes.
    let itself = words(&[
        &[MEMBER_DECORATE, 1, 0, OFFSET, 0],
        &[MEMBER_DECORATE, 1, 1, OFFSET, 0],
        &[TYPE_STRUCT, 1, 1, 1],
        &[TYPE_POINTER, 2, STORAGE_BUFFER, 1],
        &[VARIABLE, 2, 3, STORAGE_BUFFER],
    ]);
    let found = reflect_words(&itself).expect("it can be said");
    assert_eq!((found.structs.len(), found.structs[0].members.len(), found.bindings[0].size), (1, 2, Some(0)));
    // An array of itself has no end of dimensions.
    let itself = words(&[
        &[MEMBER_DECORATE, 4, 0, OFFSET, 0],
        &[TYPE_RUNTIME_ARRAY, 1, 1],
        &[TYPE_STRUCT, 4, 1],
        &[TYPE_POINTER, 2, STORAGE_BUFFER, 4],
        &[VARIABLE, 2, 3, STORAGE_BUFFER],
    ]);
    assert_eq!(reflect_words(&itself), Err(ReflectError::TooLarge));
}
