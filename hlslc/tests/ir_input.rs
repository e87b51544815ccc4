//! Tests IR text as the input of the command: the output of `--emit=ir`, compiled further.

use crate::support::Folder;

/// Its root signature states its flags: metadata says them, the part of a container only if they are written.
const SHADER: &str = "RWBuffer<uint> Out : register(u3);\ncbuffer C { uint Factor; };\n\
    [RootSignature(\"DescriptorTable(UAV(u3, flags=DATA_VOLATILE)), CBV(b0, flags=DATA_STATIC)\")]\n\
    [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {\n\
    for (uint k = 0; k < Factor; k++) Out[i] += k; }\n";

fn done(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(args);
    assert_eq!(ran.code, 0, "{args:?}: {ran:?}");
    ran.out
}

fn rejected(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(args);
    assert_eq!(ran.code, 1, "{args:?}: {ran:?}");
    ran.stderr
}

#[test]
fn the_ir_of_a_shader_compiles_to_what_the_shader_does() {
    let folder = Folder::new("ir-same");
    folder.file("a.hlsl", SHADER.as_bytes());
    done(&folder, &["a.hlsl", "-T", "cs_6_0", "--emit=ir", "-Fo", "a.ir"]);
    for options in [&["-Fo", "out"][..], &["-spirv", "-Fo", "out"]] {
        for input in ["a.hlsl", "a.ir"] {
            done(&folder, &[&[input, "-T", "cs_6_0"], options].concat());
            std::fs::rename(folder.0.join("out"), folder.0.join(format!("{input}.out"))).expect("it was written");
        }
        assert_eq!(folder.read("a.ir.out"), folder.read("a.hlsl.out"), "{options:?}");
    }
    // What is printed reads as what it was read from.
    done(&folder, &["a.ir", "-T", "cs_6_0", "--emit=ir", "-Fo", "again.ir"]);
    assert_eq!(folder.read("again.ir"), folder.read("a.ir"));
}

#[test]
fn the_input_is_what_the_option_says() {
    let folder = Folder::new("ir-option");
    folder.file("a.hlsl", SHADER.as_bytes());
    done(&folder, &["a.hlsl", "-T", "cs_6_0", "--emit=ir", "-Fo", "a.txt"]);
    done(&folder, &["-x", "ir", "a.txt", "-T", "cs_6_0", "-Fo", "a.dxo"]);
    done(&folder, &["-x", "hlsl", "a.hlsl", "-T", "cs_6_0", "-Fo", "b.dxo"]);
    assert_eq!(folder.read("a.dxo"), folder.read("b.dxo"));
    assert!(rejected(&folder, &["-x", "glsl", "a.txt", "-T", "cs_6_0"]).contains("unknown input `glsl`"));
}

#[test]
fn each_entry_point_has_its_root_signature() {
    let folder = Folder::new("ir-two");
    for (name, signature) in
        [("first", "CBV(b0, flags=DATA_STATIC)"), ("second", "SRV(t1, space=2, flags=DATA_STATIC)")]
    {
        let source = format!("[RootSignature(\"{signature}\")] [numthreads(1, 1, 1)] void {name}() {{}}");
        folder.file("a.hlsl", source.as_bytes());
        done(&folder, &["a.hlsl", "-T", "cs_6_0", "-E", name, "--emit=ir", "-Fo", &format!("{name}.ir")]);
        done(&folder, &["a.hlsl", "-T", "cs_6_0", "-E", name, "-Fo", &format!("{name}.dxo")]);
    }
    let text = |name: &str| String::from_utf8(folder.read(name)).expect("IR is text");
    folder.file("two.ir", two(&text("first.ir"), &text("second.ir")).as_bytes());
    for name in ["first", "second"] {
        done(&folder, &["two.ir", "-T", "cs_6_0", "-E", name, "-Fo", "out.dxo"]);
        assert_eq!(folder.read("out.dxo"), folder.read(&format!("{name}.dxo")), "{name}");
    }
    assert!(rejected(&folder, &["two.ir", "-T", "cs_6_0"]).contains("no function `main` to start with"));
}

