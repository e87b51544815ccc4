//! Checks the rules for signatures: the properties of each element at its point, the registers that elements share, and
//! the accesses of the code.

use hlslc_semantics::limits;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::calls::OpCall;
use crate::inst::Value;
use crate::module::FuncId;
use crate::optable::Op;
use crate::packing::{Conflict, has_room_for_view_id, misplaced};
use crate::semantics::{Interpretation, SemanticKind};
use crate::shader::{EntryPoint, Shader, StageProperties};
use crate::signature::{ComponentType, Interpolation, SignatureElement};
use crate::target::ShaderKind;

use super::operations::signature_of;
use super::{Checker, Demand, Rule};

/// The components of a register.
const COMPONENTS: u8 = limits::REGISTER_COMPONENTS as u8;

/// The accesses of code to the elements of signatures.
#[derive(Default)]
pub(super) struct Seen {
    /// Components of each output that are written.
    written: Vec<u8>,
    /// Components of each patch constant that are written.
    patch_written: Vec<u8>,
    /// Whether the coverage is read, and the inner one.
    coverage: bool,
    inner_coverage: bool,
    /// Whether the view number is read.
    pub(super) view_id: bool,
    /// Whether derivatives are taken.
    pub(super) derives: bool,
}

impl Checker<'_> {
    /// Checks the signatures of an entry point without its code.
    pub(super) fn signatures(&mut self, entry: &EntryPoint) {
        let kind = entry.kind;
        for (at, elements) in [&entry.inputs, &entry.outputs, &entry.patch].into_iter().enumerate() {
            for element in elements {
                self.element(kind, element);
            }
            self.names(elements);
            self.system_values(elements);
            // The outputs of a geometry shader.
            let by_stream = kind == ShaderKind::Geometry && at == 1;
            self.registers(elements, by_stream);
        }
        let bare = match kind {
            ShaderKind::Vertex => entry.inputs.as_slice(),
            ShaderKind::Pixel => entry.outputs.as_slice(),
            ShaderKind::Geometry
            | ShaderKind::Hull
            | ShaderKind::Domain
            | ShaderKind::Compute
            | ShaderKind::Library
            | ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::AnyHit
            | ShaderKind::ClosestHit
            | ShaderKind::Miss
            | ShaderKind::Callable
            | ShaderKind::Mesh
            | ShaderKind::Amplification
            | ShaderKind::Node => &[],
        };
        for element in bare.iter().filter(|element| element.interpolation != Interpolation::Undefined) {
            self.demand_of(Demand::NoInterpolation, &element.name);
        }
        match kind {
            ShaderKind::Pixel => self.pixel(entry),
            ShaderKind::Compute if !entry.inputs.is_empty() || !entry.outputs.is_empty() || !entry.patch.is_empty() => {
                self.demand(Demand::ComputeSignature);
            }
            ShaderKind::Vertex
            | ShaderKind::Geometry
            | ShaderKind::Hull
            | ShaderKind::Domain
            | ShaderKind::Compute
            | ShaderKind::Library
            | ShaderKind::RayGeneration
            | ShaderKind::Intersection
            | ShaderKind::AnyHit
            | ShaderKind::ClosestHit
            | ShaderKind::Miss
            | ShaderKind::Callable
            | ShaderKind::Mesh
            | ShaderKind::Amplification
            | ShaderKind::Node => {}
        }
    }

    /// Reports elements whose registers or components are not allowed, or are taken.
    fn registers(&mut self, elements: &[SignatureElement], by_stream: bool) {
        for (index, conflict) in misplaced(elements, self.module.has_native_16bit(), by_stream) {
            let demand = match conflict {
                Conflict::Fit => Demand::RegisterFit,
                Conflict::Indexing => Demand::RegisterIndexing,
                Conflict::Interpolation => Demand::RegisterInterpolation,
                Conflict::Width => Demand::RegisterWidth,
                Conflict::Overlap => Demand::RegisterShared,
                Conflict::Order => Demand::RegisterOrder,
            };
            let element = &elements[index];
            let place = element.location.map_or(String::new(), |location| {
                let last = location.row.saturating_add(element.rows.saturating_sub(1));
                let components = location.column..location.column.saturating_add(element.columns);
                let names = components.map(|at| ['x', 'y', 'z', 'w'].get(usize::from(at)).copied().unwrap_or('?'));
                let rows = if last == location.row { last.to_string() } else { format!("{}–{last}", location.row) };
                format!(" in register {rows}, components {}", names.collect::<String>())
            });
            self.demand_of(demand, &format!("{}{place}", element.name));
        }
        let mut targets = 0u32;
        for element in elements.iter().filter(|element| element.semantic == SemanticKind::Target) {
            let Some(location) = element.location else { continue };
            if location.row.saturating_add(element.rows) <= limits::RENDER_TARGETS {
                let own = ((1 << element.rows) - 1) << location.row;
                if targets & own != 0 {
                    self.demand_of(Demand::SemanticTwice, &element.name);
                }
                targets |= own;
            }
        }
    }

    fn element(&mut self, kind: ShaderKind, element: &SignatureElement) {
        let first = element.location.map_or(0, |location| location.column);
        if first.saturating_add(element.columns) > COMPONENTS {
            self.demand_of(Demand::SignatureWidth, &element.name);
        }
        let is_interpolated = !matches!(element.interpolation, Interpolation::Undefined | Interpolation::Constant);
        let is_allowed = !matches!(element.interpretation, Interpretation::NotAllowed | Interpretation::NotInSignature);
        let is_packed = !matches!(element.interpretation, Interpretation::NotPacked | Interpretation::Shadow);
        let is_system = element.is_system_value();
        let rows = [
            (
                element.name.is_empty() || element.name.len() > limits::SEMANTIC_NAME_LENGTH as usize,
                Demand::SemanticLength,
            ),
            (is_interpolated && is_integer(element.component), Demand::IntegerInterpolation),
            (!is_signature_type(element.component), Demand::ComponentInvalid),
            (!is_allowed, Demand::SemanticPlace),
            (is_allowed && is_packed && element.location.is_none(), Demand::SemanticPacked),
            (is_allowed && !is_packed && element.location.is_some(), Demand::SemanticUnpacked),
            (!has_type(element), Demand::SemanticType),
            (element.stream > 0 && kind != ShaderKind::Geometry, Demand::StreamIndex),
        ];
        rows.into_iter().filter(|row| row.0).for_each(|row| self.demand_of(row.1, &element.name));
        if is_allowed && is_system {
            self.system_value(element, is_interpolated);
        }
    }

    /// Checks the rows and indices of one system value.
    fn system_value(&mut self, element: &SignatureElement, is_interpolated: bool) {
        let first = element.indices.first().copied().unwrap_or(0);
        let location = element.location;
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other system values are all one register wide")]
        let rows: &[(bool, Demand)] = match element.semantic {
            SemanticKind::Target => &[
                (
                    location.is_some_and(|location| {
                        let rows = location.row..;
                        !element.indices.iter().zip(rows).all(|(&index, row)| index == row)
                    }),
                    Demand::TargetRegister,
                ),
                (location.is_some_and(|location| location.column != 0), Demand::TargetColumn),
                (
                    location.is_some_and(|location| location.row + element.rows > limits::RENDER_TARGETS),
                    Demand::SemanticIndex,
                ),
                (element.rows > 1, Demand::TargetRows),
            ],
            SemanticKind::Barycentrics => &[
                (first > 1, Demand::SemanticIndex),
                (element.rows > 1, Demand::SystemValueRows),
                (!is_interpolated, Demand::BarycentricsMode),
                (element.columns != 3, Demand::BarycentricsType),
            ],
            SemanticKind::ClipDistance | SemanticKind::CullDistance => &[],
            SemanticKind::TessFactor | SemanticKind::InsideTessFactor => &[(first > 0, Demand::SemanticIndex)],
            _ => &[(first > 0, Demand::SemanticIndex), (element.rows > 1, Demand::SystemValueRows)],
        };
        rows.iter().filter(|row| row.0).for_each(|row| self.demand_of(row.1, &element.name));
    }

    /// Reports each pair of name and index that occurs twice.
    fn names(&mut self, elements: &[SignatureElement]) {
        let mut known = FxHashSet::default();
        for element in elements {
            let name = element.name.to_ascii_uppercase();
            let is_new = |&index: &u32| known.insert((element.stream, name.clone(), index));
            if !element.indices.iter().all(is_new) {
                self.demand_of(Demand::SemanticTwice, &element.name);
            }
        }
    }

    /// Reports system values that occur twice, and checks the rules of depths, distances and barycentrics.
    fn system_values(&mut self, elements: &[SignatureElement]) {
        let (mut known, mut depths) = (FxHashSet::default(), 0);
        let mut distance_rows = FxHashSet::default();
        let (mut distances, mut barycentrics) = (0, Vec::new());
        for element in elements.iter().filter(|element| element.is_system_value()) {
            #[expect(clippy::wildcard_enum_match_arm, reason = "the other system values may stand once in each stream")]
            let broken = match element.semantic {
                SemanticKind::Target => None,
                SemanticKind::ClipDistance | SemanticKind::CullDistance => {
                    let first = element.location.map_or(0, |location| location.row);
                    distance_rows.extend((0..element.rows).map(|row| (element.stream, first.saturating_add(row))));
                    distances += u32::from(element.columns);
                    let rows = distance_rows.iter().filter(|(stream, _)| *stream == element.stream).count();
                    if rows > limits::CLIP_CULL_REGISTERS as usize {
                        Some(Demand::ClipCullRows)
                    } else {
                        (distances > limits::CLIP_CULL_DISTANCES).then_some(Demand::ClipCullComponents)
                    }
                }
                SemanticKind::Depth | SemanticKind::DepthGreaterEqual | SemanticKind::DepthLessEqual => {
                    depths += 1;
                    (depths > 1).then_some(Demand::DepthTwice)
                }
                SemanticKind::Barycentrics => {
                    barycentrics.push(is_without_perspective(element.interpolation));
                    let differ =
                        barycentrics.len() == 1 || barycentrics.len() == 2 && barycentrics[0] != barycentrics[1];
                    (!differ).then_some(Demand::BarycentricsTwice)
                }
                semantic => (!known.insert((element.stream, semantic))).then_some(Demand::SystemValueTwice),
            };
            if let Some(broken) = broken {
                self.demand_of(broken, &element.name);
            }
        }
    }

    fn pixel(&mut self, entry: &EntryPoint) {
        let per_sample = entry.inputs.iter().any(|element| {
            element.semantic == SemanticKind::SampleIndex
                || matches!(
                    element.interpolation,
                    Interpolation::LinearSample | Interpolation::LinearNoPerspectiveSample
                )
        });
        let mut depths = entry.outputs.iter().map(|element| element.semantic).filter(|semantic| {
            matches!(semantic, SemanticKind::Depth | SemanticKind::DepthGreaterEqual | SemanticKind::DepthLessEqual)
        });
        let is_conservative = depths.next().is_some_and(|depth| depth != SemanticKind::Depth);
        let position = entry.inputs.iter().find(|element| element.semantic == SemanticKind::Position);
        if let Some(position) = position.filter(|_| is_conservative && !per_sample)
            && !matches!(
                position.interpolation,
                Interpolation::Undefined
                    | Interpolation::LinearNoPerspectiveCentroid
                    | Interpolation::LinearNoPerspectiveSample
            )
        {
            self.demand_of(Demand::DepthInterpolation, &position.name);
        }
        for element in &entry.outputs {
            let is_output = matches!(
                element.semantic,
                SemanticKind::Target
                    | SemanticKind::Coverage
                    | SemanticKind::Depth
                    | SemanticKind::DepthGreaterEqual
                    | SemanticKind::DepthLessEqual
                    | SemanticKind::StencilRef
            );
            if !is_output {
                self.demand_of(Demand::PixelOutput, &element.name);
            }
        }
    }

    /// Records the accesses of a call to signature elements.
    pub(super) fn signature_call(&mut self, shader: &Shader, call: OpCall<'_>) {
        let Some((entry, seen)) = self.here.and_then(|at| Some((shader.entries.get(at)?, self.seen.get_mut(at)?)))
        else {
            return;
        };
        seen.written.resize(entry.outputs.len(), 0);
        seen.patch_written.resize(entry.patch.len(), 0);
        let number = |name: &str| call.arg(name).and_then(|arg| self.module.constant_int(arg));
        let element = |elements: &[SignatureElement], name: &str| {
            number(name).and_then(|id| elements.get(usize::try_from(id).ok()?).cloned())
        };
        #[expect(clippy::wildcard_enum_match_arm, reason = "the other operations do not access a signature")]
        match call.op {
            Op::StorePatchConstant => {
                let at = number("outputSigID").and_then(|id| seen.patch_written.get_mut(usize::try_from(id).ok()?));
                if let (Some(written), Some(column)) = (at, number("col")) {
                    *written |= 1u8.checked_shl(column as u32).unwrap_or(0);
                }
            }
            Op::StoreOutput | Op::StoreVertexOutput => {
                let at = number("outputSigId").and_then(|id| seen.written.get_mut(usize::try_from(id).ok()?));
                if let (Some(written), Some(column)) = (at, number("colIndex")) {
                    *written |= 1u8.checked_shl(column as u32).unwrap_or(0);
                }
            }
            Op::LoadInput => {
                let is_flat = matches!(entry.kind, ShaderKind::Vertex | ShaderKind::Pixel);
                if is_flat && call.arg("gsVertexAxis").is_some_and(|axis| !self.module.is_undef(axis)) {
                    self.demand(Demand::VertexAxis);
                }
            }
            Op::Coverage => seen.coverage = true,
            Op::InnerCoverage => seen.inner_coverage = true,
            Op::ViewID => seen.view_id = true,
            Op::EvalCentroid | Op::EvalSampleIndex | Op::EvalSnapped => {
                let Some(element) = element(&entry.inputs, "inputSigId") else { return };
                if matches!(element.interpolation, Interpolation::Undefined | Interpolation::Constant) {
                    self.demand_of(Demand::EvaluatedInput, &element.name);
                }
                if element.semantic == SemanticKind::Position {
                    self.demand(Demand::EvaluatedPosition);
                }
            }
            Op::AttributeAtVertex => {
                let Some(element) = element(&entry.inputs, "inputSigId") else { return };
                if element.interpolation != Interpolation::Constant {
                    self.demand_of(Demand::VertexAttribute, &element.name);
                }
            }
            _ => {}
        }
    }

    /// Checks that an element, row and component of a signature exist.
    pub(super) fn signature_access(&mut self, shader: &Shader, op: Op, args: &[Value]) {
        let Some(entry) = self.entry_here(shader) else {
            if is_of_signatures(op) {
                self.demand(Demand::SignaturePlace);
            }
            return;
        };
        let Some(elements) = signature_of(op, entry) else { return };
        let is_own = self.place.is_none_or(|place| {
            let is_patch =
                matches!(entry.stage, StageProperties::Hull { patch_function, .. } if patch_function == place.function);
            entry.function == Some(place.function) || is_patch
        });
        if !is_own {
            self.demand(Demand::SignaturePlace);
            return;
        }
        let number = |index: usize| args.get(index).and_then(|&arg| self.module.constant_int(arg));
        let name = op.info().name();
        let Some(id) = number(1) else {
            self.report(Rule::OpImmediate { op: name, argument: "signature element" });
            return;
        };
        let Some(element) = usize::try_from(id).ok().and_then(|id| elements.get(id)) else {
            self.demand(Demand::ElementNumber);
            return;
        };
        let has_row = number(2).is_none_or(|row| row < u64::from(element.rows));
        // The validator takes the component after the last one, too.
        let has_column = number(3).is_none_or(|column| column <= u64::from(element.columns));
        if !has_row || !has_column {
            self.report(Rule::SignatureAccess { op: name });
        }
        if number(3).is_none() {
            self.report(Rule::OpImmediate { op: name, argument: "component" });
        }
    }

    /// Gives entry points that share a function for patch constants the accesses of that function.
    pub(super) fn share_patches(&mut self, shader: &Shader) {
        let mut written: FxHashMap<FuncId, Vec<u8>> = FxHashMap::default();
        let patch_of = |entry: &EntryPoint| {
            if let StageProperties::Hull { patch_function, .. } = entry.stage { Some(patch_function) } else { None }
        };
        for (entry, seen) in shader.entries.iter().zip(&self.seen) {
            if let Some(function) = patch_of(entry).filter(|_| !seen.patch_written.is_empty()) {
                written.insert(function, seen.patch_written.clone());
            }
        }
        for (entry, seen) in shader.entries.iter().zip(&mut self.seen) {
            if let Some(found) = patch_of(entry).and_then(|function| written.get(&function)) {
                seen.patch_written.clone_from(found);
            }
        }
    }

    /// Reports missing accesses, once all code has been seen.
    pub(super) fn signatures_seen(&mut self, at: usize, entry: &EntryPoint) {
        let Some(mut seen) = self.seen.get_mut(at).map(std::mem::take) else { return };
        let kind = entry.kind;
        if seen.coverage && seen.inner_coverage {
            self.demand(Demand::CoverageBoth);
        }
        if kind == ShaderKind::Pixel
            && seen.view_id
            && !has_room_for_view_id(&entry.inputs, self.module.has_native_16bit())
        {
            self.demand(Demand::ViewIdSlot);
        }
        seen.written.resize(entry.outputs.len(), 0);
        seen.patch_written.resize(entry.patch.len(), 0);
        let (written, patch_written) = (std::mem::take(&mut seen.written), std::mem::take(&mut seen.patch_written));
        if let Some(left) = self.seen.get_mut(at) {
            *left = seen;
        }
        // A hull shader need not write all of its control points, but all tessellation factors.
        let of_hull = kind == ShaderKind::Hull;
        let (elements, written) = if of_hull { (&entry.patch, patch_written) } else { (&entry.outputs, written) };
        for (element, written) in elements.iter().zip(written) {
            let must = element.is_system_value() && element.semantic != SemanticKind::Target;
            if must && written != element.column_mask() {
                self.demand_of(Demand::UndefinedOutput, &element.name);
                if element.semantic == SemanticKind::Position && !of_hull {
                    self.demand_of(Demand::PositionIncomplete, &element.name);
                }
            }
        }
    }
}

