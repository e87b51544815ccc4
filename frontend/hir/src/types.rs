//! Defines the types of HLSL and interns them: equal types have equal ids, which are cheap to copy and compare.
//!
//! Input: the [`TyData`] of a type. Output: its [`Ty`]. Scalars are the rows of one table (`SCALARS`), in the order of [`ScalarKind`]:
//! the row states spelling, width and the kinds that values, arithmetic and literals have, and the ids of scalar types follow from
//! its position. Structs and enumerations are nominal: each declaration has an id of its own, which its `TyData` names. With them
//! stand the properties of members that no type contains: semantics, interpolation, access to payloads, attributes of Vulkan.

use crate::foreign::ForeignAttributes;
use crate::objects::ObjectKind;
use cranelift_entity::{PrimaryMap, entity_impl};
use hlslc_base::{Span, Symbol};
pub use hlslc_ir::types::MAX_LANES;
use hlslc_ir::vulkan::VkBuiltIn;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);
entity_impl!(Ty, "t");

/// A struct, class, interface or buffer layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructId(u32);
entity_impl!(StructId, "struct");

/// An enumeration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnumId(u32);
entity_impl!(EnumId, "enum");

/// Kinds of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ScalarKind {
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `uint`, `dword`, `unsigned int`.
    Uint,
    /// `int16_t`.
    Int16,
    /// `uint16_t`.
    Uint16,
    /// `int64_t`.
    Int64,
    /// `uint64_t`.
    Uint64,
    /// `float16_t`; also `half` with native 16-bit types.
    Float16,
    /// `half` without native 16-bit types: a `float` in all but name.
    Half,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `min16int`.
    Min16Int,
    /// `min12int`.
    Min12Int,
    /// `min16uint`.
    Min16Uint,
    /// `min16float`.
    Min16Float,
    /// `min10float`.
    Min10Float,
    /// `snorm float`: element type of resources.
    SNormFloat,
    /// `unorm float`: element type of resources.
    UNormFloat,
    /// `snorm half`.
    SNormHalf,
    /// `unorm half`.
    UNormHalf,
    /// `int8_t4_packed`.
    PackedInt8x4,
    /// `uint8_t4_packed`.
    PackedUint8x4,
    /// An integer literal without suffix.
    LitInt,
    /// A float literal without suffix.
    LitFloat,
}

/// Broad classes of scalars.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScalarClass {
    /// Booleans.
    Bool,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floats.
    Float,
}

/// The row of a kind.
struct ScalarRow {
    kind: ScalarKind,
    name: &'static str,
    class: ScalarClass,
    bits: u32,
    written_bits: u32,
    value: ScalarKind,
    arithmetic: ScalarKind,
    settled: ScalarKind,
    unsigned: Option<ScalarKind>,
}

/// The row of a kind by its spelling, class and bits in arithmetic, whose values and results are of the same kind.
const fn row(kind: ScalarKind, name: &'static str, class: ScalarClass, bits: u32) -> ScalarRow {
    ScalarRow {
        kind,
        name,
        class,
        bits,
        written_bits: bits,
        value: kind,
        arithmetic: kind,
        settled: kind,
        unsigned: None,
    }
}

impl ScalarRow {
    /// The kind has fewer bits by its name.
    const fn written(self, bits: u32) -> Self {
        Self { written_bits: bits, ..self }
    }

    /// Values that are loaded are of another kind.
    const fn value(self, kind: ScalarKind) -> Self {
        Self { value: kind, arithmetic: kind, ..self }
    }

    /// Arithmetic has results of another kind.
    const fn arithmetic(self, kind: ScalarKind) -> Self {
        Self { arithmetic: kind, ..self }
    }

    /// A literal is of another kind where nothing around it decides.
    const fn settled(self, kind: ScalarKind) -> Self {
        Self { settled: kind, ..self }
    }

    /// An integer has an unsigned kind of its width.
    const fn unsigned(self, kind: ScalarKind) -> Self {
        Self { unsigned: Some(kind), ..self }
    }
}

