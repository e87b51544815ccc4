//! Tests parts of finished containers: the listing of their fields, private data, and `hlslc parts`.

use crate::support::{Folder, Ran};
use dxil::container::edit::lies;
use dxil::container::{Container, FourCc, Signing};

const SHADER: &str = "\
cbuffer Frame : register(b0) { float4x4 camera; };
Texture2D<float4> Image : register(t0); SamplerState Smooth : register(s0); RWStructuredBuffer<uint64_t> Count : register(u0);
[RootSignature(\"RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b0, visibility=SHADER_VISIBILITY_VERTEX), \
DescriptorTable(SRV(t0), UAV(u0, numDescriptors=unbounded)), RootConstants(num32BitConstants=2, b1), \
StaticSampler(s0, filter=FILTER_MIN_MAG_LINEAR_MIP_POINT, maxLOD=4)\")]
float4 main(float4 place : PLACE, float2 uv[2] : UV, uint id : SV_InstanceID, out nointerpolation uint who : WHO)
    : SV_Position {
    who = id;
    Count[id] = Count[id + 1];
    return mul(place, camera) + Image.SampleLevel(Smooth, uv[1], 0);
}
";

fn done(ran: &Ran) {
    assert_eq!(ran.code, 0, "{ran:?}");
}

fn rejected(ran: &Ran, why: &str) {
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains(why), "{why}: {ran:?}");
}

/// A folder with a vertex shader and its container.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("shader.hlsl", SHADER.as_bytes());
    folder.file("private.bin", b"seven b");
    folder.file("other.bin", b"other bytes of the user");
    done(&folder.run(&["shader.hlsl", "-T", "vs_6_6", "-Fo", "shader.dxo"]));
    folder
}

fn names(bytes: &[u8]) -> Vec<String> {
    Container::read(bytes).expect("a container").parts.iter().map(|part| part.name.to_string()).collect()
}

fn part(bytes: &[u8], name: FourCc) -> Option<Vec<u8>> {
    Container::read(bytes).expect("a container").part(name).map(<[u8]>::to_vec)
}

fn is_signed(bytes: &[u8]) -> bool {
    Container::digest_of(bytes) == Some(Container::read(bytes).expect("a container").digest)
}

/// The fields of a listing after the program. Hashes and bitcode change with the compiler, and with them where parts are.
fn fields(listing: &str) -> String {
    let (_, fields) = listing.split_once("\n; container").expect("the fields of parts");
    let changes = ["MD5", "digest", "bitcode", "words in"];
    let stable = fields.lines().filter(|line| !changes.iter().any(|what| line.contains(what)));
    let without_place = |line: &str| match line.split_once(" at 0x").zip(line.split_once(" bytes: ")) {
        Some(((name, _), (_, title))) => format!("{name}: {title}\n"),
        None => format!("{line}\n"),
    };
    stable.map(without_place).collect()
}

#[test]
fn dumpbin_lists_every_field_of_every_part() {
    let folder = folder("dumpbin");
    let mut container = Container::read(&folder.read("shader.dxo")).expect("a container");
    container.push(FourCc(*b"WHAT"), (0..100).collect());
    container.push(FourCc::PRIV, b"seven b".to_vec());
    for name in [FourCc::STAT, FourCc::DXIL] {
        assert!(container.part(name).is_some());
    }
    folder.file("all.dxo", &container.write(Signing::Digest));
    let ran = folder.run(&["-dumpbin", "all.dxo"]);
    done(&ran);
    assert!(ran.out.contains("define void @main()"), "{}", ran.out);
    insta::assert_snapshot!(fields(&ran.out));
}

#[test]
fn the_fields_of_a_library() {
    let folder = Folder::new("dumpbin-library");
    let source = "RWBuffer<float> Out : register(u0);\nTriangleHitGroup group = { \"\", \"hit\" };\nstruct P { float x; };\n\
                  struct A { float2 b; };\nexport float twice(float x) { return 2 * x; }\n\
                  [shader(\"closesthit\")] void hit(inout P p, in A a) { Out[0] = p.x + a.b.x; }\n";
    folder.file("library.hlsl", source.as_bytes());
    done(&folder.run(&["library.hlsl", "-T", "lib_6_3", "-Fo", "library.dxo"]));
    let ran = folder.run(&["parts", "show", "library.dxo", "RDAT", "VERS"]);
    done(&ran);
    insta::assert_snapshot!(ran.out.split_once('\n').expect("a head").1);
}

