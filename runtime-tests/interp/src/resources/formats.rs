//! Formats of typed elements: the layout of components in bytes, and the values that a shader reads from them.

use dxil::signature::ComponentType;

use crate::number::{from_bits32, from_half, to_half};
use crate::value::Num;

/// The interpretation of the bits of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormatKind {
    /// A float.
    Float,
    /// 0 to 1.
    Unorm,
    /// -1 to 1.
    Snorm,
    /// An unsigned integer.
    Uint,
    /// A signed integer.
    Sint,
}

/// A format: components of equal width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format {
    /// The interpretation of the bits.
    pub kind: FormatKind,
    /// The bits of a component: 8, 16, 32 or 64.
    pub bits: u8,
    /// The components, 1 to 4.
    pub components: u8,
}

impl Format {
    /// A component as the type that is asked for.
    pub(crate) fn shown(self, value: u64, num: Num) -> u64 {
        let is_float = !matches!(self.kind, FormatKind::Uint | FormatKind::Sint);
        if num == Num::F16 && is_float { to_half(from_bits32(value)) } else { value & num.mask() }
    }

    /// The format of elements as a shader declares them.
    pub(crate) fn declared(element: Option<ComponentType>, components: u8, native_16bit: bool) -> Self {
        let small = if native_16bit { 16 } else { 32 };
        let (kind, bits) = match element {
            Some(ComponentType::I16) => (FormatKind::Sint, small),
            Some(ComponentType::U16) => (FormatKind::Uint, small),
            Some(ComponentType::I32) => (FormatKind::Sint, 32),
            Some(ComponentType::I64) => (FormatKind::Sint, 64),
            Some(ComponentType::U64) => (FormatKind::Uint, 64),
            Some(ComponentType::F16) => (FormatKind::Float, small),
            Some(ComponentType::F32) => (FormatKind::Float, 32),
            Some(ComponentType::SNormF16 | ComponentType::SNormF32) => (FormatKind::Snorm, 8),
            Some(ComponentType::UNormF16 | ComponentType::UNormF32) => (FormatKind::Unorm, 8),
            _ => (FormatKind::Uint, 32),
        };
        Self { kind, bits, components: components.clamp(1, 4) }
    }

    /// The same bytes for a shader that sees wide components as pairs of 32 bits.
    pub(crate) fn for_words(self, num: Num) -> Self {
        if self.bits == 64 && num.bits() <= 32 {
            Self { kind: FormatKind::Uint, bits: 32, components: (2 * self.components).min(4) }
        } else {
            self
        }
    }

    /// The bytes of an element.
    pub fn bytes(&self) -> u32 {
        u32::from(self.bits) / 8 * u32::from(self.components)
    }

    /// The components of an element as 32-bit values (64 for wide integers): floats for all but integers. What the format lacks is
    /// 0, and 1 in the last.
    pub fn read(&self, element: &[u8]) -> [u64; 4] {
        let one = match self.kind {
            FormatKind::Uint | FormatKind::Sint => 1,
            FormatKind::Float | FormatKind::Unorm | FormatKind::Snorm => u64::from(1f32.to_bits()),
        };
        let mut components = [0, 0, 0, one];
        let width = usize::from(self.bits / 8);
        for (component, bytes) in components.iter_mut().zip(element.chunks_exact(width)) {
            let mut number = [0; 8];
            number[..width].copy_from_slice(bytes);
            *component = self.widened(u64::from_le_bytes(number));
        }
        components
    }

    /// Writes the components of an element, which are as [`read`](Self::read) gives them.
    pub fn write(&self, element: &mut [u8], components: [u64; 4]) {
        let width = usize::from(self.bits / 8);
        for (component, bytes) in components.iter().zip(element.chunks_exact_mut(width)) {
            bytes.copy_from_slice(&self.narrowed(*component).to_le_bytes()[..width]);
        }
    }

    fn widened(&self, raw: u64) -> u64 {
        let bits = u32::from(self.bits);
        let most = |bits: u32| ((1u64 << bits) - 1) as f32;
        let float = |value: f32| u64::from(value.to_bits());
        match self.kind {
            FormatKind::Float if bits == 16 => float(from_half(raw)),
            FormatKind::Float | FormatKind::Uint => raw,
            FormatKind::Sint if bits < 32 => crate::value::signed(raw, bits).cast_unsigned() & 0xFFFF_FFFF,
            FormatKind::Sint => raw,
            FormatKind::Unorm => float(raw as f32 / most(bits)),
            FormatKind::Snorm => float((crate::value::signed(raw, bits) as f32 / most(bits - 1)).max(-1.0)),
        }
    }

    fn narrowed(&self, value: u64) -> u64 {
        let bits = u32::from(self.bits);
        let most = |bits: u32| ((1u64 << bits) - 1) as f32;
        let float = f32::from_bits(value as u32);
        // Not a number is zero.
        let number = if float.is_nan() { 0.0 } else { float };
        match self.kind {
            FormatKind::Float if bits == 16 => to_half(float),
            FormatKind::Float => value,
            // Integers that do not fit are the nearest that does.
            FormatKind::Uint if bits < 32 => value.min((1 << bits) - 1),
            FormatKind::Sint if bits < 32 => {
                let most = (1i64 << (bits - 1)) - 1;
                crate::value::signed(value, 32).clamp(-most - 1, most).cast_unsigned()
            }
            FormatKind::Uint | FormatKind::Sint => value,
            FormatKind::Unorm => (number.clamp(0.0, 1.0) * most(bits)).round_ties_even() as u64,
            FormatKind::Snorm => ((number.clamp(-1.0, 1.0) * most(bits - 1)).round_ties_even() as i64).cast_unsigned(),
        }
    }
}