const SCALARS: [ScalarRow; 24] = {
    use ScalarClass::*;
    use ScalarKind as K;
    [
        row(K::Bool, "bool", Bool, 1).arithmetic(K::Int),
        row(K::Int, "int", Signed, 32).unsigned(K::Uint),
        row(K::Uint, "uint", Unsigned, 32).unsigned(K::Uint),
        row(K::Int16, "int16_t", Signed, 16).unsigned(K::Uint16),
        row(K::Uint16, "uint16_t", Unsigned, 16).unsigned(K::Uint16),
        row(K::Int64, "int64_t", Signed, 64).unsigned(K::Uint64),
        row(K::Uint64, "uint64_t", Unsigned, 64).unsigned(K::Uint64),
        row(K::Float16, "float16_t", Float, 16),
        row(K::Half, "half", Float, 32),
        row(K::Float, "float", Float, 32),
        row(K::Double, "double", Float, 64),
        row(K::Min16Int, "min16int", Signed, 16).unsigned(K::Min16Uint),
        row(K::Min12Int, "min12int", Signed, 16).written(12),
        row(K::Min16Uint, "min16uint", Unsigned, 16).unsigned(K::Min16Uint),
        row(K::Min16Float, "min16float", Float, 16),
        row(K::Min10Float, "min10float", Float, 16).written(10),
        row(K::SNormFloat, "snorm float", Float, 32).value(K::Float),
        row(K::UNormFloat, "unorm float", Float, 32).value(K::Float),
        row(K::SNormHalf, "snorm half", Float, 16).value(K::Half),
        row(K::UNormHalf, "unorm half", Float, 16).value(K::Half),
        row(K::PackedInt8x4, "int8_t4_packed", Unsigned, 32).arithmetic(K::Uint),
        row(K::PackedUint8x4, "uint8_t4_packed", Unsigned, 32).arithmetic(K::Uint),
        row(K::LitInt, "literal int", Signed, 64).settled(K::Int),
        row(K::LitFloat, "literal float", Float, 64).settled(K::Float),
    ]
};

/// The rows are in the order of the kinds, as [`ScalarKind::row`] and [`Types::scalar`] require.
const _: () = {
    let mut at = 0;
    while at < SCALARS.len() {
        assert!(SCALARS[at].kind as usize == at, "a row stands out of order");
        at += 1;
    }
};

impl ScalarKind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        SCALARS.iter().map(|row| row.kind)
    }

    fn row(self) -> &'static ScalarRow {
        &SCALARS[self as usize]
    }

    /// Spelling in messages and dumps.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Booleans, signed, unsigned or float.
    pub fn class(self) -> ScalarClass {
        self.row().class
    }

    /// Width in arithmetic.
    pub fn bits(self) -> u32 {
        self.row().bits
    }

    /// Width by its name.
    pub fn written_bits(self) -> u32 {
        self.row().written_bits
    }

    /// The kind of a value that is loaded from a place of this kind: without `snorm` and `unorm`.
    pub fn value(self) -> Self {
        self.row().value
    }

    /// The kind that arithmetic on an operand of this kind is done in.
    pub fn arithmetic(self) -> Self {
        self.row().arithmetic
    }

    /// The kind of a literal that nothing around it decides; every other kind is its own.
    pub fn settled(self) -> Self {
        self.row().settled
    }

    /// The unsigned kind of an integer of the same width, if there is one.
    pub fn unsigned(self) -> Option<Self> {
        self.row().unsigned
    }

    /// Whether this is a float kind.
    pub fn is_float(self) -> bool {
        self.class() == ScalarClass::Float
    }

    /// Whether this is an integer kind other than `bool`.
    pub fn is_int(self) -> bool {
        matches!(self.class(), ScalarClass::Signed | ScalarClass::Unsigned)
    }

    /// Whether this is a literal's kind, which takes the type of its surroundings.
    pub fn is_literal(self) -> bool {
        matches!(self, Self::LitInt | Self::LitFloat)
    }

    /// Whether this is a minimum-precision kind.
    pub fn is_min_precision(self) -> bool {
        matches!(self, Self::Min16Int | Self::Min12Int | Self::Min16Uint | Self::Min16Float | Self::Min10Float)
    }
}

