//! Lowers the operations on signature elements to loads and stores of interface variables.
//!
//! Input: an operation with an element, a row, a vertex and a column. Output: access chains into the element's variable
//! (the vertex, if the stage has several, then the row, then the component), each with a load or store, one for a row or for each
//! component where these are not adjacent; conversions of Booleans and integers; and the changes of positions that options require.

use crate::interface::Variable;
use crate::writer::{Repr, Site, Writer};
use hlslc_base::Stage;
use hlslc_ir::module::SignatureKind;
use hlslc_ir::{Imm, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, Op as Core, StorageClass, Word};
use smallvec::SmallVec;

/// Components of a row of an element.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) variable: Variable,
    /// Which of several vertices, control points or primitives.
    pub(crate) vertex: Option<Word>,
    pub(crate) row: Value,
    /// The first component.
    pub(crate) col: u16,
    /// Components that a row has.
    pub(crate) cols: u16,
}

/// Whether the rasteriser may follow a stage.
pub(crate) fn gives_positions(stage: Stage) -> bool {
    [Stage::Vertex, Stage::Domain, Stage::Geometry, Stage::Mesh].contains(&stage)
}

impl Writer<'_> {
    pub(crate) fn load_input(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.load_element(site, SignatureKind::Input)
    }

    /// Loads the hull shader's output for a control point.
    pub(crate) fn load_control_point(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.load_element(site, SignatureKind::Output)
    }

    pub(crate) fn load_patch_constant(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.load_element(site, SignatureKind::PatchOrPrimitive)
    }

    pub(crate) fn store_output(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.store_element(site, SignatureKind::Output)
    }

    pub(crate) fn store_patch_constant(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.store_element(site, SignatureKind::PatchOrPrimitive)
    }

    /// The target of an access.
    fn target(&mut self, site: &Site<'_>, kind: SignatureKind) -> Option<Target> {
        let (&[row, vertex, ..], Imm::Element { element, col }) = (site.args, site.imm) else { return None };
        let cols = self.element_data(kind, element)?.cols;
        let variable = self.variable(kind, element)?;
        let vertex = self.vertex(variable, vertex);
        Some(Target { variable, vertex, row, col: u16::from(col), cols: u16::from(cols) })
    }

    /// Which vertex an access is to. A hull shader writes its own control point without saying so.
    fn vertex(&mut self, variable: Variable, vertex: Value) -> Option<Word> {
        match (variable.per_vertex, self.is_undef(vertex)) {
            (true, true) if self.entry.stage() == Stage::Hull && variable.class == StorageClass::Output => {
                Some(self.invocation())
            }
            // An input that does not vary within the primitive has the value of its first vertex.
            (true, true) if self.entry.stage() == Stage::Pixel => Some(self.uint(0)),
            (true, _) => {
                self.interface.picks_vertices |=
                    variable.class == StorageClass::Input && self.func.as_const(vertex).is_none();
                Some(self.id(vertex))
            }
            (false, true) => None,
            (false, false) => {
                self.unsupported("an input or output of one of several vertices");
                None
            }
        }
    }

    /// The index of the hull shader's control point, or of the geometry shader's instance.
    pub(crate) fn invocation(&mut self) -> Word {
        let uint = self.uint_type();
        self.load_built_in(BuiltIn::InvocationId, uint)
    }

    /// Finds the vector and the component of a scalar where `rows` rows are packed into the components of vectors.
    fn place_in_vectors(&mut self, target: &Target, rows: u32, col: u32) -> (Word, Word) {
        let cols = u32::from(target.cols);
        if let Some(row) = self.func.const_bits(&self.module.ctx, target.row) {
            let row = row as u32;
            return (self.uint(row / rows * cols + col), self.uint(row % rows));
        }
        let (uint, row, rows) = (self.uint_type(), self.id(target.row), self.uint(rows));
        let lane = self.asm.op(Core::UMod, uint, &[row, rows]);
        let matrix = self.asm.op(Core::UDiv, uint, &[row, rows]);
        let (cols, col) = (self.uint(cols), self.uint(col));
        let first = self.asm.op(Core::IMul, uint, &[matrix, cols]);
        (self.asm.op(Core::IAdd, uint, &[first, col]), lane)
    }

    /// Pointer to a number of a row, where this many rows are the components of vectors.
    fn lane_pointer(&mut self, target: &Target, rows: u32, lane: u32) -> Word {
        let (vector, component) = self.place_in_vectors(target, rows, u32::from(target.col) + lane);
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[target.variable.id]);
        args.extend(target.vertex);
        args.extend(target.variable.rows.then_some(vector));
        args.push(component);
        let ty = self.asm.pointer_type(target.variable.element, target.variable.class);
        self.asm.op(Core::AccessChain, ty, &args)
    }

    /// Pointer to a row, or to a component of it.
    pub(crate) fn row_pointer(&mut self, target: &Target, component: Option<u32>) -> Word {
        let variable = &target.variable;
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[variable.id]);
        args.extend(target.vertex);
        if variable.rows {
            args.push(self.id(target.row));
        }
        let to = match component {
            Some(at) if target.cols > 1 || variable.is_wider => {
                args.push(self.uint(at));
                variable.element
            }
            _ => self.vector_of(variable.element, target.cols),
        };
        if args.len() == 1 {
            return variable.id;
        }
        let ty = self.asm.pointer_type(to, variable.class);
        self.asm.op(Core::AccessChain, ty, &args)
    }

    /// Pointer to a distance of an element that starts at `start`.
    fn distance_pointer(&mut self, target: &Target, start: u32, lane: u32) -> Word {
        let at = start + u32::from(target.col) + lane;
        let (uint, first) = (self.uint_type(), self.uint(at));
        let index = match self.func.const_bits(&self.module.ctx, target.row) {
            Some(0) => first,
            _ => {
                let (row, cols) = (self.id(target.row), self.uint(u32::from(target.cols)));
                let rows = self.asm.op(Core::IMul, uint, &[row, cols]);
                self.asm.op(Core::IAdd, uint, &[rows, first])
            }
        };
        let ty = self.asm.pointer_type(target.variable.element, target.variable.class);
        let mut args: SmallVec<[Word; 4]> = SmallVec::from_slice(&[target.variable.id]);
        args.extend(target.vertex);
        args.push(index);
        self.asm.op(Core::AccessChain, ty, &args)
    }

    fn load_element(&mut self, site: &Site<'_>, kind: SignatureKind) -> Option<Repr> {
        let target = self.target(site, kind)?;
        let lanes = self.module.ctx.lanes(site.result).unwrap_or(1);
        Some(self.load_numbers(&target, lanes, site.ty))
    }

    /// Loads `lanes` components of a row, in register form.
    pub(crate) fn load_numbers(&mut self, target: &Target, lanes: u16, ty: Word) -> Repr {
        let Target { variable, col, cols, .. } = *target;
        if !variable.rows_are_vectors() {
            let value = self.load_lanes(target, lanes);
            return Repr::Id(self.converted(&variable, value, ty));
        }
        let pointer = self.row_pointer(target, None);
        let row_ty = self.vector_of(variable.element, cols);
        let mut value = self.asm.op(Core::Load, row_ty, &[pointer]);
        if let Some(base) = self.base_of(&variable) {
            let first = self.load_built_in(base, row_ty);
            value = self.asm.op(Core::ISub, row_ty, &[value, first]);
        }
        let needs_w = variable.built_in == Some(BuiltIn::FragCoord) && col + lanes == 4;
        if needs_w && self.settings.positions.reciprocal_w {
            value = self.with_reciprocal_w(value, row_ty);
        }
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
        Repr::Id(self.converted(&variable, value, ty))
    }

    /// The built-in that a number is relative to, if its origin differs from Vulkan's.
    fn base_of(&mut self, variable: &Variable) -> Option<BuiltIn> {
        let rows = [
            (BuiltIn::VertexIndex, self.settings.bases.vertex, BuiltIn::BaseVertex),
            (BuiltIn::InstanceIndex, self.settings.bases.instance, BuiltIn::BaseInstance),
        ];
        let base = rows.iter().find(|row| Some(row.0) == variable.built_in && row.1)?.2;
        self.asm.capability(Capability::DrawParameters);
        Some(base)
    }

    /// Converts an interface value to its register form.
    fn converted(&mut self, variable: &Variable, value: Word, ty: Word) -> Word {
        match variable.conversion {
            _ if variable.boolean => {
                let (one, zero) = (self.uint(1), self.uint(0));
                self.asm.op(Core::Select, ty, &[value, one, zero])
            }
            Some(conversion) => self.asm.op(conversion, ty, &[value]),
            None => value,
        }
    }

    /// Numbers of a row that do not lie side by side.
    fn load_lanes(&mut self, target: &Target, lanes: u16) -> Word {
        let element = target.variable.element;
        let mut parts: SmallVec<[Word; 4]> = SmallVec::new();
        for lane in 0..u32::from(lanes) {
            let pointer = self.number_pointer(target, lane);
            parts.push(self.asm.op(Core::Load, element, &[pointer]));
        }
        match *parts.as_slice() {
            [only] => only,
            _ => {
                let ty = self.vector_of(element, lanes);
                self.asm.op(Core::CompositeConstruct, ty, &parts)
            }
        }
    }

    /// Pointer to a number of a row whose numbers do not lie side by side.
    pub(crate) fn number_pointer(&mut self, target: &Target, lane: u32) -> Word {
        match (target.variable.distances, target.variable.vector_rows) {
            (Some(start), _) => self.distance_pointer(target, start, lane),
            (None, Some(rows)) => self.lane_pointer(target, rows, lane),
            (None, None) => self.row_pointer(target, Some(u32::from(target.col) + lane)),
        }
    }

    /// Replaces w of a position by its reciprocal.
    fn with_reciprocal_w(&mut self, position: Word, ty: Word) -> Word {
        let (float, one) = (self.float_type(), self.float(1.0));
        let w = self.extract(float, position, 3);
        let w = self.asm.op(Core::FDiv, float, &[one, w]);
        let operands = vec![Operand::IdRef(w), Operand::IdRef(position), Operand::LiteralBit32(3)];
        self.asm.inst(Core::CompositeInsert, ty, operands)
    }

    fn store_element(&mut self, site: &Site<'_>, kind: SignatureKind) -> Option<Repr> {
        let &[_, _, value] = site.args else { return None };
        let target = self.target(site, kind)?;
        let Target { variable, col, cols, .. } = target;
        let (lanes, scalar) = (self.lanes(value), self.scalar(value));
        let mut id = self.id(value);
        let mut part_ty = self.scalar_type(scalar);
        if variable.boolean {
            let zero = self.uint(0);
            id = self.asm.op(Core::INotEqual, variable.element, &[id, zero]);
        } else if let Some(conversion) = variable.conversion {
            let ty = self.vector_of(variable.element, lanes);
            id = self.asm.op(conversion, ty, &[id]);
            part_ty = variable.element;
        }
        let turns_y = variable.built_in == Some(BuiltIn::Position) && self.turns_y();
        let are_adjacent = variable.rows_are_vectors();
        if lanes == cols && are_adjacent {
            if turns_y {
                let ty = self.vector_of(variable.element, lanes);
                let y = self.extract(variable.element, id, 1);
                let y = self.asm.op(Core::FNegate, variable.element, &[y]);
                let operands = vec![Operand::IdRef(y), Operand::IdRef(id), Operand::LiteralBit32(1)];
                id = self.asm.inst(Core::CompositeInsert, ty, operands);
            }
            let pointer = self.row_pointer(&target, None);
            self.asm.effect_on(Core::Store, &[pointer, id]);
            return Some(Repr::Nothing);
        }
        for lane in 0..u32::from(lanes) {
            let at = u32::from(col) + lane;
            let mut part = if lanes == 1 { id } else { self.extract(part_ty, id, lane) };
            if turns_y && at == 1 {
                part = self.asm.op(Core::FNegate, variable.element, &[part]);
            }
            let pointer = self.number_pointer(&target, lane);
            self.asm.effect_on(Core::Store, &[pointer, part]);
        }
        Some(Repr::Nothing)
    }

    /// Whether y of output positions is negated: in the stages that the rasteriser may follow.
    fn turns_y(&self) -> bool {
        self.settings.positions.turn_y && gives_positions(self.entry.stage())
    }
}
