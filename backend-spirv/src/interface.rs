//! Inputs, outputs and the entry point: variables with locations and built-ins, execution modes.
//!
//! Elements of the signature that are no built-in take locations in declaration order, one for each row, past those that
//! attributes have taken; render targets have the location of their index. Variables are made at their first use and named as DXC names them.

use crate::lower::{Repr, Site, Writer};
use crate::types::{Number, number};
use cranelift_entity::{PrimaryMap, SecondaryMap};
use hlslc_base::Stage;
use hlslc_ir::module::{ElementData, EntryPoint, Interpolation, SystemValue};
use hlslc_ir::stage::StageProperties;
use hlslc_ir::types::{ComponentKind, Scalar};
use hlslc_ir::{Imm, SigElement, Value};
use hlslc_semantics::Interpretation;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Decoration, ExecutionMode, ExecutionModel, Op as Core, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// A variable of the interface.
#[derive(Clone, Copy)]
struct Variable {
    id: Word,
    /// Type of a component.
    element: Word,
    /// Whether a row of several must be picked.
    rows: bool,
    /// The conversion between components and registers: signed integers, and built-ins, which are 32 bits wide.
    conversion: Option<Core>,
    /// Whether it is an array of one where the signature has a scalar.
    wrapped: bool,
    /// Whether it is a truth value where the signature has a number.
    boolean: bool,
    /// For clip and cull distances, which are one array: where in it the element starts.
    distances: Option<u32>,
}

/// The variables so far.
#[derive(Default)]
pub(crate) struct Interface {
    inputs: SecondaryMap<SigElement, Option<Variable>>,
    outputs: SecondaryMap<SigElement, Option<Variable>>,
    input_locations: SecondaryMap<SigElement, u32>,
    output_locations: SecondaryMap<SigElement, u32>,
    built_ins: FxHashMap<u32, Word>,
    /// Arrays of clip and cull distances, of inputs and outputs.
    distances: FxHashMap<(SystemValue, bool), Word>,
}

impl Interface {
    /// Gives the elements of an entry point their locations.
    pub(crate) fn new(entry: &EntryPoint) -> Self {
        Self {
            input_locations: locations(&entry.inputs, entry.stage(), false),
            output_locations: locations(&entry.outputs, entry.stage(), true),
            ..Self::default()
        }
    }
}

fn locations(
    elements: &PrimaryMap<SigElement, ElementData>,
    stage: Stage,
    output: bool,
) -> SecondaryMap<SigElement, u32> {
    let mut list = SecondaryMap::new();
    let mut taken = FxHashSet::default();
    let located = || elements.iter().filter(|(_, data)| built_in(stage, data.system, output).is_none());
    let fixed = |data: &ElementData| data.vk_location.or((data.system == SystemValue::Target).then_some(data.index));
    for (id, data) in located() {
        if let Some(location) = fixed(data) {
            list[id] = location;
            taken.extend((0..data.rows).map(|row| location.saturating_add(row)));
        }
    }
    let mut next = 0u32;
    for (id, data) in located().filter(|(_, data)| fixed(data).is_none()) {
        let is_free = |from: &u32| (0..data.rows).all(|row| !taken.contains(&from.saturating_add(row)));
        // Every element takes a location or is passed by once, so this many are enough.
        let last = next.saturating_add(taken.len() as u32 + data.rows);
        let location = (next..=last).find(is_free).unwrap_or(next);
        list[id] = location;
        next = location.saturating_add(data.rows);
    }
    list
}

