//! Builds programs in C++, built against DXC's headers and those of Direct3D, and the libraries that they load.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A library with `DxcCreateInstance`.
pub struct Library {
    /// What it is called in messages.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

impl Library {
    /// Ours, which cargo has built beside the tests.
    pub fn ours() -> Self {
        let tests = env::current_exe().expect("a test knows where it is");
        let file = format!("{}dxcompiler{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        let path = tests.parent().expect("it lies in a folder").join(file);
        assert!(path.is_file(), "{} is not there", path.display());
        Self { name: "ours".to_owned(), path }
    }
}

/// The release of DXC that tests compare with: what `HLSLC_DXC_LIB` names.
pub fn dxc() -> Library {
    let path = dxc_path();
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    Library { name: format!("dxc-{}", folder.to_string_lossy()), path }
}

/// Where DXC's headers are: beside the release that `HLSLC_DXC_LIB` names, else beside the one that `dxc-oracle` has fetched.
fn headers() -> PathBuf {
    let named = env::var_os("HLSLC_DXC_LIB").map(PathBuf::from);
    let named = named.and_then(|path| path.parent().map(Path::to_owned)).filter(|folder| folder.join(HEADER).is_file());
    let folder = named.unwrap_or_else(dxc_oracle::fetch::cached_headers);
    assert!(folder.join(HEADER).is_file(), "this test needs {HEADER}: `cargo run -p dxc-oracle -- fetch` obtains it");
    folder
}

/// The header of the interfaces.
const HEADER: &str = "dxcapi.h";

fn dxc_path() -> PathBuf {
    let path = env::var_os("HLSLC_DXC_LIB").map(PathBuf::from);
    path.expect("this test needs a DXC of 1.8 or later, which HLSLC_DXC_LIB names")
}

/// A program in C++ that loads a library.
pub struct Client {
    program: PathBuf,
    folder: PathBuf,
}

/// What a program has printed.
pub struct Ran {
    /// Its standard output.
    pub output: String,
    /// Whether it came to its end.
    pub has_ended: bool,
}

/// Headers that those of Direct3D ask for and have no use for outside Windows.
const EMPTY: [&str; 4] = ["rpc.h", "rpcndr.h", "oaidl.h", "ocidl.h"];

/// Runs a command to its end. The test fails if it cannot.
fn done(command: &mut Command, name: &str) {
    let Output { status, stderr, .. } = command.output().unwrap_or_else(|_| panic!("this test needs {name}"));
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
}

/// The object of a source in C.
fn compiled(source: &Path, folder: &Path) -> PathBuf {
    let object = folder.join("plain.o");
    done(Command::new("cc").args(["-O1", "-Wall", "-Wextra", "-Werror", "-c", "-o"]).arg(&object).arg(source), "cc");
    object
}

impl Client {
    /// Builds one of the programs in `clients`, of one file or of all in a folder. The test fails if there is no compiler or no header.
    pub fn build(name: &str, test: &str) -> Self {
        // Tests run beside each other, each with a program of its own.
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let empty = folder.join("empty");
        fs::create_dir_all(&empty).expect("it can be made");
        for header in EMPTY {
            fs::write(empty.join(header), "").expect("it can be written");
        }
        let headers = headers();
        let has_reflection = Path::new("/usr/include/directx/d3d12shader.h").is_file();
        assert!(has_reflection, "this test needs directx/d3d12shader.h (Debian: directx-headers-dev)");
        let program = folder.join(name);
        let mut build = Command::new("c++");
        build.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas"]);
        build.args(["-D__RPCNDR_H_VERSION__=500", "-DCOM_NO_WINDOWS_H"]);
        build.arg("-isystem").arg(&empty).arg("-isystem").arg(&headers).arg("-o").arg(&program);
        let clients = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
        let sources = fs::read_dir(clients.join(name)).map_or_else(
            |_| vec![clients.join(format!("{name}.cpp"))],
            |entries| entries.map(|entry| entry.expect("readable").path()).collect(),
        );
        for source in sources {
            match source.extension().and_then(OsStr::to_str) {
                Some("cpp") => drop(build.arg(source)),
                Some("c") => drop(build.arg(compiled(&source, &folder))),
                _ => {}
            }
        }
        done(build.args(["-ldl", "-lpthread"]), "c++");
        Self { program, folder }
    }

    /// An empty folder of its own.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder = self.folder.join(name);
        // There is none the first time.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("it can be made");
        folder
    }

    /// Runs it with a library.
    pub fn run(&self, library: &Library, arguments: &[&OsStr]) -> Ran {
        let mut command = Command::new(&self.program);
        command.arg(&library.path).args(arguments).stdin(Stdio::null());
        let Output { status, stdout, .. } = command.output().expect("it was built");
        Ran { output: String::from_utf8_lossy(&stdout).into_owned(), has_ended: status.success() }
    }
}
