//! Lowers the properties of a stage other than its interface: execution model and modes, the function that combines the
//! two of a hull shader, and the operations of geometry and mesh shaders.
//!
//! Input: the properties of an entry point, and operations that only its stage has. Output: instructions that concern the
//! entry point, not one of its elements.

use crate::raytracing;
use crate::writer::{Repr, Site, Writer};
use hlslc_base::Stage;
use hlslc_base::target::Denormals;
use hlslc_ir::module::{SignatureKind, SystemValue};
use hlslc_ir::stage::{
    Domain, InputPrimitive, MeshTopology, Partitioning, StageProperties, StreamTopology, TessellatorOutput,
};
use hlslc_ir::vulkan::VkMode;
use hlslc_ir::{Func, Imm};
use hlslc_options_spirv::SpirvOptions;
use rspirv::dr::Operand;
use rspirv::spirv::{
    BuiltIn, Capability, ExecutionMode, ExecutionModel, Op as Core, Scope, SelectionControl, StorageClass, Word,
};
use smallvec::SmallVec;

/// An execution mode with its numbers.
type Mode = (ExecutionMode, SmallVec<[u32; 3]>);

fn mode(mode: ExecutionMode) -> Mode {
    (mode, SmallVec::new())
}

/// The derivative mode of a group of threads, if its size allows one: quads of four in a row, or two by two.
pub(crate) fn neighbours(size: [u32; 3]) -> Option<ExecutionMode> {
    let [x, y, z] = size;
    let is_row = [y, z] == [1, 1] && x.is_multiple_of(4);
    if !is_row && x.is_multiple_of(2) && y.is_multiple_of(2) {
        return Some(ExecutionMode::DerivativeGroupQuadsKHR);
    }
    let count = u64::from(x) * u64::from(y) * u64::from(z);
    count.is_multiple_of(4).then_some(ExecutionMode::DerivativeGroupLinearKHR)
}

fn counted(mode: ExecutionMode, count: u32) -> Mode {
    (mode, SmallVec::from_slice(&[count]))
}

const EARLY_AND_LATE: &str = "SPV_AMD_shader_early_and_late_fragment_tests";
/// The capability for a stencil reference.
const STENCIL: Option<Capability> = Some(Capability::StencilExportEXT);

/// The mode that a domain of tessellation is.
fn domain_mode(domain: Domain) -> Mode {
    mode(match domain {
        Domain::Isoline => ExecutionMode::Isolines,
        Domain::Tri => ExecutionMode::Triangles,
        Domain::Quad => ExecutionMode::Quads,
    })
}

/// Whether the third signature of a stage is one of what it gives.
fn gives_patch_constants(stage: Stage) -> bool {
    matches!(stage, Stage::Hull | Stage::Mesh)
}

