//! Tests the lowering of IR text in DXIL form to containers, which DXC's validator checks.

use crate::support::{check, container, lowered, parse};
use dxil::ValidatorVersion;
use hlslc_dxil_lower::LowerOptions;

/// `float2 r; r.x = 1; Out[0] = r;`
#[test]
fn a_store_of_an_undefined_component_is_an_error() {
    let text = r#"
@Out = resource target("dx.TypedBuffer", <2 x float>, 1, 0, 0), count 1, space 0, register 0

define void @main() {
block0:
  %v0 = call target("dx.TypedBuffer", <2 x float>, 1, 0, 0) @dx.resource.handlefrombinding[@Out](i32 0, i32 0, i32 1, i32 0, i1 false)
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", <2 x float>, 1, 0, 0) %v0, i32 0, float 1.0, float undef)
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;
    let error = container("cs_6_0", ValidatorVersion::minor(6), text).expect_err("a component is undefined");
    insta::assert_snapshot!(error, @"the value stored to this resource is partly undefined: give all its components a value");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn buffers_constants_and_branches() {
    check(
        &["cs_6_0", "cs_6_2", "cs_6_6"],
        r#"
%Globals = type { float "scale", i32 "n" }
@Out = resource target("dx.TypedBuffer", <2 x float>, 1, 0, 0), count 1, space 1, register 3
@In = resource target("dx.RawBuffer", <4 x float>, 0, 0), count 4, array, space 0, register 2
@Raw = resource target("dx.RawBuffer", i8, 1, 0), count 1, space 0, register 0
@Globals = resource target("dx.CBuffer", %Globals), count 1, space 0, register 0
@shared = groupshared global [64 x i32]

define void @main() {
block0:
  %v0 = call i32 @dx.threadid[0]()
  %v1 = call i32 @dx.flattenedthreadidingroup()
  %v2 = call target("dx.CBuffer", %Globals) @dx.resource.handlefrombinding[@Globals](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v3 = call {float, i32, i32, i32} @dx.resource.load.cbufferrow(target("dx.CBuffer", %Globals) %v2, i32 0)
  %v4 = extract[0] {float, i32, i32, i32} %v3
  %v5 = globaladdr[@shared]
  %v6 = gep ptr(groupshared, [64 x i32]) %v5, i32 %v1
  store ptr(groupshared, i32) %v6, i32 %v0
  call void @dx.barrier[sync|groupshared]()
  %v7 = icmp.ugt i32 %v0, 3
  br i1 %v7, block1, block2(float %v4) !selection merge block2 branch
block1:
  %v8 = call target("dx.RawBuffer", <4 x float>, 0, 0) @dx.resource.handlefrombinding[@In](i32 0, i32 2, i32 4, i32 1, i1 false)
  %v9 = call {float, float, i1} @dx.resource.load.rawbuffer(target("dx.RawBuffer", <4 x float>, 0, 0) %v8, i32 %v0, i32 4)
  %v10 = extract[1] {float, float, i1} %v9
  %v11 = fadd float %v10, %v4
  %v12 = fneg float %v11
  br block2(float %v12)
block2(float %v13):
  %v14 = call target("dx.TypedBuffer", <2 x float>, 1, 0, 0) @dx.resource.handlefrombinding[@Out](i32 1, i32 3, i32 1, i32 0, i1 false)
  call void @dx.resource.store.typedbuffer(target("dx.TypedBuffer", <2 x float>, 1, 0, 0) %v14, i32 %v0, float %v13, float %v4)
  %v15 = call target("dx.RawBuffer", i8, 1, 0) @dx.resource.handlefrombinding[@Raw](i32 0, i32 0, i32 1, i32 0, i1 false)
  %v16 = call i32 @dx.firstbithigh.u(i32 %v0)
  %v17 = call i32 @dx.resource.atomicrmw[umax](target("dx.RawBuffer", i8, 1, 0) %v15, i32 8, i32 0, i32 %v16)
  ret void
}

entry "main" = @main "compute" {
  numthreads 64 1 1
}
"#,
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_vertex_shader_with_a_loop_over_an_array() {
    check(
        &["vs_6_0", "vs_6_6"],
        r#"
@table = constant global [3 x float] (0.5, 0.25, 2.0)

define void @main() {
block0:
  %v0 = call i32 @dx.loadinput[sig0, 0](i32 0, undef)
  %v1 = call float @dx.loadinput[sig1, 2](i32 0, undef)
  %v2 = globaladdr[@table]
  br block1(i32 0, float %v1)
block1(i32 %v3, float %v4):
  %v5 = icmp.ult i32 %v3, %v0
  br i1 %v5, block2, block3 !loop merge block3 continue block2
block2:
  %v6 = urem i32 %v3, 3
  %v7 = gep ptr(constant, [3 x float]) %v2, i32 %v6
  %v8 = load ptr(constant, float) %v7
  %v9 = fmul float %v4, %v8
  %v10 = add i32 %v3, 1
  br block1(i32 %v10, float %v9)
block3:
  call void @dx.storeoutput[sig0, 0](i32 0, undef, float %v4)
  call void @dx.storeoutput[sig0, 1](i32 0, undef, float 1.0)
  call void @dx.storeoutput[sig0, 2](i32 0, undef, float 0.0)
  call void @dx.storeoutput[sig0, 3](i32 0, undef, float 1.0)
  call void @dx.storeoutput[sig1, 0](i32 0, undef, float %v1)
  ret void
}

entry "main" = @main "vertex" {
  input sig0 = "SV_VertexID" 0, SV_VertexID, [1 x 1 x i32]
  input sig1 = "NORMAL" 0, [1 x 3 x float]
  output sig0 = "SV_Position" 0, SV_Position, [1 x 4 x float], linear
  output sig1 = "SHADE" 0, [1 x 1 x float], linear
}
"#,
    );
}

#[test]
fn operations_are_rejected_where_they_do_not_exist() {
    let text = r#"
define void @main() {
block0:
  call void @dx.barrier.memory(i32 1, i32 1)
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;
    insta::assert_snapshot!(container("cs_6_5", ValidatorVersion::default(), text).unwrap_err(), @"BarrierByMemoryType needs shader model 6.8; the target is 6.5");
}

#[test]
fn a_mistake_of_ours_names_stage_and_function() {
    let text = r#"
define void @shade() {
block0:
  %v0 = call i32 @dx.loadinput[sig0, 0](i32 0, i32 undef)
  %v1 = call i32 @dx.attributeatvertex[sig0, 0](i32 0, i32 %v0)
  ret void
}

entry "main" = @shade "pixel" {
  input sig0 = "A" 0, [1 x 1 x i32], nointerpolation
}
"#;
    insta::assert_snapshot!(container("ps_6_1", ValidatorVersion::default(), text).unwrap_err(), @"internal compiler error, not a mistake in the shader: lower to DXIL, function `shade`: a vertex that is no constant has no form in DXIL");
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_geometry_shader_with_two_streams() {
    check(
        &["gs_6_0", "gs_6_2"],
        r#"
define void @main() {
block0:
  %v0 = call i32 @dx.primitiveid()
  %v1 = call float @dx.loadinput[sig0, 2](i32 0, i32 %v0)
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, float 1.0)
  call void @dx.emitvertex(i32 0)
  call void @dx.cutstrip(i32 0)
  call void @dx.storeoutput[sig1, 1](i32 0, i32 undef, float %v1)
  call void @dx.emitvertex(i32 1)
  ret void
}

entry "main" = @main "geometry" {
  primitive lineadj
  topology pointlist
  vertices 2
  instances 3
  streams 3
  input sig0 = "A" 0, [1 x 4 x float], linear
  input sig1 = "SV_PrimitiveID" 0, SV_PrimitiveID, [1 x 1 x i32]
  output sig0 = "A" 0, [1 x 1 x float], linear
  output sig1 = "A" 0, [1 x 2 x float], linear, stream 1
}
"#,
    );
}

/// What a control point depends on its readers among the patch constants depend on too.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn both_functions_of_a_hull_shader() {
    let text = r#"
define void @main() {
block0:
  %v0 = call i32 @dx.outputcontrolpointid()
  %v1 = call float @dx.loadinput[sig0, 1](i32 0, i32 %v0)
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, float %v1)
  ret void
}

define void @constants() {
block0:
  %v0 = call float @dx.loadcontrolpoint[sig0, 0](i32 0, i32 2)
  %v1 = call float @dx.loadinput[sig0, 0](i32 0, i32 1)
  call void @dx.storepatchconstant[sig0, 0](i32 0, i32 undef, float %v0)
  call void @dx.storepatchconstant[sig0, 0](i32 1, i32 undef, float %v1)
  call void @dx.storepatchconstant[sig0, 0](i32 2, i32 undef, float 1.0)
  call void @dx.storepatchconstant[sig1, 0](i32 0, i32 undef, float 1.0)
  ret void
}

entry "main" = @main "hull" {
  patchconstant @constants
  domain tri
  partitioning integer
  topology triangle_cw
  inputpoints 3
  outputpoints 3
  input sig0 = "A" 0, [1 x 2 x float], linear
  output sig0 = "A" 0, [1 x 1 x float], linear
  patch sig0 = "SV_TessFactor" 0, SV_TessFactor, [3 x 1 x float]
  patch sig1 = "SV_InsideTessFactor" 0, SV_InsideTessFactor, [1 x 1 x float]
}
"#;
    check(&["hs_6_0", "hs_6_2"], text);
    let module = parse(text, true).expect("it is in the form for DXIL");
    let options = LowerOptions::new("hs_6_0".parse().expect("a profile"));
    let lowered = lowered(&module, options).expect("it lowers");
    let found = lowered.shader.dependencies.expect("a pipeline's shader has them");
    // Factors stand in the last component of their registers: 3, 7 and 11.
    let of = |input: u32| (0..found.patch).filter(|&to| found.inputs_to_patch.get(input, to)).collect::<Vec<_>>();
    assert_eq!((of(0), of(1)), (vec![7], vec![3]));
    assert!(found.inputs_to_outputs[0].get(1, 0) && !found.inputs_to_outputs[0].get(0, 0));
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_domain_shader_reads_patch_constants() {
    check(
        &["ds_6_0"],
        r#"
define void @main() {
block0:
  %v0 = call float @dx.domainlocation[2]()
  %v1 = call float @dx.loadpatchconstant[sig0, 0](i32 1, i32 undef)
  %v2 = fadd float %v0, %v1
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, float %v2)
  ret void
}

entry "main" = @main "domain" {
  domain tri
  inputpoints 3
  output sig0 = "A" 0, [1 x 1 x float], linear
  patch sig0 = "SV_TessFactor" 0, SV_TessFactor, [3 x 1 x float]
}
"#,
    );
}

/// The payload is fetched once, however often its address is asked for.
#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn a_mesh_shader_reads_its_payload() {
    check(
        &["ms_6_5"],
        r#"
%Part = type { [3 x float] "offset", i32 "key" }
%Payload = type { i32 "first", [4 x %Part] "parts" }
@payload = payload global %Payload

define void @main() {
block0:
  %v0 = call i32 @dx.flattenedthreadidingroup()
  call void @dx.setmeshoutputcounts(i32 3, i32 1)
  %v1 = globaladdr[@payload]
  %v2 = gep ptr(payload, %Payload) %v1, i32 1, i32 %v0, i32 0, i32 2
  %v3 = load ptr(payload, float) %v2
  %v4 = globaladdr[@payload]
  %v5 = gep ptr(payload, %Payload) %v4, i32 0
  %v6 = load ptr(payload, i32) %v5
  call void @dx.storeoutput[sig0, 0](i32 0, i32 %v0, float %v3)
  call void @dx.storepatchconstant[sig0, 0](i32 0, i32 0, i32 %v6)
  call void @dx.storeindices(i32 0, i32 0, i32 1, i32 2)
  ret void
}

entry "main" = @main "mesh" {
  numthreads 3 1 1
  topology triangle
  vertices 3
  primitives 1
  payload 68
  output sig0 = "A" 0, [1 x 1 x float], linear
  patch sig0 = "SV_PrimitiveID" 0, SV_PrimitiveID, [1 x 1 x i32], nointerpolation
}
"#,
    );
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn an_amplification_shader_hands_on_a_payload() {
    check(
        &["as_6_5"],
        r#"
%Part = type { [3 x float] "offset", i32 "key" }
%Payload = type { i32 "first", [4 x %Part] "parts" }
@payload = groupshared global %Payload

define void @main() {
block0:
  %v0 = call i32 @dx.flattenedthreadidingroup()
  %v1 = globaladdr[@payload]
  %v2 = gep ptr(groupshared, %Payload) %v1, i32 1, i32 %v0, i32 1
  store ptr(groupshared, i32) %v2, i32 %v0
  call void @dx.dispatchmesh(i32 1, i32 1, i32 1, ptr(groupshared, %Payload) %v1)
  ret void
}

entry "main" = @main "amplification" {
  numthreads 4 1 1
  payload 68
}
"#,
    );
}