#[test]
fn parts_are_listed_with_their_offsets() {
    let folder = folder("list");
    let ran = folder.run(&["parts", "list", "shader.dxo"]);
    done(&ran);
    let bytes = folder.read("shader.dxo");
    let container = Container::read(&bytes).expect("a container");
    let lines: Vec<_> = ran.out.lines().skip(1).collect();
    assert_eq!(lines.len(), container.parts.len(), "{}", ran.out);
    for (line, part) in lines.iter().zip(&container.parts) {
        let mut words = line.split_whitespace();
        assert_eq!(words.next(), Some(part.name.to_string().as_str()));
        let at = words.next().and_then(|at| usize::from_str_radix(at.strip_prefix("0x")?, 16).ok()).expect("an offset");
        assert_eq!(bytes.get(at..at + part.data.len()), Some(part.data.as_slice()), "{line}");
    }
}

#[test]
fn what_is_damaged_is_shown_up_to_the_damage() {
    let folder = folder("damaged");
    let mut container = Container::read(&folder.read("shader.dxo")).expect("a container");
    let psv = container.part(FourCc::PSV0).expect("a part")[..80].to_vec();
    container.put(FourCc::PSV0, psv);
    folder.file("damaged.dxo", &container.write(Signing::Digest));
    let ran = folder.run(&["parts", "show", "damaged.dxo"]);
    done(&ran);
    assert!(ran.stderr.contains("warning: damaged.dxo: part PSV0 at byte 80: the data ends too early"), "{ran:?}");
    assert!(
        ran.out.contains("stage                        1: Vertex Shader") && ran.out.contains("DXIL at"),
        "{ran:?}"
    );
    rejected(&folder.run(&["-dumpbin", "damaged.dxo"]), "part PSV0 at byte 80: the data ends too early");
}

#[test]
fn private_data_is_set_and_read_back() {
    let folder = folder("private");
    // While compiling, and into a container.
    for input in [&["shader.hlsl", "-T", "vs_6_6"][..], &["-dumpbin", "shader.dxo"]] {
        let args = [input, &["-setprivate", "private.bin", "-Fo", "with.dxo"]].concat();
        done(&folder.run(&args));
        let with = folder.read("with.dxo");
        assert_eq!(names(&with).last().map(String::as_str), Some("PRIV"));
        assert_eq!(part(&with, FourCc::PRIV).as_deref(), Some(&b"seven b"[..]));
        assert!(is_signed(&with));
    }
    done(&folder.run(&["-dumpbin", "with.dxo", "-getprivate", "got.bin"]));
    assert_eq!(folder.read("got.bin"), b"seven b");
    // What is written is what was there, also when something else takes its place.
    done(&folder.run(&[
        "-dumpbin",
        "with.dxo",
        "-setprivate",
        "other.bin",
        "-getprivate",
        "got.bin",
        "-Fo",
        "new.dxo",
    ]));
    assert_eq!(folder.read("got.bin"), b"seven b");
    assert_eq!(part(&folder.read("new.dxo"), FourCc::PRIV).as_deref(), Some(&b"other bytes of the user"[..]));
    done(&folder.run(&[
        "shader.hlsl",
        "-T",
        "vs_6_6",
        "-setprivate",
        "private.bin",
        "-getprivate",
        "s.bin",
        "-Fo",
        "s.dxo",
    ]));
    assert_eq!(folder.read("s.bin"), b"seven b");
    // Without, the container is the one from before.
    done(&folder.run(&["-dumpbin", "with.dxo", "-Qstrip_priv", "-Fo", "without.dxo"]));
    assert_eq!(folder.read("without.dxo"), folder.read("shader.dxo"));
}

#[test]
fn a_root_signature_and_private_data_change_together() {
    let folder = folder("together");
    done(&folder.run(&["-dumpbin", "shader.dxo", "-extractrootsignature", "-Fo", "rs.dxo"]));
    let args = ["-dumpbin", "shader.dxo", "-Qstrip_rootsignature", "-setprivate", "private.bin", "-Fo", "bare.dxo"];
    done(&folder.run(&args));
    assert!(!names(&folder.read("bare.dxo")).contains(&"RTS0".to_owned()));
    let args = ["-dumpbin", "bare.dxo", "-setrootsignature", "rs.dxo", "-Qstrip_priv", "-Fo", "whole.dxo"];
    done(&folder.run(&args));
    assert_eq!(folder.read("whole.dxo"), folder.read("shader.dxo"));
}

