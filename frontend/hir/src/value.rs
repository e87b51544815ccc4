//! Represents constants of HLSL types, for constant evaluation and in expressions.

/// A constant scalar. Integers of all widths are held sign- or zero-extended to 64 bits by their type's sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ScalarValue {
    /// `bool`.
    Bool(bool),
    /// An integer of any width and sign, as its (extended) bits.
    Int(u64),
    /// A float of any width; narrower kinds hold a value that is exact in their width.
    Float(f64),
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstValue {
    /// A scalar.
    Scalar(ScalarValue),
    /// Components of a vector, elements of a matrix in rows, elements of an array, members of a struct.
    Composite(Vec<ConstValue>),
    /// The zero of whatever type the expression has.
    Zero,
    /// A string.
    String(String),
}

impl ConstValue {
    /// A `bool`.
    pub const fn bool(value: bool) -> Self {
        Self::Scalar(ScalarValue::Bool(value))
    }

    /// An integer from its extended bits.
    pub const fn int(bits: u64) -> Self {
        Self::Scalar(ScalarValue::Int(bits))
    }

    /// A float.
    pub const fn float(value: f64) -> Self {
        Self::Scalar(ScalarValue::Float(value))
    }
}
