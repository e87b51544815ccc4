//! Holds the data that all functions of a module share: interned types, constants and locations.

mod absorb;
mod import;
mod renumbering;

pub use absorb::Size;
pub use renumbering::Renumbering;

use crate::entity::{Const, ForeignId, Loc, StructId, Type};
use crate::foreign::ForeignInst;
use crate::node::NodeType;
use crate::types::{AddressSpace, CooperativeMatrix, Field, OpaqueType, ResourceType, Scalar, StructData, TypeData};
use cranelift_entity::PrimaryMap;
use hashbrown::HashTable;
use hlslc_base::Span;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::Hasher;
use std::sync::Arc;

/// A constant of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ConstData {
    /// A number, as the bits of its type; unused high bits are zero (`-1` as `i32` is `0xffff_ffff`).
    /// Minimum-precision integers hold 32 bits, minimum-precision floats the bits of an `f32`.
    Scalar(u64),
    /// All zero, of any type that has no handles or pointers. Scalars use `Scalar(0)` instead.
    Zero,
    /// Any value will do.
    Undef,
    /// Elements of a vector, array, struct or tuple, one each. Never all zero scalars: that is `Zero`.
    Composite(Vec<Const>),
}

/// A location: where, and through which calls it was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LocData {
    /// The position in the source.
    pub span: Span,
    /// The location of the call this was inlined at.
    pub inlined_at: Option<Loc>,
}

/// Interned types, constants and locations of a module. A copy shares the locations with the original, of which there are many,
/// until one of the two adds to them.
#[derive(Clone, Debug)]
pub struct Context {
    types: PrimaryMap<Type, TypeData>,
    type_lookup: FxHashMap<TypeData, Type>,
    /// The types of the scalars, which are asked for most.
    scalars: [Option<Type>; Scalar::COUNT],
    /// Whether any type is that of a handle of a resource.
    has_handles: bool,
    structs: PrimaryMap<StructId, StructData>,
    consts: PrimaryMap<Const, (Type, ConstData)>,
    const_lookup: FxHashMap<(Type, ConstData), Const>,
    locs: Arc<Locs>,
    /// The location that was asked for last: mostly the next one is the same.
    last_loc: (LocData, Loc),
    foreign: PrimaryMap<ForeignId, ForeignInst>,
    foreign_lookup: FxHashMap<ForeignInst, ForeignId>,
}

/// Interned locations. There are as many as expressions, so what finds one by its contents holds nothing but its number.
#[derive(Clone, Debug, Default)]
struct Locs {
    list: PrimaryMap<Loc, LocData>,
    lookup: HashTable<Loc>,
}

impl Locs {
    fn hash(data: &LocData) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write_u64(u64::from(data.span.lo) << 32 | u64::from(data.span.hi));
        hasher.write_u32(data.inlined_at.map_or(0, |at| at.as_u32() + 1));
        hasher.finish()
    }

    fn intern(&mut self, data: LocData) -> Loc {
        let Self { list, lookup } = self;
        let hash = Self::hash(&data);
        if let Some(&known) = lookup.find(hash, |&known| list[known] == data) {
            return known;
        }
        let new = list.push(data);
        lookup.insert_unique(hash, new, |&other| Self::hash(&list[other]));
        new
    }

    fn reserve(&mut self, more: usize) {
        let Self { list, lookup } = self;
        list.reserve(more);
        lookup.reserve(more, |&other| Self::hash(&list[other]));
    }
}

impl Default for Context {
    fn default() -> Self {
        // What a small shader has, so that most modules grow nothing.
        const ROOM: usize = 32;
        let mut new = Self {
            types: PrimaryMap::with_capacity(ROOM),
            type_lookup: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
            scalars: [None; Scalar::COUNT],
            has_handles: false,
            structs: PrimaryMap::new(),
            consts: PrimaryMap::with_capacity(ROOM),
            const_lookup: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
            locs: Arc::default(),
            last_loc: (LocData { span: Span::NONE, inlined_at: None }, Loc::from_u32(0)),
            foreign: PrimaryMap::new(),
            foreign_lookup: FxHashMap::default(),
        };
        new.ty(TypeData::Void);
        new.loc(Span::NONE, None);
        new
    }
}

