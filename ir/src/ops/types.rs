//! Defines the language of type rules: how a row constrains operands and result. [`typing`](crate::typing) derives
//! results from it, and the [verifier](crate::verify) checks operands against it; a rule beyond it is a named function.

use crate::types::{ResourceType, Scalar, TypeData};
use crate::typing::Operands;
use crate::verify::Rule;
use bitflags::bitflags;

/// A class of types of an operand, or of a result that the text states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Anything.
    Any,
    /// A number or a vector of numbers.
    Number,
    /// The same of integers or Booleans.
    Bits,
    /// The same of integers.
    Ints,
    /// The same of floats.
    Floats,
    /// The same of this kind.
    Of(Scalar),
    /// One number of this kind.
    One(Scalar),
    /// A vector.
    Vector,
    /// A vector of floats.
    FloatVector,
    /// The type of the operand with this index.
    Same(u8),
    /// One component of vector operand so and so.
    ComponentOf(u8),
    /// The type of the result.
    OwnType,
    /// A handle of one of these resources.
    Handle(Handles),
    /// A hit object.
    HitObject,
    /// A raw handle.
    RawHandle,
    /// A matrix of linear algebra.
    CooperativeMatrix,
    /// A pointer.
    Pointer,
    /// An output of a node, or an array of them.
    NodeOutput,
    /// Records of a node.
    NodeRecord,
    /// Either.
    Node,
    /// The pointee type of the pointer operand with this index.
    PointeeOf(u8),
    /// Any number of operands like this, to the end.
    Rest(&'static Class),
}

bitflags! {
    /// Kinds of resources that a handle may be of; any if none is named.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Handles: u16 {
        /// Typed buffers.
        const TYPED = 1;
        /// Byte address buffers.
        const BYTES = 2;
        /// Structured buffers.
        const STRUCTURED = 4;
        /// Textures.
        const TEXTURE = 8;
        /// Constant buffers.
        const CONSTANTS = 16;
        /// Texture buffers.
        const TEXTURE_BUFFER = 32;
        /// Samplers.
        const SAMPLER = 64;
        /// Sampler feedback.
        const FEEDBACK = 128;
        /// Acceleration structures.
        const ACCELERATION = 256;
        /// In addition: only those that can be written.
        const WRITABLE = 1 << 15;
        /// The address spaces and resources that a pointer may point into.
        const MEMORY = Self::TYPED.bits()
            | Self::BYTES.bits()
            | Self::STRUCTURED.bits()
            | Self::TEXTURE.bits()
            | Self::CONSTANTS.bits()
            | Self::TEXTURE_BUFFER.bits();
    }
}

impl Handles {
    /// Whether a resource is one of these.
    pub fn contain(self, resource: &ResourceType) -> bool {
        let kind = match resource {
            ResourceType::TypedBuffer { .. } => Self::TYPED,
            ResourceType::RawBuffer { element: None, .. } => Self::BYTES,
            ResourceType::RawBuffer { element: Some(_), .. } => Self::STRUCTURED,
            ResourceType::CBuffer { .. } => Self::CONSTANTS,
            ResourceType::TBuffer { .. } => Self::TEXTURE_BUFFER,
            ResourceType::Texture { .. } => Self::TEXTURE,
            ResourceType::FeedbackTexture { .. } => Self::FEEDBACK,
            ResourceType::Sampler { .. } => Self::SAMPLER,
            ResourceType::AccelerationStructure => Self::ACCELERATION,
        };
        let kinds = self.difference(Self::WRITABLE);
        (kinds.is_empty() || kinds.contains(kind)) && (!self.contains(Self::WRITABLE) || resource.is_writable())
    }
}

/// The rule for the type of the result. If it follows from the operands, the text omits it.
#[derive(Clone, Copy, Debug)]
pub enum ResultRule {
    /// There is none.
    Void,
    /// Of the type of operand so and so.
    Like(u8),
    /// With the shape of operand so and so, and components of this kind.
    Shaped(u8, Scalar),
    /// One component of operand so and so.
    ScalarOf(u8),
    /// The pointee type of the pointer operand with this index.
    Pointee(u8),
    /// One number of this kind.
    Is(Scalar),
    /// A tuple of such numbers.
    Tuple(&'static [Scalar]),
    /// A conversion: with the shape of operand 0 and components of another kind, of this class.
    Converted(Class),
    /// A matter of choice within this class.
    Stated(Class),
    /// The result of this function.
    By(fn(&Operands<'_>) -> Option<TypeData>),
}

/// A rule of the verifier that only code can say.
pub(crate) type Check = fn(&Rule<'_>) -> Result<(), String>;