impl Writer<'_> {
    /// Says what the entry point is, when its function is written.
    pub(crate) fn stage(&mut self, main: Word, options: &SpirvOptions) {
        let entry = self.entry;
        let (model, capability) = match entry.stage() {
            Stage::Compute => (ExecutionModel::GLCompute, Capability::Shader),
            Stage::Vertex => (ExecutionModel::Vertex, Capability::Shader),
            Stage::Pixel => (ExecutionModel::Fragment, Capability::Shader),
            Stage::Geometry => (ExecutionModel::Geometry, Capability::Geometry),
            Stage::Hull => (ExecutionModel::TessellationControl, Capability::Tessellation),
            Stage::Domain => (ExecutionModel::TessellationEvaluation, Capability::Tessellation),
            Stage::Mesh if self.settings.mesh_extension => (ExecutionModel::MeshEXT, Capability::MeshShadingEXT),
            Stage::Mesh => (ExecutionModel::MeshNV, Capability::MeshShadingNV),
            Stage::Amplification if self.settings.mesh_extension => {
                (ExecutionModel::TaskEXT, Capability::MeshShadingEXT)
            }
            Stage::Amplification => (ExecutionModel::TaskNV, Capability::MeshShadingNV),
            stage @ (Stage::Library
            | Stage::Node
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable) => match (raytracing::model(stage), self.ray_tracing) {
                (Some(model), Some(extension)) => (model, extension.capability()),
                _ => {
                    self.unsupported(&format!("a {stage} shader"));
                    return;
                }
            },
        };
        // Each of them has what shaders have at least.
        self.asm.first_capability(capability);
        self.store_vertices();
        self.all_outputs();
        if self.settings.keep.inputs {
            self.all_inputs();
        }
        self.asm.forget_unused(&self.interface.payload_inputs);
        // The entry points of a library keep their names: one name for all of them would be ambiguous.
        let name = options.entry_name.as_deref().filter(|_| !options.library).unwrap_or(&entry.name);
        self.asm.entry_point(model, main, name);
        for (mode, numbers) in self.modes() {
            let mut operands = vec![Operand::ExecutionMode(mode)];
            operands.extend(numbers.into_iter().map(Operand::LiteralBit32));
            // Two attributes may ask for the same.
            if !self.asm.modes_of(main).contains(&operands.as_slice()) {
                self.asm.execution_mode(operands, main);
            }
        }
        let denormals = match options.denormals {
            Some(Denormals::Preserve) => Some((Capability::DenormPreserve, ExecutionMode::DenormPreserve)),
            Some(Denormals::Flush) => Some((Capability::DenormFlushToZero, ExecutionMode::DenormFlushToZero)),
            _ => None,
        };
        if let Some((capability, how)) = denormals {
            self.asm.capability(capability);
            self.asm.execution_mode(vec![Operand::ExecutionMode(how), Operand::LiteralBit32(32)], main);
        }
        if options.ieee_strict {
            let how = ExecutionMode::SignedZeroInfNanPreserve;
            self.asm.capability(Capability::SignedZeroInfNanPreserve);
            self.asm.execution_mode(vec![Operand::ExecutionMode(how), Operand::LiteralBit32(32)], main);
        }
        self.interlock_mode(main);
        let keeps_helpers = matches!(self.entry.properties, StageProperties::Pixel { waves_include_helpers: true, .. });
        if options.maximal_reconvergence || keeps_helpers {
            self.asm.extension("SPV_KHR_maximal_reconvergence");
            self.asm.execution_mode(vec![Operand::ExecutionMode(ExecutionMode::MaximallyReconvergesKHR)], main);
        }
    }

    /// The modes that attributes of Vulkan ask for.
    fn vk_modes(&mut self) -> Vec<Mode> {
        use ExecutionMode as M;
        let mut modes = Vec::new();
        for &wanted in &self.entry.vk_modes {
            let (found, capability, extension) = match wanted {
                VkMode::PostDepthCoverage => (
                    M::PostDepthCoverage,
                    Some(Capability::SampleMaskPostDepthCoverage),
                    Some("SPV_KHR_post_depth_coverage"),
                ),
                VkMode::EarlyAndLateTests => (M::EarlyAndLateFragmentTestsAMD, None, Some(EARLY_AND_LATE)),
                VkMode::DepthUnchanged => (M::DepthUnchanged, None, None),
                VkMode::StencilRefUnchangedFront => (M::StencilRefUnchangedFrontAMD, STENCIL, Some(EARLY_AND_LATE)),
                VkMode::StencilRefGreaterEqualFront => (M::StencilRefGreaterFrontAMD, STENCIL, Some(EARLY_AND_LATE)),
                VkMode::StencilRefLessEqualFront => (M::StencilRefLessFrontAMD, STENCIL, Some(EARLY_AND_LATE)),
                VkMode::StencilRefUnchangedBack => (M::StencilRefUnchangedBackAMD, STENCIL, Some(EARLY_AND_LATE)),
                VkMode::StencilRefGreaterEqualBack => (M::StencilRefGreaterBackAMD, STENCIL, Some(EARLY_AND_LATE)),
                VkMode::StencilRefLessEqualBack => (M::StencilRefLessBackAMD, STENCIL, Some(EARLY_AND_LATE)),
            };
            if let Some(capability) = capability {
                self.asm.capability(capability);
            }
            if let Some(extension) = extension {
                self.asm.extension(extension);
            }
            modes.push(mode(found));
        }
        modes
    }

    /// Copies vertices: one that is chosen at run time is taken in whole.
    fn store_vertices(&mut self) {
        if self.interface.picks_vertices {
            let entry = self.entry;
            // The number of the primitive is no value of a vertex, though in one signature with them.
            let vertices = entry.inputs.iter().filter(|(_, data)| data.system != SystemValue::PrimitiveId);
            for (element, _) in vertices {
                self.variable(SignatureKind::Input, element);
            }
        }
    }

    /// Declares all outputs: the next stage finds all that this one gives, even what is never written.
    fn all_outputs(&mut self) {
        let entry = self.entry;
        for element in entry.outputs.keys() {
            self.variable(SignatureKind::Output, element);
        }
        if gives_patch_constants(entry.stage()) {
            for element in entry.patch_constants.keys() {
                self.variable(SignatureKind::PatchOrPrimitive, element);
            }
        }
        if matches!(entry.properties, StageProperties::Mesh { max_primitives: 0, .. }) {
            self.diagnostics.push(crate::errors::mesh_without_primitives(self.span()));
            return;
        }
        self.indices();
    }

    /// Declares inputs that nothing reads.
    fn all_inputs(&mut self) {
        let entry = self.entry;
        for (element, data) in &entry.inputs {
            if data.system == SystemValue::PrimitiveId && entry.stage() == Stage::Geometry {
                let uint = self.uint_type();
                self.built_in_variable(BuiltIn::PrimitiveId, uint, StorageClass::Input);
            } else {
                self.variable(SignatureKind::Input, element);
            }
        }
        if entry.stage() == Stage::Domain {
            for element in entry.patch_constants.keys() {
                self.variable(SignatureKind::PatchOrPrimitive, element);
            }
        }
    }

    /// The modes of the entry point.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other stages have none, and no other output changes how the shader runs"
    )]
    fn modes(&mut self) -> Vec<Mode> {
        let entry = self.entry;
        let mut modes = Vec::new();
        if let Some(size) = entry.properties.num_threads() {
            modes.push((ExecutionMode::LocalSize, SmallVec::from_slice(&size)));
            if self.interface.has_neighbours {
                let how = neighbours(size).unwrap_or_else(|| {
                    let [x, y, z] = size;
                    self.diagnostics.push(crate::errors::group_without_quads(entry.span, x, y, z));
                    ExecutionMode::DerivativeGroupLinearKHR
                });
                self.asm.capability(match how {
                    ExecutionMode::DerivativeGroupLinearKHR => Capability::ComputeDerivativeGroupLinearKHR,
                    _ => Capability::ComputeDerivativeGroupQuadsKHR,
                });
                // Every tool and driver with either knows the first, which is for compute shaders only.
                self.asm.extension(match entry.stage() {
                    Stage::Compute => "SPV_NV_compute_shader_derivatives",
                    _ => "SPV_KHR_compute_shader_derivatives",
                });
                modes.push(mode(how));
            }
        }
        match entry.properties {
            StageProperties::Pixel { early_depth_stencil, waves_include_helpers } => {
                if waves_include_helpers {
                    // Helpers stay to the end only where whole quads do and come together again.
                    self.asm.extension("SPV_KHR_quad_control");
                    self.asm.capability(Capability::QuadControlKHR);
                    modes.push(mode(ExecutionMode::RequireFullQuadsKHR));
                }
                modes.push(mode(ExecutionMode::OriginUpperLeft));
                // Coverage after the tests asks for early ones.
                if early_depth_stencil || entry.vk_modes.contains(&VkMode::PostDepthCoverage) {
                    modes.push(mode(ExecutionMode::EarlyFragmentTests));
                }
                for data in entry.outputs.values() {
                    match data.system {
                        SystemValue::Depth => modes.push(mode(ExecutionMode::DepthReplacing)),
                        SystemValue::StencilRef => modes.push(mode(ExecutionMode::StencilRefReplacingEXT)),
                        SystemValue::DepthGreaterEqual => {
                            modes.extend([ExecutionMode::DepthReplacing, ExecutionMode::DepthGreater].map(mode));
                        }
                        SystemValue::DepthLessEqual => {
                            modes.extend([ExecutionMode::DepthReplacing, ExecutionMode::DepthLess].map(mode));
                        }
                        _ => {}
                    }
                }
                modes.extend(self.vk_modes());
            }
            StageProperties::Geometry { input, topology, max_vertices, instances, .. } => {
                modes.push(counted(ExecutionMode::OutputVertices, max_vertices));
                modes.push(counted(ExecutionMode::Invocations, instances));
                let primitive = match input {
                    InputPrimitive::Point => Some(ExecutionMode::InputPoints),
                    InputPrimitive::Line => Some(ExecutionMode::InputLines),
                    InputPrimitive::Triangle => Some(ExecutionMode::Triangles),
                    InputPrimitive::LineAdjacent => Some(ExecutionMode::InputLinesAdjacency),
                    InputPrimitive::TriangleAdjacent => Some(ExecutionMode::InputTrianglesAdjacency),
                    // Nothing, or a patch.
                    _ => None,
                };
                match primitive {
                    Some(primitive) => modes.push(mode(primitive)),
                    None => self.problem_of_entry(crate::errors::no_input_primitive),
                }
                modes.push(mode(match topology {
                    StreamTopology::PointList => ExecutionMode::OutputPoints,
                    StreamTopology::LineStrip => ExecutionMode::OutputLineStrip,
                    StreamTopology::TriangleStrip => ExecutionMode::OutputTriangleStrip,
                }));
            }
            StageProperties::Hull { domain, partitioning, output, output_points, .. } => {
                // What is not said here the domain shader says.
                modes.extend(domain.map(domain_mode));
                match partitioning {
                    None => {}
                    Some(Partitioning::Integer) => modes.push(mode(ExecutionMode::SpacingEqual)),
                    Some(Partitioning::FractionalOdd) => modes.push(mode(ExecutionMode::SpacingFractionalOdd)),
                    Some(Partitioning::FractionalEven) => modes.push(mode(ExecutionMode::SpacingFractionalEven)),
                    Some(Partitioning::Pow2) => self.problem_of_entry(crate::errors::no_powers_of_two),
                }
                match output {
                    TessellatorOutput::Point => modes.push(mode(ExecutionMode::PointMode)),
                    // What isolines give anyway.
                    TessellatorOutput::Line => {}
                    TessellatorOutput::TriangleCw => modes.push(mode(ExecutionMode::VertexOrderCw)),
                    TessellatorOutput::TriangleCcw => modes.push(mode(ExecutionMode::VertexOrderCcw)),
                }
                modes.push(counted(ExecutionMode::OutputVertices, output_points));
            }
            StageProperties::Domain { domain, .. } => modes.push(domain_mode(domain)),
            StageProperties::Mesh { topology, max_vertices, max_primitives, .. } => {
                modes.push(mode(match topology {
                    MeshTopology::Point => ExecutionMode::OutputPoints,
                    MeshTopology::Line => ExecutionMode::OutputLinesEXT,
                    MeshTopology::Triangle => ExecutionMode::OutputTrianglesEXT,
                }));
                modes.push(counted(ExecutionMode::OutputVertices, max_vertices));
                modes.push(counted(ExecutionMode::OutputPrimitivesEXT, max_primitives));
            }
            _ => {}
        }
        modes
    }

    /// The function of a hull shader: each invocation makes its control point, and when all have, the first makes the patch
    /// constants.
    pub(crate) fn hull(&mut self, control_point: Func, patch_constant: Func) -> Word {
        let points = self.function(control_point);
        let constants = self.function(patch_constant);
        self.asm.name(points, &format!("src.{}", self.module.funcs[control_point].name));
        self.asm.name(constants, &self.module.funcs[patch_constant].name);
        let void = self.asm.void();
        let (main, _) = self.asm.begin_function(None, void, &[]);
        let (start, first, end) = (self.asm.id(), self.asm.id(), self.asm.id());
        self.asm.begin_block(start);
        self.asm.op(Core::FunctionCall, void, &[points]);
        let barrier = [Scope::Workgroup as u32, Scope::Invocation as u32, 0].map(|number| self.uint(number));
        self.asm.effect_on(Core::ControlBarrier, &barrier);
        let (boolean, zero, invocation) = (self.bool_type(), self.uint(0), self.invocation());
        let is_first = self.asm.op(Core::IEqual, boolean, &[invocation, zero]);
        let merge = vec![Operand::IdRef(end), Operand::SelectionControl(SelectionControl::NONE)];
        self.asm.effect(Core::SelectionMerge, merge);
        self.asm.end_block(Core::BranchConditional, [is_first, first, end].map(Operand::IdRef).into());
        self.asm.begin_block(first);
        self.asm.op(Core::FunctionCall, void, &[constants]);
        self.asm.end_block(Core::Branch, vec![Operand::IdRef(end)]);
        self.asm.begin_block(end);
        self.asm.end_block(Core::Return, Vec::new());
        self.asm.end_function();
        main
    }

    /// Whether a geometry shader writes to other streams than the one that is drawn.
    pub(crate) fn has_streams(&self) -> bool {
        matches!(self.entry.properties, StageProperties::Geometry { streams, .. } if streams > 1)
    }

    /// An instruction on the stream that the operand names.
    fn on_stream(&mut self, site: &Site<'_>, only: Core, one_of: Core) -> Option<Repr> {
        let &[stream] = site.args else { return None };
        self.func.as_const(stream)?;
        if self.has_streams() {
            self.asm.capability(Capability::GeometryStreams);
            let stream = self.id(stream);
            self.asm.effect_on(one_of, &[stream]);
        } else {
            self.asm.effect(only, Vec::new());
        }
        Some(Repr::Nothing)
    }

    pub(crate) fn emit_vertex(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.on_stream(site, Core::EmitVertex, Core::EmitStreamVertex)
    }

    pub(crate) fn cut_strip(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.on_stream(site, Core::EndPrimitive, Core::EndStreamPrimitive)
    }

    pub(crate) fn set_mesh_output_counts(&mut self, site: &Site<'_>) -> Option<Repr> {
        let &[vertices, primitives] = site.args else { return None };
        if let StageProperties::Mesh { max_vertices, max_primitives, .. } = self.entry.properties
            && self.settings.mesh_extension
            && self.settings.is_checked
        {
            self.at_most(vertices, max_vertices, "vertices");
            self.at_most(primitives, max_primitives, "primitives");
        }
        let (vertices, primitives) = (self.id(vertices), self.id(primitives));
        if self.settings.mesh_extension {
            self.asm.effect_on(Core::SetMeshOutputsEXT, &[vertices, primitives]);
        } else {
            let uint = self.uint_type();
            let count = self.built_in_variable(BuiltIn::PrimitiveCountNV, uint, StorageClass::Output);
            self.asm.effect_on(Core::Store, &[count, primitives]);
        }
        Some(Repr::Nothing)
    }

    /// Reports that a mesh is said to have more of something than it declares.
    fn at_most(&mut self, count: hlslc_ir::Value, most: u32, what: &str) {
        let is_more = self.func.const_bits(&self.module.ctx, count).filter(|&count| count > u64::from(most));
        if let Some(count) = is_more {
            self.diagnostics.push(crate::errors::too_large_mesh(self.span(), count, what, most));
        }
    }

    /// The variable of the numbers of the primitives' vertices, and how many a primitive has.
    fn indices(&mut self) -> Option<(Word, u16)> {
        let StageProperties::Mesh { topology, max_primitives, .. } = self.entry.properties else { return None };
        let (built_in, count) = match topology {
            MeshTopology::Point => (BuiltIn::PrimitivePointIndicesEXT, 1),
            MeshTopology::Line => (BuiltIn::PrimitiveLineIndicesEXT, 2),
            MeshTopology::Triangle => (BuiltIn::PrimitiveTriangleIndicesEXT, 3),
        };
        let uint = self.uint_type();
        let (built_in, ty) = if self.settings.mesh_extension {
            let vector = self.vector_of(uint, count);
            (built_in, self.array_of(vector, max_primitives))
        } else {
            (BuiltIn::PrimitiveIndicesNV, self.array_of(uint, max_primitives.saturating_mul(u32::from(count))))
        };
        Some((self.built_in_variable(built_in, ty, StorageClass::Output), count))
    }

    /// The numbers of a primitive's vertices: a vector of them, or words in one row.
    pub(crate) fn store_indices(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&primitive, vertices) = site.args.split_first()?;
        let (all, count) = self.indices()?;
        let primitive = self.id(primitive);
        let vertices = vertices.iter().take(usize::from(count));
        let vertices: SmallVec<[Word; 3]> = vertices.map(|&vertex| self.id(vertex)).collect();
        let uint = self.uint_type();
        if self.settings.mesh_extension {
            let vector = self.vector_of(uint, count);
            let ty = self.asm.pointer_type(vector, StorageClass::Output);
            let pointer = self.asm.op(Core::AccessChain, ty, &[all, primitive]);
            let value = match *vertices.as_slice() {
                [only] => only,
                _ => self.asm.op(Core::CompositeConstruct, vector, &vertices),
            };
            self.asm.effect_on(Core::Store, &[pointer, value]);
            return Some(Repr::Nothing);
        }
        for (at, vertex) in (0..).zip(vertices) {
            self.store_vertex_number(all, count, primitive, at, vertex);
        }
        Some(Repr::Nothing)
    }

    /// One number of a primitive's vertices.
    pub(crate) fn store_index(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[primitive, vertex], Imm::Index(at)) = (site.args, site.imm) else { return None };
        let (all, count) = self.indices()?;
        let (primitive, vertex) = (self.id(primitive), self.id(vertex));
        self.store_vertex_number(all, count, primitive, at, vertex);
        Some(Repr::Nothing)
    }

    fn store_vertex_number(&mut self, all: Word, count: u16, primitive: Word, at: u32, vertex: Word) {
        let uint = self.uint_type();
        let ty = self.asm.pointer_type(uint, StorageClass::Output);
        let at = self.uint(at);
        let pointer = if self.settings.mesh_extension {
            self.asm.op(Core::AccessChain, ty, &[all, primitive, at])
        } else {
            let each = self.uint(u32::from(count));
            let first = self.asm.op(Core::IMul, uint, &[primitive, each]);
            let index = self.asm.op(Core::IAdd, uint, &[first, at]);
            self.asm.op(Core::AccessChain, ty, &[all, index])
        };
        self.asm.effect_on(Core::Store, &[pointer, vertex]);
    }
}
