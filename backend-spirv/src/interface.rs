//! Emits the interface of an entry point: variables with locations, built-ins and the decorations of their stage.
//!
//! Input: the signatures of an entry point and its stage's properties. Output: one variable for each element that is used, made at
//! its first use and named as DXC names it. Elements that are no built-in take locations in declaration order, one for each
//! row, past those that attributes have taken; render targets have the location of their index. The control points and patch
//! constants of tessellation take theirs together, in the order of their names, so that hull and domain shaders agree.

use crate::errors;
use crate::payload::Part;
use crate::variables::Made;
use crate::writer::{Repr, Site, Writer};
use cranelift_entity::SecondaryMap;
use hlslc_base::{Span, Stage};
use hlslc_ir::module::{ElementData, EntryPoint, Interpolation, SignatureKind, SystemValue};
use hlslc_ir::stage::StageProperties;
use hlslc_ir::vulkan::VkBuiltIn;
use hlslc_ir::{Imm, SigElement};
use hlslc_semantics::{Interpretation, SigPoint};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Decoration, Op as Core, StorageClass, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The components of a location.
const COMPONENTS: u32 = 4;

/// The components of built-ins that are places and directions.
const COORDINATES: u16 = 3;

/// A variable of the interface.
#[derive(Clone, Copy)]
pub(crate) struct Variable {
    pub(crate) id: Word,
    pub(crate) class: StorageClass,
    /// Type of a component.
    pub(crate) element: Word,
    /// The built-in that it is.
    pub(crate) built_in: Option<BuiltIn>,
    /// Whether it has an element for each vertex, control point or primitive.
    pub(crate) per_vertex: bool,
    /// Whether a row of several must be picked.
    pub(crate) rows: bool,
    /// The number of rows that are components of vectors, if they are.
    pub(crate) vector_rows: Option<u32>,
    /// Whether it has more lanes than the element.
    pub(crate) is_wider: bool,
    /// The conversion between components and registers: signed integers, and built-ins, which are 32 bits wide.
    pub(crate) conversion: Option<Core>,
    /// Whether it is a Boolean where the signature has a number.
    pub(crate) boolean: bool,
    /// For clip and cull distances, which are one array: where in it the element starts.
    pub(crate) distances: Option<u32>,
}

/// The variables of each element of a signature.
#[derive(Default)]
struct Elements {
    variables: SecondaryMap<SigElement, Option<Variable>>,
    locations: SecondaryMap<SigElement, u32>,
    /// The first component of the location, where it is shared.
    components: SecondaryMap<SigElement, Option<u32>>,
}

/// The variables so far.
#[derive(Default)]
pub(crate) struct Interface {
    inputs: Elements,
    outputs: Elements,
    patch_constants: Elements,
    /// The built-ins that belong to no element.
    built_ins: FxHashMap<(BuiltIn, StorageClass), Word>,
    /// Arrays of clip and cull distances.
    pub(crate) distances: FxHashMap<(BuiltIn, SignatureKind), Word>,
    /// Locations that two elements ask for, at the second one.
    pub(crate) overlaps: Vec<(Span, u32)>,
    /// Whether the shader picks a vertex that it takes in by a number that is not known.
    pub(crate) picks_vertices: bool,
    /// Whether threads of a group look at their neighbours.
    pub(crate) has_neighbours: bool,
    /// The payload that comes in, in its parts.
    pub(crate) payload: Option<Rc<Part>>,
    /// Its variables, where each member is one; those that are not read go.
    pub(crate) payload_inputs: Vec<Word>,
    /// The payload that goes out.
    pub(crate) payload_out: Option<Rc<Part>>,
}

