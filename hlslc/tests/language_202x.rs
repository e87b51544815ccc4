//! Tests words and forms that HLSL 202x has beyond what DXC 1.9 accepts of it, by the proposals of the specification, and
//! names in namespaces, which are looked up as in DXC.

use hlslc::args::CommandLine;
use hlslc::{Compiler, NoIncludes, Style};

/// What is said about a program, and whether it has an object.
fn compiled(version: &str, source: &str) -> (Option<Vec<u8>>, String) {
    let words = ["-T", "cs_6_6", "-HV", version].map(str::to_owned);
    let line = CommandLine::parse(&words, &|_| Err("no files".to_owned()));
    assert!(line.errors.is_empty(), "{:?}", line.errors);
    let whole = format!("RWBuffer<int> o;\n{source}");
    let output = Compiler::new(line.options).compile("a.hlsl", whole.as_bytes(), &NoIncludes);
    let said = output.render(Style::Located, false);
    (output.object, said)
}

/// The number that a program stores, as its listing shows it.
fn stored(version: &str, source: &str) -> String {
    let (object, said) = compiled(version, source);
    let text = hlslc::disassemble(&object.unwrap_or_else(|| panic!("{source}: {said}"))).expect("a listing");
    let store = text.lines().find(|line| line.contains("@dx.op.bufferStore.i32")).unwrap_or_default();
    store.split("i32 ").nth(4).unwrap_or_default().trim_end_matches(", ").to_owned()
}

/// (declarations, what `main` stores): 202x accepts these, and 2021 none.
const OF_202X: &[(&str, &str)] = &[
    ("static_assert(sizeof(float) == 4, \"bytes\");", "1"),
    ("static_assert(true);", "1"),
    ("constexpr int n = 3; static int a[n];", "n + 1"),
    ("struct S { int x; int get() const { return x; } };", "S s = { 5 }; s.get()"),
    ("struct S { int x; int get() const; }; int S::get() const { return x; }", "S s = { 6 }; s.get()"),
    ("struct S { int x; int operator+(S b) const { return x + b.x; } };", "S s = { 2 }; s + s"),
    ("struct S { int x; }; int operator+(S a, S b) { return a.x * b.x; }", "S s = { 7 }; s + s"),
    ("struct S { int x; }; int operator*(int a, S b) { return a * b.x; }", "S s = { 7 }; 3 * s"),
    ("namespace N { struct S { int x; }; int operator-(S a) { return -a.x; } }", "N::S s = { 7 }; -s"),
    ("enum class E { A, B }; int operator|(E a, E b) { return 9; }", "E::A | E::B"),
    ("constexpr int f(int x) { return x * 2; } static int a[f(3)];", "f(2) + 1"),
    (
        "constexpr int f(int n) { int s = 0; for (int i = 1; i <= n; ++i) s += i; return s; } static_assert(f(4) == 10);",
        "f(3)",
    ),
    (
        "constexpr int f(int n) { switch (n) { case 1: return 7; default: break; } return n; } static_assert(f(1) == 7 && f(2) == 2);",
        "f(1)",
    ),
    (
        "constexpr int f(int n) { int a[3] = { 1, 2, 3 }; a[n] = 9; int2 v = 0; v.y = a[1]; return v.y; } static_assert(f(1) == 9);",
        "f(0)",
    ),
    (
        "constexpr int g(int x) { return x + 1; } constexpr int f(int x) { return g(x) * g(x); }",
        "constexpr int n = f(2); n",
    ),
    ("struct S { int x; operator int() { return x + 1; } };", "S s = { 4 }; s"),
    ("struct S { int x; operator int() { return x + 1; } };", "S s = { 4 }; s * 2 + (int)s"),
    (
        "struct T { int y; }; struct S { int x; operator T() { T t = { x * 3 }; return t; } }; int f(T t) { return t.y; }",
        "S s = { 4 }; f(s)",
    ),
    ("struct B { int x; operator int() { return x; } }; struct S : B { int y; };", "S s = { 6, 5 }; s"),
    ("template<typename T> struct S { T x; operator T() { return x; } };", "S<int> s = { 3 }; s"),
    ("", "hlsl::max(3, 4)"),
    ("hlsl::uint2 f() { hlsl::uint2 a = 8; return a; }", "f().x"),
];

#[test]
fn forms_of_202x_are_accepted_there_alone() {
    let expected = [
        "1", "1", "4", "5", "6", "4", "49", "21", "-7", "9", "5", "6", "7", "2", "9", "5", "15", "12", "6", "3", "4",
        "8",
    ];
    for ((declarations, value), expected) in OF_202X.iter().zip(expected) {
        let (before, value) = value.rsplit_once("; ").unwrap_or(("", value));
        let source = format!("{declarations}\n[numthreads(1, 1, 1)] void main() {{ {before}; o[0] = {value}; }}");
        assert_eq!(stored("202x", &source), *expected, "{source}");
        assert!(compiled("2021", &source).0.is_none(), "{source}");
    }
}

/// (declarations, statements): 202x rejects these.
const REFUSED: &[(&str, &str)] = &[
    ("static_assert(1 > 2, \"never\");", ""),
    ("constexpr int n;", ""),
    ("int given; constexpr int n = given;", ""),
    ("", "constexpr int n = o[0];"),
    ("constexpr int n = 2;", "n = 3;"),
    ("constexpr int f(int x) { return x + o[0]; } static int a[f(1)];", ""),
    ("constexpr int f(int x) { return x > 0 ? f(x - 1) : 0; } static_assert(f(1) == 0);", ""),
    ("constexpr int f() { while (true) {} return 1; } static int a[f()];", ""),
    ("constexpr int f() { int x; return x; } static int a[f()];", ""),
    ("int f() { return 1; } static int a[f()];", ""),
    ("struct S { int x; operator int() { return x; } operator float() { return x; } };", "S s = { 1 }; o[0] = s + 1;"),
    ("operator int() { return 1; }", ""),
    ("struct S { int x; void set() const { x = 1; } };", "S s = { 1 }; s.set();"),
];

