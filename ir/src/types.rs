//! Defines the types of values. They are interned by [`Context`](crate::context::Context); equal types have equal ids.
//!
//! Input: nothing. Output: [`TypeData`], the types of targets that resources have ([`ResourceType`]), and the properties of members
//! that signatures and reflection show ([`Declared`]). Scalars are the rows of one table, in the order of [`Scalar`]. There is no
//! sign and no orientation in a type: operations have the one, memory layouts the other.

use crate::entity::{StructId, Type};
use crate::foreign::{ForeignDecoration, ForeignType};
use crate::node::NodeType;
pub use hlslc_semantics::texture::{TextureDim, TextureShape};
use smallvec::SmallVec;

/// The interpolation mode of an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Interpolation {
    /// Not an interpolated element.
    #[default]
    Undefined = 0,
    /// `nointerpolation`.
    Constant = 1,
    /// `linear`.
    Linear = 2,
    /// `centroid`.
    LinearCentroid = 3,
    /// `noperspective`.
    LinearNoperspective = 4,
    /// `noperspective centroid`.
    LinearNoperspectiveCentroid = 5,
    /// `sample`.
    LinearSample = 6,
    /// `noperspective sample`.
    LinearNoperspectiveSample = 7,
}

impl Interpolation {
    /// (mode, spelling), in the order of the variants.
    pub const ALL: [(Self, &'static str); 8] = [
        (Self::Undefined, ""),
        (Self::Constant, "nointerpolation"),
        (Self::Linear, "linear"),
        (Self::LinearCentroid, "centroid"),
        (Self::LinearNoperspective, "noperspective"),
        (Self::LinearNoperspectiveCentroid, "noperspective_centroid"),
        (Self::LinearSample, "sample"),
        (Self::LinearNoperspectiveSample, "noperspective_sample"),
    ];

    /// Spelling in the text form; empty where nothing is interpolated.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Kinds of scalars. Integers carry no sign; operations do. Minimum-precision kinds are at least 16 bits wide in
/// arithmetic and 32 bits in memory, and are distinguished from the native 16-bit ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Scalar {
    /// One bit in registers, 32 bits in memory.
    Bool,
    /// Native 16-bit integer.
    I16,
    /// 32-bit integer.
    I32,
    /// 64-bit integer.
    I64,
    /// Native 16-bit float.
    F16,
    /// 32-bit float.
    F32,
    /// 64-bit float.
    F64,
    /// Minimum-precision integer.
    MinI16,
    /// Minimum-precision float.
    MinF16,
}

/// (kind, spelling in text, bits in arithmetic, bytes in memory, is float).
const SCALARS: [(Scalar, &str, u32, u32, bool); Scalar::COUNT] = [
    (Scalar::Bool, "i1", 1, 4, false),
    (Scalar::I16, "i16", 16, 2, false),
    (Scalar::I32, "i32", 32, 4, false),
    (Scalar::I64, "i64", 64, 8, false),
    (Scalar::F16, "half", 16, 2, true),
    (Scalar::F32, "float", 32, 4, true),
    (Scalar::F64, "double", 64, 8, true),
    (Scalar::MinI16, "min16i", 16, 4, false),
    (Scalar::MinF16, "min16f", 16, 4, true),
];

impl Scalar {
    /// The number of kinds.
    pub const COUNT: usize = 9;

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        SCALARS.iter().map(|row| row.0)
    }

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        SCALARS[self as usize].1
    }

    /// The kind with this spelling.
    pub fn from_name(name: &str) -> Option<Self> {
        SCALARS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// Width in arithmetic.
    pub fn bits(self) -> u32 {
        SCALARS[self as usize].2
    }

    /// Size in memory.
    pub fn bytes(self) -> u32 {
        SCALARS[self as usize].3
    }

    /// Whether this is a floating-point kind.
    pub fn is_float(self) -> bool {
        SCALARS[self as usize].4
    }

    /// Whether this is an integer kind other than `Bool`.
    pub fn is_int(self) -> bool {
        !self.is_float() && self != Self::Bool
    }
}

