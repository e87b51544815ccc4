//! Lists the types that random programs use.

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
    /// `float16_t`.
    Half,
    /// `double`.
    Double,
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
            Self::Half => "float16_t",
            Self::Double => "double",
            Self::Long => "int64_t",
            Self::Ulong => "uint64_t",
            Self::Short => "int16_t",
            Self::Ushort => "uint16_t",
        }
    }

    /// Whether it is an integer.
    pub fn is_integer(self) -> bool {
        !self.is_float() && self != Self::Bool
    }

    /// Whether it is a float.
    pub fn is_float(self) -> bool {
        matches!(self, Self::Float | Self::Half | Self::Double)
    }

    /// Whether it is an integer with a sign.
    pub fn is_signed(self) -> bool {
        matches!(self, Self::Int | Self::Long | Self::Short)
    }

    /// Whether it takes 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Ulong | Self::Double)
    }

    /// Whether it is an integer of 32 bits.
    pub fn is_plain(self) -> bool {
        matches!(self, Self::Int | Self::Uint)
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

/// A matrix type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The components.
    pub base: Base,
    /// How many rows, 2 to 4.
    pub rows: u8,
    /// How many columns, 2 to 4.
    pub columns: u8,
}

impl Grid {
    /// The type of a row.
    pub fn row(self) -> Ty {
        Ty { base: self.base, size: self.columns }
    }

    /// The type of its transpose.
    pub fn turned(self) -> Self {
        Self { rows: self.columns, columns: self.rows, ..self }
    }

    /// The name in HLSL.
    pub fn name(self) -> String {
        format!("{}{}x{}", self.base.name(), self.rows, self.columns)
    }
}

/// What a variable, a parameter or a field is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A scalar or vector.
    Plain(Ty),
    /// An array of this many.
    Array(Ty, u32),
    /// A matrix.
    Grid(Grid),
    /// The struct of this number.
    Record(usize),
    /// An array of a struct.
    Records(usize, u32),
}

impl Shape {
    /// A declaration of this type.
    pub fn declare(self, name: &str) -> String {
        match self {
            Self::Plain(ty) => format!("{} {name}", ty.name()),
            Self::Array(ty, count) => format!("{} {name}[{count}]", ty.name()),
            Self::Grid(grid) => format!("{} {name}", grid.name()),
            Self::Record(number) => format!("R{number} {name}"),
            Self::Records(number, count) => format!("R{number} {name}[{count}]"),
        }
    }

    /// The type, where a function can return it.
    pub fn returned(self) -> String {
        self.declare("").trim_end().to_owned()
    }
}