#[test]
fn what_is_constant_stays_constant() {
    for (declarations, statements) in REFUSED {
        let source = format!("{declarations}\n[numthreads(1, 1, 1)] void main() {{ {statements} }}");
        let (object, said) = compiled("202x", &source);
        assert!(object.is_none(), "{source}: {said}");
    }
}

/// (program, whether DXC 1.9 accepts it, what it stores).
const NAMES: &[(&str, Option<&str>)] = &[
    // A call finds the functions that stand beside the type of an argument.
    (
        "namespace N { struct S { int x; }; int f(S s) { return s.x; } } void main() { N::S s = { 4 }; o[0] = f(s); }",
        Some("4"),
    ),
    ("namespace N { enum E { A = 3 }; int f(E e) { return e + 1; } } void main() { o[0] = f(N::A); }", Some("4")),
    (
        "namespace N { struct S { int x; }; int f(S s) { return 1; } } int f(int x) { return 2; } void main() { N::S s = { 4 }; o[0] = f(s); }",
        Some("1"),
    ),
    // What a namespace declares itself goes before what it opens.
    (
        "namespace A { int f(int x) { return 1; } } namespace B { using namespace A; int f(float x) { return 2; } } void main() { o[0] = B::f(1); }",
        Some("2"),
    ),
    (
        "namespace A { static const int n = 1; } namespace B { static const int n = 2; } using namespace A; using namespace B; void main() { o[0] = n; }",
        None,
    ),
    (
        "namespace A { struct S { int x; }; } namespace B { struct S { int x; }; } using namespace A; using namespace B; void main() { S s; }",
        None,
    ),
    (
        "namespace A { int f() { return 1; } } namespace B { int f(int a) { return a; } } using namespace A; using namespace B; void main() { o[0] = f(5); }",
        Some("5"),
    ),
    ("namespace N { } int N::f() { return 1; } void main() { }", None),
    ("namespace N { int f(); } int N::f() { return 6; } void main() { o[0] = N::f(); }", Some("6")),
    ("cbuffer C { typedef int I; } void main() { }", None),
    ("cbuffer C { enum E { A }; } void main() { }", None),
    ("cbuffer C { struct S { int a; }; S s; } void main() { o[0] = 3; }", Some("3")),
    ("enum class E { A, B }; void main() { o[0] = E::B ? 1 : 2; }", None),
    ("enum E { A, B }; void main() { o[0] = B ? 1 : 2; }", Some("1")),
    ("void main() { volatile int a = 1; o[0] = a; }", None),
    ("void main() { int auto = 1; o[0] = auto; }", None),
    ("void main() { int constexpr = 1; o[0] = constexpr; }", Some("1")),
];

#[test]
fn names_are_looked_up_as_dxc_does() {
    for (program, expected) in NAMES {
        let source = program.replace("void main()", "[numthreads(1, 1, 1)] void main()");
        match expected {
            Some(expected) => assert_eq!(stored("2021", &source), *expected, "{source}"),
            None => {
                let (object, said) = compiled("2021", &source);
                assert!(object.is_none(), "{source}: {said}");
            }
        }
    }
}

#[test]
fn limits_of_numbers_have_names() {
    let asserted = |value: &str, bits: &str| {
        let source = format!("#include <limits>\n[numthreads(1, 1, 1)] void main() {{ o[0] = asint({value}); }}");
        assert_eq!(stored("202x", &source), bits, "{value}");
        assert!(compiled("2021", &source).0.is_none(), "{value}");
    };
    asserted("hlsl::numeric_limits<float>::infinity()", "2139095040");
    asserted("hlsl::numeric_limits<float>::negative_infinity()", "-8388608");
    asserted("hlsl::numeric_limits<float>::max()", "2139095039");
    asserted("hlsl::numeric_limits<half>::infinity()", "2139095040");
    asserted("hlsl::numeric_limits<int>::min()", "-2147483648");
    asserted("hlsl::numeric_limits<uint>::max()", "-1");
    asserted("(float)hlsl::numeric_limits<double>::negative_infinity()", "-8388608");
    asserted("(int)(hlsl::numeric_limits<int64_t>::max() >> 32)", "2147483647");
}

/// What 202x has no more, each of which 2021 ignores.
const REMOVED: &[&str] = &[
    "technique T { pass {} }",
    "int a < int b = 1; >;",
    "SamplerState s { Filter = 1; };",
    "interface I { int f(); };",
    "uniform int a;",
    "int a = 1;",
    "cbuffer C { int a = 1; }",
    "cbuffer C { cbuffer D { int a; } }",
    "cbuffer C { namespace N { int a; } }",
];

#[test]
fn what_202x_removes_is_an_error_there() {
    for declaration in REMOVED {
        let source = format!("{declaration}\n[numthreads(1, 1, 1)] void main() {{}}");
        let (object, said) = compiled("2021", &source);
        assert!(object.is_some(), "{source}: {said}");
        assert!(compiled("202x", &source).0.is_none(), "{source}");
    }
}
