//! Tests small sources that require much work: each ends in one error that names the budget, with little memory, in a
//! few lines. Times are printed (`--no-capture`), never asserted.

use hlslc::{Compiler, IncludeResolver, IncludedFile, NoIncludes, Options, Style};
use peak_alloc::PeakAlloc;
use std::fmt::Write as _;
use std::time::Instant;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// No input of these may take more.
const MEGABYTES: f32 = 512.0;

const MAIN: &str = "[numthreads(1, 1, 1)] void main() {}\n";

/// A body for a compute shader with a buffer `o`.
fn compute(before: &str, body: &str) -> String {
    format!("{before}\nRWBuffer<float> o;\n[numthreads(1, 1, 1)] void main(uint i : SV_GroupIndex) {{ {body} }}\n")
}

/// `f(f(f(x)))`.
fn nested_calls(function: &str, depth: usize, inner: &str) -> String {
    format!("{}{inner}{}", format!("{function}(").repeat(depth), ")".repeat(depth))
}

/// (what it is, the source).
fn sources() -> Vec<(&'static str, String)> {
    let many = |count: usize, row: &dyn Fn(usize) -> String| (0..count).map(row).collect::<String>();
    let chain = |count: usize, call: &dyn Fn(usize) -> String| {
        let rest = many(count - 1, &|i| format!("float f{}(float x) {{ return {}; }}\n", i + 1, call(i)));
        let last = count - 1;
        compute(&format!("float f0(float x) {{ return x + 1; }}\n{rest}"), &format!("o[0] = f{last}(o[1]);"))
    };
    vec![
        (
            "a name pasted to itself, thirty times",
            format!("#define P(x) P2(x, x)\n#define P2(x, y) x##y\nint {};\n{MAIN}", nested_calls("P", 30, "a")),
        ),
        (
            "a string made of a string, forty times",
            format!("#define S(x) #x\n#define X(x) S(x)\nstring s = {};\n{MAIN}", nested_calls("X", 40, "\"a\"")),
        ),
        (
            "a macro of two macros of two macros",
            format!(
                "#define m0 x\n{}static int x;\nint y = m39;\n{MAIN}",
                many(39, &|i| format!("#define m{} m{i} + m{i}\n", i + 1))
            ),
        ),
        (
            "a template that needs two others of itself",
            compute(
                "template<int N, int M> float f() { return f<N - 1, M * 2>() + f<N - 1, M * 2 + 1>(); }",
                "o[0] = f<100, 1>();",
            ),
        ),
        ("a struct that holds itself", format!("struct S {{ S a; void f() {{ sizeof(S); }} }};\n{MAIN}")),
        (
            "a struct that holds itself by way of a template",
            format!(
                "template<class T> struct A {{ T a; }};\nstruct B {{ A<B> b; void f() {{ sizeof(B); }} }};\n{MAIN}"
            ),
        ),
        ("a long chain of calls", chain(20_000, &|i| format!("f{i}(x) * 2"))),
        ("calls that double", chain(30, &|i| format!("f{i}(x) + f{i}(x + 1)"))),
        (
            "a long chain of else if",
            compute(
                "",
                &format!(
                    "float x = o[0]; if (x == -1) o[1] = 0; {}",
                    many(40_000, &|i| format!("else if (x == {i}) o[1] = {i};\n"))
                ),
            ),
        ),
        (
            "a switch with many arms",
            compute("", &format!("switch (i) {{ {} }}", many(40_000, &|i| format!("case {i}: o[1] = {i}; break;\n")))),
        ),
        ("an array beyond all memory", compute("", "float a[1 << 27]; a[i] = 1; o[0] = a[i];")),
        (
            "an array in an element of a buffer",
            compute("struct S { float a[1 << 20]; };\nStructuredBuffer<S> s;", "S x = s[0]; o[0] = x.a[i];"),
        ),
        (
            "an array of structs without members",
            compute("struct E {};\nstruct S { E e[1 << 30]; float x; };", "S s = (S)0; o[0] = s.x;"),
        ),
        ("an array of a type that is not known", compute("", "float a[4]; Foo b[1 << 30] = a;")),
        (
            "a large element of a buffer, copied",
            compute("struct S { int2 a[1000000]; };\nRWStructuredBuffer<S> b;", "b[0] = b[1];"),
        ),
        (
            "a large variable, copied",
            compute(
                "struct S { int2 a[1000000]; };",
                "S s; s.a[i] = 1; S t = s; t.a[i + 1] = 2; o[0] = s.a[i + 2].x + t.a[i + 3].x;",
            ),
        ),
        (
            "arrays in each other, copied",
            compute(
                "",
                "float a[1024][1024] = (float[1024][1024])o[i]; float b[1024][1024] = a; b[i][i] = 1; a[i][1] = 2; o[0] = a[1][2] + b[i][3];",
            ),
        ),
        (
            "structs that double",
            compute(
                &format!(
                    "struct S0 {{ float x; }};\n{}",
                    many(29, &|i| format!("struct S{} {{ S{i} a, b; }};\n", i + 1))
                ),
                "S29 s = (S29)0;",
            ),
        ),
        ("an array of ray queries", compute("", "RayQuery<RAY_FLAG_NONE> q[16000000]; q[i].Proceed();")),
        (
            "arrays of ray queries in structs in arrays, time and again",
            compute(
                "struct Q { RayQuery<RAY_FLAG_NONE> q[100]; }; struct P { Q q[100]; };",
                &many(1000, &|i| format!("P p{i}[1000]; p{i}[i].q[i].q[i].Proceed();\n")),
            ),
        ),
        ("a function of many statements", compute("", &"o[0] += i;\n".repeat(1_000_000))),
        ("an array of many dimensions", format!("int a{};\n{MAIN}", "[1]".repeat(100_000))),
        ("many parentheses", format!("int x = {}1{};\n{MAIN}", "(".repeat(100_000), ")".repeat(100_000))),
        ("many signs", format!("int x = {}1;\n{MAIN}", "- ".repeat(100_000))),
        ("many blocks", compute("", &format!("{}{}", "{".repeat(100_000), "}".repeat(100_000)))),
        ("many conditions", compute("", &format!("o[0] = {}0;", "i ? 1 : ".repeat(50_000)))),
        ("many namespaces", format!("{}{}{MAIN}", "namespace n {".repeat(50_000), "}".repeat(50_000))),
        (
            "a loop of many rounds",
            compute("", "float s = 0; [unroll] for (int a = 0; a < 100000000; a++) s += o[a]; o[0] = s;"),
        ),
        (
            "four unrolled loops in each other",
            compute(
                "",
                "float s = 0; [unroll] for (int a = 0; a < 64; a++) [unroll] for (int b = 0; b < 64; b++) [unroll] for (int c = 0; c < 64; c++) [unroll] for (int d = 0; d < 64; d++) s += o[a * b + c * d]; o[0] = s;",
            ),
        ),
    ]
}

