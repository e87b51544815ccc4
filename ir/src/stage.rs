//! Represents the properties of an entry point other than its signatures: one variant for each stage.
//!
//! The enums of single properties have the numbers of DXIL and the spelling of the text form, in the order of their
//! variants.

use crate::entity::Func;
use crate::node::NodeProperties;
use hlslc_base::Stage;

/// Declares an enum of numbered, named values.
macro_rules! property {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:literal $spelling:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        #[repr(u8)]
        pub enum $name { $($(#[$variant_doc])* $variant = $number,)* }

        impl $name {
            /// (value, spelling), in the order of the variants.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, $spelling),)*];

            /// The number in DXIL.
            pub fn number(self) -> u32 {
                self as u32
            }

            /// Spelling in the text form.
            pub fn name(self) -> &'static str {
                Self::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
            }

            /// The value with this spelling.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|row| row.1 == name).map(|row| row.0)
            }
        }
    };
}

property! {
    /// What a tessellator covers.
    Domain {
        /// Lines.
        Isoline = 1 "isoline",
        /// Triangles.
        Tri = 2 "tri",
        /// Quadrilaterals.
        Quad = 3 "quad",
    }
}

property! {
    /// How tessellation factors are rounded.
    Partitioning {
        /// To integers.
        Integer = 1 "integer",
        /// To powers of two.
        Pow2 = 2 "pow2",
        /// Odd numbers, with fractions.
        FractionalOdd = 3 "fractional_odd",
        /// Even numbers, with fractions.
        FractionalEven = 4 "fractional_even",
    }
}

property! {
    /// What a tessellator makes.
    TessellatorOutput {
        /// Points.
        Point = 1 "point",
        /// Lines.
        Line = 2 "line",
        /// Triangles, clockwise.
        TriangleCw = 3 "triangle_cw",
        /// Triangles, counter-clockwise.
        TriangleCcw = 4 "triangle_ccw",
    }
}

property! {
    /// What a geometry shader reads.
    InputPrimitive {
        /// Nothing.
        Undefined = 0 "undefined",
        /// A point.
        Point = 1 "point",
        /// A line.
        Line = 2 "line",
        /// A triangle.
        Triangle = 3 "triangle",
        /// A line with its neighbours.
        LineAdjacent = 6 "lineadj",
        /// A triangle with its neighbours.
        TriangleAdjacent = 7 "triangleadj",
        /// A patch of 1 control point.
        Patch1 = 8 "patch1",
        /// A patch of 2 control points.
        Patch2 = 9 "patch2",
        /// A patch of 3 control points.
        Patch3 = 10 "patch3",
        /// A patch of 4 control points.
        Patch4 = 11 "patch4",
        /// A patch of 5 control points.
        Patch5 = 12 "patch5",
        /// A patch of 6 control points.
        Patch6 = 13 "patch6",
        /// A patch of 7 control points.
        Patch7 = 14 "patch7",
        /// A patch of 8 control points.
        Patch8 = 15 "patch8",
        /// A patch of 9 control points.
        Patch9 = 16 "patch9",
        /// A patch of 10 control points.
        Patch10 = 17 "patch10",
        /// A patch of 11 control points.
        Patch11 = 18 "patch11",
        /// A patch of 12 control points.
        Patch12 = 19 "patch12",
        /// A patch of 13 control points.
        Patch13 = 20 "patch13",
        /// A patch of 14 control points.
        Patch14 = 21 "patch14",
        /// A patch of 15 control points.
        Patch15 = 22 "patch15",
        /// A patch of 16 control points.
        Patch16 = 23 "patch16",
        /// A patch of 17 control points.
        Patch17 = 24 "patch17",
        /// A patch of 18 control points.
        Patch18 = 25 "patch18",
        /// A patch of 19 control points.
        Patch19 = 26 "patch19",
        /// A patch of 20 control points.
        Patch20 = 27 "patch20",
        /// A patch of 21 control points.
        Patch21 = 28 "patch21",
        /// A patch of 22 control points.
        Patch22 = 29 "patch22",
        /// A patch of 23 control points.
        Patch23 = 30 "patch23",
        /// A patch of 24 control points.
        Patch24 = 31 "patch24",
        /// A patch of 25 control points.
        Patch25 = 32 "patch25",
        /// A patch of 26 control points.
        Patch26 = 33 "patch26",
        /// A patch of 27 control points.
        Patch27 = 34 "patch27",
        /// A patch of 28 control points.
        Patch28 = 35 "patch28",
        /// A patch of 29 control points.
        Patch29 = 36 "patch29",
        /// A patch of 30 control points.
        Patch30 = 37 "patch30",
        /// A patch of 31 control points.
        Patch31 = 38 "patch31",
        /// A patch of 32 control points.
        Patch32 = 39 "patch32",
    }
}

