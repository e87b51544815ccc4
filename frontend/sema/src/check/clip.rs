//! Checks `[clipplanes(…)]`: planes in buffers and static variables that clip by the position of a vertex.
//!
//! Each argument names a variable outside of functions, or a part of one; what it says of a signature is that there is an
//! `SV_ClipDistance` more for each plane.

use crate::cx::{Checker, OperandKind};
use crate::errors;
use hlslc_hir::hir::{ExprId, GlobalKind, Place, PlaceBase, Projection};
use hlslc_hir::types::{ScalarKind, TyData};
use hlslc_semantics::limits;
use hlslc_syntax::ast::Attribute;

impl Checker<'_> {
    /// The planes that an attribute names, as values; those in error are left out.
    pub(super) fn clip_planes(&mut self, attribute: &Attribute) -> Vec<ExprId> {
        let args = attribute.args.clone().unwrap_or_default();
        if args.is_empty() || args.len() > limits::CLIP_PLANES as usize {
            let text = self.text(attribute.name.node);
            self.report(errors::attribute_range_of_arguments(
                attribute.span,
                &text,
                1,
                limits::CLIP_PLANES,
                args.len(),
            ));
            return Vec::new();
        }
        if !self.options.dialect.clip_planes {
            self.report(errors::clip_planes_ignored(attribute.span));
            return Vec::new();
        }
        let mut planes = Vec::new();
        for arg in args {
            let span = self.ast.exprs[arg].span;
            let operand = self.check_expr(arg);
            if self.types().is_error(operand.ty) {
                continue;
            }
            let is_variable = matches!(&operand.kind, OperandKind::Place(place, _) if self.is_plane_variable(place));
            if !is_variable {
                self.report(errors::clip_plane_expression(span));
            } else if !matches!(self.types().data(operand.ty), TyData::Vector(ScalarKind::Float, 4)) {
                let shown = self.show(operand.ty);
                self.report(errors::clip_plane_type(span, &shown));
            } else {
                planes.push(self.value(&operand));
            }
        }
        planes
    }

    /// Whether a place is a variable outside of functions that is no constant, or a member or an element of one by a number that
    /// is known.
    fn is_plane_variable(&mut self, place: &Place) -> bool {
        let PlaceBase::Global(global) = place.base else { return false };
        if matches!(self.program.globals[global].kind, GlobalKind::Constant) {
            return false;
        }
        let mut ty = self.program.globals[global].ty;
        for step in &place.projections {
            ty = match (step, self.types().data(ty)) {
                (Projection::Field(field), TyData::Struct(id)) => self.types().structs[*id].fields[*field as usize].ty,
                (Projection::Index(index), TyData::Array(element, _)) => {
                    let element = *element;
                    if self.eval(*index).is_none() {
                        return false;
                    }
                    element
                }
                _ => return false,
            };
        }
        true
    }
}
