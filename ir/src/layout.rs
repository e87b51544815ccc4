//! Computes the memory layouts of types of the IR, under any of the rules of [`hlslc_semantics::layout`].
//!
//! Input: a type and, for matrices, their orientation. Output: sizes, strides and member offsets in bytes. The passes that
//! turn pointers into byte offsets, resource records, reflection and the SPIR-V back end all use it.
//!
//! Members without an explicit place follow those that have one. What holds only resources takes no room in a constant buffer; as a
//! member of a struct, though, a struct or an array of it still starts a row, which the front end asks for
//! ([`RowPlace::NewRow`]).

use crate::context::Context;
use crate::entity::{StructId, Type};
use crate::foreign::ForeignType;
use crate::types::{Field, MatrixOrder, RowPlace, Scalar, TypeData};
pub use hlslc_semantics::layout::Rules as LayoutRules;
use hlslc_semantics::layout::{self, Lines};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;

/// Size of a type and what its start must be a multiple of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Bytes from the start to the end of the last member. Sizes saturate: the checker limits types long before.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
}

impl From<layout::Extent> for Extent {
    fn from(extent: layout::Extent) -> Self {
        Self { size: narrow(extent.size), align: extent.align }
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

impl MatrixShape {
    /// Its vectors in the terms of the rules.
    pub fn lines(self) -> Lines {
        Lines { vectors: self.vectors, lanes: self.lanes, bytes: self.scalar.bytes() }
    }
}

/// Layouts under one set of rules; remembers what it worked out.
#[derive(Debug)]
pub struct Layouts {
    rules: LayoutRules,
    extents: FxHashMap<(Type, Option<MatrixOrder>), layout::Extent>,
    members: FxHashMap<StructId, Members>,
}

/// The members of a struct: their offsets, and their extents.
#[derive(Clone, Debug, Default)]
pub struct Members {
    /// Where each begins.
    pub offsets: Arc<[u32]>,
    /// How large each is.
    pub extents: Arc<[Extent]>,
}

fn narrow(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

impl Layouts {
    /// Layouts under these rules.
    pub fn new(rules: LayoutRules) -> Self {
        Self { rules, extents: FxHashMap::default(), members: FxHashMap::default() }
    }

    /// Size and alignment of a type. `matrix` says that its innermost array level is a matrix, and of which order.
    pub fn extent(&mut self, ctx: &Context, ty: Type, matrix: Option<MatrixOrder>) -> Extent {
        self.placed(ctx, ty, matrix).into()
    }

    /// The extent of a type with what it asks of its place.
    fn placed(&mut self, ctx: &Context, ty: Type, matrix: Option<MatrixOrder>) -> layout::Extent {
        if let Some(&known) = self.extents.get(&(ty, matrix)) {
            return known;
        }
        let extent = self.placed_data(ctx, ctx.type_data(ty), matrix);
        self.extents.insert((ty, matrix), extent);
        extent
    }

    /// Size and alignment of a type that need not be one of the module.
    pub fn extent_of_data(&mut self, ctx: &Context, data: &TypeData, matrix: Option<MatrixOrder>) -> Extent {
        let extent = self.placed_data(ctx, data, matrix);
        let align = if extent.starts_row { self.rules.whole_align(&extent) } else { extent.align };
        Extent { align, ..extent.into() }
    }

    fn placed_data(&mut self, ctx: &Context, data: &TypeData, matrix: Option<MatrixOrder>) -> layout::Extent {
        // Types nest as deep as the checker allows, which is little.
        match data {
            TypeData::Scalar(scalar) => self.rules.vector(scalar.bytes(), 1),
            TypeData::Vector(scalar, lanes) => self.rules.vector(scalar.bytes(), u32::from(*lanes)),
            TypeData::Array(element, count) => match matrix.and_then(|order| matrix_of(ctx, data, order)) {
                Some(shape) => self.rules.matrix(shape.lines()),
                None => {
                    let inner = self.placed(ctx, *element, matrix);
                    self.rules.array(&inner, *count)
                }
            },
            TypeData::Struct(id) => self.place_members(ctx, *id),
            TypeData::Foreign(ForeignType::Address { .. }) => self.rules.vector(Scalar::I64.bytes(), 1),
            TypeData::Foreign(ForeignType::Made { memory, .. }) => {
                let (size, align) = memory.unwrap_or((0, 1));
                layout::Extent::opaque(size.into(), align.max(1))
            }
            TypeData::Void
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_) => layout::Extent::opaque(0, 1),
        }
    }

    /// Distance of the vectors of a matrix.
    pub fn vector_stride(&self, shape: MatrixShape) -> u32 {
        self.rules.vector_stride(shape.scalar.bytes(), shape.lanes)
    }

    /// Distance of the elements of an array with elements of `element`.
    pub fn stride(&mut self, ctx: &Context, element: Type, matrix: Option<MatrixOrder>) -> u32 {
        let inner = self.placed(ctx, element, matrix);
        narrow(self.rules.stride(&inner))
    }

    /// Distance of the elements of an array of a type that need not be one of the module.
    pub fn stride_of_data(&mut self, ctx: &Context, element: &TypeData, matrix: Option<MatrixOrder>) -> u32 {
        let inner = self.placed_data(ctx, element, matrix);
        narrow(self.rules.stride(&inner))
    }

    /// The bytes of a struct.
    pub fn struct_size(&mut self, ctx: &Context, id: StructId) -> u32 {
        narrow(self.place_members(ctx, id).size)
    }

    /// Places the members of a struct.
    fn place_members(&mut self, ctx: &Context, id: StructId) -> layout::Extent {
        let fields = &ctx.struct_data(id).fields;
        let extents: Vec<layout::Extent> = fields.iter().map(|field| self.member_extent(ctx, field)).collect();
        // Members without a place of their own follow those that have one.
        let placed = fields.iter().zip(&extents);
        let ends = placed.filter_map(|(field, inner)| Some(u64::from(field.offset?).saturating_add(inner.size)));
        let mut members = layout::Members::after(self.rules, ends.max().unwrap_or(0));
        let mut offsets = Vec::with_capacity(extents.len());
        for (field, inner) in fields.iter().zip(&extents) {
            let of_source = field.vk_offset.filter(|_| self.rules.offsets_of_source);
            let offset = match (of_source, field.offset) {
                (Some(offset), _) => members.go_on_at(offset.into(), inner),
                (None, Some(offset)) => members.put(offset.into(), inner),
                (None, None) => members.next(inner, self.asks(field) == RowPlace::NewRow),
            };
            offsets.push(narrow(offset));
        }
        let extents = extents.into_iter().map(Extent::from).collect();
        self.members.insert(id, Members { offsets: offsets.into(), extents });
        members.finish()
    }

    /// What a member asks of its place in a row, where that is heeded.
    fn asks(&self, field: &Field) -> RowPlace {
        if self.rules.asks_of_rows { field.row_place } else { RowPlace::Natural }
    }

    /// The extent of a member, with what it asks of its place.
    fn member_extent(&mut self, ctx: &Context, field: &Field) -> layout::Extent {
        let extent = self.placed(ctx, field.ty, field.matrix);
        match self.asks(field) {
            RowPlace::Natural => extent,
            RowPlace::NewRow => layout::Extent { starts_row: true, ..extent },
            RowPlace::WholeWord => layout::Extent { align: 4, loose: 4, ..extent },
            RowPlace::Packed => {
                let shape = field.matrix.and_then(|order| matrix_shape(ctx, field.ty, order)).map(MatrixShape::lines);
                let together = shape.map_or(extent.size, |shape| (shape.vectors * shape.lanes * shape.bytes).into());
                layout::Extent { starts_row: false, together, ..extent }
            }
            RowPlace::OneElement => {
                let mut counts: SmallVec<[u32; 2]> = SmallVec::new();
                let mut element = field.ty;
                while let TypeData::Array(inner, count) = *ctx.type_data(element) {
                    counts.push(count);
                    element = inner;
                }
                counts.pop();
                let first = self.placed(ctx, element, None);
                let all = counts.iter().rev().fold(first, |part, &count| self.rules.array(&part, count));
                layout::Extent { starts_row: true, ..all }
            }
        }
    }

    /// Byte offsets of the members of a struct.
    pub fn offsets(&mut self, ctx: &Context, id: StructId) -> Arc<[u32]> {
        self.members(ctx, id).offsets
    }

    /// Where the members of a struct lie, and how large they are.
    pub fn members(&mut self, ctx: &Context, id: StructId) -> Members {
        if !self.members.contains_key(&id) {
            self.place_members(ctx, id);
        }
        self.members.get(&id).cloned().unwrap_or_default()
    }
}

/// The matrix that `ty` is: an array of vectors (or scalars, for one column), of that order.
pub fn matrix_shape(ctx: &Context, ty: Type, order: MatrixOrder) -> Option<MatrixShape> {
    matrix_of(ctx, ctx.type_data(ty), order)
}

/// The matrix that a type is which need not be one of the module.
pub fn matrix_of(ctx: &Context, data: &TypeData, order: MatrixOrder) -> Option<MatrixShape> {
    let TypeData::Array(row, rows) = *data else { return None };
    let (scalar, cols) = match *ctx.type_data(row) {
        TypeData::Scalar(scalar) => (scalar, 1),
        TypeData::Vector(scalar, cols) => (scalar, u32::from(cols)),
        TypeData::Void
        | TypeData::Array(..)
        | TypeData::Struct(_)
        | TypeData::Tuple(_)
        | TypeData::Pointer(..)
        | TypeData::Resource(_)
        | TypeData::Node(_)
        | TypeData::Opaque(_)
        | TypeData::Foreign(_) => return None,
    };
    Some(match order {
        MatrixOrder::RowMajor => MatrixShape { vectors: rows, lanes: cols, scalar },
        MatrixOrder::ColumnMajor => MatrixShape { vectors: cols, lanes: rows, scalar },
    })
}
