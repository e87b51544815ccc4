//! Collects facts of declarations that IR types do not contain: kinds of scalars, and names in the spelling of C++,
//! which DXC's metadata and reflection use for types.
//!
//! Input: a type or object of the checked program. Output: the `Declared` row of a member or result, the interpolation of a
//! member, the name of an object or a struct. Nothing here decides what code is generated.

use crate::types::scalar;
use hlslc_hir::objects::{ObjectKind, ObjectParams};
use hlslc_hir::types::{
    EnumData, FieldModifiers, ObjectArg, ScalarKind, StructData, TemplateArgument, Ty, TyData, Types,
};
use hlslc_ir::module::Interpolation;
use hlslc_ir::types::{Declared, NumberKind};

/// The maximum depth of template arguments in a name. The checker allows more; nothing reads such a name.
const MAX_NAME_DEPTH: u32 = 16;

/// Returns the declared properties of the scalars of a type.
pub(crate) fn declared(types: &Types, mut ty: Ty, native_16bit: bool) -> Declared {
    while let TyData::Array(element, _) = *types.data(ty) {
        ty = element;
    }
    let of_enum = if let TyData::Enum(id) = *types.data(ty) { Some(&types.enums[id]) } else { None };
    let kind = of_enum.map_or_else(|| types.element_kind(ty), |data| Some(data.underlying));
    let one_vector = matches!(types.data(ty), TyData::Vector(_, 1));
    let Some((kind, number)) = kind.and_then(|kind| Some((kind, number_kind(kind)?))) else {
        return Declared::default();
    };
    let number = if of_enum.is_some_and(EnumData::is_unsigned) { unsigned(number) } else { number };
    Declared { one_vector, is_enum: of_enum.is_some(), ..Declared::new(scalar(kind, native_16bit), number) }
}

