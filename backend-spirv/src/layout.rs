//! The memory layouts of Vulkan: the sets of rules that DXC knows, in one engine.
//!
//! By default uniform buffers follow std140 and storage buffers std430, both with HLSL's relaxation: a vector of scalars of
//! up to 32 bits is aligned like its scalar, unless it would then cross a 16-byte boundary. Options choose them without it,
//! Direct3D's own, or scalar block layout. A column-major matrix is stored as its columns, a row-major one as its rows;
//! each is aligned like a vector of that length.

use hlslc_ir::StructId;
use hlslc_ir::context::Context;
use hlslc_ir::foreign::ForeignType;
use hlslc_ir::layout::{MatrixShape, matrix_shape};
use hlslc_ir::spirv::Layout;
use hlslc_ir::types::{Field, MatrixOrder, Scalar, TypeData};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// What a buffer is bound as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum BufferClass {
    /// A uniform buffer.
    Uniform,
    /// A storage buffer.
    Storage,
    /// A storage buffer of constants: a `tbuffer`.
    Texture,
    /// Push constants.
    Push,
}

/// The rules for what lies in a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rules {
    pub(crate) layout: Layout,
    pub(crate) class: BufferClass,
}

/// Alignment and size of a type in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extent {
    pub(crate) align: u32,
    pub(crate) size: u32,
}

/// A row of a constant buffer.
pub(crate) const ROW: u32 = 16;

fn round_up(value: u32, to: u32) -> u32 {
    value.checked_next_multiple_of(to.max(1)).unwrap_or(u32::MAX)
}

impl Rules {
    pub(crate) fn new(layout: Layout, class: BufferClass) -> Self {
        Self { layout, class }
    }

    /// Whether these are Direct3D's for constant buffers.
    fn is_constant_buffer(self) -> bool {
        self.layout == Layout::Direct3d && matches!(self.class, BufferClass::Uniform | BufferClass::Texture)
    }

    /// Whether everything is aligned like its scalars.
    pub(crate) fn is_tight(self) -> bool {
        self.layout == Layout::Scalar || (self.layout == Layout::Direct3d && !self.is_constant_buffer())
    }

    /// Whether arrays, structs and the vectors of matrices start at multiples of 16.
    fn has_rows(self) -> bool {
        self.is_std140() || self.is_constant_buffer()
    }

    fn is_std140(self) -> bool {
        self.class == BufferClass::Uniform && matches!(self.layout, Layout::Relaxed | Layout::OpenGl)
    }

    /// Alignment of a struct without members.
    pub(crate) fn empty_align(self) -> u32 {
        if self.is_std140() { ROW } else { 1 }
    }

    /// Whether vectors of small scalars are only kept from crossing a row.
    fn is_relaxed(self) -> bool {
        self.layout == Layout::Relaxed || self.is_constant_buffer()
    }

    /// Alignment of something that holds others.
    fn aggregate_align(self, align: u32) -> u32 {
        if self.has_rows() { round_up(align, ROW) } else { align }
    }

    fn vector(self, scalar: Scalar, lanes: u32) -> Extent {
        let bytes = scalar.bytes();
        let align = if self.is_tight() || self.is_constant_buffer() { bytes } else { padded(bytes, lanes) };
        Extent { align, size: bytes * lanes }
    }
}

/// Alignment of a vector in OpenGL's rules.
fn padded(bytes: u32, lanes: u32) -> u32 {
    match lanes {
        0 | 1 => bytes,
        2 => bytes * 2,
        _ => bytes * 4,
    }
}

/// A matrix that SPIR-V has as one, or as an array of vectors if its elements are integers. Matrices of one row or
/// column are vectors in memory.
pub(crate) fn proper_matrix(ctx: &Context, data: &TypeData, order: MatrixOrder) -> Option<MatrixShape> {
    let shape = shape_of(ctx, data, order)?;
    (shape.vectors > 1 && shape.lanes > 1).then_some(shape)
}

/// The matrix that an array of rows is.
pub(crate) fn shape_of(ctx: &Context, data: &TypeData, order: MatrixOrder) -> Option<MatrixShape> {
    ctx.find(data).and_then(|ty| matrix_shape(ctx, ty, order))
}

