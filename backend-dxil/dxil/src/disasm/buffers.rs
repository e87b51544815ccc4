//! Prints the section on the contents of buffers: constant buffers, texture buffers and structured buffers.
//!
//! Members, their types and offsets come from the type annotations of the reflection module.

use std::fmt::Write as _;

use hlslc_shown::escaped_line;
use rustc_hash::FxHashMap;

use crate::constants::ConstKind;
use crate::metadata::MdId;
use crate::module::Module;
use crate::shader::{Element, Resource, ResourceDetail, ResourceKind, Resources};
use crate::signature::ComponentType;
use crate::types::{Type, TypeId};

/// Structs nested deeper than this, which no shader has, are left out.
const MAX_DEPTH: usize = 64;
/// The indentation of the outermost declaration, and how much each level adds.
const INDENT: usize = 3;
const STEP: usize = 4;
/// The column at which offsets are listed.
const OFFSET_COLUMN: usize = 53;
/// The text in place of a struct without an annotation.
const NOT_ANNOTATED: &str = "(type annotation not present)";

/// Prints the section; `module` is the one the resources are of.
pub(super) fn print(out: &mut String, module: &Module, resources: &Resources) {
    let mut section = Section { out, module, annotations: Annotations::read(module), packed: true };
    section.out.push_str(";\n; Buffer Definitions:\n;\n");
    for resource in &resources.cbvs {
        if let ResourceDetail::Cbv { size } = resource.detail {
            section.constant_buffer("cbuffer", resource, Some(size));
        }
    }
    for resource in resources.srvs.iter().chain(&resources.uavs) {
        let (ResourceDetail::Srv { element, .. } | ResourceDetail::Uav { element, .. }) = resource.detail else {
            continue;
        };
        if resource.kind() == ResourceKind::TBuffer {
            section.constant_buffer("tbuffer", resource, None);
        } else if matches!(element, Element::Struct { .. }) {
            section.structured_buffer(resource);
        }
    }
}

/// A member of a struct, as annotations describe it.
#[derive(Clone, Default)]
struct Member {
    name: String,
    component: Option<ComponentType>,
    /// Rows, columns, and whether rows are stored together.
    matrix: Option<(u32, u32, bool)>,
    offset: u32,
}

/// A struct, as annotations describe it.
struct Description {
    /// The bytes as constant buffers pack it.
    size: u64,
    members: Vec<Member>,
}

/// The annotations of the structs of a module.
struct Annotations(FxHashMap<TypeId, Description>);

/// The tags of a member.
mod tag {
    pub const MATRIX: u64 = 2;
    pub const OFFSET: u64 = 3;
    pub const NAME: u64 = 6;
    pub const COMPONENT: u64 = 7;
}

impl Annotations {
    fn read(module: &Module) -> Self {
        let mut structs = FxHashMap::default();
        for &node in module.named_nodes("dx.typeAnnotations") {
            let Some(operands) = module.metadata.operands(node) else { continue };
            // Pairs of an undef of the struct and what it holds follow a zero.
            if operands.first().copied().flatten().and_then(|kind| module.md_int(kind)) != Some(0) {
                continue;
            }
            for pair in operands[1..].chunks_exact(2) {
                if let [Some(value), Some(description)] = *pair
                    && let Some(value) = module.metadata.as_value(value)
                    && let Some(description) = describe(module, description)
                {
                    structs.insert(module.constants.ty(value), description);
                }
            }
        }
        Self(structs)
    }
}

/// The description of a struct: its size, then its members.
fn describe(module: &Module, description: MdId) -> Option<Description> {
    let (size, fields) = module.metadata.operands(description)?.split_first()?;
    let members = fields.iter().map(|field| member(module, (*field)?)).collect::<Option<_>>()?;
    Some(Description { size: module.md_int((*size)?)?, members })
}

fn member(module: &Module, field: MdId) -> Option<Member> {
    let mut member = Member::default();
    for pair in module.metadata.operands(field)?.chunks_exact(2) {
        let [Some(key), Some(value)] = *pair else { continue };
        let number = module.md_int(value).and_then(|number| u32::try_from(number).ok());
        match module.md_int(key)? {
            tag::NAME => member.name = escaped_line(&module.metadata.as_string(value)?.to_string()).into_owned(),
            tag::OFFSET => member.offset = number?,
            tag::COMPONENT => member.component = ComponentType::from_number(number?),
            tag::MATRIX => {
                let parts = module.metadata.operands(value)?;
                let part = |index: usize| module.md_int((*parts.get(index)?)?);
                member.matrix = Some((part(0)? as u32, part(1)? as u32, part(2)? == 1));
            }
            _ => {}
        }
    }
    Some(member)
}

