//! Tests the command on files and pipes: all results of a run or none, links are followed, no input is overwritten.
#![cfg(unix)]

use crate::support::Folder;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::process::{Command, Stdio};

const SHADER: &str = "float4 main() : SV_Target { return 1; }\n";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(&format!("files-{name}"));
    folder.file("a.hlsl", SHADER.as_bytes());
    folder
}

/// Whether it succeeded, and what it says.
fn run(folder: &Folder, args: &[&str]) -> (bool, String) {
    let done = folder.run(&[&["-T", "ps_6_0"], args].concat());
    (done.code == 0, done.stderr)
}

/// The names in it, in order.
fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn an_output_keeps_its_links_and_permissions() {
    let folder = folder("links");
    for name in ["real.dxo", "one.dxo", "private.dxo"] {
        fs::write(folder.0.join(name), "old").unwrap();
    }
    symlink("real.dxo", folder.0.join("link.dxo")).unwrap();
    symlink("new.dxo", folder.0.join("dangling.dxo")).unwrap();
    fs::hard_link(folder.0.join("one.dxo"), folder.0.join("two.dxo")).unwrap();
    fs::set_permissions(folder.0.join("private.dxo"), fs::Permissions::from_mode(0o600)).unwrap();
    for name in ["link.dxo", "dangling.dxo", "two.dxo", "private.dxo"] {
        assert_eq!(run(&folder, &["a.hlsl", "-Fo", name]), (true, String::new()));
    }
    for name in ["real.dxo", "new.dxo", "one.dxo", "two.dxo", "private.dxo"] {
        assert_eq!(&folder.read(name)[..4], b"DXBC", "{name}");
    }
    assert!(fs::symlink_metadata(folder.0.join("link.dxo")).unwrap().is_symlink());
    assert_eq!(fs::metadata(folder.0.join("one.dxo")).unwrap().nlink(), 2);
    assert_eq!(fs::metadata(folder.0.join("private.dxo")).unwrap().mode() & 0o777, 0o600);
    assert!(names(&folder).iter().all(|name| !name.contains("tmp")), "{:?}", names(&folder));
}

#[test]
fn two_outputs_in_one_file_and_an_output_over_an_input_are_rejected() {
    let folder = folder("same");
    fs::write(folder.0.join("b.hlsli"), "\n").unwrap();
    fs::write(folder.0.join("c.hlsl"), format!("#include \"b.hlsli\"\n{SHADER}")).unwrap();
    let mut said = String::new();
    for args in [
        &["a.hlsl", "-Fo", "x", "-Fc", "./x"][..],
        &["a.hlsl", "-Fo", "a.hlsl"],
        &["a.hlsl", "-Fo", "c.dxo", "-Fc", "../missing/c.asm"],
        &["c.hlsl", "-Fo", "b.hlsli"],
    ] {
        let (is_ok, text) = run(&folder, args);
        assert!(!is_ok);
        said += &text;
    }
    insta::assert_snapshot!(said);
    assert_eq!(names(&folder), ["a.hlsl", "b.hlsli", "c.hlsl"], "nothing is left behind");
    assert_eq!(folder.read("a.hlsl"), SHADER.as_bytes());
}

#[test]
fn a_device_takes_what_it_is_given() {
    let folder = folder("device");
    assert_eq!(run(&folder, &["a.hlsl", "-Fo", "/dev/null", "-Fc", "/dev/null"]), (true, String::new()));
}

/// What `/dev/stdout` leads to has no name that could be taken.
#[test]
fn a_pipe_takes_what_goes_to_standard_output_by_its_path() {
    let folder = folder("pipe");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
    command.current_dir(&folder.0).args(["-T", "ps_6_0", "a.hlsl", "-Fo", "/dev/stdout"]);
    let done = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!((done.stdout.get(..4), done.stderr.as_slice()), (Some(&b"DXBC"[..]), &b""[..]));
}

/// No file is named after a shader that has no name.
#[test]
fn the_page_of_a_shader_from_standard_input_goes_to_standard_output() {
    let folder = folder("explored");
    let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
    command.current_dir(&folder.0).args(["explore", "-", "-T", "ps_6_0"]);
    let done = command.stdin(fs::File::open(folder.0.join("a.hlsl")).unwrap()).output().unwrap();
    assert_eq!((done.stdout.get(..9), done.stderr.as_slice()), (Some(&b"<!DOCTYPE"[..]), &b""[..]));
    assert_eq!(names(&folder), ["a.hlsl"]);
}

#[test]
fn standard_output_that_is_full_is_an_error_and_one_that_is_closed_is_none() {
    let folder = folder("full");
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hlslc"));
        command.current_dir(&folder.0).args(["-T", "ps_6_0", "a.hlsl"]);
        command
    };
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else { return };
    let done = command().stdout(full.try_clone().unwrap()).output().unwrap();
    assert!(!done.status.success());
    assert!(String::from_utf8_lossy(&done.stderr).contains("standard output"), "{done:?}");
    // Whoever reads errors has gone: the exit code still shows.
    let quiet = command().arg("-nosuch").stdout(Stdio::null()).stderr(full).status().unwrap();
    assert_eq!(quiet.code(), Some(1));
    let mut reader = command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(reader.stdout.take());
    let done = reader.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&done.stderr).contains("internal error"), "{done:?}");
}

/// As in DXC: only quotes look beside the file.
#[test]
fn angles_look_in_the_folders_that_are_given_and_nowhere_else() {
    let folder = Folder::new("angles");
    folder.file("main.hlsl", b"#include <a.hlsli>\nfloat4 main() : SV_Target { return A; }");
    let beside = folder.file("a.hlsli", b"#define A 1");
    fs::create_dir_all(beside.with_file_name("given")).expect("a folder");
    folder.file("given/a.hlsli", b"#define A 2");
    let ran = folder.run(&["main.hlsl", "-T", "ps_6_0", "-I", "given"]);
    assert!(ran.code == 0 && ran.out.contains("float 2.0"), "{}{}", ran.out, ran.stderr);
    let ran = folder.run(&["main.hlsl", "-T", "ps_6_0"]);
    assert!(ran.stderr.contains("main.hlsl:1:10: error") && ran.stderr.contains("E0138"), "{}", ran.stderr);
}