impl Context {
    /// Interns a type. The component type of a vector is then known too.
    pub fn ty(&mut self, data: TypeData) -> Type {
        if let Some(&ty) = self.type_lookup.get(&data) {
            return ty;
        }
        if let TypeData::Vector(scalar, _) = data {
            self.ty(TypeData::Scalar(scalar));
        }
        self.has_handles |= matches!(data, TypeData::Resource(_));
        let ty = self.types.push(data.clone());
        if let TypeData::Scalar(scalar) = data {
            self.scalars[scalar as usize] = Some(ty);
        }
        self.type_lookup.insert(data, ty);
        ty
    }

    /// A type that was interned before.
    pub fn find(&self, data: &TypeData) -> Option<Type> {
        self.type_lookup.get(data).copied()
    }

    /// `void`.
    pub fn void(&self) -> Type {
        Type::from_u32(0)
    }

    /// A scalar type.
    pub fn scalar(&mut self, scalar: Scalar) -> Type {
        match self.scalars[scalar as usize] {
            Some(known) => known,
            None => self.ty(TypeData::Scalar(scalar)),
        }
    }

    /// `i1`.
    pub fn bool(&mut self) -> Type {
        self.scalar(Scalar::Bool)
    }

    /// `i32`.
    pub fn i32(&mut self) -> Type {
        self.scalar(Scalar::I32)
    }

    /// `float`.
    pub fn f32(&mut self) -> Type {
        self.scalar(Scalar::F32)
    }

    /// A vector type; the scalar type itself for one component.
    pub fn vector(&mut self, scalar: Scalar, count: u16) -> Type {
        if count <= 1 { self.scalar(scalar) } else { self.ty(TypeData::Vector(scalar, count)) }
    }

    /// An array type.
    pub fn array(&mut self, element: Type, count: u32) -> Type {
        self.ty(TypeData::Array(element, count))
    }

    /// A struct without a name.
    pub fn tuple(&mut self, parts: impl IntoIterator<Item = Type>) -> Type {
        self.ty(TypeData::Tuple(parts.into_iter().collect::<SmallVec<_>>()))
    }

    /// `{ty, i1}`: a loaded value and whether all of it was mapped.
    pub fn checked(&mut self, ty: Type) -> Type {
        let check = self.bool();
        self.tuple([ty, check])
    }

    /// A pointer type.
    pub fn pointer(&mut self, to: Type, space: AddressSpace) -> Type {
        self.ty(TypeData::Pointer(to, space))
    }

    /// A handle type.
    pub fn handle(&mut self, resource: ResourceType) -> Type {
        self.ty(TypeData::Resource(resource))
    }

    /// Declares a struct and gives its type.
    pub fn add_struct(&mut self, name: impl Into<String>, fields: Vec<Field>) -> Type {
        self.declare_struct(StructData { name: name.into(), fields, declared: None })
    }

    /// Declares a struct as it stands in the source and gives its type.
    pub fn declare_struct(&mut self, data: StructData) -> Type {
        let id = self.structs.push(data);
        self.ty(TypeData::Struct(id))
    }

    /// Says what a struct is that was declared before its members were known, as one that holds the address of itself is.
    pub fn complete_struct(&mut self, id: StructId, data: StructData) {
        self.structs[id] = data;
    }

    /// Interns an instruction of SPIR-V.
    pub fn foreign(&mut self, inst: ForeignInst) -> ForeignId {
        if let Some(&id) = self.foreign_lookup.get(&inst) {
            return id;
        }
        let id = self.foreign.push(inst.clone());
        self.foreign_lookup.insert(inst, id);
        id
    }

    /// An instruction of SPIR-V.
    pub fn foreign_data(&self, id: ForeignId) -> Option<&ForeignInst> {
        self.foreign.get(id)
    }