impl Interface {
    /// Gives the elements of an entry point their locations.
    #[expect(clippy::wildcard_enum_match_arm, reason = "in no other stage two signatures go the same way")]
    pub(crate) fn new(entry: &EntryPoint, by_name: bool, packs: bool) -> Self {
        use SignatureKind::{Input, Output, PatchOrPrimitive};
        let mut new = Self::default();
        // Two signatures that go the same way share the locations.
        let directions: [&[SignatureKind]; 2] = match entry.stage() {
            Stage::Hull | Stage::Mesh => [&[Input], &[Output, PatchOrPrimitive]],
            Stage::Domain => [&[Input, PatchOrPrimitive], &[Output]],
            _ => [&[Input], &[Output]],
        };
        for kinds in directions {
            // What comes in from buffers and goes out to targets is as the application has it.
            let is_outer = matches!((entry.stage(), kinds[0]), (Stage::Vertex, Input) | (Stage::Pixel, Output));
            for (kind, element, at) in locations(entry, kinds, by_name, packs && !is_outer) {
                let elements = new.elements(kind);
                elements.locations[element] = at.location;
                elements.components[element] = (at.component > 0).then_some(at.component);
            }
            new.overlaps.extend(overlaps(entry, kinds));
        }
        new
    }

    /// Location of an element, and the component that it starts with where it shares the location.
    pub(crate) fn place_of(&mut self, kind: SignatureKind, element: SigElement) -> (u32, Option<u32>) {
        let elements = self.elements(kind);
        (elements.locations[element], elements.components[element])
    }

    /// The variable of a built-in that elements or operations have in common.
    pub(crate) fn common_variable(&self, built_in: BuiltIn, class: StorageClass) -> Option<Word> {
        self.built_ins.get(&(built_in, class)).copied()
    }

    fn elements(&mut self, kind: SignatureKind) -> &mut Elements {
        match kind {
            SignatureKind::None | SignatureKind::Input => &mut self.inputs,
            SignatureKind::Output => &mut self.outputs,
            SignatureKind::PatchOrPrimitive => &mut self.patch_constants,
        }
    }
}

/// The start of an element.
#[derive(Clone, Copy)]
struct Place {
    location: u32,
    component: u32,
}

/// The places of the elements of some signatures that go the same way; `packs` lets them share locations.
fn locations(
    entry: &EntryPoint,
    kinds: &[SignatureKind],
    by_name: bool,
    packs: bool,
) -> Vec<(SignatureKind, SigElement, Place)> {
    let at_start = |location| Place { location, component: 0 };
    let mut list = Vec::new();
    let mut located = Vec::new();
    for &kind in kinds {
        let elements = entry.signature(kind).into_iter().flatten();
        let is_user =
            |data: &ElementData| point_of(entry.stage(), kind).is_some_and(|at| built_in_of(at, data).is_none());
        located.extend(elements.filter(|(_, data)| is_user(data)).map(|(id, data)| (kind, id, data)));
    }
    let stage = entry.stage();
    let is_sorted = (stage == Stage::Hull && kinds.contains(&SignatureKind::Output))
        || (stage == Stage::Domain && kinds.contains(&SignatureKind::Input));
    if is_sorted || by_name {
        // A hull shader has two lists of outputs and a domain shader two of inputs: the order of their names keeps them matched.
        located.sort_by_cached_key(|(_, _, data)| semantic(data));
    }
    let mut taken = FxHashSet::default();
    // Who names a place by its number wants no other one.
    located.retain(|(_, _, data)| !is_placed(data));
    let fixed = |data: &ElementData| data.vk_location.or((data.system == SystemValue::Target).then_some(data.index));
    for &(kind, id, data) in &located {
        if let Some(location) = fixed(data) {
            list.push((kind, id, at_start(location)));
            taken.extend((0..places(data)).map(|place| location.saturating_add(place)));
        }
    }
    let mut next = 0u32;
    // Each location that may be shared, with how many of its components are taken.
    let mut shared: Vec<(u32, u32)> = Vec::new();
    // Which of two lists of a patch comes first is not known to who writes the other one: what is of the whole patch does.
    let is_of_patch = |kind: SignatureKind| kind == SignatureKind::PatchOrPrimitive;
    let mut free: Vec<_> = located.iter().copied().filter(|(_, _, data)| fixed(data).is_none()).collect();
    if packs {
        free.sort_by_key(|row| !is_of_patch(row.0));
    }
    for (kind, id, data) in free {
        if let Some(place) = shared_place(data, &mut shared).filter(|_| packs) {
            list.push((kind, id, place));
            continue;
        }
        let is_free = |from: &u32| (0..places(data)).all(|place| !taken.contains(&from.saturating_add(place)));
        // Every element takes a location or is passed by once, so this many are enough.
        let last = next.saturating_add(taken.len() as u32 + places(data));
        let location = (next..=last).find(is_free).unwrap_or(next);
        list.push((kind, id, at_start(location)));
        next = location.saturating_add(places(data));
        if packs {
            shared.extend((location..next).map(|at| (at, components(data))));
        }
    }
    list
}

