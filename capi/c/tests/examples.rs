//! Builds and runs the examples as their readers do: with the files of `cargo xtask install`.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use hlslc_c::abi::{HLSLC_ABI_VERSION, HlslcOutput};

#[allow(dead_code, reason = "its `main` is run by others")]
#[path = "../../examples/rust/ffi.rs"]
mod ffi;
#[allow(dead_code, reason = "its `main` is run by others")]
#[path = "../../examples/rust/library.rs"]
mod library;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// A folder filled with the libraries that this test program was built with. Each test may be a process of its own, and they share the
/// folder: the lock, which is held until the process ends, lets one of them fill and use it at a time.
fn installed() -> &'static Path {
    static FOLDER: OnceLock<(PathBuf, File)> = OnceLock::new();
    let (folder, _) = FOLDER.get_or_init(|| {
        let program = std::env::current_exe().expect("it has a path");
        let built = program.parent().expect("it lies in a folder");
        let shared = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let lock = File::create(shared.join("installed.lock")).expect("it can be made");
        lock.lock().expect("it can be locked");
        let folder = shared.join("installed");
        xtask::install(built, &folder).unwrap_or_else(|why| panic!("{why}"));
        (folder, lock)
    });
    folder
}

/// A test without its tool fails: `test.sh` installs them.
fn need(tool: &str) {
    let is_there = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    assert!(is_there, "this test needs {tool}");
}

fn run(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let (said, reported) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{said}{reported}");
    output
}

/// What a program prints; it may fail.
fn said(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn pkg_config(package: &str) -> Vec<String> {
    let mut command = Command::new("pkg-config");
    command.args(["--cflags", "--libs", package]).env("PKG_CONFIG_PATH", installed().join("lib/pkgconfig"));
    let flags = String::from_utf8(run(&mut command).stdout).expect("UTF-8");
    flags.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn the_example_in_c_is_linked_shared_and_static() {
    need("cc");
    need("pkg-config");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("c");
    std::fs::create_dir_all(&folder).expect("it can be made");
    let source = "#include \"version.h\"\nfloat main() : SV_Target { return ENGINE_VERSION * FROM_C; }\n";
    std::fs::write(folder.join("good.hlsl"), source).expect("it can be written");
    std::fs::write(folder.join("bad.hlsl"), "float main() : SV_Target { return sine(1); }\n")
        .expect("it can be written");
    for package in ["hlslc", "hlslc-static"] {
        let program = folder.join(package);
        let mut build = Command::new("cc");
        build.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]).arg(examples().join("c/compile.c"));
        run(build.arg("-o").arg(&program).args(pkg_config(package)));
        let mut command = Command::new(&program);
        command.current_dir(&folder);
        if package == "hlslc" {
            command.env("LD_LIBRARY_PATH", installed().join("lib"));
        }
        let good = said(command.args(["good.hlsl", "ps_6_6", "good.dxo"]));
        assert_eq!(good, "done, 1 included\n", "{package}");
        assert_eq!(std::fs::read(folder.join("good.dxo")).expect("it was written")[..4], *b"DXBC");
        let mut command = Command::new(&program);
        command.current_dir(&folder).env("LD_LIBRARY_PATH", installed().join("lib"));
        let bad = said(command.args(["bad.hlsl", "ps_6_6", "bad.dxo"]));
        assert!(bad.starts_with("bad.hlsl:1:35: error E"), "{bad}");
        assert!(bad.contains(" bytes at 34 by `") && bad.ends_with("the source has errors, 0 included\n"), "{bad}");
    }
}

#[test]
fn the_example_in_cpp_finds_the_package_by_cmake() {
    need("cmake");
    need("c++");
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cpp");
    let mut configure = Command::new("cmake");
    configure.arg("-S").arg(examples().join("cpp")).arg("-B").arg(&build);
    let mut prefix = std::ffi::OsString::from("-DCMAKE_PREFIX_PATH=");
    prefix.push(installed());
    run(configure.arg(prefix).arg("-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"));
    run(Command::new("cmake").arg("--build").arg(&build));
    for program in ["reflect", "reflect_static"] {
        let good = said(&mut Command::new(build.join(program)));
        assert_eq!(
            good, "container: DXBC\ndebug information: 36 letters\nnames scale: 1\nmodule: ; SPIR-\n",
            "{program}"
        );
        let bad = said(Command::new(build.join(program)).arg("void main() { return 1; }"));
        assert!(bad.starts_with("text.hlsl:1:"), "{bad}");
    }
}

#[test]
fn the_example_in_python_loads_the_library() {
    need("python3");
    let library = installed().join("lib").join(format!(
        "{}hlslc_c{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    ));
    let script = examples().join("python/compile.py");
    assert_eq!(said(Command::new("python3").arg(&script).arg(&library)), "DXBC ['Out']\n");
    let bad = said(Command::new("python3").arg(&script).arg(&library).arg("void main() { return 1; }"));
    assert!(bad.starts_with("1:"), "{bad}");
}

#[test]
fn the_examples_in_rust_go_by_the_crate_and_by_the_interface() {
    let source = "RWBuffer<uint> Out; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = i; }";
    assert_eq!(library::bindings(source, &["-T", "cs_6_6"]), Ok(vec!["Out".to_owned()]));
    assert_eq!(library::bindings(source, &["-T", "cs_6_6", "-spirv"]), Ok(vec!["Out".to_owned()]));
    assert!(library::bindings("no", &["-T", "cs_6_6"]).is_err_and(|why| why.starts_with("text.hlsl:1:1: error:")));
    assert!(ffi::object(source, &["-T", "cs_6_6"]).is_ok_and(|object| object.starts_with(b"DXBC")));
    assert!(ffi::object("no", &["-T", "cs_6_6"]).is_err_and(|why| why.starts_with("text.hlsl:1:1: error:")));
}

/// There may be no compiler of C#. Its numbers and fields are those of the header.
#[test]
fn the_example_in_csharp_has_the_numbers_and_functions_of_the_header() {
    let text = std::fs::read_to_string(examples().join("csharp/Program.cs")).expect("it is there");
    let header = include_str!("../include/hlslc.h");
    for (name, number) in [
        ("uint AbiVersion", HLSLC_ABI_VERSION),
        ("int Ok", 0),
        ("uint OutputObject", HlslcOutput::Object as u32),
        ("uint OutputErrors", HlslcOutput::Errors as u32),
    ] {
        assert!(text.contains(&format!("const {name} = {number};")), "{name}");
    }
    let mut functions = 0;
    for line in text.lines().filter(|line| line.contains("static extern")) {
        let name = line.split(' ').find(|word| word.starts_with("hlslc_")).expect("a function");
        let name = &name[..name.find('(').expect("parameters")];
        assert!(header.contains(&format!("{name}(")), "{name}");
        functions += 1;
    }
    assert_eq!(functions, 4);
    // The fields of a request, in order.
    let fields = |text: &str, start: &str, end: &str| {
        let body = text.split(start).nth(1).expect("a struct").split(end).next().expect("an end").to_owned();
        let lines = body.lines().map(|line| line.trim().trim_end_matches(';')).filter(|line| !line.is_empty());
        let lines = lines.filter(|line| !line.starts_with(['/', '*', '{', '}']));
        let name = |line: &str| line.rsplit([' ', '*']).next().unwrap_or("").replace('_', "").to_lowercase();
        lines.map(name).collect::<Vec<String>>()
    };
    assert_eq!(
        fields(&text, "public struct Request", "}"),
        fields(header, "typedef struct HlslcRequest {", "} HlslcRequest")
    );
}
