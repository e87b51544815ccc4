//! Prints rows of the intrinsic table for messages, in types of HLSL: `lerp(floatN a, floatN b, floatN s)`.
//!
//! Input: a row, the object if it is a method, a parameter's pattern. Output: text. The names that the table has for sets of types
//! (`int64_only`) are its own affair: here the first type of a set stands for it, and `N` for any number of components.

use crate::intrinsic_match::object_of;
use hlslc_hir::intrinsics::{Class, Element, IntrinsicId, Mode, Param, Pattern, SIZE_NAMES, Shape, Signature, Size};
use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::ScalarKind;

/// A row as messages write it.
pub fn declaration(id: IntrinsicId, object: Option<ObjectKind>) -> String {
    let row = id.row();
    let signature = &row.signature;
    let mut text = format!("{}(", row.name());
    let mut open = 0;
    for (at, (_, param)) in signature.params_on(object).enumerate() {
        if param.optional {
            text.push_str(if at == 0 { "[" } else { " [" });
            open += 1;
        }
        if at > 0 {
            text.push_str(", ");
        }
        if param.pattern.element == Element::Class(Class::Variadic) {
            text.push_str("...");
            continue;
        }
        text.push_str(match param.mode {
            Mode::In => "",
            Mode::Out => "out ",
            Mode::InOut | Mode::Ref => "inout ",
        });
        text.push_str(&type_text(signature, param.pattern, object));
        text.push(' ');
        text.push_str(row.name_of(param));
    }
    text.push_str(&"]".repeat(open));
    text.push(')');
    text
}

/// A row with the type of its result, as references write it: `floatN lerp(floatN a, floatN b, floatN s)`.
pub fn prototype(id: IntrinsicId, object: Option<ObjectKind>) -> String {
    let signature = &id.row().signature;
    format!("{} {}", type_text(signature, signature.ret, object), declaration(id, object))
}

/// The requirement on an argument, in words: "`int64_t` or `uint64_t`", "a vector or a number".
pub fn wanted(id: IntrinsicId, param: &Param, object: Option<ObjectKind>) -> String {
    let signature = &id.row().signature;
    let (class, shape) = (class_of(signature, param.pattern.element), shape_of(signature, param.pattern.shape));
    let Some(class) = class else { return "a value of the element type".to_owned() };
    if class.kinds().is_empty() {
        return object_words(class);
    }
    let suffix = suffix(signature, shape, object);
    let quoted = |kind: ScalarKind| format!("`{}{suffix}`", kind.name());
    if !class.converts() {
        return one_of(class.kinds().iter().copied().filter(|kind| !kind.is_literal()).map(quoted).collect());
    }
    let words = match shape {
        Shape::Scalar | Shape::Like(_) => "a number".to_owned(),
        Shape::Any => "a number, a vector or a matrix".to_owned(),
        Shape::Vector(Size::Named(_)) => "a number or a vector".to_owned(),
        Shape::Matrix(Size::Named(_), _) | Shape::Matrix(_, Size::Named(_)) => "a number or a matrix".to_owned(),
        Shape::Vector(_) | Shape::Matrix(..) => quoted(first_kind(class)),
    };
    if let Shape::Like(other) = param.pattern.shape {
        let other = id.row().name_of(&signature.params()[other as usize]);
        format!("{words} that goes with `{other}`")
    } else {
        words
    }
}

/// "`a`, `b` or `c`".
fn one_of(mut words: Vec<String>) -> String {
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} or {last}", words.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// A pattern as a type: `float3`, `floatN`, `SamplerState`.
fn type_text(signature: &Signature, pattern: Pattern, object: Option<ObjectKind>) -> String {
    let element = match class_of(signature, pattern.element) {
        Some(class) if class.kinds().is_empty() => return object_type(class).to_owned(),
        Some(class) => first_kind(class).name(),
        None => match pattern.element {
            Element::Void => "void",
            Element::Records { per_thread: true } => "ThreadNodeOutputRecords",
            Element::Records { per_thread: false } => "GroupNodeOutputRecords",
            Element::Class(_) | Element::Like(_) | Element::Object | Element::ObjectComponent | Element::Template => {
                "T"
            }
        },
    };
    format!("{element}{}", suffix(signature, shape_of(signature, pattern.shape), object))
}

/// The first type of a set, which stands for all of it.
fn first_kind(class: Class) -> ScalarKind {
    class.kinds().first().copied().unwrap_or(ScalarKind::Float)
}

/// The suffix after the scalar's name in the name of a vector or matrix.
fn suffix(signature: &Signature, shape: Shape, object: Option<ObjectKind>) -> String {
    let has_matrix = signature.params().iter().any(|param| matches!(param.pattern.shape, Shape::Matrix(..)));
    let size = |size: Size| match size {
        Size::Exactly(n) => n.to_string(),
        Size::Named(n) if has_matrix => SIZE_NAMES[n as usize].to_string(),
        Size::Named(_) => "N".to_owned(),
        Size::OfObject(size) => match object.map_or(0, |kind| size.on(kind)) {
            1 => String::new(),
            count => count.to_string(),
        },
    };
    match shape {
        Shape::Scalar | Shape::Like(_) => String::new(),
        Shape::Any => "N".to_owned(),
        Shape::Vector(n) => size(n),
        Shape::Matrix(rows, cols) => format!("{}x{}", size(rows), size(cols)),
    }
}

/// The set that an element is of, perhaps that of the parameter it is tied to. Ties only point backwards, so this ends.
fn class_of(signature: &Signature, mut element: Element) -> Option<Class> {
    while let Element::Like(param) = element {
        element = signature.params()[param as usize].pattern.element;
    }
    if let Element::Class(class) = element { Some(class) } else { None }
}

fn shape_of(signature: &Signature, mut shape: Shape) -> Shape {
    while let Shape::Like(param) = shape {
        shape = signature.params()[param as usize].pattern.shape;
    }
    shape
}

/// A class of objects, structs or text as a type.
fn object_type(class: Class) -> &'static str {
    match (object_of(class), class) {
        (Some(object), _) => object.name(),
        (None, Class::AnySampler) => "SamplerState",
        (None, Class::Uav) => "RWResource",
        (None, Class::NodeRecords) => "NodeRecords",
        (None, Class::RayQuery) => "RayQuery",
        (None, Class::LinAlgMatrix) => "__builtin_LinAlgMatrix",
        (None, Class::ByteBuffer) => "ByteAddressBuffer",
        (None, Class::String) => "string",
        (None, _) => class.name(),
    }
}

/// The same in words.
fn object_words(class: Class) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other class is a list of object types")]
    match class {
        Class::AnySampler => "a sampler".to_owned(),
        Class::Uav => "a resource that can be written".to_owned(),
        Class::SharedArray => "an array of numbers or vectors in group-shared memory".to_owned(),
        Class::NodeRecords => "records of a node".to_owned(),
        Class::Struct => "a struct".to_owned(),
        Class::String => "a text in quotes".to_owned(),
        _ => format!("a `{}`", object_type(class)),
    }
}