#[test]
fn private_data_that_cannot_be_is_refused_and_nothing_is_written() {
    let folder = folder("private-refused");
    let compile = ["shader.hlsl", "-T", "vs_6_6"];
    for input in [&compile[..], &["-dumpbin", "shader.dxo"]] {
        let ran = folder.run(&[input, &["-getprivate", "p.bin", "-Fo", "o.dxo"]].concat());
        rejected(&ran, "it holds no private data");
        let ran = folder.run(&[input, &["-setprivate", "p", "-Qstrip_priv", "-Fo", "o.dxo"]].concat());
        rejected(&ran, "Cannot specify /Qstrip_priv and /setprivate together.");
        let ran = folder.run(&[input, &["-setprivate", "nowhere.bin", "-Fo", "o.dxo"]].concat());
        rejected(&ran, "cannot read `nowhere.bin`");
        let ran = folder.run(&[input, &["-setprivate", "private.bin"]].concat());
        rejected(&ran, "-setprivate needs -Fo FILE");
    }
    rejected(&folder.run(&["-dumpbin", "shader.dxo", "-Qstrip_priv", "-Fo", "o.dxo"]), "it holds no private data");
    let ran = folder.run(&["shader.hlsl", "-T", "vs_6_6", "-spirv", "-setprivate", "private.bin", "-Fo", "o.spv"]);
    rejected(&ran, "a SPIR-V module has no private data");
    for file in ["p.bin", "o.dxo", "o.spv"] {
        assert!(!folder.has(file), "{file}");
    }
}

#[test]
fn parts_are_taken_and_put_back() {
    let folder = folder("put-back");
    let bytes = folder.read("shader.dxo");
    done(&folder.run(&["parts", "get", "shader.dxo", "RTS0", "-o", "rts0.bin"]));
    assert_eq!(Some(folder.read("rts0.bin")), part(&bytes, FourCc::RTS0));
    done(&folder.run(&["parts", "remove", "shader.dxo", "RTS0", "STAT", "HASH", "-o", "bare.dxo"]));
    let bare = folder.read("bare.dxo");
    assert!(is_signed(&bare) && names(&bare).iter().all(|name| !["RTS0", "STAT", "HASH"].contains(&name.as_str())));
    for name in ["HASH", "STAT", "RTS0"] {
        done(&folder.run(&["parts", "get", "shader.dxo", name, "-o", "part.bin"]));
        done(&folder.run(&["parts", "set", "bare.dxo", name, "part.bin", "-o", "bare.dxo"]));
    }
    assert_eq!(folder.read("bare.dxo"), bytes);
}

#[test]
fn a_container_is_not_made_to_lie() {
    let folder = folder("lies");
    let bytes = folder.read("shader.dxo");
    assert_eq!(lies(&Container::read(&bytes).expect("a container")), Vec::<String>::new());
    folder.file("rs.hlsl", b"#define NOT \"CBV(b7)\"\n");
    done(&folder.run(&["rs.hlsl", "-T", "rootsig_1_1", "-E", "NOT", "-Fo", "rs.dxo"]));
    done(&folder.run(&["parts", "get", "rs.dxo", "RTS0", "-o", "RTS0.bin"]));
    for (name, size) in [("SFI0", 8), ("HASH", 20), ("PSV0", 60)] {
        folder.file(&format!("{name}.bin"), &vec![4; size]);
    }
    let other = SHADER.replace("id + 1", "id + 2");
    folder.file("other.hlsl", other.as_bytes());
    done(&folder.run(&["other.hlsl", "-T", "vs_6_6", "-Fo", "other.dxo"]));
    done(&folder.run(&["parts", "get", "other.dxo", "DXIL", "-o", "DXIL.bin"]));
    let cases = [
        ("SFI0", "SFI0 does not say what the program says"),
        ("HASH", "HASH is not the hash of the program"),
        ("PSV0", "PSV0"),
        ("RTS0", "RTS0: the shader"),
        ("DXIL", "HASH is not the hash of the program"),
    ];
    for (name, why) in cases {
        let from = format!("{name}.bin");
        let ran = folder.run(&["parts", "set", "shader.dxo", name, &from, "-o", "lie.dxo"]);
        rejected(&ran, "the container would not be true (--force writes it all the same)");
        assert!(ran.stderr.contains(why) || name == "RTS0", "{name}: {ran:?}");
        assert!(!folder.has("lie.dxo"), "{name}");
        done(&folder.run(&["parts", "set", "shader.dxo", name, &from, "-o", "lie.dxo", "--force"]));
        let lie = folder.read("lie.dxo");
        assert!(
            is_signed(&lie)
                && part(&lie, FourCc(name.as_bytes().try_into().expect("four"))) == Some(folder.read(&from))
        );
        std::fs::remove_file(folder.0.join("lie.dxo")).expect("it is there");
    }
    for name in ["DXIL", "SFI0", "ISG1", "OSG1", "PSV0"] {
        rejected(&folder.run(&["parts", "remove", "shader.dxo", name, "-o", "lie.dxo"]), "would not be true");
    }
    assert!(!folder.has("lie.dxo"));
}

