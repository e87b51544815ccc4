//! Represents the subobjects of a library: parts of a state object that come with the shaders.
//!
//! In a module they are the list `dx.subobjects`; in a container they stand in its runtime data (`RDAT`) alone.

use std::fmt::Write as _;

use crate::bytestr::{ByteStr, quote};
use crate::signature::numbered;

numbered! {
    /// The kind of a subobject.
    SubobjectKind {
        /// The flags of a state object.
        StateObjectConfig = 0 "StateObjectConfig",
        /// A root signature for all shaders.
        GlobalRootSignature = 1 "GlobalRootSignature",
        /// A root signature of a single shader record.
        LocalRootSignature = 2 "LocalRootSignature",
        /// Another subobject and the exports it is for.
        SubobjectToExportsAssociation = 8 "SubobjectToExportsAssociation",
        /// Sizes that all ray shaders keep to.
        RaytracingShaderConfig = 9 "RaytracingShaderConfig",
        /// The maximum recursion depth of rays.
        RaytracingPipelineConfig = 10 "RaytracingPipelineConfig",
        /// The shaders of a hit.
        HitGroup = 11 "HitGroup",
        /// The maximum recursion depth of rays, and flags.
        RaytracingPipelineConfig1 = 12 "RaytracingPipelineConfig1",
    }
}

numbered! {
    /// The kind of a hit group.
    HitGroupKind {
        /// Triangles.
        Triangle = 0 "Triangle",
        /// Procedural primitives.
        ProceduralPrimitive = 1 "ProceduralPrimitive",
    }
}

/// Flags of a state object.
pub const STATE_OBJECT_FLAGS: &[(u32, &str)] = &[
    (1, "STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS"),
    (2, "STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS"),
    (ALLOW_ADDITIONS, "STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS"),
];

/// The flag of a state object that may grow; it came with ray tracing tier 1.1.
const ALLOW_ADDITIONS: u32 = 4;

/// Flags of a ray tracing pipeline.
pub const PIPELINE_FLAGS: &[(u32, &str)] = &[
    (0x100, "RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES"),
    (0x200, "RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES"),
    (0x400, "RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS"),
];

/// A subobject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subobject {
    /// Its name.
    pub name: ByteStr,
    /// The value.
    pub value: SubobjectValue,
}

/// The value of a subobject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SubobjectValue {
    /// The flags of a state object.
    StateObjectConfig {
        /// See [`STATE_OBJECT_FLAGS`].
        flags: u32,
    },
    /// A root signature.
    RootSignature {
        /// Whether it is one of a single shader record.
        local: bool,
        /// The bytes of an `RTS0` part.
        data: Vec<u8>,
        /// Its text; not stored in a container.
        text: ByteStr,
    },
    /// Another subobject and the exports it is for.
    Association {
        /// The name of the subobject.
        subobject: ByteStr,
        /// The exports.
        exports: Vec<ByteStr>,
    },
    /// Sizes that all ray shaders keep to.
    ShaderConfig {
        /// Bytes of payload.
        payload_bytes: u32,
        /// Bytes of attributes.
        attribute_bytes: u32,
    },
    /// The maximum recursion depth of rays.
    PipelineConfig {
        /// The depth.
        recursion: u32,
    },
    /// The shaders of a hit.
    HitGroup {
        /// The number of its [`HitGroupKind`]; validators take any other, too.
        kind: u32,
        /// The any-hit shader; empty for none.
        any_hit: ByteStr,
        /// The closest-hit shader; empty for none.
        closest_hit: ByteStr,
        /// The intersection shader; empty for none.
        intersection: ByteStr,
    },
    /// The maximum recursion depth of rays, and flags.
    PipelineConfig1 {
        /// The depth.
        recursion: u32,
        /// See [`PIPELINE_FLAGS`].
        flags: u32,
    },
}

