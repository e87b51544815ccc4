//! Same input, same bytes: twice, on two threads at once, for both targets, and on however many threads a library is worked on.

use hlslc::options::Backend;
use hlslc::{Compiler, NoIncludes, Options, ThreadCount, Threads, Work};

const SOURCE: &str = "
struct Light { float3 position; float power; };
cbuffer Scene { Light lights[4]; uint count; };
RWStructuredBuffer<float4> Out;
Buffer<float4> In;
groupshared float shared_values[64];

float falloff(float3 p, Light light) { float3 d = light.position - p; return light.power / dot(d, d); }

[numthreads(64, 1, 1)]
void main(uint id : SV_DispatchThreadID, uint index : SV_GroupIndex) {
    float4 p = In[id];
    float sum = 0;
    for (uint i = 0; i < count; ++i)
        sum += falloff(p.xyz, lights[i & 3]);
    shared_values[index] = sum;
    GroupMemoryBarrierWithGroupSync();
    Out[id] = p * shared_values[63 - index];
}
";

fn compile(backend: Backend) -> Vec<u8> {
    let options = Options::default().with(|options| {
        options.target = Some("cs_6_6".parse().expect("a profile"));
        options.backend = backend;
    });
    let output = Compiler::new(options).compile("shader.hlsl", SOURCE.as_bytes(), &NoIncludes);
    assert!(output.is_ok(), "{}", output.render(hlslc::Style::Clang, false));
    output.object.expect("an object")
}

#[test]
fn twice_and_on_two_threads() {
    for backend in [Backend::Dxil, Backend::Spirv] {
        let first = compile(backend);
        let others: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..2).map(|_| scope.spawn(|| compile(backend))).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        assert!(others.iter().all(|bytes| *bytes == first), "{backend:?}");
        assert_eq!(first, compile(backend));
    }
}

#[test]
fn a_compiler_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Compiler>();
}

/// A library with this many functions that threads share them: loops, tables, groups' memory, calls.
fn library(count: u32) -> String {
    use std::fmt::Write as _;
    let mut text =
        String::from("RWBuffer<float4> Out; static float kept = 1; float3 twice(float3 v) { return v * 2; }\n");
    text += "[shader(\"compute\")] [numthreads(1, 1, 1)] void entry() { Out[0] = kept; }\n";
    for at in 0..count {
        let _ = write!(
            text,
            "export float3 f{at}(float3 v, uint n, inout float4 more) {{\n  const float table[3] = {{ {at}, 0.5, {at}.25 }};\n  \
             float3 sum = twice(v);\n  for (uint i = 0; i < n; ++i) {{ if (sum.x > {at}) break; sum += v * table[i % 3]; }}\n  \
             more.xyz = cross(sum, v) * kept; kept += {at}; Out[n] = more.yxwz;\n  return normalize(sum + more.zzz);\n}}\n"
        );
    }
    text
}

fn on_threads(source: &str, threads: usize, backend: Backend) -> hlslc::Output {
    let options = Options::default().with(|options| {
        options.target = Some("lib_6_6".parse().expect("a profile"));
        options.backend = backend;
    });
    let run = |here: &mut dyn FnMut(), others: &mut [&mut Work<'_>]| {
        std::thread::scope(|scope| {
            for work in others {
                scope.spawn(work);
            }
            here();
        });
    };
    Compiler::new(options).with_threads(Threads { count: ThreadCount::Of(threads), run }).compile(
        "library.hlsl",
        source.as_bytes(),
        &NoIncludes,
    )
}

#[test]
fn a_library_is_the_same_on_any_number_of_threads() {
    let source = library(120);
    for backend in [Backend::Dxil, Backend::Spirv] {
        let one = on_threads(&source, 1, backend);
        assert!(one.is_ok(), "{}", one.render(hlslc::Style::Clang, false));
        for threads in [2, 3, 7] {
            assert!(on_threads(&source, threads, backend).object == one.object, "{backend:?}, {threads} threads");
        }
    }
}

#[test]
fn errors_are_the_same_on_any_number_of_threads() {
    // Each stops at another row of passes: a loop that cannot be unrolled, an offset that is no constant. What stands after an
    // error in the order of functions is reported as far as one thread would have come.
    let unrolled = "export float u(uint n) { float s = 0; [unroll] for (uint i = 0; i < n; ++i) s += i; return s; }\n";
    let offset = "Texture2D<float4> T; SamplerState S;\n\
                  export float4 o(int2 by) { return T.SampleLevel(S, 0, 0, by); }\n";
    let half = library(60);
    let other_half = half.lines().skip(1).collect::<Vec<_>>().join("\n").replace("export float3 f", "export float3 g");
    for middle in [[offset, unrolled], [unrolled, offset]] {
        let source = format!("{half}{}{other_half}{}", middle[0], middle[1]);
        let one = on_threads(&source, 1, Backend::Dxil).render(hlslc::Style::Clang, false);
        assert!(one.contains("error"), "{one}");
        for threads in [2, 3, 7] {
            assert_eq!(on_threads(&source, threads, Backend::Dxil).render(hlslc::Style::Clang, false), one);
        }
    }
}
