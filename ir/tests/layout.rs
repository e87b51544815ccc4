//! Offsets and sizes as Direct3D has them. Each expectation was read off DXC's reflection of the same struct.

use hlslc_ir::layout::{LayoutRules, Layouts};
use hlslc_ir::types::{Field, MatrixOrder, RowPlace};
use hlslc_ir::{Context, Scalar, Type, TypeData};

fn field(ty: Type, matrix: Option<MatrixOrder>) -> Field {
    Field { matrix, ..Field::new("", ty) }
}

fn lay_out(ctx: &mut Context, rules: LayoutRules, fields: Vec<Field>) -> (Vec<u32>, u32) {
    let ty = ctx.add_struct("S", fields);
    let TypeData::Struct(id) = *ctx.type_data(ty) else { unreachable!() };
    let mut layouts = Layouts::new(rules);
    (layouts.offsets(ctx, id).to_vec(), layouts.extent(ctx, ty, None).size)
}

#[test]
fn constant_buffer_vectors_do_not_cross_rows_and_arrays_leave_room_after() {
    let mut ctx = Context::default();
    let (f, f3) = (ctx.f32(), ctx.vector(Scalar::F32, 3));
    let array = ctx.array(f, 3);
    let members = [f, f3, array, f, f3].map(|ty| field(ty, None)).to_vec();
    // float a; float3 b; float c[3]; float d; float3 e;
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members), (vec![0, 4, 16, 52, 64], 76));
}

#[test]
fn structured_buffers_align_to_scalars_and_round_up() {
    let mut ctx = Context::default();
    let (f4, u, d) = (ctx.vector(Scalar::F32, 4), ctx.i32(), ctx.scalar(Scalar::F64));
    let (b, h) = (ctx.bool(), ctx.scalar(Scalar::I16));
    let members = [f4, u, b, d, h].map(|ty| field(ty, None)).to_vec();
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, members), (vec![0, 16, 20, 24, 32], 40));
}

#[test]
fn matrices_by_order() {
    let mut ctx = Context::default();
    let (f, f3) = (ctx.f32(), ctx.vector(Scalar::F32, 3));
    // float2x3: two rows of three.
    let m = ctx.array(f3, 2);
    let column = vec![field(f, None), field(m, Some(MatrixOrder::ColumnMajor)), field(f, None)];
    let row = vec![field(f, None), field(m, Some(MatrixOrder::RowMajor)), field(f, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, column.clone()), (vec![0, 16, 56], 60));
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, row), (vec![0, 16, 44], 48));
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, column), (vec![0, 4, 28], 32));
}

#[test]
fn doubles_and_nested_structs() {
    let mut ctx = Context::default();
    let (f, d3) = (ctx.f32(), ctx.vector(Scalar::F64, 3));
    let inner = ctx.add_struct("I", vec![field(f, None), field(f, None)]);
    let members = vec![field(f, None), field(inner, None), field(f, None), field(d3, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members.clone()), (vec![0, 16, 24, 32], 56));
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, members), (vec![0, 4, 12, 16], 40));
}

/// `cbuffer { min16float3 a; uint b; min16float c; uint d : packoffset(c1.y); }`, and a struct
/// `{ half a; min16int b; half c; }` of native 16-bit types.
#[test]
fn members_that_ask_more_of_their_place() {
    let mut ctx = Context::default();
    let (m3, u) = (ctx.vector(Scalar::MinF16, 3), ctx.i32());
    let m = ctx.scalar(Scalar::MinF16);
    let new_row = |ty| Field { row_place: RowPlace::NewRow, ..field(ty, None) };
    let members = vec![new_row(m3), new_row(u), new_row(m), Field { offset: Some(20), ..field(u, None) }];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members), (vec![32, 48, 64, 20], 68));

    let (h, i) = (ctx.scalar(Scalar::F16), ctx.scalar(Scalar::I16));
    let members = vec![field(h, None), Field { row_place: RowPlace::WholeWord, ..field(i, None) }, field(h, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members.clone()), (vec![0, 4, 6], 8));
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, members), (vec![0, 2, 4], 6));
}

#[test]
fn the_last_vector_of_a_matrix_takes_a_word_a_number_in_constant_buffers() {
    let mut ctx = Context::default();
    let (h, h2) = (ctx.scalar(Scalar::F16), ctx.vector(Scalar::F16, 2));
    let members = vec![field(ctx.array(h2, 2), Some(MatrixOrder::ColumnMajor)), field(h, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members.clone()), (vec![0, 24], 26));
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, members), (vec![0, 8], 10));
}

#[test]
fn members_without_an_offset_follow_those_with_one() {
    let mut ctx = Context::default();
    let (f, f4) = (ctx.f32(), ctx.vector(Scalar::F32, 4));
    let empty = ctx.add_struct("E", Vec::new());
    let placed = Field { offset: Some(48), ..field(f4, None) };
    // float a; float4 b : packoffset(c3); Empty c; float d;
    let members = vec![field(f, None), placed, field(empty, None), field(f, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members), (vec![64, 48, 68, 68], 72));
}

/// `struct S { float2 a; row_major int2x1 b; float c; }` and `struct S { float2 a; row_major int1x2 b; }`, where matrices are
/// column-major by default.
#[test]
fn the_place_of_a_matrix_in_a_struct_follows_the_default_order() {
    let mut ctx = Context::default();
    let (f, f2, i, i2) = (ctx.f32(), ctx.vector(Scalar::F32, 2), ctx.i32(), ctx.vector(Scalar::I32, 2));
    let (tall, wide) = (ctx.array(i, 2), ctx.array(i2, 1));
    let matrix = |ty, row_place| Field { row_place, ..field(ty, Some(MatrixOrder::RowMajor)) };
    let members = vec![field(f2, None), matrix(tall, RowPlace::Packed), field(f, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members.clone()), (vec![0, 8, 28], 32));
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, members), (vec![0, 8, 16], 20));
    let members = vec![field(f2, None), matrix(wide, RowPlace::NewRow)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members), (vec![0, 16], 24));
}

/// `float a; InputPatch<P, 3> b[2]; float c;` with `struct P { float3 p; float2 q; }`: two patches with the room of a point each.
#[test]
fn an_array_may_have_the_room_of_one_element() {
    let mut ctx = Context::default();
    let (f, f2, f3) = (ctx.f32(), ctx.vector(Scalar::F32, 2), ctx.vector(Scalar::F32, 3));
    let point = ctx.add_struct("P", vec![field(f3, None), field(f2, None)]);
    let patch = ctx.array(point, 3);
    let one = |ty| Field { row_place: RowPlace::OneElement, ..field(ty, None) };
    let members = vec![field(f, None), one(patch), field(f, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members), (vec![0, 16, 40], 44));
    let members = vec![field(f, None), one(ctx.array(patch, 2)), field(f, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::CONSTANT_BUFFER, members), (vec![0, 16, 72], 76));
    // Vulkan's rules count all of them.
    let members = vec![field(f, None), one(patch), field(f, None)];
    assert_eq!(lay_out(&mut ctx, LayoutRules::STRUCTURED, members), (vec![0, 4, 64], 68));
}
