//! Tests each stage of a pipeline in SPIR-V, from IR text after the pass that resolves its interface.

use crate::common::{body, emit, lines, parse, spirv};
use hlslc_spirv::{Positions, SpirvEnv, SpirvOptions};

const FACE: &[&str] = &[
    "Version:",
    "OpCapability",
    "OpExtension",
    "OpEntryPoint",
    "OpExecutionMode",
    "OpName",
    "OpDecorate",
    "OpVariable",
];

macro_rules! stage {
    ($name:literal) => {
        stage!($name, SpirvOptions::default())
    };
    ($name:literal, $options:expr) => {
        spirv($name, include_str!(concat!("ir/", $name, ".ir")), &$options)
    };
}

fn face_and_body(text: &str) -> String {
    format!("{}\n{}", lines(text, FACE), body(text))
}

/// With SPIR-V 1.4, which `SPV_EXT_mesh_shader` asks for.
fn later() -> SpirvOptions {
    SpirvOptions { env: SpirvEnv::Vulkan1_1Spirv1_4, ..SpirvOptions::default() }
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_geometry_shader_reads_vertices_and_emits_them() {
    insta::assert_snapshot!(face_and_body(&stage!("geometry")));
}

/// What is never written, and of a vertex picked at run time what is never read, is in the interface as in DXC's.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn vertices_come_in_and_outputs_go_out_whole() {
    insta::assert_snapshot!(lines(&stage!("unwritten"), &["OpEntryPoint", "OpName"]));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn streams_beside_the_one_that_is_drawn_have_numbers() {
    insta::assert_snapshot!(face_and_body(&stage!("streams")));
}

/// One function calls both parts; outputs of a control point are those of the invocation.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_hull_shader_is_one_entry_point() {
    insta::assert_snapshot!(face_and_body(&stage!("hull")));
}

