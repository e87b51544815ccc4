//! Creates interface variables: the type of a signature element in Vulkan, and the decorations of its variable.
//!
//! Input: an element, the stage, and the built-in that it is, if any. Output: a variable with its decorations, and the
//! capabilities that these require; diagnostics for what Vulkan does not have, or has in another shape.

use crate::errors;
use crate::foreign::Decorated;
use crate::interface::{
    Variable, is_matrix, is_passed_on, is_placed, point_of, semantic, semantic_of, vectors, vertices,
};
use crate::shapes;
use crate::types::{Number, number};
use crate::writer::Writer;
use hlslc_base::Stage;
use hlslc_ir::SigElement;
use hlslc_ir::module::{ElementData, Interpolation, SignatureKind};
use hlslc_ir::types::ComponentKind;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Decoration, Op as Core, StorageClass, Word};

/// The built-ins that are Booleans.
const BOOLEANS: [BuiltIn; 3] = [BuiltIn::FrontFacing, BuiltIn::CullPrimitiveEXT, BuiltIn::HelperInvocation];

/// The purpose of a variable.
#[derive(Clone, Copy)]
pub(crate) struct Made<'m> {
    pub(crate) data: &'m ElementData,
    pub(crate) element: SigElement,
    pub(crate) kind: SignatureKind,
    /// The built-in that it is to be.
    pub(crate) built_in: Option<BuiltIn>,
}

