//! Tests compilations that share a memory: the same bytes and the same messages as without it.

use hlslc::{Compiler, Memory, NoIncludes, Options, Output, Style};
use std::sync::Arc;
use std::time::Duration;

/// Functions that are reached for some values of `K` and not for others, that warn, and that are wrong.
const SOURCE: &str = "\
struct S { float3 v; float f(float a) { return a * K; } };
template<typename T> T twice(T a) { return a + a; }
float later(float a);
float narrow(float3 a) { float b = a; return b; }
float plain(float a) { for (int i = 0; i < 3; i++) a *= a; return a; }
#if K == 2
int odd(float a) { return later(a) + 1; }
#else
float odd(float a) { return a.xx; }
#endif
float by_template(float a) { return twice(a); }
float calls_odd(float a) { return odd(a) + plain(a); }
#if K == 5
float wrong(float a) { return nothing(a); }
#endif
float later(float a) { return a + 1; }
#pragma pack_matrix(row_major)
float rows(float2x3 m) { return m[1].z; }
namespace N { float inside(float a) { return plain(a) + 7; } }
float counts(float a) { static uint calls = 0; calls++; return calls; }
#if K == 6
float calls_odd(float a) { return 1; }
#endif
RWStructuredBuffer<float> Out;
cbuffer C { float2x3 m; };
#if K == 1
#define GROUP 1
#else
#define GROUP 2
#endif
[RootSignature(\"UAV(u0), CBV(b0)\")]
[numthreads(GROUP, 1, 1)]
void other(uint i : SV_DispatchThreadID) { Out[i] = plain(i); }
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
#if K == 1
    Out[i] = odd(i) + rows(m);
#elif K == 3
    Out[i] = N::inside(i);
#elif K == 4
    Out[i] = calls_odd(i) + counts(i);
#else
    Out[i] = K;
#endif
}
";

fn compile(k: u32, memory: Option<&Arc<Memory>>) -> Output {
    let mut options = Options::default().with(|options| options.target = Some("cs_6_0".parse().expect("a target")));
    options.defines.push(("K".to_owned(), k.to_string()));
    let compiler = Compiler::new(options);
    let compiler = match memory {
        Some(memory) => compiler.with_memory(memory.clone()),
        None => compiler,
    };
    compiler.compile("a.hlsl", SOURCE.as_bytes(), &NoIncludes)
}

#[test]
fn a_memory_changes_nothing_that_comes_out() {
    let memory = Arc::new(Memory::default());
    for round in 0..3 {
        for k in 0..8 {
            let (alone, remembered) = (compile(k, None), compile(k, Some(&memory)));
            let reported = |output: &Output| output.render(Style::Excerpt, false);
            assert_eq!(reported(&remembered), reported(&alone), "K = {k}, round {round}");
            assert_eq!(remembered.object, alone.object, "K = {k}, round {round}");
            assert_eq!(alone.is_ok(), k != 5 && k != 6, "{}", reported(&alone));
        }
    }
}

#[test]
fn the_same_program_is_compiled_once() {
    let source = "int unused() { return K; } RWBuffer<uint> Out; [numthreads(1, 1, 1)] void main() { Out[0] = MODE; }";
    let memory = Arc::new(Memory::default());
    let compile = |k: &str, mode: &str| {
        let mut options = Options::default().with(|options| options.target = Some("cs_6_0".parse().expect("a target")));
        options.defines = vec![("K".to_owned(), k.to_owned()), ("MODE".to_owned(), mode.to_owned())];
        let compiler = Compiler::new(options).with_memory(memory.clone()).with_clock(|| Duration::ZERO);
        let output = compiler.compile("a.hlsl", source.as_bytes(), &NoIncludes);
        (output.timings.iter().any(|(stage, _)| stage == "lower"), output.object.expect("it compiles"))
    };
    let (first, second) = (compile("1", "1"), compile("1", "1"));
    assert_eq!((first.0, second.0), (true, false));
    assert_eq!(first.1, second.1);
    // A function that is known and not reached is not of the program.
    assert_eq!(compile("2", "1"), (true, first.1.clone()));
    assert_eq!(compile("2", "1"), (false, first.1.clone()));
    let other = compile("1", "2");
    assert!(other.0 && other.1 != first.1);
}
