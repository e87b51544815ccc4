//! Loads the oracle, Microsoft's DXC, into the test process, to judge the output of hlslc.
//!
//! Input: HLSL source, or the bytes of a DXContainer. Output: DXC's object and messages, its disassembly, its
//! validator's verdict. [`Dxc`] is the whole interface; everything about C++ objects stays inside [`com`].
//!
//! DXC itself is never part of this repository. [`fetch`] obtains version 1.7 from a Python source package that
//! happens to carry it, checks two SHA-256 sums and keeps the library in the user's cache folder. A user who has
//! another DXC names it in the environment variable `HLSLC_DXC_LIB`.
//!
//! Tests that need the oracle call [`oracle`], and fail without a library.

pub mod apart;
mod com;
pub mod fetch;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

/// How the line ends that DXC adds to every successful DXIL compilation when no signing library lies beside it (its
/// start differs by version). It says nothing about the shader, so [`CompileOutput::diagnostics`] is without it.
const UNSIGNED_NOTE: &str = "Resulting DXIL will not be signed for use in release environments.";

/// A version of DXC's validator, major and minor.
pub type Validator = (u32, u32);

/// The version on which the fetched library and the releases agree. The fetched one is of before the release of 1.7:
/// it makes other signature parts for 1.7 than releases do.
pub const AGREED_VALIDATOR: Validator = (1, 6);

/// Later versions that tests ask for where the library knows them.
pub const LATER_VALIDATORS: [Validator; 2] = [(1, 8), (1, 9)];

/// The releases of DXC that tests distinguish, where one does otherwise than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// The fetched one, and any before today's.
    V1_7,
    /// Today's: it knows all of [`LATER_VALIDATORS`].
    V1_9,
}

impl Release {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::V1_7, Self::V1_9];

    /// The version, as tests and cases write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::V1_7 => "1.7",
            Self::V1_9 => "1.9",
        }
    }
}

/// What to compile. Everything dxc takes as an option that has no field of its own goes into `args`.
#[derive(Clone, Debug, Default)]
pub struct CompileRequest<'a> {
    /// The HLSL text.
    pub source: &'a str,
    /// The file name to show in diagnostics; empty for none.
    pub name: &'a str,
    /// The entry point, `-E`; empty for dxc's default, `main`.
    pub entry: &'a str,
    /// The profile, `-T`, for instance `cs_6_6`.
    pub target: &'a str,
    /// Further options, one string each, as on dxc's command line (`-spirv`, `-HV`, `2021`).
    pub args: Vec<String>,
    /// The files `#include` may name, by the name written there.
    pub includes: BTreeMap<String, String>,
}

/// What a compilation gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompileOutput {
    /// Whether DXC accepted the shader.
    pub ok: bool,
    /// The DXContainer, or the SPIR-V with `-spirv`, or the text with `-P`; empty when `ok` is false.
    pub object: Vec<u8>,
    /// The file with debug information, with `-Zi` or `-Zs`; else empty.
    pub debug_file: Vec<u8>,
    /// Errors and warnings, as dxc prints them.
    pub diagnostics: String,
}

/// Why there is no oracle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// No library was named and none has been fetched.
    NotFetched {
        /// Where the fetched library would lie.
        expected: PathBuf,
    },
    /// The system's loader rejected the file, or it is not a DXC library.
    NotLoadable {
        /// The library tried.
        library: PathBuf,
        /// What went wrong.
        reason: String,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFetched { expected } => write!(
                f,
                "no DXC at {} (`cargo run -p dxc-oracle -- fetch` obtains it; HLSLC_DXC_LIB names another)",
                expected.display()
            ),
            Self::NotLoadable { library, reason } => write!(f, "cannot load {}: {reason}", library.display()),
        }
    }
}

impl std::error::Error for LoadError {}

/// A loaded DXC. Cheap to make once the library is in the process, and tied to the thread that made it:
/// each thread loads its own.
pub struct Dxc {
    library: PathBuf,
    objects: com::Objects,
}

impl Dxc {
    /// Loads the library that `HLSLC_DXC_LIB` names, or else the fetched one.
    pub fn load() -> Result<Self, LoadError> {
        let library = fetch::library_path();
        if !library.is_file() && std::env::var_os(fetch::LIBRARY_VARIABLE).is_none() {
            return Err(LoadError::NotFetched { expected: library });
        }
        Self::load_from(&library)
    }

    /// Loads the library at a path.
    pub fn load_from(library: &Path) -> Result<Self, LoadError> {
        let objects = com::Objects::create(library)
            .map_err(|reason| LoadError::NotLoadable { library: library.to_owned(), reason })?;
        Ok(Self { library: library.to_owned(), objects })
    }

    /// The library in use.
    pub fn library(&self) -> &Path {
        &self.library
    }

    /// DXC's version, (1, 7) for the fetched one.
    pub fn version(&self) -> Option<(u32, u32)> {
        self.objects.version()
    }

