//! What becomes of vectors where the shader model has them, and where not, from IR text.

use crate::common::{after, after_with};
use hlslc_base::ShaderModel;
use hlslc_passes::PassOptions;

const SHADER: &str = r#"
@g = groupshared global [8 x <5 x i1>]
@t = groupshared global <8 x i1>
@B = resource target("dx.RawBuffer", <5 x float>, 1, 0), count 1, space 0, register 0
@H = resource target("dx.RawBuffer", <2 x float>, 1, 0), count 1, space 0, register 1
define void @main(i32 %v0, <2 x i32> %v1) {
block0:
  %v2 = call target("dx.RawBuffer", <5 x float>, 1, 0) @dx.resource.handlefrombinding[@B](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v3 = call {<5 x float>, i1} @dx.resource.load.rawbuffer(target("dx.RawBuffer", <5 x float>, 1, 0) %v2, i32 %v0, i32 0)
  %v4 = extract[0] {<5 x float>, i1} %v3
  %v5 = insert.dynamic <5 x float> %v4, float 1.0, i32 %v0
  %v6 = fcmp.olt <5 x float> %v5, %v4
  %v7 = globaladdr[@g]
  %v8 = gep ptr(groupshared, [8 x <5 x i1>]) %v7, i32 %v0
  store ptr(groupshared, <5 x i1>) %v8, <5 x i1> %v6
  %v9 = gep ptr(groupshared, [8 x <5 x i1>]) %v7, i32 %v0, 3
  %v10 = load ptr(groupshared, i1) %v9
  %v11 = gep ptr(groupshared, [8 x <5 x i1>]) %v7, i32 %v0, 2
  store ptr(groupshared, i1) %v11, i1 %v10
  %v19 = globaladdr[@t]
  %v20 = gep ptr(groupshared, <8 x i1>) %v19, i32 %v0
  %v21 = load ptr(groupshared, i1) %v20
  store ptr(groupshared, i1) %v11, i1 %v21
  %v12 = load ptr(groupshared, <5 x i1>) %v8
  %v13 = fadd <5 x float> %v5, %v5
  %v14 = select <5 x i1> %v12, <5 x float> %v5, %v13
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", <5 x float>, 1, 0) %v2, i32 %v0, i32 0, <5 x float> %v14)
  %v15 = call target("dx.RawBuffer", <2 x float>, 1, 0) @dx.resource.handlefrombinding[@H](i32 0, i32 1, i32 1, i32 0, i1 false)
  %v16 = f16tof32 <2 x i32> %v1 to <2 x float>
  %v17 = swizzle[yz] <5 x float> %v5
  %v18 = fmul <2 x float> %v16, %v17
  call void @dx.resource.store.rawbuffer(target("dx.RawBuffer", <2 x float>, 1, 0) %v15, i32 %v0, i32 0, <2 x float> %v18)
  ret void
}"#;

/// Where a shader model has vectors they stay; what only numbers have is done on their components.
#[test]
fn vectors_stay_where_the_shader_model_has_them() {
    let options = PassOptions { model: ShaderModel::new(6, 9), ..PassOptions::default() };
    insta::assert_snapshot!(after_with(&options, &["scalarise", "flatten-memory", "dce"], SHADER));
}

#[test]
fn vectors_come_apart_before() {
    let of_four = SHADER.replace("<5 x", "<4 x");
    insta::assert_snapshot!(after(&["scalarise", "flatten-memory", "dce"], &of_four));
}

const PAYLOAD: &str = r#"
%P = type { <4 x float> "color", <2 x i32> "at", [2 x <3 x float>] "matrix" }
@p = parameter global %P

define void @hit() {
block0:
  %v0 = globaladdr[@p]
  %v1 = gep ptr(parameter, %P) %v0, i32 0
  %v2 = load ptr(parameter, <4 x float>) %v1
  %v3 = fadd <4 x float> %v2, %v2
  store ptr(parameter, <4 x float>) %v1, <4 x float> %v3
  %v4 = gep ptr(parameter, %P) %v0, i32 1
  store ptr(parameter, <2 x i32>) %v4, <2 x i32> (1, 2)
  %v5 = gep ptr(parameter, %P) %v0, i32 2, 0
  %v6 = extract[3] <4 x float> %v3
  %v7 = construct float %v6, %v6, %v6 to <3 x float>
  store ptr(parameter, <3 x float>) %v5, <3 x float> %v7
  %v8 = load ptr(parameter, <4 x float>) %v1
  %v9 = extract[0] <4 x float> %v8
  %v10 = gep ptr(parameter, %P) %v0, i32 0, 1
  store ptr(parameter, float) %v10, float %v9
  ret void
}

entry "hit" = @hit "miss" {
  parameter @p = payload
}
"#;

/// Vectors of two components and those that may be rows of a matrix come apart, and so do those of which little is needed. Only
/// libraries may have vectors in memory before 6.9.
#[test]
fn memory_that_others_see_is_accessed_by_vectors() {
    let options = PassOptions { is_library: true, model: ShaderModel::new(6, 3), ..PassOptions::default() };
    let passes = ["scalarise", "simplify", "cse", "dce"];
    insta::assert_snapshot!(after_with(&options, &passes, PAYLOAD));
    // What comes before is printed too.
    assert_eq!(after(&passes, PAYLOAD).matches("load ptr(parameter, <4 x float>)").count(), 2);
}

/// The barycentrics of a hit go to the payload, alone and as all that the attributes are.
const COPIES: &str = r#"
%Hit = type { <2 x float> "bary" }
%Payload = type { <2 x float> "bary", %Hit "hit", <2 x float> "sum" }
@p = parameter global %Payload
@a = parameter global %Hit

define void @closest() {
block0:
  %v0 = globaladdr[@p]
  %v1 = globaladdr[@a]
  %v2 = load ptr(parameter, %Hit) %v1
  %v3 = extract[0] %Hit %v2
  %v4 = gep ptr(parameter, %Payload) %v0, i32 0
  store ptr(parameter, <2 x float>) %v4, <2 x float> %v3
  %v5 = gep ptr(parameter, %Payload) %v0, i32 1
  store ptr(parameter, %Hit) %v5, %Hit %v2
  %v6 = gep ptr(parameter, %Hit) %v1, i32 0
  %v7 = load ptr(parameter, <2 x float>) %v6
  %v8 = fadd <2 x float> %v7, %v7
  %v9 = gep ptr(parameter, %Payload) %v0, i32 2
  store ptr(parameter, <2 x float>) %v9, <2 x float> %v8
  ret void
}
"#;

#[test]
fn two_components_that_only_move_are_one_access() {
    let options = PassOptions { is_library: true, model: ShaderModel::new(6, 3), ..PassOptions::default() };
    insta::assert_snapshot!(after_with(&options, &["scalarise", "simplify", "cse", "dce"], COPIES));
}
