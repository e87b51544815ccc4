//! Lays out what programs that use the C interface are built with: `cargo xtask install FOLDER`.
//!
//! In: a folder with libraries that Cargo has built. Out: `include`, `lib` (`bin` for DLLs), a package of CMake and two of pkg-config.
//! Nothing in them names the folder, so it can be moved.

use std::env::consts::OS;
use std::fs;
use std::path::Path;

use crate::workspace;

/// What goes where: (path in the folder of what was built, path in the folder that is filled, other names for it there).
type Row = (&'static str, &'static str, &'static [&'static str]);

/// The libraries of a system. The number in a name is the version of the interface.
fn libraries() -> &'static [Row] {
    match OS {
        "windows" => &[
            ("hlslc_c.dll", "bin/hlslc_c.dll", &[]),
            ("hlslc_c.dll.lib", "lib/hlslc_c.dll.lib", &[]),
            ("hlslc_c.lib", "lib/hlslc_c.lib", &[]),
        ],
        "macos" => &[
            ("libhlslc_c.dylib", "lib/libhlslc_c.1.dylib", &["lib/libhlslc_c.dylib"]),
            ("libhlslc_c.a", "lib/libhlslc_c.a", &[]),
        ],
        _ => &[
            ("libhlslc_c.so", "lib/libhlslc_c.so.1", &["lib/libhlslc_c.so"]),
            ("libhlslc_c.a", "lib/libhlslc_c.a", &[]),
        ],
    }
}

/// The texts, as paths from the root of the workspace.
const TEXTS: [(&str, &str); 5] = [
    (crate::HEADER, "include/hlslc.h"),
    ("capi/c/cmake/hlslcConfig.cmake", "lib/cmake/hlslc/hlslcConfig.cmake"),
    ("capi/c/cmake/hlslcConfigVersion.cmake", "lib/cmake/hlslc/hlslcConfigVersion.cmake"),
    ("capi/c/pkgconfig/hlslc.pc", "lib/pkgconfig/hlslc.pc"),
    ("capi/c/pkgconfig/hlslc-static.pc", "lib/pkgconfig/hlslc-static.pc"),
];

/// What stands for the version of the compiler in them.
const VERSION: &str = "@VERSION@";

/// Fills a folder with what was built in another.
pub fn install(built: &Path, prefix: &Path) -> Result<(), String> {
    for (from, to, names) in libraries() {
        let (from, to) = (built.join(from), prefix.join(to));
        make_room(&to)?;
        fs::copy(&from, &to).map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))?;
        for name in *names {
            link(&to, &prefix.join(name))?;
        }
    }
    for (from, to) in TEXTS {
        let (from, to) = (workspace().join(from), prefix.join(to));
        let text = fs::read_to_string(&from).map_err(|error| format!("{}: {error}", from.display()))?;
        make_room(&to)?;
        let text = text.replace(VERSION, env!("CARGO_PKG_VERSION"));
        fs::write(&to, text).map_err(|error| format!("{}: {error}", to.display()))?;
    }
    Ok(())
}

/// The folder of a file.
fn make_room(file: &Path) -> Result<(), String> {
    let Some(folder) = file.parent() else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Another name for a file in the same folder.
fn link(file: &Path, name: &Path) -> Result<(), String> {
    let target = file.file_name().ok_or("a library has a name")?;
    if name.is_symlink() || name.exists() {
        fs::remove_file(name).map_err(|error| format!("{}: {error}", name.display()))?;
    }
    #[cfg(unix)]
    let done = std::os::unix::fs::symlink(target, name);
    #[cfg(not(unix))]
    let done = fs::copy(name.with_file_name(target), name).map(drop);
    done.map_err(|error| format!("{}: {error}", name.display()))
}
