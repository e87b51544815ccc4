//! Checks the flags of ray queries: of the type, of its rays, and their shader models.
//!
//! A type that asks for opacity micromaps of two states, or a ray of it that does, must allow them; and only DXIL of shader
//! model 6.9 can express that a query allows them.

use crate::cx::Checker;
use crate::errors;
use crate::intrinsic_match::Resolved;
use hlslc_base::{ShaderModel, Span};
use hlslc_hir::hir::{Arg, Expr, ExprKind, FuncId, Global, GlobalId, Local, Place, PlaceBase, Stmt, StmtKind};
use hlslc_hir::intrinsics::{Expansion, Lowering, raytracing};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{Coherence, ObjectArg, Ty, TyData};
use hlslc_hir::value::ScalarValue;

/// `RAY_FLAG_FORCE_OMM_2_STATE`.
const FORCE_TWO_STATES: u32 = 0x400;
/// `RAYQUERY_FLAG_ALLOW_OPACITY_MICROMAPS`.
const ALLOW_MICROMAPS: u32 = 1;
/// The argument of `TraceRayInline` that holds the flags of the ray.
const FLAGS: usize = 1;
/// The first shader model in which a query has flags of its own beside those of its rays.
const OWN_FLAGS: ShaderModel = ShaderModel::new(6, 9);

impl Checker<'_> {
    /// Checks the flags of a ray query's type.
    pub fn check_query_type(&mut self, kind: ObjectKind, args: &[ObjectArg], span: Span) {
        if kind == ObjectKind::RayQuery
            && number(args, 0) & FORCE_TWO_STATES != 0
            && number(args, 1) & ALLOW_MICROMAPS == 0
        {
            self.report(errors::query_flags_conflict(span));
        }
    }

    /// Checks that the target has the query that a local variable is or holds.
    pub fn check_query_variable(&mut self, ty: Ty, span: Span) {
        if self.options.dialect.by_shader_model
            && self.options.target.model < OWN_FLAGS
            && self.holds_object(ty)
            && self.holds_query(ty, |args| number(args, 1) != 0)
        {
            self.body.if_reached.push(errors::query_flags_model(span, &OWN_FLAGS.to_string()));
        }
    }

    /// Checks the flags with which a query starts on a ray.
    pub fn check_query_trace(&mut self, resolved: &Resolved, object: Ty, args: &[Arg]) {
        let traces = resolved.lowering() == Lowering::Expand(Expansion::Rays(raytracing::Expansion::Trace));
        let (true, Some(&Arg::In(flags))) = (traces, args.get(FLAGS)) else { return };
        let TyData::Object(_, of_type) = self.types().data(object) else { return };
        if number(of_type, 1) & ALLOW_MICROMAPS != 0 {
            return;
        }
        let known = self.eval(flags);
        if let Some(ScalarValue::Int(bits)) = known.as_ref().and_then(crate::consteval::scalar)
            && bits & u64::from(FORCE_TWO_STATES) != 0
        {
            let span = self.body.func.exprs[flags].span;
            self.body.if_reached.push(errors::query_flags_conflict(span));
        }
    }

    /// Gives a `static` variable that is or holds a query, and has no initial value, queries of its own when the shader starts.
    pub fn start_static_query(&mut self, global: GlobalId) {
        let Global { name, span, ty, .. } = &self.program.globals[global];
        let (ty, span) = (*ty, *span);
        if !self.holds_object(ty) || !self.holds_query(ty, |_| true) {
            return;
        }
        let name = name.clone();
        self.program.globals[global].init_func = Some(self.query_maker(&name, ty, span));
    }

    /// A function that gives a new value of a type that is or holds a query.
    pub fn query_maker(&mut self, name: &str, ty: Ty, span: Span) -> FuncId {
        let mut func = hlslc_hir::hir::Function::empty();
        func.name = format!("{name}.init");
        func.span = span;
        func.ret = ty;
        let name = self.names.intern(&format!("{name}.start"));
        let local = func.locals.push(Local { name, ty, span, precise: false, coherence: Coherence::default() });
        let place = Place { base: PlaceBase::Local(local), projections: Vec::new(), ty, span };
        let value = func.exprs.push(Expr { ty, kind: ExprKind::Load(place), span });
        let list = vec![
            func.stmts.push(Stmt { kind: StmtKind::Declare { local, init: None }, span }),
            func.stmts.push(Stmt { kind: StmtKind::Return(Some(value)), span }),
        ];
        func.body = Some(func.stmts.push(Stmt { kind: StmtKind::Block(list), span }));
        self.program.funcs.push(func)
    }

    /// Checks that no query and no hit object comes from outside: a variable that the application fills holds neither. A `static`
    /// one may hold queries.
    pub fn reject_given(&mut self, ty: Ty, is_static: bool, span: Span) -> bool {
        let rejection = if !self.holds_object(ty) {
            None
        } else if !is_static && self.holds_query(ty, |_| true) {
            Some(errors::query_given(span))
        } else if self.holds(ty, ObjectKind::HitObject, |_| true) {
            Some(errors::hit_object_given(span))
        } else if self.holds(ty, ObjectKind::LinAlgMatrix, |_| true) {
            Some(errors::matrix_given(span))
        } else {
            None
        };
        let is_rejected = rejection.is_some();
        if let Some(rejection) = rejection {
            self.report(rejection);
        }
        is_rejected
    }

    /// Whether a type is a query that `wanted` says yes to by its arguments, or holds one.
    pub fn holds_query(&self, ty: Ty, wanted: impl Fn(&[ObjectArg]) -> bool) -> bool {
        self.holds(ty, ObjectKind::RayQuery, wanted)
    }

    /// Whether a type is an object of this kind that `wanted` says yes to by its arguments, or holds one.
    fn holds(&self, ty: Ty, kind: ObjectKind, wanted: impl Fn(&[ObjectArg]) -> bool) -> bool {
        self.types().holds_object(ty, |found, args| found == kind && wanted(args))
    }
}

/// The flags at a position of a query's type; an argument that is not written has none.
fn number(args: &[ObjectArg], position: usize) -> u32 {
    match args.get(position) {
        Some(&ObjectArg::Number(flags)) => flags,
        Some(ObjectArg::Type(_)) | None => 0,
    }
}
