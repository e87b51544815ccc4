//! Represents signature elements, from which metadata and container parts are created.

use crate::semantics::{Interpretation, SemanticKind, SigPoint};
use crate::target::Version;
use crate::validator::ValidatorVersion;

macro_rules! numbered {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $number:literal $text:literal,)* }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$doc])* $variant = $number,)* }

        impl $name {
            /// Every value, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The spelling in listings.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The one with that number.
            pub fn from_number(number: u32) -> Option<Self> {
                Self::ALL.iter().copied().find(|&value| value as u32 == number)
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.text())
            }
        }
    };
}
pub(crate) use numbered;

numbered! {
    /// The type of a component, as DXIL metadata numbers it.
    ComponentType {
        /// Nothing.
        Invalid = 0 "invalid",
        /// One bit.
        I1 = 1 "i1",
        /// 16-bit signed.
        I16 = 2 "i16",
        /// 16-bit unsigned.
        U16 = 3 "u16",
        /// 32-bit signed.
        I32 = 4 "i32",
        /// 32-bit unsigned.
        U32 = 5 "u32",
        /// 64-bit signed.
        I64 = 6 "i64",
        /// 64-bit unsigned.
        U64 = 7 "u64",
        /// 16-bit float.
        F16 = 8 "f16",
        /// 32-bit float.
        F32 = 9 "f32",
        /// 64-bit float.
        F64 = 10 "f64",
        /// -1..1 in 16 bits.
        SNormF16 = 11 "snorm_f16",
        /// 0..1 in 16 bits.
        UNormF16 = 12 "unorm_f16",
        /// -1..1 in 32 bits.
        SNormF32 = 13 "snorm_f32",
        /// 0..1 in 32 bits.
        UNormF32 = 14 "unorm_f32",
        /// -1..1 in 64 bits.
        SNormF64 = 15 "snorm_f64",
        /// 0..1 in 64 bits.
        UNormF64 = 16 "unorm_f64",
        /// Four signed bytes.
        PackedS8x32 = 17 "packeds8x32",
        /// Four unsigned bytes.
        PackedU8x32 = 18 "packedu8x32",
    }
}

numbered! {
    /// The interpolation of a value over a primitive.
    Interpolation {
        /// It is not said.
        Undefined = 0 "",
        /// Not at all.
        Constant = 1 "nointerpolation",
        /// Linearly.
        Linear = 2 "linear",
        /// Linearly, at the centroid.
        LinearCentroid = 3 "centroid",
        /// Linearly on the screen.
        LinearNoPerspective = 4 "noperspective",
        /// Linearly on the screen, at the centroid.
        LinearNoPerspectiveCentroid = 5 "noperspective centroid",
        /// Linearly, at each sample.
        LinearSample = 6 "sample",
        /// Linearly on the screen, at each sample.
        LinearNoPerspectiveSample = 7 "noperspective sample",
    }
}

impl ComponentType {
    /// The number in the container's signatures and `PSV0`: 1 u32, 2 i32, 3 f32, and so on; 0 where there is none.
    pub fn register_type(self, validator: ValidatorVersion) -> u8 {
        match self {
            Self::I1 => u8::from(validator.types_bools()),
            Self::U32 => 1,
            Self::I32 => 2,
            Self::F32 => 3,
            Self::U16 => 4,
            Self::I16 => 5,
            Self::F16 => 6,
            Self::U64 => 7,
            Self::I64 => 8,
            Self::F64 => 9,
            Self::Invalid
            | Self::SNormF16
            | Self::UNormF16
            | Self::SNormF32
            | Self::UNormF32
            | Self::SNormF64
            | Self::UNormF64
            | Self::PackedS8x32
            | Self::PackedU8x32 => 0,
        }
    }

    /// Whether a component takes 16 bits.
    pub fn is_16bit(self) -> bool {
        matches!(self, Self::I16 | Self::U16 | Self::F16 | Self::SNormF16 | Self::UNormF16)
    }

