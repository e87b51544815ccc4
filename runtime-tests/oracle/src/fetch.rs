//! Obtains DXC 1.7 and knows the path of the library; obtains the headers of DXC 1.8 and knows their folder.
//!
//! Input: nothing but a working `pip` and `tar`. Output: the library in the user's cache folder. Invariant: a library at
//! [`cached_library`] has the pinned SHA-256, because it is moved there in one step only after its sum was checked.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

/// The environment variable that names a DXC library to use instead of the fetched one.
pub const LIBRARY_VARIABLE: &str = "HLSLC_DXC_LIB";

/// The Python source package that carries the library, and its checksum.
const PACKAGE: &str = "compushady";
const PACKAGE_VERSION: &str = "0.17.5";
const PACKAGE_SHA256: &str = "5052caf9e955d8e7a48e22f536e82b44b72e83af46e824a9e99157c7809de691";

/// One build of DXC 1.7 inside the package.
struct Build {
    os: &'static str,
    arch: &'static str,
    file: &'static str,
    sha256: &'static str,
}

/// The builds the package has for systems this crate can load them on.
const BUILDS: &[Build] = &[
    Build {
        os: "linux",
        arch: "x86_64",
        file: "libdxcompiler_x86_64.so.3.7",
        sha256: "fb549976da7abff1ee56bdfa4f5ab156b95e971d4270b5b4447b61682d105809",
    },
    Build {
        os: "linux",
        arch: "aarch64",
        file: "libdxcompiler_aarch64.so.3.7",
        sha256: "1d2b902d9ba9a3892bff8a7fd36309e99e7c85dbee562961185969f625bc02d7",
    },
];

/// The library to load: the one `HLSLC_DXC_LIB` names, else the fetched one, whether or not it is there.
pub fn library_path() -> PathBuf {
    env::var_os(LIBRARY_VARIABLE).map_or_else(cached_library, PathBuf::from)
}

/// Where the fetched library lies: `hlslc/dxc-1.7/libdxcompiler.so` in the user's cache folder.
pub fn cached_library() -> PathBuf {
    cache().join("dxc-1.7").join("libdxcompiler.so")
}

/// Our folder in the user's cache folder.
fn cache() -> PathBuf {
    let cache = env::var_os("XDG_CACHE_HOME")
        .filter(|dir| !dir.is_empty())
        .map_or_else(|| PathBuf::from(env::var_os("HOME").unwrap_or_else(|| ".".into())).join(".cache"), PathBuf::from);
    cache.join("hlslc")
}

/// The Python package that carries headers of the interfaces, as they are since 1.8. They are the same for every system, so the package is
/// always that of one.
const HEADERS_PACKAGE: &str = "compushady-lrtu==0.18.0";
const HEADERS_SYSTEM: [&str; 4] = ["--python-version", "3.11", "--platform", "manylinux_2_28_x86_64"];

/// The headers, and their checksums.
const HEADERS: [(&str, &str); 2] = [
    ("dxcapi.h", "165a39385bbd3c90203f2891af377bcc148275b5212769ad53591bc43e249f44"),
    ("WinAdapter.h", "58c8efcb688d5eb2057802a32499672580d649db802980f7298d9315394aa77f"),
];

/// Where the fetched headers lie: `hlslc/dxc-1.8` in the user's cache folder.
pub fn cached_headers() -> PathBuf {
    cache().join("dxc-1.8")
}

