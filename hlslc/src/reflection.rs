//! Prints the reflection of any output: text for people, JSON for programs.
//!
//! Input: the bytes of a container, of a file with debug information or of a SPIR-V module; or the data in
//! [`Output::reflection`](crate::Output::reflection). Output: typed data, its text, and JSON by the schema in
//! `docs/schemas/reflection.json`.

use crate::targets;
use std::fmt;

/// The reflection of a shader.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "format", rename_all = "lowercase"))]
pub enum Reflection {
    /// A container with DXIL, or with parts of one.
    #[cfg(feature = "dxil")]
    Dxil(Box<dxil::reflect::Reflection>),
    /// A SPIR-V module.
    #[cfg(feature = "spirv")]
    Spirv(Box<hlslc_spirv::reflection::Reflection>),
}

impl Reflection {
    /// Reflects what `-Fo` writes, and files with debug information.
    pub fn of(bytes: &[u8]) -> Result<Self, String> {
        let row = targets::BUILT.iter().find(|row| (row.writes)(bytes)).or(targets::BUILT.first());
        (row.ok_or("this build of the compiler reads nothing that back ends write")?.reflect)(bytes)
    }

    /// The JSON, in lines. Equal shaders give equal bytes.
    #[cfg(feature = "serde")]
    pub fn json(&self) -> String {
        #[derive(serde::Serialize)]
        struct Envelope<'a> {
            schema: u32,
            #[serde(flatten)]
            reflection: &'a Reflection,
        }
        let envelope = Envelope { schema: SCHEMA, reflection: self };
        // Every key is text and nothing fails by itself, so there is always JSON.
        serde_json::to_string_pretty(&envelope).unwrap_or_default() + "\n"
    }
}

/// The version of the schema: it grows when a key changes its meaning or goes.
#[cfg(feature = "serde")]
pub const SCHEMA: u32 = 1;

impl fmt::Display for Reflection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            #[cfg(feature = "dxil")]
            Self::Dxil(ref found) => found.fmt(f),
            #[cfg(feature = "spirv")]
            Self::Spirv(ref found) => found.fmt(f),
        }
    }
}
