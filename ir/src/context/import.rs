//! Takes the types, constants and locations of another module into a context.
//!
//! Input: two contexts. Output: the first with what the second has besides, and under which numbers ([`Renumbering`]). Types
//! of the same contents are one type. That holds for structs too, by their names in the source and the types and places of
//! their members, since two modules that declare a struct from one header mean the same; names of members do not count, as
//! memory has none. A struct that is declared otherwise under the same name is another struct.
//!
//! Types name earlier ones only, with one exception: a struct may hold its own address, so its members are known after it.
//! Cost: linear, with a search among the structs of one name.

use super::renumbering::Renumbering;
use super::{ConstData, Context, LocData};
use crate::entity::{Const, StructId, Type};
use crate::foreign::{DecorationOperands, ForeignType, TypeOperand};
use crate::types::{Field, StructData, TypeData};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;

impl Context {
    /// Takes in everything of another context.
    pub fn import(&mut self, other: &Self) -> Renumbering {
        let mut known = Renumbering::of_another();
        let mut by_name: FxHashMap<String, Vec<Type>> = FxHashMap::default();
        for (ty, data) in &self.types {
            if let TypeData::Struct(id) = data {
                by_name.entry(plain_name(&self.structs[*id].name).to_owned()).or_default().push(ty);
            }
        }
        let mut open: Vec<(StructId, StructId)> = Vec::new();
        for (old, data) in &other.types {
            let new = match data {
                TypeData::Struct(id) => {
                    let declared = &other.structs[*id];
                    let is_open = declared.fields.iter().any(|field| field.ty.index() >= old.index());
                    let name = plain_name(&declared.name).to_owned();
                    let same = by_name.entry(name).or_default();
                    let new = if is_open {
                        let ty = self.declare_struct(StructData { fields: Vec::new(), ..declared.clone() });
                        open.extend(self.struct_of(ty).map(|new| (*id, new)));
                        same.push(ty);
                        ty
                    } else {
                        self.import_early(other, &mut known, declared.fields.iter().flat_map(constants_of));
                        let data = renumbered(declared, &known);
                        let found = same
                            .iter()
                            .find(|&&ty| self.struct_of(ty).is_some_and(|id| is_same(&self.structs[id], &data)));
                        found.copied().unwrap_or_else(|| {
                            let ty = self.declare_struct(data);
                            same.push(ty);
                            ty
                        })
                    };
                    let Some(number) = self.struct_of(new) else { continue };
                    known.structs.set(*id, number);
                    new
                }
                TypeData::Foreign(ForeignType::Made { operands, .. }) => {
                    let constants = operands.iter().filter_map(|operand| match operand {
                        TypeOperand::Constant(id) => Some(*id),
                        TypeOperand::Type(_) | TypeOperand::Literal(_) => None,
                    });
                    self.import_early(other, &mut known, constants);
                    self.ty(known.type_data(data))
                }
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Vector(..)
                | TypeData::Array(..)
                | TypeData::Tuple(_)
                | TypeData::Pointer(..)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => self.ty(known.type_data(data)),
            };
            known.types.set(old, new);
        }
        for (old, new) in open {
            let data = renumbered(&other.structs[old], &known);
            self.complete_struct(new, data);
        }
        for id in other.consts.keys() {
            self.import_const(other, &mut known, id);
        }
        for (id, inst) in &other.foreign {
            let new = self.foreign(known.inst(inst));
            known.foreign.set(id, new);
        }
        for &LocData { span, inlined_at } in other.locs.list.values() {
            let loc = self.loc(span, inlined_at.map(|loc| known.loc(loc)));
            known.locs.push(loc);
        }
        known
    }

    /// The constants that a type names, before the others: they are scalars, of a type that is known.
    fn import_early(&mut self, other: &Self, known: &mut Renumbering, ids: impl IntoIterator<Item = Const>) {
        for id in ids {
            let ty = known.ty(other.consts[id].0);
            if self.types.is_valid(ty) && matches!(other.consts[id].1, ConstData::Scalar(_)) {
                self.import_const(other, known, id);
            }
        }
    }

    fn import_const(&mut self, other: &Self, known: &mut Renumbering, id: Const) {
        let (ty, data) = &other.consts[id];
        let data = match data {
            ConstData::Composite(parts) => {
                ConstData::Composite(parts.iter().map(|&part| known.constant(part)).collect())
            }
            ConstData::Scalar(_) | ConstData::Zero | ConstData::Undef => data.clone(),
        };
        let new = self.constant(known.ty(*ty), data);
        known.consts.set(id, new);
    }
}

/// The name of a struct without the number that keeps names of one module apart.
fn plain_name(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((stem, number)) if !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit()) => stem,
        _ => name,
    }
}

fn constants_of(field: &Field) -> impl Iterator<Item = Const> + '_ {
    field
        .decorations
        .iter()
        .flat_map(|decoration| match &decoration.operands {
            DecorationOperands::Ids(ids) => ids.as_slice(),
            DecorationOperands::Literals(_) | DecorationOperands::Texts(_) => &[],
        })
        .copied()
}

fn renumbered(data: &StructData, known: &Renumbering) -> StructData {
    let field = |field: &Field| {
        let mut field = Field { ty: known.ty(field.ty), ..field.clone() };
        known.decorations(&mut field.decorations);
        field
    };
    StructData { fields: data.fields.iter().map(field).collect(), ..data.clone() }
}

/// Whether two structs of one name have the same contents in every memory.
fn is_same(a: &StructData, b: &StructData) -> bool {
    let memory =
        |field: &Field| (field.ty, field.matrix, field.offset, field.vk_offset, field.row_place, field.payload_access);
    a.fields.len() == b.fields.len() && a.fields.iter().zip(&b.fields).all(|(a, b)| memory(a) == memory(b))
}