/// The memory that a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum AddressSpace {
    /// A local of the function (`alloca`).
    Function,
    /// A `static` global of one thread.
    Private,
    /// A constant table.
    Constant,
    /// Shared by the thread group.
    Groupshared,
    /// Into a resource; made by `resource.getpointer` only.
    Resource,
    /// The inputs of an entry point: parameters, vertices, control points, patch constants. They are read-only; the
    /// pass `interface` removes this space.
    Input,
    /// The outputs of an entry point: results, the vertex of a stream, vertices and primitives of a mesh. They are
    /// write-only; the pass `interface` removes this space.
    Output,
    /// The payload that the amplification shader passed to a mesh shader's group. It is read-only.
    Payload,
    /// The parameters that a ray shader receives by reference: its payload, attributes or callable parameter.
    Parameter,
    /// A record that a node of a work graph takes or gives.
    NodeRecord,
    /// Memory of the device that an address names. Only SPIR-V has it.
    Device,
    /// A variable whose storage class the source names. Only SPIR-V has it.
    Foreign,
}

impl AddressSpace {
    /// (space, spelling in text).
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::Function, "function"),
        (Self::Private, "private"),
        (Self::Constant, "constant"),
        (Self::Groupshared, "groupshared"),
        (Self::Resource, "resource"),
        (Self::Input, "input"),
        (Self::Output, "output"),
        (Self::Payload, "payload"),
        (Self::Parameter, "parameter"),
        (Self::NodeRecord, "noderecord"),
        (Self::Device, "device"),
        (Self::Foreign, "foreign"),
    ];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Whether nothing there changes while a shader runs.
    pub fn is_fixed(self) -> bool {
        matches!(self, Self::Constant | Self::Input | Self::Payload)
    }
}

/// Kinds of samplers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum SamplerKind {
    /// `SamplerState`.
    Default,
    /// `SamplerComparisonState`.
    Comparison,
}

/// Meaning of a component in a typed resource or signature, where integers need a sign and floats may be normalised.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ComponentKind {
    /// Plain float or integer without sign.
    Plain,
    /// Signed integer.
    Signed,
    /// Float in -1..1 stored as an integer.
    SNorm,
    /// Float in 0..1 stored as an integer.
    UNorm,
}

impl ComponentKind {
    /// (kind, spelling in text), in the order of the variants.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Plain, "plain"), (Self::Signed, "signed"), (Self::SNorm, "snorm"), (Self::UNorm, "unorm")];

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Whether it is a float that is stored as an integer.
    pub fn is_normalised(self) -> bool {
        matches!(self, Self::SNorm | Self::UNorm)
    }
}

/// Read-only or writable, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Access {
    /// A shader resource view.
    ReadOnly,
    /// An unordered access view.
    ReadWrite,
    /// A rasterizer-ordered unordered access view.
    RasterizerOrdered,
}

impl Access {
    /// Whether the resource can be written.
    pub fn is_writable(self) -> bool {
        self != Self::ReadOnly
    }
}