/// Alignment and size of a type. `matrix` says that its innermost array level is a matrix.
pub(crate) fn extent(ctx: &Context, data: &TypeData, matrix: Option<MatrixOrder>, rules: Rules) -> Extent {
    // Types nest as deep as the checker allows, which is little.
    match data {
        TypeData::Scalar(scalar) => rules.vector(*scalar, 1),
        TypeData::Foreign(ForeignType::Address { .. }) => rules.vector(Scalar::I64, 1),
        TypeData::Foreign(ForeignType::Made { memory, .. }) => {
            let (size, align) = memory.unwrap_or((0, 1));
            Extent { align: align.max(1), size }
        }
        TypeData::Vector(scalar, lanes) => rules.vector(*scalar, u32::from(*lanes)),
        TypeData::Array(element, count) => {
            if let Some(shape) = matrix.and_then(|order| shape_of(ctx, data, order)) {
                return matrix_extent(shape, rules);
            }
            let inner = extent(ctx, ctx.type_data(*element), matrix, rules);
            let stride = stride_of(inner, rules);
            let last = if rules.is_constant_buffer() || rules.is_tight() { inner.size } else { stride };
            // Direct3D leaves the room after the last element to what follows.
            let size = match count.checked_sub(1) {
                Some(before) if rules.is_tight() => inner.size.saturating_mul(before).saturating_add(last),
                Some(before) => stride.saturating_mul(before).saturating_add(last),
                None => 0,
            };
            Extent { align: rules.aggregate_align(inner.align), size }
        }
        TypeData::Struct(id) => {
            let (mut end, mut align) = (0, 1);
            for (offset, inner) in members(ctx, *id, rules) {
                end = end.max(offset.saturating_add(inner.size));
                align = align.max(inner.align);
            }
            let align = rules.aggregate_align(align);
            Extent { align, size: if rules.is_constant_buffer() { end } else { round_up(end, align) } }
        }
        TypeData::Void
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::HitObject => Extent { align: 1, size: 0 },
    }
}

/// Whether the vectors of a matrix are of one component, each in a row of its own.
pub(crate) fn spreads(shape: MatrixShape, rules: Rules) -> bool {
    rules.is_constant_buffer() && shape.vectors > 1 && shape.lanes == 1
}

fn matrix_extent(shape: MatrixShape, rules: Rules) -> Extent {
    let bytes = shape.scalar.bytes();
    if rules.is_constant_buffer() && shape.vectors > 1 {
        let align = round_up(padded(bytes, shape.lanes), ROW);
        return Extent { align, size: ROW * (shape.vectors - 1) + bytes * shape.lanes };
    }
    if shape.vectors == 1 || shape.lanes == 1 {
        return rules.vector(shape.scalar, shape.vectors * shape.lanes);
    }
    let align = if rules.is_tight() { bytes } else { rules.aggregate_align(padded(bytes, shape.lanes)) };
    Extent { align, size: matrix_stride(shape, rules) * shape.vectors }
}

/// Distance of the vectors of a matrix.
pub(crate) fn matrix_stride(shape: MatrixShape, rules: Rules) -> u32 {
    let bytes = shape.scalar.bytes();
    if rules.is_tight() {
        return bytes * shape.lanes;
    }
    rules.aggregate_align(padded(bytes, shape.lanes))
}

fn stride_of(element: Extent, rules: Rules) -> u32 {
    round_up(element.size, rules.aggregate_align(element.align))
}

/// Distance of the elements of an array.
pub(crate) fn array_stride(ctx: &Context, element: &TypeData, matrix: Option<MatrixOrder>, rules: Rules) -> u32 {
    stride_of(extent(ctx, element, matrix, rules), rules)
}

/// Offset and extent of each member of a struct. Members without a place of their own follow those that have one.
pub(crate) fn members(ctx: &Context, id: StructId, rules: Rules) -> Vec<(u32, Extent)> {
    let fields = &ctx.struct_data(id).fields;
    // Asked once: twice a level would double with each.
    let extents: Vec<Extent> =
        fields.iter().map(|field| extent(ctx, ctx.type_data(field.ty), field.matrix, rules)).collect();
    let placed =
        fields.iter().zip(&extents).filter_map(|(field, inner)| Some(field.offset?.saturating_add(inner.size)));
    let mut end = placed.max().unwrap_or(0);
    let mut list = Vec::new();
    for (field, inner) in fields.iter().zip(extents) {
        let offset = match (field.vk_offset, field.offset) {
            (Some(offset), _) => {
                end = offset.saturating_add(inner.size);
                offset
            }
            (None, Some(offset)) => offset,
            (None, None) => {
                let offset = place(ctx, end, ctx.type_data(field.ty), field.matrix, inner, rules);
                end = offset.saturating_add(inner.size);
                offset
            }
        };
        list.push((offset, inner));
    }
    list
}

