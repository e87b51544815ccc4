//! Emits marks for `precise` in the source. A value that is assigned to a `precise` variable, member, parameter or
//! result passes a `markprecise`; a pass finds the operations that contribute to it.
//!
//! Members can be `precise`, too, so a struct that is stored is marked in part. An array of such structs is marked as a
//! whole.

use crate::function::FuncLowerer;
use crate::place::Part;
use hlslc_hir::hir::{Place, PlaceBase, Program, Projection};
use hlslc_hir::types::{ObjectArg, StructId, Ty, TyData};
use hlslc_ir::{Imm, Op, Value};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// The marked part of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marks {
    /// Nothing.
    None,
    /// The whole.
    All,
    /// The members of a value of this type, a struct or an array of structs, that are declared `precise`.
    Members(Ty),
}

/// The structs with a `precise` member, themselves or in a member.
pub(crate) fn structs_with_precise_members(program: &Program) -> FxHashSet<StructId> {
    let structs = &program.types.structs;
    let mut found = FxHashSet::default();
    let own = |id: StructId| structs[id].fields.iter().any(|field| field.modifiers.precise);
    found.extend(structs.keys().filter(|&id| own(id)));
    // Almost always there are none, else one iteration or two: members are mostly declared before what they are in.
    let mut before = 0;
    while found.len() > before {
        before = found.len();
        for (id, data) in structs {
            let inside = data.fields.iter().filter_map(|field| element_struct(program, field.ty));
            if inside.into_iter().any(|inner| found.contains(&inner)) {
                found.insert(id);
            }
        }
    }
    found
}

/// The struct that a type, or an element of it, is.
fn element_struct(program: &Program, mut ty: Ty) -> Option<StructId> {
    loop {
        match *program.types.data(ty) {
            TyData::Array(element, _) => ty = element,
            TyData::Struct(id) => return Some(id),
            TyData::Error
            | TyData::Void
            | TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => return None,
        }
    }
}

impl FuncLowerer<'_, '_> {
    /// The marks of a value of type `ty` for a destination that is declared `precise` or not.
    pub(crate) fn marks_of(&self, ty: Ty, precise: bool) -> Marks {
        let inside = || element_struct(self.cx.program, ty).is_some_and(|id| self.cx.precise_structs.contains(&id));
        match precise {
            true => Marks::All,
            false if inside() => Marks::Members(ty),
            false => Marks::None,
        }
    }

    /// Whether a member of a struct is declared `precise`.
    pub(crate) fn is_precise_member(&self, ty: Ty, index: usize) -> bool {
        let types = &self.cx.program.types;
        let TyData::Struct(id) = types.data(ty) else { return false };
        types.structs[*id].fields.get(index).is_some_and(|field| field.modifiers.precise)
    }

    /// The marks of a value that is stored at a place.
    pub(crate) fn marks_at(&self, place: &Place) -> Marks {
        let declared = match place.base {
            PlaceBase::Local(local) => self.f.locals[local].precise,
            PlaceBase::Global(global) => self.cx.program.globals[global].precise,
            PlaceBase::This
            | PlaceBase::Temporary(_)
            | PlaceBase::Element { .. }
            | PlaceBase::BufferContents(_)
            | PlaceBase::Pointee(_)
            | PlaceBase::HeapElement { .. } => false,
        };
        self.marks_of(place.ty, declared || self.through_precise_member(place))
    }

    /// Whether the path of a place leads through a `precise` member.
    fn through_precise_member(&self, place: &Place) -> bool {
        if self.cx.precise_structs.is_empty() {
            return false;
        }
        let types = &self.cx.program.types;
        let Some(mut at) = self.base_ty(&place.base) else { return false };
        for projection in &place.projections {
            match (projection, types.data(at)) {
                (Projection::Field(field), TyData::Struct(id)) => {
                    let Some(field) = types.structs[*id].fields.get(*field as usize) else { return false };
                    if field.modifiers.precise {
                        return true;
                    }
                    at = field.ty;
                }
                (Projection::Index(_), TyData::Array(element, _)) => at = *element,
                _ => return false,
            }
        }
        false
    }

