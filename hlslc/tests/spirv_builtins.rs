//! What only SPIR-V has: values that `[[vk::builtin("…")]]` names and no semantic does, and reflection.

mod support;

use support::Folder;

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
    assert_eq!(ran.code, 0, "{}", ran.told);
    for part in ["BuiltIn DrawIndex", "OpCapability DrawParameters", "SPV_KHR_shader_draw_parameters"] {
        assert!(ran.out.contains(part), "{part} is not in\n{}", ran.out);
    }
    assert!(!ran.out.contains("Location"), "{}", ran.out);
    // DXIL has no such value, only the semantic counts there.
    let ran = folder.run(&["draw.hlsl", "-T", "as_6_5"]);
    assert!(ran.told.contains("E0429"), "{}", ran.told);
}

#[test]
fn reflection_says_semantics_types_and_counters() {
    let folder = Folder::new("spirv-reflection");
    let source = b"AppendStructuredBuffer<float4> list; Texture2D<int2> texels; cbuffer Numbers { float x; };
float4 main(float2 place : PLACE3) : SV_Target { list.Append(x); return texels[(int2)place].xyxy; }";
    folder.file("reflect.hlsl", source);
    let ran = folder.run(&["reflect.hlsl", "-T", "ps_6_0", "-spirv", "-fspv-reflect", "--emit=spirv-asm"]);
    assert_eq!(ran.code, 0, "{}", ran.told);
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