/// One module of two texts, of which the numbers of the metadata of the second go on after the first.
fn two(first: &str, second: &str) -> String {
    let split = |text: &str| {
        let at = text.find("!dx.rootsignatures").expect("it has a root signature");
        (text[..at].to_owned(), text[at..].split_inclusive('\n').skip(1).collect::<String>())
    };
    let ((first, first_nodes), (second, second_nodes)) = (split(first), split(second));
    let second_nodes =
        (0..8).rev().fold(second_nodes, |nodes, n| nodes.replace(&format!("!{n}"), &format!("!{}", n + 50)));
    format!("{first}\n{second}\n!dx.rootsignatures = !{{!0, !50}}\n{first_nodes}{second_nodes}")
}

/// The parts of a double are integers, of which the text says nothing before.
#[test]
fn a_result_may_have_types_that_did_not_occur_before() {
    let folder = Folder::new("ir-types");
    let text = "define double @main() {\nblock0:\n  %v0 = splitdouble double -1.0\n  %v1 = extract[0] {i32, i32} %v0\n  ret double 1.0\n}\n";
    folder.file("a.ir", text.as_bytes());
    done(&folder, &["a.ir", "-T", "lib_6_3", "-Vd", "--emit=ir", "-Fo", "b.ir"]);
}

#[test]
fn what_is_wrong_with_ir_text_is_told() {
    let folder = Folder::new("ir-wrong");
    folder.file("a.hlsl", SHADER.as_bytes());
    done(&folder, &["a.hlsl", "-T", "cs_6_0", "--emit=ir", "-Fo", "a.ir"]);
    let text = String::from_utf8(folder.read("a.ir")).expect("IR is text");
    folder.file("syntax.ir", text.replacen("ret void", "retreat void", 1).as_bytes());
    folder.file("invalid.ir", text.replacen("add i32 %v12, %v9", "add i32 %v12, %v14", 1).as_bytes());
    folder.file("empty.ir", b"");
    folder.file("binary.ir", &[0xff, 0, 1, 2]);
    let mut reported = String::new();
    for args in [
        &["syntax.ir", "-T", "cs_6_0"][..],
        &["invalid.ir", "-T", "cs_6_0"],
        &["empty.ir", "-T", "cs_6_0"],
        &["binary.ir", "-T", "cs_6_0"],
        &["a.ir", "-T", "ps_6_0"],
        &["a.ir", "-T", "cs_6_0", "-E", "other"],
        &["a.ir"],
    ] {
        reported += &["-- ", &args.join(" "), "\n", &rejected(&folder, args)].concat();
    }
    insta::assert_snapshot!(reported);
}

/// Text may say what no source does: a mesh that has no room for a primitive, though it gives the numbers of its vertices, which
/// SPIR-V has as an array.
#[test]
fn a_mesh_without_room_for_a_primitive_is_an_error() {
    let folder = Folder::new("ir-mesh");
    let mesh = |more: &str, stores: &str| {
        format!(
            "struct V {{ float4 p : SV_Position; }}; [outputtopology(\"triangle\")] [numthreads(1, 1, 1)] \
             void main(out vertices V v[3]{more}) {{ SetMeshOutputCounts(3, 0); v[0].p = 0; {stores} }}"
        )
    };
    folder.file("a.hlsl", mesh(", out indices uint3 t[1]", "t[0] = uint3(0, 1, 2);").as_bytes());
    folder.file("b.hlsl", mesh("", "").as_bytes());
    for name in ["a", "b"] {
        done(&folder, &[&format!("{name}.hlsl"), "-T", "ms_6_5", "--emit=ir", "-Fo", &format!("{name}.ir")]);
    }
    let text = String::from_utf8(folder.read("a.ir")).expect("IR is text");
    folder.file("a.ir", text.replacen("primitives 1", "primitives 0", 1).as_bytes());
    let spirv = ["-spirv", "-fspv-target-env=universal1.5"];
    for more in [&[][..], &spirv] {
        let said = rejected(&folder, &[&["a.ir", "-T", "ms_6_5"][..], more].concat());
        assert!(said.contains("0 primitives to write, where there are 1 to 256"), "{said}");
    }
    done(&folder, &["b.ir", "-T", "ms_6_5", "-Fo", "b.dxo"]);
    let said = rejected(&folder, &[&["b.ir", "-T", "ms_6_5"][..], &spirv[..]].concat());
    assert!(said.contains("must have room for at least one primitive"), "{said}");
}