/// None is too large by itself.
fn exported_functions() -> String {
    let mut source = "cbuffer B { float q; };\nfloat f0(float a) { return a + q; }\n".to_owned();
    for i in 0..300_usize {
        let (one, other) = (i.saturating_sub(1), i / 2);
        // Writing to a string cannot fail.
        let _ = writeln!(source, "export float f{}(float a) {{ return f{one}(a) + f{other}(a); }}", i + 1);
    }
    source
}

fn compile(source: &[u8], includes: &dyn IncludeResolver) -> (String, f32) {
    compile_for("cs_6_6", source, includes)
}

fn compile_for(target: &str, source: &[u8], includes: &dyn IncludeResolver) -> (String, f32) {
    let options = Options::default().with(|options| {
        options.target = target.parse().ok();
        options.verify_each = false;
    });
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage_as_mb();
    let start = Instant::now();
    let output = Compiler::new(options).compile("a.hlsl", source, includes);
    let used = MEMORY.peak_usage_as_mb() - before;
    println!("{:>8.2?} {used:>6.1} MB", start.elapsed());
    assert!(output.object.is_none(), "it compiles");
    (output.render(Style::Clang, false), used)
}

#[test]
fn each_budget_ends_in_one_error_that_names_it() {
    let mut text = String::new();
    let sources = sources().into_iter().map(|(what, source)| (what, "cs_6_6", source));
    let library = ("exported functions that call two others each", "lib_6_6", exported_functions());
    for (what, target, source) in sources.chain([library]) {
        println!("{what}");
        let (said, used) = compile_for(target, source.as_bytes(), &NoIncludes);
        assert!(used < MEGABYTES, "{what}: {used} MB");
        assert_eq!(said.matches(" error: ").count(), 1, "{what}\n{said}");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what}\n{said}");
    }
    insta::assert_snapshot!(text);
}

/// `incN.h` includes the next one twice, and so on without end.
struct Doubling;

impl IncludeResolver for Doubling {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let number: u32 = path.trim_matches(|c: char| !c.is_ascii_digit()).parse().map_err(|_| "no number")?;
        let line = format!("#include \"inc{}.h\"\n", number + 1);
        let bytes = if number == 30 { b"int x;\n".to_vec() } else { line.repeat(2).into_bytes() };
        Ok(Some(IncludedFile { name: path.to_owned(), bytes }))
    }
}

/// A megabyte of comment that includes itself.
struct Large;

impl IncludeResolver for Large {
    fn resolve(&self, path: &str, _: &str, _: bool) -> Result<Option<IncludedFile>, String> {
        let mut bytes = b"#include \"a.h\"\n/*".to_vec();
        bytes.resize(1 << 20, b'x');
        Ok(Some(IncludedFile { name: path.to_owned(), bytes }))
    }
}

