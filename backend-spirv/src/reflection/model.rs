//! Defines the data model of the reflection of a SPIR-V module, with the enums of SPIR-V where they exist and Vulkan's
//! names of descriptors.

use rspirv::spirv::{BuiltIn, Capability, Decoration, Dim, ExecutionMode, ExecutionModel, ImageFormat};

macro_rules! records {
    ($($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $ty:ty,)* })*) => {
        $(
            $(#[$outer])*
            #[derive(Clone, Debug, PartialEq)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize))]
            pub struct $name { $($(#[$doc])* pub $field: $ty,)* }
        )*
    };
}

records! {
    /// The reflection of a module.
    Reflection {
        /// The version of SPIR-V.
        version: Version,
        /// The capabilities.
        #[cfg_attr(feature = "serde", serde(serialize_with = "names"))]
        capabilities: Vec<Capability>,
        /// The extensions it uses.
        extensions: Vec<String>,
        /// Its entry points.
        entry_points: Vec<EntryPoint>,
        /// The bindings, by set and binding.
        bindings: Vec<Binding>,
        /// The push constants.
        push_constants: Vec<PushConstants>,
        /// The specialization constants.
        specialization_constants: Vec<SpecializationConstant>,
        /// The structs that all of them are made of.
        structs: Vec<Struct>,
    }

    /// An entry point.
    EntryPoint {
        /// Its name.
        name: String,
        /// The execution model.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        execution_model: ExecutionModel,
        /// Its modes.
        execution_modes: Vec<Mode>,
        /// Invocations in a workgroup, for a model that has workgroups.
        workgroup_size: Option<[u32; 3]>,
        /// The inputs.
        inputs: Vec<Interface>,
        /// The outputs.
        outputs: Vec<Interface>,
    }

    /// A mode of an entry point.
    Mode {
        /// It.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        mode: ExecutionMode,
        /// Its numbers.
        operands: Vec<u32>,
    }

    /// A variable of an entry point's interface, or a member of a block of such.
    Interface {
        /// Its name.
        name: String,
        /// Its location.
        location: Option<u32>,
        /// Its first component in its location.
        component: Option<u32>,
        /// Its index, for two colours in one location.
        index: Option<u32>,
        /// The built-in that it is, if any.
        #[cfg_attr(feature = "serde", serde(serialize_with = "optional_name"))]
        built_in: Option<BuiltIn>,
        /// Its semantic, if the module says it (`-fspv-reflect`).
        semantic: Option<String>,
        /// Its type.
        r#type: Type,
        /// The decorations for interpolation, and the indices that it has.
        #[cfg_attr(feature = "serde", serde(serialize_with = "names"))]
        decorations: Vec<Decoration>,
    }

    /// A resource or an array of resources.
    Binding {
        /// Its name.
        name: String,
        /// The descriptor set.
        set: Option<u32>,
        /// The binding in it.
        binding: Option<u32>,
        /// The type of its descriptors.
        descriptor_type: DescriptorType,
        /// The number of descriptors; none if it is unbounded.
        count: Option<u32>,
        /// The properties of an image.
        image: Option<Image>,
        /// The contents of a buffer.
        block: Option<Type>,
        /// Bytes of a buffer, without an array at its end.
        size: Option<u32>,
        /// Whether nothing writes it.
        non_writable: bool,
        /// Whether nothing reads it.
        non_readable: bool,
        /// Whether writes are seen by all workgroups.
        coherent: bool,
        /// The input attachment.
        input_attachment_index: Option<u32>,
        /// The type that the source declares, if the module says it (`-fspv-reflect`).
        user_type: Option<String>,
    }

    /// An image.
    Image {
        /// Its shape.
        #[cfg_attr(feature = "serde", serde(serialize_with = "name"))]
        dim: Dim,
        /// Whether it is an array.
        arrayed: bool,
        /// Whether it has several samples.
        multisampled: bool,
        /// Its format, if it states one.
        #[cfg_attr(feature = "serde", serde(serialize_with = "optional_name"))]
        format: Option<ImageFormat>,
        /// The result type of a read.
        sampled_type: TypeKind,
        /// The bits of a component of that.
        sampled_width: u32,
    }

    /// A block of push constants.
    PushConstants {
        /// Its name.
        name: String,
        /// Its type.
        r#type: Type,
        /// The offset of its first member.
        offset: u32,
        /// The bytes from there to the end of its last.
        size: u32,
    }

    /// A constant that can be chosen when a pipeline is made.
    SpecializationConstant {
        /// Its name.
        name: String,
        /// Its number.
        id: u32,
        /// Its type.
        r#type: Type,
        /// Its value if none is chosen.
        default: Scalar,
    }

    /// A struct.
    Struct {
        /// Its name.
        name: String,
        /// Its members.
        members: Vec<Member>,
    }

    /// A member of a struct.
    Member {
        /// Its name.
        name: String,
        /// The offset, if it is in memory.
        offset: Option<u32>,
        /// Its type.
        r#type: Type,
    }

    /// A type.
    Type {
        /// The kind.
        kind: TypeKind,
        /// The bits of a number.
        width: u32,
        /// The components of a vector, or of a column of a matrix; 1 for what is none.
        components: u32,
        /// The columns of a matrix; 1 for what is none.
        columns: u32,
        /// Whether a matrix lies by rows; none for what lies nowhere.
        row_major: Option<bool>,
        /// The bytes from a row or column of a matrix to the next.
        matrix_stride: Option<u32>,
        /// Its dimensions, the outermost first; none for what is no array.
        array: Vec<Dimension>,
        /// The struct, by its place in [`Reflection::structs`].
        r#struct: Option<u32>,
    }

    /// A dimension of an array.
    Dimension {
        /// Its elements; none if there is no end.
        count: Option<u32>,
        /// The bytes from one to the next, if it lies in memory.
        stride: Option<u32>,
    }
}

/// A version of SPIR-V.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Major.
    pub major: u8,
    /// Minor.
    pub minor: u8,
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A number or Boolean.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
pub enum Scalar {
    /// A Boolean.
    Bool(bool),
    /// A signed number.
    Int(i64),
    /// An unsigned number.
    UInt(u64),
    /// A float.
    Float(f64),
}

macro_rules! named {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// The spelling in text and JSON.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }
    };
}

named! {
    /// The kind of a type.
    TypeKind {
        /// Nothing.
        Void "void",
        /// Booleans.
        Bool "bool",
        /// Signed numbers.
        Int "int",
        /// Unsigned numbers.
        UInt "uint",
        /// Floats.
        Float "float",
        /// A struct.
        Struct "struct",
        /// An image.
        Image "image",
        /// A sampler.
        Sampler "sampler",
        /// An image with a sampler.
        SampledImage "sampled image",
        /// An acceleration structure of rays.
        AccelerationStructure "acceleration structure",
        /// An address.
        Pointer "pointer",
        /// Anything else.
        Other "other",
    }
}

named! {
    /// The type of a descriptor: `VkDescriptorType`.
    DescriptorType {
        /// A sampler.
        Sampler "VK_DESCRIPTOR_TYPE_SAMPLER",
        /// An image with a sampler.
        CombinedImageSampler "VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER",
        /// An image that is sampled or loaded.
        SampledImage "VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE",
        /// An image that is written.
        StorageImage "VK_DESCRIPTOR_TYPE_STORAGE_IMAGE",
        /// A buffer of typed elements.
        UniformTexelBuffer "VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER",
        /// A writable buffer of typed elements.
        StorageTexelBuffer "VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER",
        /// A buffer of constants.
        UniformBuffer "VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER",
        /// Any other buffer.
        StorageBuffer "VK_DESCRIPTOR_TYPE_STORAGE_BUFFER",
        /// An attachment that an earlier subpass has written.
        InputAttachment "VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT",
        /// An acceleration structure of rays.
        AccelerationStructure "VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR",
        /// None that is known here.
        Other "other",
    }
}

/// Serde: a word of SPIR-V by its name.
#[cfg(feature = "serde")]
fn name<T: std::fmt::Debug, S: serde::Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:?}"))
}

#[cfg(feature = "serde")]
#[expect(clippy::ref_option, reason = "serde calls it so")]
fn optional_name<T: std::fmt::Debug, S: serde::Serializer>(
    value: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => name(value, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(feature = "serde")]
fn names<T: std::fmt::Debug, S: serde::Serializer>(values: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(|value| format!("{value:?}")))
}

#[cfg(feature = "serde")]
impl serde::Serialize for Version {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