/// SPIR-V lets the domain shader say it; DXIL does not.
#[test]
fn a_hull_shader_without_a_domain_is_an_error_in_dxil() {
    let folder = Folder::new("ir-open");
    let hull =
        "struct V { float4 p : SV_Position; }; struct K { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
        K f() { return (K)1; } [domain(\"tri\")] [partitioning(\"integer\")] [outputtopology(\"triangle_cw\")]
        [outputcontrolpoints(3)] [patchconstantfunc(\"f\")] V main(InputPatch<V, 3> v) { return v[0]; }";
    folder.file("a.hlsl", hull.as_bytes());
    done(&folder, &["a.hlsl", "-T", "hs_6_0", "--emit=ir", "-Fo", "a.ir"]);
    let text = String::from_utf8(folder.read("a.ir")).expect("it is text");
    let open: Vec<&str> = text.lines().filter(|line| !line.trim().starts_with("domain")).collect();
    let open = open.join("\n");
    assert_ne!(open, text.trim_end());
    folder.file("b.ir", open.as_bytes());
    let reported = rejected(&folder, &["b.ir", "-T", "hs_6_0", "-Fo", "b.dxo"]);
    assert!(reported.contains("E0810") && !reported.contains("internal"), "{reported}");
}

/// The methods of a stream have it from its declaration; IR text may say anything.
#[test]
fn a_stream_that_is_no_constant_is_an_error() {
    let folder = Folder::new("ir-streams");
    let shader = "struct V { float4 p : SV_Position; };
        [maxvertexcount(2)] void main(point V v[1], uint n : SV_PrimitiveID, inout PointStream<V> s) { s.Append(v[0]); }";
    folder.file("a.hlsl", shader.as_bytes());
    done(&folder, &["a.hlsl", "-T", "gs_6_0", "--emit=ir", "-Fo", "a.ir"]);
    let text = String::from_utf8(folder.read("a.ir")).expect("it is text");
    for stream in ["%v1", "undef"] {
        let other = text.replace("emitvertex(i32 %v7)", &format!("emitvertex(i32 {stream})"));
        assert_ne!(other, text);
        folder.file("b.ir", other.as_bytes());
        for target in [&["-Fo", "b.dxo"][..], &["-spirv", "-Fo", "b.spv"]] {
            let reported = rejected(&folder, &[&["b.ir", "-T", "gs_6_0"], target].concat());
            assert!(reported.contains("the stream") && !reported.contains("internal"), "{reported}");
        }
    }
}

/// Only the patch-constant function of a hull shader reads outputs, and nothing writes inputs.
#[test]
fn an_input_is_no_element_of_the_outputs() {
    let folder = Folder::new("ir-elements");
    let shader = "float4 main(float4 place : PLACE) : SV_Target { return place; }";
    folder.file("a.hlsl", shader.as_bytes());
    done(&folder, &["a.hlsl", "-T", "ps_6_0", "--emit=ir", "-Fo", "a.ir"]);
    let text = String::from_utf8(folder.read("a.ir")).expect("it is text");
    for (right, wrong) in
        [("@place = input sig0", "@place = output sig0"), ("result\" = output sig0", "result\" = input sig0")]
    {
        let other = text.replace(right, wrong);
        assert_ne!(other, text);
        folder.file("b.ir", other.as_bytes());
        for target in [&["-Fo", "b.dxo"][..], &["-spirv", "-Fo", "b.spv"]] {
            let reported = rejected(&folder, &[&["b.ir", "-T", "ps_6_0"], target].concat());
            assert!(
                reported.contains("not read or written in this stage") && !reported.contains("internal"),
                "{reported}"
            );
        }
    }
}

/// What a library neither exports nor starts is unused.
#[test]
fn a_library_leaves_out_what_it_does_not_export() {
    let folder = Folder::new("ir-internal");
    let text = "define <2 x half> @f(<2 x half> %v0, ptr(function, <2 x half>) %v1 inout) {\nblock0:\n  ret <2 x half> %v0\n}\n";
    folder.file("a.ir", text.as_bytes());
    for options in [&["-Fo", "out"][..], &["-spirv", "-fspv-target-env=universal1.5", "-Fo", "out"]] {
        done(&folder, &[&["a.ir", "-T", "lib_6_3", "-enable-16bit-types"], options].concat());
    }
}
