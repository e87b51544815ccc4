//! Creates `dx.typeAnnotations`: names, offsets and kinds of the contents of resources, for reflection.
//!
//! Structs are listed in the order in which DXC visits them: those that resources and members of buffers name, in
//! declaration order, containing structs before contained ones; then the buffers; then structs with a host layout. Only
//! structs of used resources are listed. Offsets are those of a constant buffer, whatever contains the struct.

use crate::declared::{DeclaredTypes, Described, Form, is_empty_base};
use crate::resource::{self, Resources};
use dxil::Module as DxModule;
use dxil::module::FuncId;
use dxil::shader::{
    FieldAnnotation, FunctionAnnotation, Matrix, Orientation, ParameterAnnotation, StructAnnotation, TemplateArgument,
    TypeAnnotations,
};
use dxil::signature::{ComponentType, Interpolation as DxInterpolation};
use dxil::types::{Type as DxType, TypeId};
use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::module::{Interpolation, ResourceData};
use hlslc_ir::types::{BitField, Declared, Field, MatrixOrder, NumberKind};
use hlslc_ir::{Context, Module, ResourceType, Scalar, StructId, Type, TypeData};
use rustc_hash::{FxHashMap, FxHashSet};

/// The name of the only member of the class of a structured buffer.
const ELEMENT: &str = "h";

/// The annotations of a module: those of the contents of its used resources, and those of functions without parameters
/// and result; a function that is declared with a result and its semantic is annotated with them.
pub(crate) fn annotations<'a>(
    dx: &mut DxModule,
    module: &Module,
    resources: &mut Resources,
    functions: impl IntoIterator<Item = (FuncId, Option<&'a str>)>,
) -> TypeAnnotations {
    let order = declared_order(module);
    let used = used_types(dx, resources.object_types());
    let mut writer = Writer {
        ctx: &module.ctx,
        layouts: Layouts::new(LayoutRules::CONSTANT_BUFFER),
        element_order: module.flags.element_order(),
    };
    let mut structs = Vec::new();
    let mut seen = FxHashSet::default();
    // Resources of one type share one class, whose name is that of the first of them, even if it is unused.
    let mut classes = FxHashMap::default();
    for (id, data) in module.resources.iter().filter(|(id, _)| resources.object(*id).is_some()) {
        classes.entry(class_of(&module.ctx, data)).or_insert(id);
    }
    for described in order {
        let (described, ty) = match described {
            Described::Struct(id) => (described, resources.types.known(id, Form::Declared)),
            Described::Resource(at) => {
                let of_class = classes.get(class_of(&module.ctx, &module.resources[at])).copied().unwrap_or(at);
                (Described::Resource(of_class), resources.object(of_class))
            }
        };
        let Some(ty) = ty.filter(|ty| used.contains(ty)) else { continue };
        let is_laid_out = resources.types.laid_out().iter().any(|known| known.1 == ty);
        if !is_laid_out && seen.insert(ty) {
            structs.extend(writer.describe(dx, module, &mut resources.types, described, ty));
        }
    }
    for (described, ty) in resources.types.laid_out().to_vec() {
        if used.contains(&ty) {
            structs.extend(writer.describe(dx, module, &mut resources.types, described, ty));
        }
    }
    let function = |(function, bare): (FuncId, Option<&str>)| {
        let semantic = bare.filter(|semantic| !semantic.is_empty()).map(Into::into);
        let result = ParameterAnnotation {
            qualifier: u32::from(bare.is_some()),
            field: FieldAnnotation { semantic, ..FieldAnnotation::default() },
            indices: Vec::new(),
        };
        FunctionAnnotation { function, result, parameters: Vec::new() }
    };
    TypeAnnotations { structs, functions: functions.into_iter().map(function).collect() }
}

/// The name of the struct of a resource: its type, or the resource itself for a separate struct.
fn class_of<'m>(ctx: &Context, data: &'m ResourceData) -> &'m str {
    let of_buffer = |ty: &ResourceType| matches!(ty, ResourceType::CBuffer { .. } | ResourceType::TBuffer { .. });
    let holds_own = ctx.resource_type(data.ty).is_some_and(of_buffer);
    if holds_own || data.declared_type.is_empty() { &data.name } else { &data.declared_type }
}

