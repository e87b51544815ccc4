//! Computes the layouts of constant buffers, texture buffers and structured buffers.
//!
//! Input: the types of a module and the annotations of their members. Output: buffers with their variables, and one table
//! of the structs in them, without duplicates. A type names its struct by its index in that table, so the table is no
//! larger than the types of the module, however deeply structs are nested. Structs are processed innermost first, without
//! recursion.

use hlslc_semantics::layout::{self, Rules, in_sequence};
use hlslc_semantics::texture::TextureType;
use rustc_hash::FxHashMap;

use super::d3d::{BufferType, VariableClass, VariableFlags, VariableType};
use super::{BitField, Budget, Buffer, Member, Reflect, ReflectError, Struct, Type, Variable};
use crate::module::Module;
use crate::shader::{FieldAnnotation, Orientation, Resource, ResourceDetail, ResourceKind, Shader, StructAnnotation};
use crate::signature::ComponentType;
use crate::types::{self, TypeId};

/// What D3D calls the element of a structured buffer.
const ELEMENT: &str = "$Element";

/// The layout rules of members.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Packing {
    /// In rows of constant buffers, as annotations say.
    Rows,
    /// As in memory.
    Memory,
}

/// A struct that has been worked out.
#[derive(Clone, Copy)]
struct Known {
    /// Its place in the table.
    place: u32,
    /// All its numbers.
    columns: u32,
    /// The bytes up to the end of its last member.
    size: u32,
    /// Whether nothing but resources is in it.
    is_empty: bool,
}

/// The progress of the layout of a struct.
enum State {
    Begun,
    Done(Known),
}

/// The layouts so far.
pub(super) struct Found {
    pub(super) buffers: Vec<Buffer>,
    pub(super) structs: Vec<Struct>,
    /// Whether there are buffers without a layout.
    pub(super) lacks_layouts: bool,
}

/// The layouts of one module.
pub(super) struct Layouts<'m, 'b> {
    module: &'m Module,
    budget: &'b mut Budget,
    annotations: FxHashMap<TypeId, &'m StructAnnotation>,
    /// Whether annotations say which members are read; before validator 1.5 they do not, and all count as read.
    states_use: bool,
    states: FxHashMap<(TypeId, Packing), State>,
    places: FxHashMap<Struct, u32>,
    found: Found,
}

impl<'m, 'b> Layouts<'m, 'b> {
    pub(super) fn new(module: &'m Module, shader: &'m Shader, budget: &'b mut Budget) -> Self {
        let structs = shader.annotations.structs.iter();
        Self {
            module,
            budget,
            annotations: structs.map(|annotation| (annotation.ty, annotation)).collect(),
            states_use: shader.validator.annotates_use(),
            states: FxHashMap::default(),
            places: FxHashMap::default(),
            found: Found { buffers: Vec::new(), structs: Vec::new(), lacks_layouts: false },
        }
    }

    pub(super) fn finish(self) -> Found {
        self.found
    }

    /// A text of the module.
    pub(super) fn text(&mut self, bytes: &[u8]) -> Reflect<String> {
        self.budget.text(bytes)
    }

    /// Works out what is in a resource; its place among the buffers, if it is one whose layout the source states.
    pub(super) fn buffer(&mut self, resource: &Resource) -> Reflect<Option<u32>> {
        let mut buffer = Buffer {
            name: self.text(&resource.name)?,
            buffer_type: BufferType::CBuffer,
            size: 0,
            dimensions: 0,
            variables: Vec::new(),
        };
        match (resource.kind(), resource.detail) {
            (ResourceKind::CBuffer, ResourceDetail::Cbv { size }) => {
                buffer.size = whole_rows(size);
                self.constants(&mut buffer, resource)?;
            }
            (ResourceKind::TBuffer, _) => {
                buffer.buffer_type = BufferType::TBuffer;
                self.constants(&mut buffer, resource)?;
                let ends = buffer.variables.iter().map(|variable| variable.start_offset.saturating_add(variable.size));
                buffer.size = whole_rows(ends.max().unwrap_or(0));
            }
            (ResourceKind::StructuredBuffer, _) => {
                buffer.buffer_type = BufferType::ResourceBindInfo;
                self.elements(&mut buffer, resource)?;
            }
            _ => return Ok(None),
        }
        self.found.buffers.push(buffer);
        Ok(Some(self.found.buffers.len() as u32 - 1))
    }