/// The orientation of a matrix in memory. No part of the value: conversions ignore it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Orientation {
    /// `row_major`.
    RowMajor,
    /// `column_major`, the default.
    ColumnMajor,
}

/// An argument of an object type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectArg {
    /// A type: the element of a buffer, texture, stream or patch.
    Type(Ty),
    /// A number: samples of a texture, control points of a patch, flags of a query.
    Number(u32),
}

/// An argument of a struct template.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TemplateArgument {
    /// A type.
    Type(Ty),
    /// A number.
    Number(i64),
    /// A template, by its name.
    Template(String),
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TyData {
    /// Stands for a type that is unknown after an error. It converts to and from every type without a further error.
    Error,
    /// `void`.
    Void,
    /// A scalar.
    Scalar(ScalarKind),
    /// One to [`MAX_LANES`] scalars, in shader models before 6.9 at most four. `float1` is a vector of one and differs from
    /// `float`.
    Vector(ScalarKind, u16),
    /// Rows and columns of one to four.
    Matrix {
        /// Kind of the elements.
        scalar: ScalarKind,
        /// Number of rows.
        rows: u8,
        /// Number of columns.
        cols: u8,
        /// Orientation in memory.
        orientation: Orientation,
    },
    /// An array of elements of one type. The count is `None` where the source leaves it open.
    Array(Ty, Option<u32>),
    /// A struct, class or interface.
    Struct(StructId),
    /// An enumeration.
    Enum(EnumId),
    /// A built-in object: resources, streams, patches, queries, and so on, with their arguments.
    Object(ObjectKind, SmallVec<[ObjectArg; 2]>),
    /// A string literal.
    String,
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub struct FieldData {
    /// Name; empty for the base class subobject and for anonymous structs.
    pub name: Symbol,
    /// Type.
    pub ty: Ty,
    /// The position of the declaration.
    pub span: Span,
    /// Semantic, as written, with its place.
    pub semantic: Option<Semantic>,
    /// Interpolation and other modifiers.
    pub modifiers: FieldModifiers,
    /// `packoffset`, as a byte offset.
    pub packoffset: Option<u32>,
    /// Width, for a bit-field.
    pub bits: Option<u32>,
    /// Whether a bit-field has a number of its own in any case: `uint : 0` stands before it.
    pub starts_number: bool,
    /// The readers and writers, for a member of a ray payload with qualifiers; none for one that is a payload itself.
    pub payload: Option<PayloadAccess>,
    /// The attributes that are passed to SPIR-V.
    pub foreign: ForeignAttributes,
}

impl FieldData {
    /// A member with nothing but a name and a type.
    pub fn plain(name: Symbol, ty: Ty, span: Span) -> Self {
        Self {
            name,
            ty,
            span,
            semantic: None,
            modifiers: FieldModifiers::default(),
            packoffset: None,
            bits: None,
            starts_number: false,
            payload: None,
            foreign: ForeignAttributes::default(),
        }
    }
}

/// Which shaders read and write a member of a ray payload.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PayloadAccess {
    /// The stages that read it, by the bits of [`PayloadStage`].
    pub reads: u8,
    /// The stages that write it.
    pub writes: u8,
}

/// A shader that touches a ray payload.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PayloadStage {
    /// The one that sends the ray.
    Caller = 1,
    /// A closest-hit shader.
    ClosestHit = 2,
    /// A miss shader.
    Miss = 4,
    /// An any-hit shader.
    AnyHit = 8,
}

impl PayloadStage {
    /// (shader, spelling), in the order of the bits.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Caller, "caller"), (Self::ClosestHit, "closesthit"), (Self::Miss, "miss"), (Self::AnyHit, "anyhit")];