/// The components that an element takes of each of its locations. A matrix takes all: its variable may not name a component, nor
/// may others stand beside its columns.
fn components(data: &ElementData) -> u32 {
    let (_, lanes) = vectors(data);
    if is_matrix(data) {
        return COMPONENTS;
    }
    u32::from(lanes).saturating_mul(data.scalar.bytes().div_ceil(4)).min(COMPONENTS)
}

/// A place for an element after others in locations that follow each other, if there is one.
fn shared_place(data: &ElementData, shared: &mut [(u32, u32)]) -> Option<Place> {
    let (rows, wanted) = (places(data) as usize, components(data));
    for at in 0..(shared.len() + 1).saturating_sub(rows.max(1)) {
        let rows = &mut shared[at..at + rows];
        let follows = rows.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
        // Numbers of 64 bits begin at an even component.
        let align = data.scalar.bytes().div_ceil(4).max(1);
        let component = rows.iter().map(|row| row.1).max()?.next_multiple_of(align);
        if follows && component + wanted <= COMPONENTS {
            let location = rows[0].0;
            for row in rows {
                row.1 = component + wanted;
            }
            return Some(Place { location, component });
        }
    }
    None
}

/// Whether a decoration that the source names by its number says where an element is.
pub(crate) fn is_placed(data: &ElementData) -> bool {
    let placed = [Decoration::Location as u32, Decoration::BuiltIn as u32];
    data.decorations.iter().any(|decoration| placed.contains(&decoration.number))
}

/// The locations that attributes give to two elements of some signatures that go the same way.
fn overlaps(entry: &EntryPoint, kinds: &[SignatureKind]) -> Vec<(Span, u32)> {
    let mut taken = FxHashSet::default();
    let mut found = Vec::new();
    for &kind in kinds {
        for data in entry.signature(kind).into_iter().flatten().map(|element| element.1) {
            let is_user = point_of(entry.stage(), kind).is_some_and(|at| built_in_of(at, data).is_none());
            let Some(first) = data.vk_location.filter(|_| is_user) else { continue };
            let mut all = (0..places(data)).map(|place| first.saturating_add(place));
            // The sources of a blend with two share a location, and so do streams.
            if let Some(twice) = all.find(|&at| !taken.insert((at, data.vk_index.unwrap_or(0), data.stream))) {
                found.push((data.span, twice));
            }
        }
    }
    found
}

/// The number of locations of an element.
fn places(data: &ElementData) -> u32 {
    let (vectors, lanes) = vectors(data);
    // A location holds four words.
    let words = u32::from(lanes).saturating_mul(data.scalar.bytes().div_ceil(4));
    vectors.saturating_mul(words.div_ceil(4))
}

/// The number of vectors of an element in Vulkan, and of their components.
pub(crate) fn vectors(data: &ElementData) -> (u32, u16) {
    match data.vector_rows {
        0 | 1 => (data.rows, u16::from(data.cols)),
        rows => ((data.rows / rows).saturating_mul(u32::from(data.cols)), rows as u16),
    }
}

/// Whether the variable of an element that is no built-in is a matrix.
pub(crate) fn is_matrix(data: &ElementData) -> bool {
    data.matrix && vectors(data).1 > 1 && data.scalar.is_float()
}

/// The semantic as DXC names it.
pub(crate) fn semantic(data: &ElementData) -> String {
    let index = if data.index > 0 { data.index.to_string() } else { String::new() };
    format!("{}{index}", data.name)
}

