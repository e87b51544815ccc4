//! Tests libraries from IR text in DXIL form: their listings, and the result of DXC's validators.

use crate::support::{check, complaints, container};
use dxil::ValidatorVersion;

const EVERY_MODEL: [&str; 3] = ["lib_6_3", "lib_6_5", "lib_6_6"];

/// The listing of a library, after the validators have seen it and our own rules.
fn listing(text: &str) -> String {
    check(&EVERY_MODEL, text);
    assert_eq!(complaints("lib_6_6", text), [""; 0]);
    let bytes = container("lib_6_3", ValidatorVersion::minor(8), text).unwrap_or_else(|why| panic!("{why}"));
    let listing = dxil::disasm::disassemble_container(&bytes).expect("what is written can be read");
    let start = listing.find("target datalayout").expect("a listing has a module");
    listing[start..].to_owned()
}

/// What ray shaders receive are parameters; what they pass on keeps its type.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn ray_shaders_take_and_hand_on_memory() {
    insta::assert_snapshot!(listing(
        r#"
%P = type { <4 x float> "colour", i32 "hit", [2 x <3 x float>] "m" column_major }
%A = type { <2 x float> "where" }
%C = type { <3 x float> "v" }
@scene = resource target("dx.AccelerationStructure"), count 1, space 0, register 0
@p = parameter global %P
@a = parameter global %A
@c = parameter global %C

define void @start() "\01?start@@YAXXZ" {
block0:
  %v0 = alloca %P
  %v1 = call i32 @dx.dispatchraysindex[1]()
  %v2 = gep ptr(function, %P) %v0, i32 2, i32 0, i32 %v1
  store ptr(function, float) %v2, float 1.0
  %v3 = call target("dx.AccelerationStructure") @dx.resource.handlefrombinding[@scene](i32 0, i32 0, i32 1, i32 0, i1 false)
  call void @dx.traceray(target("dx.AccelerationStructure") %v3, i32 0, i32 255, i32 0, i32 1, i32 0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, float 1.0, float 1.0, ptr(function, %P) %v0)
  %v4 = alloca %C
  call void @dx.callshader(i32 %v1, ptr(function, %C) %v4)
  ret void
}
define void @box() "\01?box@@YAXXZ" {
block0:
  %v0 = alloca %A
  %v1 = gep ptr(function, %A) %v0, i32 0, i32 1
  %v2 = call float @dx.objecttoworld[6]()
  store ptr(function, float) %v1, float %v2
  %v3 = call float @dx.raytmin()
  %v4 = call i1 @dx.reporthit(float %v3, i32 1, ptr(function, %A) %v0)
  ret void
}
define void @touch() "\01?touch@@YAXUP@@UA@@@Z" {
block0:
  %v0 = globaladdr[@p]
  %v1 = gep ptr(parameter, %P) %v0, i32 1
  %v2 = load ptr(parameter, i32) %v1
  %v3 = icmp.eq i32 %v2, 0
  br i1 %v3, block1, block2
block1:
  call void @dx.ignorehit()
  unreachable
block2:
  call void @dx.accepthitandendsearch()
  unreachable
}
define void @hit() "\01?hit@@YAXUP@@UA@@@Z" {
block0:
  %v0 = globaladdr[@a]
  %v1 = gep ptr(parameter, %A) %v0, i32 0, i32 0
  %v2 = load ptr(parameter, float) %v1
  %v3 = globaladdr[@p]
  %v4 = gep ptr(parameter, %P) %v3, i32 0, i32 3
  store ptr(parameter, float) %v4, float %v2
  ret void
}
define void @nothing() "\01?nothing@@YAXUP@@@Z" {
block0:
  ret void
}
define void @called() "\01?called@@YAXUC@@@Z" {
block0:
  %v0 = globaladdr[@c]
  %v1 = gep ptr(parameter, %C) %v0, i32 0, i32 2
  %v2 = call i32 @dx.dispatchraysdimensions[0]()
  %v3 = uitofp i32 %v2 to float
  store ptr(parameter, float) %v1, float %v3
  ret void
}
entry "start" = @start "ray generation" {
}
entry "box" = @box "intersection" {
}
entry "touch" = @touch "any-hit" {
  parameter @p = payload
  parameter @a = attributes
}
entry "hit" = @hit "closest-hit" {
  parameter @p = payload
  parameter @a = attributes
}
entry "nothing" = @nothing "miss" {
  parameter @p = payload
}
entry "called" = @called "callable" {
  parameter @c = callable
}
"#
    ));
}

