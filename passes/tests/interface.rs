//! Parameters and results of entry points, from IR text.

use crate::common;
use crate::common::after;

const VERTEX: &str = r#"
%V = type { <4 x float> "position", [2 x <2 x float>] "uv", [3 x <2 x float>] "matrix" column_major, i1 "flag" }
"#;

#[test]
fn a_copy_of_an_input_that_is_indexed_at_run_time_gives_way_to_the_input() {
    let text = format!(
        r#"{VERTEX}
@v = input global [3 x %V]
define void @main() {{
block0:
  %v0 = globaladdr[@v]
  %v1 = load ptr(input, [3 x %V]) %v0
  %v2 = alloca [3 x %V]
  store ptr(function, [3 x %V]) %v2, [3 x %V] %v1
  %v3 = call i32 @dx.primitiveid()
  %v4 = gep ptr(function, [3 x %V]) %v2, i32 %v3, i32 1, i32 1
  %v5 = load ptr(function, <2 x float>) %v4
  %v6 = gep ptr(function, [3 x %V]) %v2, i32 0, i32 3
  %v7 = load ptr(function, i1) %v6
  %v8 = select i1 %v7, <2 x float> %v5, <2 x float> zeroinitializer
  call void @dx.storeoutput[sig0, 0](i32 0, i32 undef, <2 x float> %v8)
  ret void
}}
entry "main" = @main "geometry" {{
  input sig0 = "SV_Position" 0, SV_Position, [1 x 4 x float]
  input sig1 = "UV" 0, [2 x 2 x float]
  input sig2 = "M" 0, [2 x 3 x float]
  input sig3 = "FLAG" 0, [1 x 1 x i1]
  output sig0 = "UV" 0, [1 x 2 x float]
  variable @v = input vertices {{sig0, sig1, sig2 columns, sig3}}
}}"#
    );
    insta::assert_snapshot!(after(&["forward-copies", "interface", "dce"], &text));
}

#[test]
fn control_points_and_patch_constants_are_read_where_they_are_needed() {
    let text = format!(
        r#"{VERTEX}
@patch = input global [4 x %V]
@factor = input global [4 x float]
@where = input global <2 x float>
@result = output global %V
define void @main() {{
block0:
  %v0 = globaladdr[@patch]
  %v1 = gep ptr(input, [4 x %V]) %v0, i32 3, i32 2, i32 1
  %v2 = load ptr(input, <2 x float>) %v1
  %v3 = globaladdr[@factor]
  %v4 = gep ptr(input, [4 x float]) %v3, i32 2
  %v5 = load ptr(input, float) %v4
  %v6 = globaladdr[@where]
  %v7 = load ptr(input, <2 x float>) %v6
  %v8 = fadd <2 x float> %v2, %v7
  %v9 = globaladdr[@result]
  %v10 = gep ptr(output, %V) %v9, i32 2, i32 2
  store ptr(output, <2 x float>) %v10, <2 x float> %v8
  %v11 = gep ptr(output, %V) %v9, i32 0, i32 3
  store ptr(output, float) %v11, float %v5
  ret void
}}
entry "main" = @main "domain" {{
  inputpoints 4
  input sig0 = "SV_Position" 0, SV_Position, [1 x 4 x float]
  input sig1 = "M" 0, [2 x 3 x float]
  output sig0 = "SV_Position" 0, SV_Position, [1 x 4 x float]
  output sig1 = "M" 0, [2 x 3 x float]
  patch sig0 = "SV_TessFactor" 0, SV_TessFactor, [4 x 1 x float]
  variable @patch = input vertices {{sig0, nothing, sig1 columns, nothing}}
  variable @factor = patch sig0
  variable @where = input op domainlocation components
  variable @result = output {{sig0, nothing, sig1 columns, nothing}}
}}"#
    );
    insta::assert_snapshot!(after(&["interface", "dce"], &text));
}

