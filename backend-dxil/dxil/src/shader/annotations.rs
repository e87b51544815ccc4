//! Reads and writes `dx.typeAnnotations`: facts of the source about structs and functions that their types do not
//! contain.
//!
//! A struct has its size in a constant buffer and one annotation for each member; a function has one for its result and for
//! each parameter. Modules for reflection contain them, and libraries.

use crate::bytestr::ByteStr;
use crate::constants::ConstId;
use crate::metadata::MdId;
use crate::module::{FuncId, Module};
use crate::signature::{ComponentType, Interpolation};
use crate::types::TypeId;
use crate::validator::ValidatorVersion;
use rustc_hash::{FxHashMap, FxHashSet};

use super::names;
use super::read::{Node, Read, Room};
use super::write::{Tags, numbers};

/// The annotations of a module.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct TypeAnnotations {
    /// The annotations of structs.
    pub structs: Vec<StructAnnotation>,
    /// The annotations of functions.
    pub functions: Vec<FunctionAnnotation>,
}

/// The annotation of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructAnnotation {
    /// The struct.
    pub ty: TypeId,
    /// The bytes it takes in a constant buffer, up to the end of its last member.
    pub size: u32,
    /// Its members.
    pub fields: Vec<FieldAnnotation>,
    /// The arguments of the template it is an instance of.
    pub arguments: Vec<TemplateArgument>,
}

/// An argument of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateArgument {
    /// A type.
    Type(TypeId),
    /// A number.
    Number(i64),
}

/// The orientation of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Orientation {
    /// By rows.
    RowMajor = 1,
    /// By columns.
    ColumnMajor = 2,
}

/// The shape of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    /// Its rows.
    pub rows: u32,
    /// Its columns.
    pub columns: u32,
    /// Its orientation; none for one that is not in memory.
    pub orientation: Option<Orientation>,
}

/// The annotation of a member or parameter.
#[derive(Clone, Debug, PartialEq, Eq, Default, Hash)]
pub struct FieldAnnotation {
    /// Its name.
    pub name: Option<ByteStr>,
    /// Whether it is `precise`.
    pub precise: bool,
    /// Its shape, for a matrix.
    pub matrix: Option<Matrix>,
    /// The offset in a constant buffer.
    pub offset: Option<u32>,
    /// Its semantic, number and all.
    pub semantic: Option<ByteStr>,
    /// The interpolation mode, if it is stated.
    pub interpolation: Option<Interpolation>,
    /// The type of its numbers.
    pub component: Option<ComponentType>,
    /// Whether a shader reads it from a constant buffer.
    pub used: bool,
    /// The properties of a resource.
    pub properties: Option<ConstId>,
    /// The bit-fields it holds.
    pub bit_fields: Vec<FieldAnnotation>,
    /// Its width, for a bit-field.
    pub bit_width: Option<u32>,
    /// The components of a vector; 0 for what is none.
    pub vector_size: u32,
}

/// The annotation of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionAnnotation {
    /// The function.
    pub function: FuncId,
    /// Its result.
    pub result: ParameterAnnotation,
    /// Its parameters.
    pub parameters: Vec<ParameterAnnotation>,
}

/// The annotation of a parameter or result.
#[derive(Clone, Debug, PartialEq, Eq, Default, Hash)]
pub struct ParameterAnnotation {
    /// The passing mode: 0 in, 1 out, 2 both, and further numbers for some stages.
    pub qualifier: u32,
    /// The annotation of a member.
    pub field: FieldAnnotation,
    /// Its semantic indices.
    pub indices: Vec<u32>,
}

/// The first operand of a list.
mod list {
    pub const STRUCTS: u32 = 0;
    pub const FUNCTIONS: u32 = 1;
}

/// The tags of a member.
mod tag {
    pub const PRECISE: u32 = 8;
    pub const MATRIX: u32 = 2;
    pub const OFFSET: u32 = 3;
    pub const SEMANTIC: u32 = 4;
    pub const INTERPOLATION: u32 = 5;
    pub const NAME: u32 = 6;
    pub const COMPONENT: u32 = 7;
    pub const USED: u32 = 9;
    pub const PROPERTIES: u32 = 10;
    pub const BIT_FIELDS: u32 = 11;
    pub const BIT_WIDTH: u32 = 12;
    pub const VECTOR_SIZE: u32 = 13;
}