    /// Its bit.
    pub fn bit(self) -> u8 {
        self as u8
    }

    /// Its spelling.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }
}

/// A semantic as written: `TEXCOORD1` is name `TEXCOORD`, index 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Semantic {
    /// Name without its trailing number, in the source's spelling.
    pub name: String,
    /// Trailing number, 0 if none.
    pub index: u32,
    /// All of it as written.
    pub written: String,
    /// The position in the source.
    pub span: Span,
}

/// Modifiers of struct members and parameters that reach signatures and memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldModifiers {
    /// `nointerpolation`.
    pub nointerpolation: bool,
    /// `linear`.
    pub linear: bool,
    /// `centroid`.
    pub centroid: bool,
    /// `noperspective`.
    pub noperspective: bool,
    /// `sample`.
    pub sample: bool,
    /// `precise`.
    pub precise: bool,
    /// `globallycoherent` and `reordercoherent`.
    pub coherence: Coherence,
    /// The interface in Vulkan.
    pub vk: VkInterface,
}

/// The attributes of Vulkan on a member, an input or an output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VkInterface {
    /// `[[vk::location(n)]]`.
    pub location: Option<u32>,
    /// `[[vk::index(n)]]`.
    pub index: Option<u32>,
    /// `[[vk::builtin("…")]]`, for SPIR-V: what the value is, whatever its semantic says.
    pub built_in: Option<VkBuiltIn>,
    /// `[[vk::offset(n)]]`, of a member: where it is in a buffer.
    pub offset: Option<u32>,
}

impl FieldModifiers {
    /// Whether any modifier is about interpolation.
    pub fn interpolates(self) -> bool {
        self.nointerpolation || self.blends()
    }

    /// Whether a modifier demands interpolation between vertices.
    pub fn blends(self) -> bool {
        self.linear || self.centroid || self.noperspective || self.sample
    }
}

/// The scope in which writes to a resource are visible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Coherence {
    /// `globallycoherent`: all groups.
    pub globally: bool,
    /// `reordercoherent`: this thread after it was moved. Not said where all groups must see it, which is more.
    pub reorder: bool,
}

impl Coherence {
    /// The union of both requirements.
    pub fn with(self, other: Self) -> Self {
        let globally = self.globally || other.globally;
        Self { globally, reorder: (self.reorder || other.reorder) && !globally }
    }
}

/// A struct.
#[derive(Clone, Debug)]
pub struct StructData {
    /// Name, with template arguments where it is an instance: `Pair<float, int>`. Empty if anonymous.
    pub name: String,
    /// The position of the declaration.
    pub span: Span,
    /// Whether the first field is the base class.
    pub has_base: bool,
    /// Members in memory order; the base class comes first.
    pub fields: Vec<FieldData>,
    /// Whether it is an interface.
    pub is_interface: bool,
    /// Whether the word is `class`.
    pub is_class: bool,
    /// Whether members that are resources are left out of it, as of a `cbuffer`.
    pub leaves_out_objects: bool,
    /// `[NodeTrackRWInputSharing]`.
    pub tracks_sharing: bool,
    /// The arguments that an instance of a template was made with, which stand at the end of its name.
    pub arguments: Vec<TemplateArgument>,
    /// Whether all members are known. A struct is incomplete inside its own declaration, or only declared.
    pub is_complete: bool,
}

/// An enumeration.
#[derive(Clone, Debug)]
pub struct EnumData {
    /// Name.
    pub name: String,
    /// The position of the declaration.
    pub span: Span,
    /// Scalar that holds its values.
    pub underlying: ScalarKind,
    /// Whether its declaration says which scalar that is.
    pub is_fixed: bool,
    /// `enum class`: names are scoped, and there is no implicit conversion.
    pub is_class: bool,
    /// Its values with their names, in the order of the source.
    pub values: Vec<(Symbol, i64)>,
}

impl EnumData {
    /// Whether its values count as unsigned: it is no class, does not say what holds them, and none of them is negative.
    pub fn is_unsigned(&self) -> bool {
        !self.is_class && !self.is_fixed && self.values.iter().all(|&(_, value)| value >= 0)
    }

