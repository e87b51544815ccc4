//! Tests that names are data: whatever a name contains, output only shows it.

use crate::support::Folder;
use dxil::container::signature::SignaturePart;
use dxil::container::{Container, FourCc, Signing};
use std::fmt::Write as _;

const SHADER: &str = "float4 main(float4 a : AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA) : SV_Target { return a; }\n";

/// The bytes of the semantic that [`SHADER`] has.
const NAME: &[u8] = b"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// A container whose input has this name.
fn named(folder: &Folder, name: &[u8]) {
    folder.file("a.hlsl", SHADER.as_bytes());
    assert_eq!(folder.run(&["a.hlsl", "-T", "ps_6_0", "-Fo", "a.dxo"]).code, 0);
    let mut container = Container::read(&folder.read("a.dxo")).expect("it is whole");
    let mut name = name.to_vec();
    name.resize(NAME.len(), b'_');
    for part in &mut container.parts {
        while let Some(at) = part.data.windows(NAME.len()).position(|bytes| bytes == NAME) {
            part.data[at..at + NAME.len()].copy_from_slice(&name);
        }
    }
    let signature = container.part(FourCc::ISG1).expect("an input");
    assert!(SignaturePart::read(FourCc::ISG1, signature).is_ok());
    folder.file("evil.dxo", &container.write(Signing::Digest));
}

/// Whether a text holds nothing that a terminal obeys.
fn is_harmless(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '\n' | '\t') || !hlslc_base::shown::is_control(c))
}

#[test]
fn escape_characters_in_a_container_reach_no_listing() {
    let folder = Folder::new("escapes-in-names");
    named(&folder, b"\x1b]52;c;aGk=\x07\r\x7f\xc2\x9b");
    for args in [
        &["-dumpbin", "evil.dxo"][..],
        &["reflect", "evil.dxo"],
        &["parts", "show", "evil.dxo"],
        &["parts", "list", "evil.dxo"],
    ] {
        let ran = folder.run(args);
        assert!(is_harmless(&ran.out) && is_harmless(&ran.stderr), "{args:?}: {ran:?}");
    }
    assert!(folder.run(&["-dumpbin", "evil.dxo"]).out.contains("<U+001B>]52;c;aGk=<U+0007><U+000D><U+007F><U+009B>"));
    assert_eq!(folder.run(&["-dumpbin", "evil.dxo", "-Fc", "list.txt"]).code, 0);
    assert!(is_harmless(&String::from_utf8(folder.read("list.txt")).expect("a text")));
}

#[test]
fn a_line_feed_in_a_semantic_puts_nothing_into_a_header_of_c() {
    let folder = Folder::new("header-injection");
    for name in [
        &b"\n#endif\nint evil;\n#if 0\n"[..],
        b"/*",
        b"\\",
        b"R\"(",
        b"\n%:endif\nint evil;\n",
        b"\n??=endif\nint evil;\n",
    ] {
        named(&folder, name);
        assert_eq!(folder.run(&["-dumpbin", "evil.dxo", "-Fh", "evil.h"]).code, 0);
        let header = String::from_utf8(folder.read("evil.h")).expect("a text");
        let lines: Vec<&str> = header.lines().collect();
        let directives: Vec<&&str> =
            lines.iter().filter(|line| line.trim_start().starts_with(['#', '%', '?'])).collect();
        assert_eq!(directives, [&"#if 0", &"#endif"], "{header}");
        assert!(!lines.iter().any(|line| line.starts_with("int evil")), "{header}");
        let skipped = header.split("\n#endif").next().expect("a first part");
        assert!(!skipped.contains("/*") && !skipped.contains("R\"") && !skipped.contains("\\\n"), "{header}");
    }
}

#[test]
fn the_variable_of_a_header_is_a_name_of_c() {
    let folder = Folder::new("header-variable");
    folder.file("a.hlsl", SHADER.as_bytes());
    for name in ["x[] = {0}; int evil; //", "1x", "", "a-b", "a\nb", "é"] {
        let ran = folder.run(&["a.hlsl", "-T", "ps_6_0", "-Fh", "a.h", "-Vn", name]);
        assert!(ran.code == 1 && ran.stderr.contains("is no name of a variable in C") && !folder.has("a.h"), "{ran:?}");
    }
    assert_eq!(folder.run(&["a.hlsl", "-T", "ps_6_0", "-Fh", "a.h", "-Vn", "_a1"]).code, 0);
}