/// The built-in that a system value is, if it is one at this point.
fn built_in(stage: Stage, system: SystemValue, output: bool) -> Option<BuiltIn> {
    if system.at(stage.point(output)?).interpretation == Interpretation::Arbitrary {
        return None;
    }
    Some(match system {
        SystemValue::VertexId => BuiltIn::VertexIndex,
        SystemValue::InstanceId => BuiltIn::InstanceIndex,
        SystemValue::Position if stage == Stage::Pixel => BuiltIn::FragCoord,
        SystemValue::Position => BuiltIn::Position,
        SystemValue::IsFrontFace => BuiltIn::FrontFacing,
        SystemValue::SampleIndex => BuiltIn::SampleId,
        SystemValue::Coverage => BuiltIn::SampleMask,
        SystemValue::Depth | SystemValue::DepthLessEqual | SystemValue::DepthGreaterEqual => BuiltIn::FragDepth,
        SystemValue::PrimitiveId => BuiltIn::PrimitiveId,
        SystemValue::RenderTargetArrayIndex => BuiltIn::Layer,
        SystemValue::ViewportArrayIndex => BuiltIn::ViewportIndex,
        SystemValue::ClipDistance => BuiltIn::ClipDistance,
        SystemValue::CullDistance => BuiltIn::CullDistance,
        // Those of the user and render targets have locations; the rest is reported where it is used.
        SystemValue::Arbitrary
        | SystemValue::Target
        | SystemValue::OutputControlPointId
        | SystemValue::DomainLocation
        | SystemValue::GsInstanceId
        | SystemValue::InnerCoverage
        | SystemValue::StencilRef
        | SystemValue::DispatchThreadId
        | SystemValue::GroupId
        | SystemValue::GroupIndex
        | SystemValue::GroupThreadId
        | SystemValue::TessFactor
        | SystemValue::InsideTessFactor
        | SystemValue::ViewId
        | SystemValue::Barycentrics
        | SystemValue::ShadingRate
        | SystemValue::CullPrimitive
        | SystemValue::StartVertexLocation
        | SystemValue::StartInstanceLocation => return None,
    })
}

