//! Lays out what programs that use the C interface are built with: `cargo xtask install FOLDER`, and the archives of a release.
//!
//! In: libraries that Cargo has built. Out: `include`, `lib` (`bin` for DLLs), a package of CMake and two of pkg-config.
//! Nothing in them names the folder, so it can be moved.

use std::fs;
use std::path::Path;

use crate::release::pack::Tree;
use crate::workspace;

/// What goes where: (names of what is built, of which there is one; path in the folder that is filled; another name for it there).
type Row = (&'static [&'static str], &'static str, Option<&'static str>);

/// The libraries of a system. The number in a name is the version of the interface. Tools of MinGW and of Microsoft have names of
/// their own for what a program is linked with.
fn libraries(os: &str) -> &'static [Row] {
    match os {
        "windows" => &[
            (&["hlslc_c.dll"], "bin/hlslc_c.dll", None),
            (&["hlslc_c.dll.lib", "libhlslc_c.dll.a"], "lib/hlslc_c.dll.lib", None),
            (&["hlslc_c.lib", "libhlslc_c.a"], "lib/hlslc_c.lib", None),
        ],
        "macos" => &[
            (&["libhlslc_c.dylib"], "lib/libhlslc_c.1.dylib", Some("lib/libhlslc_c.dylib")),
            (&["libhlslc_c.a"], "lib/libhlslc_c.a", None),
        ],
        _ => &[
            (&["libhlslc_c.so"], "lib/libhlslc_c.so.1", Some("lib/libhlslc_c.so")),
            (&["libhlslc_c.a"], "lib/libhlslc_c.a", None),
        ],
    }
}

/// The texts, as paths from the root of the workspace.
const TEXTS: [(&str, &str); 6] = [
    (crate::made::HEADER.file, "include/hlslc.h"),
    ("capi/c/cmake/hlslcConfig.cmake", "lib/cmake/hlslc/hlslcConfig.cmake"),
    ("build/cmake/hlslc.cmake", "lib/cmake/hlslc/hlslc.cmake"),
    ("capi/c/cmake/hlslcConfigVersion.cmake", "lib/cmake/hlslc/hlslcConfigVersion.cmake"),
    ("capi/c/pkgconfig/hlslc.pc", "lib/pkgconfig/hlslc.pc"),
    ("capi/c/pkgconfig/hlslc-static.pc", "lib/pkgconfig/hlslc-static.pc"),
];

/// What stands for the version of the compiler in them.
const VERSION: &str = "@VERSION@";

/// The files for a system, of libraries by their names.
pub fn tree(os: &str, version: &str, built: &dyn Fn(&str) -> Option<Vec<u8>>) -> Result<Tree, String> {
    let mut tree = Tree::default();
    for (names, to, other) in libraries(os) {
        let bytes = names.iter().find_map(|name| built(name)).ok_or_else(|| format!("{} is not built", names[0]))?;
        tree = tree.program(to, bytes);
        if let Some(other) = other {
            tree = tree.link(other, to.rsplit_once('/').map_or(*to, |at| at.1));
        }
    }
    for (from, to) in TEXTS {
        let from = workspace().join(from);
        let text = fs::read_to_string(&from).map_err(|error| format!("{}: {error}", from.display()))?;
        tree = tree.file(to, text.replace(VERSION, version));
    }
    Ok(tree)
}

/// Fills a folder with what was built in another.
pub fn install(built: &Path, prefix: &Path) -> Result<(), String> {
    let read = |name: &str| fs::read(built.join(name)).ok();
    tree(std::env::consts::OS, env!("CARGO_PKG_VERSION"), &read)?.write(prefix)
}