    /// The kind of scalar as which its values are converted and compared with each other. Next to an integer they have the
    /// underlying kind.
    pub fn number(&self) -> ScalarKind {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "an enumeration is an integer, and only `int` is ever without a sign"
        )]
        match self.underlying {
            ScalarKind::Int if self.is_unsigned() => ScalarKind::Uint,
            other => other,
        }
    }
}

/// All types of a compilation.
#[derive(Debug)]
pub struct Types {
    types: PrimaryMap<Ty, TyData>,
    lookup: FxHashMap<TyData, Ty>,
    /// Structs. Filled by the checker as it meets members.
    pub structs: PrimaryMap<StructId, StructData>,
    /// Enumerations.
    pub enums: PrimaryMap<EnumId, EnumData>,
}

impl Default for Types {
    fn default() -> Self {
        // What a small shader has, so that most compilations grow nothing.
        const ROOM: usize = 64;
        let mut new = Self {
            types: PrimaryMap::with_capacity(ROOM),
            lookup: FxHashMap::with_capacity_and_hasher(ROOM, FxBuildHasher),
            structs: PrimaryMap::new(),
            enums: PrimaryMap::new(),
        };
        new.types.push(TyData::Error);
        new.types.push(TyData::Void);
        for kind in ScalarKind::all() {
            new.types.push(TyData::Scalar(kind));
        }
        new
    }
}

impl Types {
    /// The type of what is in error.
    pub const ERROR: Ty = Ty(0);
    /// `void`.
    pub const VOID: Ty = Ty(1);

    /// The id of a type that every unit has, which needs no look-up.
    const fn fixed(data: &TyData) -> Option<Ty> {
        match data {
            TyData::Error => Some(Self::ERROR),
            TyData::Void => Some(Self::VOID),
            TyData::Scalar(kind) => Some(Self::scalar(*kind)),
            TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => None,
        }
    }

    /// Interns a type.
    pub fn intern(&mut self, data: TyData) -> Ty {
        if let Some(ty) = Self::fixed(&data).or_else(|| self.lookup.get(&data).copied()) {
            return ty;
        }
        let ty = self.types.push(data.clone());
        self.lookup.insert(data, ty);
        ty
    }

    /// The type, if it was interned before.
    pub fn find(&self, data: &TyData) -> Option<Ty> {
        Self::fixed(data).or_else(|| self.lookup.get(data).copied())
    }

    /// A scalar type.
    pub const fn scalar(kind: ScalarKind) -> Ty {
        Ty(2 + kind as u32)
    }

    /// A vector type (also of one component).
    pub fn vector(&mut self, kind: ScalarKind, count: u16) -> Ty {
        self.intern(TyData::Vector(kind, count))
    }

    /// A matrix type.
    pub fn matrix(&mut self, scalar: ScalarKind, rows: u8, cols: u8, orientation: Orientation) -> Ty {
        self.intern(TyData::Matrix { scalar, rows, cols, orientation })
    }

    /// An array type.
    pub fn array(&mut self, element: Ty, count: Option<u32>) -> Ty {
        self.intern(TyData::Array(element, count))
    }

    /// The data of a type.
    pub fn data(&self, ty: Ty) -> &TyData {
        &self.types[ty]
    }

