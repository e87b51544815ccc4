//! The types that random programs use.

/// What a component is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// `bool`.
    Bool,
    /// `int`.
    Int,
    /// `uint`.
    Uint,
    /// `float`.
    Float,
    /// `int64_t`.
    Long,
    /// `uint64_t`.
    Ulong,
    /// `int16_t`.
    Short,
    /// `uint16_t`.
    Ushort,
}

impl Base {
    /// The name in HLSL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Float => "float",
            Self::Long => "int64_t",
            Self::Ulong => "uint64_t",
            Self::Short => "int16_t",
            Self::Ushort => "uint16_t",
        }
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        !matches!(self, Self::Bool | Self::Float)
    }

    /// Whether it is an integer with a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Int | Self::Long | Self::Short)
    }

    /// Whether it takes 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Ulong)
    }
}

/// A scalar or vector type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    /// The components.
    pub base: Base,
    /// How many, 1 to 4.
    pub size: u8,
}

impl Ty {
    /// A scalar.
    pub fn scalar(base: Base) -> Self {
        Self { base, size: 1 }
    }

    /// The same number of other components.
    pub fn with(self, base: Base) -> Self {
        Self { base, ..self }
    }

    /// Whether it is one component.
    pub fn is_scalar(self) -> bool {
        self.size == 1
    }

    /// The name in HLSL.
    pub fn name(self) -> String {
        if self.is_scalar() { self.base.name().to_owned() } else { format!("{}{}", self.base.name(), self.size) }
    }
}
