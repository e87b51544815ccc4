//! Lowers conversions: between scalar types, between shapes, between aggregates.

use crate::function::{FuncLowerer, Parts};
use hlslc_base::Span;
use hlslc_hir::hir::Conversion;
use hlslc_hir::types::{ScalarClass, ScalarKind, Ty, TyData};
use hlslc_ir::{Op, Scalar, Type, TypeData, Value};

/// Most scalars that an aggregate conversion takes apart.
const MAX_FLATTENED: usize = 1 << 16;

impl FuncLowerer<'_, '_> {
    /// The element kind of a scalar, vector, matrix or enumeration.
    pub(crate) fn kind_of(&self, ty: Ty) -> Option<ScalarKind> {
        let types = &self.cx.program.types;
        match *types.data(ty) {
            TyData::Enum(id) => Some(types.enums[id].underlying),
            TyData::Scalar(_)
            | TyData::Vector(..)
            | TyData::Matrix { .. }
            | TyData::Error
            | TyData::Void
            | TyData::Array(..)
            | TyData::Struct(_)
            | TyData::Object(..)
            | TyData::String => types.element_kind(ty),
        }
    }

    /// The same where there must be one.
    pub(crate) fn number_kind(&self, ty: Ty) -> ScalarKind {
        self.kind_of(ty).unwrap_or_else(|| {
            self.internal(&format!("`{}` where a number is needed", self.cx.program.types.display(ty)));
            ScalarKind::Int
        })
    }

    /// `value` of type `from` as a value of type `to`.
    pub(crate) fn convert(&mut self, conversion: Conversion, value: Value, from: Ty, to: Ty, span: Span) -> Value {
        match conversion {
            Conversion::Elements | Conversion::Enum => {
                self.convert_kind(value, self.number_kind(from), self.number_kind(to))
            }
            Conversion::Splat => {
                let to = self.ty(to, span);
                self.splat_to(value, to)
            }
            Conversion::Truncate => {
                let to = self.ty(to, span);
                self.truncate_to(value, to)
            }
            Conversion::Reshape => {
                let to = self.ty(to, span);
                self.reshape_to(value, to)
            }
            Conversion::Flatten => self.flatten_to(value, from, to, span),
            Conversion::SplatAggregate => self.splat_aggregate(value, self.number_kind(from), to, span),
            Conversion::ToBase => self.b.extract(value, 0),
            Conversion::Discard => value,
            Conversion::Address => self.address_cast(value, to, span),
        }
    }

    /// Numbers of kind `from` (scalar, vector or matrix) as numbers of kind `to`.
    pub(crate) fn convert_kind(&mut self, value: Value, from: ScalarKind, to: ScalarKind) -> Value {
        let (source, target) = (self.cx.scalar(from), self.cx.scalar(to));
        if source == target {
            return value;
        }
        self.by_rows(&[value], &mut |this, args| match args {
            [value] => this.convert_lanes(*value, from, source, to, target),
            _ => value,
        })
    }

    fn convert_lanes(
        &mut self,
        value: Value,
        from: ScalarKind,
        source: Scalar,
        to: ScalarKind,
        target: Scalar,
    ) -> Value {
        use ScalarClass::{Bool, Float, Signed, Unsigned};
        let op = match (from.class(), to.class()) {
            (Bool, Bool) => return value,
            (Float, Bool) => {
                let zero = self.float_like(value, 0.0);
                return self.b.op(Op::FUne, &[value, zero]);
            }
            (Signed | Unsigned, Bool) => {
                let zero = self.int_like(value, 0);
                return self.b.op(Op::INe, &[value, zero]);
            }
            (Bool, Signed | Unsigned) => Op::ZExt,
            (Bool | Unsigned, Float) => Op::UiToFp,
            (Signed, Float) => Op::SiToFp,
            (Float, Signed) => Op::FpToSi,
            (Float, Unsigned) => Op::FpToUi,
            (Float, Float) if target.bits() > source.bits() => Op::FpExt,
            (Float, Float) if target.bits() < source.bits() => Op::FpTrunc,
            (Signed | Unsigned, Signed | Unsigned) if target.bits() < source.bits() => Op::Trunc,
            (Signed, Signed | Unsigned) if target.bits() > source.bits() => Op::SExt,
            (Unsigned, Signed | Unsigned) if target.bits() > source.bits() => Op::ZExt,
            // A native and a minimum-precision kind of one width: they do not meet in one program.
            (Float, Float) | (Signed | Unsigned, Signed | Unsigned) => Op::Bitcast,
        };
        self.b.cast(op, value, target)
    }