    /// Whether a type is an object for which `wanted` holds, or an array or a struct of one.
    pub fn holds_object(&self, ty: Ty, wanted: impl Fn(ObjectKind, &[ObjectArg]) -> bool) -> bool {
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            match self.data(ty) {
                TyData::Object(kind, args) if wanted(*kind, args) => return true,
                TyData::Array(element, _) => open.push(*element),
                TyData::Struct(id) => open.extend(self.structs[*id].fields.iter().map(|field| field.ty)),
                TyData::Object(..)
                | TyData::Error
                | TyData::Void
                | TyData::String
                | TyData::Scalar(_)
                | TyData::Vector(..)
                | TyData::Matrix { .. }
                | TyData::Enum(_) => {}
            }
        }
        false
    }

    /// Whether the type is unknown after an error.
    pub fn is_error(&self, ty: Ty) -> bool {
        ty == Self::ERROR
    }

    /// Element kind of a scalar, vector or matrix.
    pub fn element_kind(&self, ty: Ty) -> Option<ScalarKind> {
        if let TyData::Scalar(kind) | TyData::Vector(kind, _) | TyData::Matrix { scalar: kind, .. } = *self.data(ty) {
            Some(kind)
        } else {
            None
        }
    }

    /// Rows and columns of a scalar (1, 1), vector (1, n) or matrix.
    pub fn shape(&self, ty: Ty) -> Option<(u16, u16)> {
        match *self.data(ty) {
            TyData::Scalar(_) => Some((1, 1)),
            TyData::Vector(_, n) => Some((1, n)),
            TyData::Matrix { rows, cols, .. } => Some((u16::from(rows), u16::from(cols))),
            TyData::Error
            | TyData::Void
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => None,
        }
    }

    /// The scalar, vector or matrix type of the shape of `ty` with elements of `kind`.
    pub fn with_kind(&mut self, ty: Ty, kind: ScalarKind) -> Ty {
        match *self.data(ty) {
            TyData::Scalar(_) => Self::scalar(kind),
            TyData::Vector(_, n) => self.vector(kind, n),
            TyData::Matrix { rows, cols, orientation, .. } => self.matrix(kind, rows, cols, orientation),
            TyData::Error
            | TyData::Void
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Enum(_)
            | TyData::Object(..)
            | TyData::String => ty,
        }
    }

    /// The type as messages write it, with HLSL's short names: `float4x4`, `RWBuffer<float4>`, `S[3]`.
    pub fn display(&self, ty: Ty) -> String {
        let mut suffix = String::new();
        let mut ty = ty;
        while let TyData::Array(element, count) = *self.data(ty) {
            suffix.push_str(&count.map_or_else(|| "[]".to_owned(), |n| format!("[{n}]")));
            ty = element;
        }
        let base = match self.data(ty) {
            TyData::Error => "<error>".to_owned(),
            TyData::Void => "void".to_owned(),
            TyData::String => "string".to_owned(),
            TyData::Scalar(kind) => kind.name().to_owned(),
            TyData::Vector(kind, n @ 5..) => format!("vector<{}, {n}>", kind.name()),
            TyData::Vector(kind, n) => format!("{}{n}", kind.name()),
            TyData::Matrix { scalar, rows, cols, .. } => format!("{}{rows}x{cols}", scalar.name()),
            TyData::Struct(id) => match self.structs[*id].name.as_str() {
                "" => "<anonymous struct>".to_owned(),
                name => name.to_owned(),
            },
            TyData::Enum(id) => self.enums[*id].name.clone(),
            TyData::Object(kind, args) if args.is_empty() => kind.name().to_owned(),
            TyData::Object(kind, args) => {
                // Elements of objects are never objects that nest deeply: the checker limits them.
                let args: Vec<String> = args
                    .iter()
                    .map(|arg| match arg {
                        ObjectArg::Type(ty) => self.display(*ty),
                        ObjectArg::Number(n) => n.to_string(),
                    })
                    .collect();
                format!("{}<{}>", kind.name(), args.join(", "))
            }
            TyData::Array(..) => String::new(),
        };
        base + &suffix
    }
}

/// Another name of a type, as debuggers show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeName {
    /// The name.
    pub name: Symbol,
    /// The position of the declaration.
    pub span: Span,
}

/// The kind of a buffer of loose members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferKind {
    /// `cbuffer`.
    Constant,
    /// `tbuffer`.
    Texture,
    /// `$Globals`, which nothing declares.
    Globals,
    /// A struct that `[[vk::push_constant]]` or `[[vk::shader_record_ext]]` makes one.
    Whole,
}
