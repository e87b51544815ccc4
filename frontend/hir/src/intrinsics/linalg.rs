//! Lists the built-in functions on matrices of linear algebra, which `dx/linalg.h` wraps. A function that makes a matrix or a
//! vector writes it to its first argument, whose type the operation follows.

use super::Row;
use super::stages::{ANY, MATRICES, StageSet};
use Expansion::*;
use hlslc_ir::Op;

/// The lowering of such a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expansion {
    /// The first argument receives the result of the operation on the others.
    Made(Op),
    /// The operation on all arguments.
    Plain(Op),
}

impl Expansion {
    /// Its operation.
    pub fn operation(self) -> Op {
        match self {
            Self::Made(op) | Self::Plain(op) => op,
        }
    }
}

const fn known(stages: StageSet, name: &'static str, signature: &'static str, expansion: Expansion) -> Row {
    super::expand(name, signature, super::Expansion::LinAlg(expansion)).since(10).stages(stages)
}

pub(super) const ROWS: &[Row] = &[
    // A matrix, and its components.
    known(
        MATRICES,
        "__builtin_LinAlg_FillMatrix",
        "out ret: linalg_matrix, value: linalg -> void",
        Made(Op::MatrixFill),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_CopyConvertMatrix",
        "out ret: linalg_matrix, source: linalg_matrix, transpose: bool -> void",
        Made(Op::MatrixConvert),
    ),
    known(MATRICES, "__builtin_LinAlg_MatrixLength", "matrix: linalg_matrix -> uint", Plain(Op::MatrixLength)),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixGetCoordinate",
        "matrix: linalg_matrix, index: uint -> uint<2>",
        Plain(Op::MatrixCoordinate),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixGetElement",
        "out ret: linalg, matrix: linalg_matrix, index: uint -> void",
        Made(Op::MatrixElement),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixSetElement",
        "out ret: linalg_matrix, matrix: linalg_matrix, index: uint, value: linalg -> void",
        Made(Op::MatrixWithElement),
    ),
    // Memory.
    known(
        ANY,
        "__builtin_LinAlg_MatrixLoadFromDescriptor",
        "out ret: linalg_matrix, buffer: byte_buffer, start: uint, pitch: uint, layout: uint, align: uint -> void",
        Made(Op::MatrixLoad),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixLoadFromMemory",
        "out ret: linalg_matrix, ref memory: shared_array, start: uint, pitch: uint, layout: uint -> void",
        Made(Op::MatrixLoadShared),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixStoreToDescriptor",
        "matrix: linalg_matrix, buffer: rw_byte_buffer, start: uint, pitch: uint, layout: uint, align: uint -> void",
        Plain(Op::MatrixStore),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixStoreToMemory",
        "matrix: linalg_matrix, ref memory: shared_array, start: uint, pitch: uint, layout: uint -> void",
        Plain(Op::MatrixStoreShared),
    ),
    known(
        ANY,
        "__builtin_LinAlg_MatrixAccumulateToDescriptor",
        "matrix: linalg_matrix, buffer: rw_byte_buffer, start: uint, pitch: uint, layout: uint, align: uint -> void",
        Plain(Op::MatrixAccumulate),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixAccumulateToMemory",
        "matrix: linalg_matrix, ref memory: shared_array, type: uint, start: uint, pitch: uint, layout: uint -> void",
        Plain(Op::MatrixAccumulateShared),
    ),
    // Products and sums.
    known(ANY, "__builtin_LinAlg_MatrixQueryAccumulatorLayout", "-> uint", Plain(Op::MatrixSumLayout)),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixMatrixMultiply",
        "out ret: linalg_matrix, a: linalg_matrix, b: linalg_matrix -> void",
        Made(Op::MatrixMultiply),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixMatrixMultiplyAccumulate",
        "out ret: linalg_matrix, a: linalg_matrix, b: linalg_matrix, c: linalg_matrix -> void",
        Made(Op::MatrixMultiplyAdd),
    ),
    known(
        MATRICES,
        "__builtin_LinAlg_MatrixAccumulate",
        "out ret: linalg_matrix, a: linalg_matrix, b: linalg_matrix -> void",
        Made(Op::MatrixAdd),
    ),
    // Vectors.
    known(
        ANY,
        "__builtin_LinAlg_MatrixVectorMultiply",
        "out ret: linalg<R>, matrix: linalg_matrix, signed: bool, input: linalg<C>, means: uint -> void",
        Made(Op::MatrixTimesVector),
    ),
    known(
        ANY,
        "__builtin_LinAlg_MatrixVectorMultiplyAdd",
        "out ret: linalg<R>, matrix: linalg_matrix, signed: bool, input: linalg<C>, means: uint, added: linalg<R> -> void",
        Made(Op::MatrixTimesVectorAdd),
    ),
    known(
        ANY,
        "__builtin_LinAlg_MatrixOuterProduct",
        "out ret: linalg_matrix, a: linalg<R>, b: linalg<C> -> void",
        Made(Op::MatrixOuterProduct),
    ),
    known(
        ANY,
        "__builtin_LinAlg_Convert",
        "out ret: linalg<R>, vector: linalg<C>, from: uint, to: uint -> void",
        Made(Op::VectorConvert),
    ),
    known(
        ANY,
        "__builtin_LinAlg_VectorAccumulateToDescriptor",
        "buffer: rw_byte_buffer, start: uint, align: uint, vector: linalg<C> -> void",
        Plain(Op::VectorAccumulate),
    ),
];