/// The tag of what follows the members of a struct, and of the kinds of template arguments.
mod argument_tag {
    pub const LIST: u32 = 0;
    pub const TYPE: u32 = 0;
    pub const NUMBER: u32 = 1;
}

impl TypeAnnotations {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.structs.is_empty() && self.functions.is_empty()
    }

    /// The annotation of a struct.
    pub fn of_struct(&self, ty: TypeId) -> Option<&StructAnnotation> {
        self.structs.iter().find(|annotation| annotation.ty == ty)
    }

    pub(super) fn write(&self, module: &mut Module, validator: ValidatorVersion) {
        if !self.structs.is_empty() {
            let mut operands = vec![module.md_u32(list::STRUCTS)];
            for annotation in &self.structs {
                let undef = module.undef(annotation.ty);
                operands.push(module.metadata.value(undef));
                operands.push(write_struct(module, annotation, validator));
            }
            let node = module.metadata.tuple(&operands);
            module.add_named_metadata(names::TYPE_ANNOTATIONS, node);
        }
        self.write_functions(module, validator);
    }

    pub(super) fn write_functions(&self, module: &mut Module, validator: ValidatorVersion) {
        if !self.functions.is_empty() {
            let mut operands = vec![module.md_u32(list::FUNCTIONS)];
            // Of thousands of parameters nearly all are like others: what is the same is one node.
            let mut known: FxHashMap<&ParameterAnnotation, MdId> = FxHashMap::default();
            let mut parts = Vec::new();
            for annotation in &self.functions {
                let address = module.function_address(annotation.function);
                operands.push(module.metadata.value(address));
                for part in std::iter::once(&annotation.result).chain(&annotation.parameters) {
                    parts.push(*known.entry(part).or_insert_with(|| write_parameter(module, part, validator)));
                }
                operands.push(module.metadata.tuple(&parts));
                parts.clear();
            }
            let node = module.metadata.tuple(&operands);
            module.add_named_metadata(names::TYPE_ANNOTATIONS, node);
        }
    }

    pub(super) fn read(module: &Module, room: &Room) -> Read<Self> {
        let mut found = Self::default();
        let mut known = FxHashMap::default();
        let mut structs = FxHashSet::default();
        for &id in module.named_nodes(names::TYPE_ANNOTATIONS) {
            let node = Node::new(module, room, id, names::TYPE_ANNOTATIONS)?;
            if node.len().is_multiple_of(2) {
                return Err(node.error());
            }
            let which = node.u32(0)?;
            for at in (1..node.len()).step_by(2) {
                let part = node.node(at + 1, "type annotation")?;
                let is_new = match which {
                    list::STRUCTS => {
                        let ty = module.constants.ty(node.value(at)?);
                        found.structs.push(read_struct(&part, ty)?);
                        structs.insert(ty)
                    }
                    list::FUNCTIONS => {
                        let function = node.function(at)?;
                        found.functions.push(read_function(&part, function, &mut known)?);
                        true
                    }
                    _ => return Err(node.error()),
                };
                if !is_new {
                    node.note_unknown();
                }
            }
        }
        Ok(found)
    }
}

/// The list of annotations of payloads: what may read and write each field.
pub const PAYLOADS: &str = "dx.dxrPayloadAnnotations";
/// The bits of an annotation of a field: a nibble for readers and writers of each of four stages.
const ACCESS_BITS: u32 = 0x3333;

/// Checks the form of annotations of payloads.
pub(super) fn check_payloads(module: &Module, room: &Room) -> Read<()> {
    for &id in module.named_nodes(PAYLOADS) {
        let node = Node::new(module, room, id, PAYLOADS)?;
        if node.u32(0)? != 0 || node.len().is_multiple_of(2) {
            return Err(node.error());
        }
        let fields = module.types.struct_fields(module.constants.ty(node.value(1)?)).ok_or_else(|| node.error())?;
        let parts = node.node(2, PAYLOADS)?.of_length(fields.len())?;
        for field in 0..parts.len() {
            let field = parts.node(field, PAYLOADS)?;
            for (tag, at) in field.tags()? {
                if tag != 0 || field.u32(at)? & !ACCESS_BITS != 0 {
                    return Err(field.error());
                }
            }
        }
    }
    Ok(())
}

