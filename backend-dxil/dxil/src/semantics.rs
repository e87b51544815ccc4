//! System values: one table of what each is called, how each signature point takes it, and its number in the container.

use crate::target::Version;

macro_rules! sig_points {
    ($($(#[$doc:meta])* $point:ident $text:literal $signature:ident $packing:ident,)*) => {
        /// A place where values enter or leave a shader.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SigPoint { $($(#[$doc])* $point,)* }

        impl SigPoint {
            /// Every point, in the order of the columns of the semantic table.
            pub const ALL: &[Self] = &[$(Self::$point),*];

            /// A short name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$point => $text,)* }
            }

            /// The signature the point's elements are in.
            pub const fn signature(self) -> SignatureKind {
                match self { $(Self::$point => SignatureKind::$signature,)* }
            }

            /// How the point's elements are packed into registers.
            pub const fn packing(self) -> PackingKind {
                match self { $(Self::$point => PackingKind::$packing,)* }
            }
        }
    };
}

/// Which signature of a shader an element belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SignatureKind {
    /// None.
    None,
    /// The input signature.
    Input,
    /// The output signature.
    Output,
    /// The signature of patch constants or of mesh primitives.
    PatchOrPrimitive,
}

/// How elements are given registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PackingKind {
    /// Not at all.
    None,
    /// One register each, in order.
    InputAssembler,
    /// Several to a register, as rasterization allows.
    Vertex,
    /// As [`PackingKind::Vertex`], tessellation factors apart.
    PatchConstant,
    /// The register is the number of the render target.
    Target,
}

sig_points! {
    /// Input of a vertex shader.
    VsIn "VSIn" Input InputAssembler,
    /// Output of a vertex shader.
    VsOut "VSOut" Output Vertex,
    /// Parameter of a patch-constant function.
    PcIn "PCIn" None None,
    /// Parameter of a hull shader that is no control point.
    HsIn "HSIn" None None,
    /// Input control point of a hull shader.
    HscpIn "HSCPIn" Input Vertex,
    /// Output control point of a hull shader.
    HscpOut "HSCPOut" Output Vertex,
    /// Output of a patch-constant function.
    PcOut "PCOut" PatchOrPrimitive PatchConstant,
    /// Patch constant that a domain shader reads.
    DsIn "DSIn" PatchOrPrimitive PatchConstant,
    /// Control point that a domain shader reads.
    DscpIn "DSCPIn" Input Vertex,
    /// Output of a domain shader.
    DsOut "DSOut" Output Vertex,
    /// Vertex that a geometry shader reads.
    GsvIn "GSVIn" Input Vertex,
    /// Parameter of a geometry shader that is no vertex.
    GsIn "GSIn" None None,
    /// Output of a geometry shader.
    GsOut "GSOut" Output Vertex,
    /// Input of a pixel shader.
    PsIn "PSIn" Input Vertex,
    /// Output of a pixel shader.
    PsOut "PSOut" Output Target,
    /// Parameter of a compute shader.
    CsIn "CSIn" None None,
    /// Parameter of a mesh shader.
    MsIn "MSIn" None None,
    /// Vertex that a mesh shader writes.
    MsOut "MSOut" Output Vertex,
    /// Primitive that a mesh shader writes.
    MspOut "MSPOut" PatchOrPrimitive Vertex,
    /// Parameter of an amplification shader.
    AsIn "ASIn" None None,
}

/// How a signature point takes a semantic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Interpretation {
    /// Not at all: an error.
    NotAllowed,
    /// As any other name.
    Arbitrary,
    /// As a system value, packed.
    SystemValue,
    /// As a value the hardware makes, packed after the others.
    SystemGenerated,
    /// Through an operation, without a signature element.
    NotInSignature,
    /// As an element without a register.
    NotPacked,
    /// As a render target.
    Target,
    /// As a tessellation factor.
    TessFactor,
    /// Through an operation, with an element without a register beside.
    Shadow,
    /// As a clip or cull distance.
    ClipCull,
}

/// A cell of the table: an interpretation, and the shader model that brought it.
#[derive(Clone, Copy)]
struct Cell {
    interpretation: Interpretation,
    since: Version,
}

const fn cell(interpretation: Interpretation) -> Cell {
    Cell { interpretation, since: Version::new(6, 0) }
}