/// The type of a resource handle: what LLVM writes as `target("dx.…", …)`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ResourceType {
    /// `target("dx.TypedBuffer", element, writable, rov, signed)`: `Buffer`, `RWBuffer`.
    TypedBuffer {
        /// A scalar, or a vector of up to four.
        element: Type,
        /// Sign or normalisation of the element.
        component: ComponentKind,
        /// Read-only or writable.
        access: Access,
    },
    /// `target("dx.RawBuffer", element, writable, rov)`: structured buffers, and with `i8` byte address buffers.
    RawBuffer {
        /// The element of a structured buffer; none for a byte address buffer.
        element: Option<Type>,
        /// Read-only or writable.
        access: Access,
    },
    /// `target("dx.CBuffer", layout)`: `cbuffer`, `ConstantBuffer`. Ours, in the spirit of the document.
    CBuffer {
        /// The struct of its members.
        layout: Type,
    },
    /// `target("dx.TBuffer", layout)`: `tbuffer`, `TextureBuffer`.
    TBuffer {
        /// The struct of its members.
        layout: Type,
    },
    /// `target("dx.Texture", element, writable, rov, signed, dim, array)`.
    Texture {
        /// A scalar, or a vector of up to four.
        element: Type,
        /// Sign or normalisation of the element.
        component: ComponentKind,
        /// Read-only or writable.
        access: Access,
        /// Shape.
        shape: TextureShape,
        /// Sample count of a multisampled texture, 0 when not given.
        samples: u32,
    },
    /// `target("dx.FeedbackTexture", kind, array)`.
    FeedbackTexture {
        /// 0 minimum mip, 1 mip region used.
        kind: u32,
        /// Whether the texture is an array.
        array: bool,
    },
    /// `target("dx.Sampler", kind)`.
    Sampler {
        /// Ordinary or comparing.
        kind: SamplerKind,
    },
    /// `target("dx.AccelerationStructure")`.
    AccelerationStructure,
}

/// The four classes of binding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ResourceClass {
    /// Shader resource view, register `t`.
    Srv,
    /// Unordered access view, register `u`.
    Uav,
    /// Constant buffer view, register `b`.
    Cbv,
    /// Sampler, register `s`.
    Sampler,
}

impl ResourceClass {
    /// Every class, in the order of DXIL's numbers.
    pub const ALL: [Self; 4] = [Self::Srv, Self::Uav, Self::Cbv, Self::Sampler];

    /// Letter of its registers.
    pub fn register_letter(self) -> char {
        match self {
            Self::Srv => 't',
            Self::Uav => 'u',
            Self::Cbv => 'b',
            Self::Sampler => 's',
        }
    }
}

impl ResourceType {
    /// Name of the target type, after `dx.`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::TypedBuffer { .. } => "TypedBuffer",
            Self::RawBuffer { .. } => "RawBuffer",
            Self::CBuffer { .. } => "CBuffer",
            Self::TBuffer { .. } => "TBuffer",
            Self::Texture { .. } => "Texture",
            Self::FeedbackTexture { .. } => "FeedbackTexture",
            Self::Sampler { .. } => "Sampler",
            Self::AccelerationStructure => "AccelerationStructure",
        }
    }

    /// Type of the elements of a buffer or texture; none for bytes and for what has no elements.
    pub fn element(&self) -> Option<Type> {
        match self {
            Self::TypedBuffer { element, .. } | Self::Texture { element, .. } => Some(*element),
            Self::RawBuffer { element, .. } => *element,
            Self::CBuffer { .. }
            | Self::TBuffer { .. }
            | Self::FeedbackTexture { .. }
            | Self::Sampler { .. }
            | Self::AccelerationStructure => None,
        }
    }

    /// Whether a shader can write it.
    pub fn is_writable(&self) -> bool {
        self.class() == ResourceClass::Uav
    }

    /// The class of binding that a resource of this type takes.
    pub fn class(&self) -> ResourceClass {
        match self {
            Self::TypedBuffer { access, .. } | Self::RawBuffer { access, .. } | Self::Texture { access, .. } => {
                if access.is_writable() {
                    ResourceClass::Uav
                } else {
                    ResourceClass::Srv
                }
            }
            Self::CBuffer { .. } => ResourceClass::Cbv,
            Self::TBuffer { .. } | Self::AccelerationStructure => ResourceClass::Srv,
            Self::FeedbackTexture { .. } => ResourceClass::Uav,
            Self::Sampler { .. } => ResourceClass::Sampler,
        }
    }
}

/// The most components that a vector may have.
pub const MAX_LANES: u16 = 1024;

/// A type whose values only operations make and take: no number of it can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum OpaqueType {
    /// The result of tracing a ray.
    HitObject,
    /// A matrix that lanes hold together.
    CooperativeMatrix(CooperativeMatrix),
    /// A resource whose type the program states where it makes a handle of it. Other than handles, values of it may be
    /// merged, stored and passed to functions: libraries of DXIL for linking have them.
    RawHandle,
}