/// Functions that stay functions: what they take and return by value and by reference, and calls of others.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn functions_keep_what_crosses_their_border() {
    insta::assert_snapshot!(listing(
        r#"
%S = type { <4 x float> "a", i32 "b" }
declare void @away(ptr(function, %S) result, <2 x float>, [2 x <3 x float>]) external "\01?away@@YA?AUS@@V?$vector@M$01@@V?$matrix@M$01$02@@@Z"
declare <3 x i32> @numbers(i1) external "\01?numbers@@YA?AV?$vector@H$02@@_N@Z"

define <2 x i32> @outer(<4 x float> %v0, [2 x <3 x float>] %v1, ptr(function, [3 x <2 x float>]) %v2 inout column_major, ptr(function, [4 x i32]) %v3) keep exported "\01?outer@@" returns signed {
block0:
  %v4 = alloca %S
  %v5 = extract[1] <4 x float> %v0
  %v6 = construct float %v5, float 1.0 to <2 x float>
  call void @away(ptr(function, %S) %v4, <2 x float> %v6, [2 x <3 x float>] %v1)
  %v7 = gep ptr(function, %S) %v4, i32 1
  %v8 = load ptr(function, i32) %v7
  %v9 = gep ptr(function, [3 x <2 x float>]) %v2, i32 %v8, i32 1
  %v10 = extract[1] [2 x <3 x float>] %v1
  %v11 = extract[2] <3 x float> %v10
  store ptr(function, float) %v9, float %v11
  %v12 = fcmp.ogt float %v11, 0.0
  %v13 = call <3 x i32> @numbers(i1 %v12)
  %v14 = extract[2] <3 x i32> %v13
  %v15 = gep ptr(function, [4 x i32]) %v3, i32 %v8
  %v16 = load ptr(function, i32) %v15
  %v17 = construct i32 %v14, i32 %v16 to <2 x i32>
  ret <2 x i32> %v17
}
define [2 x <2 x float>] @square(float %v0) keep exported "\01?square@@" {
block0:
  %v1 = construct float %v0, float 0.0 to <2 x float>
  %v2 = construct float 0.0, float %v0 to <2 x float>
  %v3 = construct <2 x float> %v1, <2 x float> %v2 to [2 x <2 x float>]
  ret [2 x <2 x float>] %v3
}
define float @trace(float %v0) keep exported "\01?trace@@" {
block0:
  %v1 = call [2 x <2 x float>] @square(float %v0)
  %v2 = extract[1] [2 x <2 x float>] %v1
  %v3 = extract[1] <2 x float> %v2
  %v4 = call float @inner(float %v3)
  ret float %v4
}
define float @inner(float %v0) keep "\01?inner@@" {
block0:
  %v1 = fmul float %v0, %v0
  ret float %v1
}
"#
    ));
}

/// Handles come from variables, one by one or out of an array, and resources need no register.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn resources_are_variables() {
    let text = r#"
%cb = type { <4 x float> "tint" }
@out = resource target("dx.TypedBuffer", float, 1, 0, 0), count 1, implicit 0
@many = resource target("dx.TypedBuffer", <4 x float>, 0, 0, 0), count 4, array, space 2, implicit 1
@all = resource target("dx.TypedBuffer", i32, 0, 0, 0), unbounded, array, space 3, register 5
@cb = resource target("dx.CBuffer", %cb), count 1, space 0, register 1
@lights = resource target("dx.RawBuffer", <4 x float>, 0, 0), count 1, implicit 2

