//! Selects the memory layouts of Vulkan: which of the rules of [`hlslc_ir::layout`] apply to a buffer.
//!
//! By default uniform buffers follow std140 and storage buffers std430, both with HLSL's relaxation: a vector of scalars of
//! up to 32 bits is aligned like its scalar, unless it would then cross a 16-byte boundary. Options choose them without it,
//! Direct3D's own, or scalar block layout. A column-major matrix is stored as its columns, a row-major one as its rows;
//! each is aligned like a vector of that length.

use hlslc_ir::StructId;
use hlslc_ir::context::Context;
pub(crate) use hlslc_ir::layout::Extent;
use hlslc_ir::layout::{LayoutRules, Layouts, MatrixShape, matrix_of};
use hlslc_ir::types::{Field, MatrixOrder, TypeData};
use hlslc_options_spirv::Layout;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// The kind of binding of a buffer.
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

impl Rules {
    pub(crate) fn new(layout: Layout, class: BufferClass) -> Self {
        Self { layout, class }
    }

    /// The row that says how types lie.
    pub(crate) fn row(self) -> LayoutRules {
        match (self.layout, self.class) {
            (Layout::Scalar, _) | (Layout::Direct3d, BufferClass::Storage | BufferClass::Push) => LayoutRules::SCALAR,
            (Layout::Direct3d, BufferClass::Uniform | BufferClass::Texture) => LayoutRules::VULKAN_CONSTANT_BUFFER,
            (Layout::OpenGl, BufferClass::Uniform) => LayoutRules::STD140,
            (Layout::OpenGl, BufferClass::Storage | BufferClass::Texture | BufferClass::Push) => LayoutRules::STD430,
            (Layout::Relaxed, BufferClass::Uniform) => LayoutRules::STD140.relaxed(),
            (Layout::Relaxed, BufferClass::Storage | BufferClass::Texture | BufferClass::Push) => {
                LayoutRules::STD430.relaxed()
            }
        }
    }

    /// Whether everything is aligned like its scalars.
    pub(crate) fn is_tight(self) -> bool {
        self.row().is_tight()
    }

    /// Alignment of a struct without members.
    pub(crate) fn empty_align(self) -> u32 {
        self.row().empty_align()
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
    matrix_of(ctx, data, order)
}

/// Alignment and size of a type. `matrix` says that its innermost array level is a matrix.
pub(crate) fn extent(ctx: &Context, data: &TypeData, matrix: Option<MatrixOrder>, rules: Rules) -> Extent {
    Layouts::new(rules.row()).extent_of_data(ctx, data, matrix)
}

/// Whether the vectors of a matrix are of one component, each in a row of its own.
pub(crate) fn spreads(shape: MatrixShape, rules: Rules) -> bool {
    rules.row().spreads(shape.lines())
}

/// Distance of the vectors of a matrix.
pub(crate) fn matrix_stride(shape: MatrixShape, rules: Rules) -> u32 {
    Layouts::new(rules.row()).vector_stride(shape)
}

/// Distance of the elements of an array.
pub(crate) fn array_stride(ctx: &Context, element: &TypeData, matrix: Option<MatrixOrder>, rules: Rules) -> u32 {
    Layouts::new(rules.row()).stride_of_data(ctx, element, matrix)
}

/// Offset and extent of each member of a struct. Members without a place of their own follow those that have one.
pub(crate) fn members(ctx: &Context, id: StructId, rules: Rules) -> Vec<(u32, Extent)> {
    let members = Layouts::new(rules.row()).members(ctx, id);
    members.offsets.iter().copied().zip(members.extents.iter().copied()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use hlslc_ir::types::Scalar;

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