/// Whether an operation is for functions with signatures alone.
fn is_of_signatures(op: Op) -> bool {
    matches!(
        op,
        Op::LoadInput
            | Op::DomainLocation
            | Op::StoreOutput
            | Op::StoreVertexOutput
            | Op::StorePrimitiveOutput
            | Op::OutputControlPointID
            | Op::LoadOutputControlPoint
            | Op::StorePatchConstant
            | Op::Coverage
            | Op::InnerCoverage
            | Op::ViewID
            | Op::EvalCentroid
            | Op::EvalSampleIndex
            | Op::EvalSnapped
            | Op::AttributeAtVertex
            | Op::EmitStream
            | Op::EmitThenCutStream
            | Op::CutStream
    )
}

fn is_signature_type(component: ComponentType) -> bool {
    use ComponentType as C;
    !matches!(component, C::Invalid | C::PackedS8x32 | C::PackedU8x32)
}

fn is_integer(component: ComponentType) -> bool {
    use ComponentType as C;
    matches!(component, C::I1 | C::I16 | C::U16 | C::I32 | C::U32 | C::I64 | C::U64)
}

fn is_without_perspective(interpolation: Interpolation) -> bool {
    matches!(
        interpolation,
        Interpolation::LinearNoPerspective
            | Interpolation::LinearNoPerspectiveCentroid
            | Interpolation::LinearNoPerspectiveSample
    )
}

