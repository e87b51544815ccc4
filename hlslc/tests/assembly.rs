//! Tests listings of DXIL as the input of the command: they are assembled.

use crate::support::Folder;

/// A shader to compile, list and assemble.
const SHADER: &str = "RWBuffer<float> Out; Texture2D<float4> In;\n\
    [numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) { if (id.x < 7) Out[id.x] = In.Load(id).y * 2; }\n";

/// The folder with the container of the shader, and its listing.
fn listed(name: &str, options: &[&str]) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.hlsl", SHADER.as_bytes());
    let compile = [&["a.hlsl", "-T", "cs_6_6", "-Fo", "a.dxo", "-Fc", "a.ll"], options].concat();
    let ran = folder.run(&compile);
    assert_eq!(ran.code, 0, "{ran:?}");
    folder
}

/// The listing with something in it replaced.
fn changed(folder: &Folder, from: &str, to: &str) -> String {
    let listing = String::from_utf8(folder.read("a.ll")).expect("a listing is text");
    assert!(listing.contains(from), "{listing}");
    listing.replace(from, to)
}

#[test]
fn a_listing_is_assembled_to_the_same_container() {
    let folder = listed("assembly-same", &["-Qkeep_reflect_in_dxil"]);
    for args in [&["a.ll", "-Fo", "b.dxo"][..], &["a.ll", "-T", "cs_6_6", "-E", "main", "-Fo", "b.dxo"]] {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        assert!(folder.read("a.dxo") == folder.read("b.dxo"));
    }
    assert_eq!(folder.run(&["-validate", "b.dxo"]).code, 0);
    assert_eq!(folder.run(&["a.ll", "--emit=dxil"]).out.as_bytes(), folder.read("a.ll"));
}

#[test]
fn a_change_of_the_listing_changes_the_container() {
    let folder = listed("assembly-changed", &["-Qkeep_reflect_in_dxil"]);
    folder.file("b.ll", changed(&folder, "!{i32 8, i32 1, i32 1}", "!{i32 4, i32 4, i32 1}").as_bytes());
    assert_eq!(folder.run(&["b.ll", "-Fo", "b.dxo"]).code, 0);
    let dump = folder.run(&["-dumpbin", "b.dxo"]).out;
    assert!(dump.contains("NumThreads=(4,4,1)"), "{dump}");
}

#[test]
fn debug_information_of_a_listing_is_kept_in_its_part() {
    let folder = listed("assembly-debug", &["-Zi", "-Qembed_debug"]);
    assert_eq!(folder.run(&["a.ll", "-Fo", "b.dxo"]).code, 0);
    let parts = folder.run(&["a.ll", "--emit=container"]).out;
    for part in ["ILDB", "ILDN", "STAT", "HASH", "DXIL"] {
        assert!(parts.contains(part), "{part}\n{parts}");
    }
    assert_eq!(folder.run(&["b.dxo", "-validate"]).code, 0);
}

#[test]
fn what_is_wrong_points_into_the_listing() {
    let folder = listed("assembly-wrong", &[]);
    let cases = [
        ("= fmul fast float", "= fmul fast half", "c.ll:", "but `half` is needed here"),
        ("(i32 69, ", "(i32 68, ", "c.ll:", "the shader is not valid DXIL"),
        ("!\"cs\", i32 6", "!\"xs\", i32 6", "c.ll:1:1: error:", "is not valid DXIL"),
    ];
    for (from, to, place, message) in cases {
        folder.file("c.ll", changed(&folder, from, to).as_bytes());
        let ran = folder.run(&["c.ll", "-Fo", "c.dxo"]);
        assert!(ran.code != 0 && !folder.has("c.dxo"), "{from}: {ran:?}");
        assert!(ran.stderr.contains(place) && ran.stderr.contains(message), "{from}: {}", ran.stderr);
    }
    for (args, message) in [
        (
            &["a.ll", "-T", "ps_6_6", "-Fo", "c.dxo"][..],
            "the module is for cs_6_6, and `-T` names ps_6_6: leave `-T` out",
        ),
        (&["a.ll", "-spirv", "-Fo", "c.dxo"], "assembly of DXIL becomes a container of DXIL, not SPIR-V"),
        (&["a.ll", "--emit=hir"], "assembly of DXIL has no `hir`: use `--emit=dxil` or `--emit=container`"),
    ] {
        let ran = folder.run(args);
        assert!(ran.code != 0 && ran.stderr.contains(message), "{args:?}: {ran:?}");
    }
}
