//! The way from a resource to what a pointer into it points to.

use hlslc_ir::layout::MatrixShape;
use hlslc_ir::types::MatrixOrder;
use hlslc_ir::{Context, Function, Imm, Op, Resource, Scalar, Type, Value};

/// An index: known, or only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Index {
    /// Known.
    Const(u32),
    /// An `i32`.
    Value(Value),
}

impl Index {
    /// The index of a value.
    pub(crate) fn of(ctx: &Context, func: &Function, value: Value) -> Self {
        func.const_bits(ctx, value).map_or(Self::Value(value), |bits| Self::Const(bits as u32))
    }

    /// The number, if it is known.
    pub(crate) fn as_const(self) -> Option<u32> {
        match self {
            Self::Const(n) => Some(n),
            Self::Value(_) => None,
        }
    }
}

/// `getpointer` and the `gep`s behind it.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The handle.
    pub(crate) handle: Value,
    /// The resource, where the handle names one.
    pub(crate) resource: Option<Resource>,
    /// The element index: the second operand of `getpointer`.
    pub(crate) element: Value,
    /// What `getpointer` points to.
    pub(crate) ty: Type,
    /// The indices from there.
    pub(crate) indices: Vec<Index>,
}

impl Path {
    /// The path that a pointer took; `None` if it does not point into a resource.
    pub(crate) fn of(ctx: &Context, func: &Function, pointer: Value) -> Option<Self> {
        let mut reversed: Vec<Index> = Vec::new();
        let mut at = pointer;
        loop {
            let inst = func.as_inst(at)?;
            let args = func.args(inst);
            match func.insts[inst].op {
                Op::Gep => {
                    reversed.extend(args[1..].iter().rev().map(|&index| Index::of(ctx, func, index)));
                    at = args[0];
                }
                Op::GetPointer => {
                    let (&[handle, element], Some((ty, _))) = (args, ctx.pointee(func.insts[inst].ty)) else {
                        return None;
                    };
                    reversed.reverse();
                    let resource = match func.as_inst(handle).map(|handle| func.insts[handle].imm) {
                        Some(Imm::Handle { resource, .. }) => Some(resource),
                        _ => None,
                    };
                    return Some(Self { handle, resource, element, ty, indices: reversed });
                }
                _ => return None,
            }
        }
    }
}

/// What a path ends at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tail {
    /// A whole value.
    Whole {
        /// Its type.
        ty: Type,
        /// Which way its matrices lie.
        matrix: Option<MatrixOrder>,
    },
    /// A component of a vector.
    Component {
        /// Kind.
        scalar: Scalar,
        /// Components of the vector.
        lanes: u32,
        /// Which one.
        index: Index,
    },
    /// A row of a matrix.
    Row {
        /// The matrix in memory.
        shape: MatrixShape,
        /// Which way it lies.
        order: MatrixOrder,
        /// Which row.
        row: Index,
    },
    /// An element of a matrix.
    Element {
        /// The matrix in memory.
        shape: MatrixShape,
        /// Which way it lies.
        order: MatrixOrder,
        /// Which row.
        row: Index,
        /// Which column.
        col: Index,
    },
}