fn write_struct(module: &mut Module, annotation: &StructAnnotation, validator: ValidatorVersion) -> MdId {
    let mut operands = vec![module.md_u32(annotation.size)];
    operands.extend(annotation.fields.iter().map(|field| write_field(module, field, validator)));
    if !annotation.arguments.is_empty() {
        let arguments: Vec<_> = annotation
            .arguments
            .iter()
            .map(|argument| {
                let (kind, value) = match *argument {
                    TemplateArgument::Type(ty) => (argument_tag::TYPE, module.undef(ty)),
                    TemplateArgument::Number(number) => (argument_tag::NUMBER, module.i64_const(number)),
                };
                let operands = [module.md_u32(kind), module.metadata.value(value)];
                module.metadata.tuple(&operands)
            })
            .collect();
        let operands_of_list = [module.md_u32(argument_tag::LIST), module.metadata.tuple(&arguments)];
        operands.push(module.metadata.tuple(&operands_of_list));
    }
    module.metadata.tuple(&operands)
}

/// The order of the tags is the one they are always written in.
fn write_field(module: &mut Module, field: &FieldAnnotation, validator: ValidatorVersion) -> MdId {
    let mut tags = Tags::default();
    if let Some(name) = &field.name {
        tags.push(module, tag::NAME, |module| module.metadata.string(name.clone()));
    }
    if field.precise {
        tags.push(module, tag::PRECISE, |module| module.md_i1(true));
    }
    if let Some(Matrix { rows, columns, orientation }) = field.matrix {
        let orientation = orientation.map_or(0, |orientation| orientation as u32);
        tags.push(module, tag::MATRIX, |module| numbers(module, &[rows, columns, orientation]));
    }
    if let Some(offset) = field.offset {
        tags.push(module, tag::OFFSET, |module| module.md_u32(offset));
    }
    if let Some(semantic) = &field.semantic {
        tags.push(module, tag::SEMANTIC, |module| module.metadata.string(semantic.clone()));
    }
    if let Some(interpolation) = field.interpolation {
        tags.push(module, tag::INTERPOLATION, |module| module.md_u32(interpolation as u32));
    }
    if let Some(component) = field.component {
        tags.push(module, tag::COMPONENT, |module| module.md_u32(component as u32));
    }
    if field.used && validator.annotates_use() {
        tags.push(module, tag::USED, |module| module.md_i1(true));
    }
    if let Some(properties) = field.properties.filter(|_| validator.annotates_vectors()) {
        tags.push(module, tag::PROPERTIES, |module| module.metadata.value(properties));
    }
    if validator.annotates_bit_fields() {
        if !field.bit_fields.is_empty() {
            // A bit-field holds none itself.
            let fields: Vec<_> = field.bit_fields.iter().map(|part| write_field(module, part, validator)).collect();
            tags.push(module, tag::BIT_FIELDS, |module| module.metadata.tuple(&fields));
        }
        if let Some(width) = field.bit_width {
            tags.push(module, tag::BIT_WIDTH, |module| module.md_u32(width));
        }
    }
    if field.vector_size != 0 && validator.annotates_vectors() {
        tags.push(module, tag::VECTOR_SIZE, |module| module.md_u32(field.vector_size));
    }
    match tags.node(module) {
        Some(node) => node,
        None => module.metadata.tuple(&[]),
    }
}

fn write_parameter(module: &mut Module, parameter: &ParameterAnnotation, validator: ValidatorVersion) -> MdId {
    let operands = [
        module.md_u32(parameter.qualifier),
        write_field(module, &parameter.field, validator),
        numbers(module, &parameter.indices),
    ];
    module.metadata.tuple(&operands)
}

