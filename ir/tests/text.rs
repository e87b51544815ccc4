//! Tests the text form: a module is printed and read back.

use cranelift_entity::PrimaryMap;
use hlslc_base::Span;
use hlslc_ir::context::ConstData;
use hlslc_ir::function::{Imm, Region, SelectionHint, Terminator};
use hlslc_ir::module::{Binding, EntryPoint, GlobalData, Interpolation, ResourceData};
use hlslc_ir::stage::StageProperties;
use hlslc_ir::text::{PrintOptions, parse, print};
use hlslc_ir::types::{
    Access, AddressSpace, BitField, ComponentKind, Declared, DeclaredStruct, Field, MatrixOrder, NumberKind,
    ResourceType, RowPlace, Scalar, StructData,
};
use hlslc_ir::verify::{Form, verify};
use hlslc_ir::vulkan::VkMode;
use hlslc_ir::{Builder, FloatFlags, Function, Module, Op};

fn resource(name: &str, ty: hlslc_ir::Type, count: Option<u32>, binding: Binding) -> ResourceData {
    ResourceData {
        symbol: count.is_none().then(|| format!("\u{1}?{name}@@3A")),
        count,
        is_array: count != Some(1),
        holds_globals: name == "$Globals",
        declared_type: if count.is_none() { "RWBuffer<vector<float, 1> >".into() } else { String::new() },
        ..ResourceData::new(name, Span::NONE, ty, binding)
    }
}

/// A compute shader with a bit of everything.
fn sample() -> Module {
    let mut module = Module::default();
    let float4 = module.ctx.vector(Scalar::F32, 4);
    let matrix = module.ctx.array(float4, 4);
    let layout = module.ctx.add_struct(
        "Globals",
        vec![
            Field { matrix: Some(MatrixOrder::ColumnMajor), ..Field::new("view", matrix) },
            Field { offset: Some(64), row_place: RowPlace::NewRow, ..Field::new("tint", float4) },
        ],
    );
    let i32 = module.ctx.i32();
    module.ctx.declare_struct(StructData {
        name: "Vertex.1".into(),
        fields: vec![Field {
            declared: Declared { one_vector: true, is_enum: true, ..Declared::new(Scalar::I32, NumberKind::Int) },
            semantic: Some("BLENDINDICES0".into()),
            interpolation: Interpolation::Constant,
            bit_fields: vec![BitField {
                name: "low".into(),
                width: 3,
                declared: Declared::new(Scalar::I32, NumberKind::Int),
            }],
            ..Field::new("bone", i32)
        }],
        declared: Some(DeclaredStruct { name: "scene::Vertex".into(), is_class: true, leaves_out_resources: true }),
    });
    let typed = module.ctx.handle(ResourceType::TypedBuffer {
        element: float4,
        component: ComponentKind::Plain,
        access: Access::ReadWrite,
    });
    let cbuffer = module.ctx.handle(ResourceType::CBuffer { layout });
    let out = module.resources.push(resource("Out", typed, None, Binding::Explicit { space: 3, lower: 5 }));
    let globals =
        module.resources.push(resource("Globals", cbuffer, Some(1), Binding::Implicit { order: 0, space: None }));
    let table_type = module.ctx.array(i32, 2);
    let parts = vec![module.ctx.const_i32(1), module.ctx.const_i32(u32::MAX)];
    let table = module.ctx.constant(table_type, ConstData::Composite(parts));
    let table = module.globals.push(GlobalData {
        name: "table".into(),
        span: Span::NONE,
        ty: table_type,
        space: AddressSpace::Constant,
        init: Some(table),
        specialization: None,
        foreign: None,
        decorations: Vec::new(),
    });

    let loc = module.ctx.no_loc();
    let void = module.ctx.void();
    let mut func = Function::new("main", void, loc);
    let mut b = Builder::new(&mut module.ctx, &mut func);
    let entry = b.new_block();
    b.place(entry);
    let id = b.value(Op::ThreadId, i32, Imm::Index(0), &[]);
    let zero = b.i32(0);
    let handle = b.value(Op::Handle, cbuffer, Imm::Handle { resource: globals, non_uniform: false }, &[zero]);
    let layout_pointer = b.ctx.pointer(layout, AddressSpace::Resource);
    let pointer = b.value(Op::GetPointer, layout_pointer, Imm::None, &[handle, zero]);
    let one = b.i32(1);
    let tint = b.gep(pointer, &[one]);
    let tint = b.load(tint);
    let pointer_type = b.ctx.pointer(table_type, AddressSpace::Constant);
    let base = b.value(Op::GlobalAddr, pointer_type, Imm::Global(table), &[]);
    let slot = b.gep(base, &[id]);
    let slot = b.load(slot);
    let cond = b.op(Op::SGt, &[slot, zero]);
    let (then, merge) = (b.new_block(), b.new_block());
    let scaled = b.func.add_param(merge, float4);
    b.branch(cond, then, merge, Region::Selection { merge, hint: SelectionHint::Branch });
    let entry_data = &mut b.func.blocks[entry].terminator;
    if let Terminator::Branch { otherwise, .. } = entry_data {
        otherwise.args.push(tint);
    }
    b.place(then);
    let f32 = b.cast(Op::SiToFp, slot, Scalar::F32);
    let splat = b.splat(f32, 4);
    b.flags = FloatFlags::PRECISE;
    let product = b.op(Op::FMul, &[tint, splat]);
    b.flags = FloatFlags::FAST;
    b.terminate(Terminator::Jump(hlslc_ir::BlockCall { block: merge, args: [product].into_iter().collect() }));
    b.place(merge);
    let wzyx = b.swizzle(scaled, &[3, 2, 1, 0]);
    let handle = b.value(Op::Handle, typed, Imm::Handle { resource: out, non_uniform: true }, &[slot]);
    b.inst(Op::StoreTyped, void, Imm::None, &[handle, id, wzyx]);
    b.terminate(Terminator::Return(None));
    let func = module.funcs.push(func);
    module.entries.push(EntryPoint {
        name: "main".into(),
        func,
        properties: StageProperties::Compute { num_threads: [64, 1, 1], wave_size: None },
        span: Span::NONE,
        inputs: PrimaryMap::default(),
        outputs: PrimaryMap::default(),
        patch_constants: PrimaryMap::default(),
        variables: Vec::new(),
        parameters: Vec::new(),
        root_signature: None,
        bare: Some(String::new()),
        vk_modes: vec![VkMode::PostDepthCoverage],
        group_memory_limit: Some(65536),
    });
    module
}

