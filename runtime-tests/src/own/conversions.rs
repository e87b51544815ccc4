//! Lists conversions between all scalar types, and reinterpretations of bits.

use super::{Kind, Near, Numbers, Test};

/// What every kind of number has, or is rounded to.
const FLOATS: &[f64] = &[0.0, 1.0, -1.5, 2.75, -3.0, 100.25, 7.5, -12.875];
const UNSIGNED: &[f64] = &[0.0, 1.0, 1.5, 2.75, 3.0, 100.25, 7.5, 12.875];
const INTEGERS: &[i128] = &[0, 1, 2, -3, 100, -1000, 32767, -32768];

/// From every kind to every other.
pub fn all() -> Vec<Test> {
    let mut tests = Vec::new();
    for from in Kind::ALL {
        for to in Kind::ALL.into_iter().filter(|&to| to != from) {
            let input = match (from.is_float(), to.is_float() || to.is_signed()) {
                (true, true) => Numbers::floats(from, FLOATS),
                // What is below zero has no meaning there.
                (true, false) => Numbers::floats(from, UNSIGNED),
                (false, _) => Numbers::integers(from, INTEGERS),
            };
            let convert = |&bits: &u64| match (from.is_float(), to.is_float()) {
                (true, true) => to.of_float(from.float(bits)),
                (true, false) => to.of_integer(from.float(bits) as i128),
                (false, _) => to.of_integer(from.integer(bits)),
            };
            let wanted = Numbers { kind: to, bits: input.bits.iter().map(convert).collect() };
            let name = format!("convert.{}.{}", from.name(), to.name());
            let test = Test::of_expression(name, &format!("({})a", to.name()), vec![input], wanted, 1);
            // Large integers are between two halves.
            let near = if to == Kind::F16 && !from.is_float() { Near::Ulp(1) } else { Near::Exact };
            tests.push(Test { near, ..test });
        }
    }
    tests.extend(bits());
    tests
}

/// Bits of one kind taken for those of another.
fn bits() -> Vec<Test> {
    const ROWS: [(&str, Kind, Kind); 8] = [
        ("asuint", Kind::F32, Kind::U32),
        ("asint", Kind::F32, Kind::I32),
        ("asint", Kind::U32, Kind::I32),
        ("asuint", Kind::I32, Kind::U32),
        ("asuint16", Kind::F16, Kind::U16),
        ("asint16", Kind::F16, Kind::I16),
        ("asint16", Kind::U16, Kind::I16),
        ("asuint16", Kind::I16, Kind::U16),
    ];
    let mut tests = Vec::new();
    for (function, from, to) in ROWS {
        let input = if from.is_float() { Numbers::floats(from, FLOATS) } else { Numbers::integers(from, INTEGERS) };
        let wanted = Numbers { kind: to, bits: input.bits.clone() };
        let name = format!("bits.{function}.{}", from.name());
        tests.push(Test::of_expression(name, &format!("{function}(a)"), vec![input], wanted, 1));
    }
    for (function, from, to) in [("asfloat", Kind::U32, Kind::F32), ("asfloat16", Kind::U16, Kind::F16)] {
        let wanted = Numbers::floats(to, FLOATS);
        let input = Numbers { kind: from, bits: wanted.bits.clone() };
        let name = format!("bits.{function}.{}", from.name());
        tests.push(Test::of_expression(name, &format!("{function}(a)"), vec![input], wanted, 1));
    }
    let halves = Numbers::floats(Kind::F16, FLOATS);
    let floats = Numbers::floats(Kind::F32, FLOATS);
    let words = Numbers { kind: Kind::U32, bits: halves.bits };
    tests.push(Test::of_expression("bits.f32tof16".into(), "f32tof16(a)", vec![floats.clone()], words.clone(), 1));
    tests.push(Test::of_expression("bits.f16tof32".into(), "f16tof32(a)", vec![words], floats, 1));
    tests
}
