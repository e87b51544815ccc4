//! The section on what is in buffers: constant buffers, texture buffers and structured buffers.

use std::fmt::Write as _;

use crate::module::Module;
use crate::shader::{Element, Resource, ResourceDetail, ResourceKind, Resources};
use crate::types::{Type, TypeId};

/// Prints the section; `module` is the one the resources are of.
pub(super) fn print(out: &mut String, module: &Module, resources: &Resources) {
    out.push_str(";\n; Buffer Definitions:\n;\n");
    for resource in &resources.cbvs {
        let ResourceDetail::Cbv { size } = resource.detail else { continue };
        let _ = writeln!(out, "; cbuffer {}\n; {{\n;", resource.name);
        let _ = writeln!(out, ";   [{size} x i8] (type annotation not present)\n;\n; }}\n;");
    }
    for resource in resources.srvs.iter().chain(&resources.uavs) {
        let (ResourceDetail::Srv { element, .. } | ResourceDetail::Uav { element, .. }) = resource.detail else {
            continue;
        };
        if resource.kind() == ResourceKind::TBuffer {
            let _ = writeln!(out, "; tbuffer {}\n; {{\n;", resource.name);
            out.push_str(";   (type annotation not present)\n;\n; }\n;\n");
        } else if let Element::Struct { stride } = element {
            let _ = writeln!(out, "; Resource bind info for {}\n; {{\n;", resource.name);
            let _ = writeln!(out, ";   [{stride} x i8] (type annotation not present)");
            let holds_struct = element_type(module, resource).is_some_and(|ty| is_user_struct(module, ty));
            out.push_str(if holds_struct { "; }\n;\n" } else { ";\n; }\n;\n" });
        }
    }
}

/// The element type of a structured buffer: the first member of the type its variable points to.
fn element_type(module: &Module, resource: &Resource) -> Option<TypeId> {
    let mut ty = module.types.pointee(module.constants.ty(resource.variable))?;
    while let Type::Array { elem, .. } = module.types.get(ty) {
        ty = *elem;
    }
    module.types.element(ty, 0)
}

/// Whether a type is a struct that is not how matrices are represented.
fn is_user_struct(module: &Module, ty: TypeId) -> bool {
    match module.types.get(ty) {
        Type::Struct { .. } => true,
        Type::Named(id) => !module.types.named(*id).name.starts_with(b"class.matrix."),
        _ => false,
    }
}