#[test]
fn a_module_reads_like_llvm() {
    insta::assert_snapshot!(print(&sample(), PrintOptions::default()));
}

/// Printing, parsing and printing again gives the same text.
fn round_trip(module: &Module) -> Module {
    let options = PrintOptions { locations: true };
    let text = print(module, options);
    let again = parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(print(&again, options), text);
    again
}

#[test]
fn a_module_reads_back() {
    let module = sample();
    verify(&module, Form::Common).expect("the sample is well-formed");
    let again = round_trip(&module);
    verify(&again, Form::Common).expect("what is read back is well-formed");
}

/// Everything that a module can hold, at least once.
const EVERYTHING: &str = r#"flag native_16bit
%S = type { i32 "a", [2 x [3 x <3 x float>]] "m" row_major, half "" offset 40 vk_offset 48, float "p" access 4660 }
%"T<float, 3>" = type { %S "s" }
@lds = groupshared global [64 x i32] !5:9
@state = private global float 1.5
@dup#2 = constant global [2 x <2 x half>] ((1.0, -0.5), zeroinitializer)
@dup#3 = constant global <4 x double> (0.1, 1e300, 0x7FF0000000000000, undef)
@chosen = constant global i32 7 specialization 3 as int
@"odd \22name" = private global i64 -9223372036854775808
@#5 = constant global min16f 0.33333334
@Bytes = resource target("dx.RawBuffer", i8, 1, 1), count 4, array, space 1, register 2, globallycoherent !1:2
@Tex = resource target("dx.Texture", <4 x float>, 0, 0, 3, 2DMS, 1, 4), count 1, space 7, implicit 0, vk_set 1, vk_binding 2, vk_format rgba8, vk_combined
@Heap = resource target("dx.Sampler", 1), unbounded, heap
@Items = resource target("dx.RawBuffer", %"T<float, 3>", 1, 0), count 1, implicit 1, column_major, vk_counter 7, list
@Map = resource target("dx.FeedbackTexture", 1, 0), count 1, implicit 2, vk_attachment 3, shader_record
@Scene = resource target("dx.AccelerationStructure"), count 1, implicit 3