/// The properties of a matrix of linear algebra, in the numbers of DXIL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CooperativeMatrix {
    /// What its components are.
    pub component: u32,
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
    /// Whether it is a left factor, a right factor or a sum.
    pub role: u32,
    /// Who holds it: a lane, a wave or a thread group.
    pub scope: u32,
}

impl CooperativeMatrix {
    /// The numbers, in the order in which types and metadata state them.
    pub const fn numbers(self) -> [u32; 5] {
        [self.component, self.rows, self.columns, self.role, self.scope]
    }

    /// The matrix with these numbers.
    pub const fn of([component, rows, columns, role, scope]: [u32; 5]) -> Self {
        Self { component, rows, columns, role, scope }
    }
}

/// A type. Vectors have two to [`MAX_LANES`] components; more than four only where shader model 6.9 lets them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// No value.
    Void,
    /// A number.
    Scalar(Scalar),
    /// Two numbers or more.
    Vector(Scalar, u16),
    /// A number of elements of one type. A matrix is an array of its rows.
    Array(Type, u32),
    /// A named struct.
    Struct(StructId),
    /// A struct without a name: what operations with several results return, such as `{T, i1}`.
    Tuple(SmallVec<[Type; 4]>),
    /// A pointer.
    Pointer(Type, AddressSpace),
    /// A resource handle.
    Resource(ResourceType),
    /// An input, an output or records of a node of a work graph.
    Node(NodeType),
    /// A value of the device that the program only passes on.
    Opaque(OpaqueType),
    /// A type that only SPIR-V has: an address, or a type that the source declares by its opcode.
    Foreign(ForeignType),
}

/// The orientation of a matrix in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MatrixOrder {
    /// Rows are contiguous.
    RowMajor,
    /// Columns are contiguous: the default of HLSL.
    ColumnMajor,
}

/// The required place of a member in the rows of a constant buffer of Direct3D, if its type does not determine it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RowPlace {
    /// Nothing.
    #[default]
    Natural,
    /// The start of a row: minimum-precision numbers and others of one `cbuffer` do not share rows, and a member struct without
    /// numbers starts one.
    NewRow,
    /// A multiple of four bytes, whatever the size of its scalars.
    WholeWord,
    /// Any, for a matrix, if only its scalars, in sequence, would not cross the end of a row there.
    Packed,
    /// The start of a row, and the room of one element for the innermost array: DXC counts a patch so, whose other points lie in
    /// what follows.
    OneElement,
}

impl RowPlace {
    /// (place, spelling in text), in the order of the variants.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Natural, ""),
        (Self::NewRow, "new_row"),
        (Self::WholeWord, "whole_word"),
        (Self::Packed, "packed"),
        (Self::OneElement, "one_element"),
    ];

    /// Spelling in the text form; empty for the usual place.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Kinds of numbers as the source declares them. Types say how wide a number is and whether it is a float; the sign of what lies in
/// memory, normalisation, and the name that reflection gives come from here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum NumberKind {
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `uint`.
    Uint,
    /// `int16_t`.
    Int16,
    /// `uint16_t`.
    Uint16,
    /// `int64_t`.
    Int64,
    /// `uint64_t`.
    Uint64,
    /// `float16_t`.
    Float16,
    /// `half`: a `float` in all but name where there are no native 16-bit types.
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
    /// `snorm float`.
    SNormFloat,
    /// `unorm float`.
    UNormFloat,
    /// `snorm half`.
    SNormHalf,
    /// `unorm half`.
    UNormHalf,
    /// `int8_t4_packed`.
    PackedInt8x4,
    /// `uint8_t4_packed`.
    PackedUint8x4,
}

