//! States the version of DXC that this replaces, and the version of this compiler.

use crate::com::hresult::E_INVALIDARG;
use crate::com::{Done, Out, OutNarrow};
use hlslc::options::{StatedCompiler, ValidatorVersion};

/// The version of DXIL that is written, which DXC gives for its own.
const DXIL: (u32, u32) = (1, 9);

/// `DxcVersionInfoFlags_None`.
pub const NO_FLAGS: u32 = 0;
/// `DxcVersionInfoFlags_Internal`: the validator is in this library.
pub const INTERNAL: u32 = 2;

/// What the version is called. It starts with four numbers, as those of DXC do.
pub const TEXT: &str = concat!("1.9.0.0 (hlslc ", env!("CARGO_PKG_VERSION"), ")");

/// `GetVersion`.
pub fn of_dxil(major: &Out<u32>, minor: &Out<u32>) -> Done {
    if major.is_null() || minor.is_null() {
        return Err(E_INVALIDARG);
    }
    major.put(DXIL.0)?;
    minor.put(DXIL.1)
}

/// `GetFlags`.
pub fn flags(place: &Out<u32>, flags: u32) -> Done {
    if place.is_null() { Err(E_INVALIDARG) } else { place.put(flags) }
}

/// `GetCommitInfo`: the version of this compiler, as a number and in eight characters.
pub fn commit(count: &Out<u32>, hash: &OutNarrow) -> Done {
    if count.is_null() || hash.is_null() {
        return Err(E_INVALIDARG);
    }
    let number = commits();
    count.put(number)?;
    hash.put(&commit_name(number))
}

/// The version of this compiler as a number.
fn commits() -> u32 {
    let part = |text: &str| text.parse::<u32>().unwrap_or(0);
    let (major, minor) = (part(env!("CARGO_PKG_VERSION_MAJOR")), part(env!("CARGO_PKG_VERSION_MINOR")));
    major * 10_000 + minor * 100 + part(env!("CARGO_PKG_VERSION_PATCH"))
}

fn commit_name(number: u32) -> String {
    format!("{number:08x}")
}

/// The validator that containers are written for: the one of this library.
pub const fn validator() -> ValidatorVersion {
    ValidatorVersion::minor(DXIL.1 as u8)
}

/// The same in containers, where clients compare it with what this library says about itself.
pub fn stated() -> StatedCompiler {
    let number = commits();
    let version = (DXIL.0 as u8, DXIL.1 as u8);
    let (commit, text) = (commit_name(number), TEXT.to_owned());
    StatedCompiler { version, commits: number, commit, text, validator: validator() }
}
