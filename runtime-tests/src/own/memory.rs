//! Generates accesses to memory of every kind: buffers and textures, group-shared memory, atomic operations.

use super::{Kind, Numbers, Shape, Test, vector};

const FLOATS: &[f64] = &[1.5, -2.0, 3.25, 4.0, -5.5, 6.0, 7.75, 8.0];
const INTEGERS: &[i128] = &[7, 300, 12, 1, 65, 9, 1024, 3];
const OTHER: &[i128] = &[5, 300, 10, 2, 64, 8, 1000, 40];

fn numbers(kind: Kind) -> Numbers {
    if kind.is_float() { Numbers::floats(kind, FLOATS) } else { Numbers::integers(kind, INTEGERS) }
}

/// All of them.
pub fn all() -> Vec<Test> {
    [shapes(), groups(), atomics(), contended()].concat()
}

/// What is read from memory of one shape and written to memory of another.
fn shapes() -> Vec<Test> {
    let mut tests = Vec::new();
    for shape in Shape::ALL {
        let kinds = if shape.is_typed() { &[Kind::F32, Kind::I32, Kind::U32][..] } else { &Kind::ALL[..] };
        for &kind in kinds {
            for lanes in [1, 2, 4] {
                for reads in [true, false] {
                    let name = format!(
                        "memory.{}.{}.{}x{lanes}",
                        if reads { "read" } else { "written" },
                        shape.name(),
                        kind.name()
                    );
                    let mut test = Test::of_shape(
                        name,
                        "a",
                        vec![numbers(kind)],
                        numbers(kind),
                        lanes,
                        if reads { shape } else { Shape::Structured },
                    );
                    test.output_shape = if reads { Shape::Structured } else { shape };
                    test.body = test.body_of("a");
                    tests.push(test);
                }
            }
        }
    }
    tests
}

/// Memory of a group, by every kind of number: the other end first.
fn groups() -> Vec<Test> {
    let of = |kind: Kind| {
        let input = numbers(kind);
        let mut wanted = input.clone();
        wanted.bits.reverse();
        let name = format!("memory.group.{}", kind.name());
        let expression = "shared_by_all[7 - i]";
        let mut test = Test::of_expression(name, expression, vec![input], wanted, 1);
        test.declarations = format!("groupshared {} shared_by_all[8];\n", vector(kind, 1));
        test.body = format!(
            "shared_by_all[i] = A[i];\n  GroupMemoryBarrierWithGroupSync();\n  {}",
            test.output_shape.write("Out", &vector(kind, 1), expression)
        );
        test
    };
    Kind::ALL.map(of).to_vec()
}

/// An atomic operation on two numbers.
type Operation = (&'static str, fn(i128, i128) -> i128);

const OPERATIONS: [Operation; 7] = [
    ("Add", |old, value| old + value),
    ("And", |old, value| old & value),
    ("Or", |old, value| old | value),
    ("Xor", |old, value| old ^ value),
    ("Min", |old, value| old.min(value)),
    ("Max", |old, value| old.max(value)),
    ("Exchange", |_, value| value),
];

/// Where they are done.
const PLACES: [(&str, &str); 2] = [("buffer", "Out[i]"), ("group", "shared_by_all[i]")];

/// Each thread on its own number: what there is afterwards, and what there was.
fn atomics() -> Vec<Test> {
    let mut tests = Vec::new();
    let mut push = |name: String, call: &str, kind: Kind, place: &str, result: &dyn Fn(i128, i128) -> i128| {
        let pairs = INTEGERS.iter().zip(OTHER);
        let all: Vec<i128> = pairs.map(|(&old, &value)| result(old, value)).chain(INTEGERS.iter().copied()).collect();
        let inputs = vec![Numbers::integers(kind, INTEGERS), Numbers::integers(kind, OTHER)];
        let mut test = Test::of_expression(name, "a", inputs, Numbers::integers(kind, &all), 1);
        let ty = kind.name();
        test.threads = 8;
        test.minor = 6;
        test.declarations = format!("groupshared {ty} shared_by_all[8];\n");
        test.body = format!(
            "{ty} old;\n  {place} = A[i];\n  {call};\n  {ty} now = {place};\n  Out[i] = now;\n  Out[8 + i] = old;"
        );
        tests.push(test);
    };
    for (place_name, place) in PLACES {
        for kind in [Kind::I32, Kind::U32, Kind::I64, Kind::U64] {
            let name = |operation: &str| format!("atomic.{operation}.{place_name}.{}", kind.name());
            for (operation, rust) in OPERATIONS {
                let call = format!("Interlocked{operation}({place}, B[i], old)");
                push(name(operation), &call, kind, place, &rust);
            }
            let call = format!("InterlockedCompareExchange({place}, 300, B[i] + 1, old)");
            let swap = |old: i128, value: i128| if old == 300 { value + 1 } else { old };
            push(name("CompareExchange"), &call, kind, place, &swap);
        }
    }
    tests
}

/// All threads on one number.
fn contended() -> Vec<Test> {
    let mut tests = Vec::new();
    // An exchange leaves what the last thread had, whichever that is.
    for (operation, rust) in OPERATIONS.into_iter().filter(|row| row.0 != "Exchange") {
        for kind in [Kind::I32, Kind::U32] {
            let result = INTEGERS.iter().fold(25, |all, &value| rust(all, value));
            let name = format!("atomic.{operation}.contended.{}", kind.name());
            let input = Numbers::integers(kind, INTEGERS);
            let mut test = Test::of_expression(name, "a", vec![input], Numbers::integers(kind, &[result]), 1);
            test.threads = 8;
            test.body = format!(
                "if (i == 0) Out[0] = 25;\n  AllMemoryBarrierWithGroupSync();\n  Interlocked{operation}(Out[0], A[i]);"
            );
            tests.push(test);
        }
    }
    tests
}
