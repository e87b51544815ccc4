//! Lowers operations on matrices: products, transposition, determinants. A matrix value is an array of its rows.

use crate::function::{FuncLowerer, Parts};
use crate::intrinsic::Call;
use hlslc_hir::types::{ScalarClass, TyData};
use hlslc_ir::{Op, Value};

impl FuncLowerer<'_, '_> {
    /// `mul(a, b)`: every mix of scalar, vector and matrix. Products of rows and columns are multiply-add chains.
    pub(super) fn mul(&mut self, call: &Call) -> Value {
        let (a, b) = (self.arg(call, 0), self.arg(call, 1));
        let class = self.class_of(call, 0);
        match (self.is_matrix_arg(call, 0), self.is_matrix_arg(call, 1)) {
            (false, false) if self.lanes(a) > 1 && self.lanes(b) > 1 => self.dot(class, a, b),
            (true, true) => {
                let elements = self.elements(b);
                let mut rows = Vec::new();
                for row in self.rows_of(a) {
                    rows.push(self.row_times_matrix(class, row, &elements));
                }
                let ty = self.ty(call.ty, call.span);
                self.b.construct(ty, &rows)
            }
            (false, true) if self.is_vector_arg(call, 0) => {
                let elements = self.elements(b);
                self.row_times_matrix(class, a, &elements)
            }
            (true, false) if self.is_vector_arg(call, 1) => {
                let column = self.components(b);
                let rows = self.elements(a);
                let parts: Parts = rows.iter().filter_map(|row| self.multiply_add_chain(class, row, &column)).collect();
                self.vector_of(&parts)
            }
            _ => self.scale(class, a, b),
        }
    }

    fn is_matrix_arg(&self, call: &Call, index: usize) -> bool {
        matches!(self.cx.program.types.data(call.arg_ty(index)), TyData::Matrix { .. })
    }

    fn is_vector_arg(&self, call: &Call, index: usize) -> bool {
        matches!(self.cx.program.types.data(call.arg_ty(index)), TyData::Vector(..))
    }

    /// Component by component, one of the two a scalar.
    fn scale(&mut self, class: ScalarClass, a: Value, b: Value) -> Value {
        let op = if class == ScalarClass::Float { Op::FMul } else { Op::Mul };
        self.by_rows(&[a, b], &mut |this, args| {
            let &[a, b] = args else { return a };
            let lanes = this.lanes(a).max(this.lanes(b));
            let (a, b) = (this.widened(a, lanes), this.widened(b, lanes));
            this.b.op(op, &[a, b])
        })
    }

    fn widened(&mut self, value: Value, lanes: u16) -> Value {
        if self.lanes(value) == 1 { self.b.splat(value, lanes) } else { value }
    }

    pub(super) fn rows_of(&mut self, matrix: Value) -> Vec<Value> {
        let count = self.count_of(matrix);
        (0..count).map(|row| self.b.extract(matrix, row)).collect()
    }

    /// The scalars of each row of a matrix.
    fn elements(&mut self, matrix: Value) -> Vec<Parts> {
        self.rows_of(matrix).into_iter().map(|row| self.components(row)).collect()
    }

    /// A row vector times each column of a matrix, whose rows are given.
    fn row_times_matrix(&mut self, class: ScalarClass, row: Value, matrix: &[Parts]) -> Value {
        let row = self.components(row);
        let cols = matrix.first().map_or(0, Parts::len);
        let mut parts = Parts::new();
        for col in 0..cols {
            let column: Parts = matrix.iter().filter_map(|row| row.get(col).copied()).collect();
            parts.extend(self.multiply_add_chain(class, &row, &column));
        }
        self.vector_of(&parts)
    }

    pub(super) fn transpose(&mut self, call: &Call) -> Value {
        let matrix = self.arg(call, 0);
        let rows = self.rows_of(matrix);
        let ty = self.ty(call.ty, call.span);
        let cols = rows.first().map_or(1, |&row| self.lanes(row));
        self.transposed(&rows, u32::from(cols), ty)
    }

    pub(super) fn determinant(&mut self, call: &Call) -> Value {
        let matrix = self.arg(call, 0);
        let elements = self.elements(matrix);
        self.determinant_of(&elements)
    }

    /// Expansion along the first row; at most four levels.
    fn determinant_of(&mut self, rows: &[Parts]) -> Value {
        let Some((first, rest)) = rows.split_first() else { return self.b.f32(0.0) };
        let [.., last] = first.as_slice() else { return self.b.f32(0.0) };
        if rest.is_empty() {
            return *last;
        }
        let mut sum = None;
        for (col, &element) in first.iter().enumerate() {
            let minor: Vec<Parts> = rest
                .iter()
                .map(|row| row.iter().enumerate().filter(|&(c, _)| c != col).map(|(_, &v)| v).collect())
                .collect();
            let minor = self.determinant_of(&minor);
            let term = self.b.op(Op::FMul, &[element, minor]);
            sum = Some(match sum {
                None => term,
                Some(sum) if col % 2 == 1 => self.b.op(Op::FSub, &[sum, term]),
                Some(sum) => self.b.op(Op::FAdd, &[sum, term]),
            });
        }
        sum.unwrap_or(*last)
    }
}
