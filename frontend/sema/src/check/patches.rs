//! Checks hull shaders and their patch-constant functions: finds the function, and checks that both have the same
//! patches.

use crate::cx::{Checker, FnId};
use crate::errors;
use crate::scope::ValueEntity;
use hlslc_base::Span;
use hlslc_hir::hir::{EntryAttributes, FuncId, ParamMode};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::{ObjectArg, Semantic, Ty, TyData};
use hlslc_semantics::SystemValue;

impl Checker<'_> {
    /// Whether the last of the functions of a name that give factors has a body: that one is the patch-constant function to DXC.
    pub(super) fn is_last_defined(&self, name: &str) -> bool {
        let global = self.scopes.get(self.global_scope);
        let declared = self.names.get(name).and_then(|name| global.values.get(&name));
        let Some(ValueEntity::Functions(set)) = declared.map(|declared| &declared.entity) else { return false };
        let gives = |id: &&FnId| self.fns[**id].func.is_some_and(|func| self.gives_tess_factors(func));
        let last = self.sets[*set].iter().rfind(gives).or(self.sets[*set].last());
        last.is_some_and(|&last| self.fns[last].has_body)
    }

    /// Whether a function gives the factors that make it a patch-constant function.
    pub(super) fn gives_tess_factors(&self, func: FuncId) -> bool {
        let data = &self.program.funcs[func];
        let is_factor = |semantic: Option<&Semantic>| {
            semantic.is_some_and(|found| SystemValue::from_name(&found.name) == Some(SystemValue::TessFactor))
        };
        let gives = |ty: Ty, semantic: Option<&Semantic>| {
            let fields = self.struct_of(ty).map(|id| self.types().structs[id].fields.as_slice()).unwrap_or_default();
            is_factor(semantic) || fields.iter().any(|field| is_factor(field.semantic.as_ref()))
        };
        gives(data.ret, data.ret_semantic.as_ref())
            || data
                .params
                .iter()
                .filter(|param| param.mode != ParamMode::In)
                .any(|param| gives(data.locals[param.local].ty, param.semantic.as_ref()))
    }

    /// Checks that the patches of a patch-constant function are those of its hull shader.
    pub(super) fn check_patch_sizes(&mut self, hull: FuncId, patch: FuncId, attributes: &EntryAttributes) {
        let input = self.patch_sizes(hull).into_iter().find(|p| p.0 == ObjectKind::InputPatch).map(|p| p.1);
        for (kind, size, span) in self.patch_sizes(patch) {
            let wanted = if matches!(kind, ObjectKind::InputPatch) { input } else { attributes.output_control_points };
            if let Some(wanted) = wanted
                && wanted != size
            {
                self.report(errors::patch_size(span, size, wanted));
            }
        }
    }

    /// The patches among a function's parameters.
    pub(super) fn patch_sizes(&self, func: FuncId) -> Vec<(ObjectKind, u32, Span)> {
        let data = &self.program.funcs[func];
        let size = |ty: Ty| {
            if let TyData::Object(kind @ (ObjectKind::InputPatch | ObjectKind::OutputPatch), args) =
                self.types().data(ty)
            {
                match args.get(1) {
                    Some(&ObjectArg::Number(size)) => Some((*kind, size)),
                    _ => None,
                }
            } else {
                None
            }
        };
        let locals = data.params.iter().map(|param| &data.locals[param.local]);
        locals.filter_map(|local| size(local.ty).map(|(kind, n)| (kind, n, local.span))).collect()
    }
}