impl InputPrimitive {
    /// The number of its vertices or control points.
    pub fn vertices(self) -> u32 {
        #[expect(clippy::wildcard_enum_match_arm, reason = "the patches are thirty-two variants in a row")]
        match self {
            Self::Undefined => 0,
            Self::Point => 1,
            Self::Line => 2,
            Self::Triangle => 3,
            Self::LineAdjacent => 4,
            Self::TriangleAdjacent => 6,
            // The patches follow each other.
            _ => self.number() - Self::TriangleAdjacent.number(),
        }
    }
}

property! {
    /// What a stream of a geometry shader holds.
    StreamTopology {
        /// Points.
        PointList = 1 "pointlist",
        /// Strips of lines.
        LineStrip = 3 "linestrip",
        /// Strips of triangles.
        TriangleStrip = 5 "trianglestrip",
    }
}

property! {
    /// What a mesh shader makes.
    MeshTopology {
        /// Points, or what else DXIL has no number for.
        Point = 0 "point",
        /// Lines.
        Line = 1 "line",
        /// Triangles.
        Triangle = 2 "triangle",
    }
}

/// The numbers of lanes that a shader can do with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaveSize {
    /// The only one, or the least.
    pub min: u32,
    /// The greatest; 0 where there is no range.
    pub max: u32,
    /// The best of a range; 0 where none is named.
    pub preferred: u32,
}

/// The properties of an entry point's stage. Those of a ray shader follow from what it is given
/// ([`EntryPoint::parameters`](crate::module::EntryPoint::parameters)).
#[derive(Clone, PartialEq, Debug)]
pub enum StageProperties {
    /// A vertex shader.
    Vertex,
    /// A pixel shader.
    Pixel {
        /// `[earlydepthstencil]`.
        early_depth_stencil: bool,
        /// `[WaveOpsIncludeHelperLanes]`: operations of waves count helper lanes among those that take part.
        waves_include_helpers: bool,
    },
    /// A compute shader.
    Compute {
        /// Threads of a group.
        num_threads: [u32; 3],
        /// `[WaveSize(…)]`.
        wave_size: Option<WaveSize>,
    },
    /// A geometry shader.
    Geometry {
        /// The input primitive.
        input: InputPrimitive,
        /// The topology of its streams.
        topology: StreamTopology,
        /// The most vertices it writes.
        max_vertices: u32,
        /// The number of instances for each primitive.
        instances: u32,
        /// The streams it writes, as a mask.
        streams: u8,
    },
    /// A hull shader.
    Hull {
        /// The function that computes its patch constants: like an entry point's, without parameters or result.
        patch_constant: Option<Func>,
        /// The tessellated domain. DXIL requires it; in SPIR-V only the domain shader may state it.
        domain: Option<Domain>,
        /// The rounding of factors; the same holds.
        partitioning: Option<Partitioning>,
        /// The output of the tessellator.
        output: TessellatorOutput,
        /// Control points it reads.
        input_points: u32,
        /// Control points it writes.
        output_points: u32,
        /// The greatest factor, where one is stated.
        max_tess_factor: Option<f32>,
    },
    /// A domain shader.
    Domain {
        /// The tessellated domain.
        domain: Domain,
        /// Control points it reads.
        control_points: u32,
    },
    /// A mesh shader.
    Mesh {
        /// Threads of a group.
        num_threads: [u32; 3],
        /// The output primitive.
        topology: MeshTopology,
        /// The most vertices it writes.
        max_vertices: u32,
        /// The most primitives it writes.
        max_primitives: u32,
        /// Bytes of the payload it takes.
        payload_bytes: u32,
    },
    /// An amplification shader.
    Amplification {
        /// Threads of a group.
        num_threads: [u32; 3],
        /// Bytes of the payload it passes on.
        payload_bytes: u32,
    },
    /// A node of a work graph.
    Node(Box<NodeProperties>),
    /// A ray generation shader.
    RayGeneration,
    /// An intersection shader.
    Intersection,
    /// An any-hit shader.
    AnyHit,
    /// A closest-hit shader.
    ClosestHit,
    /// A miss shader.
    Miss,
    /// A callable shader.
    Callable,
}

