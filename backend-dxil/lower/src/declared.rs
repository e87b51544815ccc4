//! Creates the types that metadata names: the contents of resources as declared in the source, and in the layout of the
//! host.
//!
//! A struct has two forms in DXIL. In the declared form a matrix is a `%class.matrix.float.4.4` and a minimum-precision
//! number has 16 bits. In the host layout there are plain rows or columns and whole words; where that differs, the type is
//! called `hostlayout.…`. With native 16-bit types the forms are equal. Neither contains members that are resources.

use crate::resource::unqualified;
use crate::types;
use cranelift_entity::SecondaryMap;
use dxil::Module as DxModule;
use dxil::types::TypeId;
use hlslc_ir::module::{ModuleFlags, ResourceData};
use hlslc_ir::types::{Declared, Field, MatrixOrder, NumberKind, TextureDim};
use hlslc_ir::{Context, Resource, ResourceType, Scalar, StructId, Type, TypeData};
use rustc_hash::FxHashMap;

/// The prefix of DXC for names of types that are laid out for the host.
const HOST: &str = "hostlayout.";

/// Which of its types a struct is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As declared.
    Declared,
    /// As the host lays it out.
    Host,
}

/// A type that an annotation describes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Described {
    /// A struct of the source, or the members of a `cbuffer`.
    Struct(StructId),
    /// The class of a structured buffer, or the struct around what a `ConstantBuffer` holds.
    Resource(Resource),
}

/// The struct types made so far.
#[derive(Debug)]
pub(crate) struct DeclaredTypes {
    /// Whether there are native 16-bit types, and so no layouts of their own.
    native_16bit: bool,
    /// The memory order of matrices that are elements of structured buffers.
    element_order: MatrixOrder,
    declared: SecondaryMap<StructId, Option<TypeId>>,
    host: SecondaryMap<StructId, Option<TypeId>>,
    /// Members of `cbuffer`s and `tbuffer`s, whose names have no `struct.` before them.
    blocks: SecondaryMap<StructId, bool>,
    /// The types that have a layout of their own, in the order they were made: members before what holds them.
    laid_out: Vec<(Described, TypeId)>,
    /// For each name that several structs have: a number below which all are taken.
    next_numbers: FxHashMap<String, u32>,
}

/// One number, vector or matrix of memory.
#[derive(Clone, Copy, Debug)]
struct Piece {
    scalar: Scalar,
    /// Rows and columns of a matrix; one row of none to four for others, none meaning a number alone.
    rows: u32,
    columns: u32,
}

impl DeclaredTypes {
    /// No types yet.
    pub(crate) fn new(flags: ModuleFlags) -> Self {
        Self {
            native_16bit: flags.native_16bit,
            element_order: flags.element_order(),
            declared: SecondaryMap::new(),
            host: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            laid_out: Vec::new(),
            next_numbers: FxHashMap::default(),
        }
    }

    /// Makes a struct known as the members of a `cbuffer` or `tbuffer`.
    pub(crate) fn declare_block(&mut self, id: StructId) {
        self.blocks[id] = true;
    }

    /// The types with a layout of their own, in the order they were made.
    pub(crate) fn laid_out(&self) -> &[(Described, TypeId)] {
        &self.laid_out
    }

    /// Whether a struct is the members of a `cbuffer` or `tbuffer`.
    pub(crate) fn is_block(&self, id: StructId) -> bool {
        self.blocks[id]
    }

    /// The type of a struct, if it was asked for before.
    pub(crate) fn known(&self, id: StructId, form: Form) -> Option<TypeId> {
        if form == Form::Host { self.host[id] } else { self.declared[id] }
    }

    /// The type of a struct.
    pub(crate) fn struct_type(&mut self, dx: &mut DxModule, ctx: &Context, id: StructId, form: Form) -> TypeId {
        let form = if self.native_16bit { Form::Declared } else { form };
        let known = if form == Form::Host { self.host[id] } else { self.declared[id] };
        if let Some(known) = known {
            return known;
        }
        let data = ctx.struct_data(id);
        let mut fields = Vec::with_capacity(data.fields.len());
        let mut dropped = data.declared.as_ref().is_some_and(|declared| declared.leaves_out_resources);
        for field in data.fields.iter().filter(|field| !is_empty_base(ctx, field)) {
            match self.memory(dx, ctx, field.ty, field.declared, field.matrix, form) {
                Some(ty) => fields.push(ty),
                None => dropped = true,
            }
        }
        let word = match &data.declared {
            Some(declared) if declared.is_class => "class.",
            _ => "struct.",
        };
        let declared = data.declared_name();
        let name = if self.blocks[id] { unqualified(declared).to_owned() } else { format!("{word}{declared}") };
        if form == Form::Declared {
            let ty = self.own_struct(dx, &name, &fields);
            self.declared[id] = Some(ty);
            return ty;
        }
        let declared = self.struct_type(dx, ctx, id, Form::Declared);
        let same = !dropped && dx.types.struct_fields(declared) == Some(fields.as_slice());
        let ty = if same { declared } else { self.own_struct(dx, &format!("{HOST}{name}"), &fields) };
        if !same {
            self.laid_out.push((Described::Struct(id), ty));
        }
        self.host[id] = Some(ty);
        ty
    }

