//! The table of HLSL's built-in functions and methods: one row for each overload family.
//!
//! A row says what the checker needs (name, object, signature in a small language, first shader model, stages)
//! and what the lowering needs (the operation it becomes, or the expansion that builds it). Neither of them
//! matches on names.

use hlslc_ir::Op;

/// A row of [`TABLE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntrinsicId(pub u32);

/// What an intrinsic becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lowering {
    /// One operation, on the arguments in order.
    Op(Op),
    /// One operation chosen by the class of the (first) argument's element: float, signed, unsigned.
    ByClass(Op, Op, Op),
    /// A small function of the lowering builds it.
    Expand(Expansion),
    /// Checked, but no back end has it yet: the lowering reports "not supported yet".
    NotYet,
}

/// Names of the small functions, one for each intrinsic that is not a single operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "each is named after the function it builds")]
pub enum Expansion {
    Abs,
    All,
    Any,
    Lerp,
}
