//! Lists the system values, and their interpretation at each point where values enter or leave a shader, in one table
//! for the checker, the IR and both back ends.
//!
//! Input: nothing. Output: [`SystemValue`] with its spelling and its [`Numbers`], [`SigPoint`], and the [`Interpretation`]
//! of one at the other, with the shader model that introduced it. Invariant: the values are in the order of their numbers
//! in DXIL; the numbers of containers, which no other crate needs, are in the `dxil` crate.
//!
//! Shader models and validators have versions: [`version`] and [`validator`]. The limits of Direct3D are in [`limits`], the
//! shapes of textures in [`texture`], and the rules of memory layouts in [`layout`].

#![warn(clippy::wildcard_enum_match_arm)]

pub mod layout;
pub mod limits;
pub mod texture;
pub mod validator;
pub mod version;

/// DXC's name for the variable whose value, zero, no reader of DXIL knows: a condition on it keeps the exits of a loop apart.
pub const OPAQUE_VALUE: &str = "dx.break.cond";

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

            /// The packing of the point's elements into registers.
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

/// The packing of elements into registers.
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

/// The interpretation of a semantic at a signature point.
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

/// A cell of the table: an interpretation, and the shader model 6.x that brought it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The interpretation at the point.
    pub interpretation: Interpretation,
    /// Minor version of the first shader model in which it does.
    pub since: u8,
}

const fn cell(interpretation: Interpretation) -> Cell {
    Cell { interpretation, since: 0 }
}

impl Cell {
    const fn since(self, since: u8) -> Self {
        Self { since, ..self }
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

/// The rows that one side of a shader has at most: its inputs, its outputs, or its patch constants. Far more than any device
/// takes (32 registers are usual), and few enough that a list of them costs nothing.
pub const MAX_ROWS: u32 = 4096;

/// The kind of numbers of a system value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Any.
    Any,
    /// An integer, or a Boolean.
    Integer,
    /// An integer, which in a signature of DXIL has no sign.
    Unsigned,
    /// A float.
    Float,
    /// A Boolean.
    Truth,
}

/// The numbers that a system value is made of, in each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Their kind.
    pub kind: Number,
    /// The minimum number of components.
    pub least: u32,
    /// The maximum number of components.
    pub most: u32,
    /// The type in HLSL that is meant.
    pub name: &'static str,
}

impl Numbers {
    const fn new(kind: Number, (least, most): (u32, u32), name: &'static str) -> Self {
        Self { kind, least, most, name }
    }

    /// Whether there may be this many.
    pub const fn fits(self, count: u32) -> bool {
        self.least <= count && count <= self.most
    }
}

/// The numbers as the rows write them.
mod numbers {
    use super::{Number, Numbers};
    pub const ANY: Numbers = Numbers::new(Number::Any, (0, u32::MAX), "");
    pub const INT: Numbers = Numbers::new(Number::Integer, (1, 1), "uint");
    pub const INT3: Numbers = Numbers::new(Number::Integer, (1, 3), "uint3");
    pub const UINT: Numbers = Numbers::new(Number::Unsigned, (1, 1), "uint");
    pub const FLAG: Numbers = Numbers::new(Number::Integer, (1, 1), "bool");
    pub const BOOL: Numbers = Numbers::new(Number::Truth, (1, 1), "bool");
    pub const FLOAT: Numbers = Numbers::new(Number::Float, (1, 1), "float");
    pub const FLOATS: Numbers = Numbers::new(Number::Float, (1, u32::MAX), "float");
    pub const FLOAT3: Numbers = Numbers::new(Number::Float, (3, 3), "float3");
    pub const FLOAT4: Numbers = Numbers::new(Number::Float, (4, 4), "float4");
}
use numbers::*;