    /// The type of memory as `form` has it; `None` for a resource.
    pub(crate) fn memory(
        &mut self,
        dx: &mut DxModule,
        ctx: &Context,
        ty: Type,
        declared: Declared,
        matrix: Option<MatrixOrder>,
        form: Form,
    ) -> Option<TypeId> {
        let form = if self.native_16bit { Form::Declared } else { form };
        let mut counts = Vec::new();
        let mut inner = ty;
        while let TypeData::Array(element, count) = *ctx.type_data(inner) {
            counts.push(count);
            inner = element;
        }
        let base = match *ctx.type_data(inner) {
            TypeData::Struct(id) => self.struct_type(dx, ctx, id, form),
            TypeData::Scalar(scalar) | TypeData::Vector(scalar, _) => {
                let lanes = if let TypeData::Vector(_, lanes) = *ctx.type_data(inner) {
                    u32::from(lanes)
                } else {
                    u32::from(declared.one_vector)
                };
                match matrix {
                    Some(order) => {
                        let rows = counts.pop().unwrap_or(1);
                        let piece = Piece { scalar, rows, columns: lanes.max(1) };
                        matrix_type(dx, piece, declared.kind(scalar), order, form)
                    }
                    None => vector_type(dx, memory_scalar(scalar, form), lanes),
                }
            }
            TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Array(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {
                return None;
            }
        };
        Some(counts.into_iter().rev().fold(base, |ty, count| dx.types.array(ty, u64::from(count))))
    }

    /// The type of a value as templates are given it: as in memory, but for Booleans, which are single bits.
    pub(crate) fn register(
        &mut self,
        dx: &mut DxModule,
        ctx: &Context,
        ty: Type,
        declared: Declared,
        matrix: Option<MatrixOrder>,
    ) -> Option<TypeId> {
        match *ctx.type_data(ty) {
            TypeData::Scalar(Scalar::Bool) => Some(vector_type(dx, Scalar::Bool, u32::from(declared.one_vector))),
            TypeData::Vector(Scalar::Bool, lanes) => Some(vector_type(dx, Scalar::Bool, u32::from(lanes))),
            TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Void
            | TypeData::Array(..)
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => self.memory(dx, ctx, ty, declared, matrix, Form::Declared),
        }
    }

    /// The type that stands for a resource: the HLSL object, or the members of a buffer.
    pub(crate) fn resource(
        &mut self,
        dx: &mut DxModule,
        ctx: &Context,
        at: Resource,
        data: &ResourceData,
        ty: &ResourceType,
    ) -> TypeId {
        let word = if data.declared_type.contains('<') { "class." } else { "struct." };
        let object = || match data.declared_type.as_str() {
            "" => format!("{word}{}", ty.name()),
            written => format!("{word}{written}"),
        };
        match ty {
            ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => {
                let Some(id) = ctx.struct_of(*layout) else { return new_struct(dx, &data.name, &[]) };
                if data.declared_type.is_empty() {
                    self.declare_block(id);
                    return self.struct_type(dx, ctx, id, Form::Host);
                }
                let declared = self.struct_type(dx, ctx, id, Form::Declared);
                let host = self.struct_type(dx, ctx, id, Form::Host);
                self.holder(dx, at, unqualified(&data.name), declared, host)
            }
            ResourceType::RawBuffer { element: Some(element), .. } => {
                let order = data.matrix.map(|_| self.element_order);
                let mut member = |form| self.memory(dx, ctx, *element, data.element, order, form);
                let (declared, host) = (member(Form::Declared), member(Form::Host));
                let (Some(declared), Some(host)) = (declared, host) else { return opaque(dx, &object()) };
                self.holder(dx, at, &object(), declared, host)
            }
            ResourceType::TypedBuffer { element, .. } | ResourceType::Texture { element, .. } => {
                let member = self.memory(dx, ctx, *element, data.element, None, Form::Declared);
                let Some(member) = member else { return opaque(dx, &object()) };
                let mut members = vec![member];
                if let Some(inner) = inner_class(ty) {
                    members.push(opaque(dx, &format!("{}::{inner}", object())));
                }
                new_struct(dx, &object(), &members)
            }
            ResourceType::RawBuffer { element: None, .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => opaque(dx, &object()),
        }
    }

    /// A struct of its own, whatever others have its name and members.
    fn own_struct(&mut self, dx: &mut DxModule, name: &str, fields: &[TypeId]) -> TypeId {
        if dx.types.by_name(name.as_bytes()).is_none() {
            return dx.types.named_struct(name.to_owned(), fields);
        }
        let next = self.next_numbers.entry(name.to_owned()).or_default();
        loop {
            let unique = format!("{name}.{next}");
            *next += 1;
            if dx.types.by_name(unique.as_bytes()).is_none() {
                return dx.types.named_struct(unique, fields);
            }
        }
    }

    /// A struct with one member, which may have a layout of its own.
    fn holder(&mut self, dx: &mut DxModule, at: Resource, name: &str, declared: TypeId, host: TypeId) -> TypeId {
        if declared == host {
            return new_struct(dx, name, &[declared]);
        }
        let ty = new_struct(dx, &format!("{HOST}{name}"), &[host]);
        if self.laid_out.iter().all(|known| known.1 != ty) {
            self.laid_out.push((Described::Resource(at), ty));
        }
        ty
    }
}

/// Whether a member is a base class without members, its own bases included: no form has it.
pub(crate) fn is_empty_base<'a>(ctx: &'a Context, mut field: &'a Field) -> bool {
    while field.name.is_empty()
        && let TypeData::Struct(id) = *ctx.type_data(field.ty)
    {
        match ctx.struct_data(id).fields.as_slice() {
            [] => return true,
            [base] => field = base,
            _ => return false,
        }
    }
    false
}

/// The struct of that name with these members; where another has the name, a number follows it.
fn new_struct(dx: &mut DxModule, name: &str, fields: &[TypeId]) -> TypeId {
    let mut unique = name.to_owned();
    let mut next = 0u32;
    while let Some(known) = dx.types.by_name(unique.as_bytes()) {
        if dx.types.struct_fields(known) == Some(fields) {
            return known;
        }
        unique = format!("{name}.{next}");
        next += 1;
    }
    dx.types.named_struct(unique, fields)
}

/// A class that shows nothing of what it holds.
fn opaque(dx: &mut DxModule, name: &str) -> TypeId {
    let i32 = dx.types.i32();
    new_struct(dx, name, &[i32])
}

/// The class of the member by which a texture is indexed, if it has one.
fn inner_class(ty: &ResourceType) -> Option<&'static str> {
    let ResourceType::Texture { shape, access, .. } = ty else { return None };
    match shape.dim {
        TextureDim::D2Ms => Some("sample_type"),
        TextureDim::D1 | TextureDim::D2 | TextureDim::D3 if !access.is_writable() => Some("mips_type"),
        TextureDim::D1 | TextureDim::D2 | TextureDim::D3 | TextureDim::Cube => None,
    }
}

