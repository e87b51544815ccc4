//! Represents new numbers of entities: of a copy of a module that is joined with the original, and of a module that is
//! taken into another one.
//!
//! For each kind of entity, those before a first number keep theirs, and a list has the numbers of the others. What is not
//! in the list was left out; nothing that is kept names it.

use crate::entity::{Const, DebugType, DebugVariable, ForeignId, Func, Global, Loc, Resource, StructId, Type};
use crate::foreign::{DecorationOperands, ForeignDecoration, ForeignInst, ForeignOperand, ForeignType, TypeOperand};
use crate::types::{ResourceType, TypeData};
use cranelift_entity::EntityRef;
use cranelift_entity::packed_option::ReservedValue;

/// The new numbers of the elements of a table after the first ones.
#[derive(Debug)]
pub(super) struct Appended<T> {
    start: usize,
    now: Vec<T>,
}

impl<T> Default for Appended<T> {
    /// All keep their numbers.
    fn default() -> Self {
        Self { start: usize::MAX, now: Vec::new() }
    }
}

impl<T: Copy + EntityRef + ReservedValue> Appended<T> {
    pub(super) fn new(start: usize) -> Self {
        Self { start, now: Vec::new() }
    }

    /// The number of the next element.
    pub(super) fn push(&mut self, id: T) {
        self.now.push(id);
    }

    /// An element of this number that is not the next one: a table is not always filled in its order.
    pub(super) fn set(&mut self, old: T, new: T) {
        let Some(at) = old.index().checked_sub(self.start) else { return };
        if self.now.len() <= at {
            self.now.resize(at + 1, T::reserved_value());
        }
        self.now[at] = new;
    }

    pub(super) fn get(&self, id: T) -> T {
        id.index().checked_sub(self.start).map_or(id, |at| self.now.get(at).copied().unwrap_or(T::reserved_value()))
    }

    fn is_same(&self) -> bool {
        self.now.iter().enumerate().all(|(at, id)| id.index() == self.start + at)
    }
}

/// The numbers in a module of the entities of a copy of it, or of another module.
#[derive(Debug, Default)]
pub struct Renumbering {
    pub(super) types: Appended<Type>,
    pub(super) structs: Appended<StructId>,
    pub(super) consts: Appended<Const>,
    pub(super) locs: Appended<Loc>,
    pub(super) foreign: Appended<ForeignId>,
    pub(super) globals: Appended<Global>,
    pub(super) resources: Appended<Resource>,
    pub(super) funcs: Appended<Func>,
    pub(super) debug_types: Appended<DebugType>,
    pub(super) debug_variables: Appended<DebugVariable>,
}

macro_rules! numbers {
    ($($(#[doc = $doc:literal])+ $name:ident: $ty:ident in $table:ident;)*) => {$(
        $(#[doc = $doc])+
        pub fn $name(&self, id: $ty) -> $ty {
            self.$table.get(id)
        }
    )*};
}

impl Renumbering {
    /// The one of another module, in which nothing has a number yet.
    pub(super) fn of_another() -> Self {
        Self {
            types: Appended::new(0),
            structs: Appended::new(0),
            consts: Appended::new(0),
            locs: Appended::new(0),
            foreign: Appended::new(0),
            globals: Appended::new(0),
            resources: Appended::new(0),
            funcs: Appended::new(0),
            debug_types: Appended::new(0),
            debug_variables: Appended::new(0),
        }
    }

    numbers! {
        /// A type.
        ty: Type in types;
        /// A struct.
        structure: StructId in structs;
        /// A constant.
        constant: Const in consts;
        /// A location.
        loc: Loc in locs;
        /// An instruction of SPIR-V.
        foreign: ForeignId in foreign;
        /// A variable of the module.
        global: Global in globals;
        /// A resource.
        resource: Resource in resources;
        /// A function.
        func: Func in funcs;
        /// A type of the debug information.
        debug_type: DebugType in debug_types;
        /// A variable of the debug information.
        debug_variable: DebugVariable in debug_variables;
    }

    /// The next variable that the copy has besides is this one.
    pub fn add_global(&mut self, global: Global) {
        self.globals.push(global);
    }

    /// A variable of the module is that one.
    pub fn set_global(&mut self, old: Global, new: Global) {
        self.globals.set(old, new);
    }

    /// A resource is that one.
    pub fn set_resource(&mut self, old: Resource, new: Resource) {
        self.resources.set(old, new);
    }

    /// A function is that one.
    pub fn set_func(&mut self, old: Func, new: Func) {
        self.funcs.set(old, new);
    }

    /// A type of the debug information is that one.
    pub fn set_debug_type(&mut self, old: DebugType, new: DebugType) {
        self.debug_types.set(old, new);
    }

    /// A variable of the debug information is that one.
    pub fn set_debug_variable(&mut self, old: DebugVariable, new: DebugVariable) {
        self.debug_variables.set(old, new);
    }

    /// Whether no number means anything else in the original.
    pub fn is_same(&self) -> bool {
        self.types.is_same()
            && self.structs.is_same()
            && self.consts.is_same()
            && self.locs.is_same()
            && self.foreign.is_same()
            && self.globals.is_same()
            && self.resources.is_same()
            && self.funcs.is_same()
    }

    /// The decorations of an entity.
    pub fn decorations(&self, decorations: &mut [ForeignDecoration]) {
        for decoration in decorations {
            if let DecorationOperands::Ids(ids) = &mut decoration.operands {
                ids.iter_mut().for_each(|id| *id = self.constant(*id));
            }
        }
    }

    pub(super) fn inst(&self, inst: &ForeignInst) -> ForeignInst {
        let operand = |operand: &ForeignOperand| match operand {
            ForeignOperand::Type(ty) => ForeignOperand::Type(self.ty(*ty)),
            ForeignOperand::Value | ForeignOperand::Literal(_) | ForeignOperand::Text(_) => operand.clone(),
        };
        ForeignInst {
            result: self.ty(inst.result),
            operands: inst.operands.iter().map(operand).collect(),
            ..inst.clone()
        }
    }

    pub(super) fn type_data(&self, data: &TypeData) -> TypeData {
        let mut data = data.clone();
        match &mut data {
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Opaque(_)
            | TypeData::Resource(
                ResourceType::RawBuffer { element: None, .. }
                | ResourceType::FeedbackTexture { .. }
                | ResourceType::Sampler { .. }
                | ResourceType::AccelerationStructure,
            ) => {}
            TypeData::Struct(id) => *id = self.structure(*id),
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
                    match operand {
                        TypeOperand::Type(ty) => *ty = self.ty(*ty),
                        TypeOperand::Constant(id) => *id = self.constant(*id),
                        TypeOperand::Literal(_) => {}
                    }
                }
            }
        }
        data
    }
}
