//! Checks the rules of geometry, hull, domain, mesh and amplification shaders on their parameters.

use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Diagnostic, Span, Stage};
use hlslc_hir::hir::{FuncId, Param, ParamMode, ParamRole};
use hlslc_hir::objects::{ObjectClass, ObjectKind};
use hlslc_hir::types::{ObjectArg, Ty, TyData};
use hlslc_semantics::limits;
use rustc_hash::FxHashSet;

/// Whether a parameter says which primitive a geometry shader takes.
fn is_primitive(role: ParamRole) -> bool {
    !matches!(role, ParamRole::Vertices | ParamRole::Indices | ParamRole::Primitives | ParamRole::Payload)
}

impl Checker<'_> {
    /// Checks the patches among the parameters of a function that is called: how many there are, their lengths, that they are
    /// read only.
    pub fn check_patches(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        let mut seen: Vec<(ObjectKind, Span)> = Vec::new();
        for param in &data.params {
            let local = &data.locals[param.local];
            let TyData::Object(kind, args) = self.data(local.ty) else { continue };
            if kind.info().class != ObjectClass::Patch {
                continue;
            }
            if let Some(&(_, first)) = seen.iter().find(|old| old.0 == kind) {
                self.report(errors::patch_twice(local.span, kind.name()).label(first, "this is the first"));
            }
            seen.push((kind, local.span));
            if let Some(&ObjectArg::Number(points)) = args.get(1)
                && !(1..=limits::CONTROL_POINTS).contains(&points)
            {
                self.report(errors::patch_points(local.span, points, limits::CONTROL_POINTS));
            }
            if param.mode != ParamMode::In {
                self.report(errors::patch_mode(local.span, kind.name()));
            }
        }
    }

    /// Checks that the words before parameters are those of the stage.
    pub fn check_roles(&mut self, func: FuncId, stage: Stage) {
        let data = self.program.funcs[func].declaration();
        for param in &data.params {
            let wanted = match param.role {
                Some(role) if is_primitive(role) => Stage::Geometry,
                Some(_) => Stage::Mesh,
                None => continue,
            };
            if stage != wanted {
                self.report(errors::role_not_here(
                    data.locals[param.local].span,
                    &stage.to_string(),
                    &wanted.to_string(),
                ));
            }
        }
    }

    /// Checks that a geometry shader takes one kind of primitive and writes to streams alone.
    pub fn check_geometry_params(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        let span = |param: &Param| data.locals[param.local].span;
        let kind = |this: &Self, param: &Param| this.object_kind(data.locals[param.local].ty);
        let mut streams = Vec::new();
        let mut first: Option<(Option<ParamRole>, Span)> = None;
        for param in &data.params {
            let kind = kind(self, param);
            if let Some(kind) = kind
                && kind.info().class == ObjectClass::Stream
            {
                streams.push((kind, span(param)));
                continue;
            }
            let is_patch = kind.is_some_and(|kind| kind.info().class == ObjectClass::Patch);
            if param.mode != ParamMode::In && !is_patch {
                self.report(errors::geometry_output(span(param)));
            }
            let role = param.role.filter(|&role| is_primitive(role));
            if role.is_none() && !is_patch {
                continue;
            }
            match first {
                Some((before, at)) if before != role => {
                    let error = errors::primitives_differ(span(param));
                    self.report(error.label(at, "this is another one"));
                }
                Some(_) => {}
                None => first = Some((role, span(param))),
            }
        }
        if let Some(&(_, at)) = streams.get(limits::GEOMETRY_STREAMS as usize) {
            self.report(errors::too_many_streams(at, limits::GEOMETRY_STREAMS));
        }
        if streams.len() > 1
            && let Some(&(kind, at)) = streams.iter().find(|stream| stream.0 != ObjectKind::PointStream)
        {
            self.report(errors::streams_of_points(at, kind.name()));
        }
    }

    /// Checks the payload that a mesh shader takes.
    pub fn check_payload_param(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        for param in data.params.iter().filter(|param| param.role == Some(ParamRole::Payload)) {
            let local = &data.locals[param.local];
            if let Some(problem) = self.check_payload(local.ty, local.span) {
                self.report(problem);
            }
        }
        if !self.options.dialect.optional_mesh_outputs {
            for (role, word) in [(ParamRole::Vertices, "vertices"), (ParamRole::Indices, "indices")] {
                if !data.params.iter().any(|param| param.role == Some(role)) {
                    self.report(errors::mesh_output_missing(data.span, word));
                }
            }
        }
    }

    /// A payload is a struct of numbers. Gives what is wrong with it where it is used by a shader that runs.
    pub fn check_payload(&mut self, ty: Ty, span: Span) -> Option<Diagnostic> {
        let is_struct = match self.types().data(ty) {
            TyData::Struct(id) => !self.types().structs[*id].fields.is_empty(),
            TyData::Error => return None,
            TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => false,
        };
        if !is_struct || self.holds_object(ty) {
            let shown = self.show(ty);
            self.report(errors::payload_type(span, &shown));
            return None;
        }
        let bytes = self.memory_size(ty).0;
        (bytes > u64::from(limits::PAYLOAD_BYTES))
            .then(|| errors::payload_too_large(span, bytes, limits::PAYLOAD_BYTES))
    }

    /// A hull shader's two functions run apart: neither calls the other.
    pub fn check_patch_calls(&mut self, calls: &dyn Fn(FuncId) -> Vec<(FuncId, Span)>) {
        for entry in self.program.entries.clone() {
            let (Stage::Hull, Some(patch)) = (entry.stage, entry.attributes.patch_constant_func) else { continue };
            for (from, to) in [(entry.func, patch), (patch, entry.func)] {
                if from == to {
                    let name = self.program.funcs[patch].name.clone();
                    self.report(errors::patch_function_called(self.program.funcs[patch].span, &name, &name));
                    break;
                }
                let mut seen = FxHashSet::from_iter([from]);
                let mut open = vec![from];
                let mut found = None;
                while let (None, Some(func)) = (found, open.pop()) {
                    let callees = calls(func);
                    found = callees.iter().find(|call| call.0 == to).map(|call| call.1);
                    open.extend(callees.into_iter().map(|call| call.0).filter(|&callee| seen.insert(callee)));
                }
                if let Some(span) = found {
                    let names = (self.program.funcs[to].name.clone(), self.program.funcs[from].name.clone());
                    self.report(errors::patch_function_called(span, &names.0, &names.1));
                }
            }
        }
    }
}
