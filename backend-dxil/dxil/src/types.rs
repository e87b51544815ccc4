//! Interns the types of a module: the LLVM 3.7 types that DXIL can express.
//!
//! Two structurally equal types have one [`TypeId`]; named structs are equal only to themselves, and their name is the
//! key. Ids are dense and stable, so that a reader can use them as the type numbers of a bitcode file.

use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::bytestr::ByteStr;

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);
entity_impl!(TypeId, "ty");

/// A named struct type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(u32);
entity_impl!(StructId, "struct");

/// Declares the types that LLVM has and DXIL has not: the code of the record in bitcode, and the name in assembly.
macro_rules! other_types {
    ($($(#[$doc:meta])* $variant:ident = $code:literal $name:literal;)*) => {
        /// A type of LLVM that DXIL has not. The table of a module may hold it, as validators see to the types that are used.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum OtherType { $($(#[$doc])* $variant,)* }

        impl OtherType {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The code of its record.
            pub(crate) const fn code(self) -> u64 {
                match self { $(Self::$variant => $code,)* }
            }

            /// Its name in assembly.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

other_types! {
    /// A float of 80 bits.
    X86Fp80 = 13 "x86_fp80";
    /// A float of 128 bits.
    Fp128 = 14 "fp128";
    /// Two floats of 64 bits.
    PpcFp128 = 15 "ppc_fp128";
    /// A vector of 64 bits.
    X86Mmx = 17 "x86_mmx";
}

/// The data of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// 16-bit IEEE float.
    Half,
    /// 32-bit IEEE float.
    Float,
    /// 64-bit IEEE float.
    Double,
    /// The type of basic blocks.
    Label,
    /// The type of metadata used as an operand.
    Metadata,
    /// One that LLVM has and DXIL has not.
    Other(OtherType),
    /// An integer of that many bits.
    Int(u32),
    /// A typed pointer into an address space.
    Pointer {
        /// The pointee.
        pointee: TypeId,
        /// The address space, see [`addrspace`].
        addrspace: u32,
    },
    /// An array.
    Array {
        /// The element type.
        elem: TypeId,
        /// The number of elements; 0 for unbounded resource arrays.
        len: u64,
    },
    /// A vector.
    Vector {
        /// The element type.
        elem: TypeId,
        /// The number of elements.
        len: u32,
    },
    /// A struct without a name.
    Struct {
        /// Whether fields follow each other without padding.
        packed: bool,
        /// The field types.
        fields: Box<[TypeId]>,
    },
    /// A struct with a name.
    Named(StructId),
    /// A function.
    Function {
        /// The result type.
        ret: TypeId,
        /// The parameter types.
        params: Box<[TypeId]>,
        /// Whether more arguments may follow.
        vararg: bool,
    },
}

/// A named struct: its name and, unless it is opaque, its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStruct {
    /// The name; empty for the numbered structs (`%0`) that LLVM allows.
    pub name: ByteStr,
    /// The fields, or `None` for an opaque struct.
    pub fields: Option<Box<[TypeId]>>,
    /// Whether fields follow each other without padding.
    pub packed: bool,
}

/// Address spaces with a meaning in DXIL.
pub mod addrspace {
    /// Local variables and constant tables.
    pub const DEFAULT: u32 = 0;
    /// Memory of the device.
    pub const DEVICE: u32 = 1;
    /// Constant buffers.
    pub const CBUFFER: u32 = 2;
    /// Memory shared by a thread group.
    pub const GROUPSHARED: u32 = 3;
    /// Any of the others.
    pub const GENERIC: u32 = 4;
    /// Immediate constant buffers.
    pub const IMMEDIATE_CBUFFER: u32 = 5;
    /// Records of work graph nodes.
    pub const NODE_RECORD: u32 = 6;
}

/// All types of one module.
#[derive(Clone, Debug)]
pub struct Types {
    types: PrimaryMap<TypeId, Type>,
    structs: PrimaryMap<StructId, NamedStruct>,
    interned: FxHashMap<Type, TypeId>,
    /// Those without parts again, which are asked for most: by [`plain`].
    plain: [Option<TypeId>; PLAIN],
    by_name: FxHashMap<ByteStr, TypeId>,
}

impl Default for Types {
    fn default() -> Self {
        // What a small shader has, so that most modules grow nothing.
        const ROOM: usize = 48;
        Self {
            types: PrimaryMap::with_capacity(ROOM),
            structs: PrimaryMap::new(),
            interned: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
            plain: [None; PLAIN],
            by_name: FxHashMap::default(),
        }
    }
}

/// How many types [`plain`] numbers.
const PLAIN: usize = 9;

/// The number of a type without parts, if it is one that most modules have.
const fn plain(ty: &Type) -> Option<usize> {
    match ty {
        Type::Void => Some(0),
        Type::Half => Some(1),
        Type::Float => Some(2),
        Type::Double => Some(3),
        Type::Int(1) => Some(4),
        Type::Int(8) => Some(5),
        Type::Int(16) => Some(6),
        Type::Int(32) => Some(7),
        Type::Int(64) => Some(8),
        Type::Label
        | Type::Metadata
        | Type::Other(_)
        | Type::Int(_)
        | Type::Pointer { .. }
        | Type::Array { .. }
        | Type::Vector { .. }
        | Type::Struct { .. }
        | Type::Named(_)
        | Type::Function { .. } => None,
    }
}

impl Types {
    /// The id of a type, new or known.
    #[inline]
    pub fn intern(&mut self, ty: Type) -> TypeId {
        let Some(number) = plain(&ty) else { return self.intern_any(ty) };
        if let Some(id) = self.plain[number] {
            return id;
        }
        let id = self.intern_any(ty);
        self.plain[number] = Some(id);
        id
    }

    fn intern_any(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.interned.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    /// The id of a type, if it is known.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.interned.get(ty).copied()
    }

    /// The data of a type.
    pub fn get(&self, ty: TypeId) -> &Type {
        &self.types[ty]
    }

    /// Whether the id is one of this table.
    pub fn is_valid(&self, ty: TypeId) -> bool {
        self.types.is_valid(ty)
    }

    /// All types, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.iter()
    }

    /// The number of types.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Whether there is no type yet.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// A named struct.
    pub fn named(&self, id: StructId) -> &NamedStruct {
        &self.structs[id]
    }

    /// The named struct type of that name, if there is one.
    pub fn by_name(&self, name: &[u8]) -> Option<TypeId> {
        self.by_name.get(name).copied()
    }

    /// The named struct of that name; created from `fields` if there is none yet (a known one keeps its fields).
    pub fn named_struct(&mut self, name: impl AsRef<[u8]> + Into<ByteStr>, fields: &[TypeId]) -> TypeId {
        match self.by_name(name.as_ref()) {
            Some(known) => known,
            None => self.new_struct(NamedStruct { name: name.into(), fields: Some(fields.into()), packed: false }),
        }
    }

    /// A new struct type; its name becomes the key if no other struct has it yet.
    pub fn new_struct(&mut self, body: NamedStruct) -> TypeId {
        let name = body.name.clone();
        let id = self.structs.push(body);
        let ty = self.intern(Type::Named(id));
        if !name.is_empty() {
            self.by_name.entry(name).or_insert(ty);
        }
        ty
    }

    /// Replaces the fields of a named struct, to close a cycle.
    pub fn set_struct_fields(&mut self, id: StructId, fields: &[TypeId]) {
        self.structs[id].fields = Some(fields.into());
    }

    /// Gives a named struct its fields, and says whether they follow each other without padding.
    pub fn set_struct_body(&mut self, id: StructId, packed: bool, fields: &[TypeId]) {
        self.structs[id].fields = Some(fields.into());
        self.structs[id].packed = packed;
    }

    /// A struct that contains itself other than by a pointer, and so would have no end; `None` if there is none.
    pub fn find_infinite(&self) -> Option<TypeId> {
        #[derive(Clone, Copy, PartialEq, Eq, Default)]
        enum State {
            #[default]
            Unseen,
            Open,
            Done,
        }
        let mut states: SecondaryMap<TypeId, State> = SecondaryMap::new();
        let mut work = Vec::new();
        for start in self.types.keys() {
            work.push((start, false));
            while let Some((ty, is_end)) = work.pop() {
                if is_end {
                    states[ty] = State::Done;
                    continue;
                }
                match states[ty] {
                    State::Done => continue,
                    State::Open => return Some(ty),
                    State::Unseen => states[ty] = State::Open,
                }
                work.push((ty, true));
                let parts: &[TypeId] = if let Type::Array { elem, .. } = &self.types[ty] {
                    std::slice::from_ref(elem)
                } else {
                    self.struct_fields(ty).unwrap_or(&[])
                };
                work.extend(parts.iter().map(|&part| (part, false)));
            }
        }
        None
    }

    /// `void`.
    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    /// `half`.
    pub fn half(&mut self) -> TypeId {
        self.intern(Type::Half)
    }

    /// `float`.
    pub fn float(&mut self) -> TypeId {
        self.intern(Type::Float)
    }

    /// `double`.
    pub fn double(&mut self) -> TypeId {
        self.intern(Type::Double)
    }

    /// An integer type.
    pub fn int(&mut self, bits: u32) -> TypeId {
        self.intern(Type::Int(bits))
    }

    /// `i1`.
    pub fn i1(&mut self) -> TypeId {
        self.int(1)
    }

    /// `i8`.
    pub fn i8(&mut self) -> TypeId {
        self.int(8)
    }

    /// `i16`.
    pub fn i16(&mut self) -> TypeId {
        self.int(16)
    }

    /// `i32`.
    pub fn i32(&mut self) -> TypeId {
        self.int(32)
    }

    /// `i64`.
    pub fn i64(&mut self) -> TypeId {
        self.int(64)
    }

    /// A pointer into an address space.
    pub fn pointer(&mut self, pointee: TypeId, addrspace: u32) -> TypeId {
        self.intern(Type::Pointer { pointee, addrspace })
    }

    /// An array.
    pub fn array(&mut self, elem: TypeId, len: u64) -> TypeId {
        self.intern(Type::Array { elem, len })
    }

    /// A vector.
    pub fn vector(&mut self, elem: TypeId, len: u32) -> TypeId {
        self.intern(Type::Vector { elem, len })
    }

    /// A struct without a name.
    pub fn anon_struct(&mut self, fields: &[TypeId]) -> TypeId {
        self.intern(Type::Struct { packed: false, fields: fields.into() })
    }

    /// A function type.
    pub fn function(&mut self, ret: TypeId, params: &[TypeId]) -> TypeId {
        self.intern(Type::Function { ret, params: params.into(), vararg: false })
    }

    /// The pointee of a pointer type.
    pub fn pointee(&self, ty: TypeId) -> Option<TypeId> {
        if let Type::Pointer { pointee, .. } = self.types[ty] { Some(pointee) } else { None }
    }

    /// The address space of a pointer type.
    pub fn pointer_addrspace(&self, ty: TypeId) -> Option<u32> {
        if let Type::Pointer { addrspace, .. } = self.types[ty] { Some(addrspace) } else { None }
    }

    /// The width of an integer type.
    pub fn int_bits(&self, ty: TypeId) -> Option<u32> {
        if let Type::Int(bits) = self.types[ty] { Some(bits) } else { None }
    }

    /// The width of `half`, `float` or `double`.
    pub fn float_bits(&self, ty: TypeId) -> Option<u32> {
        match self.types[ty] {
            Type::Half => Some(16),
            Type::Float => Some(32),
            Type::Double => Some(64),
            Type::Void
            | Type::Label
            | Type::Metadata
            | Type::Other(_)
            | Type::Int(_)
            | Type::Pointer { .. }
            | Type::Array { .. }
            | Type::Vector { .. }
            | Type::Struct { .. }
            | Type::Named(_)
            | Type::Function { .. } => None,
        }
    }

    /// The width of an integer or floating-point type.
    pub fn number_bits(&self, ty: TypeId) -> Option<u32> {
        self.int_bits(ty).or_else(|| self.float_bits(ty))
    }

    /// Whether the type is `half`, `float` or `double`.
    pub fn is_float(&self, ty: TypeId) -> bool {
        self.float_bits(ty).is_some()
    }

    /// The type of the elements of an array, and their number.
    pub fn array_elements(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        if let Type::Array { elem, len } = self.types[ty] { Some((elem, len)) } else { None }
    }

    /// The type of the elements of an array or a vector, and their number.
    pub fn elements(&self, ty: TypeId) -> Option<(TypeId, u64)> {
        if let Type::Vector { elem, len } = self.types[ty] { Some((elem, len.into())) } else { self.array_elements(ty) }
    }

    /// The types that a type names: its pointee, its elements, its fields, or its result and its parameters.
    pub fn named_by(&self, ty: TypeId) -> impl DoubleEndedIterator<Item = TypeId> {
        let (first, others) = match &self.types[ty] {
            Type::Pointer { pointee: part, .. } | Type::Array { elem: part, .. } | Type::Vector { elem: part, .. } => {
                (Some(*part), &[][..])
            }
            Type::Function { ret, params, .. } => (Some(*ret), &params[..]),
            Type::Struct { .. } | Type::Named(_) => (None, self.struct_fields(ty).unwrap_or(&[])),
            Type::Void
            | Type::Half
            | Type::Float
            | Type::Double
            | Type::Label
            | Type::Metadata
            | Type::Other(_)
            | Type::Int(_) => (None, &[][..]),
        };
        first.into_iter().chain(others.iter().copied())
    }

    /// The element type of a vector, or the type itself.
    pub fn scalar(&self, ty: TypeId) -> TypeId {
        if let Type::Vector { elem, .. } = self.types[ty] { elem } else { ty }
    }

    /// The number of elements of a vector; 1 for any other type.
    pub fn lanes(&self, ty: TypeId) -> u32 {
        if let Type::Vector { len, .. } = self.types[ty] { len } else { 1 }
    }

    /// A scalar, as often as another type has elements.
    pub fn with_lanes_of(&mut self, scalar: TypeId, shape: TypeId) -> TypeId {
        if let Type::Vector { len, .. } = self.types[shape] { self.vector(scalar, len) } else { scalar }
    }

    /// The fields of a struct, named or not.
    pub fn struct_fields(&self, ty: TypeId) -> Option<&[TypeId]> {
        match &self.types[ty] {
            Type::Struct { fields, .. } => Some(fields),
            Type::Named(id) => self.structs[*id].fields.as_deref(),
            Type::Void
            | Type::Half
            | Type::Float
            | Type::Double
            | Type::Label
            | Type::Metadata
            | Type::Other(_)
            | Type::Int(_)
            | Type::Pointer { .. }
            | Type::Array { .. }
            | Type::Vector { .. }
            | Type::Function { .. } => None,
        }
    }

    /// The name of a named struct.
    pub fn struct_name(&self, ty: TypeId) -> Option<&ByteStr> {
        if let Type::Named(id) = &self.types[ty] { Some(&self.structs[*id].name) } else { None }
    }

    /// Result and parameter types of a function type.
    pub fn signature(&self, ty: TypeId) -> Option<(TypeId, &[TypeId])> {
        if let Type::Function { ret, params, .. } = &self.types[ty] { Some((*ret, params)) } else { None }
    }

    /// The type of the `index`th part of a struct, array or vector.
    pub fn element(&self, ty: TypeId, index: u64) -> Option<TypeId> {
        match &self.types[ty] {
            Type::Array { elem, .. } => Some(*elem),
            Type::Vector { elem, len } => (index < u64::from(*len)).then_some(*elem),
            Type::Void
            | Type::Half
            | Type::Float
            | Type::Double
            | Type::Label
            | Type::Metadata
            | Type::Other(_)
            | Type::Int(_)
            | Type::Pointer { .. }
            | Type::Struct { .. }
            | Type::Named(_)
            | Type::Function { .. } => self.struct_fields(ty)?.get(usize::try_from(index).ok()?).copied(),
        }
    }
}