@p = parameter global %S
@at = parameter global <2 x float>

declare void @gone(float)
declare void @elsewhere(ptr(function, %S) result, i32 signed, <2 x i32>, ptr(function, [2 x <2 x float>]) inout row_major) external "\01?elsewhere@@YA?AUS@@H@Z"

define void @start() constructor {
block0:
  ret void
}

define i32 @shared(i32 %v0 signed, ptr(function, float) %v1 out) keep exported "\01?shared@@YAHHAIAM@Z" returns signed {
block0:
  ret i32 %v0
}

define float @helper(float %v0, i32 %v3) !10:20 {
block4:
  %v1 = fadd precise float %v0, 1.0 !11:12 @ 30:40 @ 50:60
  %v4 = fsub strict float %v1, 1.0
  %v5 = markprecise float %v4
  %v2 = call float @helper(float %v5, i32 %v3)
  switch i32 %v3, block2 [0: block2, -5: block7(float %v2)] !selection merge block7 !13:14
block2:
  br block7(float %v9)
block7(float %v9):
  br i1 true, block8, block9 !loop merge block9 continue block8 unroll 4
block8:
  br block7(float 0x7FC00000)
block9:
  ret float %v9
}

define void @asked(i1 %v0) {
block0:
  br i1 %v0, block1, block2 !hint branch
block1:
  br i1 %v0, block2, block2 !hint flatten
block2:
  ret void
}

define void @main() {
block0:
  %v1 = alloca [4 x i32]
  %v2 = gep ptr(function, [4 x i32]) %v1, i32 2
  store ptr(function, i32) %v2, i32 7
  %v4 = globaladdr[@lds]
  %v5 = gep ptr(groupshared, [64 x i32]) %v4, i32 -1
  %v6 = atomicrmw[umax] ptr(groupshared, i32) %v5, i32 3
  %v7 = cmpxchg ptr(groupshared, i32) %v5, i32 3, 4
  call void @dx.barrier[sync|groupshared]()
  %v8 = call <2 x half> @dx.loadinput[sig0, 2](i32 0, undef)
  call void @dx.storeoutput[sig0, 0](i32 0, undef, float 1.0)
  %v9 = construct i32 1, %v6, 3 to <3 x i32>
  %v10 = icmp.slt <3 x i32> %v9, zeroinitializer
  %v11 = select <3 x i1> %v10, <3 x i32> %v9, undef
  %v12 = call target("dx.RawBuffer", i8, 1, 1) @dx.resource.handlefrombinding[@Bytes](i32 1, i32 2, i32 4, i32 %v6, i1 true)
  %v13 = call {<3 x i32>, i1} @dx.resource.load.rawbuffer(target("dx.RawBuffer", i8, 1, 1) %v12, i32 16, 0)
  %v14 = extract[0] {<3 x i32>, i1} %v13
  %v15 = insert[1] <3 x i32> %v14, i32 9
  %v16 = swizzle[zz] <3 x i32> %v15
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", i8, 1, 1) %v12, i32 4, 0, <2 x i32> %v16)
  %v17 = splitdouble double -0.0
  unreachable
}

entry "main" = @main "pixel" {
  input sig0 = "TEXCOORD" 1, [2 x 4 x half], noperspective_sample, vk_location 3, vk_index 1
  input sig1 = "SV_Position" 0, SV_Position, [1 x 4 x float], linear !8:9
  input sig2 = "SIZE" 0, [3 x 2 x float], linear, vk_builtin PointSize, vector_rows 3, matrix
  output sig0 = "SV_Target" 0, SV_Target, [1 x 1 x i32], signed
}