/// The form of a number in memory.
fn memory_scalar(scalar: Scalar, form: Form) -> Scalar {
    match (scalar, form) {
        (Scalar::Bool, _) | (Scalar::MinI16, Form::Host) => Scalar::I32,
        (Scalar::MinF16, Form::Host) => Scalar::F32,
        (other, _) => other,
    }
}

fn vector_type(dx: &mut DxModule, scalar: Scalar, lanes: u32) -> TypeId {
    let scalar = types::scalar(dx, scalar);
    if lanes == 0 { scalar } else { dx.types.vector(scalar, lanes) }
}

fn matrix_type(dx: &mut DxModule, piece: Piece, number: NumberKind, order: MatrixOrder, form: Form) -> TypeId {
    if form == Form::Declared {
        let Piece { scalar, rows, columns } = piece;
        let row = vector_type(dx, scalar, columns);
        let rows_type = dx.types.array(row, u64::from(rows));
        return new_struct(dx, &format!("class.matrix.{}.{rows}.{columns}", number.cpp_name()), &[rows_type]);
    }
    let (lines, length) = match order {
        MatrixOrder::RowMajor => (piece.rows, piece.columns),
        MatrixOrder::ColumnMajor => (piece.columns, piece.rows),
    };
    let line = vector_type(dx, memory_scalar(piece.scalar, form), length);
    if lines > 1 { dx.types.array(line, u64::from(lines)) } else { line }
}
