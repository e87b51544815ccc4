//! Builds the examples of `build/` with CMake and Ninja: what they make is what the command makes, and a change of a header compiles what
//! includes it and nothing else.

use crate::support::{Folder, path};
use std::path::Path;
use std::process::Command;

/// A folder with a copy of `build`.
fn copied(name: &str) -> Folder {
    let folder = Folder::new(name);
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../build"), Path::new(""), &folder);
    folder
}

fn copy(root: &Path, at: &Path, folder: &Folder) {
    for entry in std::fs::read_dir(root.join(at)).expect("it is there") {
        let entry = entry.expect("it can be read");
        let at = at.join(entry.file_name());
        match entry.file_type().expect("it has a kind") {
            kind if kind.is_dir() && entry.file_name() != "target" => copy(root, &at, folder),
            kind if kind.is_file() => {
                let bytes = std::fs::read(entry.path()).expect("it can be read");
                folder.file(path(&at), &bytes);
            }
            _ => {}
        }
    }
}

/// Runs a tool in a folder below that of the test; what it printed.
fn run(folder: &Folder, at: &str, words: &[&str]) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_hlslc")).parent().expect("it lies in a folder");
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(program.to_owned()).chain(std::env::split_paths(&paths));
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder.0.join(at)).env_remove("NINJA_STATUS");
    command.env("PATH", std::env::join_paths(paths).expect("folders have plain names"));
    let output = command.output().unwrap_or_else(|error| panic!("this test needs {}: {error}", words[0]));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{words:?}: {out}{errors}");
    out
}

/// The files that a build compiles now.
fn compiled(folder: &Folder, at: &str, words: &[&str]) -> Vec<String> {
    let said = run(folder, at, words);
    let lines = said.lines().filter(|line| line.contains("Compiling") || line.contains("s_6_"));
    let is_source = |word: &&str| Path::new(word).extension().is_some_and(|extension| extension == "hlsl");
    let word = |line: &str| line.split_whitespace().find(is_source).map(str::to_owned);
    let mut names: Vec<String> = lines.filter_map(word).collect();
    names.sort_unstable();
    names
}

/// Changes a file, and its time by enough for every file system.
fn change(folder: &Folder, name: &str, text: &str) {
    let before = String::from_utf8(folder.read(name)).expect("it is text");
    let file = folder.file(name, format!("{before}{text}").as_bytes());
    let later = std::time::SystemTime::now() + std::time::Duration::from_secs(2);
    std::fs::File::options().write(true).open(file).and_then(|file| file.set_modified(later)).expect("it has a time");
}

#[test]
fn cmake_compiles_shaders_for_each_configuration() {
    let folder = copied("build-cmake");
    let at = "cmake/example";
    run(&folder, at, &["cmake", "-G", "Ninja Multi-Config", "-S", ".", "-B", "out"]);
    let build = ["cmake", "--build", "out", "--config", "Debug"];
    let first = compiled(&folder, at, &build);
    assert_eq!(first, ["shaders/fog.hlsl", "shaders/sky.hlsl", "shaders/sky.hlsl", "shaders/sky.hlsl"]);
    run(&folder, at, &["cmake", "--build", "out", "--config", "Release"]);
    let command = |words: &[&str]| {
        let sky = folder.0.join(at).join("shaders/sky.hlsl");
        let made = folder.0.join("alone");
        let includes = folder.0.join(at).join("shaders/include");
        let common = [path(&sky), "-I", path(&includes), "-Fo", path(&made)];
        let ran = folder.run(&[&common[..], words].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        folder.read("alone")
    };
    let made = |name: &str| folder.read(&format!("{at}/out/shaders/{name}"));
    let debug = ["-T", "ps_6_6", "-D", "QUALITY=2", "-D", "SHOWS_ERRORS", "-Od"];
    assert_eq!(made("Debug/sky.dxo"), command(&debug));
    assert_eq!(made("Release/sky.dxo"), command(&["-T", "ps_6_6", "-D", "QUALITY=2", "-O3"]));
    assert_eq!(made("Release/sky.spv"), command(&["-T", "ps_6_6", "-spirv"]));
    let header = String::from_utf8(made("Debug/sky.Corner.dxo.h")).expect("it is text");
    assert!(header.contains("const unsigned char g_Corner[] = {"), "{header}");
    // The depfile: nothing is compiled for nothing, and everything that includes a header for a change in it.
    assert_eq!(compiled(&folder, at, &build), [""; 0]);
    change(&folder, &format!("{at}/shaders/fog.hlsl"), "// once more\n");
    assert_eq!(compiled(&folder, at, &build), ["shaders/fog.hlsl"]);
    change(&folder, &format!("{at}/shaders/include/colours.hlsli"), "// once more\n");
    assert_eq!(compiled(&folder, at, &build).len(), 4);
}

#[test]
fn cmake_says_what_is_missing() {
    let folder = copied("build-cmake-bad");
    let text = "cmake_minimum_required(VERSION 3.20)\nproject(bad LANGUAGES NONE)\ninclude(../cmake/hlslc.cmake)\n\
                hlslc_add_shaders(shaders SOURCES a.hlsl)\n";
    folder.file("bad/CMakeLists.txt", text.as_bytes());
    let mut command = Command::new("cmake");
    command.args(["-G", "Ninja", "-S", "bad", "-B", "out"]).current_dir(&folder.0);
    let output = command.arg(concat!("-DHLSLC_EXECUTABLE=", env!("CARGO_BIN_EXE_hlslc"))).output().expect("CMake runs");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && errors.contains("hlslc_add_shaders(shaders): PROFILE is missing"), "{errors}");
}

#[test]
fn ninja_compiles_what_includes_a_changed_header() {
    let folder = copied("build-ninja");
    let build = ["ninja", "-C", "ninja"];
    assert_eq!(compiled(&folder, "", &build), ["shaders/double.hlsl", "shaders/tint.hlsl", "shaders/tint.hlsl"]);
    assert_eq!(&folder.read("ninja/out/double.dxo")[..4], b"DXBC");
    assert_eq!(folder.read("ninja/out/tint.spv")[..4], 0x0723_0203_u32.to_le_bytes());
    assert!(run(&folder, "", &build).contains("no work to do"));
    change(&folder, "ninja/shaders/tint.hlsli", "// once more\n");
    assert_eq!(compiled(&folder, "", &build), ["shaders/tint.hlsl", "shaders/tint.hlsl"]);
}
