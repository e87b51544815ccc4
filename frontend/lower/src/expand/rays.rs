//! Lowers ray tracing: operations of ray tracing shaders, and ray queries. A query is a number that identifies it; its
//! variables, as locals, members or elements, hold that number from their declaration on; a hit object starts without a
//! hit. Data for another shader is copied to memory of its own.

use crate::errors;
use crate::function::FuncLowerer;
use crate::intrinsic::{Call, Operand};
use hlslc_base::Span;
use hlslc_hir::intrinsics::raytracing;
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, Ty, TyData, Types};
use hlslc_ir::{Imm, Op, Scalar, Terminator, Type, Value};

/// Columns of the matrices that are known of a hit.
const COLUMNS: u32 = 4;
/// The argument of `TraceRay` that is the ray.
const RAY_OF_TRACE: usize = 6;
/// The argument of `TraceRay` that the ray carries.
const PAYLOAD: usize = 7;
/// The argument of `CallShader` that the callable shader is called with.
const CALL_DATA: usize = 1;
/// Members of `RayDesc`, in the order in which operations take them.
const RAY: [u32; 4] = [0, 1, 2, 3];

/// The flags of a query's type.
#[derive(Clone, Copy, Default)]
struct QueryFlags {
    /// They hold for all its rays.
    rays: u32,
    /// The ray flags of its own.
    own: u32,
}

/// The flags of a query's type; `None` if it is no query.
fn query_flags(types: &Types, ty: Ty) -> Option<QueryFlags> {
    match types.data(ty) {
        TyData::Object(ObjectKind::RayQuery, args) => {
            let flags = |at: usize| match args.get(at) {
                Some(&ObjectArg::Number(flags)) => flags,
                Some(ObjectArg::Type(_)) | None => 0,
            };
            Some(QueryFlags { rays: flags(0), own: flags(1) })
        }
        TyData::Object(..)
        | TyData::Error
        | TyData::Void
        | TyData::String
        | TyData::Scalar(_)
        | TyData::Vector(..)
        | TyData::Matrix { .. }
        | TyData::Array(..)
        | TyData::Struct(_)
        | TyData::Enum(_) => None,
    }
}

/// Whether a type is a ray query or hit object or has one in it.
fn holds_query(types: &Types, ty: Ty) -> bool {
    types.holds_object(ty, |kind, _| matches!(kind, ObjectKind::RayQuery | ObjectKind::HitObject))
}

impl FuncLowerer<'_, '_> {
    /// Builds a method of a ray query, or what a ray shader does or gets; `None` for `void`.
    pub(super) fn expand_rays(&mut self, expansion: raytracing::Expansion, call: &Call) -> Option<Value> {
        use raytracing::Expansion as E;
        match expansion {
            E::Trace => self.trace_ray_inline(call.object?, call),
            E::TraceRay => self.trace_ray(call, Op::TraceRay),
            E::CallShader => {
                let index = self.arg(call, 0);
                self.with_memory(call, CALL_DATA, |this, memory| this.plain(Op::CallShader, call, &[index, memory]))
            }
            E::ReportHit => {
                let (t, kind, attributes) = (self.arg(call, 0), self.arg(call, 1), self.arg(call, 2));
                let memory = self.variable_of(self.b.func.ty(attributes));
                self.b.store(memory, attributes);
                self.plain(Op::ReportHit, call, &[t, kind, memory])
            }
            E::End(op) => {
                self.plain(op, call, &[]);
                self.b.terminate(Terminator::Unreachable);
                None
            }
            E::Plain(op) => {
                let mut args: Vec<Value> = call.object.into_iter().collect();
                for position in 0..call.args.len() {
                    args.push(self.arg(call, position));
                }
                self.plain(op, call, &args)
            }
            E::Components(op) => {
                let ty = self.ty(call.ty, call.span);
                let count = u32::from(self.lanes_of(ty));
                let parts: Vec<Value> = (0..count).map(|part| self.number_of(op, call, ty, part)).collect();
                Some(self.b.construct(ty, &parts))
            }
            E::Corners(op) => self.corners(op, call),
            E::HitTraceRay => self.trace_ray(call, Op::HitTraceRay),
            E::HitMiss => {
                let mut args = vec![self.arg(call, 0), self.arg(call, 1)];
                let ray = self.arg(call, 2);
                args.extend(self.ray(ray));
                self.plain(Op::HitMiss, call, &args)
            }
            E::HitInvoke => {
                let hit = self.arg(call, 0);
                self.with_memory(call, 1, |this, memory| this.plain(Op::HitInvoke, call, &[hit, memory]))
            }
            E::HitOfQueryWith => {
                let (query, kind, attributes) = (self.arg(call, 0), self.arg(call, 1), self.arg(call, 2));
                let memory = self.variable_of(self.b.func.ty(attributes));
                self.b.store(memory, attributes);
                self.plain(Op::HitOfQueryWith, call, &[query, kind, memory])
            }
            E::HitAttributes => {
                let hit = self.arg(call, 0);
                let Some(Operand::Out(_, param_ty, _)) = call.args.get(1) else { return None };
                let ty = self.ty(*param_ty, call.span);
                let memory = self.variable_of(ty);
                self.plain(Op::HitAttributes, call, &[hit, memory]);
                let value = self.b.load(memory);
                self.store_out(call, 1, value);
                None
            }
            E::HitSetRecord => {
                let Some(Operand::Out(target, ..)) = call.args.first() else { return None };
                let before = self.load_place(target);
                let record = self.arg(call, 1);
                let ty = self.b.func.ty(before);
                let after = self.b.value(Op::HitSetRecord, ty, Imm::None, &[before, record]);
                self.store_out(call, 0, after);
                None
            }
            E::Reorder { hit, hint } => {
                let ty = self.b.ctx.hit_object();
                let object = if hit { self.arg(call, 0) } else { self.b.value(Op::HitNop, ty, Imm::None, &[]) };
                let first = usize::from(hit);
                let (hint, bits) = if hint {
                    (self.arg(call, first), self.arg(call, first + 1))
                } else {
                    {
                        let i32 = self.b.ctx.i32();
                        (self.b.undef(i32), self.b.i32(0))
                    }
                };
                self.plain(Op::ReorderThread, call, &[object, hint, bits])
            }
            E::Transform(op) => self.transform(op, call, false),
            E::Transposed(op) => self.transform(op, call, true),
        }
    }

