//! `[[vk::builtin("…")]]`: values that no semantic names.

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