define void @fill(i32 %v0) keep exported "\01?fill@@" {
block0:
  %v1 = call target("dx.CBuffer", %cb) @dx.resource.handlefrombinding[@cb](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v2 = call {float, float, float, float} @dx.resource.load.cbufferrow(target("dx.CBuffer", %cb) %v1, i32 0)
  %v3 = extract[0] {float, float, float, float} %v2
  %v4 = call target("dx.TypedBuffer", <4 x float>, 0, 0, 0) @dx.resource.handlefromimplicitbinding[@many](i32 1, i32 2, i32 4, i32 %v0, i1 true)
  %v5 = call {float, float, float, float, i1} @dx.resource.load.typedbuffer(target("dx.TypedBuffer", <4 x float>, 0, 0, 0) %v4, i32 0)
  %v6 = extract[2] {float, float, float, float, i1} %v5
  %v7 = call target("dx.TypedBuffer", i32, 0, 0, 0) @dx.resource.handlefrombinding[@all](i32 3, i32 5, i32 4294967295, i32 7, i1 false)
  %v8 = call {i32, i1} @dx.resource.load.typedbuffer(target("dx.TypedBuffer", i32, 0, 0, 0) %v7, i32 %v0)
  %v9 = extract[0] {i32, i1} %v8
  %v10 = sitofp i32 %v9 to float
  %v11 = fadd float %v3, %v6
  %v12 = fadd float %v11, %v10
  %v13 = call target("dx.RawBuffer", <4 x float>, 0, 0) @dx.resource.handlefromimplicitbinding[@lights](i32 2, i32 0, i32 1, i32 0, i1 false)
  %v14 = call {float, i1} @dx.resource.load.rawbuffer(target("dx.RawBuffer", <4 x float>, 0, 0) %v13, i32 3, i32 4)
  %v15 = extract[0] {float, i1} %v14
  %v16 = fadd float %v12, %v15
  %v17 = call target("dx.TypedBuffer", float, 1, 0, 0) @dx.resource.handlefromimplicitbinding[@out](i32 0, i32 0, i32 1, i32 0, i1 false)
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", float, 1, 0, 0) %v17, i32 %v0, float %v16)
  ret void
}
"#;
    insta::assert_snapshot!(listing(text));
    let bytes = container("lib_6_6", ValidatorVersion::minor(8), text).unwrap_or_else(|why| panic!("{why}"));
    let listing = dxil::disasm::disassemble_container(&bytes).expect("what is written can be read");
    let of_handles = |line: &&str| line.contains("dx.types.Handle") && !line.contains("declare");
    insta::assert_snapshot!(
        "with_annotated_handles",
        listing.lines().filter(of_handles).collect::<Vec<_>>().join("\n")
    );
}

/// Entries of stages with signatures come after the others, and each states its own.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn shaders_of_every_stage_stand_in_one_library() {
    insta::assert_snapshot!(listing(
        r#"
@shared = groupshared global [4 x float]

define void @pixel() {
block0:
  %v0 = call float @dx.loadinput[sig0, 1](i32 0, i32 undef)
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, float %v0)
  call void @dx.storeoutput[sig0, 1](i32 0, i32 undef, float %v0)
  call void @dx.storeoutput[sig0, 2](i32 0, i32 undef, float %v0)
  call void @dx.storeoutput[sig0, 3](i32 0, i32 undef, float 1.0)
  ret void
}
define float @twice(float %v0) keep exported "\01?twice@@" {
block0:
  %v1 = fadd float %v0, %v0
  ret float %v1
}
define void @threads() {
block0:
  %v0 = call i32 @dx.flattenedthreadidingroup()
  %v1 = globaladdr[@shared]
  %v2 = gep ptr(groupshared, [4 x float]) %v1, i32 %v0
  %v3 = uitofp i32 %v0 to float
  store ptr(groupshared, float) %v2, float %v3
  ret void
}
define void @empty() {
block0:
  ret void
}
entry "pixel" = @pixel "pixel" {
  earlydepthstencil
  input sig0 = "UV" 0, [1 x 2 x float], linear
  output sig0 = "SV_Target" 0, SV_Target, [1 x 4 x float]
}
entry "threads" = @threads "compute" {
  numthreads 4 1 1
}
entry "empty" = @empty "compute" {
  numthreads 1 1 1
}
"#
    ));
}