    /// The struct of the three corners of a triangle.
    fn corners(&mut self, op: Op, call: &Call) -> Option<Value> {
        const CORNERS: u32 = 3;
        let record = self.ty(call.ty, call.span);
        let corner = self.b.ctx.part_type(record, 0)?;
        let number = self.b.ctx.scalar(Scalar::F32);
        let numbers = self.b.ctx.vector(Scalar::F32, (CORNERS * CORNERS) as u16);
        let mut args: Vec<Value> = call.object.into_iter().collect();
        args.extend((0..call.args.len()).map(|at| self.arg(call, at)));
        let all = self.b.value(op, numbers, Imm::None, &args);
        let mut corners = Vec::new();
        for first in (0..CORNERS * CORNERS).step_by(CORNERS as usize) {
            let parts: Vec<Value> =
                (first..first + CORNERS).map(|at| self.b.value(Op::Extract, number, Imm::Index(at), &[all])).collect();
            corners.push(self.b.construct(corner, &parts));
        }
        Some(self.b.construct(record, &corners))
    }

    fn plain(&mut self, op: Op, call: &Call, args: &[Value]) -> Option<Value> {
        let ty = self.ty(call.ty, call.span);
        self.b.inst(op, ty, Imm::None, args)
    }

    /// One number of a vector or matrix that a query knows or a ray shader gets.
    fn number_of(&mut self, op: Op, call: &Call, whole: Type, part: u32) -> Value {
        let scalar = self.b.ctx.scalar_of(whole).unwrap_or(Scalar::F32);
        let ty = self.b.ctx.scalar(scalar);
        let mut args: Vec<Value> = call.object.into_iter().collect();
        args.extend((0..call.args.len()).map(|at| self.arg(call, at)));
        self.b.value(op, ty, Imm::Index(part), &args)
    }

    fn transform(&mut self, op: Op, call: &Call, transposed: bool) -> Option<Value> {
        let TyData::Matrix { rows, cols, .. } = *self.cx.program.types.data(call.ty) else { return None };
        let ty = self.ty(call.ty, call.span);
        let row_ty = self.b.ctx.part_type(ty, 0)?;
        let mut values = Vec::with_capacity(usize::from(rows));
        for row in 0..u32::from(rows) {
            let mut numbers = Vec::with_capacity(usize::from(cols));
            for col in 0..u32::from(cols) {
                let at = if transposed { col * COLUMNS + row } else { row * COLUMNS + col };
                numbers.push(self.number_of(op, call, row_ty, at));
            }
            values.push(self.b.construct(row_ty, &numbers));
        }
        Some(self.b.construct(ty, &values))
    }

    fn trace_ray(&mut self, call: &Call, op: Op) -> Option<Value> {
        let mut args: Vec<Value> = (0..RAY_OF_TRACE).map(|at| self.arg(call, at)).collect();
        let ray = self.arg(call, RAY_OF_TRACE);
        args.extend(self.ray(ray));
        self.with_memory(call, PAYLOAD, |this, memory| {
            args.push(memory);
            this.plain(op, call, &args)
        })
    }