define void @patch() {
block0:
  call void @dx.barrier[sync|groupshared]()
  ret void
}

define i32 @other(i32 %v0) keep exported {
block0:
  ret i32 %v0
}

entry "e" = @patch "pixel" {
  earlydepthstencil
}

entry "v" = @patch "vertex" {
}

entry "c" = @patch "compute" {
  numthreads 8 4 1
  wavesize 32
}

entry "g" = @patch "geometry" {
  primitive triangleadj
  topology linestrip
  vertices 12
  instances 3
  streams 5
  input sig0 = "POS" 0, [1 x 3 x float]
}

entry "h" = @patch "hull" {
  patchconstant @patch
  domain quad
  partitioning fractional_even
  topology triangle_ccw
  inputpoints 3
  outputpoints 4
  maxtessfactor 64.5
  patch sig0 = "SV_TessFactor" 0, SV_TessFactor, [4 x 1 x float]
  patch sig1 = "SV_InsideTessFactor" 0, SV_InsideTessFactor, [2 x 1 x float]
}

entry "d" = @patch "domain" {
  domain isoline
  inputpoints 2
  patch sig0 = "SV_TessFactor" 0, SV_TessFactor, [2 x 1 x float]
}

entry "m" = @patch "mesh" {
  numthreads 32 1 1
  topology line
  vertices 64
  primitives 32
  payload 16
  patch sig0 = "SV_CullPrimitive" 0, SV_CullPrimitive, [1 x 1 x i1]
}

entry "a" = @patch "amplification" {
  numthreads 1 2 3
  payload 16
}

entry "rg" = @patch "ray generation" {
}

entry "is" = @patch "intersection" {
}

entry "ah" = @patch "any-hit" {
  parameter @p = payload
  parameter @at = attributes
}

entry "ch" = @patch "closest-hit" {
  parameter @p = payload
  parameter @at = attributes
}

entry "mi" = @patch "miss" {
  parameter @p = payload
}

entry "ca" = @patch "callable" {
  parameter @p = callable
}
"#;

#[test]
fn everything_reads_back() {
    round_trip(&parse(EVERYTHING).unwrap_or_else(|error| panic!("{error}")));
}

fn complaint(text: &str) -> String {
    parse(text).expect_err("the text is wrong").to_string()
}

#[test]
fn wrong_text_is_refused_with_its_line() {
    let body = |line: &str| complaint(&format!("define void @f() {{\nblock0:\n  {line}\n  ret void\n}}"));
    insta::assert_snapshot!(
        [
            complaint("define void @f() {"),
            complaint("nonsense"),
            complaint("%S = type { %T \"x\" }"),
            complaint("@a = constant global <1025 x float> undef"),
            complaint("@a = constant global \"x"),
            complaint(&format!("@a = constant global {} i32", "[1 x ".repeat(1000))),
            complaint("@a = constant global [0 x i32] undef"),
            complaint("@a = constant global i32 1\n@b = groupshared global [67108865 x i32]"),
            complaint("@b = groupshared global [65536 x [65536 x [65536 x [65536 x [65536 x i32]]]]]"),
            complaint("%S = type {}\n@b = groupshared global [40000 x %S]"),
            complaint(
                "%S = type { [5000 x i32] \"a\", i32 \"b\" }\n%T = type {\n[10000 x %S] \"a\",\n[5000 x %S] \"b\" }"
            ),
            complaint(
                "define void @f() {\nblock0:\n  %v0 = alloca { [50000000 x i32], [50000000 x i32] }\n  ret void\n}"
            ),
            body("%v0 = fadd float %v1, %v2"),
            body("%v0 = fadd float %v0, %v99999999"),
            body("%v0 = fadd float 1.0, 2.0\n  %v0 = fadd float 1.0, 2.0"),
            body("%v0 = fadd float 1.0, 2.0\n  %v1 = add i32 %v0, 2"),
            body("%v0 = zext i1 true"),
            body("%v0 = frobnicate i1 true"),
            body("%v0 = swizzle[xq] <2 x i32> undef"),
            body("%v0 = add i32 1.5, 2"),
            body("call void @g()"),
            body("debug var4294967295[0, 32] = float 1.0"),
            complaint("@i = input global float\ndefine void @f() {\nblock0:\n  ret void\n}\nentry \"f\" = @f \"pixel\" {\n  variable @i = input sig4294967295\n}"),
        ]
        .join("\n")
    );
}