fn number_kind(kind: ScalarKind) -> Option<NumberKind> {
    use NumberKind as N;
    use ScalarKind as K;
    Some(match kind {
        K::Bool => N::Bool,
        K::Int => N::Int,
        K::Uint => N::Uint,
        K::Int16 => N::Int16,
        K::Uint16 => N::Uint16,
        K::Int64 => N::Int64,
        K::Uint64 => N::Uint64,
        K::Float16 => N::Float16,
        K::Half => N::Half,
        K::Float => N::Float,
        K::Double => N::Double,
        K::Min16Int => N::Min16Int,
        K::Min12Int => N::Min12Int,
        K::Min16Uint => N::Min16Uint,
        K::Min16Float => N::Min16Float,
        K::Min10Float => N::Min10Float,
        K::SNormFloat => N::SNormFloat,
        K::UNormFloat => N::UNormFloat,
        K::SNormHalf => N::SNormHalf,
        K::UNormHalf => N::UNormHalf,
        K::PackedInt8x4 => N::PackedInt8x4,
        K::PackedUint8x4 => N::PackedUint8x4,
        K::LitInt | K::LitFloat => return None,
    })
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the other kinds have no sign to drop")]
fn unsigned(kind: NumberKind) -> NumberKind {
    match kind {
        NumberKind::Int => NumberKind::Uint,
        NumberKind::Int16 => NumberKind::Uint16,
        NumberKind::Int64 => NumberKind::Uint64,
        NumberKind::Min16Int | NumberKind::Min12Int => NumberKind::Min16Uint,
        other => other,
    }
}

/// The written interpolation of a member.
pub(crate) fn interpolation(modifiers: FieldModifiers) -> Interpolation {
    if modifiers.nointerpolation {
        return Interpolation::Constant;
    }
    match (modifiers.sample, modifiers.centroid, modifiers.noperspective) {
        (true, _, true) => Interpolation::LinearNoperspectiveSample,
        (true, _, false) => Interpolation::LinearSample,
        (false, true, true) => Interpolation::LinearNoperspectiveCentroid,
        (false, true, false) => Interpolation::LinearCentroid,
        (false, false, true) => Interpolation::LinearNoperspective,
        (false, false, false) if modifiers.linear => Interpolation::Linear,
        (false, false, false) => Interpolation::Undefined,
    }
}

/// The type that an object is declared to hold.
pub(crate) fn element_of(args: &[ObjectArg]) -> Option<Ty> {
    args.iter().find_map(|arg| match arg {
        ObjectArg::Type(ty) => Some(*ty),
        ObjectArg::Number(_) => None,
    })
}

/// The name of an object type with its arguments, those left out included: `Texture2DMS<vector<float, 4>, 0>`.
pub(crate) fn object_name(types: &Types, kind: ObjectKind, args: &[ObjectArg]) -> String {
    object_name_at(types, kind, args, 0)
}

fn object_name_at(types: &Types, kind: ObjectKind, args: &[ObjectArg], depth: u32) -> String {
    let mut shown: Vec<String> = args
        .iter()
        .map(|arg| match arg {
            ObjectArg::Type(ty) => type_name(types, *ty, depth + 1),
            ObjectArg::Number(n) => n.cast_signed().to_string(),
        })
        .collect();
    let params = kind.info().params;
    let takes_element = matches!(params, ObjectParams::OptionalElement | ObjectParams::ElementSamples);
    if takes_element && element_of(args).is_none() {
        shown.insert(0, "vector<float, 4>".to_owned());
    }
    if params == ObjectParams::ElementSamples && shown.len() < 2 {
        shown.push("0".to_owned());
    }
    with_arguments(kind.name(), &shown)
}

/// The name of a struct: namespaces, and arguments of its template.
pub(crate) fn struct_name(types: &Types, data: &StructData) -> String {
    struct_name_at(types, data, 0)
}

fn struct_name_at(types: &Types, data: &StructData, depth: u32) -> String {
    if data.name.is_empty() {
        return "anon".to_owned();
    }
    let end = if data.arguments.is_empty() { None } else { template_name(&data.name) };
    let Some(end) = end else { return data.name.clone() };
    let shown: Vec<String> = data
        .arguments
        .iter()
        .map(|argument| match argument {
            TemplateArgument::Type(ty) => type_name(types, *ty, depth + 1),
            TemplateArgument::Number(n) => n.to_string(),
            TemplateArgument::Template(name) => name.clone(),
        })
        .collect();
    with_arguments(end, &shown)
}

/// The name before its last list of arguments.
fn template_name(name: &str) -> Option<&str> {
    let mut open = 0usize;
    for (at, c) in name.char_indices().rev() {
        match c {
            '>' => open += 1,
            '<' => {
                open = open.checked_sub(1)?;
                if open == 0 {
                    return Some(&name[..at]);
                }
            }
            _ => {}
        }
    }
    None
}

/// Appends arguments to a name. As in C++98, a space separates two closing brackets.
fn with_arguments(name: &str, args: &[String]) -> String {
    if args.is_empty() {
        return name.to_owned();
    }
    let list = args.join(", ");
    let gap = if list.ends_with('>') { " " } else { "" };
    format!("{name}<{list}{gap}>")
}

fn type_name(types: &Types, ty: Ty, depth: u32) -> String {
    let mut suffix = String::new();
    let mut ty = ty;
    while let TyData::Array(element, count) = *types.data(ty) {
        suffix.push_str(&count.map_or_else(|| "[]".to_owned(), |n| format!("[{n}]")));
        ty = element;
    }
    let number = |kind: ScalarKind| number_kind(kind).map_or_else(|| kind.name(), NumberKind::cpp_name);
    let base = match types.data(ty) {
        _ if depth > MAX_NAME_DEPTH => "...".to_owned(),
        TyData::Error | TyData::Array(..) | TyData::String | TyData::Void => types.display(ty),
        TyData::Scalar(kind) => number(*kind).to_owned(),
        TyData::Vector(kind, n) => format!("vector<{}, {n}>", number(*kind)),
        TyData::Matrix { scalar, rows, cols, .. } => format!("matrix<{}, {rows}, {cols}>", number(*scalar)),
        TyData::Struct(id) => struct_name_at(types, &types.structs[*id], depth),
        TyData::Enum(id) => types.enums[*id].name.clone(),
        TyData::Object(kind, args) => object_name_at(types, *kind, args, depth),
    };
    if suffix.is_empty() { base } else { format!("{base} {suffix}") }
}