    /// The data of a type.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        &self.types[ty]
    }

    /// Whether any type is that of a handle of a resource: without one there are no accesses to resources either.
    pub fn has_handles(&self) -> bool {
        self.has_handles
    }

    /// The types, in the order they were made.
    pub fn types(&self) -> impl Iterator<Item = (Type, &TypeData)> {
        self.types.iter()
    }

    /// A struct's declaration.
    #[inline]
    pub fn struct_data(&self, id: StructId) -> &StructData {
        &self.structs[id]
    }

    /// The structs, in the order they were declared.
    pub fn structs(&self) -> impl Iterator<Item = (StructId, &StructData)> {
        self.structs.iter()
    }

    /// Scalar kind of a scalar or vector.
    #[inline]
    pub fn scalar_of(&self, ty: Type) -> Option<Scalar> {
        if let TypeData::Scalar(s) | TypeData::Vector(s, _) = self.types[ty] { Some(s) } else { None }
    }

    /// Component count of a scalar (1) or vector.
    pub fn lanes(&self, ty: Type) -> Option<u16> {
        match self.types[ty] {
            TypeData::Scalar(_) => Some(1),
            TypeData::Vector(_, n) => Some(n),
            TypeData::Void
            | TypeData::Array(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => None,
        }
    }

    /// Kind and count of the components of a type that its place in the IR says is a scalar or vector. Any other is a mistake of
    /// ours, which ends as an internal error.
    #[track_caller]
    pub fn components(&self, ty: Type) -> (Scalar, u16) {
        match self.types[ty] {
            TypeData::Scalar(scalar) => (scalar, 1),
            TypeData::Vector(scalar, lanes) => (scalar, lanes),
            ref other @ (TypeData::Void
            | TypeData::Array(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_)) => panic!("a scalar or vector belongs here, not {other:?}"),
        }
    }

    /// [`part_count`](Self::part_count) of a type that its place in the IR says has parts; of any other an internal error.
    #[track_caller]
    pub fn parts(&self, ty: Type) -> u32 {
        self.part_count(ty).unwrap_or_else(|| panic!("a type with parts belongs here, not {:?}", self.types[ty]))
    }

    /// [`part_type`](Self::part_type) of a type that has the part; without it an internal error.
    #[track_caller]
    pub fn part(&mut self, ty: Type, index: u32) -> Type {
        let part = self.part_type(ty, index);
        part.unwrap_or_else(|| panic!("{:?} has no part {index}", self.types[ty]))
    }

    /// The type with the shape of `ty` (scalar or vector) and components of kind `scalar`.
    pub fn with_scalar(&mut self, ty: Type, scalar: Scalar) -> Type {
        if self.scalar_of(ty) == Some(scalar) {
            return ty;
        }
        let lanes = self.lanes(ty).unwrap_or(1);
        self.vector(scalar, lanes)
    }

    /// The struct that a type is.
    pub fn struct_of(&self, ty: Type) -> Option<StructId> {
        if let TypeData::Struct(id) = self.types[ty] { Some(id) } else { None }
    }

    /// The pointee and space of a pointer.
    #[inline]
    pub fn pointee(&self, ty: Type) -> Option<(Type, AddressSpace)> {
        if let TypeData::Pointer(to, space) = self.types[ty] { Some((to, space)) } else { None }
    }

    /// The type of a hit object.
    pub fn hit_object(&mut self) -> Type {
        self.ty(TypeData::Opaque(OpaqueType::HitObject))
    }

    /// The type of a raw handle.
    pub fn raw_handle(&mut self) -> Type {
        self.ty(TypeData::Opaque(OpaqueType::RawHandle))
    }

    /// Whether values of a type are raw handles.
    pub fn is_raw_handle(&self, ty: Type) -> bool {
        self.types[ty] == TypeData::Opaque(OpaqueType::RawHandle)
    }

    /// The type of a matrix of linear algebra.
    pub fn cooperative_matrix(&mut self, matrix: CooperativeMatrix) -> Type {
        self.ty(TypeData::Opaque(OpaqueType::CooperativeMatrix(matrix)))
    }

    /// The properties of a matrix of linear algebra.
    pub fn cooperative_matrix_of(&self, ty: Type) -> Option<CooperativeMatrix> {
        if let TypeData::Opaque(OpaqueType::CooperativeMatrix(matrix)) = self.types[ty] { Some(matrix) } else { None }
    }

    /// The type of an input, an output or records of a node.
    pub fn node(&mut self, node: NodeType) -> Type {
        self.ty(TypeData::Node(node))
    }

    /// The type of an input, an output or records of a node, if there is one.
    pub fn find_node(&self, node: NodeType) -> Option<Type> {
        self.type_lookup.get(&TypeData::Node(node)).copied()
    }

    /// The node type of a type, if it is one.
    pub fn node_type(&self, ty: Type) -> Option<NodeType> {
        if let TypeData::Node(node) = self.type_data(ty) { Some(*node) } else { None }
    }

    /// The resource type of a handle.
    pub fn resource_type(&self, ty: Type) -> Option<&ResourceType> {
        if let TypeData::Resource(resource) = &self.types[ty] { Some(resource) } else { None }
    }

    /// Whether values of a type are pointers or handles, which no target can choose at joins.
    pub fn is_address(&self, ty: Type) -> bool {
        matches!(self.types[ty], TypeData::Pointer(..) | TypeData::Resource(_))
    }

    /// Whether a type is an address, or has one among its parts. Types nest as deep as the front end allows, which is
    /// little.
    pub fn holds_address(&self, ty: Type) -> bool {
        match &self.types[ty] {
            TypeData::Pointer(..) | TypeData::Resource(_) => true,
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => false,
            TypeData::Array(element, _) => self.holds_address(*element),
            TypeData::Struct(id) => self.struct_data(*id).fields.iter().any(|field| self.holds_address(field.ty)),
            TypeData::Tuple(parts) => parts.iter().any(|&part| self.holds_address(part)),
        }
    }

    /// Whether a type is a raw handle, or has one among its parts.
    pub fn holds_raw_handle(&self, ty: Type) -> bool {
        match &self.types[ty] {
            TypeData::Opaque(opaque) => *opaque == OpaqueType::RawHandle,
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Foreign(_) => false,
            TypeData::Array(element, _) => self.holds_raw_handle(*element),
            TypeData::Struct(id) => self.struct_data(*id).fields.iter().any(|field| self.holds_raw_handle(field.ty)),
            TypeData::Tuple(parts) => parts.iter().any(|&part| self.holds_raw_handle(part)),
        }
    }

    /// Number of direct parts of a vector, array, struct or tuple.
    pub fn part_count(&self, ty: Type) -> Option<u32> {
        match &self.types[ty] {
            TypeData::Vector(_, n) => Some(u32::from(*n)),
            TypeData::Array(_, n) => Some(*n),
            TypeData::Struct(id) => Some(self.structs[*id].fields.len() as u32),
            TypeData::Tuple(parts) => Some(parts.len() as u32),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => None,
        }
    }

    /// Type of the direct part with this index.
    pub fn part_type(&mut self, ty: Type, index: u32) -> Option<Type> {
        match &self.types[ty] {
            TypeData::Vector(s, n) if index < u32::from(*n) => {
                let s = *s;
                Some(self.scalar(s))
            }
            TypeData::Array(element, n) if index < *n => Some(*element),
            TypeData::Struct(id) => self.structs[*id].fields.get(index as usize).map(|f| f.ty),
            TypeData::Tuple(parts) => parts.get(index as usize).copied(),
            TypeData::Void
            | TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Array(..)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => None,
        }
    }

    /// Interns a constant. `Composite`s of zeros become `Zero`, zeros of scalars `Scalar(0)`.
    pub fn constant(&mut self, ty: Type, data: ConstData) -> Const {
        let data = match data {
            ConstData::Zero if matches!(self.types[ty], TypeData::Scalar(_)) => ConstData::Scalar(0),
            ConstData::Composite(parts)
                if parts.iter().all(|&p| matches!(self.consts[p].1, ConstData::Zero | ConstData::Scalar(0))) =>
            {
                ConstData::Zero
            }
            ConstData::Composite(parts) if parts.iter().all(|&p| self.consts[p].1 == ConstData::Undef) => {
                ConstData::Undef
            }
            other @ (ConstData::Scalar(_) | ConstData::Zero | ConstData::Undef | ConstData::Composite(_)) => other,
        };
        if let Some(&id) = self.const_lookup.get(&(ty, data.clone())) {
            return id;
        }
        let id = self.consts.push((ty, data.clone()));
        self.const_lookup.insert((ty, data), id);
        id
    }

    /// An `i32` constant.
    pub fn const_i32(&mut self, value: u32) -> Const {
        let ty = self.i32();
        self.constant(ty, ConstData::Scalar(u64::from(value)))
    }

    /// An `i1` constant.
    pub fn const_bool(&mut self, value: bool) -> Const {
        let ty = self.bool();
        self.constant(ty, ConstData::Scalar(u64::from(value)))
    }

    /// A `float` constant.
    pub fn const_f32(&mut self, value: f32) -> Const {
        let ty = self.f32();
        self.constant(ty, ConstData::Scalar(u64::from(value.to_bits())))
    }

    /// Type and contents of a constant.
    #[inline]
    pub fn const_data(&self, id: Const) -> (Type, &ConstData) {
        let (ty, data) = &self.consts[id];
        (*ty, data)
    }

    /// Part `index` of a composite, zero or undefined constant.
    pub fn const_part(&mut self, id: Const, index: u32) -> Option<Const> {
        // A long table is not copied for one of its parts.
        let (ty, none) = match &self.consts[id] {
            (_, ConstData::Scalar(_)) => return None,
            (_, ConstData::Composite(parts)) => return parts.get(index as usize).copied(),
            (ty, ConstData::Zero) => (*ty, ConstData::Zero),
            (ty, ConstData::Undef) => (*ty, ConstData::Undef),
        };
        self.part_type(ty, index).map(|part| self.constant(part, none))
    }

    /// The bits of a scalar constant.
    pub fn scalar_bits(&self, id: Const) -> Option<u64> {
        match self.consts[id].1 {
            ConstData::Scalar(bits) => Some(bits),
            ConstData::Zero | ConstData::Undef | ConstData::Composite(_) => None,
        }
    }

    /// Interns a location.
    pub fn loc(&mut self, span: Span, inlined_at: Option<Loc>) -> Loc {
        let data = LocData { span, inlined_at };
        if self.last_loc.0 != data || self.locs.list.is_empty() {
            self.last_loc = (data, Arc::make_mut(&mut self.locs).intern(data));
        }
        self.last_loc.1
    }

    /// Makes room for this many locations, so that interning them grows nothing.
    pub fn reserve_locs(&mut self, more: usize) {
        Arc::make_mut(&mut self.locs).reserve(more);
    }

    /// Replaces the spans of all locations. Two locations may be equal then.
    pub fn map_spans(&mut self, mut span: impl FnMut(Span) -> Span) {
        let old = std::mem::take(&mut self.locs);
        let locs = Arc::make_mut(&mut self.locs);
        for data in old.list.values() {
            let data = LocData { span: span(data.span), ..*data };
            let new = locs.list.push(data);
            if locs.lookup.find(Locs::hash(&data), |&known| locs.list[known] == data).is_none() {
                let list = &locs.list;
                locs.lookup.insert_unique(Locs::hash(&data), new, |&other| Locs::hash(&list[other]));
            }
        }
        self.last_loc = (self.locs.list[Loc::from_u32(0)], Loc::from_u32(0));
    }

    /// The location of things the compiler made up.
    pub fn no_loc(&self) -> Loc {
        Loc::from_u32(0)
    }

    /// The data of a location.
    pub fn loc_data(&self, loc: Loc) -> LocData {
        self.locs.list[loc]
    }

    /// The source span of a location.
    pub fn span(&self, loc: Loc) -> Span {
        self.locs.list[loc].span
    }
}
