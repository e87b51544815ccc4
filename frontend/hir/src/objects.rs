//! Defines the table of built-in object types: one row each.

use hlslc_ir::node::NodeKind;
use hlslc_semantics::texture::TextureDim::{self, *};
use hlslc_semantics::texture::TextureUse::{self, *};
use hlslc_semantics::texture::{TextureShape, TextureType};

/// The class of an object for bindings and memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectClass {
    /// Read-only resource, register `t`.
    Srv,
    /// Writable resource, register `u`.
    Uav,
    /// Constant buffer, register `b`.
    Cbv,
    /// Sampler, register `s`.
    Sampler,
    /// Output stream of a geometry shader.
    Stream,
    /// Control points of a hull or domain shader.
    Patch,
    /// Ray query, hit object and the like: a local object.
    Local,
    /// A subobject of a library.
    Subobject,
    /// A descriptor heap.
    Heap,
    /// Input or output of a work-graph node.
    Node,
    /// Something that only the SPIR-V path knows.
    Vulkan,
    /// A value like a number that only the SPIR-V path knows: an address, a type made by its opcode.
    Foreign,
    /// No type of anything: an argument of types of the class before.
    Argument,
}

impl ObjectClass {
    /// Whether a function gets not a value of it, but what its argument names.
    pub fn is_in_place(self) -> bool {
        matches!(self, Self::Stream | Self::Patch)
    }
}

/// The addressing of an object's contents.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectShape {
    /// Not addressed.
    None,
    /// Typed elements, one index.
    TypedBuffer,
    /// Structured elements, one index.
    StructuredBuffer,
    /// Bytes.
    RawBuffer,
    /// Members of a struct.
    ConstantBuffer,
    /// Texels.
    Texture(TextureType),
    /// Elements of a stream or patch, one index.
    Elements,
}

/// The template arguments of an object type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectParams {
    /// None.
    None,
    /// An element type, `float4` if left out.
    OptionalElement,
    /// An element type (numeric or struct), which must be given.
    Element,
    /// An element type and an optional number (samples).
    ElementSamples,
    /// The same, where the element type is `float4` if left out.
    OptionalElementSamples,
    /// An element type and a number (control points, array size).
    ElementCount,
    /// A number.
    Number,
    /// A number, and optionally another (flags of a ray query).
    Flags,
    /// Any type and an optional number (alignment).
    Address,
    /// A number (an opcode), then types and constants.
    Opcode,
    /// A number (an opcode), two more (size and alignment in memory), then types and constants.
    OpcodeInMemory,
    /// One type.
    Type,
    /// A type and a number of it.
    TypeNumber,
    /// Five numbers: the properties of a matrix.
    FiveNumbers,
}

/// One row of the table.
#[derive(Debug)]
pub struct ObjectInfo {
    /// Name in the source.
    pub name: &'static str,
    /// Class.
    pub class: ObjectClass,
    /// Shape.
    pub shape: ObjectShape,
    /// Arguments.
    pub params: ObjectParams,
}

const fn one(dim: TextureDim, used: TextureUse) -> ObjectShape {
    ObjectShape::Texture(TextureType { shape: TextureShape::one(dim), used })
}

const fn many(dim: TextureDim, used: TextureUse) -> ObjectShape {
    ObjectShape::Texture(TextureType { shape: TextureShape::many(dim), used })
}

macro_rules! objects {
    ($($kind:ident = $name:literal, $class:ident, $shape:expr, $params:ident;)*) => {
        /// A built-in object type.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum ObjectKind {
            $(#[doc = concat!("`", $name, "`.")] $kind),*
        }

        const TABLE: &[ObjectInfo] = &[$(ObjectInfo {
            name: $name,
            class: ObjectClass::$class,
            shape: $shape,
            params: ObjectParams::$params,
        }),*];

        impl ObjectKind {
            /// Every object type, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];
        }
    };
}

/// A set of object types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectSet(u128);

impl ObjectSet {
    /// No type.
    pub const NONE: Self = Self(0);

    /// These types.
    pub const fn of(kinds: &[ObjectKind]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < kinds.len() {
            bits |= 1 << kinds[i] as u32;
            i += 1;
        }
        Self(bits)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a type is one of them.
    pub const fn contains(self, kind: ObjectKind) -> bool {
        self.0 >> kind as u32 & 1 != 0
    }

    /// The types in it, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = ObjectKind> {
        ObjectKind::ALL.iter().copied().filter(move |&kind| self.contains(kind))
    }