#[test]
fn control_characters_of_sources_and_arguments_are_shown() {
    let folder = Folder::new("escapes-in-sources");
    folder.file("error.hlsl", b"#error \x1b]52;c;x\x07\nfloat4 main() : SV_Target { return 0; }\n");
    folder.file("line.hlsl", b"#line 1 \"a\x1b[2Jb.hlsl\"\nfloat4 main() : SV_Target { return \x1b; }\n");
    folder.file("inc\x1b[2J.h", b"\n");
    folder.file("inc.hlsl", b"#include \"inc\x1b[2J.h\"\nfloat4 main() : SV_Target { return 0; }\n");
    let lines: [&[&str]; 6] = [
        &["error.hlsl", "-T", "ps_6_0"],
        &["line.hlsl", "-T", "ps_6_0"],
        &["inc.hlsl", "-T", "ps_6_0", "-H"],
        &["\x1b[2J.hlsl", "-T", "ps_6_0"],
        &["-\x1b[2J"],
        &["reflect", "\x1b[2J"],
    ];
    for args in lines {
        let ran = folder.run(args);
        assert!(is_harmless(&ran.stderr) && is_harmless(&ran.out), "{args:?}: {ran:?}");
        assert!(ran.stderr.contains("<U+001B>"), "{args:?}: {ran:?}");
    }
}

/// What make itself reads out of the rule.
#[cfg(unix)]
#[test]
fn make_reads_the_names_that_were_written() {
    let folder = Folder::new("make-names");
    let names = [
        "a b.h",
        "a#b.h",
        "a$b.h",
        "a$(shell touch evil)b.h",
        "a:b.h",
        "a*b.h",
        "a?b.h",
        "a[b].h",
        "a%b.h",
        "~a.h",
        "a=b.h",
    ];
    let mut source = String::new();
    for name in names {
        folder.file(name, b"\n");
        // Writing to a string cannot fail.
        let _ = writeln!(source, "#include \"{name}\"");
    }
    folder.file("m.hlsl", (source + SHADER).as_bytes());
    let ran = folder.run(&["m.hlsl", "-T", "ps_6_0", "-Fo", "o u$x:y#.dxo", "-MF", "rule.d"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let rule = String::from_utf8(folder.read("rule.d")).expect("a text");
    folder.file("Makefile", format!("{rule}\t@$(foreach name,$^,echo '$(name)';) true\n").as_bytes());
    let made = std::process::Command::new("make").arg("-B").current_dir(&folder.0).output();
    let made = made.expect("this test needs make, which reads the rule");
    let seen = String::from_utf8_lossy(&made.stdout).into_owned();
    assert!(made.status.success(), "{seen}{}\n{rule}", String::from_utf8_lossy(&made.stderr));
    assert!(!folder.has("evil"), "{rule}");
    // Lists of make are taken apart at blanks, and its commands by a shell: of these names the rest is looked at.
    for name in names.iter().filter(|name| !name.contains([' ', '$'])) {
        assert!(seen.lines().any(|line| line == *name), "{name} is not in\n{seen}\n{rule}");
    }
}

#[test]
fn a_name_that_make_cannot_read_is_rejected() {
    let folder = Folder::new("make-refuses");
    folder.file("a.hlsl", SHADER.as_bytes());
    for name in ["a\nevil: ; touch evil", "a;touch evil"] {
        let ran = folder.run(&["a.hlsl", "-T", "ps_6_0", "-Fo", name, "-MF", "rule.d"]);
        assert!(
            ran.code == 1 && ran.stderr.contains("cannot be written in a rule of make") && !folder.has("rule.d"),
            "{ran:?}"
        );
    }
}

#[test]
fn a_nul_in_a_name_is_rejected() {
    let folder = Folder::new("nul-in-names");
    let library = "TriangleHitGroup group = { \"\", \"hit\\0x\" };\nstruct P { float x; };\n[shader(\"miss\")] void missed(inout P p) { p.x = 1; }\n";
    folder.file("lib.hlsl", library.as_bytes());
    let ran = folder.run(&["lib.hlsl", "-T", "lib_6_3", "-Fo", "lib.dxo"]);
    assert!(ran.code == 1 && ran.stderr.contains("this text contains a NUL") && !folder.has("lib.dxo"), "{ran:?}");
    folder.file("a.hlsl", SHADER.as_bytes());
    let ir = folder.run(&["a.hlsl", "-T", "ps_6_0", "--emit=ir"]).out.replace("\"AAAA", "\"A\\00AA");
    folder.file("a.ir", ir.as_bytes());
    let ran = folder.run(&["a.ir", "-T", "ps_6_0", "-Fo", "ir.dxo"]);
    assert!(ran.code == 1 && ran.stderr.contains("a text holds a NUL") && !folder.has("ir.dxo"), "{ran:?}");
}
