//! In constant buffers whose structs hold resources or nothing, later members have DXC's offsets, in the program and in
//! reflection; the resources in structs have DXC's names and registers.

use std::fmt::Write as _;

use dxc_oracle::{AGREED_VALIDATOR, oracle};
use dxil::disasm::disassemble_container;
use hlslc_runtime_tests::reflected;
use hlslc_runtime_tests::shaders::Loaded;

/// Declarations of `x`, whose members are read.
const ROWS: &[(&str, &str)] = &[
    (
        "struct Maps { Texture2D t; SamplerState s; }; struct M { float2 a; Maps m; float b; }; uniform M x;",
        "x.a.x + x.b + x.m.t.SampleLevel(x.m.s, x.a, 0).x",
    ),
    (
        "struct E { }; struct M { float a; E e; float b; float3 c; E f; }; cbuffer B { M x; float y; }",
        "x.a + x.b + x.c.z + y",
    ),
    (
        "struct T { Texture2D t; }; struct M { float a; T m[2]; float b; Texture2D c[3]; float d; Texture2D e; float f; }; cbuffer B { M x; }",
        "x.a + x.b + x.d + x.f",
    ),
    (
        "struct T { Texture2D t; }; struct N { T t; }; struct M { float a; N n; float b; N o[2]; }; cbuffer B { M x; float y; }",
        "x.a + x.b + y",
    ),
    (
        "struct T { Texture2D t; }; struct D : T { float d; }; struct M { float a; D b; float c; }; cbuffer B { M x; float y; }",
        "x.a + x.b.d + x.c + y",
    ),
    (
        "struct E { }; struct D : E { float d; float2 e; }; struct M { float a; D b; float c; }; cbuffer B { M x; float y; }",
        "x.a + x.b.d + x.b.e.y + x.c + y",
    ),
    (
        "struct T { float q; Texture2D t; }; struct M { float a; T m; float b; T n[2]; float c; }; cbuffer B { M x; }",
        "x.a + x.m.q + x.b + x.n[1].q + x.c",
    ),
    ("struct T { SamplerState s; }; struct M { float a; T t; }; cbuffer B { M x; float y; }", "x.a + y"),
    (
        "struct E { }; struct M { float a; E e; float b; }; struct P { M x; }; ConstantBuffer<P> p; static const M x = p.x;",
        "p.x.a + p.x.b",
    ),
    ("struct E { }; cbuffer B { float a; E e; float b; float3 x; E f[2]; float c; }", "a + b + x.z + c"),
    ("struct E { }; tbuffer B { float a; E e; float b; struct { float c; E e; float d; } x; }", "a + b + x.c + x.d"),
];

/// Declarations of arrays of resources in structs and buffers, each element of which is bound by itself, and a value.
const ELEMENTS: &[(&str, &str)] = &[
    ("struct T { Texture2D<float> t[2]; Texture2D<float> u; }; T x;", "x.t[1].Load(0) + x.u.Load(0)"),
    (
        "struct T { Texture2D<float> t[4]; Texture2D<float> u; }; struct N { T t; }; N x : register(t3); Texture2D<float> v; \
         static const uint K = 3; cbuffer C { Texture2D<float> w[3]; float q; }",
        "x.t.t[K].Load(0) + x.t.u.Load(0) + v.Load(0) + w[2].Load(0) * q",
    ),
    ("struct T { Texture2D t[2][2]; SamplerState s[2]; }; T x[2];", "x[1].t[1][0].SampleLevel(x[1].s[1], 0, 0).x"),
    (
        "struct T { Texture2D<float> t[2]; Texture2D<float> u; }; T x; \
         float f(T a) { return a.t[0].Load(0) + a.t[1].Load(1) + a.u.Load(2); }",
        "f(x)",
    ),
    (
        "struct A { RWBuffer<float> b[2]; float f; }; struct T : A { Texture2D<float> t[2]; float k; }; T x;",
        "x.b[1][2] + x.t[0].Load(2) * x.k * x.f",
    ),
    (
        "struct T { Texture2D<float> t[2]; Texture2D<float> u; }; T x[2]; static const uint K = 1; enum E { Second = 1 };",
        "x[K].t[Second].Load(0) + x[K].u.Load(0)",
    ),
    // Arrays by themselves are bound as one.
    ("Texture2D<float> t[3]; Texture2D<float> u;", "t[1].Load(0) + u.Load(0)"),
];

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn members_after_structs_without_numbers_are_where_dxc_has_them() {
    compare(ROWS);
}

