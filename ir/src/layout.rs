//! The memory layouts of Direct3D: of structured and byte address buffers, and of constant buffers.
//!
//! Input: a type and, for matrices, their orientation. Output: sizes, strides and member offsets in bytes. The passes that
//! turn pointers into byte offsets, resource records and reflection all use it. SPIR-V has layouts of its own.
//!
//! Structured buffers: every scalar lies at a multiple of its size, vectors and matrices are contiguous scalars, a struct
//! is aligned to, and padded to a multiple of, its widest scalar.
//!
//! Constant buffers: rows of 16 bytes. A vector does not cross a row; an array, a struct and a matrix of more than one row
//! (column, if column-major) start a new row; so does each of their elements, but the last element is not padded. Members
//! without an explicit place follow those that have one. What holds only resources takes no room; as a member of a struct,
//! though, a struct or an array of it still starts a row, which the front end asks for ([`RowPlace::NewRow`]).

use crate::context::Context;
use crate::entity::{StructId, Type};
use crate::types::{Field, MatrixOrder, RowPlace, Scalar, TypeData};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Which rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayoutRules {
    /// Structured and byte address buffers.
    Structured,
    /// Constant buffers.
    ConstantBuffer,
}

/// Size of a type and what its start must be a multiple of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Bytes from the start to the end of the last member. Sizes saturate: the checker limits types long before.
    pub size: u32,
    /// Alignment in bytes; in constant buffers of the scalars only, rows are the business of the place.
    pub align: u32,
    /// Whether it must start a row of a constant buffer.
    pub starts_row: bool,
    /// Bytes from its start on that share a row of a constant buffer, if they fit one.
    pub together: u32,
}

impl Extent {
    /// What takes so many bytes, all of which share a row if they fit one.
    fn new(size: u32, align: u32, starts_row: bool) -> Self {
        Self { size, align, starts_row, together: size }
    }
}

/// A matrix as memory sees it: vectors in sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatrixShape {
    /// Number of vectors: rows of a row-major matrix, columns of a column-major one.
    pub vectors: u32,
    /// Scalars in each.
    pub lanes: u32,
    /// Kind of the scalars.
    pub scalar: Scalar,
}

/// Layouts under one set of rules; remembers what it worked out.
#[derive(Debug)]
pub struct Layouts {
    rules: LayoutRules,
    extents: FxHashMap<(Type, Option<MatrixOrder>), Extent>,
    offsets: FxHashMap<StructId, Arc<[u32]>>,
}

const ROW: u32 = 16;

fn round_up(value: u32, to: u32) -> u32 {
    value.checked_next_multiple_of(to.max(1)).unwrap_or(u32::MAX)
}

impl Layouts {
    /// Layouts under these rules.
    pub fn new(rules: LayoutRules) -> Self {
        Self { rules, extents: FxHashMap::default(), offsets: FxHashMap::default() }
    }

    /// Size and alignment of a type. `matrix` says that its innermost array level is a matrix, and of which order.
    pub fn extent(&mut self, ctx: &Context, ty: Type, matrix: Option<MatrixOrder>) -> Extent {
        if let Some(&known) = self.extents.get(&(ty, matrix)) {
            return known;
        }
        // Types nest as deep as the checker allows, which is little.
        let extent = match ctx.type_data(ty) {
            TypeData::Scalar(scalar) => Extent::new(scalar.bytes(), scalar.bytes(), false),
            TypeData::Vector(scalar, lanes) => Extent::new(scalar.bytes() * u32::from(*lanes), scalar.bytes(), false),
            TypeData::Array(element, count) => match matrix.and_then(|order| matrix_shape(ctx, ty, order)) {
                Some(shape) => self.vectors(shape),
                None => {
                    let inner = self.extent(ctx, *element, matrix);
                    let stride = self.stride_of(inner);
                    let size = match count.checked_sub(1) {
                        Some(before) => stride.saturating_mul(before).saturating_add(inner.size),
                        None => 0,
                    };
                    Extent::new(size, inner.align, true)
                }
            },
            TypeData::Struct(id) => self.struct_extent(ctx, *id),
            TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::HitObject
            | TypeData::Foreign(_) => Extent::new(0, 1, false),
        };
        self.extents.insert((ty, matrix), extent);
        extent
    }

    fn vectors(&self, shape: MatrixShape) -> Extent {
        let bytes = shape.scalar.bytes();
        let stride = self.vector_stride(shape);
        // DXC counts a word for each scalar of the last vector, be it smaller.
        let counted = if self.rules == LayoutRules::ConstantBuffer { bytes.max(4) } else { bytes };
        let size = stride * shape.vectors.saturating_sub(1) + counted * shape.lanes;
        Extent::new(size, bytes, shape.vectors > 1)
    }