/// The point at which the elements of a signature enter or leave a stage.
pub(crate) fn point_of(stage: Stage, kind: SignatureKind) -> Option<SigPoint> {
    match (stage, kind) {
        (_, SignatureKind::None) => None,
        (Stage::Hull, SignatureKind::Input) => Some(SigPoint::HscpIn),
        (Stage::Domain, SignatureKind::Input) => Some(SigPoint::DscpIn),
        (Stage::Geometry, SignatureKind::Input) => Some(SigPoint::GsvIn),
        (Stage::Hull, SignatureKind::PatchOrPrimitive) => Some(SigPoint::PcOut),
        (Stage::Domain, SignatureKind::PatchOrPrimitive) => Some(SigPoint::DsIn),
        (Stage::Mesh, SignatureKind::PatchOrPrimitive) => Some(SigPoint::MspOut),
        (_, SignatureKind::PatchOrPrimitive) => None,
        (stage, SignatureKind::Input) => stage.point(false),
        (stage, SignatureKind::Output) => stage.point(true),
    }
}

/// The built-in that an element is, if it is one at this point.
fn built_in_of(at: SigPoint, data: &ElementData) -> Option<BuiltIn> {
    Some(match data.vk_builtin {
        None if data.system == SystemValue::Barycentrics && at == SigPoint::PsIn => match data.interpolation {
            Interpolation::LinearNoperspective
            | Interpolation::LinearNoperspectiveCentroid
            | Interpolation::LinearNoperspectiveSample => BuiltIn::BaryCoordNoPerspKHR,
            Interpolation::Undefined
            | Interpolation::Constant
            | Interpolation::Linear
            | Interpolation::LinearCentroid
            | Interpolation::LinearSample => BuiltIn::BaryCoordKHR,
        },
        None => return built_in(at, data.system),
        Some(VkBuiltIn::PointSize) => BuiltIn::PointSize,
        Some(VkBuiltIn::HelperInvocation) => BuiltIn::HelperInvocation,
        Some(VkBuiltIn::BaseVertex) => BuiltIn::BaseVertex,
        Some(VkBuiltIn::BaseInstance) => BuiltIn::BaseInstance,
        Some(VkBuiltIn::DrawIndex) => BuiltIn::DrawIndex,
        Some(VkBuiltIn::DeviceIndex) => BuiltIn::DeviceIndex,
        Some(VkBuiltIn::ViewportMaskNV) => BuiltIn::ViewportMaskNV,
    })
}

/// The built-in that a system value is, if it is one at this point.
fn built_in(at: SigPoint, system: SystemValue) -> Option<BuiltIn> {
    if system.at(at).interpretation == Interpretation::Arbitrary {
        return None;
    }
    // Only where it reaches the rasteriser, or comes from it, does a slice or viewport mean one.
    let picks_target =
        matches!(at, SigPoint::VsOut | SigPoint::DsOut | SigPoint::GsOut | SigPoint::PsIn | SigPoint::MspOut);
    Some(match system {
        SystemValue::VertexId => BuiltIn::VertexIndex,
        SystemValue::InstanceId => BuiltIn::InstanceIndex,
        SystemValue::Position if at == SigPoint::PsIn => BuiltIn::FragCoord,
        SystemValue::Position => BuiltIn::Position,
        SystemValue::IsFrontFace if at == SigPoint::PsIn => BuiltIn::FrontFacing,
        SystemValue::SampleIndex => BuiltIn::SampleId,
        SystemValue::Coverage => BuiltIn::SampleMask,
        SystemValue::Depth | SystemValue::DepthLessEqual | SystemValue::DepthGreaterEqual => BuiltIn::FragDepth,
        SystemValue::StencilRef => BuiltIn::FragStencilRefEXT,
        SystemValue::PrimitiveId => BuiltIn::PrimitiveId,
        SystemValue::RenderTargetArrayIndex if picks_target => BuiltIn::Layer,
        SystemValue::ViewportArrayIndex if picks_target => BuiltIn::ViewportIndex,
        SystemValue::ClipDistance => BuiltIn::ClipDistance,
        SystemValue::CullDistance => BuiltIn::CullDistance,
        SystemValue::TessFactor => BuiltIn::TessLevelOuter,
        SystemValue::InsideTessFactor => BuiltIn::TessLevelInner,
        SystemValue::CullPrimitive => BuiltIn::CullPrimitiveEXT,
        SystemValue::ShadingRate if at == SigPoint::PsIn => BuiltIn::ShadingRateKHR,
        SystemValue::ShadingRate if matches!(at, SigPoint::VsOut | SigPoint::GsOut | SigPoint::MspOut) => {
            BuiltIn::PrimitiveShadingRateKHR
        }
        // Those that are passed on have locations; the rest is reported where it is used.
        SystemValue::Arbitrary
        | SystemValue::Target
        | SystemValue::IsFrontFace
        | SystemValue::RenderTargetArrayIndex
        | SystemValue::ViewportArrayIndex
        | SystemValue::ShadingRate
        | SystemValue::OutputControlPointId
        | SystemValue::DomainLocation
        | SystemValue::GsInstanceId
        | SystemValue::InnerCoverage
        | SystemValue::DispatchThreadId
        | SystemValue::GroupId
        | SystemValue::GroupIndex
        | SystemValue::GroupThreadId
        | SystemValue::ViewId
        | SystemValue::Barycentrics
        | SystemValue::StartVertexLocation
        | SystemValue::StartInstanceLocation => return None,
    })
}