impl Cell {
    const fn since(self, minor: u8) -> Self {
        Self { since: Version::new(6, minor), ..self }
    }
}

/// The cells as the rows write them.
mod cells {
    use super::{Cell, Interpretation, cell};
    pub const NA: Cell = cell(Interpretation::NotAllowed);
    pub const AR: Cell = cell(Interpretation::Arbitrary);
    pub const SV: Cell = cell(Interpretation::SystemValue);
    pub const SG: Cell = cell(Interpretation::SystemGenerated);
    pub const NI: Cell = cell(Interpretation::NotInSignature);
    pub const NP: Cell = cell(Interpretation::NotPacked);
    pub const TG: Cell = cell(Interpretation::Target);
    pub const TF: Cell = cell(Interpretation::TessFactor);
    pub const SH: Cell = cell(Interpretation::Shadow);
    pub const CC: Cell = cell(Interpretation::ClipCull);
    /// Since shader model 6.1.
    pub const NI1: Cell = NI.since(1);
    pub const NP1: Cell = NP.since(1);
    /// Since shader model 6.4.
    pub const SV4: Cell = SV.since(4);
    /// Since shader model 6.8.
    pub const NI8: Cell = NI.since(8);
}
use cells::*;

macro_rules! semantics {
    ($($(#[$doc:meta])* $kind:ident = $number:literal $name:literal $system_value:literal $short:literal
        [$($cell:ident)*];)*) => {
        /// What a signature element means.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SemanticKind { $($(#[$doc])* $kind = $number,)* }

        impl SemanticKind {
            /// Every kind, by number.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The spelling in HLSL; empty for arbitrary names.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            /// The number in the signature parts of a container. Tessellation factors depend on the domain, see
            /// [`tess_factor_system_value`].
            pub const fn system_value(self) -> u32 {
                match self { $(Self::$kind => $system_value,)* }
            }

            /// The short name in listings.
            pub const fn short_name(self) -> &'static str {
                match self { $(Self::$kind => $short,)* }
            }

            const fn cells(self) -> &'static [Cell; 20] {
                match self { $(Self::$kind => &[$($cell),*],)* }
            }
        }
    };
}