    /// The number that says which minimum precision a 16-bit component stands for; normalised ones have none.
    pub fn min_precision(self) -> u32 {
        match self {
            Self::F16 => 1,
            Self::I16 => 4,
            Self::U16 => 5,
            Self::Invalid
            | Self::I1
            | Self::I32
            | Self::U32
            | Self::I64
            | Self::U64
            | Self::F32
            | Self::F64
            | Self::SNormF16
            | Self::UNormF16
            | Self::SNormF32
            | Self::UNormF32
            | Self::SNormF64
            | Self::UNormF64
            | Self::PackedS8x32
            | Self::PackedU8x32 => 0,
        }
    }
}

/// The place of an element in the registers of its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// The first register.
    pub row: u32,
    /// The first component.
    pub column: u8,
}

/// An element of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureElement {
    /// The name without its index, in the spelling of the source, or of [`SemanticKind::name`] for system values.
    pub name: String,
    /// The meaning.
    pub semantic: SemanticKind,
    /// The semantic index of each row. Normally one per row.
    pub indices: Vec<u32>,
    /// The number of rows.
    pub rows: u32,
    /// The number of components in each row.
    pub columns: u8,
    /// The type of the components.
    pub component: ComponentType,
    /// The interpolation mode.
    pub interpolation: Interpolation,
    /// The interpretation at its signature point.
    pub interpretation: Interpretation,
    /// The registers it got, if it is to have any.
    pub location: Option<Location>,
    /// The output stream of a geometry shader.
    pub stream: u8,
    /// Components of rows that are chosen by a value, relative to the element's first.
    pub dynamic_mask: u8,
    /// Components that are read or written, relative to the element's first.
    pub usage_mask: u8,
}

impl SignatureElement {
    /// An element of one row without a location; system values get their canonical name.
    ///
    /// `name` is the semantic without its index.
    pub fn new(
        point: SigPoint,
        shader_model: Version,
        name: &str,
        index: u32,
        component: ComponentType,
        columns: u8,
    ) -> Self {
        let kind = SemanticKind::from_name(name).unwrap_or(SemanticKind::Arbitrary);
        let interpretation = kind.interpretation(point, (shader_model.major, shader_model.minor));
        let semantic = if interpretation == Interpretation::Arbitrary { SemanticKind::Arbitrary } else { kind };
        let name = if semantic == SemanticKind::Arbitrary { name } else { semantic.name() };
        Self {
            name: name.to_owned(),
            semantic,
            indices: vec![index],
            rows: 1,
            columns,
            component,
            interpolation: Interpolation::Undefined,
            interpretation,
            location: None,
            stream: 0,
            dynamic_mask: 0,
            usage_mask: 0,
        }
    }

    /// The same element with several rows, the semantic index counting up.
    pub fn with_rows(mut self, rows: u32) -> Self {
        let first = self.indices.first().copied().unwrap_or(0);
        self.rows = rows;
        self.indices = (0..rows).map(|row| first.wrapping_add(row)).collect();
        self
    }

    /// The same element with an interpolation.
    pub fn with_interpolation(mut self, interpolation: Interpolation) -> Self {
        self.interpolation = interpolation;
        self
    }

    /// Whether its meaning is known to the pipeline.
    pub fn is_system_value(&self) -> bool {
        self.semantic != SemanticKind::Arbitrary
    }

    /// Its components as a mask, from component 0 on.
    pub fn column_mask(&self) -> u8 {
        ((1u16 << self.columns.min(4)) - 1) as u8
    }
}

/// The highest register that elements use, plus one.
pub fn vector_count<'e>(elements: impl IntoIterator<Item = &'e SignatureElement>) -> u32 {
    let end = |element: &SignatureElement| Some(element.location?.row.saturating_add(element.rows));
    elements.into_iter().filter_map(end).max().unwrap_or(0)
}

/// The highest component that elements use, counted through all registers, plus one.
pub fn scalar_count<'e>(elements: impl IntoIterator<Item = &'e SignatureElement>) -> u32 {
    let end = |element: &SignatureElement| {
        let location = element.location?;
        let last_row = location.row.saturating_add(element.rows).saturating_sub(1);
        Some(last_row.saturating_mul(4).saturating_add(u32::from(location.column + element.columns)))
    };
    elements.into_iter().filter_map(end).max().unwrap_or(0)
}