/// Every entry point of a library is looked at, with what belongs to it alone.
#[test]
fn each_entry_point_is_held_to_the_rules() {
    let found = complaints(
        "lib_6_5",
        r#"
%P = type { float "x" }
@p = parameter global %P
@shared = groupshared global [9000 x i32]

define void @lone() {
block0:
  ret void
}
define void @group() {
block0:
  %v0 = call i32 @dx.flattenedthreadidingroup()
  %v1 = globaladdr[@shared]
  %v2 = gep ptr(groupshared, [9000 x i32]) %v1, i32 %v0
  store ptr(groupshared, i32) %v2, i32 %v0
  %v3 = uitofp i32 %v0 to float
  ret void
}
define void @pixel() {
block0:
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, float 1.0)
  ret void
}
entry "lone" = @lone "miss" {
}
entry "group" = @group "compute" {
  numthreads 2000 1 1
}
entry "pixel" = @pixel "pixel" {
  output sig0 = "SV_Depth" 0, SV_Depth, [1 x 1 x float]
  output sig1 = "SV_StencilRef" 0, SV_StencilRef, [1 x 1 x i32]
}
"#,
    );
    insta::assert_snapshot!(found.join("\n"));
}

/// Subobjects stand in the runtime data of the container, and nowhere in the program.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn subobjects_are_data_for_the_runtime() {
    let text = r#"
define void @start() "\01?start@@YAXXZ" {
block0:
  ret void
}
entry "start" = @start "ray generation" {
}
subobject "global" = global_root_signature "020000000100000018000000000000003000000000000000020000000000000024000000010000000000000000000000"
subobject "local" = local_root_signature "020000000100000018000000000000003000000080000000020000000000000024000000010000000000000000000000"
subobject "config" = state_object_config 3
subobject "some" = association "local" "start" "elsewhere"
subobject "every" = association "config"
subobject "sizes" = shader_config 64 8
subobject "depth" = pipeline_config 7
subobject "triangles" = triangle_hit_group "" "closest" ""
subobject "spheres" = procedural_hit_group "any" "closest" "meet"
"#;
    check(&EVERY_MODEL, text);
    let tier_1_1 = "subobject \"depth1\" = pipeline_config1 3 256\n";
    check(&["lib_6_5", "lib_6_6"], &format!("{text}{tier_1_1}"));
    let bytes = container("lib_6_5", ValidatorVersion::minor(8), text).unwrap_or_else(|why| panic!("{why}"));
    let listing = dxil::disasm::disassemble_container(&bytes).expect("what is written can be read");
    let (header, program) = listing.split_once("target datalayout").expect("a listing has a module");
    assert!(!program.contains("spheres"), "{program}");
    let section = header.split_once("; Subobjects:").expect("a section on subobjects").1;
    insta::assert_snapshot!(section);
}

/// What starts the variables that exported functions use is listed for whoever links the library; an empty one is left out.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_constructor_is_listed() {
    let text = r#"
%cb = type { float "start" }
@cb = resource target("dx.CBuffer", %cb), count 1, space 0, register 0
@n = private global float

define float @next() keep exported "\01?next@@YAMXZ" {
block0:
  %v0 = globaladdr[@n]
  %v1 = load ptr(private, float) %v0
  %v2 = fadd float %v1, 1.0
  store ptr(private, float) %v0, float %v2
  ret float %v2
}
define void @_GLOBAL__sub_I_x.hlsl() constructor {
block0:
  %v0 = call target("dx.CBuffer", %cb) @dx.resource.handlefrombinding[@cb](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v1 = call {float, float, float, float} @dx.resource.load.cbufferrow(target("dx.CBuffer", %cb) %v0, i32 0)
  %v2 = extract[0] {float, float, float, float} %v1
  %v3 = globaladdr[@n]
  store ptr(private, float) %v3, float %v2
  ret void
}
"#;
    let about = |line: &&str| line.contains("_GLOBAL__") || line.contains("global_ctors") || line.contains("@n ");
    let seen = listing(text);
    insta::assert_snapshot!(seen.lines().filter(about).collect::<Vec<_>>().join("\n"));
    let empty = "define void @_GLOBAL__sub_I_x.hlsl() constructor {\nblock0:\n  ret void\n}\n";
    let seen = listing(
        &format!("{}{empty}", &text[..text.find("define void @_GLOBAL__").expect("it has one")])
            .replace("@cb = ", "@unused = "),
    );
    assert!(!seen.contains("_GLOBAL__"), "{seen}");
}