    /// The first of them.
    pub fn first(self) -> Option<ObjectKind> {
        self.iter().next()
    }
}

const _: () = assert!(ObjectKind::ALL.len() <= u128::BITS as usize, "a set of objects has a bit for each");

objects! {
    Buffer = "Buffer", Srv, ObjectShape::TypedBuffer, OptionalElement;
    RwBuffer = "RWBuffer", Uav, ObjectShape::TypedBuffer, Element;
    RovBuffer = "RasterizerOrderedBuffer", Uav, ObjectShape::TypedBuffer, Element;
    StructuredBuffer = "StructuredBuffer", Srv, ObjectShape::StructuredBuffer, Element;
    RwStructuredBuffer = "RWStructuredBuffer", Uav, ObjectShape::StructuredBuffer, Element;
    RovStructuredBuffer = "RasterizerOrderedStructuredBuffer", Uav, ObjectShape::StructuredBuffer, Element;
    AppendStructuredBuffer = "AppendStructuredBuffer", Uav, ObjectShape::StructuredBuffer, Element;
    ConsumeStructuredBuffer = "ConsumeStructuredBuffer", Uav, ObjectShape::StructuredBuffer, Element;
    ByteAddressBuffer = "ByteAddressBuffer", Srv, ObjectShape::RawBuffer, None;
    RwByteAddressBuffer = "RWByteAddressBuffer", Uav, ObjectShape::RawBuffer, None;
    RovByteAddressBuffer = "RasterizerOrderedByteAddressBuffer", Uav, ObjectShape::RawBuffer, None;
    ConstantBuffer = "ConstantBuffer", Cbv, ObjectShape::ConstantBuffer, Element;
    TextureBuffer = "TextureBuffer", Srv, ObjectShape::ConstantBuffer, Element;
    Texture1D = "Texture1D", Srv, one(D1, Read), OptionalElement;
    Texture1DArray = "Texture1DArray", Srv, many(D1, Read), OptionalElement;
    Texture2D = "Texture2D", Srv, one(D2, Read), OptionalElement;
    Texture2DArray = "Texture2DArray", Srv, many(D2, Read), OptionalElement;
    Texture2DMs = "Texture2DMS", Srv, one(D2Ms, Read), ElementSamples;
    Texture2DMsArray = "Texture2DMSArray", Srv, many(D2Ms, Read), ElementSamples;
    Texture3D = "Texture3D", Srv, one(D3, Read), OptionalElement;
    TextureCube = "TextureCube", Srv, one(Cube, Read), OptionalElement;
    TextureCubeArray = "TextureCubeArray", Srv, many(Cube, Read), OptionalElement;
    RwTexture1D = "RWTexture1D", Uav, one(D1, Write), Element;
    RwTexture1DArray = "RWTexture1DArray", Uav, many(D1, Write), Element;
    RwTexture2D = "RWTexture2D", Uav, one(D2, Write), Element;
    RwTexture2DArray = "RWTexture2DArray", Uav, many(D2, Write), Element;
    RwTexture2DMs = "RWTexture2DMS", Uav, one(D2Ms, Write), ElementSamples;
    RwTexture2DMsArray = "RWTexture2DMSArray", Uav, many(D2Ms, Write), ElementSamples;
    RwTexture3D = "RWTexture3D", Uav, one(D3, Write), Element;
    RovTexture1D = "RasterizerOrderedTexture1D", Uav, one(D1, Ordered), Element;
    RovTexture1DArray = "RasterizerOrderedTexture1DArray", Uav, many(D1, Ordered), Element;
    RovTexture2D = "RasterizerOrderedTexture2D", Uav, one(D2, Ordered), Element;
    RovTexture2DArray = "RasterizerOrderedTexture2DArray", Uav, many(D2, Ordered), Element;
    RovTexture3D = "RasterizerOrderedTexture3D", Uav, one(D3, Ordered), Element;
    FeedbackTexture2D = "FeedbackTexture2D", Uav, one(D2, Feedback), Number;
    FeedbackTexture2DArray = "FeedbackTexture2DArray", Uav, many(D2, Feedback), Number;
    SamplerState = "SamplerState", Sampler, ObjectShape::None, None;
    SamplerComparisonState = "SamplerComparisonState", Sampler, ObjectShape::None, None;
    RaytracingAccelerationStructure = "RaytracingAccelerationStructure", Srv, ObjectShape::None, None;
    ResourceDescriptorHeap = ".Resource", Heap, ObjectShape::Elements, None;
    SamplerDescriptorHeap = ".Sampler", Heap, ObjectShape::Elements, None;
    PointStream = "PointStream", Stream, ObjectShape::None, Element;
    LineStream = "LineStream", Stream, ObjectShape::None, Element;
    TriangleStream = "TriangleStream", Stream, ObjectShape::None, Element;
    InputPatch = "InputPatch", Patch, ObjectShape::Elements, ElementCount;
    OutputPatch = "OutputPatch", Patch, ObjectShape::Elements, ElementCount;
    RayQuery = "RayQuery", Local, ObjectShape::None, Flags;
    HitObject = "dx::HitObject", Local, ObjectShape::None, None;
    LinAlgMatrix = "__builtin_LinAlgMatrix", Local, ObjectShape::None, FiveNumbers;
    StateObjectConfig = "StateObjectConfig", Subobject, ObjectShape::None, None;
    GlobalRootSignature = "GlobalRootSignature", Subobject, ObjectShape::None, None;
    LocalRootSignature = "LocalRootSignature", Subobject, ObjectShape::None, None;
    SubobjectToExportsAssociation = "SubobjectToExportsAssociation", Subobject, ObjectShape::None, None;
    RaytracingShaderConfig = "RaytracingShaderConfig", Subobject, ObjectShape::None, None;
    RaytracingPipelineConfig = "RaytracingPipelineConfig", Subobject, ObjectShape::None, None;
    RaytracingPipelineConfig1 = "RaytracingPipelineConfig1", Subobject, ObjectShape::None, None;
    TriangleHitGroup = "TriangleHitGroup", Subobject, ObjectShape::None, None;
    ProceduralPrimitiveHitGroup = "ProceduralPrimitiveHitGroup", Subobject, ObjectShape::None, None;
    DispatchNodeInputRecord = "DispatchNodeInputRecord", Node, ObjectShape::None, Element;
    RwDispatchNodeInputRecord = "RWDispatchNodeInputRecord", Node, ObjectShape::None, Element;
    GroupNodeInputRecords = "GroupNodeInputRecords", Node, ObjectShape::Elements, Element;
    RwGroupNodeInputRecords = "RWGroupNodeInputRecords", Node, ObjectShape::Elements, Element;
    ThreadNodeInputRecord = "ThreadNodeInputRecord", Node, ObjectShape::None, Element;
    RwThreadNodeInputRecord = "RWThreadNodeInputRecord", Node, ObjectShape::None, Element;
    EmptyNodeInput = "EmptyNodeInput", Node, ObjectShape::None, None;
    NodeOutput = "NodeOutput", Node, ObjectShape::None, Element;
    NodeOutputArray = "NodeOutputArray", Node, ObjectShape::Elements, Element;
    EmptyNodeOutput = "EmptyNodeOutput", Node, ObjectShape::None, None;
    EmptyNodeOutputArray = "EmptyNodeOutputArray", Node, ObjectShape::Elements, None;
    GroupNodeOutputRecords = "GroupNodeOutputRecords", Node, ObjectShape::Elements, Element;
    ThreadNodeOutputRecords = "ThreadNodeOutputRecords", Node, ObjectShape::Elements, Element;
    SubpassInput = "SubpassInput", Vulkan, ObjectShape::None, OptionalElement;
    SubpassInputMs = "SubpassInputMS", Vulkan, ObjectShape::None, OptionalElement;
    SampledTexture1D = "vk::SampledTexture1D", Srv, one(D1, Combined), OptionalElement;
    SampledTexture1DArray = "vk::SampledTexture1DArray", Srv, many(D1, Combined), OptionalElement;
    SampledTexture2D = "vk::SampledTexture2D", Srv, one(D2, Combined), OptionalElement;
    SampledTexture2DArray = "vk::SampledTexture2DArray", Srv, many(D2, Combined), OptionalElement;
    SampledTexture2DMs = "vk::SampledTexture2DMS", Srv, one(D2Ms, Combined), OptionalElementSamples;
    SampledTexture2DMsArray = "vk::SampledTexture2DMSArray", Srv, many(D2Ms, Combined), OptionalElementSamples;
    SampledTexture3D = "vk::SampledTexture3D", Srv, one(D3, Combined), OptionalElement;
    SampledTextureCube = "vk::SampledTextureCUBE", Srv, one(Cube, Combined), OptionalElement;
    SampledTextureCubeArray = "vk::SampledTextureCUBEArray", Srv, many(Cube, Combined), OptionalElement;
    BufferPointer = "vk::BufferPointer", Foreign, ObjectShape::None, Address;
    SpirvType = "vk::SpirvType", Foreign, ObjectShape::None, OpcodeInMemory;
    SpirvOpaqueType = "vk::SpirvOpaqueType", Foreign, ObjectShape::None, Opcode;
    SpirvLiteral = "vk::Literal", Argument, ObjectShape::None, Type;
    SpirvConstant = "vk::integral_constant", Argument, ObjectShape::None, TypeNumber;
    SpirvResultId = "vk::ext_result_id", Argument, ObjectShape::None, Type;
}

