//! Resolves built-in type names: the scalar, vector, matrix or object that each word means.
//!
//! There is one table of scalar spellings; vectors and matrices are those followed by `N` or `NxM`.

use hlslc_hir::objects::ObjectKind;
use hlslc_hir::types::ScalarKind;
use hlslc_syntax::words;

/// (spelling, kind). `half` and the minimum-precision kinds depend on options and are adjusted by the caller.
const SCALARS: [(&str, ScalarKind); 20] = {
    use ScalarKind::*;
    [
        ("bool", Bool),
        ("int", Int),
        ("uint", Uint),
        ("dword", Uint),
        ("half", Half),
        ("float", Float),
        ("double", Double),
        ("min16float", Min16Float),
        ("min10float", Min10Float),
        ("min16int", Min16Int),
        ("min12int", Min12Int),
        ("min16uint", Min16Uint),
        ("int16_t", Int16),
        ("uint16_t", Uint16),
        ("int32_t", Int),
        ("uint32_t", Uint),
        ("int64_t", Int64),
        ("uint64_t", Uint64),
        ("float16_t", Float16),
        ("float32_t", Float),
    ]
};

/// Spellings beside the table that take no `N` after.
const MORE_SCALARS: [(&str, ScalarKind); 2] =
    [("int8_t4_packed", ScalarKind::PackedInt8x4), ("uint8_t4_packed", ScalarKind::PackedUint8x4)];

/// Names that stand for the numbers of constants.
const CONSTANTS: [&str; 6] =
    ["RAY_FLAG", "COMMITTED_STATUS", "CANDIDATE_TYPE", "RAYQUERY_FLAG", "BARRIER_SEMANTIC_FLAG", "MEMORY_TYPE_FLAG"];

/// The meaning of the name of a built-in type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuiltinType {
    /// `void`.
    Void,
    /// A scalar.
    Scalar(ScalarKind),
    /// A vector of this many.
    Vector(ScalarKind, u16),
    /// A matrix of this many rows and columns.
    Matrix(ScalarKind, u8, u8),
    /// `vector`, with or without arguments.
    VectorTemplate,
    /// `matrix`, with or without arguments.
    MatrixTemplate,
    /// An object, with or without arguments.
    Object(ObjectKind),
    /// `string`.
    String,
    /// Types of effect files, which do nothing.
    Effect,
}

/// Object names beside those of the table.
const OBJECT_ALIASES: [(&str, ObjectKind); 3] = [
    ("sampler", ObjectKind::SamplerState),
    ("RasterizerOrderedTexture2DArray", ObjectKind::RovTexture2DArray),
    ("RaytracingAccelerationStructure", ObjectKind::RaytracingAccelerationStructure),
];

/// What `name` means, if it is a built-in type.
pub fn builtin_type(name: &str) -> Option<BuiltinType> {
    match name {
        "void" => return Some(BuiltinType::Void),
        "vector" => return Some(BuiltinType::VectorTemplate),
        "matrix" => return Some(BuiltinType::MatrixTemplate),
        "string" => return Some(BuiltinType::String),
        "float64_t" => return Some(BuiltinType::Scalar(ScalarKind::Double)),
        _ => {}
    }
    if let Some(&(_, kind)) = MORE_SCALARS.iter().find(|row| row.0 == name) {
        return Some(BuiltinType::Scalar(kind));
    }
    if CONSTANTS.contains(&name) {
        return Some(BuiltinType::Scalar(ScalarKind::Uint));
    }
    if name.starts_with(|c: char| c.is_ascii_lowercase())
        && let Some(numeric) = numeric_type(name)
    {
        return Some(numeric);
    }
    // Names that start with a dot are internal and cannot be written.
    if let Some(kind) = ObjectKind::from_name(name) {
        return Some(BuiltinType::Object(kind));
    }
    if let Some(&(_, kind)) = OBJECT_ALIASES.iter().find(|row| row.0 == name) {
        return Some(BuiltinType::Object(kind));
    }
    words::EFFECT_TYPES.contains(&name).then_some(BuiltinType::Effect)
}

fn numeric_type(name: &str) -> Option<BuiltinType> {
    let scalar = |text: &str| {
        if text == "float64_t" {
            return Some(ScalarKind::Double);
        }
        SCALARS.iter().find(|row| row.0 == text).map(|row| row.1)
    };
    if let Some(kind) = scalar(name) {
        return Some(BuiltinType::Scalar(kind));
    }
    let size = |byte: u8| (b'1'..=b'4').contains(&byte).then(|| byte - b'0');
    let (rest, last) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let cols = size(*last.as_bytes().first()?)?;
    if let Some(kind) = scalar(rest) {
        return Some(BuiltinType::Vector(kind, u16::from(cols)));
    }
    let (base, rows) = rest.strip_suffix('x').and_then(|r| r.split_at_checked(r.len().checked_sub(1)?))?;
    Some(BuiltinType::Matrix(scalar(base)?, size(*rows.as_bytes().first()?)?, cols))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_shapes() {
        assert_eq!(builtin_type("float"), Some(BuiltinType::Scalar(ScalarKind::Float)));
        assert_eq!(builtin_type("min16int3"), Some(BuiltinType::Vector(ScalarKind::Min16Int, 3)));
        assert_eq!(builtin_type("uint16_t2x4"), Some(BuiltinType::Matrix(ScalarKind::Uint16, 2, 4)));
        assert_eq!(builtin_type("float5"), None);
        assert_eq!(builtin_type("float0x2"), None);
        assert_eq!(builtin_type("x4"), None);
        assert_eq!(builtin_type("RWTexture2D"), Some(BuiltinType::Object(ObjectKind::RwTexture2D)));
    }
}