#[test]
fn a_stream_knows_its_number_and_a_primitive_its_vertices() {
    insta::assert_snapshot!(after(
        &["interface"],
        r#"
@points = output global <4 x float>
define void @main() {
block0:
  %v0 = globaladdr[@points]
  store ptr(output, <4 x float>) %v0, <4 x float> zeroinitializer
  %v1 = call i32 @dx.streamof(ptr(output, <4 x float>) %v0)
  call void @dx.emitvertex(i32 %v1)
  ret void
}
entry "main" = @main "geometry" {
  output sig0 = "P" 0, [1 x 4 x float], stream 2
  variable @points = output stream 2 sig0
}"#
    ));
    insta::assert_snapshot!(after(
        &["interface"],
        r#"
@triangles = output global [8 x <3 x i32>]
define void @main() {
block0:
  %v0 = globaladdr[@triangles]
  %v1 = call i32 @dx.groupid[0]()
  %v2 = gep ptr(output, [8 x <3 x i32>]) %v0, i32 %v1
  store ptr(output, <3 x i32>) %v2, <3 x i32> zeroinitializer
  ret void
}
entry "main" = @main "mesh" {
  numthreads 1 1 1
  variable @triangles = none vertices indices
}"#
    ));
}

#[test]
fn a_component_of_an_output_by_number_is_an_error() {
    insta::assert_snapshot!(after(
        &["interface"],
        r#"
@p = output global [8 x <4 x float>]
define void @main() {
block0:
  %v0 = globaladdr[@p]
  %v1 = call i32 @dx.groupid[0]()
  %v2 = gep ptr(output, [8 x <4 x float>]) %v0, i32 %v1, i32 %v1
  store ptr(output, float) %v2, float 0.0
  ret void
}
entry "main" = @main "mesh" {
  numthreads 1 1 1
  output sig0 = "P" 0, [1 x 4 x float]
  variable @p = output vertices sig0
}"#
    ));
}

/// What SPIR-V has and DXIL has not.
#[test]
fn a_vertex_of_a_primitive_by_itself_is_for_spirv() {
    let text = r#"
@triangles = output global [8 x <3 x i32>]
define void @main() {
block0:
  %v0 = globaladdr[@triangles]
  %v1 = call i32 @dx.groupid[0]()
  %v2 = gep ptr(output, [8 x <3 x i32>]) %v0, i32 %v1, i32 2
  store ptr(output, i32) %v2, i32 7
  ret void
}
entry "main" = @main "mesh" {
  numthreads 1 1 1
  variable @triangles = none vertices indices
}"#;
    insta::assert_snapshot!(after(&["interface"], text));
    insta::assert_snapshot!(common::after_for(hlslc_passes::Target::Spirv, &["interface"], text));
}

/// `m[2]` of a `float2x3` is nothing, and writing to it does nothing.
#[test]
fn what_leads_out_of_a_matrix_is_undefined() {
    let text = r#"
@m = input global [2 x <3 x float>]
@o = output global [2 x <3 x float>]
define void @main() {
block0:
  %v0 = globaladdr[@m]
  %v1 = gep ptr(input, [2 x <3 x float>]) %v0, i32 2
  %v2 = load ptr(input, <3 x float>) %v1
  %v3 = gep ptr(input, [2 x <3 x float>]) %v0, i32 1, i32 5
  %v4 = load ptr(input, float) %v3
  %v5 = construct float %v4, %v4, %v4 to <3 x float>
  %v6 = fadd <3 x float> %v2, %v5
  %v7 = globaladdr[@o]
  %v8 = gep ptr(output, [2 x <3 x float>]) %v7, i32 2
  store ptr(output, <3 x float>) %v8, <3 x float> %v6
  %v9 = gep ptr(output, [2 x <3 x float>]) %v7, i32 1
  store ptr(output, <3 x float>) %v9, <3 x float> %v6
  ret void
}
entry "main" = @main "vertex" {
  input sig0 = "M" 0, [3 x 2 x float]
  output sig0 = "O" 0, [3 x 2 x float]
  variable @m = input sig0 columns
  variable @o = output sig0 columns
}"#;
    insta::assert_snapshot!(after(&["interface"], text));
}