    /// The members of a constant buffer or texture buffer.
    fn constants(&mut self, buffer: &mut Buffer, resource: &Resource) -> Reflect<()> {
        let ty = resource.object_type(self.module);
        let annotation = ty.and_then(|ty| self.annotations.get(&ty).copied());
        let fields = ty.and_then(|ty| self.module.types.struct_fields(ty));
        let (Some(annotation), Some(fields)) = (annotation, fields) else {
            self.found.lacks_layouts = true;
            return Ok(());
        };
        // A buffer with one member has no mark on it: it is used if it is there.
        let all_used = fields.len() < 2 || !self.states_use;
        let is_array = match resource.range_size {
            1 => dimensions(self.module, resource) > 0,
            size => size > 1,
        };
        for (&field, annotated) in fields.iter().zip(&annotation.fields) {
            let mut found = self.field_type(field, annotated, Packing::Rows)?;
            // D3D reports one element in the buffers of an array.
            if is_array && buffer.buffer_type == BufferType::CBuffer {
                found.ty.elements = 1;
            }
            let bit_fields = self.bit_fields(annotated)?;
            self.found.lacks_layouts |= annotated.offset.is_none();
            buffer.variables.push(Variable {
                name: self.name(annotated)?,
                start_offset: annotated.offset.unwrap_or(0),
                size: found.size,
                flags: if all_used || annotated.used { VariableFlags::USED } else { VariableFlags::empty() },
                r#type: Some(found.ty),
                bit_fields,
            });
        }
        Ok(())
    }