impl Writer<'_> {
    pub(crate) fn load_input(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[row, vertex], Imm::Element { element, col }) = (site.args, site.imm) else { return None };
        self.only_vertex(vertex);
        Some(Repr::Id(self.load_element(site, element, col, row)))
    }

    pub(crate) fn store_output(&mut self, site: &Site<'_>) -> Option<Repr> {
        let (&[row, vertex, value], Imm::Element { element, col }) = (site.args, site.imm) else { return None };
        self.only_vertex(vertex);
        self.store_element(element, col, row, value);
        Some(Repr::Nothing)
    }

    /// The component of a vector of three that the immediate names.
    pub(crate) fn built_in_component(&mut self, site: &Site<'_>, built_in: BuiltIn) -> Option<Repr> {
        let Imm::Index(at) = site.imm else { return None };
        let (vector, uint) = (self.vector_type(Scalar::I32, 3), self.uint_type());
        let whole = self.load_built_in(built_in, vector);
        Some(Repr::Id(self.extract(uint, whole, at)))
    }

    /// Only pixel shaders have helper lanes.
    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn helper_lane(&mut self, site: &Site<'_>) -> Option<Repr> {
        if self.entry.stage() != Stage::Pixel {
            return Some(Repr::Id(self.asm.global(Core::ConstantFalse, Some(site.ty), Vec::new())));
        }
        Some(Repr::Id(self.load_built_in(BuiltIn::HelperInvocation, site.ty)))
    }

    /// The coverage is an array of words.
    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn coverage(&mut self, _: &Site<'_>) -> Option<Repr> {
        let (uint, one) = (self.uint_type(), self.uint(1));
        let array = self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(uint), Operand::IdRef(one)]);
        let words = self.load_built_in(BuiltIn::SampleMask, array);
        Some(Repr::Id(self.extract(uint, words, 0)))
    }

    /// The value of a built-in input of a type.
    pub(crate) fn load_built_in(&mut self, built_in: BuiltIn, ty: Word) -> Word {
        self.interface_is_own();
        let id = match self.interface.built_ins.get(&(built_in as u32)) {
            Some(&id) => id,
            None => {
                let id = self.asm.variable(ty, StorageClass::Input, None);
                self.asm.decorate_built_in(id, built_in);
                // Vulkan asks for `Flat` on integers that a pixel shader takes in.
                let is_integer = !matches!(built_in, BuiltIn::HelperInvocation);
                if self.entry.stage() == Stage::Pixel && is_integer {
                    self.asm.decorate(id, Decoration::Flat, &[]);
                }
                self.asm.interface.push(id);
                self.interface.built_ins.insert(built_in as u32, id);
                id
            }
        };
        self.asm.op(Core::Load, ty, &[id])
    }

    /// An input or output of one of several vertices is reported.
    fn only_vertex(&mut self, vertex: Value) {
        if !self.is_undef(vertex) {
            self.unsupported("an input or output of one of several vertices");
        }
    }

    /// The variable of an element, made at its first use.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other element has a variable to itself")]
    fn variable(&mut self, element: SigElement, output: bool) -> Variable {
        self.interface_is_own();
        let known = if output { self.interface.outputs[element] } else { self.interface.inputs[element] };
        if let Some(variable) = known {
            return variable;
        }
        let entry = self.entry;
        let data = if output { &entry.outputs[element] } else { &entry.inputs[element] };
        let variable = match data.system {
            SystemValue::ClipDistance => {
                self.distances(data, output, (BuiltIn::ClipDistance, Capability::ClipDistance))
            }
            SystemValue::CullDistance => {
                self.distances(data, output, (BuiltIn::CullDistance, Capability::CullDistance))
            }
            _ => self.make_variable(data, element, output),
        };
        let slot = if output { &mut self.interface.outputs } else { &mut self.interface.inputs };
        slot[element] = Some(variable);
        variable
    }

    /// The array of all clip or cull distances, in which each element has its place by its index.
    fn distances(
        &mut self,
        data: &ElementData,
        output: bool,
        (built_in, capability): (BuiltIn, Capability),
    ) -> Variable {
        let entry = self.entry;
        let elements = if output { &entry.outputs } else { &entry.inputs };
        let (mut start, mut total) = (0, 0);
        for (_, other) in elements.iter().filter(|(_, other)| other.system == data.system) {
            let size = other.rows * u32::from(other.cols);
            start += if other.index < data.index { size } else { 0 };
            total += size;
        }
        let float = self.float_type();
        let id = match self.interface.distances.get(&(data.system, output)) {
            Some(&id) => id,
            None => {
                self.asm.capability(capability);
                let count = self.uint(total);
                let operands = vec![Operand::IdRef(float), Operand::IdRef(count)];
                let array = self.asm.global(Core::TypeArray, None, operands);
                let class = if output { StorageClass::Output } else { StorageClass::Input };
                let id = self.asm.variable(array, class, None);
                self.asm.decorate_built_in(id, built_in);
                self.asm.interface.push(id);
                self.interface.distances.insert((data.system, output), id);
                id
            }
        };
        Variable {
            id,
            element: float,
            rows: false,
            conversion: None,
            wrapped: false,
            boolean: false,
            distances: Some(start),
        }
    }

    /// Pointer to a distance of an element that starts at `start`.
    fn distance_pointer(
        &mut self,
        variable: Variable,
        start: u32,
        output: bool,
        row: Value,
        at: u32,
        cols: u8,
    ) -> Word {
        let (uint, first, cols) = (self.uint_type(), self.uint(start + at), self.uint(u32::from(cols)));
        let index = match self.func.const_bits(&self.module.ctx, row) {
            Some(0) => first,
            _ => {
                let row = self.id(row);
                let rows = self.asm.op(Core::IMul, uint, &[row, cols]);
                self.asm.op(Core::IAdd, uint, &[rows, first])
            }
        };
        let class = if output { StorageClass::Output } else { StorageClass::Input };
        let ty = self.asm.pointer_type(variable.element, class);
        self.asm.op(Core::AccessChain, ty, &[variable.id, index])
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "no other built-in needs a capability")]
    fn make_variable(&mut self, data: &ElementData, element: SigElement, output: bool) -> Variable {
        let stage = self.entry.stage();
        let built_in = built_in(stage, data.system, output);
        if built_in.is_none() && !matches!(data.system, SystemValue::Arbitrary | SystemValue::Target) {
            self.unsupported(&format!("`{}` here", data.system.name()));
        }
        let boolean = built_in == Some(BuiltIn::FrontFacing);
        let wrapped = built_in == Some(BuiltIn::SampleMask);
        let signed = data.component == ComponentKind::Signed && data.scalar.is_int() && built_in.is_none();
        let (component, conversion) = match number(data.scalar) {
            _ if boolean => (self.bool_type(), None),
            Number::Bool => (self.uint_type(), None),
            Number::Uint(32) if signed => (self.int_type(), Some(Core::Bitcast)),
            // Vulkan has its own variables 32 bits wide only.
            Number::Uint(bits) if built_in.is_some() && bits != 32 => (self.uint_type(), Some(Core::UConvert)),
            Number::Float(bits) if built_in.is_some() && bits != 32 => (self.float_type(), Some(Core::FConvert)),
            Number::Uint(_) | Number::Float(_) => (self.scalar_type(data.scalar), None),
        };
        if built_in.is_none() && data.scalar.bits() == 16 && data.scalar.bytes() == 2 {
            self.asm.capability(Capability::StorageInputOutput16);
        }
        let row = self.vector_of(component, data.cols);
        let rows = data.rows > 1;
        let ty = if rows || wrapped {
            let count = self.uint(data.rows);
            self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(row), Operand::IdRef(count)])
        } else {
            row
        };
        let class = if output { StorageClass::Output } else { StorageClass::Input };
        let id = self.asm.variable(ty, class, None);
        self.asm.interface.push(id);
        match built_in {
            Some(built_in) => {
                self.asm.decorate_built_in(id, built_in);
                match built_in {
                    BuiltIn::SampleId => self.asm.capability(Capability::SampleRateShading),
                    BuiltIn::Layer | BuiltIn::ViewportIndex if stage == Stage::Vertex => {
                        self.asm.capability(Capability::ShaderViewportIndexLayerEXT);
                    }
                    BuiltIn::Layer | BuiltIn::PrimitiveId => self.asm.capability(Capability::Geometry),
                    BuiltIn::ViewportIndex => self.asm.capability(Capability::MultiViewport),
                    _ => {}
                }
            }
            None => {
                let direction = if output { "out" } else { "in" };
                let index = if data.index > 0 { data.index.to_string() } else { String::new() };
                self.asm.name(id, &format!("{direction}.var.{}{index}", data.name));
                let locations = if output { &self.interface.output_locations } else { &self.interface.input_locations };
                let location = locations[element];
                self.asm.decorate(id, Decoration::Location, &[location]);
            }
        }
        if stage == Stage::Pixel && !output {
            self.interpolation(id, data, built_in);
        }
        Variable { id, element: component, rows, conversion, wrapped, boolean, distances: None }
    }

    fn interpolation(&mut self, id: Word, data: &ElementData, built_in: Option<BuiltIn>) {
        let integer = !data.scalar.is_float();
        // The position is never interpolated by choice, and truth values must not be.
        if matches!(built_in, Some(BuiltIn::FragCoord | BuiltIn::FrontFacing | BuiltIn::SampleMask)) {
            return;
        }
        let (flat, noperspective, centroid, sample) = match data.interpolation {
            Interpolation::Undefined | Interpolation::Linear => (false, false, false, false),
            Interpolation::Constant => (true, false, false, false),
            Interpolation::LinearCentroid => (false, false, true, false),
            Interpolation::LinearNoperspective => (false, true, false, false),
            Interpolation::LinearNoperspectiveCentroid => (false, true, true, false),
            Interpolation::LinearSample => (false, false, false, true),
            Interpolation::LinearNoperspectiveSample => (false, true, false, true),
        };
        if flat || integer {
            self.asm.decorate(id, Decoration::Flat, &[]);
            return;
        }
        for (set, decoration) in
            [(noperspective, Decoration::NoPerspective), (centroid, Decoration::Centroid), (sample, Decoration::Sample)]
        {
            if set {
                self.asm.decorate(id, decoration, &[]);
            }
        }
        if sample {
            self.asm.capability(Capability::SampleRateShading);
        }
    }

    /// Pointer to a row of a variable, or to a component of it.
    fn row_pointer(&mut self, variable: Variable, output: bool, row: Value, cols: u8, component: Option<u32>) -> Word {
        let class = if output { StorageClass::Output } else { StorageClass::Input };
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[variable.id]);
        if variable.rows || variable.wrapped {
            args.push(self.id(row));
        }
        let to = match component {
            Some(at) if cols > 1 => {
                args.push(self.uint(at));
                variable.element
            }
            _ => self.vector_of(variable.element, cols),
        };
        if args.len() == 1 {
            return variable.id;
        }
        let ty = self.asm.pointer_type(to, class);
        self.asm.op(Core::AccessChain, ty, &args)
    }

    fn load_element(&mut self, site: &Site<'_>, element: SigElement, col: u8, row: Value) -> Word {
        let variable = self.variable(element, false);
        let cols = self.entry.inputs[element].cols;
        if let Some(start) = variable.distances {
            let ty = site.ty;
            let (_, lanes) = self.numbers(site.result);
            let mut parts = Vec::new();
            for lane in 0..u32::from(lanes) {
                let at = u32::from(col) + lane;
                let pointer = self.distance_pointer(variable, start, false, row, at, cols);
                parts.push(self.asm.op(Core::Load, variable.element, &[pointer]));
            }
            return match parts.as_slice() {
                [only] => *only,
                _ => self.asm.op(Core::CompositeConstruct, ty, &parts),
            };
        }
        let pointer = self.row_pointer(variable, false, row, cols, None);
        let row_ty = self.vector_of(variable.element, cols);
        let mut value = self.asm.op(Core::Load, row_ty, &[pointer]);
        let ty = site.ty;
        let (_, lanes) = self.numbers(site.result);
        if lanes != cols {
            let part_ty = self.vector_of(variable.element, lanes);
            value = if lanes == 1 {
                self.extract(part_ty, value, u32::from(col))
            } else {
                let mut operands = vec![Operand::IdRef(value), Operand::IdRef(value)];
                operands.extend((0..lanes).map(|lane| Operand::LiteralBit32(u32::from(col + lane))));
                self.asm.inst(Core::VectorShuffle, part_ty, operands)
            };
        }
        if variable.boolean {
            let (one, zero) = (self.uint(1), self.uint(0));
            return self.asm.op(Core::Select, ty, &[value, one, zero]);
        }
        variable.conversion.map_or(value, |conversion| self.asm.op(conversion, ty, &[value]))
    }

    fn store_element(&mut self, element: SigElement, col: u8, row: Value, value: Value) {
        let variable = self.variable(element, true);
        let cols = self.entry.outputs[element].cols;
        let lanes = self.lanes(value);
        let scalar = self.scalar(value);
        let mut id = self.id(value);
        if let Some(start) = variable.distances {
            for lane in 0..u32::from(lanes) {
                let part = if lanes == 1 { id } else { self.extract(variable.element, id, lane) };
                let at = u32::from(col) + lane;
                let pointer = self.distance_pointer(variable, start, true, row, at, cols);
                self.asm.effect_on(Core::Store, &[pointer, part]);
            }
            return;
        }
        if let Some(conversion) = variable.conversion {
            let ty = self.vector_of(variable.element, lanes);
            id = self.asm.op(conversion, ty, &[id]);
        }
        if lanes == cols {
            let pointer = self.row_pointer(variable, true, row, cols, None);
            self.asm.effect_on(Core::Store, &[pointer, id]);
            return;
        }
        let part_ty = if variable.conversion.is_some() { variable.element } else { self.scalar_type(scalar) };
        for lane in 0..u32::from(lanes) {
            let part = if lanes == 1 { id } else { self.extract(part_ty, id, lane) };
            let pointer = self.row_pointer(variable, true, row, cols, Some(u32::from(col) + lane));
            self.asm.effect_on(Core::Store, &[pointer, part]);
        }
    }

    /// Says what the entry point is, when its function is written.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other output changes how the shader runs")]
    pub(crate) fn stage(&mut self, main: Word) {
        let entry = self.entry;
        let model = match entry.stage() {
            Stage::Compute => ExecutionModel::GLCompute,
            Stage::Vertex => ExecutionModel::Vertex,
            Stage::Pixel => ExecutionModel::Fragment,
            stage @ (Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Mesh
            | Stage::Amplification
            | Stage::Library
            | Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable) => {
                self.unsupported(&format!("a {stage} shader"));
                return;
            }
        };
        self.asm.entry_point(model, main, &entry.name);
        if let Some(size) = entry.properties.num_threads() {
            let mut operands = vec![Operand::ExecutionMode(ExecutionMode::LocalSize)];
            operands.extend(size.map(Operand::LiteralBit32));
            self.asm.execution_mode(operands, main);
        }
        if entry.stage() != Stage::Pixel {
            return;
        }
        let mut modes = vec![ExecutionMode::OriginUpperLeft];
        if entry.properties == (StageProperties::Pixel { early_depth_stencil: true }) {
            modes.push(ExecutionMode::EarlyFragmentTests);
        }
        for (_, data) in &entry.outputs {
            match data.system {
                SystemValue::Depth => modes.push(ExecutionMode::DepthReplacing),
                SystemValue::DepthGreaterEqual => {
                    modes.extend([ExecutionMode::DepthReplacing, ExecutionMode::DepthGreater]);
                }
                SystemValue::DepthLessEqual => {
                    modes.extend([ExecutionMode::DepthReplacing, ExecutionMode::DepthLess]);
                }
                _ => {}
            }
        }
        for mode in modes {
            self.asm.execution_mode(vec![Operand::ExecutionMode(mode)], main);
        }
    }
}