impl SubobjectValue {
    /// The kind.
    pub fn kind(&self) -> SubobjectKind {
        match self {
            Self::StateObjectConfig { .. } => SubobjectKind::StateObjectConfig,
            Self::RootSignature { local: false, .. } => SubobjectKind::GlobalRootSignature,
            Self::RootSignature { local: true, .. } => SubobjectKind::LocalRootSignature,
            Self::Association { .. } => SubobjectKind::SubobjectToExportsAssociation,
            Self::ShaderConfig { .. } => SubobjectKind::RaytracingShaderConfig,
            Self::PipelineConfig { .. } => SubobjectKind::RaytracingPipelineConfig,
            Self::HitGroup { .. } => SubobjectKind::HitGroup,
            Self::PipelineConfig1 { .. } => SubobjectKind::RaytracingPipelineConfig1,
        }
    }

    /// Whether it needs ray tracing tier 1.1.
    pub fn needs_tier_1_1(&self) -> bool {
        match *self {
            Self::StateObjectConfig { flags } => flags & ALLOW_ADDITIONS != 0,
            Self::PipelineConfig1 { .. } => true,
            Self::RootSignature { .. }
            | Self::Association { .. }
            | Self::ShaderConfig { .. }
            | Self::PipelineConfig { .. }
            | Self::HitGroup { .. } => false,
        }
    }
}

impl Subobject {
    /// Appends it as listings show it: `kind name = { … }`.
    pub fn list(&self, out: &mut String) {
        out.push_str(self.value.kind().text());
        let _ = write!(out, " {} = {{ ", self.name);
        match &self.value {
            SubobjectValue::StateObjectConfig { flags } => {
                list_flags(*flags, STATE_OBJECT_FLAGS, "StateObjectFlag", out);
            }
            SubobjectValue::RootSignature { data, text, .. } => {
                let _ = write!(out, "<{} bytes>", data.len());
                if !text.is_empty() {
                    let _ = write!(out, ", \"{text}\"");
                }
            }
            SubobjectValue::Association { subobject, exports } => {
                quote(subobject, out);
                out.push_str(", { ");
                for (index, export) in exports.iter().enumerate() {
                    out.push_str(if index == 0 { "" } else { ", " });
                    quote(export, out);
                }
                out.push_str(" } ");
            }
            SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } => {
                let _ =
                    write!(out, "MaxPayloadSizeInBytes = {payload_bytes}, MaxAttributeSizeInBytes = {attribute_bytes}");
            }
            SubobjectValue::PipelineConfig { recursion } => {
                let _ = write!(out, "MaxTraceRecursionDepth = {recursion}");
            }
            SubobjectValue::HitGroup { kind, any_hit, closest_hit, intersection } => {
                let kind = HitGroupKind::from_number(*kind).map_or("<invalid HitGroupType>", HitGroupKind::text);
                let _ = write!(out, "HitGroupType = {kind}");
                for (title, name) in [("Anyhit", any_hit), ("Closesthit", closest_hit), ("Intersection", intersection)]
                {
                    let _ = write!(out, ", {title} = ");
                    quote(name, out);
                }
            }
            SubobjectValue::PipelineConfig1 { recursion, flags } => {
                let _ = write!(out, "MaxTraceRecursionDepth = {recursion}, Flags = ");
                list_flags(*flags, PIPELINE_FLAGS, "RaytracingPipelineFlags", out);
            }
        }
        out.push_str(" };");
    }
}

/// Writes the names of flags from the lowest bit on, or a zero; `what` is a flag that is not known.
fn list_flags(flags: u32, names: &[(u32, &str)], what: &str, out: &mut String) {
    if flags == 0 {
        out.push('0');
    }
    let set = (0..u32::BITS).map(|bit| 1 << bit).filter(|flag| flags & flag != 0);
    for (index, flag) in set.enumerate() {
        out.push_str(if index == 0 { "" } else { " | " });
        let _ = match names.iter().find(|row| row.0 == flag) {
            Some((_, name)) => write!(out, "{name}"),
            None => write!(out, "<invalid {what}>"),
        };
    }
}