/// The semantic that gives a built-in which is in no signature.
#[expect(clippy::wildcard_enum_match_arm, reason = "no semantic gives the others")]
pub(crate) fn semantic_of(built_in: BuiltIn, stage: Stage) -> Option<SystemValue> {
    Some(match built_in {
        BuiltIn::GlobalInvocationId => SystemValue::DispatchThreadId,
        BuiltIn::WorkgroupId => SystemValue::GroupId,
        BuiltIn::LocalInvocationId => SystemValue::GroupThreadId,
        BuiltIn::LocalInvocationIndex => SystemValue::GroupIndex,
        BuiltIn::InvocationId if stage == Stage::Hull => SystemValue::OutputControlPointId,
        BuiltIn::InvocationId => SystemValue::GsInstanceId,
        BuiltIn::TessCoord => SystemValue::DomainLocation,
        BuiltIn::PrimitiveId => SystemValue::PrimitiveId,
        BuiltIn::ViewIndex => SystemValue::ViewId,
        BuiltIn::SampleMask => SystemValue::Coverage,
        BuiltIn::BaseVertex => SystemValue::StartVertexLocation,
        BuiltIn::BaseInstance => SystemValue::StartInstanceLocation,
        BuiltIn::SampleId => SystemValue::SampleIndex,
        BuiltIn::FullyCoveredEXT => SystemValue::InnerCoverage,
        _ => return None,
    })
}

/// Whether a system value that is no built-in is passed on like a name of the user.
pub(crate) fn is_passed_on(at: SigPoint, system: SystemValue) -> bool {
    let known = matches!(
        system,
        SystemValue::Arbitrary
            | SystemValue::Target
            | SystemValue::IsFrontFace
            | SystemValue::RenderTargetArrayIndex
            | SystemValue::ViewportArrayIndex
    );
    known || system.at(at).interpretation == Interpretation::Arbitrary
}

/// The number of vertices, control points or primitives of the elements of a signature, if there may be several.
pub(crate) fn vertices(properties: &StageProperties, kind: SignatureKind) -> Option<u32> {
    match (properties, kind) {
        (StageProperties::Geometry { input, .. }, SignatureKind::Input) => Some(input.vertices()),
        (StageProperties::Hull { input_points, .. }, SignatureKind::Input) => Some(*input_points),
        (StageProperties::Hull { output_points, .. }, SignatureKind::Output) => Some(*output_points),
        (StageProperties::Domain { control_points, .. }, SignatureKind::Input) => Some(*control_points),
        (StageProperties::Mesh { max_vertices, .. }, SignatureKind::Output) => Some(*max_vertices),
        (StageProperties::Mesh { max_primitives, .. }, SignatureKind::PatchOrPrimitive) => Some(*max_primitives),
        _ => None,
    }
}

impl Variable {
    /// Whether the numbers of a row lie side by side, and are all that is there.
    pub(crate) fn rows_are_vectors(&self) -> bool {
        self.distances.is_none() && self.vector_rows.is_none() && !self.is_wider
    }
}