struct Section<'s> {
    out: &'s mut String,
    module: &'s Module,
    annotations: Annotations,
    /// Whether members lie as constant buffers pack them; else as in memory.
    packed: bool,
}

/// The position of a declaration.
#[derive(Clone, Copy)]
struct Place {
    depth: usize,
    offset: u64,
    /// The size, for the outermost declaration.
    size: Option<u64>,
}

impl Place {
    fn outermost(size: u64) -> Self {
        Self { depth: 0, offset: 0, size: Some(size) }
    }
}

impl Section<'_> {
    /// Writes a constant buffer, or a texture buffer, whose size only the annotation of its struct states.
    fn constant_buffer(&mut self, keyword: &str, resource: &Resource, size: Option<u32>) {
        self.packed = true;
        let name = escaped_line(&resource.name.to_string()).into_owned();
        let _ = writeln!(self.out, "; {keyword} {name}\n; {{\n;");
        let ty = variable_type(self.module, resource);
        match ty.and_then(|ty| Some((ty, self.annotations.0.get(&ty)?.size))) {
            Some((ty, annotated)) => {
                self.structure(ty, &name, Place::outermost(size.map_or(annotated, u64::from)));
            }
            None => {
                let bytes = size.map(|size| format!("[{size} x i8] ")).unwrap_or_default();
                let _ = writeln!(self.out, ";   {bytes}{NOT_ANNOTATED}\n;");
            }
        }
        self.out.push_str("; }\n;\n");
    }

    fn structured_buffer(&mut self, resource: &Resource) {
        const NAME: &str = "$Element";
        self.packed = false;
        let _ = writeln!(self.out, "; Resource bind info for {}\n; {{\n;", escaped_line(&resource.name.to_string()));
        let variable_ty = variable_type(self.module, resource);
        let element = variable_ty.and_then(|ty| self.module.types.element(ty, 0));
        let size = element.and_then(|ty| self.module.alloc_size(ty)).unwrap_or(0);
        let of_element = element.filter(|&ty| is_user_struct(self.module, ty));
        let is_struct = of_element.is_some();
        match (of_element, element) {
            (Some(ty), _) if self.annotations.0.contains_key(&ty) => self.structure(ty, NAME, Place::outermost(size)),
            (None, Some(ty)) => match variable_ty.and_then(|ty| self.annotations.0.get(&ty)?.members.first()) {
                Some(member) => {
                    let member = Member { name: NAME.into(), ..member.clone() };
                    // The structs of an array are listed as constant buffers pack them.
                    self.packed = true;
                    self.member(ty, &member, Place::outermost(size));
                }
                None => drop(writeln!(self.out, ";   [{size} x i8] {NOT_ANNOTATED}")),
            },
            _ => drop(writeln!(self.out, ";   [{size} x i8] {NOT_ANNOTATED}")),
        }
        // Structs end in an empty line of their own.
        self.out.push_str(if is_struct { "; }\n;\n" } else { ";\n; }\n;\n" });
    }

    fn indent(&mut self, depth: usize) {
        self.out.push(';');
        self.out.extend(std::iter::repeat_n(' ', INDENT + STEP * depth));
    }

    /// Writes the end of a declaration: its offset, and its size if it is the outermost.
    fn declaration(&mut self, text: &str, place: Place) {
        self.indent(place.depth);
        let width = OFFSET_COLUMN.saturating_sub(INDENT + STEP * place.depth);
        let _ = write!(self.out, "{text:width$}; Offset:{:5}", place.offset);
        if let Some(size) = place.size.filter(|&size| size > 0) {
            let _ = write!(self.out, " Size: {size:5}");
        }
        self.out.push('\n');
    }

    /// Writes a struct; `name` is that of the variable or member.
    fn structure(&mut self, ty: TypeId, name: &str, place: Place) {
        let type_name = self.module.types.struct_name(ty).map(ToString::to_string).unwrap_or_default();
        self.indent(place.depth);
        let _ = writeln!(self.out, "struct {}", escaped_line(&type_name));
        self.indent(place.depth);
        self.out.push_str("{\n;\n");
        let fields = self.module.types.struct_fields(ty).map(<[TypeId]>::to_vec).unwrap_or_default();
        match self.annotations.0.get(&ty).map(|described| described.members.clone()) {
            Some(members) if place.depth < MAX_DEPTH => {
                let in_memory = self.module.field_offsets(ty).unwrap_or_default();
                for (index, (&field, member)) in fields.iter().zip(&members).enumerate() {
                    let packed = u64::from(member.offset);
                    let start = if self.packed { packed } else { in_memory.get(index).copied().unwrap_or(packed) };
                    let offset = place.offset.saturating_add(start);
                    self.member(field, member, Place { depth: place.depth + 1, offset, size: None });
                }
            }
            _ => {
                self.indent(place.depth + 1);
                self.out.push_str("/* empty struct */\n");
            }
        }
        self.indent(place.depth);
        self.out.push('\n');
        self.declaration(&format!("}} {name};"), place);
        self.out.push_str(";\n");
    }

    fn member(&mut self, ty: TypeId, member: &Member, place: Place) {
        let types = &self.module.types;
        let (mut elem, mut count, mut levels) = (ty, 1u64, 0);
        while let Type::Array { elem: inner, len } = types.get(elem) {
            (elem, count, levels) = (*inner, count.saturating_mul(*len), levels + 1);
        }
        if let Some((rows, columns, is_row_major)) = member.matrix {
            // Matrices are arrays of their rows or columns.
            count /= u64::from(if is_row_major { rows } else { columns }.max(1));
            levels -= 1;
        }
        let array = if levels > 0 { format!("[{count}]") } else { String::new() };
        if member.matrix.is_none() && types.struct_fields(elem).is_some() {
            // DXC ends arrays of structs in two semicolons, and gives no size even for the outermost.
            let end = if array.is_empty() { "" } else { ";" };
            self.structure(elem, &format!("{}{array}{end}", member.name), Place { size: None, ..place });
            return;
        }
        let scalar = member.component.map_or("", |component| component_text(component, self.module));
        let text = match (member.matrix, types.get(elem)) {
            (Some((rows, columns, is_row_major)), _) => {
                let order = if is_row_major { "row_major" } else { "column_major" };
                format!("{order} {scalar}{rows}x{columns}")
            }
            (None, Type::Vector { len, .. }) => format!("{scalar}{len}"),
            (None, _) => scalar.into(),
        };
        self.declaration(&format!("{text} {}{array};", member.name), place);
    }
}

