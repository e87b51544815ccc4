//! Defines the versions of the root signature language and binary.

use std::fmt;

/// A root signature version. Later versions compare greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Version {
    /// 1.0: no flags on descriptors and ranges.
    V1_0,
    /// 1.1: flags on root descriptors and descriptor ranges. What DXC writes by default.
    #[default]
    V1_1,
    /// 1.2: flags on static samplers.
    V1_2,
}

impl Version {
    /// All versions, oldest first.
    pub const ALL: [Version; 3] = [Version::V1_0, Version::V1_1, Version::V1_2];

    /// The number in `RTS0` and in the third operand of a metadata pair.
    pub fn raw(self) -> u32 {
        match self {
            Version::V1_0 => 1,
            Version::V1_1 => 2,
            Version::V1_2 => 3,
        }
    }

    /// The version with this number, if there is one.
    pub fn from_raw(raw: u32) -> Option<Version> {
        Version::ALL.into_iter().find(|v| v.raw() == raw)
    }

    /// Its name as a profile: `rootsig_1_1`.
    pub const fn profile(self) -> &'static str {
        match self {
            Version::V1_0 => "rootsig_1_0",
            Version::V1_1 => "rootsig_1_1",
            Version::V1_2 => "rootsig_1_2",
        }
    }

    /// The version named as a profile or option value names it: `rootsig_1_1`, `1_1` or `1.1`.
    pub fn from_name(name: &str) -> Option<Version> {
        let digits = name.strip_prefix("rootsig_").unwrap_or(name);
        Version::ALL.into_iter().find(|v| v.to_string() == digits || v.to_string().replace('.', "_") == digits)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Version::V1_0 => "1.0",
            Version::V1_1 => "1.1",
            Version::V1_2 => "1.2",
        })
    }
}
