//! Lists the system values in containers: their numbers and short names. Their spellings, and the signature points that
//! accept them, are the table of `hlslc-semantics`.

pub use hlslc_semantics::{Interpretation, PackingKind, SigPoint, SignatureKind, SystemValue as SemanticKind};

macro_rules! container_rows {
    ($($kind:ident = $number:literal $short:literal,)*) => {
        /// The number in the signature parts of a container. Tessellation factors depend on the domain, see
        /// [`tess_factor_system_value`].
        pub const fn system_value(kind: SemanticKind) -> u32 {
            match kind { $(SemanticKind::$kind => $number,)* }
        }

        /// The short name in listings.
        pub const fn short_name(kind: SemanticKind) -> &'static str {
            match kind { $(SemanticKind::$kind => $short,)* }
        }
    };
}

container_rows! {
    Arbitrary = 0 "NONE",
    VertexId = 6 "VERTID",
    InstanceId = 8 "INSTID",
    Position = 1 "POS",
    RenderTargetArrayIndex = 4 "RTINDEX",
    ViewportArrayIndex = 5 "VPINDEX",
    ClipDistance = 2 "CLIPDST",
    CullDistance = 3 "CULLDST",
    OutputControlPointId = 0 "NONE",
    DomainLocation = 0 "NONE",
    PrimitiveId = 7 "PRIMID",
    GsInstanceId = 0 "NONE",
    SampleIndex = 10 "SAMPLE",
    IsFrontFace = 9 "FFACE",
    Coverage = 66 "COVERAGE",
    InnerCoverage = 70 "INNERCOV",
    Target = 64 "TARGET",
    Depth = 65 "DEPTH",
    DepthLessEqual = 68 "DEPTHLE",
    DepthGreaterEqual = 67 "DEPTHGE",
    StencilRef = 69 "STENCILREF",
    DispatchThreadId = 0 "NONE",
    GroupId = 0 "NONE",
    GroupIndex = 0 "NONE",
    GroupThreadId = 0 "NONE",
    TessFactor = 11 "TESSFACTOR",
    InsideTessFactor = 12 "INSIDETESSFACTOR",
    ViewId = 0 "NONE",
    Barycentrics = 23 "BARYCEN",
    ShadingRate = 24 "SHDINGRATE",
    CullPrimitive = 25 "CULLPRIM",
    StartVertexLocation = 0 "NONE",
    StartInstanceLocation = 0 "NONE",
}

/// The kind with that number in DXIL's metadata.
pub fn semantic_kind(number: u32) -> Option<SemanticKind> {
    SemanticKind::ALL.get(number as usize).copied()
}

/// The domain of a tessellator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Lines.
    Isoline = 1,
    /// Triangles.
    Tri = 2,
    /// Quads.
    Quad = 3,
}

/// The number a row of tessellation factors has in the signature parts, by domain, and its short name in listings.
pub fn tess_factor_system_value(kind: SemanticKind, domain: Option<Domain>, row: u32) -> (u32, &'static str) {
    match (kind, domain) {
        (SemanticKind::TessFactor, Some(Domain::Quad)) => (11, "QUADEDGE"),
        (SemanticKind::InsideTessFactor, Some(Domain::Quad)) => (12, "QUADINT"),
        (SemanticKind::TessFactor, Some(Domain::Tri)) => (13, "TRIEDGE"),
        (SemanticKind::InsideTessFactor, Some(Domain::Tri)) => (14, "TRIINT"),
        (SemanticKind::TessFactor, Some(Domain::Isoline)) if row == 0 => (16, "LINEDEN"),
        (SemanticKind::TessFactor, Some(Domain::Isoline)) => (15, "LINEDET"),
        (kind, _) => (system_value(kind), short_name(kind)),
    }
}
