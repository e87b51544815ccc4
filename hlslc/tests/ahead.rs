//! Tests sources of which the entry point reaches a small part: with threads the object is made of that part while other threads check the
//! rest. Bytes and messages are those of one thread.

use hlslc::{Compiler, Memory, NoIncludes, Options, Output, Style, ThreadCount, Threads, Work};
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// As many functions as a large library of headers has, each calling the one before, and an entry point that calls number 7.
fn source(first: &str, body: &str) -> String {
    let mut text =
        format!("Texture2D<float4> Tex : register(t3);\ncbuffer Frame : register(b1) {{ float4 scale; }}\n{first}\n");
    for number in 0..450 {
        let call = if number > 0 { format!("n = f{}(n, {number}u) * n.yzx;", number - 1) } else { String::new() };
        let _ = writeln!(
            text,
            "float3 f{number}(float3 n, uint mode) {{ if ((mode & 3u) != 0u) {{ {call} }} \
             for (uint k = 0; k < 3u; ++k) n = n * n.x + float3(scale.xy, {number}.5f); return n; }}"
        );
    }
    format!(
        "{text}{body}\nfloat4 main(float3 n : NORMAL) : SV_Target {{ return float4(f7(n, 5u) + own(n), 1) * scale; }}\n"
    )
}

static DIVIDED: AtomicU32 = AtomicU32::new(0);

fn compile(source: &str, profile: &str, threads: Option<Threads>) -> Output {
    let options = Options::default().with(|options| options.target = Some(profile.parse().expect("a target")));
    let compiler = Compiler::new(options);
    let compiler = match threads {
        Some(threads) => compiler.with_threads(threads),
        None => compiler,
    };
    compiler.compile("a.hlsl", source.as_bytes(), &NoIncludes)
}

const TWO: Threads = Threads {
    count: ThreadCount::Of(2),
    run: |here: &mut dyn FnMut(), others: &mut [&mut Work<'_>]| {
        DIVIDED.fetch_add(1, Ordering::Relaxed);
        std::thread::scope(|scope| {
            for work in others {
                drop(std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work));
            }
            here();
        });
    },
};

#[test]
fn what_two_threads_make_of_a_source_is_what_one_makes() {
    let own = "float3 own(float3 n) { return n + Tex.Load(int3(1, 2, 0)).xyz; }";
    for (what, first, body, is_ok) in [
        ("nothing to say", "", own, true),
        ("a warning where nothing is reached", "float away(float3 n) { float x = n; return x; }", own, true),
        (
            "warnings on both sides",
            "float away(float3 n) { float x = n; return x; }",
            "float3 own(float3 n) { float x = n; return x; } float away2(float3 n) { float x = n; return x; }",
            true,
        ),
        (
            "a template that both sides use",
            "template<typename T> T narrow(float3 n) { T x = n; return x; } float away(float3 n) { return narrow<float>(n); }",
            "float3 own(float3 n) { return narrow<float>(n) + narrow<float2>(n).x; }",
            true,
        ),
        (
            "what is hidden of a template that both sides use",
            "template<typename T> T wide(float3 n) { T x = (min16float)n.x; return x; } float away(float3 n) { return wide<float>(n); }",
            "float3 own(float3 n) { return wide<float>(n); }",
            true,
        ),
        (
            "a loop without an end, which a hidden warning explains",
            "float away(float3 n) { float x = (min16float)n.x; return x; }",
            "float3 own(float3 n) { for (uint i = 3; i >= 0; i--) n = n * n; return n; }",
            false,
        ),
        (
            "methods",
            "struct S { float3 v; float3 a() { return v; } float b() { return v; } };",
            "float3 own(float3 n) { S s; s.v = n; return s.a(); }",
            true,
        ),
        ("an error where nothing is reached", "float away(float3 n) { return nothing(n); }", own, false),
        ("an error that is reached", "", "float3 own(float3 n) { return nothing(n); }", false),
        ("what is no HLSL", "float away(float3 n) { return + ; }", own, false),
        ("recursion", "", "float3 own(float3 n) { return n.x > 0 ? own(n - 1) : n; }", false),
        ("a brace that lacks", "float away(float3 n) { return n.x;", own, false),
        (
            "what passes report",
            "Texture2D<float4> All[] : register(t9);",
            "float3 own(float3 n) { uint i = n.x; return All[i].Load(int3(0, 0, 0)).xyz; }",
            true,
        ),
        (
            "an error of passes",
            "",
            "float3 own(float3 n) { int2 at = n.xy; return Tex.Load(int3(1, 2, 0), at).xyz; }",
            false,
        ),
    ] {
        let source = source(first, body);
        let before = DIVIDED.load(Ordering::Relaxed);
        let (one, two) = (compile(&source, "ps_6_6", None), compile(&source, "ps_6_6", Some(TWO)));
        let is_divided = DIVIDED.load(Ordering::Relaxed) > before;
        assert_eq!(is_divided, what != "a brace that lacks", "{what}");
        let said = one.render(Style::Excerpt, false);
        assert_eq!(two.render(Style::Excerpt, false), said, "{what}");
        assert_eq!(two.object, one.object, "{what}");
        assert_eq!(two.root_signature, one.root_signature, "{what}");
        assert_eq!(one.is_ok(), is_ok, "{what}: {said}");
    }
}

