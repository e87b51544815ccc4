// Entry points of every stage. The format is described in `linking.rs`.

//==== a_vertex_shader: -T vs_6_0 -E main
//---- a
export float4 place(float3 p, float by) { return float4(p * by, 1); }
//---- b
float4 place(float3 p, float by);
[shader("vertex")] float4 main(float3 p : POSITION, uint id : SV_VertexID, out float2 uv : TEXCOORD) : SV_Position {
    uv = p.xy * 0.5;
    return place(p, 1 + id);
}

//==== a_pixel_shader_discards: -T ps_6_0 -E main
//! not of containers: a library has no function that discards, as its stage is not known
//---- a
export void cut(float a) { clip(a - 0.5); }
//---- b
void cut(float a);
[shader("pixel")] float4 main(float4 c : COLOR) : SV_Target { cut(c.a); return c * 2; }

//==== a_pixel_shader_takes_derivatives: -T ps_6_0 -E main
//---- a
export float slope(float2 x) { return ddx(x.x) + ddy_fine(x.y); }
//---- b
float slope(float2 x);
[shader("pixel")] float2 main(float2 c : COLOR) : SV_Target { return float2(slope(c), slope(c.yx * 3)); }

//==== a_geometry_shader: -T gs_6_0 -E main
//---- a
export float4 moved(float4 p, uint at) { return p + at; }
//---- b
float4 moved(float4 p, uint at);
struct V { float4 p : SV_Position; float c : COLOR; };
[shader("geometry")] [maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> s) {
    for (uint k = 0; k < 3; k++) { V o = v[k]; o.p = moved(o.p, k); s.Append(o); }
}

//==== a_hull_shader: -T hs_6_0 -E main
//---- a
export float density(float3 p) { return 1 + abs(p.x); }
//---- b
float density(float3 p);
struct P { float3 p : POSITION; };
struct F { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
F split(InputPatch<P, 3> patch) {
    F f;
    f.edges[0] = density(patch[0].p); f.edges[1] = density(patch[1].p); f.edges[2] = 2;
    f.inside = density(patch[2].p);
    return f;
}
[shader("hull")] [domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)] [patchconstantfunc("split")]
P main(InputPatch<P, 3> patch, uint i : SV_OutputControlPointID) { P o; o.p = patch[i].p * density(patch[i].p); return o; }

//==== a_domain_shader: -T ds_6_0 -E main
//---- a
export float3 bend(float3 p, float3 where) { return p * where.x + where.yzx; }
//---- b
float3 bend(float3 p, float3 where);
struct P { float3 p : POSITION; };
struct F { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; };
[shader("domain")] [domain("tri")] float4 main(F f, const OutputPatch<P, 3> patch, float3 at : SV_DomainLocation) : SV_Position {
    return float4(bend(patch[1].p, at), f.inside);
}

//==== a_mesh_shader: -T ms_6_5 -E main
//---- a -T lib_6_5
export float4 corner(uint i, uint g) { return float4(i, g, i * g, 1); }
//---- b -T lib_6_5
float4 corner(uint i, uint g);
struct V { float4 p : SV_Position; };
[shader("mesh")] [outputtopology("triangle")] [numthreads(3, 1, 1)]
void main(uint i : SV_GroupIndex, uint g : SV_GroupID, out vertices V v[3], out indices uint3 t[1]) {
    SetMeshOutputCounts(3, 1);
    v[i].p = corner(i, g);
    if (i == 0) t[0] = uint3(0, 1, 2);
}

//==== an_amplification_shader: -T as_6_5 -E main
//---- a -T lib_6_5
export uint pick(uint i) { return i * 3 + 1; }
//---- b -T lib_6_5
uint pick(uint i);
struct Load { uint which[4]; };
groupshared Load load;
[shader("amplification")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
    load.which[i] = pick(i);
    DispatchMesh(4, 1, 1, load);
}

//==== one_of_several_entry_points: -T vs_6_0 -E first
//---- a
export float4 f(float4 x) { return x.wzyx; }
//---- b
float4 f(float4 x);
[shader("vertex")] float4 first(float4 p : P) : SV_Position { return f(p); }
[shader("pixel")] float4 second(float4 p : P) : SV_Target { return f(p) + 1; }
[shader("compute")] [numthreads(1, 1, 1)] void third() {}

//==== another_of_several_entry_points: -T ps_6_0 -E second
//---- a
export float4 f(float4 x) { return x.wzyx; }
//---- b
float4 f(float4 x);
[shader("vertex")] float4 first(float4 p : P) : SV_Position { return f(p); }
[shader("pixel")] float4 second(float4 p : P) : SV_Target { return f(p) + 1; }

//==== a_library_alone_becomes_a_shader: -T cs_6_0 -E main
//---- a
RWBuffer<uint> Out : register(u0);
export uint twice(uint x) { return 2 * x; }
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = twice(i); }

//==== nothing_defines_the_function: -T cs_6_0 -E main
//! fails E1020
//---- b
uint twice(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = twice(i); }

//==== two_libraries_define_the_function: -T cs_6_0 -E main
//! fails E1021
//---- a
export uint twice(uint x) { return 2 * x; }
//---- c
export uint twice(uint x) { return x << 1; }
//---- b
uint twice(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = twice(i); }

//==== two_libraries_define_the_entry_point: -T cs_6_0 -E main
//! fails E1021
//---- a
[shader("compute")] [numthreads(8, 1, 1)] void main() {}
//---- b
[shader("compute")] [numthreads(4, 1, 1)] void main() {}

//==== the_entry_point_is_of_another_stage: -T cs_6_0 -E main
//! fails E1025
//---- a
[shader("pixel")] float4 main() : SV_Target { return 1; }

//==== the_function_is_no_entry_point: -T cs_6_0 -E \01?update@@YAXXZ
//! fails E1026
//---- a
RWBuffer<uint> Out : register(u0);
export void update() { Out[0] = 1; }

//==== there_is_no_such_entry_point: -T cs_6_0 -E nowhere
//! fails E1027
//---- a
[shader("compute")] [numthreads(1, 1, 1)] void main() {}

//==== functions_of_two_libraries_call_each_other_in_a_circle: -T cs_6_0 -E main
//! fails E1028
//! without DXC: its linker does not end
//---- a
uint b(uint x);
export uint a(uint x) { return x > 3 ? b(x - 1) : 1; }
//---- b
uint a(uint x);
export uint b(uint x) { return a(x) + 1; }
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = a(i); }

//==== a_struct_of_other_members_is_passed: -T cs_6_0 -E main
//! fails E1024
//! without DXC: its linker does not compare them
//---- a
struct Item { float x; float y; };
export float f(Item item) { return item.y; }
//---- b
struct Item { float3 x; };
float f(Item item);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Item item = { float3(1, 2, i) }; Out[i] = f(item); }

//==== numbers_of_16_bits_are_of_two_kinds: -T cs_6_2 -E main
//! fails E1032
//! without DXC: it takes the word of the library with the entry point
//---- a -enable-16bit-types
export float f(float x) { return (float)((float16_t)x * (float16_t)3); }
//---- b
float f(float x);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = f((min16float)i * (min16float)0.3); }

//==== the_root_signature_of_an_entry_point_comes_along: -T vs_6_6 -E main
//---- a
float4 turned(float4 p);
cbuffer Scale : register(b1) { float scale; };
[RootSignature("RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT), CBV(b1, visibility = SHADER_VISIBILITY_VERTEX)")]
[shader("vertex")] float4 main(float4 p : P) : SV_Position { return turned(p) * scale; }
//---- b
export float4 turned(float4 p) { return p.wzyx; }
