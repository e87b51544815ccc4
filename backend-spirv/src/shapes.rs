//! Lists the shapes of Vulkan's built-ins, and checks those of signature elements.
//!
//! Input: a built-in, and the number and length of the vectors of a signature element that is to become the built-in. Output: a
//! diagnostic if its shape in Vulkan is another. HLSL accepts arrays and matrices of system values (several consecutive semantics), and fewer components
//! than there are.

use crate::errors;
use hlslc_base::{Diagnostic, Span};
use rspirv::spirv::BuiltIn;

/// The number of components of a built-in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// One scalar.
    Number,
    /// A vector of this many.
    Vector(u16),
    /// A vector of this many, of which a shader may ask for the first ones only.
    FirstOf(u16),
    /// An array, whose length the shader states.
    Array,
}

/// The built-ins that are more than one scalar.
const SHAPES: [(BuiltIn, Shape); 10] = [
    (BuiltIn::Position, Shape::Vector(4)),
    (BuiltIn::FragCoord, Shape::Vector(4)),
    (BuiltIn::BaryCoordKHR, Shape::FirstOf(3)),
    (BuiltIn::BaryCoordNoPerspKHR, Shape::FirstOf(3)),
    (BuiltIn::ClipDistance, Shape::Array),
    (BuiltIn::CullDistance, Shape::Array),
    (BuiltIn::TessLevelOuter, Shape::Array),
    (BuiltIn::TessLevelInner, Shape::Array),
    (BuiltIn::SampleMask, Shape::Array),
    (BuiltIn::ViewportMaskNV, Shape::Array),
];

/// The shape of a built-in that an element of a signature can be.
fn shape(built_in: BuiltIn) -> Shape {
    SHAPES.iter().find(|row| row.0 == built_in).map_or(Shape::Number, |row| row.1)
}

/// The error for a built-in of this number of vectors and components.
pub(crate) fn wrong(built_in: BuiltIn, (vectors, lanes): (u32, u16), span: Span, name: &str) -> Option<Diagnostic> {
    let (fits, what) = match shape(built_in) {
        Shape::Array => return None,
        Shape::Number => (lanes == 1, "one number".to_owned()),
        Shape::Vector(all) => (lanes == all, format!("one vector of {all}")),
        Shape::FirstOf(all) => (lanes <= all, format!("one vector of {all}")),
    };
    (vectors != 1 || !fits).then(|| errors::built_in_shape(span, name, &what))
}

/// The number of components of the variable of which an element uses the first ones.
pub(crate) fn lanes(built_in: BuiltIn, lanes: u16) -> u16 {
    match shape(built_in) {
        Shape::FirstOf(all) => all.max(lanes),
        Shape::Number | Shape::Vector(_) | Shape::Array => lanes,
    }
}

/// Whether a built-in is the same for all vertices of a primitive or patch, so that there is one, not one for each.
pub(crate) fn is_common(built_in: BuiltIn) -> bool {
    matches!(built_in, BuiltIn::DeviceIndex | BuiltIn::DrawIndex | BuiltIn::BaseVertex | BuiltIn::BaseInstance)
}