// Columns: VSIn VSOut PCIn HSIn HSCPIn | HSCPOut PCOut DSIn DSCPIn DSOut | GSVIn GSIn GSOut PSIn PSOut |
// CSIn MSIn MSOut MSPOut ASIn.
semantics! {
    /// A name without a meaning to the pipeline.
    Arbitrary = 0 "" 0 "NONE"
        [AR AR NA NA AR  AR AR AR AR AR  AR NA AR AR NA  NA NA AR AR NA];
    /// The number of the vertex.
    VertexId = 1 "SV_VertexID" 6 "VERTID"
        [SV NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The number of the instance.
    InstanceId = 2 "SV_InstanceID" 8 "INSTID"
        [SV AR NA NA AR  AR NA NA AR AR  AR NA AR AR NA  NA NA NA NA NA];
    /// The position.
    Position = 3 "SV_Position" 1 "POS"
        [AR SV NA NA SV  SV AR AR SV SV  SV NA SV SV NA  NA NA SV NA NA];
    /// The slice of the render target array.
    RenderTargetArrayIndex = 4 "SV_RenderTargetArrayIndex" 4 "RTINDEX"
        [AR SV NA NA SV  SV AR AR SV SV  SV NA SV SV NA  NA NA NA SV NA];
    /// The viewport.
    ViewportArrayIndex = 5 "SV_ViewportArrayIndex" 5 "VPINDEX"
        [AR SV NA NA SV  SV AR AR SV SV  SV NA SV SV NA  NA NA NA SV NA];
    /// Distances that clip.
    ClipDistance = 6 "SV_ClipDistance" 2 "CLIPDST"
        [AR CC NA NA CC  CC AR AR CC CC  CC NA CC CC NA  NA NA CC NA NA];
    /// Distances that cull.
    CullDistance = 7 "SV_CullDistance" 3 "CULLDST"
        [AR CC NA NA CC  CC AR AR CC CC  CC NA CC CC NA  NA NA CC NA NA];
    /// The number of the output control point.
    OutputControlPointId = 8 "SV_OutputControlPointID" 0 "NONE"
        [NA NA NA NI NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The location in the domain.
    DomainLocation = 9 "SV_DomainLocation" 0 "NONE"
        [NA NA NA NA NA  NA NA NI NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The number of the primitive.
    PrimitiveId = 10 "SV_PrimitiveID" 7 "PRIMID"
        [NA NA NI NI NA  NA NA NI NA NA  NA SH SG SG NA  NA NA NA SV NA];
    /// The number of the geometry shader instance.
    GsInstanceId = 11 "SV_GSInstanceID" 0 "NONE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NI NA NA NA  NA NA NA NA NA];
    /// The number of the sample.
    SampleIndex = 12 "SV_SampleIndex" 10 "SAMPLE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA SH NA  NA NA NA NA NA];
    /// Whether the front side is seen.
    IsFrontFace = 13 "SV_IsFrontFace" 9 "FFACE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA SG SG NA  NA NA NA NA NA];
    /// The coverage mask.
    Coverage = 14 "SV_Coverage" 66 "COVERAGE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NI NP  NA NA NA NA NA];
    /// Whether the pixel is covered entirely.
    InnerCoverage = 15 "SV_InnerCoverage" 70 "INNERCOV"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NI NA  NA NA NA NA NA];
    /// A render target.
    Target = 16 "SV_Target" 64 "TARGET"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA TG  NA NA NA NA NA];
    /// The depth.
    Depth = 17 "SV_Depth" 65 "DEPTH"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The depth, not above the interpolated one.
    DepthLessEqual = 18 "SV_DepthLessEqual" 68 "DEPTHLE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The depth, not below the interpolated one.
    DepthGreaterEqual = 19 "SV_DepthGreaterEqual" 67 "DEPTHGE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The stencil reference.
    StencilRef = 20 "SV_StencilRef" 69 "STENCILREF"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The thread number in the dispatch.
    DispatchThreadId = 21 "SV_DispatchThreadID" 0 "NONE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// The group number.
    GroupId = 22 "SV_GroupID" 0 "NONE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// The thread number in the group, as one index.
    GroupIndex = 23 "SV_GroupIndex" 0 "NONE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// The thread number in the group.
    GroupThreadId = 24 "SV_GroupThreadID" 0 "NONE"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// Edge tessellation factors.
    TessFactor = 25 "SV_TessFactor" 11 "TESSFACTOR"
        [NA NA NA NA NA  NA TF TF NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// Inner tessellation factors.
    InsideTessFactor = 26 "SV_InsideTessFactor" 12 "INSIDETESSFACTOR"
        [NA NA NA NA NA  NA TF TF NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The number of the view.
    ViewId = 27 "SV_ViewID" 0 "NONE"
        [NI1 NA NI1 NI1 NA  NA NA NI1 NA NA  NA NI1 NA NI1 NA  NA NI NA NA NA];
    /// Barycentrics.
    Barycentrics = 28 "SV_Barycentrics" 23 "BARYCEN"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NP1 NA  NA NA NA NA NA];
    /// The shading rate.
    ShadingRate = 29 "SV_ShadingRate" 24 "SHDINGRATE"
        [NA SV4 NA NA SV4  SV4 NA NA SV4 SV4  SV4 NA SV4 SV4 NA  NA NA NA SV NA];
    /// Whether the primitive is culled.
    CullPrimitive = 30 "SV_CullPrimitive" 25 "CULLPRIM"
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NI NA  NA NA NA NP NA];
    /// The first vertex of the draw.
    StartVertexLocation = 31 "SV_StartVertexLocation" 0 "NONE"
        [NI8 NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The first instance of the draw.
    StartInstanceLocation = 32 "SV_StartInstanceLocation" 0 "NONE"
        [NI8 NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
}

impl SemanticKind {
    /// The kind with that number.
    pub fn from_number(number: u32) -> Option<Self> {
        Self::ALL.get(number as usize).copied()
    }

    /// The kind with that name, in any case and without index digits; anything else is arbitrary.
    pub fn from_name(name: &str) -> Self {
        let named = Self::ALL.iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name));
        named.unwrap_or(Self::Arbitrary)
    }

    /// How a signature point takes the semantic in a shader model.
    pub fn interpretation(self, point: SigPoint, shader_model: Version) -> Interpretation {
        let cell = self.cells()[point as usize];
        if cell.since <= shader_model { cell.interpretation } else { Interpretation::NotAllowed }
    }
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
        (kind, _) => (kind.system_value(), kind.short_name()),
    }
}