    /// Distance of the vectors of a matrix.
    pub fn vector_stride(&self, shape: MatrixShape) -> u32 {
        let size = shape.scalar.bytes() * shape.lanes;
        match self.rules {
            LayoutRules::Structured => size,
            LayoutRules::ConstantBuffer => round_up(size, ROW),
        }
    }

    fn stride_of(&self, element: Extent) -> u32 {
        match self.rules {
            LayoutRules::Structured => round_up(element.size, element.align),
            LayoutRules::ConstantBuffer => round_up(element.size, ROW),
        }
    }

    /// Distance of the elements of an array with elements of `element`.
    pub fn stride(&mut self, ctx: &Context, element: Type, matrix: Option<MatrixOrder>) -> u32 {
        let inner = self.extent(ctx, element, matrix);
        self.stride_of(inner)
    }

    /// Size and alignment of a struct.
    pub fn struct_extent(&mut self, ctx: &Context, id: StructId) -> Extent {
        let fields = &ctx.struct_data(id).fields;
        let extents: Vec<Extent> = fields.iter().map(|field| self.member_extent(ctx, field)).collect();
        // Members without a place of their own follow those that have one.
        let placed = fields.iter().zip(&extents).filter_map(|(f, inner)| Some(f.offset?.saturating_add(inner.size)));
        let mut end = placed.max().unwrap_or(0);
        let mut offsets = Vec::with_capacity(extents.len());
        for (field, &inner) in fields.iter().zip(&extents) {
            offsets.push(field.offset.unwrap_or_else(|| {
                let offset = self.place(end, inner, field.row_place);
                end = offset.saturating_add(inner.size);
                offset
            }));
        }
        let align = extents.iter().map(|inner| inner.align).fold(1, u32::max);
        let size = match self.rules {
            LayoutRules::Structured => round_up(end, align),
            LayoutRules::ConstantBuffer => end,
        };
        self.offsets.insert(id, offsets.into());
        Extent::new(size, align, true)
    }

    /// The extent of a member, with what it asks of its place.
    fn member_extent(&mut self, ctx: &Context, field: &Field) -> Extent {
        let extent = self.extent(ctx, field.ty, field.matrix);
        match (self.rules, field.row_place) {
            (LayoutRules::Structured, _) | (_, RowPlace::Natural) => extent,
            (LayoutRules::ConstantBuffer, RowPlace::NewRow) => Extent { starts_row: true, ..extent },
            (LayoutRules::ConstantBuffer, RowPlace::WholeWord) => Extent { align: 4, ..extent },
            (LayoutRules::ConstantBuffer, RowPlace::Packed) => {
                let shape = field.matrix.and_then(|order| matrix_shape(ctx, field.ty, order));
                let together = shape.map_or(extent.size, |shape| shape.vectors * shape.lanes * shape.scalar.bytes());
                Extent { starts_row: false, together, ..extent }
            }
        }
    }

    /// Where something goes that follows what ends at `end`.
    fn place(&self, end: u32, what: Extent, row_place: RowPlace) -> u32 {
        let offset = round_up(end, what.align);
        match self.rules {
            LayoutRules::Structured => offset,
            LayoutRules::ConstantBuffer => {
                if what.size == 0 && row_place != RowPlace::NewRow {
                    return end;
                }
                let crosses = offset % ROW + what.together > ROW;
                if what.starts_row || crosses { round_up(offset, ROW) } else { offset }
            }
        }
    }

    /// Byte offsets of the members of a struct.
    pub fn offsets(&mut self, ctx: &Context, id: StructId) -> Arc<[u32]> {
        if !self.offsets.contains_key(&id) {
            self.struct_extent(ctx, id);
        }
        self.offsets.get(&id).cloned().unwrap_or_default()
    }
}

/// The matrix that `ty` is: an array of vectors (or scalars, for one column), of that order.
pub fn matrix_shape(ctx: &Context, ty: Type, order: MatrixOrder) -> Option<MatrixShape> {
    let TypeData::Array(row, rows) = *ctx.type_data(ty) else { return None };
    let (scalar, cols) = match *ctx.type_data(row) {
        TypeData::Scalar(scalar) => (scalar, 1),
        TypeData::Vector(scalar, cols) => (scalar, u32::from(cols)),
        _ => return None,
    };
    Some(match order {
        MatrixOrder::RowMajor => MatrixShape { vectors: rows, lanes: cols, scalar },
        MatrixOrder::ColumnMajor => MatrixShape { vectors: cols, lanes: rows, scalar },
    })
}
