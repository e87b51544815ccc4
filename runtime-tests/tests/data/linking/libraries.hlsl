// Libraries that become a library. The format is described in `linking.rs`.

//==== a_library_of_two: -T lib_6_3
//---- a
export uint twice(uint x) { return 2 * x; }
//---- b
uint twice(uint x);
export uint more(uint x) { return twice(x) + 1; }
[shader("pixel")] float4 main(uint x : X) : SV_Target { return more(x); }

//==== functions_get_other_names: -T lib_6_3 -exports renamed,cloned=twice;main
//---- a
export uint twice(uint x) { return 2 * x; }
export uint other(uint x) { return 3 * x; }
//---- b
uint twice(uint x);
[shader("pixel")] float4 main(uint x : X) : SV_Target { return twice(x); }

//==== functions_are_named_by_symbols: -T lib_6_3 -exports renamed=\01?twice@@YAII@Z
//---- a
export uint twice(uint x) { return 2 * x; }
export uint other(uint x) { return 3 * x; }

//==== names_are_swapped: -T lib_6_3 -exports one=two;two=one
//---- a
uint two(uint x);
export uint one(uint x) { return two(x) + 1; }
//---- b
export uint two(uint x) { return x * 2; }

//==== several_lists_of_exports: -T lib_6_3 -exports renamed=one -exports two
//---- a
float outside1();
export float one() { return outside1(); }
//---- b
float outside2();
export float two() { return outside2(); }
export float three() { return 3; }

//==== shaders_alone_are_exported: -T lib_6_3 -export-shaders-only
//---- a
export uint twice(uint x) { return 2 * x; }
//---- b
uint twice(uint x);
[shader("pixel")] float4 main(uint x : X) : SV_Target { return twice(x); }
[shader("vertex")] float4 other(uint x : X) : SV_Position { return x; }

//==== calls_may_be_left_open: -T lib_6_3
//---- a
float outside1();
float outside2();
float b();
export float a() { return 11 * outside1() * outside2(); }
export float call_b() { return b(); }
//---- b
float outside1();
float a();
export float b() { return 22 * outside1(); }
export float call_a() { return a(); }

//==== a_constructor_is_kept: -T lib_6_3
//---- a
float start;
static float value = start + 1;
export float get() { return value; }
//---- b
float get();
export float more() { return get() + 1; }

//==== resources_of_both_are_there: -T lib_6_3
//---- a
Buffer<uint> In : register(t0);
cbuffer C : register(b0) { uint by; };
export uint get(uint at) { return In[at] * by; }
//---- b
cbuffer C : register(b0) { uint by; };
uint get(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i) + by; }

//==== shaders_of_rays: -T lib_6_3
//---- a -T lib_6_3
struct Payload { float4 colour; };
RaytracingAccelerationStructure Scene : register(t0);
export float4 trace(float3 from, float3 to) {
    RayDesc ray = { from, 0.01, to, 100 };
    Payload p = { (float4)0 };
    TraceRay(Scene, 0, 255, 0, 1, 0, ray, p);
    return p.colour;
}
//---- b -T lib_6_3
struct Payload { float4 colour; };
float4 trace(float3 from, float3 to);
RWTexture2D<float4> Out : register(u0);
[shader("raygeneration")] void generate() { Out[DispatchRaysIndex().xy] = trace(0, float3(DispatchRaysIndex())); }
[shader("closesthit")] void hit(inout Payload p, BuiltInTriangleIntersectionAttributes a) { p.colour = float4(a.barycentrics, 0, 1); }
[shader("miss")] void miss(inout Payload p) { p.colour = 1; }

//==== a_callable_shader: -T lib_6_3
//---- a
export float grow(float x) { return x * 2; }
//---- b
struct Data { float x; };
float grow(float x);
[shader("callable")] void call(inout Data d) { d.x = grow(d.x); }

//==== nodes_of_a_work_graph: -T lib_6_8
//---- a -T lib_6_8
export uint mix(uint x) { return x * 2654435761u; }
//---- b -T lib_6_8
struct Record { uint x; };
uint mix(uint x);
RWBuffer<uint> Out : register(u0);
[shader("node")] [NodeLaunch("thread")] void work(ThreadNodeInputRecord<Record> r) { Out[r.Get().x & 63] = mix(r.Get().x); }