/// The structs that may be described, in the order in which declarations name them.
fn declared_order(module: &Module) -> Vec<Described> {
    let ctx = &module.ctx;
    let (mut order, mut buffers) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    for (id, data) in &module.resources {
        let Some(ty) = ctx.resource_type(data.ty) else { continue };
        match ty {
            ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => {
                let Some(held) = ctx.struct_of(*layout) else { continue };
                if data.declared_type.is_empty() {
                    for field in &ctx.struct_data(held).fields {
                        visit(ctx, field.ty, &mut seen, &mut order);
                    }
                    let at = if data.holds_globals { 0 } else { buffers.len() };
                    buffers.insert(at, Described::Struct(held));
                } else {
                    visit(ctx, *layout, &mut seen, &mut order);
                    buffers.push(Described::Resource(id));
                }
            }
            ResourceType::RawBuffer { element: Some(element), .. } => {
                order.push(Described::Resource(id));
                visit(ctx, *element, &mut seen, &mut order);
            }
            ResourceType::RawBuffer { element: None, .. }
            | ResourceType::TypedBuffer { .. }
            | ResourceType::Texture { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => {}
        }
    }
    order.extend(buffers);
    order
}

/// Visits a struct before the structs that it contains.
fn visit(ctx: &Context, ty: Type, seen: &mut FxHashSet<StructId>, order: &mut Vec<Described>) {
    let mut open = vec![ty];
    while let Some(mut ty) = open.pop() {
        while let TypeData::Array(element, _) = *ctx.type_data(ty) {
            ty = element;
        }
        if let TypeData::Struct(id) = *ctx.type_data(ty)
            && seen.insert(id)
        {
            order.push(Described::Struct(id));
            open.extend(ctx.struct_data(id).fields.iter().rev().map(|field| field.ty));
        }
    }
}

/// The structs that some types contain, themselves included.
fn used_types(dx: &DxModule, from: impl Iterator<Item = TypeId>) -> FxHashSet<TypeId> {
    let mut used = FxHashSet::default();
    let mut open: Vec<TypeId> = from.collect();
    while let Some(mut ty) = open.pop() {
        while let DxType::Array { elem, .. } = *dx.types.get(ty) {
            ty = elem;
        }
        if let Some(fields) = dx.types.struct_fields(ty)
            && used.insert(ty)
        {
            open.extend(fields);
        }
    }
    used
}

struct Writer<'a> {
    ctx: &'a Context,
    layouts: Layouts,
    /// The order of matrices that are elements of structured buffers.
    element_order: MatrixOrder,
}

