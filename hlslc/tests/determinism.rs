//! Same input, same bytes: twice, on two threads at once, and for both targets.

use hlslc::options::Backend;
use hlslc::{Compiler, NoIncludes, Options};

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
    let options = Options { target: Some("cs_6_6".parse().expect("a profile")), backend, ..Options::default() };
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
