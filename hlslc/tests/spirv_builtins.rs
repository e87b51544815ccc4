//! Features that only SPIR-V has: inputs of 64 bits, values that `[[vk::builtin("…")]]` names and no semantic does, and reflection.

use crate::support::Folder;

#[test]
fn the_number_of_the_draw_is_a_built_in_and_has_no_location() {
    let folder = Folder::new("draw-index");
    let source = b"struct L { int n; }; groupshared L l;
[numthreads(1, 1, 1)] void main([[vk::builtin(\"DrawIndex\")]] in int draw : DRAW) {
    l.n = draw;
    DispatchMesh(1, 1, 1, l);
}";
    folder.file("draw.hlsl", source);
    let ran = folder.run(&["draw.hlsl", "-T", "as_6_5", "-spirv", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in ["BuiltIn DrawIndex", "OpCapability DrawParameters", "SPV_KHR_shader_draw_parameters"] {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
    assert!(!ran.out.contains("Location"), "{}", ran.out);
    // DXIL has no such value, only the semantic counts there.
    let ran = folder.run(&["draw.hlsl", "-T", "as_6_5"]);
    assert!(ran.stderr.contains("E0429"), "{}", ran.stderr);
}

#[test]
fn inputs_and_outputs_may_have_components_of_64_bits() {
    let folder = Folder::new("wide-elements");
    let source = b"struct Moved { float4 at : SV_Position; double3 place : PLACE; int64_t id : ID; };
Moved vs(double3x2 turn : TURN, double4 place : PLACE, float4 at : AT) {
    Moved moved = { at, place.xyz + turn[1].xyx, (int64_t)place.w };
    return moved;
}
float4 ps(Moved moved) : SV_Target { return (float)(moved.place.z + (double)moved.id); }";
    folder.file("wide.hlsl", source);
    // Three or four such components fill two locations.
    let places = [
        ("vs", "vs_6_0", &["%in_var_TURN Location 0", "%in_var_PLACE Location 3", "%in_var_AT Location 5"][..]),
        ("vs", "vs_6_0", &["%out_var_PLACE Location 0", "%out_var_ID Location 2", "OpCapability Float64"]),
        (
            "ps",
            "ps_6_0",
            &["%in_var_PLACE Location 0", "%in_var_PLACE Flat", "%in_var_ID Location 2", "%in_var_ID Flat"],
        ),
    ];
    for (entry, target, parts) in places {
        let ran = folder.run(&["wide.hlsl", "-T", target, "-E", entry, "-spirv", "--emit=spirv-asm"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        for part in parts {
            assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
        }
        // Registers of Direct3D have components of 32 bits.
        let ran = folder.run(&["wide.hlsl", "-T", target, "-E", entry]);
        assert!(ran.stderr.contains("E0533"), "{}", ran.stderr);
    }
    // So have system values of Vulkan.
    for (semantic, target) in [("SV_Target", "ps_6_0"), ("SV_Position", "vs_6_0")] {
        let source = format!("double4 main(float4 a : A) : {semantic} {{ return a; }}");
        folder.file("system.hlsl", source.as_bytes());
        let ran = folder.run(&["system.hlsl", "-T", target, "-spirv"]);
        assert!(ran.stderr.contains("E0533"), "{}", ran.stderr);
    }
}

#[test]
fn reflection_says_semantics_types_and_counters() {
    let folder = Folder::new("spirv-reflection");
    let source = b"AppendStructuredBuffer<float4> list; Texture2D<int2> texels; cbuffer Numbers { float x; };
float4 main(float2 place : PLACE3) : SV_Target { list.Append(x); return texels[(int2)place].xyxy; }";
    folder.file("reflect.hlsl", source);
    let ran = folder.run(&["reflect.hlsl", "-T", "ps_6_0", "-spirv", "-fspv-reflect", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in [
        "UserSemantic \"PLACE3\"",
        "UserTypeGOOGLE \"appendstructuredbuffer:<float4>\"",
        "UserTypeGOOGLE \"texture2d:<int2>\"",
        "UserTypeGOOGLE \"cbuffer\"",
        "CounterBuffer",
        "SPV_GOOGLE_hlsl_functionality1",
        "SPV_GOOGLE_user_type",
    ] {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
    let ran = folder.run(&["reflect.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm"]);
    assert!(!ran.out.contains("GOOGLE"), "{}", ran.out);
}

#[test]
fn operations_of_waves_count_helpers_if_the_source_says_so() {
    let folder = Folder::new("helper-lanes");
    let source = b"[WaveOpsIncludeHelperLanes] float4 main(float4 a : A) : SV_Target { return WaveActiveSum(a); }";
    folder.file("waves.hlsl", source);
    let ran = folder.run(&["waves.hlsl", "-T", "ps_6_7", "-spirv", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in
        ["OpCapability QuadControlKHR", "SPV_KHR_quad_control", "MaximallyReconvergesKHR", "RequireFullQuadsKHR"]
    {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
    let attribute = "\"waveops-include-helper-lanes\"";
    let ran = folder.run(&["waves.hlsl", "-T", "ps_6_7"]);
    assert!(ran.out.contains(attribute) && ran.stderr.is_empty(), "{}{}", ran.out, ran.stderr);
    // Before shader model 6.7 there was no such thing.
    let ran = folder.run(&["waves.hlsl", "-T", "ps_6_6"]);
    assert!(!ran.out.contains(attribute), "{}", ran.out);
}

#[test]
fn a_library_without_entry_points_can_be_linked_or_is_rejected() {
    let folder = Folder::new("linkage");
    folder.file("nothing.hlsl", b"static const int three = 3; float twice(float x) { return x * 2; }");
    let words = ["nothing.hlsl", "-T", "lib_6_6", "-spirv", "--emit=spirv-asm"];
    let ran = folder.run(&[&words[..], &["-fspv-target-env=universal1.5"]].concat());
    assert!(ran.out.contains("OpCapability Linkage"), "{}{}", ran.out, ran.stderr);
    let ran = folder.run(&words);
    assert!(ran.stderr.contains("E0903"), "{}", ran.stderr);
}

#[test]
fn what_goes_between_stages_shares_locations_if_that_is_asked_for() {
    let folder = Folder::new("packed-locations");
    let source = b"struct V { float a : A; float2 b : B; float3 c : C; float4 d : D; float f : F; };
V main(float4 a : A, float b : B) { V o; o.a = b; o.b = a.xy; o.c = a.xyz; o.d = a; o.f = a.w; return o; }";
    folder.file("packed.hlsl", source);
    let ran = folder.run(&["packed.hlsl", "-T", "vs_6_0", "-spirv", "-pack-optimized", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let of = |name: &str, what: &str| {
        let id = ran
            .out
            .lines()
            .find(|line| line.contains(&format!("\"out.var.{name}\"")))
            .and_then(|line| line.split_whitespace().nth(1));
        let start = format!("OpDecorate {} {what} ", id.unwrap_or_default());
        ran.out.lines().find_map(|line| line.trim().strip_prefix(&start)?.parse::<u32>().ok())
    };
    let places = ["A", "B", "C", "D", "F"].map(|name| (of(name, "Location"), of(name, "Component")));
    let at = |location, component| (Some(location), component);
    let expected = [at(0, None), at(0, Some(1)), at(1, None), at(2, None), at(0, Some(3))];
    assert_eq!(places, expected, "{}", ran.out);
}

/// Vulkan: the variable of a matrix takes its locations entirely. DXC makes a variable of each row, so that others stand beside it.
#[test]
fn nothing_shares_the_locations_of_a_matrix() {
    let folder = Folder::new("packed-matrix");
    let source = b"struct V { float2x2 turn : TURN; float2 a : A; float b[2] : B; };
V main(float4 p : P) { V o; o.turn = float2x2(p.x, -p.y, p.y, p.x); o.a = p.zw; o.b[0] = p.x; o.b[1] = p.y; return o; }";
    folder.file("matrix.hlsl", source);
    let ran = folder.run(&["matrix.hlsl", "-T", "vs_6_0", "-spirv", "-pack-optimized", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let mut places: Vec<&str> = ran.out.lines().map(str::trim).filter(|line| line.starts_with("OpDecorate")).collect();
    places.retain(|line| line.contains(" Location ") || line.contains(" Component "));
    let numbers: Vec<&str> =
        places.iter().filter_map(|line| line.split_once(' ')?.1.split_once(' ')).map(|row| row.1).collect();
    // The input, the matrix in 0 and 1, and after it the vector and the array.
    assert_eq!(numbers, ["Location 0", "Location 0", "Location 2", "Location 3"], "{}", ran.out);
}

/// Shaders share the struct between them, so a pixel shader may hold what it cannot read.
#[test]
fn a_pixel_shader_may_be_given_the_size_of_points_but_not_read_it() {
    let folder = Folder::new("size-of-points");
    let shared = "struct V { float4 p : SV_Position; [[vk::builtin(\"PointSize\")]] float size : PSIZE; };
float4 main(V v) : SV_Target { return ";
    folder.file("unread.hlsl", format!("{shared}v.p; }}").as_bytes());
    folder.file("read.hlsl", format!("{shared}v.size; }}").as_bytes());
    let ran = folder.run(&["unread.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!ran.out.contains("PointSize"), "{}", ran.out);
    let ran = folder.run(&["read.hlsl", "-T", "ps_6_0", "-spirv"]);
    assert!(ran.stderr.contains("read.hlsl:1:") && ran.stderr.contains("E0929"), "{}", ran.stderr);
}

/// A semantic names a variable of SPIR-V; only registers have numbers that follow each other.
#[test]
fn the_rows_of_an_element_take_no_semantics_of_others() {
    let folder = Folder::new("rows-and-semantics");
    folder.file("rows.hlsl", b"float4 main(float4x4 a : M0, float b : M1) : SV_Target { return a[0] + b; }");
    let ran = folder.run(&["rows.hlsl", "-T", "ps_6_0", "-spirv", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = folder.run(&["rows.hlsl", "-T", "ps_6_0"]);
    assert!(ran.stderr.contains("E0431"), "{}", ran.stderr);
}

/// How many factors a shader names is its own affair, but each is one number.
#[test]
fn factors_of_tessellation_are_no_vectors() {
    let folder = Folder::new("tessellation-factors");
    let shader = |factors: &str| {
        format!(
            "struct P {{ float p : POSITION; }}; struct C {{ {factors} : SV_TessFactor; float i : SV_InsideTessFactor; }};
[domain(\"tri\")] float4 main(C c, float3 l : SV_DomainLocation, const OutputPatch<P, 3> p) : SV_Position
{{ return p[0].p * l.x + c.edges[1] + c.i; }}"
        )
    };
    folder.file("two.hlsl", shader("float edges[2]").as_bytes());
    folder.file("vector.hlsl", shader("float3 edges").as_bytes());
    let ran = folder.run(&["two.hlsl", "-T", "ds_6_0", "-spirv"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let ran = folder.run(&["vector.hlsl", "-T", "ds_6_0", "-spirv"]);
    assert!(ran.stderr.contains("vector.hlsl:1:") && ran.stderr.contains("E0735"), "{}", ran.stderr);

    // A hull shader leaves the domain to the domain shader.
    let source =
        b"struct P { float3 p : POS; }; struct C { float4 edges[2] : SV_TessFactor; float i : SV_InsideTessFactor; };
C constants() { C c; c.edges[0] = c.edges[1] = 1; c.i = 1; return c; }
[partitioning(\"integer\")] [outputtopology(\"line\")] [outputcontrolpoints(2)] [patchconstantfunc(\"constants\")]
P main(InputPatch<P, 2> patch, uint i : SV_OutputControlPointID) { return patch[i]; }";
    folder.file("hull.hlsl", source);
    let ran = folder.run(&["hull.hlsl", "-T", "hs_6_0", "-spirv"]);
    assert!(ran.stderr.contains("hull.hlsl:1:") && ran.stderr.contains("E0749"), "{}", ran.stderr);
}

/// The rasteriser makes the position of a pixel; what it was at the vertices nothing knows any more.
#[test]
fn vertices_have_no_position_of_a_pixel() {
    let folder = Folder::new("position-at-vertex");
    let source =
        b"float4 main(nointerpolation float4 p : SV_Position) : SV_Target { return GetAttributeAtVertex(p, 1); }";
    folder.file("at.hlsl", source);
    let ran = folder.run(&["at.hlsl", "-T", "ps_6_1", "-spirv"]);
    assert!(ran.stderr.contains("at.hlsl:1:") && ran.stderr.contains("E0930"), "{}", ran.stderr);
    let ran = folder.run(&["at.hlsl", "-T", "ps_6_1"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}

/// HLSL takes an array of a system value for several semantics in a row; Vulkan has each of its variables once.
#[test]
fn a_built_in_is_no_array() {
    let folder = Folder::new("arrays-of-built-ins");
    folder.file("array.hlsl", b"void main(out float4 p[2] : SV_Position) { p[0] = p[1] = 0; }");
    let ran = folder.run(&["array.hlsl", "-T", "vs_6_0", "-spirv"]);
    assert!(ran.stderr.contains("array.hlsl:1:") && ran.stderr.contains("E0931"), "{}", ran.stderr);
}

/// Vulkan has three barycentrics whatever the shader asks for.
#[test]
fn the_first_barycentrics_are_read_from_all_three() {
    let folder = Folder::new("first-barycentrics");
    folder.file("two.hlsl", b"float2 main(float2 b : SV_Barycentrics) : SV_Target { return b; }");
    let ran = folder.run(&["two.hlsl", "-T", "ps_6_1", "-spirv", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.out.contains("OpTypeVector %float 3\n%_ptr_Input_v3float = OpTypePointer Input %v3float"),
        "{}",
        ran.out
    );
}

/// What an instruction of SPIR-V is given by its number is loaded first, and a buffer has no end.
#[test]
fn a_buffer_is_no_operand_of_an_instruction() {
    let folder = Folder::new("buffer-as-operand");
    let source =
        b"RWStructuredBuffer<uint> words; template <typename T, typename F> [[vk::ext_instruction(113)]] T to(F x);
[numthreads(1, 1, 1)] void main() { words[0] = to<uint>(words); }";
    folder.file("buffer.hlsl", source);
    let ran = folder.run(&["buffer.hlsl", "-T", "cs_6_0", "-spirv", "-HV", "2021"]);
    assert!(ran.stderr.contains("buffer.hlsl:2:") && ran.stderr.contains("E0932"), "{}", ran.stderr);
}

/// They are `int` in SPIR-V, whatever they are in DXIL; what is computed with them is not changed by that.
#[test]
fn enumerations_in_memory_are_signed() {
    let folder = Folder::new("spirv-enums");
    let source = b"enum Kind { None, Some }; enum class Wide : uint { One };
struct Item { Kind kind; Wide wide; uint count; };
ConstantBuffer<Item> item; RWStructuredBuffer<Kind> kinds;
[numthreads(1, 1, 1)] void main() { kinds[item.count] = (Kind)((uint)item.kind / 2 + (uint)item.wide); }";
    folder.file("enums.hlsl", source);
    let ran = folder.run(&["enums.hlsl", "-T", "cs_6_0", "-spirv", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for part in
        ["%int = OpTypeInt 32 1", "OpTypeStruct %int %int %uint", "OpTypeRuntimeArray %int", "OpShiftRightLogical"]
    {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
    let ran = folder.run(&["enums.hlsl", "-T", "cs_6_0", "--emit=ir"]);
    assert!(ran.out.contains("i32 \"kind\" enum"), "{}\n{}", ran.stderr, ran.out);
}

#[test]
fn functions_without_a_body_are_of_another_module() {
    let folder = Folder::new("imports");
    folder.file("lib.hlsl", b"void turn(inout float4 p);\nexport float4 shade(float4 p) { turn(p); return p; }");
    let asked = ["lib.hlsl", "-T", "lib_6_6", "-spirv", "--emit=spirv-asm", "-fspv-target-env=universal1.5"];
    let ran = folder.run(&asked);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let at = |part: &str| ran.out.find(part).unwrap_or_else(|| panic!("{part} is not in\n{}", ran.out));
    at("OpDecorate %turn LinkageAttributes \"turn\" Import");
    at("OpFunctionParameter %_ptr_Function_v4float\n               OpFunctionEnd");
    assert!(at("%turn = OpFunction") < at("%shade = OpFunction"), "{}", ran.out);
    // What is compiled for Vulkan is complete.
    let ran = folder.run(&[&asked[..5], &["-fspv-target-env=vulkan1.2"]].concat());
    assert!(ran.stderr.contains("E0903"), "{}", ran.stderr);
}
