//! Checks mesh shaders: their outputs, and the payload.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::Span;
use hlslc_hir::entries::OutputTopology;
use hlslc_hir::hir::{EntryAttributes, FuncId, ParamMode, ParamRole};
use hlslc_hir::types::{ScalarKind, Ty, TyData};
use hlslc_semantics::limits;

impl Checker<'_> {
    /// Checks the parameters of a mesh shader that are arrays of vertices, primitives and indices, or the payload.
    pub fn check_mesh(&mut self, func: FuncId, attributes: &EntryAttributes) {
        let data = self.program.funcs[func].declaration();
        let mut seen: Vec<ParamRole> = Vec::new();
        let mut counts: Vec<(ParamRole, u32, Span)> = Vec::new();
        for param in &data.params {
            let Some(role) = param.role else { continue };
            let local = &data.locals[param.local];
            let (word, wanted) = match role {
                ParamRole::Vertices => ("vertices", ParamMode::Out),
                ParamRole::Primitives => ("primitives", ParamMode::Out),
                ParamRole::Indices => ("indices", ParamMode::Out),
                ParamRole::Payload => ("payload", ParamMode::In),
                ParamRole::Point
                | ParamRole::Line
                | ParamRole::Triangle
                | ParamRole::LineAdj
                | ParamRole::TriangleAdj => continue,
            };
            if seen.contains(&role) {
                self.report(errors::mesh_parameter_twice(local.span, word));
            }
            seen.push(role);
            if param.mode != wanted {
                let mode = if wanted == ParamMode::Out { "out" } else { "in" };
                self.report(errors::mesh_parameter_mode(local.span, word, mode));
                continue;
            }
            if role != ParamRole::Payload {
                counts.extend(
                    self.mesh_array(role, word, local.ty, local.span, attributes).map(|n| (role, n, local.span)),
                );
            }
        }
        let of = |role| counts.iter().find(|c| c.0 == role).copied();
        if let (Some((_, indices, at)), Some((_, primitives, also))) =
            (of(ParamRole::Indices), of(ParamRole::Primitives))
            && indices != primitives
        {
            let (first, second) = (at.min(also), at.max(also));
            self.report(errors::mesh_counts_differ(second, indices, primitives).label(first, "the other array"));
        }
    }

    /// Checks an output array; gives its length.
    fn mesh_array(
        &mut self,
        role: ParamRole,
        word: &str,
        ty: Ty,
        span: Span,
        attributes: &EntryAttributes,
    ) -> Option<u32> {
        let TyData::Array(element, Some(count)) = *self.types().data(ty) else {
            self.report_unless_error(&[ty], errors::mesh_not_an_array(span, word));
            return None;
        };
        if count > limits::MESH_ELEMENTS {
            self.report(errors::mesh_too_many(span, word, count, limits::MESH_ELEMENTS));
            return None;
        }
        if role == ParamRole::Indices {
            // Points are for Vulkan; DXIL has no such meshes, but takes them.
            let wanted: &[u16] = match attributes.output_topology {
                Some(OutputTopology::Line) => &[2],
                Some(OutputTopology::Triangle) => &[3],
                Some(OutputTopology::Point) if self.options.dialect.point_meshes => &[1],
                None | Some(OutputTopology::Point | OutputTopology::TriangleCw | OutputTopology::TriangleCcw) => {
                    &[3, 2]
                }
            };
            let lanes = match *self.types().data(element) {
                TyData::Scalar(ScalarKind::Uint) => 1,
                TyData::Vector(ScalarKind::Uint, lanes) => lanes,
                TyData::Error
                | TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Array(..)
                | TyData::Struct(_)
                | TyData::Enum(_)
                | TyData::Object(..)
                | TyData::String => 0,
            };
            if !wanted.contains(&lanes) {
                let shown = self.show(element);
                let wanted = if wanted == [1] { "uint".to_owned() } else { format!("uint{}", wanted[0]) };
                self.report(errors::mesh_index_type(span, &wanted, &shown));
            }
        }
        Some(count)
    }
}