/// Two members that meet, of a type or of what it holds: the one that begins later comes first. Only places that the source
/// asks for can do so.
pub(crate) fn overlap<'c>(ctx: &'c Context, data: &'c TypeData, rules: Rules) -> Option<(&'c Field, &'c Field)> {
    let mut seen: IndexSet<StructId, FxBuildHasher> = IndexSet::default();
    let struct_of = |mut data: &'c TypeData| {
        while let TypeData::Array(element, _) = data {
            data = ctx.type_data(*element);
        }
        if let TypeData::Struct(id) = data { Some(*id) } else { None }
    };
    seen.extend(struct_of(data));
    let mut next = 0;
    while let Some(&id) = seen.get_index(next) {
        next += 1;
        let fields = &ctx.struct_data(id).fields;
        let mut places: Vec<(u32, u32, &Field)> = members(ctx, id, rules)
            .into_iter()
            .zip(fields)
            .map(|((at, extent), field)| (at, extent.size, field))
            .collect();
        places.retain(|&(_, size, _)| size > 0);
        places.sort_by_key(|&(at, ..)| at);
        // Those before end where they should, so each can only meet the one before it.
        for pair in places.windows(2) {
            let ((start, size, before), (at, _, field)) = (pair[0], pair[1]);
            if start.saturating_add(size) > at {
                return Some((field, before));
            }
        }
        seen.extend(fields.iter().filter_map(|field| struct_of(ctx.type_data(field.ty))));
    }
    None
}

/// Where a member goes that follows what ends at `end`.
fn place(ctx: &Context, end: u32, data: &TypeData, matrix: Option<MatrixOrder>, inner: Extent, rules: Rules) -> u32 {
    let scalar = match data {
        TypeData::Vector(scalar, _) => Some(*scalar),
        // A matrix of one row or column is a vector in memory.
        TypeData::Array(..) => matrix
            .and_then(|order| shape_of(ctx, data, order))
            .filter(|shape| shape.vectors == 1 || shape.lanes == 1)
            .map(|shape| shape.scalar),
        TypeData::Void
        | TypeData::Scalar(_)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::HitObject
        | TypeData::Foreign(_) => None,
    };
    let Some(scalar) = scalar.filter(|_| rules.is_relaxed()) else { return round_up(end, inner.align) };
    // Only vectors of small scalars are relaxed.
    let align = if scalar.bytes() <= 4 { scalar.bytes() } else { inner.align };
    let offset = round_up(end, align);
    let crosses =
        if inner.size > ROW { !offset.is_multiple_of(ROW) } else { offset / ROW != (offset + inner.size - 1) / ROW };
    if crosses { round_up(offset, ROW) } else { offset }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str, ty: hlslc_ir::Type, matrix: Option<MatrixOrder>) -> Field {
        Field { matrix, ..Field::new(name, ty) }
    }

    /// Offsets and size that DXC gives the same struct in a structured and in a constant buffer.
    #[test]
    fn members_lie_where_dxc_puts_them() {
        let mut ctx = Context::default();
        let vector = |ctx: &mut Context, scalar, n| ctx.vector(scalar, n);
        let (float, float2) = (ctx.f32(), vector(&mut ctx, Scalar::F32, 2));
        let (float3, double2) = (vector(&mut ctx, Scalar::F32, 3), vector(&mut ctx, Scalar::F64, 2));
        let (double3, int3) = (vector(&mut ctx, Scalar::F64, 3), vector(&mut ctx, Scalar::I32, 3));
        let int2 = vector(&mut ctx, Scalar::I32, 2);
        let array = |ctx: &mut Context, ty, n| ctx.array(ty, n);
        let rows = Some(MatrixOrder::RowMajor);
        let columns = Some(MatrixOrder::ColumnMajor);
        let matrix4x3 = array(&mut ctx, float3, 4);
        let fields = vec![
            field("f", float, None),
            field("d", double2, None),
            field("e", double3, None),
            field("h", float, None),
            field("im", array(&mut ctx, int3, 2), rows),
            field("m21", array(&mut ctx, float, 2), columns),
            field("m13", array(&mut ctx, float3, 1), columns),
            field("m11", array(&mut ctx, float, 1), columns),
            field("hh", float2, None),
            field("k", float, None),
            field("arr", array(&mut ctx, float2, 2), None),
            field("v3", float3, None),
            field("last", float, None),
            field("im2", array(&mut ctx, int2, 3), rows),
            field("mm", array(&mut ctx, matrix4x3, 2), columns),
        ];
        let ty = ctx.add_struct("A", fields);
        let TypeData::Struct(id) = *ctx.type_data(ty) else { panic!("it is a struct") };
        let offsets = |rules| members(&ctx, id, rules).into_iter().map(|(offset, _)| offset).collect::<Vec<_>>();
        let [storage, uniform] =
            [BufferClass::Storage, BufferClass::Uniform].map(|class| Rules::new(Layout::Relaxed, class));
        assert_eq!(offsets(storage), [0, 16, 32, 56, 64, 96, 112, 124, 128, 136, 144, 160, 172, 176, 208]);
        assert_eq!(offsets(uniform), [0, 16, 32, 56, 64, 96, 112, 124, 128, 136, 144, 176, 188, 192, 240]);
        assert_eq!(array_stride(&ctx, ctx.type_data(ty), None, storage), 320);
        assert_eq!(extent(&ctx, ctx.type_data(ty), None, uniform).size, 352);
    }
}
