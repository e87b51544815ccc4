//! cs_6_0 main
//! cs_6_2 main
//! cs_6_6 main
// Structured buffers of nested structs, partial stores.
struct Inner { float2 uv; int id; };
struct Outer { float3 position; Inner parts[2]; double weight; };
StructuredBuffer<Outer> source : register(t0);
RWStructuredBuffer<Outer> target : register(u0);
RWStructuredBuffer<float> sums : register(u1);
[numthreads(16, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Outer o = source[id.x];
    target[id.x].position.y = o.position.z;
    target[id.x].parts[id.y & 1].id = o.parts[0].id + 1;
    target[id.x + 1] = o;
    sums[id.x] = float(o.weight) + o.parts[1].uv.x;
}