//==== the_library_stays_one_with_entry_points_of_many_stages: -T lib_6_3
//---- a
export float4 f(float4 x) { return x.wzyx; }
//---- b
float4 f(float4 x);
[shader("vertex")] float4 first(float4 p : P) : SV_Position { return f(p); }
[shader("pixel")] float4 second(float4 p : P) : SV_Target { return f(p) + 1; }
[shader("compute")] [numthreads(1, 1, 1)] void third() {}

//==== a_function_stays_a_function: -T lib_6_3
//---- a
[noinline] export uint slow(uint x) { return x * x + 1; }
//---- b
uint slow(uint x);
export uint more(uint x) { return slow(x) + slow(x + 1); }

//==== two_exports_collide: -T lib_6_3 -exports two=one;two
//! fails E1030
//---- a
export float one() { return 1; }
//---- b
export float two() { return 2; }

//==== an_export_is_not_there: -T lib_6_3 -exports new=nothing;one
//! fails E1029
//---- a
export float one() { return 1; }

//==== no_export_is_there: -T lib_6_3 -exports new=nothing
//! fails E1031
//---- a
export float one() { return 1; }

//==== the_validator_is_too_old: -T lib_6_3 -validator-version 1.2
//! fails E0641
//---- a
export float one() { return 1; }

//==== the_validator_is_an_older_one: -T lib_6_3 -validator-version 1.3
//---- a
export float one() { return 1; }
//---- b
float one();
export float two() { return one() + one(); }

//==== subobjects_come_along: -T lib_6_6
//---- a -T lib_6_6
GlobalRootSignature global = { "DescriptorTable(UAV(u0)), RootConstants(b0, num32BitConstants = 2)" };
StateObjectConfig config = { STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS };
RaytracingShaderConfig sizes = { 16, 8 };
struct Data { float x; };
[shader("callable")] void first(inout Data d) { d.x += 1; }
//---- b -T lib_6_6
LocalRootSignature own = { "CBV(b1), StaticSampler(s0)" };
RaytracingPipelineConfig depth = { 3 };
RaytracingPipelineConfig1 depth_and_more = { 2, RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES };
TriangleHitGroup triangles = { "", "near" };
ProceduralPrimitiveHitGroup boxes = { "", "near", "touch" };
SubobjectToExportsAssociation for_near = { "own", "near;touch" };
RaytracingShaderConfig sizes = { 16, 8 };
struct Payload { float4 color; };
struct Hit { float2 place; };
[shader("closesthit")] void near(inout Payload p, in Hit h) { p.color = float4(h.place, 0, 1); }
[shader("intersection")] void touch() { Hit h = { float2(1, 2) }; ReportHit(1, 0, h); }

//==== subobjects_of_one_name_differ: -T lib_6_6
//! not as DXC: it keeps one of the two
//! fails E1033
//---- a -T lib_6_6
RaytracingPipelineConfig depth = { 3 };
export float one() { return 1; }
//---- b -T lib_6_6
RaytracingPipelineConfig depth = { 4 };
export float two() { return 2; }

//==== root_signatures_of_one_name_differ: -T lib_6_6
//! not as DXC: it keeps one of the two
//! fails E1033
//---- a -T lib_6_6
GlobalRootSignature all = { "CBV(b0)" };
export float one() { return 1; }
//---- b -T lib_6_6
GlobalRootSignature all = { "CBV(b1)" };
export float two() { return 2; }

//==== payload_qualifiers_come_along: -T lib_6_7
//---- a -T lib_6_7
struct [raypayload] Payload {
    float4 color : read(caller) : write(closesthit, miss);
    uint depth : read(closesthit, caller) : write(caller);
};
struct Hit { float2 place; };
float4 tint(float4 color, uint depth);
[shader("closesthit")] void near(inout Payload p, in Hit h) { p.color = tint(h.place.xyxy, p.depth); }
[shader("miss")] void away(inout Payload p) { p.color = 0; }
//---- b -T lib_6_7
export float4 tint(float4 color, uint depth) { return color / (1 + depth); }

//==== matrices_go_through_a_library: -T lib_6_6
//! without DXC: what it links is not valid
//---- a
export float3x2 turned(float2x3 m) { return transpose(m); }
export void scale(inout column_major float4x4 m, float by) { m *= by; }
export void weigh(inout row_major float2x3 m, float by) { m[1] *= by; }
//---- b
float3x2 turned(float2x3 m);
export float2 last(float2x3 m) { return turned(m)[2]; }