#[test]
#[cfg_attr(without_dxc, ignore = "needs DXC")]
fn elements_of_arrays_in_structs_are_bound_as_dxc_binds_them() {
    compare(ELEMENTS);
}

/// DXC rejects such a program; the array is bound as one.
#[test]
fn arrays_in_structs_that_are_indexed_at_run_time_are_bound_as_one() {
    let source = "struct T { Texture2D<float> t[2]; Texture2D<float> u; }; T x; RWBuffer<float> o;\n\
         [numthreads(1, 1, 1)] void main(uint3 i : SV_GroupID) { o[0] = x.t[i.x].Load(0) + x.u.Load(0); }\n";
    let options = ["-T", "cs_6_0", "-E", "main"].map(str::to_owned).to_vec();
    let object = Loaded::new("t.hlsl".to_owned(), source.to_owned(), options).ours(AGREED_VALIDATOR, &[]);
    let listing = disassemble_container(&object.expect("it compiles")).expect("it can be listed");
    let bound = |name: &str| listing.lines().find(|line| line.starts_with(&format!("; {name} "))).map(str::to_owned);
    let (array, after) = (bound("x.t").expect("the array"), bound("x.u").expect("what follows"));
    assert!(array.ends_with(" t0     2") && after.ends_with(" t2     1"), "{array}\n{after}");
}

fn compare(rows_of_source: &[(&str, &str)]) {
    let dxc = oracle();
    let mut different = String::new();
    for &(declarations, value) in rows_of_source {
        let source = format!(
            "{declarations}\nRWBuffer<float> o : register(u9);\n[numthreads(1, 1, 1)] void main() {{ o[0] = {value}; }}\n"
        );
        let options = ["-T", "cs_6_0", "-E", "main"].map(str::to_owned).to_vec();
        let shader = Loaded::new("t.hlsl".to_owned(), source, options);
        let theirs = shader.theirs(&dxc, AGREED_VALIDATOR, &[]).unwrap_or_else(|why| panic!("{declarations}: {why}"));
        let ours = shader.ours(AGREED_VALIDATOR, &[]).unwrap_or_else(|why| panic!("{declarations}: {why}"));
        let [their_rows, our_rows] = [&theirs, &ours].map(|bytes| rows(bytes));
        if their_rows != our_rows {
            // Writing to a string cannot fail.
            let _ = writeln!(different, "{declarations}\n  rows {their_rows:?}, ours {our_rows:?}");
        }
        if let Some((key, what)) = reflected::difference(&theirs, &ours).expect("both can be reflected") {
            // Writing to a string cannot fail.
            let _ = writeln!(different, "{declarations}\n  {key}: {what}");
        }
    }
    assert!(different.is_empty(), "{different}");
}

/// The rows of constant buffers that a program loads, and the elements of texture buffers.
fn rows(container: &[u8]) -> Vec<String> {
    let listing = disassemble_container(container).expect("it can be listed");
    let loads = listing.lines().filter(|line| line.contains("= call") && line.contains("ufferLoad"));
    let row = |line: &str| {
        let operand = line.split(", i32 ").nth(1).unwrap_or_default();
        operand.chars().take_while(char::is_ascii_digit).collect::<String>()
    };
    let mut rows: Vec<String> = loads.map(row).collect();
    rows.sort();
    rows.dedup();
    rows
}
