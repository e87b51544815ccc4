//! Represents the subobjects of a library: parts of a state object that come with the shaders. They are data for the
//! runtime; no shader refers to them.

use hlslc_base::Span;
use hlslc_base::literals::Literals;

/// A subobject.
#[derive(Clone, Debug)]
pub struct Subobject {
    /// Its name, by which associations find it.
    pub name: String,
    /// The position of the declaration.
    pub span: Span,
    /// The value.
    pub value: SubobjectValue,
}

/// The kind of a hit group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HitGroupKind {
    /// Triangles, which the hardware intersects.
    Triangle,
    /// For the primitives of an intersection shader.
    ProceduralPrimitive,
}

/// The value of a subobject.
#[derive(Clone, Debug)]
pub enum SubobjectValue {
    /// `StateObjectConfig`.
    StateObjectConfig {
        /// The flags of the state object, as bits.
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
        /// The maximum recursion depth.
        recursion: u32,
    },
    /// `RaytracingPipelineConfig1`.
    PipelineConfig1 {
        /// The maximum recursion depth.
        recursion: u32,
        /// The primitives that rays skip, as bits.
        flags: u32,
    },
    /// `TriangleHitGroup`, `ProceduralPrimitiveHitGroup`.
    HitGroup {
        /// The kind.
        kind: HitGroupKind,
        /// The any-hit shader; empty for none.
        any_hit: String,
        /// The closest-hit shader; empty for none.
        closest_hit: String,
        /// The intersection shader; empty for none.
        intersection: String,
    },
}

/// The root signature of an entry point, and where its text stands.
#[derive(Clone, Debug)]
pub struct ModuleRootSignature {
    /// The model. Its positions are byte ranges of the text.
    pub signature: hlslc_rootsig::RootSignature,
    /// The text, with the mapping back to the literals it came from; empty if it came from elsewhere.
    pub literals: Literals,
    /// The attribute or define it came from.
    pub span: Span,
}

impl ModuleRootSignature {
    /// Its binary form.
    pub fn bytes(&self) -> Vec<u8> {
        hlslc_rootsig::binary::write(&self.signature)
    }

    /// The position in the source of a part of the model; the entire attribute if it is unknown.
    pub fn span_of(&self, pos: hlslc_rootsig::Pos) -> Span {
        let span = pos.range().map_or(Span::NONE, |range| self.literals.span_of(range));
        if span.is_none() { self.span } else { span }
    }
}
