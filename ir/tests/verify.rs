//! Tests the verifier: each broken invariant is found and named.

use hlslc_ir::Op;
use hlslc_ir::text::parse;
use hlslc_ir::verify::{Form, verify};
use std::fmt::Write;

/// All complaints about a module, one a line.
fn complaints(text: &str, form: Form) -> String {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let errors = verify(&module, form).err().unwrap_or_default();
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn body(lines: &str) -> String {
    complaints(&format!("define void @f(float %v0, i32 %v1) {{\n{lines}\n}}"), Form::Any)
}

#[test]
fn records_name_variables_and_values_that_reach_them() {
    let with = |lines: &str| {
        complaints(
            &format!("variable var0 \"x\"\ndefine void @f(float %v0) {{\nblock0:\n{lines}\n  ret void\n}}"),
            Form::Any,
        )
    };
    let found = [
        with("  debug var0[0, 32] = float %v0"),
        with("  debug var1[0, 32] = float %v0"),
        with("  debug var0[0, 32] in float %v0"),
        with("  debug var0[0, 32] = float %v1\n  %v1 = fneg float %v0"),
    ];
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn each_broken_invariant_is_named() {
    let found = [
        body("block0:\n  missing"),
        body("block0:\n  br block1"),
        body("block0:\n  br block0"),
        body("block0:\n  ret float %v0"),
        body("block0:\n  %v2 = fadd float %v0, i32 %v1\n  ret void"),
        body("block0:\n  %v2 = fadd float %v0\n  ret void"),
        body("block0:\n  %v2 = fadd float %v0, %v0 to i32\n  ret void"),
        body("block0:\n  %v2 = fadd float %v3, %v0\n  %v3 = fadd float %v2, %v0\n  ret void"),
        body(
            "block0:\n  br i1 true, block1, block2\nblock1:\n  %v2 = fneg float %v0\n  br block2\nblock2:\n  %v3 = fneg float %v2\n  ret void",
        ),
        body("block0:\n  br block1(float %v0)\nblock1:\n  ret void"),
        body("block0:\n  switch i32 %v1, block1 [1: block1, 1: block1]\nblock1:\n  ret void"),
        body("block0:\n  br block1 !selection merge block1\nblock1:\n  ret void"),
        body("block0:\n  br block1\nblock1:\n  br block2 !loop merge block0 continue block2\nblock2:\n  br block1"),
        body("block0:\n  %v2 = zext float %v0 to i32\n  ret void"),
        body("block0:\n  %v2 = extract[3] <2 x i32> undef to i32\n  ret void"),
        body("block0:\n  %v2 = construct float %v0, i32 %v1 to <2 x float>\n  ret void"),
        body("block0:\n  %v2 = alloca i32\n  store ptr(function, i32) %v2, float %v0\n  ret void"),
        body("block0:\n  %v2 = call float @dx.wave.any(i1 true)\n  ret void"),
        body(
            "block0:\n  %v2 = alloca i32\n  br block1(ptr(function, i32) %v2)\nblock1(ptr(function, i32) %v3):\n  ret void",
        ),
    ];
    insta::assert_snapshot!(found.join("\n"));
}

#[test]
fn modules_are_checked_too() {
    let text = r#"
%S = type { i32 "i" as float, [2 x float] "f" as snorm_float, <2 x i32> "v" as int vector1 }
@t = resource target("dx.RawBuffer", float, 0, 0), count 1, register 0, element as double
@a = groupshared global i32 5
@b = constant global i32
@r = resource float, count 0, heap
define float @f(float %v0) {
block0:
  ret float %v0
}
entry "main" = @f "compute" {
  numthreads 8 0 1
  patch sig0 = "SV_TessFactor" 0, SV_TessFactor, [4 x 1 x float]
}
entry "points" = @f "geometry" {
  streams 16
}
entry "patches" = @f "hull" {
  patchconstant @f
}"#;
    insta::assert_snapshot!(complaints(text, Form::Any));
}

#[test]
fn what_an_entry_point_reaches_reads_and_writes_its_own_elements() {
    let text = r#"
define float @read() keep {
block0:
  %v0 = call float @dx.loadinput[sig1, 0](i32 0, undef)
  ret float %v0
}
define void @main() {
block0:
  %v0 = call float @read()
  call void @dx.storeoutput[sig0, 0](i32 0, undef, float %v0)
  ret void
}
entry "both" = @main "pixel" {
  input sig0 = "A" 0, [1 x 1 x float]
  input sig1 = "B" 0, [1 x 1 x float]
  output sig0 = "SV_Target" 0, SV_Target, [1 x 1 x float]
}
entry "one" = @main "pixel" {
  input sig0 = "A" 0, [1 x 1 x float]
  output sig0 = "SV_Target" 0, SV_Target, [1 x 1 x float]
}"#;
    insta::assert_snapshot!(complaints(text, Form::Any));
}

/// Variables that do not fit their elements; then some that are not the entry point's own.
#[test]
fn variables_of_an_interface_have_the_shape_of_what_they_stand_for() {
    let text = r#"
%S = type { <4 x float> "a", [2 x float] "b" }
@s = input global %S
@m = input global [3 x <2 x float>]
@i = input global i32
@j = input global %S
@o = output global <4 x float>
@other = input global i32
@lent = parameter global i32
define void @main() {
block0:
  %v0 = globaladdr[@other]
  %v1 = globaladdr[@lent]
  %v2 = globaladdr[@i]
  ret void
}
entry "main" = @main "pixel" {
  input sig0 = "A" 0, [1 x 4 x float]
  input sig1 = "B" 0, [1 x 1 x float]
  output sig0 = "SV_Target" 0, SV_Target, [1 x 3 x float]
  variable @s = input {sig0}
  variable @m = input sig0 columns
  variable @i = input op load components
  variable @j = input {sig0, sig1}
  variable @o = output sig0
}
entry "compute" = @main "compute" {
  numthreads 1 1 1
  variable @i = input op threadid
  variable @s = input op threadid components
}
"#;
    let found = [complaints(text, Form::Any), complaints(&without_entries(text), Form::Any)];
    insta::assert_snapshot!(found.join("\n\n"));
}

#[test]
fn elements_of_signatures_have_shapes_and_numbers_that_can_travel() {
    let entry = |stage: &str, lines: &str, form| {
        let text =
            format!("define void @main() {{\nblock0:\n  ret void\n}}\nentry \"m\" = @main \"{stage}\" {{\n{lines}\n}}");
        complaints(&text, form)
    };
    let with = |stage: &str, lines: &str| entry(stage, lines, Form::Any);
    let input = |lines: &str| with("pixel", &format!("input sig0 = {lines}"));
    let register = |lines: &str| entry("pixel", &format!("input sig0 = {lines}"), Form::Dxil);
    let found = [
        input("\"A\" 0, [0 x 1 x float]"),
        input("\"A\" 0, [1 x 0 x float]"),
        input("\"A\" 0, [1 x 5 x float]"),
        register("\"A\" 0, [1 x 1 x double]"),
        register("\"A\" 0, [1 x 1 x i64]"),
        input("\"SV_Target\" 0, SV_Target, [1 x 4 x double]"),
        input("\"A\" 0, [4 x 1 x float], vector_rows 65535"),
        input("\"A\" 0, [4 x 1 x float], vector_rows 3"),
        input("\"SV_Position\" 0, SV_Position, [1 x 3 x float]"),
        input("\"SV_Position\" 0, SV_Position, [1 x 4 x i32]"),
        input("\"SV_IsFrontFace\" 0, SV_IsFrontFace, [1 x 1 x float]"),
        input("\"SV_RenderTargetArrayIndex\" 0, SV_RenderTargetArrayIndex, [1 x 2 x i32]"),
        input("\"A\" 0, [4097 x 1 x float]"),
        input("\"A\" 0, [4294967295 x 1 x float]\ninput sig1 = \"B\" 0, [4294967295 x 1 x float]"),
        input("\"A\" 2, [1 x 1 x float]\ninput sig1 = \"a\" 2, [1 x 1 x float]"),
        with("pixel", "output sig0 = \"SV_Target\" 0, SV_Target, [2 x 4 x float]"),
        with("pixel", "output sig0 = \"SV_Target\" 0, SV_Target, [1 x 4 x float], vk_location 0, vk_index 2"),
        input("\"HELPER\" 0, [1 x 1 x i16], nointerpolation, vk_builtin HelperInvocation"),
        with("geometry", "primitive undefined\ninput sig0 = \"A\" 0, [1 x 1 x float]"),
        with("domain", "inputpoints 0\ninput sig0 = \"A\" 0, [1 x 1 x float]"),
        with("hull", "inputpoints 33\noutputpoints 0\noutput sig0 = \"A\" 0, [1 x 1 x float]"),
        with("mesh", "vertices 257\nprimitives 0\npatch sig0 = \"A\" 0, [1 x 1 x float]"),
    ];
    insta::assert_snapshot!(found.join("\n"));
    let streams = "streams 3\noutput sig0 = \"A\" 0, [4096 x 1 x float]\noutput sig1 = \"A\" 0, [1 x 1 x i1], stream 1";
    let right = [
        input("\"A\" 0, [1 x 3 x double]\ninput sig1 = \"B\" 0, [1 x 1 x i64]"),
        input("\"A\" 0, [4 x 1 x i16], vector_rows 4\ninput sig1 = \"A\" 1, [4092 x 1 x half]"),
        with("geometry", streams),
        with("geometry", "primitive undefined\ninput sig0 = \"SV_PrimitiveID\" 0, SV_PrimitiveID, [1 x 1 x i32]"),
        with("mesh", "patch sig0 = \"SV_CullPrimitive\" 0, SV_CullPrimitive, [1 x 1 x i1]\nprimitives 256"),
    ];
    assert_eq!(right.concat(), "");
}

#[test]
fn a_sampler_takes_a_place_of_whole_floats() {
    let text = r#"
@t = resource target("dx.Texture", <4 x float>, 0, 0, 0, 2D, 0, 0), count 1, register 0
@s = resource target("dx.Sampler", 0), count 1, register 0
define void @f() {
block0:
  %v0 = call target("dx.Texture", <4 x float>, 0, 0, 0, 2D, 0, 0) @dx.resource.handlefrombinding[@t](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call target("dx.Sampler", 0) @dx.resource.handlefrombinding[@s](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v2 = call {<4 x float>, i1} @dx.resource.samplelevel(target("dx.Texture", <4 x float>, 0, 0, 0, 2D, 0, 0) %v0, target("dx.Sampler", 0) %v1, <2 x half> zeroinitializer, <2 x i32> zeroinitializer, float 0.0)
  ret void
}"#;
    insta::assert_snapshot!(complaints(text, Form::Any));
}

#[test]
fn what_is_only_read_is_not_stored_to() {
    let of = |access: u32, line: &str| {
        let handle = format!("target(\"dx.TypedBuffer\", i32, {access}, 0, 1)");
        let text = format!(
            r#"
@b = resource {handle}, count 1, space 0, register 0, type "Buffer<int>", element as int
define void @f() {{
block0:
  %v0 = call {handle} @dx.resource.handlefrombinding[@b](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call ptr(resource, i32) @dx.resource.getpointer({handle} %v0, i32 1)
  {line}
  ret void
}}"#
        );
        complaints(&text, Form::Any)
    };
    let (store, atomic) = ("store ptr(resource, i32) %v1, i32 1", "%v2 = atomicrmw[add] ptr(resource, i32) %v1, i32 1");
    insta::assert_snapshot!([of(0, store), of(0, atomic)].join("\n"));
    assert_eq!([of(1, store), of(1, atomic)].concat(), "");
}

/// The same with entry points whose variables fit, but are not all that its function uses.
fn without_entries(text: &str) -> String {
    let (head, _) = text.split_once("entry").expect("an entry point");
    format!(
        "{head}entry \"main\" = @main \"compute\" {{\n  numthreads 1 1 1\n  variable @i = input op threadid components\n}}"
    )
}

/// A texture has as many coordinates as its shape says.
#[test]
fn coordinates_are_those_of_the_resource() {
    let text = r#"
@t = resource target("dx.Texture", float, 1, 0, 0, 2D, 1, 0), count 1, space 0, register 0
define void @f() {
block0:
  %v0 = call target("dx.Texture", float, 1, 0, 0, 2D, 1, 0) @dx.resource.handlefrombinding[@t](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call ptr(resource, float) @dx.resource.getpointer(target("dx.Texture", float, 1, 0, 0, 2D, 1, 0) %v0, <2 x i32> zeroinitializer)
  ret void
}"#;
    insta::assert_snapshot!(complaints(text, Form::Any));
}

#[test]
fn dxil_form_has_scalars_and_no_pointers_into_resources() {
    let text = r#"
@r = resource target("dx.TypedBuffer", float, 0, 0, 0), count 1, implicit 0
@g = groupshared global [4 x <2 x float>]
define void @g() {
block0:
  ret void
}
define void @f() {
block0:
  %v0 = call target("dx.TypedBuffer", float, 0, 0, 0) @dx.resource.handlefromimplicitbinding[@r](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call ptr(resource, float) @dx.resource.getpointer(target("dx.TypedBuffer", float, 0, 0, 0) %v0, i32 0)
  %v2 = alloca i1
  %v3 = construct i32 1, 2 to <2 x i32>
  call void @g()
  ret void
}"#;
    insta::assert_snapshot!(complaints(text, Form::Dxil));
}

/// A module of this size must verify in no time, whatever shape its graph has.
#[test]
fn long_chains_of_blocks_are_no_problem() {
    let mut text = String::from("define void @f(i1 %v0) {\n");
    for i in 0..20_000 {
        write!(text, "block{i}:\n  br i1 %v0, block{}, block20000\n", i + 1).expect("strings grow");
    }
    text += "block20000:\n  ret void\n}";
    assert_eq!(complaints(&text, Form::Any), "");
}

#[test]
fn what_others_see_of_functions_and_parameters_fits() {
    let text = r#"
@p = parameter global float
@l = groupshared global float
declare void @away(float) external
define void @here(float %v0 out) external {
block0:
  ret void
}
define float @start() constructor {
block0:
  ret float 1.0
}
define void @late(float %v0, ptr(function, float) %v1 result) {
block0:
  ret void
}
define void @main() {
block0:
  call void @away(i32 1)
  %v0 = call i32 @dx.hitkind()
  ret void
}
entry "m" = @main "miss" {
  parameter @p = payload
  parameter @p = attributes
  parameter @l = callable
}
entry "c" = @main "compute" {
  parameter @p = payload
}
"#;
    insta::assert_snapshot!(complaints(text, Form::Any));
    let stage = text.replace("  call void @away(i32 1)\n", "").replace("  parameter @p = attributes\n", "");
    let stage = stage.replace("  parameter @l = callable\n", "").replace(" out", "").replace(" result", "");
    let stage = stage
        .replace(") external {", ") {")
        .replace(") constructor {", ") {")
        .replace("entry \"c\" = @main \"compute\" {\n  parameter @p = payload", "entry \"c\" = @main \"compute\" {");
    insta::assert_snapshot!("of_the_stage", complaints(&stage, Form::Any));
}

/// Passes skip what they need not look for by the operations that were made, so each must be among them.
#[test]
fn an_operation_that_came_in_unseen_is_named() {
    let text = "define float @f(float %v0) {\nblock0:\n  %v1 = fneg float %v0\n  ret float %v1\n}";
    let mut module = parse(text).expect("a module");
    let func = module.funcs.values_mut().next().expect("a function");
    assert_eq!(func.uncounted(), None);
    let inst = func.blocks[func.layout[0]].insts[0];
    func.insts[inst].op = Op::FAbs;
    assert_eq!(func.uncounted(), Some(Op::FAbs));
    let errors = verify(&module, Form::Any).expect_err("`fabs` was not made");
    assert!(errors[0].message.contains("not among the operations that were made"), "{errors:?}");
}
