//! Lists the systems that are released for, a row each.

use std::env::consts::{ARCH, OS};
use std::process::Command;

use super::products::Kind;

/// A system.
#[derive(Debug)]
pub struct Target {
    /// Rust's name of it.
    pub triple: &'static str,
    /// What cargo-zigbuild is given: Rust's name, and the oldest release of glibc that the files run with.
    pub zig: &'static str,
    /// Flags of the compiler for the command.
    pub program_flags: &'static [&'static str],
    /// Flags of the compiler for all that the linker of this system links.
    pub native_flags: &'static [&'static str],
    /// What is built for it.
    pub products: &'static [Kind],
    /// The name that Debian has for the processor.
    pub debian: Option<&'static str>,
    /// The platform tag of wheels.
    pub wheel: Option<&'static str>,
    /// The package of npm with the program: its name, and the words for the system and the processor.
    pub npm: Option<(&'static str, &'static str, &'static str)>,
    /// The runtime identifier of .NET.
    pub nuget: Option<&'static str>,
}

/// The start of a static program with glibc. It is linked to lie where it is loaded, without half a megabyte of relocations.
const STATIC_GLIBC: &[&str] = &["-Ctarget-feature=+crt-static", "-Crelocation-model=static"];

/// Functions that came out the same are joined, which the linker that comes with Rust for this system can do.
const JOINED: &[&str] = &["-Clink-arg=-Wl,--icf=all"];

/// The same with musl, which Rust links statically by itself.
const STATIC_MUSL: &[&str] = &["-Crelocation-model=static"];

/// All of them. Programs for Linux are static, so that they run in an empty root and beside any C library: with glibc where it can be
/// linked, as its allocator makes a compilation take two thirds of the processor time that it takes with musl's; with musl for other
/// processors, as the cross linker has no static glibc. Libraries that others load are for glibc, the oldest that Rust supports.
pub const TARGETS: &[Target] = &[
    Target {
        triple: "x86_64-unknown-linux-gnu",
        zig: "x86_64-unknown-linux-gnu.2.17",
        program_flags: STATIC_GLIBC,
        native_flags: JOINED,
        products: &[Kind::Program, Kind::DropIn, Kind::CInterface],
        debian: Some("amd64"),
        // A static program runs beside every C library.
        wheel: Some("manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64"),
        npm: Some(("linux-x64", "linux", "x64")),
        nuget: Some("linux-x64"),
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        zig: "aarch64-unknown-linux-musl",
        program_flags: STATIC_MUSL,
        native_flags: &[],
        products: &[Kind::Program],
        debian: Some("arm64"),
        wheel: Some("manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"),
        npm: Some(("linux-arm64", "linux", "arm64")),
        nuget: None,
    },
    Target {
        triple: "aarch64-unknown-linux-gnu",
        zig: "aarch64-unknown-linux-gnu.2.17",
        program_flags: &[],
        native_flags: &[],
        products: &[Kind::DropIn, Kind::CInterface],
        debian: None,
        wheel: None,
        npm: None,
        nuget: Some("linux-arm64"),
    },
    Target {
        triple: "x86_64-pc-windows-gnu",
        zig: "x86_64-pc-windows-gnu",
        program_flags: &[],
        native_flags: &[],
        products: &[Kind::Program, Kind::DropIn, Kind::CInterface],
        debian: None,
        wheel: Some("win_amd64"),
        npm: Some(("win32-x64", "win32", "x64")),
        nuget: Some("win-x64"),
    },
    Target {
        triple: "aarch64-apple-darwin",
        zig: "aarch64-apple-darwin",
        program_flags: &[],
        native_flags: &[],
        products: &[Kind::Program, Kind::DropIn, Kind::CInterface],
        debian: None,
        wheel: Some("macosx_11_0_arm64"),
        npm: Some(("darwin-arm64", "darwin", "arm64")),
        nuget: Some("osx-arm64"),
    },
    Target {
        triple: "x86_64-apple-darwin",
        zig: "x86_64-apple-darwin",
        program_flags: &[],
        native_flags: &[],
        products: &[Kind::Program, Kind::DropIn, Kind::CInterface],
        debian: None,
        wheel: Some("macosx_10_12_x86_64"),
        npm: Some(("darwin-x64", "darwin", "x64")),
        nuget: Some("osx-x64"),
    },
    Target {
        triple: "wasm32-unknown-unknown",
        zig: "wasm32-unknown-unknown",
        program_flags: &[],
        native_flags: &[],
        products: &[Kind::Module],
        debian: None,
        wheel: None,
        npm: None,
        nuget: None,
    },
];

impl Target {
    /// The system in the words of [`std::env::consts::OS`].
    pub fn os(&self) -> &'static str {
        match self.triple {
            triple if triple.contains("windows") => "windows",
            triple if triple.contains("apple") => "macos",
            triple if triple.contains("linux") => "linux",
            _ => "",
        }
    }

    /// Whether its programs run here.
    pub fn runs_here(&self) -> bool {
        self.os() == OS && self.triple.starts_with(ARCH)
    }

    /// The command that builds a product for it, and the name of the system as that command has it.
    pub fn builder(&self, kind: Kind, cargo: &std::ffi::OsStr) -> Result<(Command, &'static str), String> {
        self.need_standard_library()?;
        // Libraries take an old glibc from the cross linker, which has no static one for programs.
        let is_glibc = self.triple.ends_with("-linux-gnu") && kind != Kind::Program;
        let has_zig =
            || Command::new("cargo-zigbuild").arg("--version").output().is_ok_and(|done| done.status.success());
        let is_native = self.runs_here() || self.os().is_empty();
        if is_native && (!is_glibc || !has_zig()) {
            return Ok((Command::new(cargo), self.triple));
        }
        if !has_zig() {
            return Err("there is no linker for it: `pip install cargo-zigbuild ziglang` brings one".to_owned());
        }
        Ok((Command::new("cargo-zigbuild"), self.zig))
    }

    /// Rust's standard library for it has to be installed.
    fn need_standard_library(&self) -> Result<(), String> {
        let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", self.triple]).output();
        let folder = asked.map_err(|error| format!("rustc cannot be started: {error}"))?.stdout;
        let folder = String::from_utf8_lossy(&folder).trim().to_owned();
        let is_there = std::fs::read_dir(&folder)
            .is_ok_and(|files| files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd-")));
        if is_there {
            Ok(())
        } else {
            Err(format!("there is no standard library for it: `rustup target add {}` brings it", self.triple))
        }
    }
}
