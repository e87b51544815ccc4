//! Represents the subobjects of a library: parts of a state object that come with the shaders. They are data for the
//! runtime; no shader refers to them.

use crate::module::ModuleRootSignature;
use hlslc_base::Span;

/// A subobject.
#[derive(Clone, Debug)]
pub struct Subobject {
    /// Its name, by which associations find it.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// What it says.
    pub value: SubobjectValue,
}

/// What a hit group is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HitGroupKind {
    /// Triangles, which the hardware intersects.
    Triangle,
    /// What an intersection shader makes.
    ProceduralPrimitive,
}

/// What a subobject says.
#[derive(Clone, Debug)]
pub enum SubobjectValue {
    /// `StateObjectConfig`.
    StateObjectConfig {
        /// How the state object may be used, as bits.
        flags: u32,
    },
    /// `GlobalRootSignature`, `LocalRootSignature`.
    RootSignature {
        /// Whether it is one of a single shader record. Its flags say so too.
        local: bool,
        /// The root signature.
        signature: ModuleRootSignature,
    },
    /// `SubobjectToExportsAssociation`.
    Association {
        /// The name of the subobject.
        subobject: String,
        /// The exports it is for; none are all.
        exports: Vec<String>,
    },
    /// `RaytracingShaderConfig`.
    ShaderConfig {
        /// The most bytes of payload.
        payload_bytes: u32,
        /// The most bytes of attributes.
        attribute_bytes: u32,
    },
    /// `RaytracingPipelineConfig`.
    PipelineConfig {
        /// How deep rays may go.
        recursion: u32,
    },
    /// `RaytracingPipelineConfig1`.
    PipelineConfig1 {
        /// How deep rays may go.
        recursion: u32,
        /// What rays never meet, as bits.
        flags: u32,
    },
    /// `TriangleHitGroup`, `ProceduralPrimitiveHitGroup`.
    HitGroup {
        /// What it is for.
        kind: HitGroupKind,
        /// The any-hit shader; empty for none.
        any_hit: String,
        /// The closest-hit shader; empty for none.
        closest_hit: String,
        /// The intersection shader; empty for none.
        intersection: String,
    },
}