/// A clock that goes on by a millisecond whenever it is read.
fn tick() -> Duration {
    static NOW: AtomicU32 = AtomicU32::new(0);
    Duration::from_millis(NOW.fetch_add(1, Ordering::Relaxed).into())
}

#[test]
fn the_times_of_a_source_that_is_divided_are_those_of_its_stages() {
    // What is found in an instance and not shown does not keep it from being divided.
    let hidden = "template<typename T> T wide(min16float n) { T x = n; return x; } float away(float3 n) { return wide<float>((min16float)n.x); }";
    let source = source(hidden, "float3 own(float3 n) { return wide<float>((min16float)n.x); }");
    let options = Options::default().with(|options| options.target = Some("ps_6_6".parse().expect("a target")));
    let timed = Compiler::new(options).with_threads(TWO).with_clock(tick);
    let output = timed.compile("a.hlsl", source.as_bytes(), &NoIncludes);
    assert_eq!(output.object, compile(&source, "ps_6_6", None).object);
    let stages: Vec<&str> = output.timings.iter().map(|(stage, _)| stage.as_str()).collect();
    assert_eq!(stages[..5], ["preprocess", "divide", "parse", "check", "lower"]);
    assert_eq!(stages.last(), Some(&"check the rest"));
    assert!(output.timings.iter().all(|(_, seconds)| *seconds > 0.0));
}

#[test]
fn what_one_process_learns_of_headers_serves_the_next() {
    let compile = |source: &str, memory: &Arc<Memory>| {
        let options = Options::default().with(|options| options.target = Some("ps_6_6".parse().expect("a target")));
        let compiler = Compiler::new(options).with_memory(memory.clone());
        let output = compiler.compile("a.hlsl", source.as_bytes(), &NoIncludes);
        (output.object.clone(), output.render(Style::Excerpt, false))
    };
    let own = |text: &str| format!("float3 own(float3 n) {{ return n + {text}; }}");
    let warned = "float away(float3 n) { float x = n; return x; }";
    let first = Arc::new(Memory::default());
    compile(&source(warned, &own("1")), &first);
    let learnt = first.learnt().expect("there is much to learn");
    // The same headers, another shader: nothing of them is learnt, and nothing is lost.
    let second = Arc::new(Memory::with_learnt(&learnt));
    let other = source(warned, &own("2"));
    assert_eq!(compile(&other, &second), compile(&other, &Arc::default()));
    let both = Memory::with_learnt(&second.learnt().expect("the functions of the shader are new"));
    assert!(both.learnt().is_none(), "nothing is learnt without a compilation");
    let again = Arc::new(both);
    assert_eq!(compile(&other, &again), compile(&other, &Arc::default()));
    assert!(again.learnt().is_none(), "all of it was known");
    // An error in what is not reached is found if only that is new.
    let wrong = source(&warned.replace("return x", "return y"), &own("2"));
    assert_eq!(compile(&wrong, &again), compile(&wrong, &Arc::default()));
    // Bytes that are something else say nothing.
    let odd = Arc::new(Memory::with_learnt(&learnt[3..learnt.len() / 2]));
    assert_eq!(compile(&wrong, &odd), compile(&wrong, &Arc::default()));
}
