//! Merges a copy of a context back into the original.
//!
//! Input: a context, and a copy of it to which things were added while things were added to the original too. Output: the original
//! with what the copy has besides, in the order in which the copy got it, and under which numbers ([`Renumbering`]). What both
//! had when they parted keeps its numbers.

use super::{ConstData, Context, LocData};
use crate::entity::{Const, Global, Loc, Type};
use crate::foreign::{ForeignType, TypeOperand};
use crate::types::{ResourceType, TypeData};

/// The numbers of entities in a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    types: usize,
    consts: usize,
    locs: usize,
    structs: usize,
    foreign: usize,
}

/// The elements of a table after the first ones.
#[derive(Debug)]
struct Appended<T> {
    start: usize,
    now: Vec<T>,
}

impl<T: Copy + cranelift_entity::EntityRef> Appended<T> {
    fn new(start: usize) -> Self {
        Self { start, now: Vec::new() }
    }

    fn get(&self, id: T) -> T {
        id.index().checked_sub(self.start).map_or(id, |at| self.now[at])
    }
}

/// The numbers in the original of the entities of a copy.
#[derive(Debug)]
pub struct Renumbering {
    types: Appended<Type>,
    consts: Appended<Const>,
    locs: Appended<Loc>,
    globals: Appended<Global>,
}

impl Renumbering {
    /// A type.
    pub fn ty(&self, ty: Type) -> Type {
        self.types.get(ty)
    }

    /// A constant.
    pub fn constant(&self, id: Const) -> Const {
        self.consts.get(id)
    }

    /// A location.
    pub fn loc(&self, loc: Loc) -> Loc {
        self.locs.get(loc)
    }

    /// A variable of the module.
    pub fn global(&self, global: Global) -> Global {
        self.globals.get(global)
    }

    /// The next variable that the copy has besides is this one.
    pub fn add_global(&mut self, global: Global) {
        self.globals.now.push(global);
    }

    /// Whether no number means anything else in the original.
    pub fn is_same(&self) -> bool {
        fn same<T: Copy + cranelift_entity::EntityRef>(appended: &Appended<T>) -> bool {
            appended.now.iter().enumerate().all(|(at, id)| id.index() == appended.start + at)
        }
        same(&self.types) && same(&self.consts) && same(&self.locs) && same(&self.globals)
    }

    fn type_data(&self, data: &TypeData) -> TypeData {
        let mut data = data.clone();
        match &mut data {
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Struct(_)
            | TypeData::HitObject
            | TypeData::Resource(
                ResourceType::RawBuffer { element: None, .. }
                | ResourceType::FeedbackTexture { .. }
                | ResourceType::Sampler { .. }
                | ResourceType::AccelerationStructure,
            ) => {}
            TypeData::Array(ty, _)
            | TypeData::Pointer(ty, _)
            | TypeData::Resource(
                ResourceType::TypedBuffer { element: ty, .. }
                | ResourceType::RawBuffer { element: Some(ty), .. }
                | ResourceType::CBuffer { layout: ty }
                | ResourceType::TBuffer { layout: ty }
                | ResourceType::Texture { element: ty, .. },
            )
            | TypeData::Foreign(ForeignType::Address { pointee: ty, .. }) => *ty = self.ty(*ty),
            TypeData::Tuple(parts) => parts.iter_mut().for_each(|ty| *ty = self.ty(*ty)),
            TypeData::Node(node) => node.record.iter_mut().for_each(|ty| *ty = self.ty(*ty)),
            TypeData::Foreign(ForeignType::Made { operands, .. }) => {
                for operand in operands {
                    if let TypeOperand::Type(ty) = operand {
                        *ty = self.ty(*ty);
                    }
                }
            }
        }
        data
    }
}

impl Context {
    /// The numbers of its entities.
    pub fn size(&self) -> Size {
        Size {
            types: self.types.len(),
            consts: self.consts.len(),
            locs: self.locs.list.len(),
            structs: self.structs.len(),
            foreign: self.foreign.len(),
        }
    }

    /// Takes in what a copy has besides what it had when it was made; so many variables the module had then. Structs and
    /// instructions of SPIR-V are declared once, before there are copies.
    pub fn absorb(&mut self, copy: &Self, then: Size, globals: usize) -> Renumbering {
        assert_eq!((copy.structs.len(), copy.foreign.len()), (then.structs, then.foreign), "a copy declares nothing");
        let mut known = Renumbering {
            types: Appended::new(then.types),
            consts: Appended::new(then.consts),
            locs: Appended::new(then.locs),
            globals: Appended::new(globals),
        };
        for data in copy.types.values().skip(then.types) {
            let ty = self.ty(known.type_data(data));
            known.types.now.push(ty);
        }
        for (ty, data) in copy.consts.values().skip(then.consts) {
            let data = match data {
                ConstData::Composite(parts) => {
                    ConstData::Composite(parts.iter().map(|&part| known.constant(part)).collect())
                }
                ConstData::Scalar(_) | ConstData::Zero | ConstData::Undef => data.clone(),
            };
            let id = self.constant(known.ty(*ty), data);
            known.consts.now.push(id);
        }
        for &LocData { span, inlined_at } in copy.locs.list.values().skip(then.locs) {
            let loc = self.loc(span, inlined_at.map(|loc| known.loc(loc)));
            known.locs.now.push(loc);
        }
        known
    }
}