/// Makes sure the pinned headers lie in the cache and returns their folder. Does nothing if they are there already.
pub fn fetch_headers() -> Result<PathBuf, String> {
    let folder = cached_headers();
    let is_there = |&(name, sum): &(&str, &str)| {
        let header = folder.join(name);
        Ok(header.is_file() && sha256(&header)? == sum)
    };
    if HEADERS.iter().map(is_there).collect::<Result<Vec<_>, String>>()?.into_iter().all(|there| there) {
        return Ok(folder);
    }
    let scratch = folder.join(format!("fetch-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|error| format!("cannot make {}: {error}", scratch.display()))?;
    let outcome = download_headers(&scratch).and_then(|unpacked| {
        HEADERS.iter().try_for_each(|(name, sum)| {
            let (from, to) = (unpacked.join(name), folder.join(name));
            expect_sha256(&from, sum)?;
            fs::rename(&from, &to).map_err(|error| format!("cannot write {}: {error}", to.display()))
        })
    });
    // Left-overs in the cache are harmless; the outcome of the fetch matters more.
    let _ = fs::remove_dir_all(&scratch);
    outcome.map(|()| folder)
}

/// Downloads the package with the headers into a folder; where they lie in it once it is unpacked.
fn download_headers(folder: &Path) -> Result<PathBuf, String> {
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"];
    run(Command::new("python3").args(pip).args(HEADERS_SYSTEM).arg("--dest").arg(folder).arg(HEADERS_PACKAGE))?;
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
    let wheel = entries.flatten().map(|entry| entry.path()).find(|path| path.extension() == Some(OsStr::new("whl")));
    let wheel = wheel.ok_or("pip did not leave a wheel")?;
    run(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(wheel).arg(folder))?;
    Ok(folder.join(PACKAGE).join("backends"))
}

/// Makes sure the pinned library lies in the cache and returns its path. Does nothing if it is there already.
pub fn fetch() -> Result<PathBuf, String> {
    let build = BUILDS.iter().find(|build| build.os == env::consts::OS && build.arch == env::consts::ARCH).ok_or_else(
        || {
            format!(
                "there is no pinned DXC for {} on {}: name one in {LIBRARY_VARIABLE}",
                env::consts::OS,
                env::consts::ARCH
            )
        },
    )?;
    let library = cached_library();
    if library.is_file() && sha256(&library)? == build.sha256 {
        return Ok(library);
    }
    let folder = library.parent().ok_or("the cache folder has no parent")?;
    // Beside the final place, so that the last step is a rename; named by process, so that two fetches do not meet.
    let scratch = folder.join(format!("fetch-{}", std::process::id()));
    fs::create_dir_all(&scratch).map_err(|error| format!("cannot make {}: {error}", scratch.display()))?;
    let outcome = download(&scratch).and_then(|archive| unpack(&archive, build, &scratch)).and_then(|unpacked| {
        fs::rename(&unpacked, &library).map_err(|error| format!("cannot write {}: {error}", library.display()))
    });
    // Left-overs in the cache are harmless; the outcome of the fetch matters more.
    let _ = fs::remove_dir_all(&scratch);
    outcome.map(|()| library)
}

/// Downloads the source package into a folder and checks its sum.
fn download(folder: &Path) -> Result<PathBuf, String> {
    let requirement = format!("{PACKAGE}=={PACKAGE_VERSION}");
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", "--dest"];
    let result = run(Command::new("python3").args(pip).arg(folder).arg(requirement));
    let archive = folder.join(format!("{PACKAGE}-{PACKAGE_VERSION}.tar.gz"));
    // pip also tries to prepare the package for building, which may fail after the download: the file is what counts.
    if !archive.is_file() {
        return Err(result.err().unwrap_or_else(|| format!("pip did not leave {}", archive.display())));
    }
    expect_sha256(&archive, PACKAGE_SHA256)?;
    Ok(archive)
}

/// Takes the one library out of the package and checks its sum.
fn unpack(archive: &Path, build: &Build, folder: &Path) -> Result<PathBuf, String> {
    let member = format!("{PACKAGE}-{PACKAGE_VERSION}/{PACKAGE}/backends/{}", build.file);
    run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(folder).arg(&member))?;
    let unpacked = folder.join(member);
    expect_sha256(&unpacked, build.sha256)?;
    Ok(unpacked)
}

/// Runs a command to its end; its error output is the error.
fn run(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().to_owned();
    let name = Path::new(&program).file_name().unwrap_or(OsStr::new("command")).to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// Fails unless the file has the sum.
fn expect_sha256(file: &Path, expected: &str) -> Result<(), String> {
    let found = sha256(file)?;
    if found == expected {
        return Ok(());
    }
    Err(format!("{} has SHA-256 {found}, but {expected} is pinned", file.display()))
}

/// A file's SHA-256 in hexadecimal.
fn sha256(file: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", file.display());
    let mut input = fs::File::open(file).map_err(failed)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = input.read(&mut buffer).map_err(failed)?;
        if read == 0 {
            break;
        }
        hasher.update(&buffer[..read]);
    }
    Ok(hasher.finalize().iter().fold(String::new(), |sum, byte| sum + &format!("{byte:02x}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_another_sum_is_rejected() {
        let file = env::temp_dir().join(format!("dxc-oracle-sum-{}", std::process::id()));
        fs::write(&file, b"abc").expect("the temporary folder is writable");
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(&file).as_deref(), Ok(abc));
        assert_eq!(expect_sha256(&file, abc), Ok(()));
        assert!(expect_sha256(&file, PACKAGE_SHA256).is_err_and(|message| message.contains("is pinned")));
        fs::remove_file(&file).expect("the file was just written");
    }

    #[test]
    fn a_failing_command_reports_its_error_output() {
        let error = run(Command::new("tar").args(["-xzf", "/nonexistent.tar.gz"])).expect_err("there is no such file");
        assert!(error.starts_with("tar failed"), "{error}");
    }
}