mod random {
    use super::*;
    use proptest::prelude::*;

    /// A module from bytes: each step adds an instruction or ends a block, using values that are available.
    fn module(steps: &[(u8, u8, u8, u32)]) -> Module {
        let mut module = Module::default();
        let (void, loc) = (module.ctx.void(), module.ctx.no_loc());
        let mut func = Function::new("main", void, loc);
        let mut b = Builder::new(&mut module.ctx, &mut func);
        let entry = b.new_block();
        b.place(entry);
        let i32 = b.ctx.i32();
        let id = b.value(Op::ThreadId, i32, Imm::Index(0), &[]);
        let mut ints = vec![id];
        let mut floats = vec![b.cast(Op::UiToFp, id, Scalar::F32)];
        let mut vectors = vec![b.splat(floats[0], 3)];
        for &(what, x, y, bits) in steps {
            let pick = |list: &[hlslc_ir::Value], at: u8| list[usize::from(at) % list.len()];
            b.loc = b.ctx.loc(Span::new(u32::from(x), u32::from(y)), None);
            match what % 11 {
                0 => ints.push(b.op(Op::Add, &[pick(&ints, x), pick(&ints, y)])),
                1 => ints.push(b.i32(bits)),
                2 => floats.push(b.f32(f32::from_bits(bits))),
                3 => floats.push(b.op(Op::FMul, &[pick(&floats, x), pick(&floats, y)])),
                4 => vectors.push(b.splat(pick(&floats, x), 3)),
                5 => floats.push(b.extract(pick(&vectors, x), u32::from(y % 3))),
                6 => vectors.push(b.swizzle(pick(&vectors, x), &[u16::from(y % 3), u16::from(x % 3), 1])),
                7 => {
                    let cond = b.op(Op::SLt, &[pick(&ints, x), pick(&ints, y)]);
                    ints.push(b.select(cond, pick(&ints, y), pick(&ints, x)));
                }
                8 => {
                    let slot = b.alloca(i32);
                    b.store(slot, pick(&ints, x));
                    ints.push(b.load(slot));
                }
                9 => {
                    // A diamond whose edges pass different values.
                    let cond = b.op(Op::FOlt, &[pick(&floats, x), pick(&floats, y)]);
                    let (then, merge) = (b.new_block(), b.new_block());
                    let param = b.func.add_param(merge, i32);
                    let to = |value| hlslc_ir::BlockCall { block: merge, args: [value].into_iter().collect() };
                    let (first, second) = (pick(&ints, x), pick(&ints, y));
                    if let Some(block) = b.current() {
                        b.func.blocks[block].region = Region::Selection { merge, hint: SelectionHint::None };
                    }
                    b.terminate(Terminator::Branch {
                        cond,
                        then: hlslc_ir::BlockCall::plain(then),
                        otherwise: to(second),
                    });
                    b.place(then);
                    b.terminate(Terminator::Jump(to(first)));
                    b.place(merge);
                    ints.push(param);
                }
                _ => {
                    let vector = pick(&vectors, x);
                    vectors.push(b.op(Op::FNeg, &[vector]));
                }
            }
        }
        b.terminate(Terminator::Return(None));
        module.funcs.push(func);
        module
    }

    proptest! {
        #[test]
        fn modules_read_back(steps in proptest::collection::vec(any::<(u8, u8, u8, u32)>(), 0..60)) {
            let module = module(&steps);
            verify(&module, Form::Common).expect("built modules are well-formed");
            let again = round_trip(&module);
            verify(&again, Form::Common).expect("modules read back are well-formed");
        }

        #[test]
        fn damaged_text_never_panics(at in 0..EVERYTHING.len(), len in 0..30usize, with in "[ -~]{0,6}") {
            let end = (at + len).min(EVERYTHING.len());
            let (head, tail) = (EVERYTHING.get(..at).unwrap_or(""), EVERYTHING.get(end..).unwrap_or(""));
            if let Ok(module) = parse(&format!("{head}{with}{tail}")) {
                let _ = verify(&module, Form::Dxil);
                print(&module, PrintOptions::default());
            }
        }
    }
}