    /// A scalar in every component of `to`.
    pub(crate) fn splat_to(&mut self, value: Value, to: Type) -> Value {
        match *self.b.ctx.type_data(to) {
            TypeData::Vector(_, lanes) => self.b.splat(value, lanes),
            TypeData::Array(row, rows) => {
                let row = self.splat_to(value, row);
                self.b.construct(to, &vec![row; rows as usize])
            }
            TypeData::Scalar(_)
            | TypeData::Void
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => value,
        }
    }

    /// First components of a vector, upper left part of a matrix.
    fn truncate_to(&mut self, value: Value, to: Type) -> Value {
        match *self.b.ctx.type_data(to) {
            // A vector has no rows to take from.
            TypeData::Array(..) if !self.is_array(value) => self.reshape_to(value, to),
            TypeData::Array(row_ty, rows) => {
                let rows: Vec<Value> = (0..rows)
                    .map(|row| {
                        let row = self.b.extract(value, row);
                        self.truncate_to(row, row_ty)
                    })
                    .collect();
                self.b.construct(to, &rows)
            }
            TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Void
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => {
                // From a matrix, the first row has as many components as are asked for, or all rows in order do.
                if self.is_array(value) {
                    return self.reshape_to(value, to);
                }
                let lanes = self.lanes_of(to);
                if lanes == self.lanes(value) {
                    return value;
                }
                let first: Vec<u16> = (0..lanes).collect();
                self.b.swizzle(value, &first)
            }
        }
    }

    /// The components of a scalar, vector or matrix in row order, as many as fit, in the shape of `to`.
    pub(crate) fn reshape_to(&mut self, value: Value, to: Type) -> Value {
        if self.b.func.ty(value) == to {
            return value;
        }
        let components = self.components(value);
        let mut components = components.into_iter();
        self.build(to, &mut components)
    }

    /// The scalars of a scalar, vector or matrix in row order.
    pub(crate) fn components(&mut self, value: Value) -> Parts {
        let mut all = Parts::new();
        let rows = if self.is_array(value) { self.b.ctx.part_count(self.b.func.ty(value)) } else { None };
        for row in 0..rows.unwrap_or(1) {
            let row = if rows.is_some() { self.b.extract(value, row) } else { value };
            match self.lanes(row) {
                1 => all.push(row),
                lanes => all.extend((0..lanes).map(|lane| self.b.extract(row, u32::from(lane)))),
            }
        }
        all
    }

    /// A value of an IR type from its scalars in order.
    pub(crate) fn build(&mut self, ty: Type, scalars: &mut impl Iterator<Item = Value>) -> Value {
        match self.b.ctx.part_count(ty) {
            None => scalars.next().unwrap_or_else(|| self.b.undef(ty)),
            Some(count) => {
                let mut parts = Parts::with_capacity(count as usize);
                for at in 0..count {
                    let Some(part) = self.b.ctx.part_type(ty, at) else { break };
                    parts.push(self.build(part, scalars));
                }
                self.b.construct(ty, &parts)
            }
        }
    }

    fn flatten_to(&mut self, value: Value, from: Ty, to: Ty, span: Span) -> Value {
        let target = self.ty(to, span);
        if self.b.func.ty(value) == target {
            return value;
        }
        let mut scalars = Vec::new();
        self.flatten(value, from, &mut scalars);
        let mut scalars = scalars.into_iter();
        self.rebuild(to, target, &mut scalars)
    }