/// Whether an element has the type its system value has.
fn has_type(element: &SignatureElement) -> bool {
    use ComponentType as C;
    use SemanticKind as S;
    // At some points a system value is an element like any other.
    if element.interpretation == Interpretation::Arbitrary {
        return true;
    }
    let component = element.component;
    let is_float = matches!(component, C::F16 | C::F32 | C::SNormF16 | C::UNormF16 | C::SNormF32 | C::UNormF32);
    let is_uint = matches!(component, C::U32 | C::U16);
    let columns = element.columns;
    match element.semantic {
        S::Depth | S::DepthGreaterEqual | S::DepthLessEqual => is_float && columns == 1,
        S::Coverage | S::InnerCoverage | S::OutputControlPointId => component == C::U32 && columns == 1,
        S::Position => is_float && columns == 4,
        S::Target => !matches!(component, C::I64 | C::U64 | C::F64 | C::SNormF64 | C::UNormF64),
        S::ClipDistance | S::CullDistance | S::TessFactor | S::InsideTessFactor | S::Barycentrics => is_float,
        S::IsFrontFace => matches!(component, C::U32 | C::I32) && columns == 1,
        S::RenderTargetArrayIndex
        | S::ViewportArrayIndex
        | S::VertexId
        | S::PrimitiveId
        | S::InstanceId
        | S::GsInstanceId
        | S::SampleIndex
        | S::StencilRef
        | S::ShadingRate => is_uint && columns == 1,
        S::CullPrimitive => component == C::I1 && columns == 1,
        S::Arbitrary
        | S::DomainLocation
        | S::DispatchThreadId
        | S::GroupId
        | S::GroupIndex
        | S::GroupThreadId
        | S::ViewId
        | S::StartVertexLocation
        | S::StartInstanceLocation => true,
    }
}