#[test]
fn what_was_not_signed_stays_so() {
    let folder = folder("unsigned");
    done(&folder.run(&["shader.hlsl", "-T", "vs_6_6", "-no-digest", "-Fo", "shader.dxo"]));
    done(&folder.run(&["-dumpbin", "shader.dxo", "-setprivate", "private.bin", "-Fo", "with.dxo"]));
    let container = |name: &str| Container::read(&folder.read(name)).expect("a container");
    assert_eq!(container("with.dxo").digest.0, [0; 16]);
    // One that says to run it unchecked goes on saying so.
    let mut bypass = container("shader.dxo");
    bypass.digest.0 = [1; 16];
    folder.file("bypass.dxo", &bypass.write(Signing::Keep));
    done(&folder.run(&["-dumpbin", "bypass.dxo", "-setprivate", "private.bin", "-Fo", "with.dxo"]));
    assert_eq!(container("with.dxo").digest.0, [1; 16]);
    // What was changed without its digest is not signed by passing through.
    let mut forged = folder.read("bypass.dxo");
    forged[4..20].fill(9);
    folder.file("forged.dxo", &forged);
    done(&folder.run(&["-dumpbin", "forged.dxo", "-setprivate", "private.bin", "-Fo", "with.dxo"]));
    assert_eq!(container("with.dxo").digest.0, [0; 16]);
}

#[test]
fn commands_that_make_no_sense_are_told() {
    let folder = folder("wrong");
    for (args, why) in [
        (&["parts", "get", "shader.dxo", "PRIV", "-o", "x"][..], "shader.dxo: it has no part PRIV"),
        (&["parts", "get", "shader.dxo", "DXIL"], "`hlslc parts get` needs -o FILE to write to"),
        (
            &["parts", "get", "shader.dxo", "PRIVATE", "-o", "x"],
            "`PRIVATE` is no name of a part: it has four characters",
        ),
        (&["parts", "remove", "shader.dxo", "-o", "x"], "`hlslc parts remove` has another usage"),
        (&["parts", "remove", "shader.dxo", "PRIV", "-o", "x"], "shader.dxo: it has no part PRIV"),
        (&["parts", "list", "shader.hlsl"], "shader.hlsl: container at byte 0: the magic number is not DXBC"),
        (&["parts", "burn", "shader.dxo"], "unknown command `hlslc parts burn`"),
        (&["parts", "list", "-v", "shader.dxo"], "unknown option `-v`"),
        (&["parts", "get", "shader.dxo", "DXIL", "-o", "no/such/folder"], "cannot write `no/such/folder`"),
        (&["-recompile", "shader.dxo", "-T", "vs_6_0"], "-recompile takes the options that the input carries"),
        (&["-recompile", "shader.dxo"], "shader.dxo: it carries no sources"),
    ] {
        rejected(&folder.run(args), why);
    }
    for args in [&["parts"][..], &["parts", "--help"], &["parts", "help"]] {
        let ran = folder.run(args);
        assert!(ran.code == 0 && ran.out.starts_with("hlslc parts list FILE"), "{args:?}: {ran:?}");
    }
}

#[test]
fn what_was_compiled_is_compiled_again_from_what_it_carries() {
    let folder = Folder::new("recompile");
    let source = "#include \"inc/scale.h\"\n#include <shift.h>\n\
                  float4 main(float4 p : P) : SV_Position { return p * SCALE + SHIFT * BY; }\n";
    folder.file("shader.hlsl", source.as_bytes());
    for dir in ["inc", "more"] {
        std::fs::create_dir_all(folder.0.join(dir)).expect("a folder");
    }
    folder.file("inc/scale.h", b"#include \"two.h\"\n#define SCALE TWO\n");
    folder.file("inc/two.h", b"#define TWO 2.0\n");
    folder.file("more/shift.h", b"#define SHIFT 0.5\n");
    let compile = ["shader.hlsl", "-T", "vs_6_1", "-D", "BY=4", "-I", "more", "-Zi", "-Qstrip_reflect"];
    done(&folder.run(&[&compile[..], &["-Fd", "shader.pdb", "-Fo", "plain.dxo"]].concat()));
    done(&folder.run(&[&compile[..], &["-Qembed_debug", "-Fo", "embedded.dxo"]].concat()));
    for file in ["shader.hlsl", "inc/scale.h", "inc/two.h", "more/shift.h"] {
        std::fs::remove_file(folder.0.join(file)).expect("it is there");
    }
    // Also from the file that this writes in its place.
    for _ in 0..2 {
        done(&folder.run(&["-recompile", "shader.pdb", "-Fo", "again.dxo", "-Fd", "shader.pdb"]));
        assert_eq!(folder.read("again.dxo"), folder.read("plain.dxo"));
    }
    done(&folder.run(&["-recompile", "embedded.dxo", "-Qembed_debug", "-Fo", "again.dxo"]));
    assert_eq!(names(&folder.read("again.dxo")), names(&folder.read("embedded.dxo")));
    let [again, before] = ["again.dxo", "embedded.dxo"].map(|name| part(&folder.read(name), FourCc::DXIL));
    assert_eq!(again, before);
}