    /// The scalars of any value in memory order, with their kinds; a value without numbers is one of them.
    fn flatten(&mut self, value: Value, ty: Ty, out: &mut Vec<(Value, Option<ScalarKind>)>) {
        let program = self.cx.program;
        if out.len() > MAX_FLATTENED {
            return;
        }
        match program.types.data(ty) {
            TyData::Array(element, count) => {
                for at in 0..count.unwrap_or(0) {
                    let part = self.b.extract(value, at);
                    self.flatten(part, *element, out);
                }
            }
            TyData::Struct(id) => {
                for (at, field) in program.types.structs[*id].fields.iter().enumerate() {
                    let part = self.member(value, at as u32);
                    self.flatten(part, field.ty, out);
                }
            }
            TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Enum(_) => {
                let kind = self.kind_of(ty);
                out.extend(self.components(value).into_iter().map(|v| (v, kind)));
            }
            TyData::Error | TyData::Void | TyData::Object(..) | TyData::String => out.push((value, None)),
        }
    }

    /// A value of type `to` (in IR `ty`) from scalars of any kind.
    fn rebuild(&mut self, to: Ty, ty: Type, scalars: &mut std::vec::IntoIter<(Value, Option<ScalarKind>)>) -> Value {
        let program = self.cx.program;
        let mut parts = Vec::new();
        match program.types.data(to) {
            TyData::Array(element, count) => {
                for at in 0..count.unwrap_or(0) {
                    let Some(part) = self.b.ctx.part_type(ty, at) else { break };
                    parts.push(self.rebuild(*element, part, scalars));
                }
            }
            TyData::Struct(id) => {
                for field in &program.types.structs[*id].fields {
                    let Some(part) = self.cx.try_ty(self.b.ctx, field.ty) else { break };
                    parts.push(self.rebuild(field.ty, part, scalars));
                }
                return self.struct_value(ty, &parts);
            }
            TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Enum(_) => {
                let kind = self.kind_of(to);
                let count = self.scalar_count(ty);
                let mut converted = Vec::with_capacity(count as usize);
                for _ in 0..count {
                    let Some((value, from)) = scalars.next() else { break };
                    converted.push(match (from, kind) {
                        (Some(from), Some(kind)) => self.convert_kind(value, from, kind),
                        _ => value,
                    });
                }
                return self.build(ty, &mut converted.into_iter());
            }
            TyData::Error | TyData::Void | TyData::Object(..) | TyData::String => {
                return scalars.next().map_or_else(|| self.b.undef(ty), |s| s.0);
            }
        }
        self.b.construct(ty, &parts)
    }

    /// Number of scalars in a scalar, vector or matrix type.
    fn scalar_count(&self, ty: Type) -> u32 {
        match *self.b.ctx.type_data(ty) {
            TypeData::Array(row, rows) => rows * u32::from(self.lanes_of(row)),
            TypeData::Scalar(_)
            | TypeData::Vector(..)
            | TypeData::Void
            | TypeData::Struct(_)
            | TypeData::Tuple(_)
            | TypeData::Pointer(..)
            | TypeData::Resource(_)
            | TypeData::Node(_)
            | TypeData::Opaque(_)
            | TypeData::Foreign(_) => u32::from(self.lanes_of(ty)),
        }
    }

    fn splat_aggregate(&mut self, value: Value, kind: ScalarKind, to: Ty, span: Span) -> Value {
        let program = self.cx.program;
        let ty = self.ty(to, span);
        // The zero of an aggregate is one constant, unless an object in it is undefined.
        if self.b.func.const_bits(self.b.ctx, value) == Some(0) && !self.cx.holds_object(to, |_| true) {
            return self.b.zero(ty);
        }
        let parts: Vec<Value> = match program.types.data(to) {
            TyData::Array(element, count) => {
                let part = self.splat_aggregate(value, kind, *element, span);
                vec![part; count.unwrap_or(0) as usize]
            }
            TyData::Struct(id) => {
                let fields = &program.types.structs[*id].fields;
                fields.iter().map(|field| self.splat_aggregate(value, kind, field.ty, span)).collect()
            }
            TyData::Scalar(_) | TyData::Vector(..) | TyData::Matrix { .. } | TyData::Enum(_) => {
                let value = self.convert_kind(value, kind, self.number_kind(to));
                return self.splat_to(value, ty);
            }
            TyData::Object(..) => return self.b.undef(ty),
            TyData::Error | TyData::Void | TyData::String => {
                self.internal("a number as what is none");
                return self.b.undef(ty);
            }
        };
        self.struct_value(ty, &parts)
    }
}
