//! Compares what a shader wrote with what it should have written.
//!
//! Input: expected values and the bytes read back. Output: nothing if they agree, else the first words that differ and how
//! many there are. Floats are compared exactly, by distance in units of the last place, or by absolute distance.

use std::fmt::Write as _;

/// The type of a 32-bit word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
    /// A float.
    Float,
}

impl Scalar {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Int, Self::Uint, Self::Float];

    /// The type's name in HLSL.
    pub fn name(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Uint => "uint",
            Self::Float => "float",
        }
    }

    /// A value of this type, or the bits of one in hexadecimal.
    pub fn parse(self, text: &str) -> Option<Expected> {
        if let Some(digits) = text.strip_prefix("0x") {
            let bits = u32::from_str_radix(digits, 16).ok()?;
            return Some(match self {
                Self::Int => Expected::Int(bits as i32),
                Self::Uint => Expected::Uint(bits),
                Self::Float => Expected::Float(f32::from_bits(bits)),
            });
        }
        match self {
            Self::Int => text.parse().ok().map(Expected::Int),
            Self::Uint => text.parse().ok().map(Expected::Uint),
            Self::Float => text.parse().ok().map(Expected::Float),
        }
    }
}

/// One expected word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expected {
    /// A signed integer.
    Int(i32),
    /// An unsigned integer.
    Uint(u32),
    /// A float; a NaN expects any NaN.
    Float(f32),
    /// Padding, or a word the test does not care about.
    Anything,
}

/// How far a float may be from the expected one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Tolerance {
    /// The same bits, or both NaN.
    #[default]
    Exact,
    /// At most this many representable floats apart.
    Ulp(u32),
    /// At most this distance.
    Absolute(f32),
}

impl Expected {
    /// The word as it lies in memory; zero for [`Self::Anything`].
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(value) => value as u32,
            Self::Uint(value) => value,
            Self::Float(value) => value.to_bits(),
            Self::Anything => 0,
        }
    }

    /// Whether a word is as expected.
    fn accepts(self, bits: u32, tolerance: Tolerance) -> bool {
        match self {
            Self::Anything => true,
            Self::Int(_) | Self::Uint(_) => self.bits() == bits,
            Self::Float(expected) => floats_agree(expected, f32::from_bits(bits), tolerance),
        }
    }

    /// A word shown as the type of this one.
    fn show(self, bits: u32) -> String {
        match self {
            Self::Int(_) => (bits as i32).to_string(),
            Self::Uint(_) => bits.to_string(),
            Self::Float(_) => format!("{:?}", f32::from_bits(bits)),
            Self::Anything => "anything".to_owned(),
        }
    }
}

fn floats_agree(expected: f32, actual: f32, tolerance: Tolerance) -> bool {
    if expected.is_nan() || actual.is_nan() {
        return expected.is_nan() && actual.is_nan();
    }
    match tolerance {
        Tolerance::Exact => expected.to_bits() == actual.to_bits(),
        Tolerance::Ulp(most) => ordinal(expected).abs_diff(ordinal(actual)) <= u64::from(most),
        Tolerance::Absolute(most) => expected == actual || (expected - actual).abs() <= most,
    }
}

/// A float's place among all floats in ascending order; both zeros have the same.
fn ordinal(value: f32) -> i64 {
    let magnitude = i64::from(value.to_bits() & 0x7fff_ffff);
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

/// How many differing words a report names.
const MOST_SHOWN: usize = 8;

/// Compares the words of a buffer; the error lists the first that differ.
pub fn compare(expected: &[Expected], actual: &[u8], tolerance: Tolerance) -> Result<(), String> {
    if actual.len() < size_of_val_of_words(expected) {
        return Err(format!("{} bytes came back for {} words", actual.len(), expected.len()));
    }
    let words = actual.chunks_exact(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    let differing: Vec<(usize, Expected, u32)> = expected
        .iter()
        .zip(words)
        .enumerate()
        .filter(|(_, (expected, bits))| !expected.accepts(*bits, tolerance))
        .map(|(index, (expected, bits))| (index, *expected, bits))
        .collect();
    if differing.is_empty() {
        return Ok(());
    }
    let mut report = format!("{} of {} words differ", differing.len(), expected.len());
    for (index, expected, bits) in differing.iter().take(MOST_SHOWN) {
        let wanted = expected.show(expected.bits());
        // Writing to a string cannot fail.
        let _ = write!(report, "\n  [{index}] expected {wanted}, found {}", expected.show(*bits));
    }
    Err(report)
}

fn size_of_val_of_words(words: &[Expected]) -> usize {
    words.len() * size_of::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn floats(values: &[f32]) -> (Vec<Expected>, Vec<u8>) {
        (values.iter().map(|v| Expected::Float(*v)).collect(), values.iter().flat_map(|v| v.to_le_bytes()).collect())
    }

    #[test]
    fn equal_words_agree_and_any_nan_is_a_nan() {
        let (expected, mut bytes) = floats(&[1.0, -0.0, f32::NAN, f32::INFINITY]);
        assert_eq!(compare(&expected, &bytes, Tolerance::Exact), Ok(()));
        bytes[8..12].copy_from_slice(&0xffc0_0001_u32.to_le_bytes());
        assert_eq!(compare(&expected, &bytes, Tolerance::Exact), Ok(()));
    }

    #[test]
    fn the_sign_of_zero_counts_only_in_exact_comparison() {
        let (expected, _) = floats(&[0.0]);
        let negative = (-0.0_f32).to_le_bytes();
        assert!(compare(&expected, &negative, Tolerance::Exact).is_err());
        assert_eq!(compare(&expected, &negative, Tolerance::Ulp(0)), Ok(()));
    }

    #[test]
    fn units_in_the_last_place_are_counted_across_zero() {
        let (expected, _) = floats(&[f32::from_bits(1)]);
        let other_side = (-f32::from_bits(1)).to_le_bytes();
        assert_eq!(compare(&expected, &other_side, Tolerance::Ulp(2)), Ok(()));
        assert!(compare(&expected, &other_side, Tolerance::Ulp(1)).is_err());
    }

    #[test]
    fn an_absolute_distance_bounds_floats_but_not_integers() {
        let near = 1.05_f32.to_le_bytes();
        assert_eq!(compare(&[Expected::Float(1.0)], &near, Tolerance::Absolute(0.1)), Ok(()));
        assert!(compare(&[Expected::Float(1.0)], &near, Tolerance::Absolute(0.01)).is_err());
        assert!(compare(&[Expected::Int(1)], &2_i32.to_le_bytes(), Tolerance::Absolute(5.0)).is_err());
    }

    #[test]
    fn a_report_names_the_words_that_differ() {
        let expected = [Expected::Int(-1), Expected::Anything, Expected::Uint(7)];
        let actual: Vec<u8> = [0, 5, 8].iter().flat_map(|word: &u32| word.to_le_bytes()).collect();
        let report = compare(&expected, &actual, Tolerance::Exact).expect_err("two differ");
        assert_eq!(report, "2 of 3 words differ\n  [0] expected -1, found 0\n  [2] expected 7, found 8");
    }

    #[test]
    fn too_few_bytes_are_an_error() {
        assert!(compare(&[Expected::Uint(0); 2], &[0; 4], Tolerance::Exact).is_err());
    }
}