macro_rules! system_values {
    ($($(#[$doc:meta])* $value:ident $name:literal $numbers:ident [$($cell:ident)*];)*) => {
        /// The semantic of a signature element.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum SystemValue { $($(#[$doc])* $value,)* }

        impl SystemValue {
            /// Every value, in the order of the variants.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            /// The spelling in HLSL; empty for names of the user.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $name,)* }
            }

            /// The type of the value, if it has a fixed one.
            pub const fn numbers(self) -> Numbers {
                match self { $(Self::$value => $numbers,)* }
            }

            const fn cells(self) -> &'static [Cell; 20] {
                match self { $(Self::$value => &[$($cell),*],)* }
            }
        }
    };
}

// Columns: VSIn VSOut PCIn HSIn HSCPIn | HSCPOut PCOut DSIn DSCPIn DSOut | GSVIn GSIn GSOut PSIn PSOut |
// CSIn MSIn MSOut MSPOut ASIn.
system_values! {
    /// A name of the user, or one without a meaning where it stands.
    Arbitrary "" ANY
        [AR AR NA NA AR  AR AR AR AR AR  AR NA AR AR NA  NA NA AR AR NA];
    /// The number of the vertex.
    VertexId "SV_VertexID" UINT
        [SV NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The number of the instance.
    InstanceId "SV_InstanceID" UINT
        [SV AR NA NA AR  AR NA NA AR AR  AR NA AR AR NA  NA NA NA NA NA];
    /// The position.
    Position "SV_Position" FLOAT4
        [AR SV NA NA SV  SV AR AR SV SV  SV NA SV SV NA  NA NA SV NA NA];
    /// The slice of the render target array.
    RenderTargetArrayIndex "SV_RenderTargetArrayIndex" UINT
        [AR SV NA NA SV  SV AR AR SV SV  SV NA SV SV NA  NA NA NA SV NA];
    /// The viewport.
    ViewportArrayIndex "SV_ViewportArrayIndex" UINT
        [AR SV NA NA SV  SV AR AR SV SV  SV NA SV SV NA  NA NA NA SV NA];
    /// Distances that clip.
    ClipDistance "SV_ClipDistance" FLOATS
        [AR CC NA NA CC  CC AR AR CC CC  CC NA CC CC NA  NA NA CC NA NA];
    /// Distances that cull.
    CullDistance "SV_CullDistance" FLOATS
        [AR CC NA NA CC  CC AR AR CC CC  CC NA CC CC NA  NA NA CC NA NA];
    /// The number of the output control point.
    OutputControlPointId "SV_OutputControlPointID" INT
        [NA NA NA NI NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The location in the domain.
    DomainLocation "SV_DomainLocation" ANY
        [NA NA NA NA NA  NA NA NI NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The number of the primitive.
    PrimitiveId "SV_PrimitiveID" UINT
        [NA NA NI NI NA  NA NA NI NA NA  NA SH SG SG NA  NA NA NA SV NA];
    /// The number of the geometry shader instance.
    GsInstanceId "SV_GSInstanceID" INT
        [NA NA NA NA NA  NA NA NA NA NA  NA NI NA NA NA  NA NA NA NA NA];
    /// The number of the sample.
    SampleIndex "SV_SampleIndex" UINT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA SH NA  NA NA NA NA NA];
    /// Whether the front side is seen.
    IsFrontFace "SV_IsFrontFace" FLAG
        [NA NA NA NA NA  NA NA NA NA NA  NA NA SG SG NA  NA NA NA NA NA];
    /// The coverage mask.
    Coverage "SV_Coverage" UINT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NI NP  NA NA NA NA NA];
    /// Whether the pixel is covered entirely.
    InnerCoverage "SV_InnerCoverage" INT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NI NA  NA NA NA NA NA];
    /// A render target.
    Target "SV_Target" ANY
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA TG  NA NA NA NA NA];
    /// The depth.
    Depth "SV_Depth" FLOAT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The depth, not above the interpolated one.
    DepthLessEqual "SV_DepthLessEqual" FLOAT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The depth, not below the interpolated one.
    DepthGreaterEqual "SV_DepthGreaterEqual" FLOAT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The stencil reference.
    StencilRef "SV_StencilRef" UINT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NP  NA NA NA NA NA];
    /// The thread number in the dispatch.
    DispatchThreadId "SV_DispatchThreadID" INT3
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// The group number.
    GroupId "SV_GroupID" INT3
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// The thread number in the group, as one index.
    GroupIndex "SV_GroupIndex" INT
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// The thread number in the group.
    GroupThreadId "SV_GroupThreadID" INT3
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NI NI NA NA NI];
    /// Edge tessellation factors.
    TessFactor "SV_TessFactor" ANY
        [NA NA NA NA NA  NA TF TF NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// Inner tessellation factors.
    InsideTessFactor "SV_InsideTessFactor" ANY
        [NA NA NA NA NA  NA TF TF NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The number of the view.
    ViewId "SV_ViewID" INT
        [NI1 NA NI1 NI1 NA  NA NA NI1 NA NA  NA NI1 NA NI1 NA  NA NI NA NA NA];
    /// Barycentrics.
    Barycentrics "SV_Barycentrics" FLOAT3
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NP1 NA  NA NA NA NA NA];
    /// The shading rate.
    ShadingRate "SV_ShadingRate" UINT
        [NA SV4 NA NA SV4  SV4 NA NA SV4 SV4  SV4 NA SV4 SV4 NA  NA NA NA SV NA];
    /// Whether the primitive is culled.
    CullPrimitive "SV_CullPrimitive" BOOL
        [NA NA NA NA NA  NA NA NA NA NA  NA NA NA NI NA  NA NA NA NP NA];
    /// The first vertex of the draw.
    StartVertexLocation "SV_StartVertexLocation" INT
        [NI8 NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
    /// The first instance of the draw.
    StartInstanceLocation "SV_StartInstanceLocation" INT
        [NI8 NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA  NA NA NA NA NA];
}

/// Semantics of Direct3D 9 that `-Gec` gives a meaning: the name, where it has one, and which.
const OLD_NAMES: [(&str, SigPoint, SystemValue); 4] = [
    ("POSITION", SigPoint::VsOut, SystemValue::Position),
    ("VPOS", SigPoint::PsIn, SystemValue::Position),
    ("COLOR", SigPoint::PsOut, SystemValue::Target),
    ("DEPTH", SigPoint::PsOut, SystemValue::Depth),
];

impl SystemValue {
    /// The value that a semantic of Direct3D 9 stands for, if it does at this point.
    pub fn from_old_name(name: &str, point: SigPoint) -> Option<Self> {
        OLD_NAMES.iter().find(|row| row.1 == point && row.0.eq_ignore_ascii_case(name)).map(|row| row.2)
    }

    /// The value with that spelling, in any case and without index digits; `None` for a name of the user.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().skip(1).find(|value| value.name().eq_ignore_ascii_case(name))
    }

    /// The interpretation of the value at a signature point, and the first version with it.
    pub const fn at(self, point: SigPoint) -> Cell {
        self.cells()[point as usize]
    }

    /// The interpretation of the value at a signature point in a shader model.
    pub fn interpretation(self, point: SigPoint, (major, minor): (u8, u8)) -> Interpretation {
        let cell = self.at(point);
        if (6, cell.since) <= (major, minor) { cell.interpretation } else { Interpretation::NotAllowed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variants_are_numbered_as_the_tables_list_them() {
        assert!(SystemValue::ALL.iter().enumerate().all(|(at, value)| *value as usize == at));
        assert!(SigPoint::ALL.iter().enumerate().all(|(at, point)| *point as usize == at));
    }

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(SystemValue::from_name("sv_vertexid"), Some(SystemValue::VertexId));
        assert_eq!(SystemValue::from_name("TEXCOORD"), None);
        assert_eq!(SystemValue::from_name(""), None);
    }

    #[test]
    fn a_value_is_allowed_from_its_shader_model_on() {
        let view = |model| SystemValue::ViewId.interpretation(SigPoint::PsIn, model);
        assert_eq!(view((6, 0)), Interpretation::NotAllowed);
        assert_eq!(view((6, 1)), Interpretation::NotInSignature);
    }
}
