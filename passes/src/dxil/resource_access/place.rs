//! Resolves the place in an element that a list of indices selects.
//!
//! Input: an access with its path. Output: the address and the type of the selected part. Cost: linear in the path.

use super::Access;
use hlslc_ir::layout::{Layouts, MatrixShape, matrix_shape};
use hlslc_ir::types::MatrixOrder;
use hlslc_ir::{Builder, Op, Type, TypeData, Value};
use hlslc_semantics::layout::ROW;

/// The addressing of a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Memory {
    /// Elements of a typed buffer.
    Typed,
    /// Texels of a texture.
    Texels,
    /// An element and a byte offset.
    Structured,
    /// A byte address.
    Bytes,
    /// Rows of 16 bytes of a constant buffer.
    Rows,
}

/// An address within an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    /// The constant part of the byte offset.
    pub offset: u32,
    /// The sum of the dynamic indices: bytes, or rows in constant buffers.
    pub dynamic: Option<Value>,
    /// In constant buffers: the dynamic index of a component, and the number of components.
    pub lane: Option<(Value, u16)>,
}

/// The type at an address.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// A scalar, vector, array or struct, or a part of a matrix. If it is an array of matrices, they have this order.
    Plain(Type, Option<MatrixOrder>),
    /// A complete matrix: an array of rows.
    Matrix(Type, MatrixShape, MatrixOrder),
    /// A vector whose components are this many bytes apart: a row of a column-major matrix.
    Strided(Type, u32),
}

/// The part that a path selects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub address: Address,
    pub shape: Shape,
}

impl Place {
    /// Resolves the path of an access.
    pub(super) fn walk(b: &mut Builder<'_>, layouts: &mut Layouts, access: &Access) -> Self {
        let address = Address { offset: 0, dynamic: None, lane: None };
        let mut place = Self { address, shape: shape(b, access.element, access.matrix) };
        for &index in &access.path {
            place = place.step(b, layouts, access.memory, index);
        }
        place
    }

    /// The part of a place that an index selects.
    pub(super) fn step(mut self, b: &mut Builder<'_>, layouts: &mut Layouts, memory: Memory, index: Value) -> Self {
        let constant = b.func.const_bits(b.ctx, index).map(|bits| bits as u32);
        let mut at = (index, constant);
        match self.shape {
            Shape::Plain(ty, order) => match *b.ctx.type_data(ty) {
                TypeData::Struct(id) => {
                    let member = constant.expect("a member is selected by a constant") as usize;
                    let offset = layouts.offsets(b.ctx, id)[member];
                    self.address.offset = self.address.offset.wrapping_add(offset);
                    let field = &b.ctx.struct_data(id).fields[member];
                    let (ty, order) = (field.ty, field.matrix);
                    self.shape = shape(b, ty, order);
                }
                TypeData::Array(element, count) => {
                    let stride = layouts.stride(b.ctx, element, order);
                    at = clamp(b, at, count);
                    self.address.add(b, memory, at, stride, 1);
                    self.shape = shape(b, element, order);
                }
                TypeData::Vector(scalar, lanes) => {
                    at = clamp(b, at, u32::from(lanes));
                    self.address.add(b, memory, at, scalar.bytes(), lanes);
                    let ty = b.ctx.scalar(scalar);
                    self.shape = Shape::Plain(ty, None);
                }
                TypeData::Void
                | TypeData::Scalar(_)
                | TypeData::Pointer(..)
                | TypeData::Tuple(_)
                | TypeData::Resource(_)
                | TypeData::Node(_)
                | TypeData::Opaque(_)
                | TypeData::Foreign(_) => unreachable!("a path leads into a type without parts in memory"),
            },
            Shape::Strided(ty, stride) => {
                let (scalar, lanes) = b.ctx.components(ty);
                at = clamp(b, at, u32::from(lanes));
                self.address.add(b, memory, at, stride, lanes);
                let ty = b.ctx.scalar(scalar);
                self.shape = Shape::Plain(ty, None);
            }
            Shape::Matrix(ty, matrix, order) => {
                let row = b.ctx.part(ty, 0);
                let stride = layouts.vector_stride(matrix);
                if let TypeData::Array(_, rows) = *b.ctx.type_data(ty) {
                    at = clamp(b, at, rows);
                }
                match order {
                    MatrixOrder::RowMajor => {
                        self.address.add(b, memory, at, stride, 1);
                        self.shape = Shape::Plain(row, None);
                    }
                    MatrixOrder::ColumnMajor => {
                        self.address.add(b, memory, at, matrix.scalar.bytes(), matrix.lanes as u16);
                        self.shape = Shape::Strided(row, stride);
                    }
                }
            }
        }
        self
    }
}

/// A constant index out of bounds is clamped, as the result of the access is arbitrary.
fn clamp(b: &mut Builder<'_>, (index, constant): (Value, Option<u32>), count: u32) -> (Value, Option<u32>) {
    match constant {
        Some(at) if count > 0 && at >= count => (b.i32(count - 1), Some(count - 1)),
        _ => (index, constant),
    }
}

/// The shape of a value of type `ty`.
fn shape(b: &Builder<'_>, ty: Type, order: Option<MatrixOrder>) -> Shape {
    match order.and_then(|order| matrix_shape(b.ctx, ty, order).map(|matrix| (matrix, order))) {
        Some((matrix, order)) => Shape::Matrix(ty, matrix, order),
        None => Shape::Plain(ty, order),
    }
}

impl Address {
    /// Advances the address by `index` times `stride` bytes; `count` is the number of steps within bounds.
    fn add(
        &mut self,
        b: &mut Builder<'_>,
        memory: Memory,
        (index, constant): (Value, Option<u32>),
        stride: u32,
        count: u16,
    ) {
        if let Some(constant) = constant {
            self.offset = self.offset.wrapping_add(constant.wrapping_mul(stride));
            return;
        }
        let step = match memory {
            Memory::Rows if !stride.is_multiple_of(ROW) => {
                self.lane = Some((index, count));
                return;
            }
            Memory::Rows => stride / ROW,
            Memory::Typed | Memory::Texels | Memory::Structured | Memory::Bytes => stride,
        };
        let mut more = index;
        if step != 1 {
            let step = b.i32(step);
            more = b.op(Op::Mul, &[index, step]);
        }
        self.dynamic = Some(match self.dynamic {
            Some(dynamic) => b.op(Op::Add, &[dynamic, more]),
            None => more,
        });
    }

    /// The address a number of bytes further on.
    pub(super) fn plus(mut self, bytes: u32) -> Self {
        self.offset = self.offset.wrapping_add(bytes);
        self
    }
}
