//! Assignments through casts between vectors and arrays: to DXC such a cast is the memory of its operand.

use hlslc::{Compiler, NoIncludes, Style};

/// What is done with `v`, which is 1, 2, 3, 4, or with `a`, which holds the same, and what the components are then.
const WRITTEN: &[(&str, &str, [u32; 4])] = &[
    ("((float[4])v)[1] = 9;", "v", [1, 9, 3, 4]),
    ("((float[4])(v))[1] += 10;", "v", [1, 12, 3, 4]),
    ("((float[4])v)[3]++;", "v", [1, 2, 3, 5]),
    ("v.x = ((float[4])v)[3]--;", "v", [4, 2, 3, 3]),
    ("v.x = --((float[4])v)[3];", "v", [3, 2, 3, 3]),
    ("((float[2])v)[1] = 7;", "v", [1, 7, 3, 4]),
    ("((float[2][2])v)[1][0] = 7;", "v", [1, 2, 7, 4]),
    ("((float2[2])v)[1].x = 7;", "v", [1, 2, 7, 4]),
    ("((float2[2])v)[1] = 7;", "v", [1, 2, 7, 7]),
    ("(float[2])v = (float[2])float2(5, 6);", "v", [5, 6, 3, 4]),
    ("v.w = ((float[4])v)[0] = 8;", "v", [8, 2, 3, 8]),
    ("((float[4])v)[1] = ((float[4])v)[2];", "v", [1, 3, 3, 4]),
    ("uint i = 0; ((float[4])v)[++i] = 7; v.x = i + 4;", "v", [5, 7, 3, 4]),
    ("((float4)a).y = 7;", "a", [1, 7, 3, 4]),
    ("((float4)a) = 7;", "a", [7, 7, 7, 7]),
    ("((float[2][2])a)[1][0] = 7;", "a", [1, 2, 7, 4]),
    ("S s; s.v = v; ((float[4])s.v)[2] = 7; v = s.v;", "v", [1, 2, 7, 4]),
    // DXC loses this one: it writes to a copy.
    ("((float[4])v.wzyx)[1] = 7;", "v", [1, 2, 7, 4]),
];

/// What DXC rejects, fails on, or takes the bits of another type for.
const REFUSED: &[&str] = &[
    "((int[4])v)[1] = 2;",
    "((S)v).v.y = 2;",
    "S s; s.v = v; ((float[4])s)[1] = 2;",
    "float2x2 m = 1; ((float[4])m)[1] = 2;",
    "((float[5])v)[1] = 2;",
    "const float4 c = v; ((float[4])c)[1] = 2;",
];

fn compile(body: &str, result: &str, level: &str) -> (Option<Vec<u8>>, String) {
    let source = format!(
        "struct S {{ float4 v; }}; RWBuffer<float4> o; [numthreads(1, 1, 1)] void main() {{
float4 v = float4(1, 2, 3, 4); float a[4] = {{ 1, 2, 3, 4 }}; {body}
o[0] = float4({result}[0], {result}[1], {result}[2], {result}[3]); }}"
    );
    let words: Vec<String> = ["-T", "cs_6_0", level].iter().map(|&word| word.to_owned()).collect();
    let line = hlslc::args::CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let output = Compiler::new(line.options).compile("cast.hlsl", source.as_bytes(), &NoIncludes);
    let said = output.render(Style::Located, false);
    (output.object, said)
}

/// The exponent of a number as a listing writes it.
fn exponent(value: u32) -> i32 {
    i32::from(value > 9)
}

fn tens(value: u32) -> f64 {
    10f64.powi(exponent(value))
}

#[test]
fn a_cast_between_a_vector_and_an_array_is_the_memory_of_its_operand() {
    for (body, result, expected) in WRITTEN {
        let (object, said) = compile(body, result, "-O3");
        let listing = hlslc::disassemble(&object.unwrap_or_else(|| panic!("{body}: {said}"))).expect("a listing");
        let values: Vec<String> = expected
            .iter()
            .map(|value| format!("float {:.6}e{:+03}", f64::from(*value) / tens(*value), exponent(*value)))
            .collect();
        let store = listing.lines().find(|line| line.contains("call void @dx.op.bufferStore")).expect("a store");
        assert!(store.contains(&values.join(", ")), "{body}: {store}");
        let (unoptimised, said) = compile(body, result, "-Od");
        assert!(unoptimised.is_some(), "{body}: {said}");
    }
}

#[test]
fn an_index_that_is_not_known_is_taken_too() {
    let (object, said) = compile("((float[4])v)[uint(o[1].x)] = 7;", "v", "-O3");
    assert!(object.is_some(), "{said}");
}

#[test]
fn structs_matrices_and_numbers_of_another_kind_are_no_such_memory() {
    for body in REFUSED {
        let (object, said) = compile(body, "v", "-O3");
        assert!(object.is_none() && (said.contains("E0314") || said.contains("E0302")), "{body}: {said}");
    }
}
