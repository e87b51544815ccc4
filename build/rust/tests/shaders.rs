//! Compiles shaders as a build script does, and the Rust that comes of it.

use hlslc_build::{Build, Built, Shader};
use std::path::{Path, PathBuf};
use std::process::Command;

/// An empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hlslc-build-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("it can be made");
    folder
}

/// The example, as Cargo builds it: its build script's shaders, and its program.
#[test]
fn the_example_has_its_shaders_as_constants() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("example");
    let out = folder("example");
    let built = crate::build_script::shaders().root(&example).out_dir(&out).run("shaders.rs");
    assert_eq!(built.errors, [""; 0]);
    assert_eq!(built.warnings, [""; 0]);
    let names: Vec<&str> = built.files.iter().map(|file| file.rsplit('/').next().unwrap_or_default()).collect();
    assert_eq!(names, ["draw.hlsl", "particle.hlsli", "particles.hlsl"]);
    let program = out.join("program");
    let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    rustc.args(["--edition", "2024", "-D", "warnings", "-o"]).arg(&program).arg(example.join("src/main.rs"));
    let made = rustc.env("OUT_DIR", &out).output().expect("the compiler of Rust is there");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let said = Command::new(&program).output().expect("it runs").stdout;
    insta::assert_snapshot!(String::from_utf8_lossy(&said), @r#"
    112 bytes: -9.81 0.5 4 0.3
    groups: 16
    Binding { name: "Settings", class: Constants, kind: "CBuffer", register: 1, space: 2, count: Some(1), stride: None }
    Binding { name: "Particles", class: Write, kind: "StructuredBuffer", register: 3, space: 0, count: Some(1), stride: Some(28) }
    Binding { name: "Particles", class: Write, kind: "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER", register: 3, space: 0, count: Some(1), stride: Some(32) }
    Binding { name: "Settings", class: Constants, kind: "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER", register: 1, space: 2, count: Some(1), stride: None }
    Binding { name: "Sprites", class: Read, kind: "Texture2D", register: 0, space: 1, count: None, stride: None }
    Element { semantic: "POSITION", index: 0, location: Some(0), component: "f32", mask: 3, is_system_value: false }
    Element { semantic: "SV_INSTANCEID", index: 0, location: Some(1), component: "u32", mask: 1, is_system_value: true }
    Some([68, 88, 66, 67]) 0x7230203
    [0, 0, 128, 63, 0, 0, 128, 63, 0, 0, 128, 63, 7, 0, 0, 0, 0, 0, 0, 64, 0, 0, 0, 64, 0, 0, 0, 64]
    "#);
    insta::assert_snapshot!(text_of_settings(&out), @r"
    /// The constants of `Settings`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Settings {
        /// At byte 0.
        pub Gravity: [f32; 3],
        /// At byte 12.
        pub Seconds: f32,
        /// At byte 16.
        pub Turn: [[f32; 3]; 3],
        /// At byte 64.
        pub Drag: [f32; 3],
        /// At byte 100.
        pub Count: u32,
    }
    ");
}

/// What is made of the constant buffer.
fn text_of_settings(out: &Path) -> String {
    let text = std::fs::read_to_string(out.join("shaders.rs")).expect("it was written");
    let from = text.find("    /// The constants of `Settings`.").expect("it has constants");
    text[from..].lines().take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_error_is_one_line_with_its_place_and_nothing_is_written() {
    let root = folder("errors");
    std::fs::write(root.join("bad.hlsl"), "#include \"part.hlsli\"\nfloat main() : SV_Target { return sine(1); }\n")
        .expect("it can be written");
    std::fs::write(root.join("part.hlsli"), "static const int a = 1.5;\n").expect("it can be written");
    let build = Build::new().root(&root).out_dir(&root).shader(Shader::new("bad.hlsl", "ps_6_0"));
    let Built { files, warnings, errors } = build.run("shaders.rs");
    let shown = |texts: Vec<String>| texts.join("\n").replace(&format!("{}/", root.display()), "");
    assert_eq!(shown(files), "bad.hlsl\npart.hlsli");
    let warning = "implicit conversion from `literal float` to `int` changes value from 1.5 to 1 [W0314]";
    assert_eq!(shown(warnings), format!("part.hlsli:1:22: warning: {warning}"));
    let error = "use of undeclared identifier `sine`: did you mean `sin`? [E0201]";
    assert_eq!(shown(errors), format!("bad.hlsl:2:35: error: {error}"));
    assert!(!root.join("shaders.rs").exists());
}

#[test]
fn what_cannot_be_a_module_is_an_error() {
    let root = folder("modules");
    std::fs::write(root.join("a.hlsl"), "float main() : SV_Target { return 1; }\n").expect("it can be written");
    let shader = || Shader::new("a.hlsl", "ps_6_0");
    let errors = |shaders: [Shader; 2]| {
        let build = shaders.into_iter().fold(Build::new().root(&root).out_dir(&root), Build::shader);
        build.run("shaders.rs").errors.join("\n").replace(&format!("{}/", root.display()), "")
    };
    assert_eq!(errors([shader(), shader()]), "a.hlsl: two modules would be named `a`: give one a name");
    assert_eq!(
        errors([shader(), shader().name("b").option("-P")]),
        "a.hlsl: the options ask for something else than an object of this file"
    );
    assert_eq!(
        errors([shader(), Shader::new("missing.hlsl", "ps_6_0")]),
        "cannot read `missing.hlsl`: No such file or directory (os error 2)"
    );
    assert_eq!(errors([shader(), shader().name("c").option("-spirv")]), "");
    // A file that did not change keeps its time, so that nothing is compiled again for it.
    let time = || std::fs::metadata(root.join("shaders.rs")).and_then(|meta| meta.modified()).expect("it was written");
    let before = time();
    assert_eq!(errors([shader(), shader().name("c").option("-spirv")]), "");
    assert_eq!(time(), before);
}
