//! Containers that are made to do harm: what they carry compiles, or is rejected, and never touches a file that the user
//! has not named.

use crate::support::{Folder, Ran};
use dxil::container::sources::{Arguments, SourceFile, Sources};
use dxil::container::{Container, FourCc, Signing, pdb};

const SHADER: &str = "[numthreads(1, 1, 1)] void main() {}\n";

/// A file with debug information that carries these options.
fn carrying(folder: &Folder, pairs: &[(&str, &str)]) {
    folder.file("whole.hlsl", SHADER.as_bytes());
    let ran = folder.run(&["whole.hlsl", "-T", "cs_6_0", "-Zs", "-Fo", "whole.dxo", "-Fd", "whole.pdb"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let mut container = Container::read(&folder.read("whole.dxo")).expect("it is whole");
    let pairs = pairs.iter().map(|&(name, value)| (name.into(), value.into())).collect();
    let files = vec![SourceFile { name: "shader.hlsl".into(), content: SHADER.into() }];
    let sources = Sources { files, arguments: Arguments::Pairs(pairs), libraries: Vec::new() };
    container.set_part(FourCc::SRCI, sources.write_srci());
    folder.file("evil.pdb", &pdb::write(&container.write(Signing::Unsigned), [7; 16]));
    for name in ["whole.hlsl", "whole.dxo", "whole.pdb"] {
        std::fs::remove_file(folder.0.join(name)).expect("it is there");
    }
}

/// Compiles again what the file carries; nothing but the object may be new in the folder.
fn recompile(folder: &Folder, pairs: &[(&str, &str)]) -> Ran {
    carrying(folder, pairs);
    let ran = folder.run(&["-recompile", "evil.pdb", "-Fo", "again.dxo"]);
    let names = std::fs::read_dir(&folder.0).expect("a folder").map(|entry| entry.expect("a name").file_name());
    for name in names {
        assert!(
            ["evil.pdb", "again.dxo", "secret"].iter().any(|known| name == *known),
            "{pairs:?} made {}",
            name.display()
        );
    }
    // One that is there was made by this run.
    let _ = std::fs::remove_file(folder.0.join("again.dxo"));
    ran
}

#[test]
fn carried_options_that_smuggle_others_are_refused() {
    let folder = Folder::new("smuggled-options");
    folder.file("secret", b"ResourceName, Binding, Space\nroot:x:0:0\n");
    let rejected = [
        (
            ("fvk-b-shift", "0 0 -P -Fi planted"),
            "option `-fvk-b-shift` that it carries has not the values that it takes",
        ),
        (("fvk-bind-register", "0 0 0"), "has not the values"),
        (("Zi", "-P"), "option `-Zi` that it carries has not the values"),
        (("W", "X"), "has not the values"),
        (("T=cs_6_0", ""), "option `-T=cs_6_0` that it carries has not the values"),
        (("import-binding-table", "secret"), "option `-import-binding-table` that it carries reads a file"),
        (("import_binding_table", "secret"), "option `-import_binding_table` that it carries reads a file"),
        (("nonesuch", ""), "option `-nonesuch` that it carries is not known"),
        (("-Fo", "planted"), "option `--Fo` that it carries is not known"),
        (("no\u{1b}]52;c;bad\u{7}such", ""), "option `-no\\u{1b}]52;c;bad\\u{7}such` that it carries is not known"),
    ];
    for (pair, why) in rejected {
        let ran = recompile(&folder, &[("T", "cs_6_0"), pair]);
        assert!(ran.code != 0 && ran.stderr.contains(why), "{pair:?}: {ran:?}");
    }
}

#[test]
fn carried_options_that_name_files_to_write_are_left_out() {
    let folder = Folder::new("carried-outputs");
    let file = ["Fo", "Fc", "Fe", "Frs", "Fh", "Fi", "Fre", "reflect-json", "Fsh", "Po", "MF", "getprivate", "cache"];
    let pairs = file.iter().map(|&name| (name, "planted"));
    let glued = ["Fo", "Fc", "Fh", "Fe", "MF", "Po"].map(|name| format!("{name}planted"));
    let pairs = pairs.chain(glued.iter().map(|name| (name.as_str(), "")));
    let others =
        [("ftime-trace=planted", ""), ("ftime-trace=", "planted"), ("MD", ""), ("P", ""), ("budget", "errors=1")];
    for pair in pairs.chain(others) {
        let ran = recompile(&folder, &[("T", "cs_6_0"), pair]);
        assert!(ran.code == 0 && ran.stderr.is_empty(), "{pair:?}: {ran:?}");
    }
}

#[test]
fn a_carried_value_is_never_an_option() {
    let folder = Folder::new("carried-values");
    for pair in [("D", "-P"), ("D", "A -Fo planted"), ("I", "/"), ("E", "main")] {
        let ran = recompile(&folder, &[("T", "cs_6_0"), pair]);
        assert!(!ran.stderr.contains("planted"), "{pair:?}: {ran:?}");
    }
    let ran = recompile(&folder, &[("T", "cs_6_0"), ("D", "@secret")]);
    assert!(ran.code != 0 && ran.stderr.contains("response files cannot be carried"), "{ran:?}");
}