    /// The release that the library is, as far as tests distinguish them.
    pub fn release(&self) -> Release {
        if self.unknown_validator().is_none() { Release::V1_9 } else { Release::V1_7 }
    }

    /// The first version of [`LATER_VALIDATORS`] that the library does not know, if there is one.
    pub fn unknown_validator(&self) -> Option<Validator> {
        LATER_VALIDATORS.into_iter().find(|&later| self.version() < Some(later))
    }

    /// The last version that tests ask for and the library knows.
    pub fn newest_validator(&self) -> Validator {
        let known = LATER_VALIDATORS.into_iter().rfind(|&later| self.version() >= Some(later));
        known.unwrap_or(AGREED_VALIDATOR)
    }

    /// The validator versions a test asks for: the one all libraries agree on, and the later ones that this library
    /// knows. The ignored test `the_library_knows_every_validator` counts what an older library leaves out.
    pub fn validators(&self) -> Vec<Validator> {
        let later = LATER_VALIDATORS.into_iter().filter(|&later| self.version() >= Some(later));
        std::iter::once(AGREED_VALIDATOR).chain(later).collect()
    }

    /// Compiles one shader.
    pub fn compile(&self, request: &CompileRequest) -> CompileOutput {
        let mut args: Vec<&str> = Vec::with_capacity(request.args.len() + 5);
        if !request.name.is_empty() {
            args.push(request.name);
        }
        for (option, value) in [("-E", request.entry), ("-T", request.target)] {
            if !value.is_empty() {
                args.extend([option, value]);
            }
        }
        args.extend(request.args.iter().map(String::as_str));
        match self.objects.compile(request.source, &args, &request.includes) {
            Ok(output) => CompileOutput { diagnostics: without_unsigned_note(&output.diagnostics), ..output },
            Err(call) => CompileOutput { diagnostics: call, ..CompileOutput::default() },
        }
    }

    /// Links libraries, each with a name, to the shader of an entry point, or to a library if the target is one.
    pub fn link(&self, libraries: &[(&str, &[u8])], entry: &str, target: &str, args: &[&str]) -> CompileOutput {
        match self.objects.link(libraries, entry, target, args) {
            Ok(output) => CompileOutput { diagnostics: without_unsigned_note(&output.diagnostics), ..output },
            Err(call) => CompileOutput { diagnostics: call, ..CompileOutput::default() },
        }
    }

    /// The text `dxc -dumpbin` prints for a container.
    pub fn disassemble(&self, container: &[u8]) -> Result<String, String> {
        self.objects.disassemble(container)
    }

    /// What `ID3D12ShaderReflection`, or for a library `ID3D12LibraryReflection`, shows a container: a line for each thing, with
    /// D3D's numbers. Releases before today's have no reflection outside Windows.
    pub fn reflect(&self, container: &[u8], is_library: bool) -> Result<Vec<String>, String> {
        self.objects.reflect(container, is_library)
    }

    /// The validator's verdict; the messages are the error. The container is not changed.
    pub fn validate(&self, container: &[u8]) -> Result<(), String> {
        self.objects.validate(container, com::Edit::Keep).map(drop)
    }

    /// Validates and lets the validator edit the container, which is how it signs: the container with its digest.
    /// The validator inside DXC 1.7's compiler library leaves the digest as it was; the separate DXIL library fills it.
    pub fn validate_and_sign(&self, container: &[u8]) -> Result<Vec<u8>, String> {
        self.objects.validate(container, com::Edit::InPlace)
    }
}

/// Drops the line of [`UNSIGNED_NOTE`], with the empty line after it, and nothing else.
fn without_unsigned_note(diagnostics: &str) -> String {
    let mut rest = String::with_capacity(diagnostics.len());
    let mut lines = diagnostics.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        if line.trim_end().ends_with(UNSIGNED_NOTE) {
            lines.next_if(|next| next.trim_end().is_empty());
        } else {
            rest.push_str(line);
        }
    }
    rest
}

/// The oracle, for a test that needs it.
///
/// A test without its tool fails, so that it is never taken for one that passed. Mark it
/// `#[cfg_attr(without_dxc, ignore = "needs DXC")]`: it is ignored, and counted so, in a build with `--cfg without_dxc`.
///
/// # Panics
/// If there is no DXC.
#[must_use]
#[track_caller]
pub fn oracle() -> Dxc {
    Dxc::load().unwrap_or_else(|reason| {
        panic!("this test needs DXC: {reason}; `HLSLC_WITHOUT=dxc ./test.sh` ignores such tests")
    })
}

/// The oracle, for a test that needs DXC 1.9, which continuous integration has not: mark it `#[ignore = "needs DXC 1.9"]`.
///
/// # Panics
/// If there is no DXC, or an older one.
#[must_use]
#[track_caller]
pub fn newer_oracle() -> Dxc {
    let dxc = oracle();
    let (library, variable) = (dxc.library().display(), fetch::LIBRARY_VARIABLE);
    assert!(
        dxc.release() == Release::V1_9,
        "this test needs DXC 1.9, which {library} is not ({variable} names another)"
    );
    dxc
}