impl Writer<'_> {
    /// The variable of an element that has one to itself.
    pub(crate) fn make_variable(&mut self, made: Made<'_>) -> Option<Variable> {
        let Made { data, element, kind, built_in } = made;
        let stage = self.entry.stage();
        self.reject_built_in(made)?;
        let (component, conversion) = self.component_of(data, built_in);
        if built_in.is_none() && data.scalar.bits() == 16 && data.scalar.bytes() == 2 {
            self.asm.capability(Capability::StorageInputOutput16);
        }
        let (vectors, lanes) = vectors(data);
        if let Some(built_in) = built_in {
            self.diagnostics.extend(shapes::wrong(built_in, (vectors, lanes), data.span, &semantic(data)));
        }
        let rows = rows_of(data, built_in, vectors);
        let all_lanes = built_in.map_or(lanes, |built_in| shapes::lanes(built_in, lanes));
        let vector = self.vector_of(component, all_lanes);
        let at_vertices = stage == Stage::Pixel && kind == SignatureKind::Input && self.is_at_vertices(element);
        if at_vertices && built_in.is_some() {
            self.diagnostics.push(errors::built_in_at_vertex(data.span, &semantic(data)));
        }
        let is_common = built_in.is_some_and(shapes::is_common);
        let count = vertices(&self.entry.properties, kind).filter(|_| !is_common).or(at_vertices.then_some(3));
        // Only floats make matrices.
        let is_matrix = built_in.is_none() && is_matrix(data);
        let row = match rows {
            Some(rows) if is_matrix => self.matrix_of(vector, rows),
            Some(rows) => self.array_of(vector, rows),
            None => vector,
        };
        let ty = count.map_or(row, |count| self.array_of(row, count));
        let class = self.class_of(kind);
        let id = match built_in {
            Some(built_in) => self.variable_that_is(built_in, data, ty, class),
            None => {
                let id = self.new_variable(data, ty, class);
                self.place_variable(id, made, class);
                if at_vertices {
                    self.asm.decorate(id, Decoration::PerVertexKHR, &[]);
                }
                if class == StorageClass::Output && self.has_streams() {
                    self.asm.decorate(id, Decoration::Stream, &[u32::from(data.stream)]);
                }
                id
            }
        };
        self.decorate_for_stage(id, made);
        // After what the compiler says itself, so that nothing is said twice.
        self.decorate_foreign(id, Decorated::Variable(class), &data.decorations);
        Some(Variable {
            id,
            class,
            element: component,
            built_in,
            per_vertex: count.is_some(),
            rows: rows.is_some(),
            vector_rows: (data.vector_rows > 1).then_some(data.vector_rows),
            is_wider: all_lanes > lanes,
            conversion,
            boolean: built_in.is_some_and(|built_in| BOOLEANS.contains(&built_in)),
            distances: None,
        })
    }

    /// Reports what a stage has no variable for.
    fn reject_built_in(&mut self, Made { data, kind, built_in, .. }: Made<'_>) -> Option<()> {
        let stage = self.entry.stage();
        if built_in.is_none() && !is_passed_on(point_of(stage, kind)?, data.system) {
            self.unsupported(&format!("`{}` here", data.system.name()));
        }
        if built_in == Some(BuiltIn::CullPrimitiveEXT) && !self.settings.mesh_extension {
            self.diagnostics.push(errors::no_culled_primitives(data.span));
        }
        if built_in == Some(BuiltIn::PointSize) && stage == Stage::Pixel {
            self.diagnostics.push(errors::no_size_of_points(data.span));
        }
        Some(())
    }

    /// The type of a component, and the conversion between it and that of a register.
    fn component_of(&mut self, data: &ElementData, built_in: Option<BuiltIn>) -> (Word, Option<Core>) {
        let signed = data.component == ComponentKind::Signed && data.scalar.is_int();
        match number(data.scalar) {
            _ if built_in.is_some_and(|built_in| BOOLEANS.contains(&built_in)) => (self.bool_type(), None),
            Number::Bool => (self.uint_type(), None),
            Number::Uint(bits) if signed && (built_in.is_none() || bits == 32) => {
                // The width asks for its capability where the register's type does.
                self.scalar_type(data.scalar);
                let operands = vec![Operand::LiteralBit32(bits), Operand::LiteralBit32(1)];
                (self.asm.global(Core::TypeInt, None, operands), Some(Core::Bitcast))
            }
            // Vulkan has its own variables 32 bits wide only.
            Number::Uint(bits) if built_in.is_some() && bits != 32 => (self.uint_type(), Some(Core::UConvert)),
            Number::Float(bits) if built_in.is_some() && bits != 32 => (self.float_type(), Some(Core::FConvert)),
            Number::Uint(_) | Number::Float(_) => (self.scalar_type(data.scalar), None),
        }
    }

    /// A variable of the interface that is a built-in.
    fn variable_that_is(&mut self, built_in: BuiltIn, data: &ElementData, ty: Word, class: StorageClass) -> Word {
        let stage = self.entry.stage();
        if stage != Stage::Geometry {
            // Where operations read the built-in, nothing reads the element, and Vulkan has each built-in once.
            if let Some(id) = self.interface.common_variable(built_in, class) {
                return id;
            }
            if self.settings.is_checked && self.asm.built_in_variables(class, built_in).next().is_some() {
                self.diagnostics.push(errors::built_in_twice(data.span, &format!("{built_in:?}")));
            }
            let id = self.new_variable(data, ty, class);
            self.asm.decorate_built_in(id, built_in);
            self.built_in_needs(built_in);
            return id;
        }
        // The streams of a geometry shader have each built-in in common.
        let is_new = self.interface.common_variable(built_in, class).is_none();
        let id = self.built_in_variable(built_in, ty, class);
        if is_new {
            if semantic_of(built_in, stage).is_none() {
                self.reflect_semantic(id, &semantic(data));
            }
            self.built_in_needs(built_in);
        }
        id
    }

    fn new_variable(&mut self, data: &ElementData, ty: Word, class: StorageClass) -> Word {
        let id = self.asm.variable(ty, class, None);
        self.asm.interface.push(id);
        self.reflect_semantic(id, &semantic(data));
        id
    }

    /// Says the name of a variable that is no built-in, and where it lies.
    fn place_variable(&mut self, id: Word, Made { data, element, kind, .. }: Made<'_>, class: StorageClass) {
        let direction = if class == StorageClass::Output { "out" } else { "in" };
        self.asm.name(id, &format!("{direction}.var.{}", semantic(data)));
        if !is_placed(data) {
            let (location, component) = self.interface.place_of(kind, element);
            self.asm.decorate(id, Decoration::Location, &[location]);
            if let Some(component) = component {
                self.asm.decorate(id, Decoration::Component, &[component]);
            }
        }
        if let Some(index) = data.vk_index {
            self.asm.decorate(id, Decoration::Index, &[index]);
        }
    }

    /// Adds the decorations that a stage requires of its variables.
    fn decorate_for_stage(&mut self, id: Word, Made { data, kind, built_in, .. }: Made<'_>) {
        match (self.entry.stage(), kind) {
            (Stage::Hull | Stage::Domain, SignatureKind::PatchOrPrimitive) => {
                self.asm.decorate(id, Decoration::Patch, &[]);
            }
            (Stage::Mesh, SignatureKind::PatchOrPrimitive) => self.asm.decorate(id, Decoration::PerPrimitiveEXT, &[]),
            (Stage::Pixel, SignatureKind::Input) | (Stage::Mesh, SignatureKind::Output) => {
                self.interpolation(id, data, built_in);
            }
            // What the next stage interpolates, it may say where it is made too.
            (Stage::Vertex, SignatureKind::Output) if built_in.is_none() || !data.scalar.is_float() => {
                self.interpolation(id, data, built_in);
            }
            _ => {}
        }
    }

    /// The array of all clip or cull distances, in which each element has its place by its index.
    pub(crate) fn distances(
        &mut self,
        (built_in, capability): (BuiltIn, Capability),
        data: &ElementData,
        kind: SignatureKind,
    ) -> Option<Variable> {
        let (mut start, mut total) = (0, 0);
        for other in self.entry.signature(kind)?.values().filter(|other| other.system == data.system) {
            let size = other.rows * u32::from(other.cols);
            start += if other.index < data.index { size } else { 0 };
            total += size;
        }
        let (element, class) = (self.float_type(), self.class_of(kind));
        let count = vertices(&self.entry.properties, kind);
        let id = match self.interface.distances.get(&(built_in, kind)) {
            Some(&id) => id,
            None => {
                self.asm.capability(capability);
                let row = self.array_of(element, total);
                let ty = count.map_or(row, |count| self.array_of(row, count));
                let id = self.asm.variable(ty, class, None);
                self.asm.decorate_built_in(id, built_in);
                self.reflect_semantic(id, data.system.name());
                self.asm.interface.push(id);
                self.interface.distances.insert((built_in, kind), id);
                id
            }
        };
        Some(Variable {
            id,
            class,
            element,
            built_in: Some(built_in),
            per_vertex: count.is_some(),
            rows: false,
            vector_rows: None,
            is_wider: false,
            // Vulkan has its own variables 32 bits wide only.
            conversion: (data.scalar.bits() != 32).then_some(Core::FConvert),
            boolean: false,
            distances: Some(start),
        })
    }

    /// Says the semantic of a variable to who reads the module.
    pub(crate) fn reflect_semantic(&mut self, id: Word, semantic: &str) {
        if self.settings.reflect {
            self.asm.decorate_text(id, Decoration::UserSemantic, semantic);
        }
    }

    /// Declares the requirements of a built-in of a signature.
    fn built_in_needs(&mut self, built_in: BuiltIn) {
        let stage = self.entry.stage();
        match (built_in, stage) {
            (BuiltIn::BaseVertex | BuiltIn::BaseInstance | BuiltIn::DrawIndex, _) => {
                self.asm.capability(Capability::DrawParameters);
            }
            (BuiltIn::BaryCoordKHR | BuiltIn::BaryCoordNoPerspKHR, _) => {
                self.asm.capability(Capability::FragmentBarycentricKHR);
            }
            (BuiltIn::DeviceIndex, _) => self.asm.capability(Capability::DeviceGroup),
            (BuiltIn::ViewportMaskNV, _) if self.settings.mesh_extension => {
                self.asm.capability(Capability::ShaderViewportMaskNV);
            }
            (BuiltIn::SampleId, _) => self.asm.capability(Capability::SampleRateShading),
            (BuiltIn::Layer | BuiltIn::ViewportIndex, Stage::Vertex | Stage::Domain) => {
                self.asm.capability(Capability::ShaderViewportIndexLayerEXT);
            }
            (BuiltIn::Layer | BuiltIn::PrimitiveId, Stage::Pixel | Stage::Mesh) => {
                self.asm.capability(Capability::Geometry);
            }
            (BuiltIn::FragStencilRefEXT, _) => self.asm.capability(Capability::StencilExportEXT),
            (BuiltIn::ViewportIndex, _) => self.asm.capability(Capability::MultiViewport),
            (BuiltIn::ShadingRateKHR | BuiltIn::PrimitiveShadingRateKHR, _) => {
                self.asm.capability(Capability::FragmentShadingRateKHR);
            }
            _ => {}
        }
    }

    fn interpolation(&mut self, id: Word, data: &ElementData, built_in: Option<BuiltIn>) {
        // Vulkan interpolates floats of up to 32 bits.
        let interpolates = data.scalar.is_float() && data.scalar.bits() <= 32;
        // The position is never interpolated by choice.
        let not_at_choice = [BuiltIn::FragCoord, BuiltIn::SampleMask, BuiltIn::Position, BuiltIn::PointSize];
        if built_in.is_some_and(|built_in| not_at_choice.contains(&built_in)) {
            // A position for each sample makes the shader run for each.
            let by_sample = [Interpolation::LinearSample, Interpolation::LinearNoperspectiveSample];
            if built_in == Some(BuiltIn::FragCoord) && by_sample.contains(&data.interpolation) {
                self.asm.decorate(id, Decoration::Sample, &[]);
                self.asm.capability(Capability::SampleRateShading);
            }
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
        // Barycentrics of the screen are a built-in of their own.
        let noperspective = noperspective && built_in != Some(BuiltIn::BaryCoordNoPerspKHR);
        if flat || !interpolates {
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
}

/// The number of vectors of a variable, if it is an array of them. Some built-ins are arrays of a fixed length.
fn rows_of(data: &ElementData, built_in: Option<BuiltIn>, vectors: u32) -> Option<u32> {
    match built_in {
        Some(BuiltIn::SampleMask | BuiltIn::ViewportMaskNV) => Some(data.rows),
        Some(BuiltIn::TessLevelOuter) => Some(4),
        Some(BuiltIn::TessLevelInner) => Some(2),
        _ => (vectors > 1).then_some(vectors),
    }
}
