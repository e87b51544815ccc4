//! IR text in DXIL form to containers, each judged by DXC's validator.

use dxc_oracle::Dxc;
use dxil::ValidatorVersion;
use dxil::container::Signing;
use dxil::container::assemble::{ExtraParts, assemble};
use hlslc_base::Target;
use hlslc_dxil_lower::{LowerOptions, lower};

fn container(target: &str, validator: ValidatorVersion, text: &str) -> Result<Vec<u8>, String> {
    let target: Target = target.parse().expect("a profile");
    let module = hlslc_ir::text::parse(text).map_err(|e| e.to_string())?;
    hlslc_ir::verify::verify(&module, hlslc_ir::verify::Form::Dxil).map_err(|errors| errors[0].to_string())?;
    let options = LowerOptions { target, automatic_space: None, validator };
    let lowered = lower(&module, options)
        .map_err(|problems| problems.iter().map(|d| d.message.clone()).collect::<Vec<_>>().join("; "))?;
    let container = assemble(&lowered.module, &lowered.shader, ExtraParts::default()).map_err(|e| e.to_string())?;
    Ok(container.write(Signing::Digest))
}

/// Lowers for each target, and lets the validator judge.
fn check(targets: &[&str], text: &str) {
    let dxc = match Dxc::load() {
        Ok(dxc) => Some(dxc),
        Err(why) if std::env::var_os("HLSLC_REQUIRE_ORACLE").is_some() => panic!("{why}"),
        Err(why) => {
            eprintln!("SKIPPED: no DXC to validate with: {why}");
            None
        }
    };
    let versions = dxc.as_ref().map_or(vec![dxc_oracle::AGREED_VALIDATOR], |dxc| dxc.validators_or_skip("lower"));
    for target in targets {
        for &(_, minor) in &versions {
            let validator = ValidatorVersion::minor(minor as u8);
            let bytes = container(target, validator, text).unwrap_or_else(|why| panic!("{target}: {why}"));
            if let Some(dxc) = &dxc
                && let Err(why) = dxc.validate(&bytes)
            {
                let listing = dxc.disassemble(&bytes).unwrap_or_default();
                panic!("{target} for validator {validator}: {why}\n{listing}");
            }
        }
    }
}

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
    insta::assert_snapshot!(error, @"what is stored to this resource is in part undefined; give all its components a value");
}

#[test]
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
fn operations_are_refused_where_they_do_not_exist() {
    let text = r#"
define void @main() {
block0:
  %v0 = call i1 @dx.quad.vote[0](i1 true)
  ret void
}

entry "main" = @main "compute" {
  numthreads 1 1 1
}
"#;
    insta::assert_snapshot!(container("cs_6_5", ValidatorVersion::default(), text).unwrap_err(), @"QuadVote needs shader model 6.7; the target is 6.5");
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
fn a_stage_that_cannot_be_written_yet_is_said() {
    let text = r#"
define void @main() {
block0:
  ret void
}

entry "main" = @main "miss" {
  payload 4
}
"#;
    insta::assert_snapshot!(container("lib_6_3", ValidatorVersion::default(), text).unwrap_err(), @"a miss shader is not supported yet in DXIL");
}