    /// The type that the path of a place starts at.
    fn base_ty(&self, base: &PlaceBase) -> Option<Ty> {
        let types = &self.cx.program.types;
        let of_object = |ty: Ty| {
            let TyData::Object(_, args) = types.data(ty) else { return None };
            args.iter().find_map(|arg| match arg {
                ObjectArg::Type(element) => Some(*element),
                ObjectArg::Number(_) => None,
            })
        };
        match base {
            PlaceBase::Local(local) => Some(self.f.locals[*local].ty),
            PlaceBase::Global(global) => Some(self.cx.program.globals[*global].ty),
            PlaceBase::This => self.f.this.and_then(|id| types.find(&TyData::Struct(id))),
            PlaceBase::Temporary(value) => Some(self.f.exprs[*value].ty),
            PlaceBase::Element { object, .. } | PlaceBase::BufferContents(object) | PlaceBase::Pointee(object) => {
                of_object(self.f.exprs[*object].ty)
            }
            PlaceBase::HeapElement { .. } => None,
        }
    }

    /// The value, or one that stands for it with its marks.
    pub(crate) fn marked(&mut self, value: Value, marks: Marks) -> Value {
        match marks {
            Marks::None => value,
            Marks::All => self.mark(value),
            Marks::Members(ty) => {
                let mut marked = value;
                for path in self.marked_paths(ty) {
                    marked = self.mark_part(marked, &path);
                }
                marked
            }
        }
    }

    /// A value that goes to `part` of a place.
    pub(crate) fn marked_part(&mut self, value: Value, marks: Marks, part: &Part) -> Value {
        match part {
            Part::Bits(..) => value,
            Part::Whole | Part::Lanes(_) | Part::Component(..) | Part::Elements(_) | Part::ElementAt(..) => {
                self.marked(value, marks)
            }
        }
    }

    fn mark(&mut self, value: Value) -> Value {
        if self.b.func.as_const(value).is_some() {
            return value;
        }
        let ty = self.b.func.ty(value);
        self.b.value(Op::MarkPrecise, ty, Imm::None, &[value])
    }

    /// The paths, member by member, to what is marked in a value of a struct type; an empty one for the whole.
    fn marked_paths(&self, ty: Ty) -> Vec<SmallVec<[u32; 4]>> {
        let types = &self.cx.program.types;
        let mut paths = Vec::new();
        let mut open: Vec<(Ty, SmallVec<[u32; 4]>)> = vec![(ty, SmallVec::new())];
        while let Some((ty, path)) = open.pop() {
            let TyData::Struct(id) = types.data(ty) else {
                paths.push(path);
                continue;
            };
            for (at, field) in types.structs[*id].fields.iter().enumerate().rev() {
                let mut inner = path.clone();
                inner.push(at as u32);
                match self.marks_of(field.ty, field.modifiers.precise) {
                    Marks::None => {}
                    Marks::All => paths.push(inner),
                    Marks::Members(ty) => open.push((ty, inner)),
                }
            }
        }
        paths
    }

    /// Marks what `path` leads to in a value.
    fn mark_part(&mut self, value: Value, path: &[u32]) -> Value {
        let mut around = Vec::with_capacity(path.len());
        let mut at = value;
        for &field in path {
            let slot = self.field_slot(self.b.func.ty(at), field);
            if slot.bits.is_some() {
                return value;
            }
            around.push((at, slot.index));
            at = self.b.extract(at, slot.index);
        }
        let mut part = self.mark(at);
        if part == at {
            return value;
        }
        while let Some((whole, index)) = around.pop() {
            part = self.b.insert(whole, part, index);
        }
        part
    }
}
