//! Lints of declarations that nothing uses: variables, parameters, functions, resources.

use super::{Body, Look};
use crate::errors;
use cranelift_entity::EntitySet;
use hlslc_hir::hir::{ExprKind, FuncId, GlobalId, GlobalKind, PlaceBase, StmtKind};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::types::{Ty, TyData};

/// A name that says itself that nothing uses it.
fn is_meant(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    name.starts_with('_') || name.is_empty() || ["unused", "dummy", "pad"].iter().any(|word| lower.contains(word))
}

pub(super) fn look_at_function(look: &mut Look<'_>, id: FuncId, body: &Body<'_>) {
    let is_entry = look.program.entries.iter().any(|entry| entry.func == id);
    for param in &body.func.params {
        let local = &body.func.locals[param.local];
        let name = look.interner.text(local.name).to_owned();
        let is_used = body.read.contains(param.local) || body.written.contains(param.local);
        if !is_used && !is_entry && !is_meant(&name) && body.func.this.is_none() {
            look.found.push(errors::unused_parameter(local.span, &name));
        }
    }
    for stmt in body.func.stmts.values() {
        let StmtKind::Declare { local: id, init } = stmt.kind else { continue };
        let local = &body.func.locals[id];
        let name = look.interner.text(local.name).to_owned();
        // A call may be there for its effects, and objects are used by other means than reading.
        let has_effects = init.is_some_and(|init| matches!(body.expr(init).kind, ExprKind::Call { .. }));
        let is_object = matches!(look.program.types.data(local.ty), TyData::Object(..));
        let is_written = init.is_some() || body.written.contains(id);
        if !body.read.contains(id)
            && is_written
            && !has_effects
            && !is_object
            && !is_meant(&name)
            && !look.is_in_macro(local.span)
            && look.mentions(&name, body.span()) <= body.named(id)
        {
            look.found.push(errors::unread_variable(local.span, &name));
        }
    }
}

pub(super) fn look(look: &mut Look<'_>) {
    let program = look.program;
    let mut mentioned: EntitySet<GlobalId> = EntitySet::new();
    let mut called: EntitySet<FuncId> = EntitySet::new();
    for func in program.funcs.values() {
        for expr in func.exprs.values() {
            for (_, place) in expr.kind.places() {
                if let PlaceBase::Global(id) = place.base {
                    mentioned.insert(id);
                }
            }
            if let ExprKind::Call { func, .. } = expr.kind {
                called.insert(func);
            }
        }
    }
    for (id, global) in &program.globals {
        let is_resource = matches!(global.kind, GlobalKind::Resource);
        if is_resource
            && is_bound(look, global.ty)
            && !mentioned.contains(id)
            && look.is_in_root(global.span)
            && !look.is_in_macro(global.span)
            && !is_meant(&global.name)
            // Code that conditions leave out may mention it.
            && look.file_of(global.span).is_none_or(|file| look.mentions(&global.name, file) <= 1)
        {
            look.found.push(errors::unused_resource(global.span, &global.name));
        }
    }
    for (id, func) in &program.funcs {
        // A function with semantics may be another entry point.
        let is_entry_like = func.ret_semantic.is_some() || func.params.iter().any(|param| param.semantic.is_some());
        if func.body.is_some()
            && !look.reached.contains(id)
            && !called.contains(id)
            && !is_entry_like
            && func.this.is_none()
            && look.is_in_root(func.span)
            && !look.is_in_macro(func.span)
        {
            look.found.push(errors::unused_function(func.span, &func.name));
        }
    }
}

/// Whether a type is a resource that the application binds, or an array of such.
fn is_bound(look: &Look<'_>, ty: Ty) -> bool {
    let (types, mut ty) = (&look.program.types, ty);
    while let TyData::Array(element, _) = *types.data(ty) {
        ty = element;
    }
    matches!(
        types.data(ty),
        TyData::Object(kind, _) if matches!(
            kind.info().class,
            ObjectClass::Srv | ObjectClass::Uav | ObjectClass::Cbv | ObjectClass::Sampler
        )
    )
}