impl NumberKind {
    /// (kind, spelling in text, spelling of C++, meaning of its components), in the order of the variants.
    pub const ALL: [(Self, &'static str, &'static str, ComponentKind); 22] = {
        use ComponentKind::{Plain, SNorm, Signed, UNorm};
        [
            (Self::Bool, "bool", "bool", Plain),
            (Self::Int, "int", "int", Signed),
            (Self::Uint, "uint", "unsigned int", Plain),
            (Self::Int16, "int16_t", "int16_t", Signed),
            (Self::Uint16, "uint16_t", "uint16_t", Plain),
            (Self::Int64, "int64_t", "long long", Signed),
            (Self::Uint64, "uint64_t", "unsigned long long", Plain),
            (Self::Float16, "float16_t", "half", Plain),
            (Self::Half, "half", "half", Plain),
            (Self::Float, "float", "float", Plain),
            (Self::Double, "double", "double", Plain),
            (Self::Min16Int, "min16int", "min16int", Signed),
            (Self::Min12Int, "min12int", "min12int", Signed),
            (Self::Min16Uint, "min16uint", "min16uint", Plain),
            (Self::Min16Float, "min16float", "min16float", Plain),
            (Self::Min10Float, "min10float", "min10float", Plain),
            (Self::SNormFloat, "snorm_float", "float", SNorm),
            (Self::UNormFloat, "unorm_float", "float", UNorm),
            (Self::SNormHalf, "snorm_half", "half", SNorm),
            (Self::UNormHalf, "unorm_half", "half", UNorm),
            (Self::PackedInt8x4, "int8_t4_packed", "int8_t4_packed", Plain),
            (Self::PackedUint8x4, "uint8_t4_packed", "uint8_t4_packed", Plain),
        ]
    };

    /// Spelling in the text form.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// Spelling in the names of DXIL's types, which are C++'s.
    pub fn cpp_name(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// Sign of an integer, normalisation of a float.
    pub fn component(self) -> ComponentKind {
        Self::ALL[self as usize].3
    }

    /// The default declaration of numbers of a scalar kind: floats by their width, integers without sign.
    pub fn natural(scalar: Scalar) -> Self {
        match scalar {
            Scalar::Bool => Self::Bool,
            Scalar::I16 => Self::Uint16,
            Scalar::I32 => Self::Uint,
            Scalar::I64 => Self::Uint64,
            Scalar::F16 => Self::Float16,
            Scalar::F32 => Self::Float,
            Scalar::F64 => Self::Double,
            Scalar::MinI16 => Self::Min16Uint,
            Scalar::MinF16 => Self::Min16Float,
        }
    }

    /// Whether numbers in memory of this scalar kind may be declared so.
    pub fn fits(self, scalar: Scalar) -> bool {
        use Scalar as S;
        match self {
            Self::Bool => matches!(scalar, S::Bool | S::I32),
            Self::Int | Self::Uint | Self::PackedInt8x4 | Self::PackedUint8x4 => scalar == S::I32,
            Self::Int16 | Self::Uint16 => scalar == S::I16,
            Self::Int64 | Self::Uint64 => scalar == S::I64,
            Self::Float16 => scalar == S::F16,
            Self::Half | Self::SNormHalf | Self::UNormHalf => {
                matches!(scalar, S::F16 | S::F32 | S::MinF16)
            }
            Self::Float | Self::SNormFloat | Self::UNormFloat => scalar == S::F32,
            Self::Double => scalar == S::F64,
            Self::Min16Int | Self::Min12Int | Self::Min16Uint => matches!(scalar, S::MinI16 | S::I16),
            Self::Min16Float | Self::Min10Float => matches!(scalar, S::MinF16 | S::F16),
        }
    }
}

/// The declared properties of numbers in memory that their IR type does not have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Declared {
    /// Their kind, if it is not the natural one of the scalar; `None` too for what is no number.
    pub number: Option<NumberKind>,
    /// Whether they are vectors of one: `float1`, a scalar here.
    pub one_vector: bool,
    /// Whether they are an enumeration's, whose type is signed whatever its values count as.
    pub is_enum: bool,
}