    /// Copies an argument to memory of its own, which another shader reads and writes, and back again.
    fn with_memory(
        &mut self,
        call: &Call,
        position: usize,
        build: impl FnOnce(&mut Self, Value) -> Option<Value>,
    ) -> Option<Value> {
        let Some(Operand::Out(target, param_ty, place_ty)) = call.args.get(position) else { return None };
        let value = self.load_place(target);
        let value = self.convert_shape(value, *place_ty, *param_ty, call.span);
        let memory = self.variable_of(self.b.func.ty(value));
        self.b.store(memory, value);
        let result = build(self, memory);
        let value = self.b.load(memory);
        self.store_out(call, position, value);
        result
    }

    /// The numbers of a ray, in the order in which operations take them.
    fn ray(&mut self, ray: Value) -> Vec<Value> {
        let mut numbers = Vec::new();
        for member in RAY {
            let member = self.b.extract(ray, member);
            numbers.extend(self.components(member));
        }
        numbers
    }

    fn trace_ray_inline(&mut self, query: Value, call: &Call) -> Option<Value> {
        let flags = call.object_ty.and_then(|ty| query_flags(&self.cx.program.types, ty)).unwrap_or_default();
        let mut args = vec![query, self.arg(call, 0), self.b.i32(flags.rays), self.arg(call, 1), self.arg(call, 2)];
        let ray = self.arg(call, 3);
        args.extend(self.ray(ray));
        let void = self.b.ctx.void();
        self.b.inst(Op::TraceRayInline, void, Imm::None, &args)
    }

    /// Gives a variable that is declared without a value, or each query in it, a query of its own, and each hit object nothing.
    pub(crate) fn start_queries(&mut self, pointer: Value, ty: Ty, span: Span) {
        if !self.start_each(pointer, ty, span) {
            self.cx.report(errors::too_many_queries(span, self.cx.options.budgets.queries));
        }
    }

    /// The same; false if the function holds more of them than it may.
    fn start_each(&mut self, pointer: Value, ty: Ty, span: Span) -> bool {
        let program = self.cx.program;
        if matches!(program.types.data(ty), TyData::Object(ObjectKind::RayQuery | ObjectKind::HitObject, _)) {
            self.queries += 1;
            if self.queries > self.cx.options.budgets.queries {
                return false;
            }
        }
        if let Some(flags) = query_flags(&program.types, ty) {
            let number = self.b.ctx.i32();
            let own = self.b.i32(flags.own);
            let query = self.b.value(Op::AllocateRayQuery, number, Imm::Index(flags.rays), &[own]);
            self.b.store(pointer, query);
            return true;
        }
        let parts: Vec<(u32, Ty)> = match program.types.data(ty) {
            TyData::Object(ObjectKind::HitObject, _) => {
                let ty = self.b.ctx.hit_object();
                let nothing = self.b.value(Op::HitNop, ty, Imm::None, &[]);
                self.b.store(pointer, nothing);
                return true;
            }
            TyData::Array(element, Some(count)) if holds_query(&program.types, *element) => {
                // Each has one at least, so that more elements need not be listed.
                let most = self.cx.options.budgets.queries.saturating_add(1);
                (0..(*count).min(most)).map(|at| (at, *element)).collect()
            }
            TyData::Struct(id) => {
                let fields = program.types.structs[*id].fields.iter().enumerate();
                fields
                    .filter(|(_, field)| holds_query(&program.types, field.ty))
                    .map(|(at, field)| (at as u32, field.ty))
                    .collect()
            }
            TyData::Array(..)
            | TyData::Error
            | TyData::Void
            | TyData::String
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Enum(_)
            | TyData::Object(..) => Vec::new(),
        };
        for (at, part) in parts {
            let at = self.slot_of(ty, at);
            let at = self.b.i32(at);
            let pointer = self.b.gep(pointer, &[at]);
            if self.deeper(span, |this| this.start_each(pointer, part, span)) == Some(false) {
                return false;
            }
        }
        true
    }

    /// The index of a member in the IR's struct: bit-fields that share a number are one member there.
    fn slot_of(&mut self, ty: Ty, member: u32) -> u32 {
        let lowered = self.ty(ty, Span::default());
        let hlslc_ir::TypeData::Struct(id) = *self.b.ctx.type_data(lowered) else { return member };
        let slots = self.cx.packed_fields(id);
        slots.and_then(|slots| slots.get(member as usize)).map_or(member, |slot| slot.index)
    }
}
