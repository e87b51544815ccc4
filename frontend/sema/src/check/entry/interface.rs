//! Checks what an entry point takes and returns by the rules of its stage: whether it returns anything, streams of geometry shaders,
//! payloads and attributes of ray shaders, and the points at which it has a signature.
//!
//! Input: a checked function and its stage. Output: diagnostics.

use super::signature::vertices_of;
use crate::cx::Checker;
use crate::errors;
use hlslc_base::{Span, Stage};
use hlslc_hir::hir::{FuncId, ParamMode};
use hlslc_hir::objects::ObjectClass;
use hlslc_hir::types::{Ty, TyData, Types};
use hlslc_ir::subobject::SubobjectValue;
use hlslc_semantics::{SigPoint, limits};

impl Checker<'_> {
    pub(super) fn check_interface(&mut self, func: FuncId, stage: Stage) {
        self.check_patches(func);
        self.check_roles(func, stage);
        match stage {
            Stage::Vertex => self.check_signature(func, SigPoint::VsIn, SigPoint::VsOut),
            Stage::Pixel => self.check_signature(func, SigPoint::PsIn, SigPoint::PsOut),
            Stage::Compute => {
                self.check_no_result(func, stage);
                self.check_no_nodes(func);
                self.check_signature(func, SigPoint::CsIn, SigPoint::CsIn);
            }
            Stage::Amplification => {
                self.check_no_result(func, stage);
                self.check_signature(func, SigPoint::AsIn, SigPoint::AsIn);
            }
            Stage::Mesh => {
                self.check_no_result(func, stage);
                let attributes = self.function_attrs[func].entry.clone();
                self.check_mesh(func, &attributes);
                self.check_payload_param(func);
                self.check_signature(func, SigPoint::MsIn, SigPoint::MsOut);
            }
            Stage::Geometry => {
                self.check_no_result(func, stage);
                self.check_geometry(func);
                self.check_geometry_params(func);
                self.check_signature(func, SigPoint::GsIn, SigPoint::GsOut);
            }
            Stage::Hull => self.check_signature(func, SigPoint::HsIn, SigPoint::HscpOut),
            Stage::Domain => self.check_signature(func, SigPoint::DsIn, SigPoint::DsOut),
            Stage::RayGeneration
            | Stage::Intersection
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Miss
            | Stage::Callable => self.check_ray_shader(func, stage),
            Stage::Node => self.check_node(func),
            Stage::Library => {}
        }
    }

    /// Inputs and outputs of nodes are for nodes, although these are compute shaders in all else.
    fn check_no_nodes(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        for local in data.params.iter().map(|param| &data.locals[param.local]) {
            if self.object_kind(self.array_base(local.ty)).is_some_and(|kind| kind.info().class == ObjectClass::Node) {
                let shown = self.show(local.ty);
                self.report(errors::entry_object(local.span, &shown));
            }
        }
    }

    fn check_no_result(&mut self, func: FuncId, stage: Stage) {
        let data = &self.program.funcs[func];
        if data.ret != Types::VOID {
            let (span, ret) = (data.span, data.ret);
            self.report_unless_error(&[ret], errors::entry_result(span, &stage.to_string()));
        }
    }

    fn check_geometry(&mut self, func: FuncId) {
        let data = self.program.funcs[func].declaration();
        let streams = data
            .params
            .iter()
            .filter(|p| {
                self.object_kind(data.locals[p.local].ty).is_some_and(|k| k.info().class == ObjectClass::Stream)
            })
            .count();
        if streams == 0 {
            self.report(errors::geometry_stream(data.span));
        }
        for param in &data.params {
            let local = &data.locals[param.local];
            let Some(wanted) = param.role.and_then(vertices_of) else { continue };
            match self.types().data(local.ty) {
                TyData::Array(_, Some(n)) if *n == wanted => {}
                // Vertices of nothing are no input of Vulkan.
                TyData::Array(element, Some(_))
                    if self.options.dialect.empty_vertices && self.scalar_count(*element) == 0 => {}
                TyData::Error => {}
                TyData::Void
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Array(..)
                | TyData::Struct(_)
                | TyData::Enum(_)
                | TyData::Object(..)
                | TyData::String => self.report(errors::geometry_input_size(local.span, wanted)),
            }
        }
    }

    fn check_ray_shader(&mut self, func: FuncId, stage: Stage) {
        let data = self.program.funcs[func].declaration();
        if data.ret != Types::VOID {
            self.report_unless_error(&[data.ret], errors::entry_result(data.span, &stage.to_string()));
        }
        if let Some(text) = &self.function_attrs[func].root_signature {
            let at = text.span;
            self.report(errors::root_signature_on_ray_shader(at));
        }
        let most = match stage {
            Stage::RayGeneration | Stage::Intersection => 0,
            Stage::Miss | Stage::Callable => 1,
            Stage::Pixel
            | Stage::Vertex
            | Stage::Geometry
            | Stage::Hull
            | Stage::Domain
            | Stage::Compute
            | Stage::Library
            | Stage::AnyHit
            | Stage::ClosestHit
            | Stage::Mesh
            | Stage::Amplification
            | Stage::Node => 2,
        };
        if data.params.len() > most {
            self.report(errors::ray_parameters(data.span, &stage.to_string(), most));
            return;
        }
        if data.params.len() < most {
            self.report(errors::ray_parameters(data.span, &stage.to_string(), most));
        }
        for (position, param) in data.params.iter().enumerate() {
            let local = &data.locals[param.local];
            let shown = self.show(local.ty);
            let is_struct = matches!(self.types().data(local.ty), TyData::Struct(_) | TyData::Error);
            let wanted = if position == 0 { ParamMode::InOut } else { ParamMode::In };
            if !is_struct || self.holds_object(local.ty) {
                self.report(errors::ray_parameter_type(local.span, &shown));
            } else if param.mode != wanted {
                let word = if position == 0 { "inout" } else { "in" };
                self.report(errors::ray_parameter_mode(local.span, word));
            } else if self.types().is_error(local.ty) {
            } else if self.scalar_count(local.ty) == 0 {
                self.report(errors::ray_parameter_empty(local.span, &shown));
            } else {
                self.check_ray_size(local.ty, stage, position, local.span);
            }
        }
        self.check_payload_use(func, stage);
    }

    /// Checks that a state object can hold what a ray shader is given.
    fn check_ray_size(&mut self, ty: Ty, stage: Stage, position: usize, span: Span) {
        if stage == Stage::Callable {
            return;
        }
        let (what, bytes) = (if position == 0 { "payload" } else { "attribute struct" }, self.memory_size(ty).0);
        if position > 0 && bytes > u64::from(limits::RAY_ATTRIBUTE_BYTES) {
            self.report(errors::attributes_too_large(span, bytes, limits::RAY_ATTRIBUTE_BYTES));
            return;
        }
        let allowed = self.program.subobjects.iter().filter_map(|object| {
            if let SubobjectValue::ShaderConfig { payload_bytes, attribute_bytes } = object.value {
                Some((u64::from(if position == 0 { payload_bytes } else { attribute_bytes }), object.span))
            } else {
                None
            }
        });
        if let Some((most, config)) = allowed.max_by_key(|row| row.0).filter(|row| row.0 < bytes) {
            self.report(errors::larger_than_config(span, what, bytes, most).label(config, "the most that is allowed"));
        }
    }
}