fn read_struct(node: &Node<'_>, ty: TypeId) -> Read<StructAnnotation> {
    let count = node.module().types.struct_fields(ty).ok_or_else(|| node.error())?.len();
    let mut annotation = StructAnnotation { ty, size: node.u32(0)?, fields: Vec::new(), arguments: Vec::new() };
    for at in 1..=count {
        annotation.fields.push(read_field(&node.node(at, "member annotation")?, true)?);
    }
    match node.len() - count {
        1 => {}
        2 => {
            let list = node.node(count + 1, "template arguments")?.of_length(2)?;
            let arguments = list.node(1, "template arguments")?;
            for at in 0..arguments.len() {
                let argument = arguments.node(at, "template argument")?.of_length(2)?;
                annotation.arguments.push(match argument.u32(0)? {
                    argument_tag::TYPE => TemplateArgument::Type(argument.module().constants.ty(argument.value(1)?)),
                    argument_tag::NUMBER => TemplateArgument::Number(argument.int(1)?.cast_signed()),
                    _ => return Err(argument.error()),
                });
            }
        }
        _ => return Err(node.error()),
    }
    Ok(annotation)
}

fn read_field(node: &Node<'_>, may_hold_bits: bool) -> Read<FieldAnnotation> {
    let mut field = FieldAnnotation::default();
    for (number, at) in node.tags()? {
        match number {
            tag::NAME => field.name = Some(node.text(at)?),
            tag::PRECISE => field.precise = node.bool(at)?,
            tag::MATRIX => {
                let [rows, columns, orientation] = node.node(at, "matrix")?.numbers()?;
                let orientation = match orientation {
                    0 => None,
                    1 => Some(Orientation::RowMajor),
                    2 => Some(Orientation::ColumnMajor),
                    _ => return Err(node.error()),
                };
                field.matrix = Some(Matrix { rows, columns, orientation });
            }
            tag::OFFSET => field.offset = Some(node.u32(at)?),
            tag::SEMANTIC => field.semantic = Some(node.text(at)?),
            tag::INTERPOLATION => field.interpolation = Interpolation::from_number(node.u32(at)?),
            tag::COMPONENT => field.component = ComponentType::from_number(node.u32(at)?),
            tag::USED => field.used = node.bool(at)?,
            tag::PROPERTIES => field.properties = Some(node.value(at)?),
            tag::BIT_FIELDS if may_hold_bits => {
                let list = node.node(at, "bit-fields")?;
                for part in 0..list.len() {
                    field.bit_fields.push(read_field(&list.node(part, "bit-field")?, false)?);
                }
            }
            tag::BIT_WIDTH => field.bit_width = Some(node.u32(at)?),
            tag::VECTOR_SIZE => field.vector_size = node.u32(at)?,
            _ => return Err(node.error()),
        }
    }
    Ok(field)
}

/// `known` are parameters that were read before, those of which nothing is said that has a length.
fn read_function(
    node: &Node<'_>,
    function: FuncId,
    known: &mut FxHashMap<MdId, ParameterAnnotation>,
) -> Read<FunctionAnnotation> {
    let mut part = |at: usize| -> Read<ParameterAnnotation> {
        let id = node.id(at)?;
        if let Some(found) = known.get(&id) {
            return Ok(found.clone());
        }
        let found = read_parameter(&node.node(at, "parameter annotation")?.of_length(3)?)?;
        let FieldAnnotation { name, semantic, bit_fields, .. } = &found.field;
        if name.is_none() && semantic.is_none() && bit_fields.is_empty() && found.indices.is_empty() {
            known.insert(id, found.clone());
        }
        Ok(found)
    };
    let module = node.module();
    let parameters = module.types.signature(module.functions[function].ty).map_or(0, |(_, params)| params.len());
    node.of_length(1 + parameters)?;
    Ok(FunctionAnnotation { function, result: part(0)?, parameters: (1..node.len()).map(part).collect::<Read<_>>()? })
}

fn read_parameter(node: &Node<'_>) -> Read<ParameterAnnotation> {
    let indices = node.node(2, "semantic indices")?;
    Ok(ParameterAnnotation {
        qualifier: node.u32(0)?,
        field: read_field(&node.node(1, "parameter annotation")?, true)?,
        indices: (0..indices.len()).map(|at| indices.u32(at)).collect::<Read<_>>()?,
    })
}
