//! lib_6_3
//! lib_6_4 -enable-16bit-types
//! lib_6_5
//! lib_6_6
// A shader of every stage of the graphics pipeline, and compute.
struct Vertex { float4 position : SV_Position; float2 uv : UV; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
groupshared uint in_group[64];
groupshared float others[8];
RWStructuredBuffer<uint> output : register(u0);
Texture2D<float4> image : register(t0);
SamplerState state : register(s0);

[shader("vertex")] Vertex vertex(uint id : SV_VertexID, float2 at : AT) {
    Vertex result = { float4(at, id, 1), at };
    return result;
}
[shader("pixel")] float4 pixel(Vertex vertex, uint sample : SV_SampleIndex) : SV_Target { return image.Sample(state, vertex.uv) + sample; }
[shader("pixel")] float deep(Vertex vertex, out uint stencil : SV_StencilRef) : SV_Depth { stencil = 3; return ddx(vertex.uv.x); }
[shader("geometry")] [maxvertexcount(3)] void geometry(triangle Vertex corners[3], inout TriangleStream<Vertex> stream) {
    for (uint i = 0; i < 3; ++i) stream.Append(corners[i]);
}
Patch patch(InputPatch<Vertex, 3> corners) {
    Patch result = { { 1, 2, 3 }, corners[0].uv.x };
    return result;
}
[shader("hull")] [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("patch")] Vertex hull(InputPatch<Vertex, 3> corners, uint id : SV_OutputControlPointID) { return corners[id]; }
[shader("domain")] [domain("tri")] Vertex domain(Patch patch, float3 where : SV_DomainLocation, const OutputPatch<Vertex, 3> corners) {
    Vertex result = { corners[0].position * where.x, corners[1].uv * patch.inside };
    return result;
}
[shader("compute")] [numthreads(64, 1, 1)] void compute(uint index : SV_GroupIndex) {
    in_group[index] = index;
    GroupMemoryBarrierWithGroupSync();
    output[index] = in_group[63 - index];
}
[noinline] float shared_use(uint index) { others[index & 7] = index; return others[0]; }
[shader("compute")] [numthreads(8, 1, 1)] void through_a_call(uint index : SV_GroupIndex) { output[index] = shared_use(index); }
