//! Prints types.

use std::fmt::Write as _;

use crate::module::Module;
use crate::types::{Type, TypeId};

use super::{Printer, emit};

/// Types nested deeper than this, which no DXIL module has, print as dots.
const MAX_DEPTH: u32 = 200;
/// Text for each type, constant, instruction and entry of metadata of a module, and for one without any. Types and constants
/// stop when there is more, so that ones made of others many times over do not fill the memory.
const TEXT_PER_ENTITY: usize = 1 << 10;
pub(super) const LEAST_TEXT: usize = 1 << 18;

/// The length at which the text of types and constants stops.
pub(super) fn text_limit(module: &Module) -> usize {
    let constants = module.constants.iter().map(|(_, constant)| 1 + constant.kind.operands().len());
    let bodies = module.functions.values().filter_map(|function| function.body.as_ref());
    let insts = bodies.map(|body| body.insts.len());
    let entities = constants.chain(insts).sum::<usize>() + module.types.len() + module.metadata.len();
    entities.saturating_mul(TEXT_PER_ENTITY).saturating_add(LEAST_TEXT)
}

impl Printer<'_> {
    /// Writes a type, by name where it has one.
    pub(super) fn ty(&mut self, ty: TypeId) {
        self.ty_within(ty, MAX_DEPTH);
    }

    fn ty_within(&mut self, ty: TypeId, depth: u32) {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.out.len() < self.limit) else {
            self.out.push_str("...");
            return;
        };
        match self.module.types.get(ty) {
            Type::Void => self.out.push_str("void"),
            Type::Half => self.out.push_str("half"),
            Type::Float => self.out.push_str("float"),
            Type::Double => self.out.push_str("double"),
            Type::Label => self.out.push_str("label"),
            Type::Metadata => self.out.push_str("metadata"),
            Type::Other(other) => self.out.push_str(other.name()),
            Type::Int(bits) => emit!(self, "i{bits}"),
            Type::Pointer { pointee, addrspace } => {
                self.ty_within(*pointee, depth);
                if *addrspace != 0 {
                    emit!(self, " addrspace({addrspace})");
                }
                self.out.push('*');
            }
            Type::Array { elem, len } => {
                emit!(self, "[{len} x ");
                self.ty_within(*elem, depth);
                self.out.push(']');
            }
            Type::Vector { elem, len } => {
                emit!(self, "<{len} x ");
                self.ty_within(*elem, depth);
                self.out.push('>');
            }
            Type::Struct { packed, fields } => self.fields(*packed, fields, depth),
            Type::Named(id) => {
                let name = &self.module.types.named(*id).name;
                self.out.push('%');
                if name.is_empty() {
                    let number = self.slots.numbered_structs.iter().position(|&known| known == ty);
                    emit!(self, "{}", number.unwrap_or(0));
                } else {
                    let _ = name.write_identifier(&mut self.out);
                }
            }
            Type::Function { ret, params, vararg } => {
                self.ty_within(*ret, depth);
                self.out.push_str(" (");
                for (index, &param) in params.iter().enumerate() {
                    if index > 0 {
                        self.out.push_str(", ");
                    }
                    self.ty_within(param, depth);
                }
                if *vararg {
                    self.out.push_str(if params.is_empty() { "..." } else { ", ..." });
                }
                self.out.push(')');
            }
        }
    }

    /// Prints the body of a named struct.
    pub(super) fn struct_body(&mut self, ty: TypeId) {
        let Type::Named(id) = self.module.types.get(ty) else { return };
        let named = self.module.types.named(*id);
        match &named.fields {
            Some(fields) => self.fields(named.packed, fields, MAX_DEPTH),
            None => self.out.push_str("opaque"),
        }
    }

    fn fields(&mut self, packed: bool, fields: &[TypeId], depth: u32) {
        self.out.push_str(if packed { "<{" } else { "{" });
        for (index, &field) in fields.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { " " });
            self.ty_within(field, depth);
        }
        if !fields.is_empty() {
            self.out.push(' ');
        }
        self.out.push_str(if packed { "}>" } else { "}" });
    }
}