/// Its inputs have the locations that the hull shader's outputs have.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_domain_shader_reads_control_points_and_patch_constants() {
    insta::assert_snapshot!(face_and_body(&stage!("domain")));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_mesh_shader_is_of_the_extension_that_the_environment_has() {
    insta::assert_snapshot!("mesh_of_nv", face_and_body(&stage!("mesh")));
    insta::assert_snapshot!("mesh_of_ext", face_and_body(&stage!("mesh", later())));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn an_amplification_shader_hands_on_its_payload() {
    insta::assert_snapshot!("amplification_of_nv", face_and_body(&stage!("amplification")));
    insta::assert_snapshot!("amplification_of_ext", face_and_body(&stage!("amplification", later())));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn positions_are_turned_where_they_go_to_the_rasteriser() {
    let options =
        SpirvOptions { positions: Positions { turn_y: true, reciprocal_w: false }, ..SpirvOptions::default() };
    let negated = |text: &str| text.matches("OpFNegate").count();
    assert_eq!(negated(&stage!("geometry", options)), 1);
    assert_eq!(negated(&stage!("domain", options)), 1);
    assert_eq!(negated(&stage!("mesh", options)), 1);
    let module = parse(include_str!("ir/hull.ir")).unwrap_or_else(|error| panic!("{error}"));
    let problems = emit(&module, &options).expect_err("nothing to turn");
    let problems: Vec<_> =
        problems.iter().map(|problem| format!("{} {}", problem.info.code, problem.message)).collect();
    insta::assert_snapshot!(problems.join("\n"), @"E0910 hull shaders write no position: -fvk-invert-y is for vertex, domain, geometry and mesh shaders");
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn the_vertices_of_a_primitive_can_be_written_one_by_one() {
    let one =
        include_str!("ir/mesh.ir").replace("storeindices(i32 0, i32 0, i32 1, i32 2)", "storeindex[2](i32 0, i32 1)");
    let stores = |options: SpirvOptions| {
        let text = spirv("one vertex", &one, &options);
        lines(&text, &["PrimitiveIndicesNV", "PrimitiveTriangleIndicesEXT", "OpIMul", "OpIAdd", "OpAccessChain"])
    };
    insta::assert_snapshot!("one_vertex_of_nv", stores(SpirvOptions::default()));
    insta::assert_snapshot!("one_vertex_of_ext", stores(later()));
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_mesh_of_points_has_one_index_each() {
    let points = include_str!("ir/mesh.ir").replace("topology triangle", "topology point");
    for options in [SpirvOptions::default(), later()] {
        let text = spirv("points", &points, &options);
        let lines = |part: &str| text.lines().filter(|line| line.contains(part)).count();
        assert_eq!(lines("OutputPoints"), 1, "{text}");
        assert_eq!(lines("PrimitivePointIndicesEXT") + lines("PrimitiveIndicesNV"), 1, "{text}");
    }
}

#[test]
fn what_vulkan_has_not_is_said() {
    let complaint = |ir: &str| {
        let module = parse(ir).unwrap_or_else(|error| panic!("{error}"));
        let problems = emit(&module, &SpirvOptions::default()).expect_err("it is not possible");
        problems
            .iter()
            .map(|problem| format!("{} {}", problem.info.code, problem.message))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let hull = include_str!("ir/hull.ir").replace("fractional_odd", "pow2");
    insta::assert_snapshot!(complaint(&hull), @r#"E0906 `partitioning("pow2")` has no equivalent in Vulkan; take "integer" or a fractional one"#);
    let culled = include_str!("ir/mesh.ir")
        .replace(r#""COLOR" 0, [1 x 1 x i32]"#, r#""SV_CullPrimitive" 0, SV_CullPrimitive, [1 x 1 x i1]"#);
    insta::assert_snapshot!(complaint(&culled), @"E0907 `SV_CullPrimitive` needs an environment with SPIR-V 1.4, such as -fspv-target-env=vulkan1.1spirv1.4");
    let neighbours = include_str!("ir/mesh.ir").replace("  ret void", "  %v9 = derivcoarse.x float 1.0\n  ret void");
    insta::assert_snapshot!(complaint(&neighbours), @"E0911 derivatives in mesh and amplification shaders need an environment with SPIR-V 1.4, such as -fspv-target-env=vulkan1.1spirv1.4");
    let patch = include_str!("ir/streams.ir").replace("primitive point", "primitive patch1");
    insta::assert_snapshot!(complaint(&patch), @"E0908 a geometry shader of Vulkan takes `point`, `line`, `triangle`, `lineadj` or `triangleadj`, and neither a patch nor no input");
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_member_of_the_payload_that_is_not_read_does_not_come_in() {
    let unread = include_str!("ir/mesh.ir").replace("<4 x float> %v3)", "<4 x float> zeroinitializer)");
    let unread = unread.replace("  %v3 = load ptr(payload, <4 x float>) %v2\n", "");
    let text = spirv("part of a payload", &unread, &SpirvOptions::default());
    let entry = lines(&text, &["OpEntryPoint", "PerTaskNV"]);
    assert!(!text.contains("in.var.scale") && text.contains("in.var.picks"), "{entry}");
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn outputs_that_are_never_written_go_out_with_every_version() {
    let unwritten = include_str!("ir/mesh.ir")
        .replace("  call void @dx.storeoutput[sig0, 0](i32 0, i32 %v0, <4 x float> %v3)\n", "");
    for options in [SpirvOptions::default(), later()] {
        let text = spirv("no position", &unwritten, &options);
        assert!(text.contains("BuiltIn Position"), "{}", lines(&text, FACE));
    }
}

/// The sign of a member is part of the variable that it is, and only members that are used come in.
#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn members_of_a_payload_have_their_sign() {
    let signed = include_str!("ir/mesh.ir").replace(r#"[4 x i32] "picks""#, r#"[4 x i32] "picks" as int"#);
    let text = spirv("signed payload", &signed, &SpirvOptions::default());
    let variable = text.lines().find(|line| line.contains("OpTypeInt 32 1")).and_then(|line| line.split(' ').next());
    let id = variable.expect("there is a type of integers with a sign");
    assert!(text.lines().any(|line| line.contains(&format!("OpTypeArray {id} "))), "{text}");
    assert!(!text.contains("ArrayStride"), "{text}");
}

#[test]
#[cfg_attr(without_spirv_val, ignore = "needs spirv-val")]
fn a_payload_that_is_read_whole_comes_in_in_parts() {
    let whole = include_str!("ir/mesh.ir").replace(
        "  %v3 = load ptr(payload, <4 x float>) %v2\n",
        "  %v10 = load ptr(payload, %Payload) %v1\n  %v3 = extract[0] %Payload %v10\n",
    );
    let whole = whole.replace("  %v5 = load ptr(payload, i32) %v4\n", "").replace("i32 %v5, i32 0", "i32 1, i32 0");
    let text = spirv("whole payload", &whole, &SpirvOptions::default());
    let entry = lines(&text, &["OpEntryPoint", "OpName"]);
    assert!(text.contains("in.var.scale") && !text.contains("in.var.picks"), "{entry}");
}