impl<'m> Writer<'m> {
    /// The elements of a signature that there is.
    pub(crate) fn element_data(&self, kind: SignatureKind, element: SigElement) -> Option<&'m ElementData> {
        self.entry.signature(kind)?.get(element)
    }

    /// The component that the immediate names of a vector of three; a source may ask for a fourth.
    pub(crate) fn built_in_component(&mut self, site: &Site<'_>, built_in: BuiltIn) -> Option<Repr> {
        let Imm::Index(at) = site.imm else { return None };
        let vector = self.vector_of(site.ty, COORDINATES);
        if at >= u32::from(COORDINATES) {
            let name = semantic_of(built_in, self.entry.stage()).map_or("it", SystemValue::name);
            let what = format!("a vector of {COORDINATES} components");
            self.diagnostics.push(errors::built_in_shape(self.span(), name, &what));
            return Some(Repr::Id(self.undef(site.ty)));
        }
        let vector = self.load_built_in(built_in, vector);
        Some(Repr::Id(self.extract(site.ty, vector, at)))
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
        let id = self.built_in_variable(built_in, ty, StorageClass::Input);
        self.asm.op(Core::Load, ty, &[id])
    }

    /// The variable that is a built-in, made at its first use.
    pub(crate) fn built_in_variable(&mut self, built_in: BuiltIn, ty: Word, class: StorageClass) -> Word {
        self.interface_is_own();
        if let Some(id) = self.interface.common_variable(built_in, class) {
            return id;
        }
        let id = self.asm.variable(ty, class, None);
        self.asm.decorate_built_in(id, built_in);
        if let Some(semantic) = semantic_of(built_in, self.entry.stage()) {
            self.reflect_semantic(id, semantic.name());
        }
        // Vulkan asks for `Flat` on integers that a pixel shader takes in.
        let stage = self.entry.stage();
        if stage == Stage::Pixel {
            self.asm.decorate(id, Decoration::Flat, &[]);
        } else if stage == Stage::Domain && built_in == BuiltIn::PrimitiveId {
            self.asm.decorate(id, Decoration::Patch, &[]);
        }
        self.asm.interface.push(id);
        self.interface.built_ins.insert((built_in, class), id);
        id
    }

    /// The variable of an element, made at its first use.
    pub(crate) fn variable(&mut self, kind: SignatureKind, element: SigElement) -> Option<Variable> {
        self.interface_is_own();
        if let Some(variable) = self.interface.elements(kind).variables[element] {
            return Some(variable);
        }
        let at = point_of(self.entry.stage(), kind)?;
        let data = self.element_data(kind, element)?;
        let variable = match built_in_of(at, data) {
            Some(BuiltIn::ClipDistance) => {
                self.distances((BuiltIn::ClipDistance, Capability::ClipDistance), data, kind)?
            }
            Some(BuiltIn::CullDistance) => {
                self.distances((BuiltIn::CullDistance, Capability::CullDistance), data, kind)?
            }
            built_in => self.make_variable(Made { data, element, kind, built_in })?,
        };
        self.interface.elements(kind).variables[element] = Some(variable);
        Some(variable)
    }

    /// Whether the elements of a signature are what the shader is given, or what it gives.
    pub(crate) fn class_of(&self, kind: SignatureKind) -> StorageClass {
        match (kind, self.entry.stage()) {
            (SignatureKind::None | SignatureKind::Input, _) | (SignatureKind::PatchOrPrimitive, Stage::Domain) => {
                StorageClass::Input
            }
            _ => StorageClass::Output,
        }
    }

    /// A matrix of this many vectors.
    pub(crate) fn matrix_of(&mut self, vector: Word, count: u32) -> Word {
        self.asm.global(Core::TypeMatrix, None, vec![Operand::IdRef(vector), Operand::LiteralBit32(count)])
    }

    /// An array of this many. SPIR-V has none of no elements: such an array has one, which no program may ask for.
    pub(crate) fn array_of(&mut self, element: Word, count: u32) -> Word {
        let count = self.uint(count.max(1));
        self.asm.global(Core::TypeArray, None, vec![Operand::IdRef(element), Operand::IdRef(count)])
    }
}
