//! Tests that any input ends in output or a clear message: no panic, no hang, no partial file.

use crate::support::{Folder, path, run};

/// Compiles bytes to a file; the command must reject, name a place, and leave no file.
fn reject(name: &str, bytes: &[u8]) -> String {
    let folder = Folder::new(name);
    let input = folder.file("in.hlsl", bytes);
    let out = folder.0.join("out.dxo");
    let (code, text) = run(&[path(&input), "-T", "cs_6_6", "-Fo", path(&out)]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("error"), "{text}");
    let left: Vec<_> = std::fs::read_dir(&folder.0).expect("the folder").flatten().map(|e| e.file_name()).collect();
    assert_eq!(left, ["in.hlsl"]);
    text.lines().next().unwrap_or_default().replace(path(&folder.0), "DIR")
}

#[test]
fn an_empty_file() {
    insta::assert_snapshot!(reject("empty", b""));
}

#[test]
fn binary_bytes() {
    let bytes: Vec<u8> = (0..4096u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    insta::assert_snapshot!(reject("binary", &bytes));
}

#[test]
fn a_container_instead_of_text() {
    insta::assert_snapshot!(reject("container", b"DXBC\0\0\0\0\x01\x02\x03\0"));
}

#[test]
fn text_that_is_no_utf8() {
    insta::assert_snapshot!(reject("utf8", b"[numthreads(1,1,1)] void main() { int \xff\xfe = 1; }"));
}

#[test]
fn a_million_parentheses() {
    insta::assert_snapshot!(reject("parentheses", "(".repeat(1_000_000).as_bytes()));
}

#[test]
fn a_file_that_includes_itself() {
    insta::assert_snapshot!(reject("itself", b"#include \"in.hlsl\"\n"));
}

#[test]
fn a_function_that_calls_itself() {
    let source = b"int f(int n) { return n < 1 ? 0 : f(n - 1); }\n[numthreads(1,1,1)] void main() { f(3); }\n";
    insta::assert_snapshot!(reject("recursion", source));
}

#[test]
fn a_directory() {
    let folder = Folder::new("directory");
    let (code, text) = run(&[path(&folder.0), "-T", "cs_6_6"]);
    assert_eq!(code, 1);
    assert!(text.contains("it is a directory"), "{text}");
}

/// Files that say how long they are need not be read for that.
#[test]
fn a_file_of_900_megabytes_and_a_header_of_as_many() {
    let folder = Folder::new("huge");
    let huge = folder.file("huge.hlsl", b"");
    let file = std::fs::OpenOptions::new().write(true).open(&huge).expect("the file");
    file.set_len(900 << 20).expect("files may have holes");
    let input = folder.file("in.hlsl", b"#include \"huge.hlsl\"\n");
    for input in [&huge, &input] {
        let (code, text) = run(&[path(input), "-T", "cs_6_6"]);
        assert_eq!(code, 1);
        assert!(text.contains("larger than 134217728 bytes"), "{text}");
    }
}

#[test]
fn no_such_file_and_no_input() {
    let (code, text) = run(&["there/is/none.hlsl", "-T", "cs_6_6"]);
    assert_eq!(code, 1);
    assert!(text.contains("cannot read `there/is/none.hlsl`"), "{text}");
    let (code, text) = run(&["-T", "cs_6_6"]);
    assert_eq!(code, 1);
    assert!(text.contains("no input file"), "{text}");
}

#[test]
fn an_output_that_cannot_be_written() {
    let folder = Folder::new("unwritable");
    let input = folder.file("in.hlsl", b"[numthreads(1,1,1)] void main() {}");
    let (code, text) = run(&[path(&input), "-T", "cs_6_6", "-Fo", path(&folder.0.join("none/out.dxo"))]);
    assert_eq!(code, 1);
    assert!(text.contains("cannot write"), "{text}");
}

#[test]
fn a_cut_container_is_no_listing() {
    let folder = Folder::new("cut");
    let source = folder.file("in.hlsl", b"[numthreads(1,1,1)] void main() {}");
    let whole = folder.0.join("whole.dxo");
    assert_eq!(run(&[path(&source), "-T", "cs_6_6", "-Fo", path(&whole)]).0, 0);
    let bytes = std::fs::read(&whole).expect("the container");
    for length in (0..bytes.len()).step_by(37) {
        let cut = folder.file("cut.dxo", &bytes[..length]);
        assert_eq!(run(&[path(&cut), "-dumpbin"]).0, 1, "{length} bytes");
    }
}