/// A component type as HLSL spells it.
fn component_text(component: ComponentType, module: &Module) -> &'static str {
    let native = module.has_native_16bit();
    match component {
        ComponentType::Invalid | ComponentType::PackedS8x32 | ComponentType::PackedU8x32 => "invalid",
        ComponentType::I1 => "bool",
        ComponentType::I16 if native => "int16_t",
        ComponentType::I16 => "min16i",
        ComponentType::U16 if native => "uint16_t",
        ComponentType::U16 => "min16ui",
        ComponentType::I32 => "int",
        ComponentType::U32 => "uint",
        ComponentType::I64 => "int64_t",
        ComponentType::U64 => "uint64_t",
        ComponentType::F16 if native => "half",
        ComponentType::F16 => "min16float",
        ComponentType::F32 => "float",
        ComponentType::F64 => "double",
        ComponentType::SNormF16 => "snorm_half",
        ComponentType::UNormF16 => "unorm_half",
        ComponentType::SNormF32 => "snorm_float",
        ComponentType::UNormF32 => "unorm_float",
        ComponentType::SNormF64 => "snorm_double",
        ComponentType::UNormF64 => "unorm_double",
    }
}

/// The type of one resource: what its variable points to, or what that is an array of.
fn variable_type(module: &Module, resource: &Resource) -> Option<TypeId> {
    // In a library the variable may be a global after a conversion, whose own type is that of the pointer.
    let variable = resource.variable;
    if !matches!(module.constants.get(variable).kind, ConstKind::Cast { .. } | ConstKind::Undef | ConstKind::Global(_))
    {
        return None;
    }
    let mut ty = module.types.pointee(module.constants.ty(variable))?;
    while let Type::Array { elem, .. } = module.types.get(ty) {
        ty = *elem;
    }
    Some(ty)
}

/// Whether a type is a struct that is not how matrices are represented.
fn is_user_struct(module: &Module, ty: TypeId) -> bool {
    matches!(module.types.get(ty), Type::Struct { .. } | Type::Named(_))
        && !module.types.struct_name(ty).is_some_and(|name| name.starts_with(b"class.matrix."))
}
