//! Tests the options for root signatures and other parts, as in dxc: on sources, and on containers that `-dumpbin`
//! reads.

use crate::support::{Folder, Ran};

const PLAIN: &str = "RWBuffer<uint> Out : register(u0);\n[numthreads(1, 1, 1)] void main() { Out[0] = 1; }\n";
const WITH: &str = "RWBuffer<uint> Out : register(u0);\n[RootSignature(\"DescriptorTable(UAV(u0))\")]\n\
                    [numthreads(1, 1, 1)] void main() { Out[0] = 1; }\n";

/// A folder with shaders, their containers, and root signatures that serve them and that do not.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("plain.hlsl", PLAIN.as_bytes());
    folder.file("with.hlsl", WITH.as_bytes());
    folder.file("rs.hlsl", b"#define FITS \"DescriptorTable(UAV(u0, numDescriptors=4))\"\n#define NOT \"CBV(b0)\"\n");
    for args in [
        ["plain.hlsl", "-T", "cs_6_0", "-E", "main", "-Fo", "plain.dxo"],
        ["with.hlsl", "-T", "cs_6_0", "-E", "main", "-Fo", "with.dxo"],
        ["rs.hlsl", "-T", "rootsig_1_1", "-E", "FITS", "-Fo", "fits.dxo"],
        ["rs.hlsl", "-T", "rootsig_1_1", "-E", "NOT", "-Fo", "not.dxo"],
    ] {
        done(&folder.run(&args));
    }
    folder
}

fn done(ran: &Ran) {
    assert_eq!(ran.code, 0, "{ran:?}");
}

fn rejected(ran: &Ran, why: &str) {
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains(why), "{why}: {ran:?}");
}

/// The names of the parts of a container.
fn parts(folder: &Folder, name: &str) -> Vec<String> {
    let container = dxil::container::Container::read(&folder.read(name)).expect("a container");
    container.parts.iter().map(|part| part.name.to_string()).collect()
}

fn rts0(folder: &Folder, name: &str) -> Vec<u8> {
    let container = dxil::container::Container::read(&folder.read(name)).expect("a container");
    container.part(dxil::container::FourCc::RTS0).expect("a root signature").to_vec()
}

#[test]
fn a_root_signature_is_extracted_from_a_source() {
    let folder = folder("extract-source");
    done(&folder.run(&["with.hlsl", "-T", "cs_6_0", "-extractrootsignature", "-Fo", "out.dxo"]));
    assert_eq!(parts(&folder, "out.dxo"), ["RTS0"]);
    assert_eq!(rts0(&folder, "out.dxo"), rts0(&folder, "with.dxo"));
    let ran = folder.run(&["plain.hlsl", "-T", "cs_6_0", "-extractrootsignature", "-Fo", "none.dxo"]);
    rejected(&ran, "it holds no root signature");
    assert!(!folder.has("none.dxo"));
    rejected(&folder.run(&["with.hlsl", "-T", "cs_6_0", "-extractrootsignature"]), "needs -Fo FILE");
    let ran = folder.run(&["with.hlsl", "-extractrootsignature", "-Fo", "none.dxo"]);
    rejected(&ran, "no target profile given");
}

#[test]
fn a_root_signature_is_set_while_compiling() {
    let folder = folder("set-source");
    for source in ["plain.hlsl", "with.hlsl"] {
        done(&folder.run(&[source, "-T", "cs_6_0", "-setrootsignature", "fits.dxo", "-Fo", "out.dxo"]));
        assert_eq!(rts0(&folder, "out.dxo"), rts0(&folder, "fits.dxo"), "{source}");
    }
    let ran = folder.run(&["plain.hlsl", "-T", "cs_6_0", "-setrootsignature", "not.dxo", "-Fo", "none.dxo"]);
    rejected(&ran, "does not bind register u0");
    assert!(!folder.has("none.dxo"));
}

#[test]
fn a_shader_is_verified_while_compiling() {
    let folder = folder("verify-source");
    done(&folder.run(&["plain.hlsl", "-T", "cs_6_0", "-verifyrootsignature", "fits.dxo"]));
    rejected(
        &folder.run(&["plain.hlsl", "-T", "cs_6_0", "-verifyrootsignature", "not.dxo"]),
        "does not bind register u0",
    );
}

#[test]
fn a_container_that_is_read_gets_another_root_signature() {
    let folder = folder("set");
    for container in ["plain.dxo", "with.dxo"] {
        done(&folder.run(&["-dumpbin", container, "-setrootsignature", "fits.dxo", "-Fo", "out.dxo"]));
        assert_eq!(rts0(&folder, "out.dxo"), rts0(&folder, "fits.dxo"), "{container}");
    }
    let ran = folder.run(&["-dumpbin", "plain.dxo", "-setrootsignature", "not.dxo", "-Fo", "none.dxo"]);
    rejected(&ran, "does not bind register u0");
    assert!(!folder.has("none.dxo"));
    rejected(&folder.run(&["-dumpbin", "plain.dxo", "-setrootsignature", "fits.dxo"]), "needs -Fo FILE");
}

#[test]
fn a_container_that_is_read_is_verified() {
    let folder = folder("verify");
    let ran = folder.run(&["-dumpbin", "plain.dxo", "-verifyrootsignature", "fits.dxo"]);
    done(&ran);
    assert_eq!(ran.out, "", "what was asked for is the verdict");
    rejected(&folder.run(&["-dumpbin", "plain.dxo", "-verifyrootsignature", "not.dxo"]), "does not bind register u0");
}

