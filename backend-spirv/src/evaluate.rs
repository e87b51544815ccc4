//! Evaluates inputs of pixel shaders at other positions than their interpolation, and at the vertices of the primitive.
//!
//! Input: an operation with an element, a row, a column and a position. Output: an instruction of `GLSL.std.450` on a
//! pointer to the row, or, for a vertex, a load from the array of three that such an input is. A flat input has one value
//! everywhere.

use crate::elements::Target;
use crate::writer::{Repr, Site, Writer};
use hlslc_ir::module::{Interpolation, SignatureKind};
use hlslc_ir::types::Scalar;
use hlslc_ir::{Imm, Op, SigElement, Value};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Capability, GlslStd450Op as Glsl, Op as Core, Word};
use smallvec::SmallVec;

impl Writer<'_> {
    /// Whether the shader asks for an input at single vertices: then it has an element for each.
    pub(crate) fn is_at_vertices(&self, element: SigElement) -> bool {
        let Some(func) = self.module.funcs.get(self.entry.func) else { return false };
        func.layout.iter().flat_map(|&block| &func.blocks[block].insts).any(|&inst| {
            let data = &func.insts[inst];
            data.op == Op::AttributeAtVertex && matches!(data.imm, Imm::Element { element: of, .. } if of == element)
        })
    }

    /// The element of an evaluation, of which vertex, and how many numbers of it are wanted.
    fn evaluated(&mut self, site: &Site<'_>, vertex: Option<Word>) -> Option<(Target, u16)> {
        let (&[row, ..], Imm::Element { element, col }) = (site.args, site.imm) else { return None };
        let cols = u16::from(self.element_data(SignatureKind::Input, element)?.cols);
        let variable = self.variable(SignatureKind::Input, element)?;
        let first = variable.per_vertex.then(|| self.uint(0));
        let target = Target { variable, vertex: vertex.or(first), row, col: u16::from(col), cols };
        Some((target, self.module.ctx.lanes(site.result).unwrap_or(1)))
    }

    pub(crate) fn attribute_at_vertex(&mut self, site: &Site<'_>) -> Option<Repr> {
        let vertex = self.id(*site.args.get(1)?);
        let (target, lanes) = self.evaluated(site, Some(vertex))?;
        self.asm.capability(Capability::FragmentBarycentricKHR);
        Some(self.load_numbers(&target, lanes, site.ty))
    }

    /// The centroid, a sample or an offset.
    pub(crate) fn evaluate(&mut self, site: &Site<'_>) -> Option<Repr> {
        let Imm::Element { element, .. } = site.imm else { return None };
        let data = self.element_data(SignatureKind::Input, element)?;
        let (target, lanes) = self.evaluated(site, None)?;
        if data.interpolation == Interpolation::Constant || !data.scalar.is_float() {
            return Some(self.load_numbers(&target, lanes, site.ty));
        }
        if self.module.ctx.scalar_of(site.result) != Some(Scalar::F32) {
            self.unsupported("an input that is not of 32 bits, evaluated elsewhere,");
            return Some(Repr::Id(self.undef(site.ty)));
        }
        let (glsl, place) = self.place_in_pixel(site)?;
        self.asm.capability(Capability::InterpolationFunction);
        let are_adjacent = target.variable.rows_are_vectors();
        if are_adjacent && lanes == target.cols {
            let pointer = self.row_pointer(&target, None);
            return Some(Repr::Id(self.interpolated(glsl, site.ty, pointer, place)));
        }
        let mut parts: SmallVec<[Word; 4]> = SmallVec::new();
        for lane in 0..u32::from(lanes) {
            let pointer = self.number_pointer(&target, lane);
            parts.push(self.interpolated(glsl, target.variable.element, pointer, place));
        }
        Some(Repr::Id(match *parts.as_slice() {
            [only] => only,
            _ => self.asm.op(Core::CompositeConstruct, site.ty, &parts),
        }))
    }

    fn interpolated(&mut self, glsl: Glsl, ty: Word, pointer: Word, place: Option<Word>) -> Word {
        let mut args: SmallVec<[Word; 2]> = SmallVec::from_slice(&[pointer]);
        args.extend(place);
        self.asm.glsl(glsl, ty, &args)
    }

    /// The instruction of an evaluation, and where in the pixel it is.
    fn place_in_pixel(&mut self, site: &Site<'_>) -> Option<(Glsl, Option<Word>)> {
        Some(match *site.args {
            [_] => (Glsl::InterpolateAtCentroid, None),
            [_, sample] => (Glsl::InterpolateAtSample, Some(self.id(sample))),
            [_, x, y] => {
                let parts = [self.sixteenths(x), self.sixteenths(y)];
                let ty = self.vector_type(Scalar::F32, 2);
                let is_known = [x, y].iter().all(|&part| self.func.as_const(part).is_some());
                let offset = if is_known {
                    let operands = parts.iter().map(|&part| Operand::IdRef(part)).collect();
                    self.asm.global(Core::ConstantComposite, Some(ty), operands)
                } else {
                    self.asm.op(Core::CompositeConstruct, ty, &parts)
                };
                (Glsl::InterpolateAtOffset, Some(offset))
            }
            _ => return None,
        })
    }

    /// An offset of this many sixteenths, of which the four lowest bits count, in pixels.
    fn sixteenths(&mut self, value: Value) -> Word {
        if let Some(bits) = self.func.const_bits(&self.module.ctx, value) {
            let sixteenths = (bits as i32) << 28 >> 28;
            return self.float(sixteenths as f32 / 16.0);
        }
        let (uint, float) = (self.uint_type(), self.float_type());
        let (value, bits, scale) = (self.id(value), self.uint(28), self.float(1.0 / 16.0));
        let high = self.asm.op(Core::ShiftLeftLogical, uint, &[value, bits]);
        let signed = self.asm.op(Core::ShiftRightArithmetic, uint, &[high, bits]);
        let number = self.asm.op(Core::ConvertSToF, float, &[signed]);
        self.asm.op(Core::FMul, float, &[number, scale])
    }

    /// Whether every sample of the pixel lies in the primitive.
    #[expect(clippy::unnecessary_wraps, reason = "a form among forms that may fail")]
    pub(crate) fn inner_coverage(&mut self, site: &Site<'_>) -> Option<Repr> {
        self.asm.capability(Capability::FragmentFullyCoveredEXT);
        let bool_type = self.bool_type();
        let covered = self.load_built_in(BuiltIn::FullyCoveredEXT, bool_type);
        let (one, zero) = (self.uint(1), self.uint(0));
        Some(Repr::Id(self.asm.op(Core::Select, site.ty, &[covered, one, zero])))
    }
}