impl StageProperties {
    /// The properties of a stage before any is stated: counts are zero, but for what there is one of at least. `None` for
    /// a library, which is no stage.
    pub fn of(stage: Stage) -> Option<Self> {
        let (num_threads, payload_bytes) = ([1; 3], 0);
        Some(match stage {
            Stage::Vertex => Self::Vertex,
            Stage::Pixel => Self::Pixel { early_depth_stencil: false, waves_include_helpers: false },
            Stage::Compute => Self::Compute { num_threads, wave_size: None },
            Stage::Geometry => Self::Geometry {
                input: InputPrimitive::Point,
                topology: StreamTopology::PointList,
                max_vertices: 0,
                instances: 1,
                streams: 1,
            },
            Stage::Hull => Self::Hull {
                patch_constant: None,
                domain: None,
                partitioning: None,
                output: TessellatorOutput::TriangleCw,
                input_points: 0,
                output_points: 0,
                max_tess_factor: None,
            },
            Stage::Domain => Self::Domain { domain: Domain::Tri, control_points: 0 },
            Stage::Mesh => Self::Mesh {
                num_threads,
                topology: MeshTopology::Triangle,
                max_vertices: 0,
                max_primitives: 0,
                payload_bytes,
            },
            Stage::Amplification => Self::Amplification { num_threads, payload_bytes },
            Stage::Node => Self::Node(Box::default()),
            Stage::RayGeneration => Self::RayGeneration,
            Stage::Intersection => Self::Intersection,
            Stage::AnyHit => Self::AnyHit,
            Stage::ClosestHit => Self::ClosestHit,
            Stage::Miss => Self::Miss,
            Stage::Callable => Self::Callable,
            Stage::Library => return None,
        })
    }

    /// The properties of a node.
    pub fn as_node(&self) -> Option<&NodeProperties> {
        if let Self::Node(node) = self { Some(node) } else { None }
    }

    /// The stage.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Vertex => Stage::Vertex,
            Self::Pixel { .. } => Stage::Pixel,
            Self::Compute { .. } => Stage::Compute,
            Self::Geometry { .. } => Stage::Geometry,
            Self::Hull { .. } => Stage::Hull,
            Self::Domain { .. } => Stage::Domain,
            Self::Mesh { .. } => Stage::Mesh,
            Self::Amplification { .. } => Stage::Amplification,
            Self::Node(_) => Stage::Node,
            Self::RayGeneration => Stage::RayGeneration,
            Self::Intersection => Stage::Intersection,
            Self::AnyHit => Stage::AnyHit,
            Self::ClosestHit => Stage::ClosestHit,
            Self::Miss => Stage::Miss,
            Self::Callable => Stage::Callable,
        }
    }

    /// Threads of a group, in the stages that run in groups.
    pub fn num_threads(&self) -> Option<[u32; 3]> {
        match self {
            Self::Compute { num_threads, .. }
            | Self::Mesh { num_threads, .. }
            | Self::Amplification { num_threads, .. } => Some(*num_threads),
            Self::Node(node) => Some(node.num_threads),
            Self::Vertex
            | Self::Pixel { .. }
            | Self::Geometry { .. }
            | Self::Hull { .. }
            | Self::Domain { .. }
            | Self::RayGeneration
            | Self::Intersection
            | Self::AnyHit
            | Self::ClosestHit
            | Self::Miss
            | Self::Callable => None,
        }
    }

    /// Whether inputs are of one of several vertices or control points.
    pub fn reads_vertices(&self) -> bool {
        matches!(self, Self::Geometry { .. } | Self::Hull { .. } | Self::Domain { .. })
    }

    /// Whether the stage has a signature of patch constants (or of primitives).
    pub fn has_patch_constants(&self) -> bool {
        matches!(self, Self::Hull { .. } | Self::Domain { .. } | Self::Mesh { .. })
    }
}