    /// The element of a structured buffer.
    fn elements(&mut self, buffer: &mut Buffer, resource: &Resource) -> Reflect<()> {
        buffer.dimensions = dimensions(self.module, resource);
        let ty = resource.object_type(self.module);
        let size = ty.and_then(|ty| self.module.alloc_size(ty)).and_then(|size| u32::try_from(size).ok());
        self.found.lacks_layouts |= size.is_none();
        buffer.size = size.unwrap_or(0);
        let annotation = ty.and_then(|ty| self.annotations.get(&ty).copied());
        let element = ty.and_then(|ty| self.module.types.struct_fields(ty)?.first().copied());
        let r#type = match (annotation.and_then(|annotation| annotation.fields.first()), element) {
            (Some(annotated), Some(element)) => Some(self.field_type(element, annotated, Packing::Memory)?.ty),
            _ => {
                self.found.lacks_layouts = true;
                None
            }
        };
        let (name, flags) = (ELEMENT.to_owned(), VariableFlags::USED);
        buffer.variables.push(Variable {
            name,
            start_offset: 0,
            size: buffer.size,
            flags,
            r#type,
            bit_fields: Vec::new(),
        });
        Ok(())
    }

    fn name(&mut self, annotated: &FieldAnnotation) -> Reflect<String> {
        annotated.name.as_ref().map_or(Ok(String::new()), |name| self.budget.text(name))
    }

    /// The type of a member, all structs in it worked out.
    fn field_type(&mut self, ty: TypeId, annotated: &FieldAnnotation, packing: Packing) -> Reflect<Placed> {
        if let Some(inner) = self.struct_within(ty, annotated) {
            self.work_out(inner, packing)?;
        }
        self.draw_type()?;
        Ok(self.typed(ty, annotated, packing))
    }

    fn draw_type(&mut self) -> Reflect<()> {
        self.budget.draw(size_of::<Member>())
    }

    /// The struct that a member is, or is an array of.
    fn struct_within(&self, ty: TypeId, annotated: &FieldAnnotation) -> Option<TypeId> {
        let elem = strip(self.module, ty);
        let is_struct = annotated.matrix.is_none() && self.module.types.struct_fields(elem).is_some();
        (is_struct && !is_object(self.module, elem)).then_some(elem)
    }

    /// Works out a struct, after those that stand in it.
    fn work_out(&mut self, root: TypeId, packing: Packing) -> Reflect<()> {
        if let Some(State::Done(_)) = self.states.get(&(root, packing)) {
            return Ok(());
        }
        // Each with the next of its fields to look at.
        let mut stack = vec![(root, 0)];
        self.states.insert((root, packing), State::Begun);
        while let Some((ty, next)) = stack.last_mut() {
            let (ty, at) = (*ty, *next);
            *next += 1;
            let annotation = self.annotations.get(&ty).copied();
            let field = annotation.and_then(|annotation| {
                Some((self.module.types.struct_fields(ty)?.get(at).copied()?, annotation.fields.get(at)?))
            });
            let Some((field, annotated)) = field else {
                stack.pop();
                let known = self.structure(ty, annotation, packing)?;
                self.states.insert((ty, packing), State::Done(known));
                continue;
            };
            let Some(inner) = self.struct_within(field, annotated) else { continue };
            match self.states.get(&(inner, packing)) {
                Some(State::Done(_)) => {}
                Some(State::Begun) => return Err(ReflectError::CyclicStruct),
                None => {
                    self.states.insert((inner, packing), State::Begun);
                    stack.push((inner, 0));
                }
            }
        }
        Ok(())
    }

    /// Puts a struct into the table; all in it are there.
    fn structure(&mut self, ty: TypeId, annotation: Option<&'m StructAnnotation>, packing: Packing) -> Reflect<Known> {
        let types = &self.module.types;
        let full_name = types.struct_name(ty).map(|name| String::from_utf8_lossy(name)).unwrap_or_default();
        let mut structure = Struct { name: self.text(plain_name(&full_name).as_bytes())?, members: Vec::new() };
        let mut known = Known { place: 0, columns: 0, size: 0, is_empty: true };
        let fields = types.struct_fields(ty).unwrap_or(&[]);
        let offsets = match packing {
            Packing::Memory => self.module.field_offsets(ty).unwrap_or_default(),
            Packing::Rows => Vec::new(),
        };
        for (at, (&field, annotated)) in
            fields.iter().zip(annotation.map_or(&[][..], |found| &found.fields)).enumerate()
        {
            let elem = strip(self.module, field);
            if is_object(self.module, elem) {
                continue;
            }
            let inner = self.struct_within(field, annotated).and_then(|inner| self.known(inner, packing));
            known.is_empty &= inner.is_some_and(|inner| inner.is_empty);
            self.draw_type()?;
            let Placed { ty: found, size } = self.typed(field, annotated, packing);
            let offset = match packing {
                Packing::Rows => annotated.offset,
                Packing::Memory => offsets.get(at).and_then(|&offset| u32::try_from(offset).ok()),
            };
            self.found.lacks_layouts |= offset.is_none();
            let offset = offset.unwrap_or(0);
            // What holds nothing counts for nothing.
            if !(inner.is_some() && elem == field && found.columns == 0) {
                let parts = [found.columns, found.rows, found.elements].map(|part| part.max(1));
                let numbers = parts.into_iter().fold(1, u32::saturating_mul);
                known.columns = known.columns.saturating_add(numbers);
            }
            known.size = offset.saturating_add(size);
            let bit_fields = self.bit_fields(annotated)?;
            structure.members.push(Member { name: self.name(annotated)?, offset, r#type: found, bit_fields });
        }
        if known.is_empty {
            (known.columns, known.size) = (0, 0);
            structure.members.clear();
        }
        // Most structs lie in a constant buffer as in memory; those stand in the table once.
        known.place = *self.places.entry(structure).or_insert_with_key(|structure| {
            self.found.structs.push(structure.clone());
            self.found.structs.len() as u32 - 1
        });
        Ok(known)
    }

    fn bit_fields(&mut self, annotated: &FieldAnnotation) -> Reflect<Vec<BitField>> {
        let mut offset = 0u32;
        let mut fields = Vec::new();
        for field in &annotated.bit_fields {
            let width = field.bit_width.unwrap_or(0);
            fields.push(BitField { name: self.name(field)?, offset, width });
            offset = offset.saturating_add(width);
        }
        Ok(fields)
    }

    fn known(&self, ty: TypeId, packing: Packing) -> Option<Known> {
        match self.states.get(&(ty, packing))? {
            State::Done(known) => Some(*known),
            State::Begun => None,
        }
    }

    /// The type of a member whose struct, if it is one, is in the table.
    fn typed(&self, ty: TypeId, annotated: &FieldAnnotation, packing: Packing) -> Placed {
        let types = &self.module.types;
        let number = Number::of(annotated.component, self.module.has_native_16bit());
        let mut found = Type {
            class: VariableClass::Scalar,
            r#type: number.ty,
            name: None,
            r#struct: None,
            rows: 1,
            columns: 1,
            elements: 0,
        };
        // Vectors and matrices may be stored as arrays; the annotation says where the arrays of the source end.
        let stored = match (annotated.matrix, annotated.vector_size) {
            (Some(matrix), _) => {
                let by_rows = matrix.orientation == Some(Orientation::RowMajor);
                found.class = if by_rows { VariableClass::MatrixRows } else { VariableClass::MatrixColumns };
                (found.rows, found.columns) = (matrix.rows, matrix.columns);
                let (lines, across) =
                    if by_rows { (matrix.rows, matrix.columns) } else { (matrix.columns, matrix.rows) };
                Some((lines, across, if lines == 1 { 1 } else { 2 }))
            }
            (None, 0) => None,
            (None, size) => {
                (found.class, found.columns) = (VariableClass::Vector, size);
                Some((1, size, 1))
            }
        };
        let mut elem = ty;
        while let types::Type::Array { elem: inner, len } = types.get(elem) {
            if let Some((lines, across, depth)) = stored
                && self.holds(elem, lines.saturating_mul(across), depth)
            {
                break;
            }
            found.elements = found.elements.max(1).saturating_mul(u32::try_from(*len).unwrap_or(u32::MAX));
            elem = *inner;
        }
        let (mut lines, mut across) = stored.map_or((1, 1), |(lines, across, _)| (lines, across));
        match types.get(elem) {
            _ if stored.is_some() => {}
            types::Type::Vector { len, .. } => {
                (found.class, found.columns) = (VariableClass::Vector, *len);
                (lines, across) = (1, *len);
            }
            types::Type::Struct { .. } | types::Type::Named(_) => return self.placed_struct(found, elem, packing),
            types::Type::Void
            | types::Type::Half
            | types::Type::Float
            | types::Type::Double
            | types::Type::Label
            | types::Type::Metadata
            | types::Type::Other(_)
            | types::Type::Int(_)
            | types::Type::Pointer { .. }
            | types::Type::Array { .. }
            | types::Type::Function { .. } => {}
        }
        found.name = Some(number.name(&found));
        if found.elements > 1 {
            lines = lines.saturating_mul(found.elements);
        }
        let stride = Rules::CONSTANT_BUFFER.vector_stride(number.bytes, across);
        let last = u64::from(across) * u64::from(number.bytes);
        Placed { ty: found, size: narrow(in_sequence(lines.saturating_sub(1), stride.into(), last)) }
    }

    fn placed_struct(&self, mut found: Type, ty: TypeId, packing: Packing) -> Placed {
        if is_object(self.module, ty) {
            (found.class, found.rows, found.columns) = (VariableClass::Object, 0, 0);
            return Placed { ty: found, size: 0 };
        }
        found.class = VariableClass::Struct;
        let known = self.known(ty, packing);
        found.columns = known.map_or(0, |known| known.columns);
        found.r#struct = known.map(|known| known.place);
        let mut size = known.map_or(0, |known| known.size);
        if found.elements > 1 && known.is_some_and(|known| !known.is_empty) {
            size = narrow(in_sequence(found.elements - 1, whole_rows(size).into(), size.into()));
        }
        Placed { ty: found, size }
    }

    /// Whether a type is nothing but the numbers of a vector or matrix.
    fn holds(&self, ty: TypeId, count: u32, depth: u32) -> bool {
        let (mut ty, mut count) = (ty, u64::from(count));
        for left in (0..=depth).rev() {
            match self.module.types.get(ty) {
                types::Type::Array { elem, len } if *len > 0 && count >= *len && count.is_multiple_of(*len) => {
                    (ty, count) = (*elem, count / len);
                }
                types::Type::Array { .. } => return false,
                types::Type::Vector { len, .. } => return left > 0 && u64::from(*len) == count,
                types::Type::Void
                | types::Type::Half
                | types::Type::Float
                | types::Type::Double
                | types::Type::Label
                | types::Type::Metadata
                | types::Type::Other(_)
                | types::Type::Int(_)
                | types::Type::Pointer { .. }
                | types::Type::Struct { .. }
                | types::Type::Named(_)
                | types::Type::Function { .. } => return count == 1,
            }
        }
        false
    }
}

/// A type with its bytes in a constant buffer.
struct Placed {
    ty: Type,
    size: u32,
}

/// The type of the numbers of a member.
struct Number {
    ty: VariableType,
    word: &'static str,
    bytes: u32,
}

impl Number {
    fn of(component: Option<ComponentType>, native: bool) -> Self {
        let (ty, word, bytes) = match component.unwrap_or(ComponentType::Invalid) {
            ComponentType::Invalid | ComponentType::PackedS8x32 | ComponentType::PackedU8x32 => {
                (VariableType::Void, "", 4)
            }
            ComponentType::I1 => (VariableType::Bool, "bool", 4),
            ComponentType::I16 if native => (VariableType::Int16, "int16_t", 2),
            ComponentType::I16 => (VariableType::Min16Int, "min16int", 4),
            ComponentType::U16 if native => (VariableType::UInt16, "uint16_t", 2),
            ComponentType::U16 => (VariableType::Min16UInt, "min16uint", 4),
            ComponentType::I32 => (VariableType::Int, "int", 4),
            ComponentType::U32 => (VariableType::UInt, "uint", 4),
            ComponentType::I64 => (VariableType::Int64, "int64_t", 8),
            ComponentType::U64 => (VariableType::UInt64, "uint64_t", 8),
            ComponentType::F16 | ComponentType::SNormF16 | ComponentType::UNormF16 if native => {
                (VariableType::Float16, "float16_t", 2)
            }
            ComponentType::F16 | ComponentType::SNormF16 | ComponentType::UNormF16 => {
                (VariableType::Min16Float, "min16float", 4)
            }
            ComponentType::F32 | ComponentType::SNormF32 | ComponentType::UNormF32 => (VariableType::Float, "float", 4),
            ComponentType::F64 | ComponentType::SNormF64 | ComponentType::UNormF64 => {
                (VariableType::Double, "double", 8)
            }
        };
        Self { ty, word, bytes }
    }

    /// D3D's name of a type of such numbers.
    fn name(&self, ty: &Type) -> String {
        match ty.class {
            VariableClass::Vector => format!("{}{}", self.word, ty.columns),
            VariableClass::MatrixRows | VariableClass::MatrixColumns => {
                format!("{}{}x{}", self.word, ty.rows, ty.columns)
            }
            // One unsigned number has a name of its own.
            _ if self.ty == VariableType::UInt => "dword".to_owned(),
            VariableClass::Scalar | VariableClass::Object | VariableClass::Struct | VariableClass::BitField => {
                self.word.to_owned()
            }
        }
    }
}

fn narrow(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

fn whole_rows(size: u32) -> u32 {
    narrow(layout::whole_rows(size.into()))
}

/// The element type of an array, through all its dimensions.
fn strip(module: &Module, mut ty: TypeId) -> TypeId {
    while let types::Type::Array { elem, .. } = module.types.get(ty) {
        ty = *elem;
    }
    ty
}

/// The dimensions of an array of resources.
fn dimensions(module: &Module, resource: &Resource) -> u32 {
    let mut dimensions = 0;
    let mut ty = module.types.pointee(module.constants.ty(resource.variable));
    while let Some(types::Type::Array { elem, .. }) = ty.map(|ty| module.types.get(ty)) {
        dimensions += 1;
        ty = Some(*elem);
    }
    dimensions
}

/// The prefixes of names of structs that are not in the source.
const PREFIXES: [&str; 4] = ["dx.alignment.legacy.", "hostlayout.", "struct.", "class."];

/// The name of a struct in the source.
fn plain_name(full: &str) -> &str {
    PREFIXES.into_iter().fold(full, |name, prefix| name.strip_prefix(prefix).unwrap_or(name))
}

/// The types of resources that may stand in a struct, without what they are of and whether they can be written.
const OBJECTS: &[&str] = &[
    "SamplerState",
    "SamplerComparisonState",
    "AppendStructuredBuffer",
    "ConsumeStructuredBuffer",
    "ConstantBuffer",
    "TextureBuffer",
    "ByteAddressBuffer",
    "Buffer",
    "StructuredBuffer",
    "RaytracingAccelerationStructure",
];

/// Whether a type is that of a resource.
fn is_object(module: &Module, ty: TypeId) -> bool {
    let Some(name) = module.types.struct_name(ty).and_then(|name| name.as_str()) else { return false };
    let word = plain_name(name).split('<').next().unwrap_or_default();
    let word = word.strip_prefix("RasterizerOrdered").or_else(|| word.strip_prefix("RW")).unwrap_or(word);
    OBJECTS.contains(&word) || TextureType::from_name(word).is_some()
}