#[test]
fn files_that_include_each_other_come_to_an_end() {
    let (said, used) = compile(b"#include \"inc0.h\"\n", &Doubling);
    assert!(used < MEGABYTES, "{used} MB");
    let (large, used) = compile(b"#include \"a.h\"\n", &Large);
    assert!(used < MEGABYTES, "{used} MB");
    let first = |text: &str| text.lines().find(|line| line.contains(" error: ")).unwrap_or_default().to_owned();
    insta::assert_snapshot!(format!("{}\n{}\n", first(&said), first(&large)));
}

#[test]
fn what_is_no_source_is_reported_in_one_line() {
    let mut numbers = 1u64;
    let noise: Vec<u8> = (0..1 << 20)
        .map(|_| {
            numbers = numbers.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (numbers >> 56) as u8
        })
        .collect();
    let huge = vec![b' '; (64 << 20) + 1];
    let said = [compile(&noise, &NoIncludes).0, compile(&huge, &NoIncludes).0].concat();
    insta::assert_snapshot!(said);
}

#[test]
fn a_source_may_end_with_a_zero_and_have_comments_in_any_encoding() {
    for source in
        [&b"[numthreads(1, 1, 1)] void main() {} // \xe9t\xe9\n"[..], b"[numthreads(1, 1, 1)] void main() {}\n\0"]
    {
        let options = Options::default().with(|options| options.target = "cs_6_6".parse().ok());
        let output = Compiler::new(options).compile("a.hlsl", source, &NoIncludes);
        assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
    }
}

#[test]
fn a_budget_can_be_given_another_size() {
    let mut options = Options::default().with(|options| options.target = "cs_6_6".parse().ok());
    let mut said = String::new();
    for (name, size) in [("arms", 3), ("arm", 3), ("nosuch", 1), ("nesting", 1 << 40)] {
        // Writing to a string cannot fail.
        let _ = writeln!(said, "{name}={size}: {:?}", options.budgets.set(name, size));
    }
    let source = compute("", "switch (i) { case 0: case 1: case 2: case 3: o[0] = 1; }");
    said += &Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes).render(Style::Clang, false);
    insta::assert_snapshot!(said);
}

/// A caller may compile on a thread of its own with little stack.
#[test]
fn the_deepest_nesting_fits_a_small_stack() {
    let depth = 120;
    let sources = [
        compute("", &format!("o[0] = {}i{};", "(".repeat(depth), ")".repeat(depth))),
        compute("", &format!("{}o[0] = 1;{}", "if (o[i] > 1) {".repeat(depth), "}".repeat(depth))),
        compute("", &format!("{}o[0] = 1;{}", "for (uint k = 0; k < i; k++) {".repeat(depth), "}".repeat(depth))),
        compute("", &format!("o[0] = {};", nested_calls("sin", depth, "o[1]"))),
        compute("", &format!("o[0] = {}o[1]{};", "o[".repeat(depth), "]".repeat(depth))),
        compute("", &format!("o[0] = {}1;", "i > 1 ? 2 : ".repeat(depth))),
    ];
    let run = move || {
        for source in &sources {
            let options = Options::default().with(|options| options.target = "cs_6_6".parse().ok());
            let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
            assert!(output.is_ok(), "{}", output.render(Style::Clang, false));
        }
    };
    // Code that is not optimised takes several times the stack of the code that is shipped.
    let stack = if cfg!(debug_assertions) { 4 << 20 } else { 512 << 10 };
    std::thread::Builder::new().stack_size(stack).spawn(run).unwrap().join().unwrap();
}

