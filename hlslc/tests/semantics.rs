//! Tests the semantic indices of signature elements.

use hlslc::options::Backend;
use hlslc::{Compiler, NoIncludes, Options, Style};

fn reported(members: &str) -> (bool, String) {
    let source = format!("struct V {{ {members} float4 p : SV_Position; }}; V main() {{ return (V)0; }}");
    let options = Options::default().with(|options| options.target = "vs_6_0".parse().ok());
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    (output.object.is_some(), output.render(Style::Clang, false))
}

#[test]
fn a_matrix_takes_an_index_for_each_column() {
    for taken in [
        "float4x2 m : T0; float4 n : T2;",
        "float3x4 m : T1; float4 n : T5;",
        "float4x2 m[2] : T0; float n : T4;",
        "float n : T0; float2x3 m : T1; float o : T4;",
    ] {
        let (is_taken, text) = reported(taken);
        assert!(is_taken, "{taken}\n{text}");
    }
    for rejected in [
        "float4x2 m : T0; float4 n : T1;",
        "float3x4 m : T1; float4 n : T4;",
        "float4x2 m[2] : T0; float n : T3;",
        "float n : T3; float2x3 m : T1;",
    ] {
        let (is_taken, text) = reported(rejected);
        assert!(!is_taken && text.contains("is used more than once"), "{rejected}\n{text}");
    }
}

/// What an operation gives is a number or a vector; DXC writes a module that its validator rejects.
#[test]
fn system_values_that_operations_give_are_no_arrays() {
    for parameter in ["uint at[3]", "uint1x3 at"] {
        for use_of in ["at[0]", "f(at)"] {
            let source = format!(
                "RWBuffer<uint> o; uint3 f({parameter}) {{ return (uint3)at[0]; }}
                [numthreads(1, 1, 1)] void main({parameter} : SV_DispatchThreadID) {{ o[0] = {use_of}.x; }}"
            );
            let options = Options::new("cs_6_0".parse().expect("a target"));
            let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
            let reported = output.render(Style::Clang, false);
            assert!(!output.is_ok() && !reported.contains("internal"), "{source}\n{reported}");
        }
    }
}

/// A number there is rejected by the validators of both targets.
#[test]
fn whether_a_primitive_is_culled_is_a_truth_value() {
    for (ty, fits) in [("bool", true), ("uint", false), ("float2", false), ("bool2", false)] {
        let source = format!(
            "struct P {{ {ty} culled : SV_CullPrimitive; }}; struct V {{ float4 p : SV_Position; }};
            [numthreads(1, 1, 1)] [outputtopology(\"triangle\")]
            void main(out vertices V v[3], out primitives P p[1], out indices uint3 t[1]) {{
                SetMeshOutputCounts(3, 1); v[0].p = v[1].p = v[2].p = 0; t[0] = uint3(0, 1, 2); p[0].culled = 1;
            }}"
        );
        let options = Options::new("ms_6_5".parse().expect("a target"));
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        let reported = output.render(Style::Clang, false);
        assert_eq!(output.is_ok(), fits, "{reported}");
        assert!(fits || reported.contains("semantic `SV_CullPrimitive` has type `bool`"), "{reported}");
    }
}

/// DXC makes one element of both.
#[test]
fn bit_fields_share_no_semantic() {
    let source = "struct S { uint a : 4; uint b : 4; };
S main() : S { return (S)0; }
";
    let options = Options::default().with(|options| options.target = "vs_6_0".parse().ok());
    let output = Compiler::new(options).compile("shader.hlsl", source.as_bytes(), &NoIncludes);
    insta::assert_snapshot!(output.render(Style::Clang, false));
}

/// With `-Gec` semantics of Direct3D 9 stand for system values at the points that DXC names, in structs and with numbers too.
#[test]
fn old_semantics_are_system_values_if_that_is_asked_for() {
    let elements = |target: &str, source: &str| {
        let options = Options::new(target.parse().expect("a target")).with(|options| {
            options.language = hlslc::LanguageVersion::V2016;
            options.writable_constants = true;
            options.emit = hlslc::options::Emit::Dxil;
        });
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        let reported = output.render(Style::Clang, false);
        let text = output.text.unwrap_or(reported);
        let rows = text.lines().filter(|line| line.starts_with(';') && line.contains(" float "));
        let words = rows.map(|row| row.split_whitespace().skip(1).take(5).collect::<Vec<_>>().join(" "));
        words.collect::<Vec<_>>().join("\n")
    };
    let vertices = "struct V { float4 p : POSITION; float2 uv : TEXCOORD0; }; V main(V v) { return v; }";
    insta::assert_snapshot!(elements("vs_6_0", vertices), @r"
    POSITION 0 xyzw 0 NONE
    TEXCOORD 0 xy 1 NONE
    SV_Position 0 xyzw 0 POS
    TEXCOORD 0 xy 1 NONE
    ");
    let pixels = "struct O { float4 c : color1; float d : Depth; float4 e : COLOR; };
        O main(float4 at : VPOS, float4 p : POSITION) { O o; o.c = o.e = at + p; o.d = 1; return o; }";
    insta::assert_snapshot!(elements("ps_6_0", pixels), @r"
    SV_Position 0 xyzw 0 POS
    POSITION 0 xyzw 1 NONE
    SV_Target 0 xyzw 0 TARGET
    SV_Target 1 xyzw 1 TARGET
    SV_Depth 0 N/A oDepth DEPTH
    ");
}

/// That the position is a `centroid` beside a limited depth is a rule of DXIL; Vulkan has none.
#[test]
fn a_limited_depth_asks_for_a_centroid_position_in_dxil_alone() {
    let source =
        "float4 main(float4 p : SV_Position, out float d : SV_DepthGreaterEqual) : SV_Target { d = p.z; return 1; }";
    for (backend, is_taken) in [(Backend::Dxil, false), (Backend::Spirv, true)] {
        let options = Options::new("ps_6_6".parse().expect("a target")).with(|options| options.backend = backend);
        let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
        assert_eq!(output.is_ok(), is_taken, "{}", output.render(Style::Clang, false));
    }
}
