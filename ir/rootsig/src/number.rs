//! Reads and prints numbers of the root signature language, with equal results in both directions.
//!
//! A float is read as a 64-bit number and then rounded to 32 bits, as DXC does; a number beyond the largest 32-bit float,
//! or below the smallest normal 64-bit one, is no float of the language.

/// The value of an unsigned number: digits, perhaps after a `+`. `None` if it needs more than 32 bits.
pub fn parse_u32(text: &str) -> Option<u32> {
    text.parse().ok()
}

/// The value of a number of any form as a 32-bit float. `None` if it is out of range.
pub fn parse_f32(text: &str) -> Option<f32> {
    let digits = text.strip_suffix(['f', 'F']).unwrap_or(text);
    if !digits.contains(['.', 'e', 'E']) && digits.len() == text.len() {
        // Whole numbers are 32-bit integers first.
        let integer: i64 = digits.parse().ok()?;
        let fits =
            if digits.starts_with('-') { integer >= i64::from(i32::MIN) } else { integer <= i64::from(u32::MAX) };
        return fits.then_some(integer as f32);
    }
    let wide: f64 = digits.parse().ok()?;
    let too_small = wide.is_subnormal() || (wide == 0.0 && has_nonzero_digit(digits));
    (wide.abs() <= f64::from(f32::MAX) && !too_small).then_some(wide as f32)
}

fn has_nonzero_digit(digits: &str) -> bool {
    let mantissa = digits.split(['e', 'E']).next().unwrap_or(digits);
    mantissa.contains(|c: char| ('1'..='9').contains(&c))
}

/// A text that [`parse_f32`] reads as exactly this value. `None` for infinities and NaN, which the language cannot say.
pub fn print_f32(value: f32) -> Option<String> {
    if !value.is_finite() {
        return None;
    }
    let magnitude = value.abs();
    let plain =
        if magnitude == 0.0 || (1e-4..1e9).contains(&magnitude) { format!("{value:?}") } else { format!("{value:e}") };
    // The shortest digits may round differently by way of 64 bits; the digits of the 64-bit number never do.
    let reads_back = |text: &String| parse_f32(text).is_some_and(|read| read.to_bits() == value.to_bits());
    [plain, format!("{:e}", f64::from(value))].into_iter().find(reads_back)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_rejected_as_dxc_does() {
        assert_eq!(parse_u32("+4294967295"), Some(u32::MAX));
        assert_eq!(parse_u32("4294967296"), None);
        assert_eq!(parse_f32("-2147483648"), Some(-2147483648.0));
        assert_eq!(parse_f32("-2147483649"), None);
        assert_eq!(parse_f32("4294967296"), None);
        assert_eq!(parse_f32("4294967296.f"), Some(4294967296.0));
        assert_eq!(parse_f32("3.5e38"), None);
        assert_eq!(parse_f32("1e-400"), None);
        assert_eq!(parse_f32("0e-400"), Some(0.0));
        assert_eq!(parse_f32("1e-50"), Some(0.0));
    }

    #[test]
    fn the_largest_float_prints_as_something_that_reads_back() {
        for value in [f32::MAX, f32::MIN, f32::MIN_POSITIVE, 1e-45, -0.0, 15.99, 1e9, 16777217.0, 0.1] {
            let text = print_f32(value).expect("finite");
            assert_eq!(parse_f32(&text).map(f32::to_bits), Some(value.to_bits()), "{text}");
        }
        assert_eq!(print_f32(f32::INFINITY), None);
        assert_eq!(print_f32(f32::NAN), None);
    }
}
