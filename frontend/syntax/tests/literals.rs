//! Spellings of numbers, characters and strings, and what they stand for.

use hlslc_syntax::ast::{FloatSuffix, IntSuffix, Radix};
use hlslc_syntax::literal::{Number, NumberFault, char_value, number, string_value};
use proptest::prelude::*;

fn int(text: &str) -> (u64, IntSuffix, Radix) {
    match number(text) {
        Ok(Number::Int { value, suffix, radix }) => (value, suffix, radix),
        other => panic!("{text} is {other:?}"),
    }
}

fn float(text: &str) -> (f64, FloatSuffix) {
    match number(text) {
        Ok(Number::Float { value, suffix }) => (value, suffix),
        other => panic!("{text} is {other:?}"),
    }
}

#[test]
fn integers_in_all_bases() {
    assert_eq!(int("0"), (0, IntSuffix::None, Radix::Decimal));
    assert_eq!(int("42u"), (42, IntSuffix::U, Radix::Decimal));
    assert_eq!(int("0x1Ful"), (31, IntSuffix::UL, Radix::Hexadecimal));
    assert_eq!(int("017LL"), (15, IntSuffix::LL, Radix::Octal));
    assert_eq!(int("0b101LU"), (5, IntSuffix::UL, Radix::Binary));
    assert_eq!(int("18446744073709551615ull"), (u64::MAX, IntSuffix::ULL, Radix::Decimal));
}

#[test]
fn floats_in_all_forms() {
    assert_eq!(float("1.5"), (1.5, FloatSuffix::None));
    assert_eq!(float(".5f"), (0.5, FloatSuffix::F));
    assert_eq!(float("5.H"), (5.0, FloatSuffix::H));
    assert_eq!(float("1e3L"), (1000.0, FloatSuffix::L));
    assert_eq!(float("00.5"), (0.5, FloatSuffix::None));
    assert_eq!(float("0x1.8p3"), (12.0, FloatSuffix::None));
    assert_eq!(float("0x1p-1074"), (f64::from_bits(1), FloatSuffix::None));
    assert_eq!(float("1.#INFf"), (f64::INFINITY, FloatSuffix::F));
    assert_eq!(float("1e999"), (f64::INFINITY, FloatSuffix::None));
}

#[test]
fn what_is_no_number() {
    assert_eq!(number("1f"), Err(NumberFault::Suffix(1)));
    assert_eq!(number("1.0u"), Err(NumberFault::Suffix(3)));
    assert_eq!(number("0x"), Err(NumberFault::Suffix(1)));
    assert_eq!(number("1_000"), Err(NumberFault::Suffix(1)));
    assert_eq!(number("09"), Err(NumberFault::Digit(1)));
    assert_eq!(number("1e+"), Err(NumberFault::Exponent));
    assert_eq!(number("18446744073709551616"), Err(NumberFault::TooLarge));
    assert_eq!(number("1.#IND"), Err(NumberFault::Suffix(2)));
}

#[test]
fn characters_and_strings_with_escapes() {
    assert_eq!(char_value("'a'"), Some(97));
    assert_eq!(char_value(r"'\n'"), Some(10));
    assert_eq!(char_value(r"'\x41'"), Some(65));
    assert_eq!(char_value(r"'\e'"), Some(27));
    assert_eq!(char_value(r"'\101'"), Some(65));
    assert_eq!(char_value("'ab'"), None);
    assert_eq!(char_value("''"), None);
    assert_eq!(string_value(r#""a\"b\\c\t""#), "a\"b\\c\t");
    assert_eq!(string_value("\"\""), "");
}

proptest! {
    #[test]
    fn decimal_floats_are_rounded_as_rust_rounds_them(value in proptest::num::f64::POSITIVE) {
        // `{:e}` writes `1e0` where the fraction is zero, so the text is never that of an integer.
        prop_assert_eq!(float(&format!("{value:e}")).0, value);
    }

    #[test]
    fn integers_come_back(value: u64) {
        prop_assert_eq!(int(&value.to_string()).0, value);
        prop_assert_eq!(int(&format!("{value:#x}")).0, value);
        prop_assert_eq!(int(&format!("{value:#b}")).0, value);
    }

    #[test]
    fn any_spelling_has_an_answer(text in "[0-9][0-9a-zA-Z.#+_-]{0,20}") {
        let _ = number(&text);
    }
}
