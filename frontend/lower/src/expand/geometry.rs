//! Lowers operations on streams, patches and meshes.

use super::tessellation::Shape;
use crate::function::FuncLowerer;
use crate::intrinsic::Call;
use hlslc_base::Span;
use hlslc_hir::hir::{Arg, ExprId, ExprKind};
use hlslc_hir::intrinsics::geometry;
use hlslc_ir::{AddressSpace, Imm, Op, Value};

/// Which argument of `DispatchMesh` the payload is.
const PAYLOAD: usize = 3;

impl<'p> FuncLowerer<'_, 'p> {
    /// Builds an intrinsic of [`geometry`](hlslc_hir::intrinsics::geometry); `None` for `void`.
    pub(super) fn expand_geometry(&mut self, expansion: geometry::Expansion, call: &Call) -> Option<Value> {
        use geometry::Expansion as E;
        match expansion {
            E::StreamAppend => self.append_vertex(call),
            E::StreamRestart => self.stream_operation(call, Op::CutStrip),
            E::SetMeshOutputCounts => {
                let (void, args) = (self.b.ctx.void(), [self.arg(call, 0), self.arg(call, 1)]);
                self.b.inst(Op::SetMeshOutputCounts, void, Imm::None, &args)
            }
            // Taken care of before its arguments are evaluated.
            E::DispatchMesh => None,
            // The scale says how many inside factors are asked for.
            E::QuadTessFactors(reduction) => {
                let scale = self.arg(call, 1);
                let shape = if self.lanes(scale) == 1 { Shape::Quad } else { Shape::QuadByAxis };
                self.patch_factors(call, shape, reduction)
            }
            E::TriTessFactors(reduction) => self.patch_factors(call, Shape::Tri, reduction),
            E::IsolineTessFactors => self.isoline_factors(call),
        }
    }

    /// Starts the groups of the mesh shader. The payload is not read here, but named.
    pub(crate) fn dispatch_mesh(&mut self, args: &'p [Arg], span: Span) -> Option<Value> {
        let mut operands = Vec::with_capacity(args.len());
        for (position, arg) in args.iter().enumerate() {
            let Arg::In(expr) = arg else { continue };
            operands.push(if position == PAYLOAD { self.payload(*expr) } else { self.value(*expr) });
        }
        self.at(span);
        let void = self.b.ctx.void();
        self.b.inst(Op::DispatchMesh, void, Imm::None, &operands)
    }

    /// Pointer to a payload: to group-shared memory or a local where it is there, else to a local that takes its value.
    fn payload(&mut self, expr: ExprId) -> Value {
        let value = if let ExprKind::Load(place) = &self.f.exprs[expr].kind {
            let target = self.place(place);
            let space = self.b.ctx.pointee(self.b.func.ty(target.pointer)).map(|pointee| pointee.1);
            if matches!(space, Some(AddressSpace::Groupshared | AddressSpace::Function)) {
                return target.pointer;
            }
            self.load_place(&target)
        } else {
            self.value(expr)
        };
        let pointer = self.variable_of(self.b.func.ty(value));
        self.b.store(pointer, value);
        pointer
    }

    /// Writes the vertex to the outputs of the stream and emits them.
    fn append_vertex(&mut self, call: &Call) -> Option<Value> {
        let vertex = self.arg(call, 0);
        let vertex = self.marked(vertex, self.marks_of(call.arg_ty(0), false));
        self.b.store(call.object?, vertex);
        self.stream_operation(call, Op::EmitVertex)
    }

    fn stream_operation(&mut self, call: &Call, op: Op) -> Option<Value> {
        let i32_ty = self.b.ctx.i32();
        let stream = self.b.value(Op::StreamOf, i32_ty, Imm::None, &[call.object?]);
        let void = self.b.ctx.void();
        self.b.inst(op, void, Imm::None, &[stream])
    }
}
