//! Lists what Cargo builds, a row each, and builds it.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace;

use super::plan::Plan;
use super::targets::Target;

/// A product by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The command.
    Program,
    /// The library in the place of DXC's.
    DropIn,
    /// The C interface: a shared and a static library.
    CInterface,
    /// The module of WebAssembly.
    Module,
}

/// A product.
#[derive(Debug)]
pub struct Product {
    /// What it is.
    pub kind: Kind,
    /// What it is called in reports.
    pub name: &'static str,
    /// Its package.
    pub package: &'static str,
    /// The words of Cargo that build it.
    words: &'static [&'static str],
    /// Its profile of Cargo, if it has one of its own.
    profile: Option<&'static str>,
    /// Its files on a system.
    files: fn(os: &str) -> &'static [&'static str],
}

/// All of them.
pub const PRODUCTS: &[Product] = &[
    Product {
        kind: Kind::Program,
        name: "the command",
        package: "hlslc",
        words: &["rustc", "--package", "hlslc", "--bin", "hlslc"],
        profile: None,
        files: |os| if os == "windows" { &["hlslc.exe"] } else { &["hlslc"] },
    },
    Product {
        kind: Kind::DropIn,
        name: "the library in the place of dxcompiler",
        package: "hlslc-dxcompiler",
        // Without the library of Rust that tests link: beside one, cargo does not optimise across crates.
        words: &["rustc", "--package", "hlslc-dxcompiler", "--lib", "--crate-type", "cdylib"],
        profile: None,
        files: |os| match os {
            "windows" => &["dxcompiler.dll"],
            "macos" => &["libdxcompiler.dylib"],
            _ => &["libdxcompiler.so"],
        },
    },
    Product {
        kind: Kind::CInterface,
        name: "the C interface",
        package: "hlslc-c",
        words: &["rustc", "--package", "hlslc-c", "--lib", "--crate-type", "cdylib,staticlib"],
        profile: None,
        files: |os| match os {
            "windows" => &["hlslc_c.dll", "libhlslc_c.dll.a", "libhlslc_c.a"],
            "macos" => &["libhlslc_c.dylib", "libhlslc_c.a"],
            _ => &["libhlslc_c.so", "libhlslc_c.a"],
        },
    },
    Product {
        kind: Kind::Module,
        name: "the module of WebAssembly",
        package: "hlslc-lab-wasm",
        words: &["rustc", "--package", "hlslc-lab-wasm", "--lib", "--no-default-features", "--crate-type", "cdylib"],
        // A module is loaded from a network: its size counts.
        profile: Some("page"),
        files: |_| &["hlslc_lab_wasm.wasm"],
    },
];

impl Product {
    /// Its files on a system.
    pub fn files(&self, target: &Target) -> &'static [&'static str] {
        (self.files)(target.os())
    }
}

/// Files of products by systems.
#[derive(Debug, Default)]
pub struct Built(Vec<(&'static Target, Kind, Files)>);

/// Names and contents.
pub type Files = Vec<(String, Vec<u8>)>;

impl Built {
    /// Adds what was built.
    pub fn add(&mut self, target: &'static Target, product: &Product, files: Files) {
        self.0.push((target, product.kind, files));
    }

    /// What was built of a kind, by system.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = (&'static Target, &Files)> {
        self.0.iter().filter(move |row| row.1 == kind).map(|(target, _, files)| (*target, files))
    }

    /// What was built for a system.
    pub fn for_target(&self, triple: &str) -> impl Iterator<Item = (Kind, &Files)> {
        self.0.iter().filter(move |row| row.0.triple == triple).map(|(_, kind, files)| (*kind, files))
    }
}

/// Builds a product for a system.
pub fn build(product: &Product, target: &Target, plan: &Plan) -> Result<Files, String> {
    let profile = product.profile.unwrap_or(&plan.profile);
    let counts = plan.counts.as_ref().filter(|_| product.kind == Kind::Program && target.runs_here());
    let folder = match counts {
        Some(counts) => build_by_counts(target, counts)?,
        None => {
            let (mut command, triple) = target.builder(product.kind, &cargo())?;
            command.args(product.words);
            command.args(["--locked", "--profile", profile, "--target", triple]);
            command.current_dir(workspace()).env("CARGO_ENCODED_RUSTFLAGS", joined(&[]));
            let own = if product.kind == Kind::Program { target.program_flags } else { &[] };
            let native = if command.get_program() == "cargo-zigbuild" { &[] } else { target.native_flags };
            command.arg("--").args(own).args(native);
            command.env("CARGO_TARGET_DIR", build_folder());
            succeeded(&mut command)?;
            build_folder().join(target.triple)
        }
    };
    let folder = folder.join(profile);
    let read = |name: &&str| {
        let path = folder.join(name);
        fs::read(&path).map(|bytes| ((*name).to_owned(), bytes)).map_err(|error| format!("{}: {error}", path.display()))
    };
    product.files(target).iter().map(read).collect()
}

/// Builds the command laid out after counts, with the task that knows how; they are made if there are none.
fn build_by_counts(target: &Target, counts: &std::path::Path) -> Result<PathBuf, String> {
    let counts = std::path::absolute(counts).map_err(|error| error.to_string())?;
    let mut command = Command::new(cargo());
    command.args([
        "run",
        "--quiet",
        "--release",
        "--locked",
        "--package",
        "hlslc-runtime-tests",
        "--",
        "xtask",
        "dist",
    ]);
    command
        .args([
            "--target",
            target.triple,
            "--flags",
            &joined(&[target.program_flags, target.native_flags].concat()),
            "--counts",
        ])
        .arg(&counts);
    command.current_dir(workspace());
    succeeded(&mut command)?;
    Ok(target_folder().join("dist").join(target.triple))
}

/// Flags of the compiler and those that map the paths of this machine away, as Cargo takes flags that may hold blanks.
fn joined(flags: &[&str]) -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let root = fs::canonicalize(workspace()).unwrap_or_else(|_| workspace());
    // The last one that fits counts, and the build folder may lie in the workspace.
    let mapped = [(Some(root), "/hlslc"), (home, "/cargo"), (Some(target_folder()), "/target")];
    let mapped =
        mapped.into_iter().filter_map(|(path, to)| Some(format!("--remap-path-prefix={}={to}", path?.display())));
    flags.iter().map(|flag| (*flag).to_owned()).chain(mapped).collect::<Vec<_>>().join("\u{1f}")
}

/// The folder that Cargo builds in.
pub(super) fn target_folder() -> PathBuf {
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    std::path::absolute(&folder).unwrap_or(folder)
}

/// The folder that releases are built in: other flags than those of a checkout would have all of that built again.
fn build_folder() -> PathBuf {
    target_folder().join("release-builds")
}

fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn succeeded(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name} cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: {status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::targets::TARGETS;

    #[test]
    fn paths_of_this_machine_are_mapped_away() {
        let flags = joined(&["-Cflag"]);
        let flags: Vec<&str> = flags.split('\u{1f}').collect();
        assert_eq!(flags[0], "-Cflag");
        for to in ["/hlslc", "/cargo", "/target"] {
            assert!(
                flags.iter().any(|flag| flag.starts_with("--remap-path-prefix=") && flag.ends_with(&format!("={to}"))),
                "{to}"
            );
        }
    }

    #[test]
    fn every_target_has_products_and_every_product_a_target() {
        for product in PRODUCTS {
            assert!(TARGETS.iter().any(|target| target.products.contains(&product.kind)), "{}", product.name);
        }
        assert!(TARGETS.iter().all(|target| !target.products.is_empty()));
    }
}