#[test]
fn a_root_signature_is_metadata_that_reads_back() {
    use hlslc_rootsig::*;
    let mut module = sample();
    let descriptor = RootDescriptor {
        pos: Pos::NONE,
        kind: DescriptorKind::Cbv,
        register: Register::new(0, 0),
        visibility: Visibility::All.into(),
        flags: None.into(),
    };
    let sampler = StaticSampler { mip_lod_bias: 0.1.into(), ..StaticSampler::new(Register::new(0, 0)) };
    let elements = vec![Element::Descriptor(descriptor), Element::StaticSampler(Box::new(sampler))];
    module.entries[0].root_signature = Some(hlslc_ir::module::ModuleRootSignature {
        signature: RootSignature { version: Version::V1_1, elements },
        literals: hlslc_base::literals::Literals::default(),
        span: Span::NONE,
    });
    let text = print(&module, PrintOptions::default());
    let metadata = text[text.find("!dx.rootsignatures").expect("it is printed")..].to_owned();
    insta::assert_snapshot!("root_signature", metadata);
    let read = parse(&text).expect("what was printed can be parsed");
    assert_eq!(print(&read, PrintOptions::default()), text);

    let doubled = text.replace("!1 = !{!2, !3}", "!1 = !{!2, !2}");
    assert_ne!(doubled, text);
    let rejected = parse(&doubled).expect_err("a register is bound twice");
    // The second parameter is the first node once more.
    let line = doubled.lines().position(|line| line.starts_with("!2 = ")).expect("it is there") + 1;
    assert_eq!(
        rejected.to_string(),
        format!("line {line}: root parameter 1: register b0 of space 0 is bound twice (see root parameter 0)")
    );
    let unread = text.replace("!\"RootCBV\"", "!\"RootCVB\"");
    assert_eq!(
        parse(&unread).expect_err("there is no such element").to_string(),
        format!("line {line}: root parameter 0 (element 0 of the metadata): unknown element `RootCVB`")
    );
}

#[test]
fn a_switch_on_64_bits_has_labels_of_64_bits() {
    let text = "define void @f(i64 %v0) {
block0:
  switch i64 %v0, block1 [4294967298: block2, 2: block1, -1: block2]
block1:
  ret void
block2:
  ret void
}
";
    let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let printed = print(&module, PrintOptions::default());
    assert_eq!(printed.trim(), text.trim());
    let narrow = text.replace("i64", "i32");
    let said = parse(&narrow).expect_err("a label does not fit").to_string();
    assert!(said.ends_with(": `4294967298` is no number of 32 bits"), "{said}");
}

#[test]
fn subobjects_are_read_as_they_are_printed() {
    let text = "subobject \"a \\22quoted\\22 name\" = state_object_config 5
subobject \"global\" = global_root_signature \"020000000100000018000000000000003000000000000000020000000000000024000000010000000000000000000000\"
subobject \"local\" = local_root_signature \"020000000100000018000000000000003000000080000000020000000000000024000000010000000000000000000000\"
subobject \"some\" = association \"local\" \"a\" \"b\"
subobject \"every\" = association \"local\"
subobject \"sizes\" = shader_config 64 8
subobject \"depth\" = pipeline_config 4294967295
subobject \"depth1\" = pipeline_config1 3 256
subobject \"triangles\" = triangle_hit_group \"\" \"closest\" \"\"
subobject \"spheres\" = procedural_hit_group \"any\" \"closest\" \"meet\"
";
    let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(module.subobjects.len(), 10);
    assert_eq!(print(&module, PrintOptions::default()), text);
    for wrong in ["nothing 3", "pipeline_config", "global_root_signature \"02\"", "global_root_signature \"xy\""] {
        assert!(parse(&format!("subobject \"s\" = {wrong}\n")).is_err(), "{wrong}");
    }
}
