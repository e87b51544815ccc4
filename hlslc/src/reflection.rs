//! What a shader says of itself, whatever it was compiled to: text for people, JSON for programs.
//!
//! In: the bytes of a container, of a file with debug information or of a SPIR-V module; or what a compilation keeps in
//! [`Output::reflection`](crate::Output::reflection). Out: typed data, its text, and JSON by the schema in `docs/reflection.schema.json`.

use std::fmt;

/// What a shader says of itself.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "format", rename_all = "lowercase"))]
pub enum Reflection {
    /// A container with DXIL, or with parts of one.
    Dxil(Box<dxil::reflect::Reflection>),
    /// A SPIR-V module.
    Spirv(Box<hlslc_spirv::reflection::Reflection>),
}

impl Reflection {
    /// Reflects what `-Fo` writes, and files with debug information.
    pub fn of(bytes: &[u8]) -> Result<Self, String> {
        if hlslc_spirv::reflection::is_spirv(bytes) {
            let found = hlslc_spirv::reflection::reflect(bytes).map_err(|error| error.to_string())?;
            return Ok(Self::Spirv(Box::new(found)));
        }
        dxil::reflect::reflect(bytes).map(|found| Self::Dxil(Box::new(found))).map_err(|error| error.to_string())
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
        match self {
            Self::Dxil(found) => found.fmt(f),
            Self::Spirv(found) => found.fmt(f),
        }
    }
}