impl ObjectKind {
    /// The object's row.
    pub const fn info(self) -> &'static ObjectInfo {
        &TABLE[self as usize]
    }

    /// Name in the source.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The object type with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The kind of node object, if it is one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other object is nothing of a node")]
    pub fn node(self) -> Option<NodeKind> {
        Some(match self {
            Self::DispatchNodeInputRecord => NodeKind::DispatchInput,
            Self::RwDispatchNodeInputRecord => NodeKind::RwDispatchInput,
            Self::GroupNodeInputRecords => NodeKind::GroupInput,
            Self::RwGroupNodeInputRecords => NodeKind::RwGroupInput,
            Self::ThreadNodeInputRecord => NodeKind::ThreadInput,
            Self::RwThreadNodeInputRecord => NodeKind::RwThreadInput,
            Self::EmptyNodeInput => NodeKind::EmptyInput,
            Self::NodeOutput => NodeKind::Output,
            Self::NodeOutputArray => NodeKind::OutputArray,
            Self::EmptyNodeOutput => NodeKind::EmptyOutput,
            Self::EmptyNodeOutputArray => NodeKind::EmptyOutputArray,
            Self::GroupNodeOutputRecords => NodeKind::GroupOutputRecords,
            Self::ThreadNodeOutputRecords => NodeKind::ThreadOutputRecords,
            _ => return None,
        })
    }

    /// Whether it is a texture together with its sampler.
    pub fn is_sampled_texture(self) -> bool {
        self.texture().is_some_and(|texture| texture.used == Combined)
    }

    /// What texture it is.
    pub const fn texture(self) -> Option<TextureType> {
        match self.info().shape {
            ObjectShape::Texture(texture) => Some(texture),
            ObjectShape::None
            | ObjectShape::TypedBuffer
            | ObjectShape::StructuredBuffer
            | ObjectShape::RawBuffer
            | ObjectShape::ConstantBuffer
            | ObjectShape::Elements => None,
        }
    }

    /// Whether only the SPIR-V path has it.
    pub fn is_vulkan_only(self) -> bool {
        let class = self.info().class;
        matches!(class, ObjectClass::Vulkan | ObjectClass::Foreign | ObjectClass::Argument) || self.is_sampled_texture()
    }

    /// Whether it is a value like a number, not something that is bound or that calls work on.
    pub fn is_foreign(self) -> bool {
        self.info().class == ObjectClass::Foreign
    }

    /// Whether it says how textures are sampled.
    pub fn is_sampler(self) -> bool {
        self.info().class == ObjectClass::Sampler
    }

    /// Whether it is bound to a register.
    pub fn is_resource(self) -> bool {
        use ObjectClass as C;
        matches!(self.info().class, C::Srv | C::Uav | C::Cbv | C::Sampler | C::Vulkan)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_texture_says_its_type() {
        for kind in ObjectKind::ALL {
            let name = kind.name().trim_start_matches("vk::");
            assert_eq!(TextureType::from_name(name), kind.texture(), "{name}");
        }
        let textures = ObjectKind::ALL.iter().filter(|kind| kind.texture().is_some()).count();
        let uses = TextureUse::ALL.into_iter();
        let known = uses.flat_map(|used| TextureShape::ALL.map(|shape| TextureType { shape, used }));
        assert_eq!(textures, known.filter(|texture| texture.exists()).count());
    }
}
