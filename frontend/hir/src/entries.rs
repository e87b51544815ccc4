//! Represents the entry points, with the contents of their attributes.
//!
//! Input: nothing; the checker fills these in. What is here was checked for its stage, and an attribute that is not given is left out.

use crate::hir::{ExprId, FuncId};
use hlslc_base::{Span, Stage, Symbol};
use hlslc_ir::module::ModuleRootSignature;
use hlslc_ir::node::{NodeId, NodeLaunch};
use hlslc_ir::stage::{Domain, MeshTopology, Partitioning, TessellatorOutput, WaveSize};
use hlslc_ir::vulkan::VkMode;

/// The attributes of a node of a work graph.
#[derive(Clone, Debug, Default)]
pub struct NodeAttributes {
    /// `[NodeLaunch("…")]`; broadcasting if left out.
    pub launch: Option<NodeLaunch>,
    /// `[NodeIsProgramEntry]`.
    pub is_program_entry: bool,
    /// `[NodeID("…", n)]`; the function's name if left out.
    pub id: Option<NodeId>,
    /// `[NodeLocalRootArgumentsTableIndex(n)]`.
    pub local_root_arguments: Option<u32>,
    /// `[NodeShareInputOf("…", n)]`.
    pub shares_input_of: Option<NodeId>,
    /// `[NodeDispatchGrid(x, y, z)]`.
    pub dispatch_grid: Option<[u32; 3]>,
    /// `[NodeMaxDispatchGrid(x, y, z)]`.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// `[NodeMaxRecursionDepth(n)]`.
    pub max_recursion_depth: Option<u32>,
}

/// The attributes of an input or output of a node.
#[derive(Clone, Debug, Default)]
pub struct NodePortAttributes {
    /// `[MaxRecords(n)]`.
    pub max_records: Option<(u32, Span)>,
    /// `[MaxRecordsSharedWith(parameter)]`.
    pub shared_with: Option<(Symbol, Span)>,
    /// `[NodeArraySize(n)]`.
    pub array_size: Option<(i64, Span)>,
    /// `[AllowSparseNodes]`.
    pub allow_sparse: Option<Span>,
    /// `[UnboundedSparseNodes]`.
    pub unbounded: Option<Span>,
    /// `[NodeID("…", n)]`; the parameter's name if left out.
    pub id: Option<NodeId>,
}

/// The output topology of a hull or mesh shader; one attribute serves both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputTopology {
    /// Points.
    Point,
    /// Lines.
    Line,
    /// Triangles of a mesh.
    Triangle,
    /// Clockwise triangles of a tessellator.
    TriangleCw,
    /// Counter-clockwise triangles of a tessellator.
    TriangleCcw,
}

impl OutputTopology {
    /// Every topology, in the order of messages.
    pub const ALL: [Self; 5] = [Self::Point, Self::Line, Self::Triangle, Self::TriangleCw, Self::TriangleCcw];

    /// (word, output of a tessellator, output of a mesh shader). For a mesh shader, DXIL encodes
    /// the two tessellator topologies as `point`, as DXC does.
    fn row(self) -> (&'static str, Option<TessellatorOutput>, MeshTopology) {
        match self {
            Self::Point => ("point", Some(TessellatorOutput::Point), MeshTopology::Point),
            Self::Line => ("line", Some(TessellatorOutput::Line), MeshTopology::Line),
            Self::Triangle => ("triangle", None, MeshTopology::Triangle),
            Self::TriangleCw => ("triangle_cw", Some(TessellatorOutput::TriangleCw), MeshTopology::Point),
            Self::TriangleCcw => ("triangle_ccw", Some(TessellatorOutput::TriangleCcw), MeshTopology::Point),
        }
    }

    /// Word in the attribute.
    pub fn name(self) -> &'static str {
        self.row().0
    }

    /// The output of a tessellator, which has no triangles without an orientation.
    pub fn of_tessellator(self) -> Option<TessellatorOutput> {
        self.row().1
    }

    /// The output of a mesh shader.
    pub fn of_mesh(self) -> MeshTopology {
        self.row().2
    }
}

/// Attributes of an entry point, checked for its stage.
#[derive(Clone, Debug, Default)]
pub struct EntryAttributes {
    /// `[numthreads(x, y, z)]`.
    pub num_threads: Option<[u32; 3]>,
    /// `[WaveSize(n)]`, or a range with or without a preferred size.
    pub wave_size: Option<WaveSize>,
    /// `[GroupSharedLimit(bytes)]`.
    pub group_memory_limit: Option<u32>,
    /// `[earlydepthstencil]`.
    pub early_depth_stencil: bool,
    /// `[WaveOpsIncludeHelperLanes]`.
    pub waves_include_helpers: bool,
    /// `[maxvertexcount(n)]`.
    pub max_vertex_count: Option<u32>,
    /// `[instance(n)]`.
    pub instance: Option<u32>,
    /// `[outputcontrolpoints(n)]`.
    pub output_control_points: Option<u32>,
    /// `[domain("…")]`.
    pub domain: Option<Domain>,
    /// `[partitioning("…")]`.
    pub partitioning: Option<Partitioning>,
    /// `[outputtopology("…")]`.
    pub output_topology: Option<OutputTopology>,
    /// `[maxtessfactor(x)]`.
    pub max_tess_factor: Option<f32>,
    /// `[clipplanes(…)]`: values, among the expressions of the function.
    pub clip_planes: Vec<ExprId>,
    /// `[patchconstantfunc("…")]`.
    pub patch_constant_func: Option<FuncId>,
    /// Attributes of Vulkan that say how a pixel shader runs.
    pub vk_modes: Vec<VkMode>,
    /// `[[vk::spvexecutionmode(n)]]`.
    pub foreign_modes: Vec<(u32, Span)>,
    /// The attributes of a node.
    pub node: NodeAttributes,
}

/// A function the pipeline can start.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The function.
    pub func: FuncId,
    /// Name under which it is exported.
    pub name: String,
    /// The name that a linker sees, in a library.
    pub symbol: Option<String>,
    /// The same of a hull shader's patch-constant function.
    pub patch_symbol: Option<String>,
    /// Stage.
    pub stage: Stage,
    /// Attributes.
    pub attributes: EntryAttributes,
    /// `[RootSignature("…")]`.
    pub root_signature: Option<ModuleRootSignature>,
}