impl Writer<'_> {
    fn describe(
        &mut self,
        dx: &mut DxModule,
        module: &Module,
        types: &mut DeclaredTypes,
        described: Described,
        ty: TypeId,
    ) -> Option<StructAnnotation> {
        let annotation = match described {
            Described::Struct(id) => self.of_struct(ty, id, types.is_block(id)),
            Described::Resource(id) => self.of_resource(dx, types, ty, &module.resources[id])?,
        };
        (annotation.size > 0).then_some(annotation)
    }

    fn of_struct(&mut self, ty: TypeId, id: StructId, is_block: bool) -> StructAnnotation {
        let ctx = self.ctx;
        let data = ctx.struct_data(id);
        let offsets = self.layouts.offsets(ctx, id).to_vec();
        let in_memory = |field: &Field| !holds_resource(ctx, field.ty) && !is_empty_base(ctx, field);
        let fields = data.fields.iter().zip(offsets).filter(|(field, _)| in_memory(field));
        let fields = fields.map(|(field, offset)| {
            let mut annotation = self.numbers(field.ty, field.declared, field.matrix);
            annotation.offset = Some(offset);
            if field.bit_fields.is_empty() {
                annotation.name = Some(self.field_name(field).into());
            } else {
                annotation.bit_fields = self.bit_fields(field);
            }
            if !is_block {
                annotation.semantic = field.semantic.as_deref().map(Into::into);
                let mode = DxInterpolation::from_number(field.interpolation as u32);
                annotation.interpolation = mode.filter(|_| field.interpolation != Interpolation::Undefined);
            }
            annotation
        });
        let fields = fields.collect();
        let size = self.layouts.struct_size(ctx, id);
        StructAnnotation { ty, size, fields, arguments: Vec::new() }
    }

    /// The bit-fields of a member, which has no name itself.
    fn bit_fields(&self, field: &Field) -> Vec<FieldAnnotation> {
        let mut offset = 0;
        let annotate = |part: &BitField| {
            let mut annotation = self.numbers(field.ty, part.declared, None);
            annotation.name = Some(part.name.as_str().into());
            annotation.offset = Some(offset);
            annotation.bit_width = Some(part.width);
            offset += part.width;
            annotation
        };
        field.bit_fields.iter().map(annotate).collect()
    }

    /// The name of a member; for a base class its own name, without namespace and template arguments.
    fn field_name<'f>(&'f self, field: &'f Field) -> &'f str {
        match self.ctx.struct_of(field.ty) {
            Some(base) if field.name.is_empty() => self.ctx.struct_data(base).bare_name(),
            _ => &field.name,
        }
    }

    /// The class of a structured buffer, or the struct around the contents of a buffer with one member.
    fn of_resource(
        &mut self,
        dx: &mut DxModule,
        types: &mut DeclaredTypes,
        ty: TypeId,
        data: &ResourceData,
    ) -> Option<StructAnnotation> {
        let ctx = self.ctx;
        match ctx.resource_type(data.ty)? {
            ResourceType::RawBuffer { element: Some(element), .. } => {
                let order = data.matrix.map(|_| self.element_order);
                let mut field = self.numbers(*element, data.element, order);
                field.name = Some(ELEMENT.into());
                field.offset = Some(0);
                let argument = types.register(dx, ctx, *element, data.element, order)?;
                let size = self.layouts.extent(ctx, *element, order).size;
                let arguments = vec![TemplateArgument::Type(argument)];
                Some(StructAnnotation { ty, size, fields: vec![field], arguments })
            }
            ResourceType::CBuffer { layout } | ResourceType::TBuffer { layout } => {
                let mut field = FieldAnnotation { offset: Some(0), ..FieldAnnotation::default() };
                field.name = Some(resource::unqualified(&data.name).into());
                let size = self.layouts.extent(ctx, *layout, None).size;
                Some(StructAnnotation { ty, size, fields: vec![field], arguments: Vec::new() })
            }
            ResourceType::RawBuffer { element: None, .. }
            | ResourceType::TypedBuffer { .. }
            | ResourceType::Texture { .. }
            | ResourceType::FeedbackTexture { .. }
            | ResourceType::Sampler { .. }
            | ResourceType::AccelerationStructure => None,
        }
    }

    /// The annotation of scalars, vectors and matrices; empty for a struct.
    fn numbers(&self, ty: Type, declared: Declared, matrix: Option<MatrixOrder>) -> FieldAnnotation {
        let mut annotation = FieldAnnotation::default();
        let (mut inner, mut rows) = (ty, 1);
        while let TypeData::Array(element, count) = *self.ctx.type_data(inner) {
            (inner, rows) = (element, count);
        }
        let Some(scalar) = self.ctx.scalar_of(inner) else { return annotation };
        annotation.component = Some(component(scalar, declared.kind(scalar)));
        let lanes = if let TypeData::Vector(_, lanes) = *self.ctx.type_data(inner) { u32::from(lanes) } else { 1 };
        match matrix {
            Some(order) => {
                let orientation = match order {
                    MatrixOrder::RowMajor => Orientation::RowMajor,
                    MatrixOrder::ColumnMajor => Orientation::ColumnMajor,
                };
                annotation.matrix = Some(Matrix { rows, columns: lanes, orientation: Some(orientation) });
            }
            None if lanes > 1 || declared.one_vector => annotation.vector_size = lanes,
            None => {}
        }
        annotation
    }
}

/// Whether a type is a resource or an array of resources, which is not memory.
fn holds_resource(ctx: &Context, mut ty: Type) -> bool {
    while let TypeData::Array(element, _) = *ctx.type_data(ty) {
        ty = element;
    }
    ctx.resource_type(ty).is_some() || ctx.is_raw_handle(ty)
}

/// The component type of scalars in memory, where Booleans and packed bytes have their own.
fn component(scalar: Scalar, kind: NumberKind) -> ComponentType {
    match kind {
        NumberKind::Bool => ComponentType::I1,
        NumberKind::PackedInt8x4 => ComponentType::PackedS8x32,
        NumberKind::PackedUint8x4 => ComponentType::PackedU8x32,
        NumberKind::Int
        | NumberKind::Uint
        | NumberKind::Int16
        | NumberKind::Uint16
        | NumberKind::Int64
        | NumberKind::Uint64
        | NumberKind::Float16
        | NumberKind::Half
        | NumberKind::Float
        | NumberKind::Double
        | NumberKind::Min16Int
        | NumberKind::Min12Int
        | NumberKind::Min16Uint
        | NumberKind::Min16Float
        | NumberKind::Min10Float
        | NumberKind::SNormFloat
        | NumberKind::UNormFloat
        | NumberKind::SNormHalf
        | NumberKind::UNormHalf => resource::component_type(scalar, kind.component()),
    }
}
