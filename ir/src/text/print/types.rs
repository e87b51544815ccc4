//! Prints types.

use super::Printer;
use crate::entity::{Const, Type};
use crate::foreign::{ForeignType, TypeOperand};
use crate::types::{Access, OpaqueType, ResourceType, SamplerKind, TypeData};
use std::fmt::Write as _;

impl Printer<'_> {
    /// Prints a type. The pending parts are on a stack, so nothing recurses.
    pub(super) fn ty(&mut self, ty: Type) {
        enum Todo {
            Type(Type),
            Text(&'static str),
            Owned(String),
            Const(Const),
        }
        let mut stack = vec![Todo::Type(ty)];
        while let Some(todo) = stack.pop() {
            let ty = match todo {
                Todo::Text(text) => {
                    self.out.push_str(text);
                    continue;
                }
                Todo::Owned(text) => {
                    self.out.push_str(&text);
                    continue;
                }
                Todo::Const(id) => {
                    self.constant(id);
                    continue;
                }
                Todo::Type(ty) => ty,
            };
            match self.ctx.type_data(ty) {
                TypeData::Void => self.out.push_str("void"),
                TypeData::Scalar(s) => self.out.push_str(s.name()),
                TypeData::Vector(s, n) => put!(self, "<{n} x {}>", s.name()),
                TypeData::Array(element, n) => {
                    put!(self, "[{n} x ");
                    stack.push(Todo::Text("]"));
                    stack.push(Todo::Type(*element));
                }
                TypeData::Struct(id) => put!(self, "%{}", self.structs[id.as_u32() as usize]),
                TypeData::Tuple(parts) => {
                    self.out.push('{');
                    stack.push(Todo::Text("}"));
                    for (i, &part) in parts.iter().enumerate().rev() {
                        stack.push(Todo::Type(part));
                        if i > 0 {
                            stack.push(Todo::Text(", "));
                        }
                    }
                }
                TypeData::Pointer(to, space) => {
                    put!(self, "ptr({}, ", space.name());
                    stack.push(Todo::Text(")"));
                    stack.push(Todo::Type(*to));
                }
                TypeData::Opaque(OpaqueType::HitObject) => self.out.push_str("hitobject"),
                TypeData::Opaque(OpaqueType::RawHandle) => self.out.push_str("rawhandle"),
                TypeData::Opaque(OpaqueType::CooperativeMatrix(matrix)) => {
                    let [component, rows, columns, role, scope] = matrix.numbers();
                    put!(self, "coopmatrix({component}, {rows}, {columns}, {role}, {scope})");
                }
                TypeData::Node(node) => {
                    put!(self, "node({}", node.kind.name());
                    if node.tracks_sharing {
                        self.out.push_str(" tracked");
                    }
                    stack.push(Todo::Text(")"));
                    if let Some(record) = node.record {
                        stack.push(Todo::Type(record));
                        stack.push(Todo::Text(", "));
                    }
                }
                TypeData::Foreign(ForeignType::Address { pointee, align }) => {
                    self.out.push_str("address(");
                    stack.push(Todo::Owned(format!(", {align})")));
                    stack.push(Todo::Type(*pointee));
                }
                TypeData::Foreign(ForeignType::Made { opcode, operands, memory }) => {
                    put!(self, "spirv({opcode}");
                    if let Some((size, align)) = memory {
                        put!(self, " memory {size} {align}");
                    }
                    stack.push(Todo::Text(")"));
                    for operand in operands.iter().rev() {
                        match *operand {
                            TypeOperand::Type(ty) => {
                                stack.push(Todo::Type(ty));
                                stack.push(Todo::Text(", type "));
                            }
                            TypeOperand::Literal(number) => stack.push(Todo::Owned(format!(", {number}"))),
                            TypeOperand::Constant(id) => {
                                stack.push(Todo::Const(id));
                                stack.push(Todo::Text(" "));
                                stack.push(Todo::Type(self.ctx.const_data(id).0));
                                stack.push(Todo::Text(", constant "));
                            }
                        }
                    }
                }
                TypeData::Resource(resource) => {
                    put!(self, "target(\"dx.{}\"", resource.name());
                    let (element, rest) = resource_parameters(resource);
                    stack.push(Todo::Owned(rest));
                    match element {
                        Element::Type(element) => {
                            stack.push(Todo::Type(element));
                            stack.push(Todo::Text(", "));
                        }
                        Element::Bytes => stack.push(Todo::Text(", i8")),
                        Element::None => {}
                    }
                }
            }
        }
    }
}

/// The first parameter in the text of a resource type.
enum Element {
    None,
    /// The bytes of a byte address buffer, for which LLVM prints `i8`.
    Bytes,
    Type(Type),
}

/// The parameters of a resource type: its element, then numbers and names.
fn resource_parameters(resource: &ResourceType) -> (Element, String) {
    let rights = |a: Access| format!("{}, {}", u8::from(a.is_writable()), u8::from(a == Access::RasterizerOrdered));
    match resource {
        ResourceType::TypedBuffer { element, component, access } => {
            (Element::Type(*element), format!(", {}, {})", rights(*access), *component as u8))
        }
        ResourceType::RawBuffer { element, access } => {
            (element.map_or(Element::Bytes, Element::Type), format!(", {})", rights(*access)))
        }
        ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => (Element::Type(*layout), ")".into()),
        ResourceType::Texture { element, component, access, shape, samples } => {
            let (dim, array) = (shape.dim.word(), u8::from(shape.array));
            let rights = rights(*access);
            (Element::Type(*element), format!(", {rights}, {}, {dim}, {array}, {samples})", *component as u8))
        }
        ResourceType::FeedbackTexture { kind, array } => (Element::None, format!(", {kind}, {})", u8::from(*array))),
        ResourceType::Sampler { kind } => (Element::None, format!(", {})", u8::from(*kind == SamplerKind::Comparison))),
        ResourceType::AccelerationStructure => (Element::None, ")".into()),
    }
}