impl Declared {
    /// Numbers of a kind in memory of a scalar.
    pub fn new(scalar: Scalar, kind: NumberKind) -> Self {
        Self { number: (kind != NumberKind::natural(scalar)).then_some(kind), ..Self::default() }
    }

    /// Their kind in memory of a scalar.
    pub fn kind(self, scalar: Scalar) -> NumberKind {
        self.number.unwrap_or_else(|| NumberKind::natural(scalar))
    }

    /// Sign of integers, normalisation of floats; plain where nothing is declared.
    pub fn component(self) -> ComponentKind {
        self.number.map_or(ComponentKind::Plain, NumberKind::component)
    }

    /// Whether their type is signed, for a target whose integer types have signs.
    pub fn is_signed_type(self) -> bool {
        self.is_enum || self.component() == ComponentKind::Signed
    }
}

/// A member of a named struct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Name in the source.
    pub name: String,
    /// Type of the value.
    pub ty: Type,
    /// Set if the member is a matrix or array of matrices (the innermost array level of `ty` is then its rows).
    pub matrix: Option<MatrixOrder>,
    /// Byte offset asked for by `packoffset`.
    pub offset: Option<u32>,
    /// Byte offset that Vulkan is asked for: `[[vk::offset(n)]]`.
    pub vk_offset: Option<u32>,
    /// Its place in the rows of a constant buffer.
    pub row_place: RowPlace,
    /// The declared type of its numbers.
    pub declared: Declared,
    /// Semantic as written, number and all.
    pub semantic: Option<String>,
    /// The written interpolation modifiers.
    pub interpolation: Interpolation,
    /// Of a member of a ray payload with access qualifiers: who reads and writes it, as DXIL has it. Four bits each, 1 for
    /// reads and 2 for writes: the caller, closest-hit, miss and any-hit shaders. 0 for a member that is a payload itself.
    pub payload_access: Option<u16>,
    /// The bit-fields that share it, from the lowest bit on; empty for any other member.
    pub bit_fields: Vec<BitField>,
    /// The decorations from attributes, for SPIR-V.
    pub decorations: Vec<ForeignDecoration>,
}

/// A bit-field of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitField {
    /// Name in the source.
    pub name: String,
    /// Its bits.
    pub width: u32,
    /// The declared type.
    pub declared: Declared,
}

impl Field {
    /// A member of which nothing but name and type is said.
    pub fn new(name: impl Into<String>, ty: Type) -> Self {
        Self {
            name: name.into(),
            ty,
            matrix: None,
            offset: None,
            vk_offset: None,
            row_place: RowPlace::Natural,
            declared: Declared::default(),
            semantic: None,
            interpolation: Interpolation::Undefined,
            bit_fields: Vec::new(),
            decorations: Vec::new(),
            payload_access: None,
        }
    }
}

/// The declaration of a struct, if its name in the IR differs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeclaredStruct {
    /// Name in the source with its namespaces and template arguments, which other structs may share.
    pub name: String,
    /// Whether the word is `class`.
    pub is_class: bool,
    /// Whether it has members that are resources, which are not among the fields.
    pub leaves_out_resources: bool,
}

/// A named struct. Two structs of the same shape are different types.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StructData {
    /// Name in the source; unique within a module (the builder appends a number if it must).
    pub name: String,
    /// Members; a base class comes first, as a member without a name.
    pub fields: Vec<Field>,
    /// The declaration, if it is more than `struct` and the name.
    pub declared: Option<DeclaredStruct>,
}

impl StructData {
    /// Name in the source.
    pub fn declared_name(&self) -> &str {
        self.declared.as_ref().map_or(self.name.as_str(), |declared| declared.name.as_str())
    }

    /// The last word of that name: neither the namespaces around it nor the arguments of a template.
    pub fn bare_name(&self) -> &str {
        let name = self.declared_name();
        let name = name.split_once('<').map_or(name, |(name, _)| name);
        name.rsplit_once("::").map_or(name, |(_, name)| name)
    }
}