/// What little source there is, and what a copy of a copy of a copy comes to.
fn doubling() -> Vec<(&'static str, String)> {
    let many = |count: usize, row: &dyn Fn(usize) -> String| (0..count).map(row).collect::<String>();
    let pairs = "template<typename T, typename U> struct P { float a; };\ntypedef P<float, float> T0;\n";
    let numbers = "template<int N> struct S { static const int v = ";
    let last = "template<> struct S<0> { static const int v = 1; };";
    vec![
        (
            "the name of a template of two such templates of two",
            compute(
                &format!("{pairs}{}", many(24, &|i| format!("typedef P<T{i}, T{i}> T{};\n", i + 1))),
                "T24 x; x.a = o[1]; o[0] = x.a;",
            ),
        ),
        (
            "a function of such a template",
            compute(
                &format!(
                    "{pairs}{}float f(T24 x) {{ return x.a; }}\ntemplate<typename T> float g(T x) {{ return x.a; }}",
                    many(24, &|i| format!("typedef P<T{i}, T{i}> T{};\n", i + 1))
                ),
                "T24 x; x.a = o[1]; o[0] = f(x) + g(x);",
            ),
        ),
        (
            "default arguments that each need two",
            compute(
                &format!(
                    "float f0() {{ return 1; }}\n{}",
                    many(40, &|i| format!("float f{}(float a = f{i}() + f{i}()) {{ return a; }}\n", i + 1))
                ),
                "o[0] = f40();",
            ),
        ),
        (
            "default arguments of templates that each need two",
            compute(
                "template<int N> struct S { static int f(int a = S<N - 1>::f() + S<N - 1>::f()) { return a; } };\ntemplate<> struct S<0> { static int f() { return 1; } };",
                "o[0] = S<40>::f();",
            ),
        ),
        ("a function in its own default argument", compute("float f(float a = f()) { return a; }", "f();")),
        ("only its size", compute("float f(float a = sizeof(f())) { return a; }", "f();")),
        (
            "a static method in its own default argument",
            compute("struct S { static float f(float a = S::f()) { return a; } };", "o[0] = S::f();"),
        ),
        (
            "a circle through a struct in a struct",
            compute(
                "struct S { struct T { static float g(float b = S::f()) { return b; } }; static float f(float a = T::g()) { return a; } };",
                "o[0] = S::f();",
            ),
        ),
        ("the next instance", compute("template<int N> int f(int a = f<N + 1>()) { return a; }", "o[0] = f<1>();")),
        (
            "the next instance of a struct",
            compute(
                "template<int N> struct S { static int f(int a = S<N + 1>::f()) { return a; } };",
                "o[0] = S<1>::f();",
            ),
        ),
        (
            "instances in many parentheses",
            compute(
                &format!("{numbers}{}S<N - 1>::v{}; }};\n{last}", "(".repeat(240), ")".repeat(240)),
                "o[0] = S<120>::v;",
            ),
        ),
        (
            "instances in many arguments of templates",
            compute(
                &format!(
                    "template<typename T> struct P {{ T a; }};\ntemplate<int N> struct S {{ {}S<N - 1> {}v; }};\ntemplate<> struct S<0> {{ int v; }};",
                    "P< ".repeat(60),
                    "> ".repeat(60)
                ),
                "S<120> x; o[0] = 1;",
            ),
        ),
        (
            "structs that hold a resource in arrays in arrays",
            compute(
                &format!(
                    "struct R0 {{ Texture2D<float> t; float x; }};\n{}R8 r;",
                    many(8, &|i| format!("struct R{} {{ R{i} a[8]; }};\n", i + 1))
                ),
                &format!("o[0] = r{}.t.Load(int3(0, 0, 0));", ".a[0]".repeat(8)),
            ),
        ),
    ]
}

/// Each compiles, or ends in an error.
#[test]
fn what_doubles_in_a_small_source_stays_small() {
    let mut text = String::new();
    let mut chain = "float f0() { return 1; }\n".to_owned();
    for i in 0..3000 {
        // Writing to a string cannot fail.
        let _ = writeln!(chain, "float f{}(float a = f{i}()) {{ return a; }}", i + 1);
    }
    let chain = compute(&chain, "o[0] = f3000();");
    for (what, source) in doubling() {
        assert!(source.len() < 2200, "{what} has {} bytes", source.len());
        double(what, &source, &mut text);
    }
    double("default arguments of default arguments", &chain, &mut text);
    insta::assert_snapshot!(text);
}

/// On a thread with the stack of a process.
fn double(what: &str, source: &str, text: &mut String) {
    println!("{what}");
    for target in ["cs_6_6", "spirv"] {
        let options = Options::default().with(|options| {
            options.target = "cs_6_6".parse().ok();
            options.verify_each = false;
            options.debug.wanted = true;
            options.debug.embed = true;
            if target == "spirv" {
                options.backend = hlslc::options::Backend::Spirv;
            }
        });
        let source = source.to_owned();
        let (output, used) = std::thread::Builder::new()
            .stack_size(8 << 20)
            .spawn(move || {
                MEMORY.reset_peak_usage();
                let before = MEMORY.current_usage_as_mb();
                let start = Instant::now();
                let output = Compiler::new(options).compile("a.hlsl", source.as_bytes(), &NoIncludes);
                let used = MEMORY.peak_usage_as_mb() - before;
                println!("{:>8.2?} {used:>6.1} MB", start.elapsed());
                (output, used)
            })
            .expect("a thread")
            .join()
            .expect("it does not panic");
        assert!(used < 200.0, "{what}: {used} MB");
        let said = output.render(Style::Clang, false);
        let errors = said.matches(" error: ").count();
        assert!(errors == usize::from(output.object.is_none()), "{what}\n{said}");
        let said = said.lines().find(|line| line.contains(" error: ")).unwrap_or("it compiles").to_owned();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{what}, {target}: {said}");
    }
}