#[test]
fn a_container_that_is_read_loses_its_root_signature() {
    let folder = folder("strip");
    let ran = folder.run(&["-dumpbin", "with.dxo", "-Qstrip_rootsignature", "-Fo", "out.dxo"]);
    done(&ran);
    assert_eq!(ran.out, "");
    assert_eq!(folder.read("out.dxo"), folder.read("plain.dxo"));
    let ran = folder.run(&["-dumpbin", "plain.dxo", "-Qstrip_rootsignature", "-Fo", "none.dxo"]);
    rejected(&ran, "it holds no root signature");
    rejected(&folder.run(&["-dumpbin", "with.dxo", "-Qstrip_rootsignature"]), "needs -Fo FILE");
    rejected(&folder.run(&["-dumpbin", "with.dxo", "-Qstrip_priv", "-Fo", "none.dxo"]), "it holds no private data");
    rejected(
        &folder.run(&["-dumpbin", "with.dxo", "-Qstrip_debug", "-Fo", "none.dxo"]),
        "it holds no debug information",
    );
}

#[test]
fn a_root_signature_is_extracted_from_a_container_that_is_read() {
    let folder = folder("extract");
    done(&folder.run(&["-dumpbin", "with.dxo", "-extractrootsignature", "-Fo", "out.dxo"]));
    assert_eq!((parts(&folder, "out.dxo"), rts0(&folder, "out.dxo")), (vec!["RTS0".into()], rts0(&folder, "with.dxo")));
    let ran = folder.run(&["-dumpbin", "plain.dxo", "-extractrootsignature", "-Fo", "none.dxo"]);
    rejected(&ran, "it holds no root signature");
    assert!(!folder.has("none.dxo"));
}

#[test]
fn reading_a_container_lists_it_only_if_nothing_else_is_asked_for() {
    let folder = folder("list");
    let listed = folder.run(&["-dumpbin", "plain.dxo"]);
    assert!(listed.code == 0 && listed.out.contains("define void @main()"), "{listed:?}");
    let copied = folder.run(&["-dumpbin", "plain.dxo", "-Fo", "copy.dxo", "-Fc", "list.txt"]);
    assert!(copied.code == 0 && copied.out.is_empty(), "{copied:?}");
    assert_eq!(folder.read("copy.dxo"), folder.read("plain.dxo"));
    assert_eq!(folder.read("list.txt"), listed.out.into_bytes());
}

#[test]
fn how_to_compile_is_nothing_for_a_container() {
    let folder = folder("options");
    for option in [["-T", "cs_6_0"], ["-E", "other"], ["-D", "X"], ["-force-rootsig-ver", "rootsig_1_0"]] {
        let ran = folder.run(&["-dumpbin", "plain.dxo", option[0], option[1]]);
        rejected(&ran, "-dumpbin reads a container");
    }
    rejected(&folder.run(&["plain.hlsl", "-dumpbin", "-Fo", "none.dxo"]), "plain.hlsl: ");
    assert!(!folder.has("none.dxo"));
}

#[test]
fn spirv_has_no_root_signatures() {
    let folder = folder("spirv");
    let ran = folder.run(&["with.hlsl", "-T", "cs_6_0", "-spirv", "-extractrootsignature", "-Fo", "none.spv"]);
    rejected(&ran, "a SPIR-V module has no root signature");
    assert!(!folder.has("none.spv"));
}

#[test]
fn help_is_known_everywhere() {
    let folder = Folder::new("help");
    for args in [
        &["rootsig"][..],
        &["rootsig", "--help"],
        &["rootsig", "-h"],
        &["rootsig", "dump", "--help"],
        &["rootsig", "build", "-?"],
        &["rootsig", "suggest", "--help"],
        &["rootsig", "help", "dump"],
    ] {
        let ran = folder.run(args);
        assert!(ran.code == 0 && ran.out.starts_with("hlslc rootsig dump FILE"), "{args:?}: {ran:?}");
    }
}

#[test]
fn the_listing_of_a_library_ends_with_its_runtime_data() {
    let folder = Folder::new("library");
    let source = "RWBuffer<float> Out : register(u0);\nRaytracingPipelineConfig depth = { 3 };\nstruct P { float x; };\n\
                  export float twice(float x) { return 2 * x; }\n\
                  [shader(\"miss\")] void missed(inout P p) { Out[0] = p.x; }\n";
    folder.file("library.hlsl", source.as_bytes());
    done(&folder.run(&["library.hlsl", "-T", "lib_6_3", "-Fo", "library.dxo"]));
    let ran = folder.run(&["library.hlsl", "-T", "lib_6_3"]);
    done(&ran);
    let (listing, data) = ran.out.split_once("; Runtime data:").expect("a section on runtime data");
    assert!(listing.contains(";  RaytracingPipelineConfig depth = { MaxTraceRecursionDepth = 3 };"), "{listing}");
    insta::assert_snapshot!(data);

    // What is damaged is said, not shown.
    let mut container = dxil::container::Container::read(&folder.read("library.dxo")).expect("a container");
    let mut part = container.part(dxil::container::FourCc::RDAT).expect("runtime data").to_vec();
    part[4] = 0xFF;
    container.set_part(dxil::container::FourCc::RDAT, part);
    folder.file("damaged.dxo", &container.write(dxil::container::Signing::Digest));
    rejected(&folder.run(&["-dumpbin", "damaged.dxo"]), "there are more parts than there is room for");
}
