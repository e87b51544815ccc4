// Resources of several libraries. The format is described in `linking.rs`.

//==== only_the_library_has_the_resource: -T cs_6_0 -E main
//---- a
Buffer<uint> In : register(t2);
export uint get(uint at) { return In[at]; }
//---- b
uint get(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i) ^ get(i + 1); }

//==== both_declare_the_resource: -T cs_6_0 -E main
//---- a
RWBuffer<uint> Out : register(u0);
export void put(uint at, uint value) { Out[at] = value; }
//---- b
RWBuffer<uint> Out : register(u0);
void put(uint at, uint value);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    put(i, i * 3);
    Out[i + 64] = Out[i] + 1;
}

//==== only_one_names_the_register: -T cs_6_0 -E main
//! not as DXC: it takes the first library's word for it, here that there is none
//---- a
RWBuffer<uint> Out;
export void put(uint at, uint value) { Out[at] = value; }
//---- b
RWBuffer<uint> Out : register(u3);
void put(uint at, uint value);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    put(i, i * 3);
    Out[i + 64] = 1;
}

//==== both_declare_the_buffer_of_constants: -T cs_6_0 -E main
//---- a
cbuffer Settings : register(b1) { float4 scale; uint count; float2x2 m; };
export float get(uint at) { return at < count ? scale[at & 3] : m[at & 1][1]; }
//---- b
cbuffer Settings : register(b1) { float4 scale; uint count; float2x2 m; };
float get(uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i) * scale.w; }

//==== a_buffer_of_constants_by_its_type: -T cs_6_0 -E main
//---- a
struct Settings { float a; float b[3]; };
ConstantBuffer<Settings> settings : register(b0, space1);
export float get(uint at) { return settings.a + settings.b[at % 3]; }
//---- b
float get(uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== a_texture_buffer: -T cs_6_0 -E main
//---- a
tbuffer Table : register(t0) { float4 rows[4]; };
export float get(uint at) { return rows[at & 3].y; }
//---- b
float get(uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== an_array_of_resources_is_indexed: -T cs_6_0 -E main
//---- a
Buffer<uint> In[3] : register(t1);
export uint get(uint which, uint at) { return In[which][at]; }
//---- b
uint get(uint which, uint at);
Buffer<uint> In[3] : register(t1);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID, uint3 g : SV_GroupID) { Out[i] = get(g.y, i) + In[2][i]; }

//==== structs_lie_in_a_buffer: -T cs_6_0 -E main
//---- a
struct Item { float3 place; uint count; float2x3 m; };
StructuredBuffer<Item> Items : register(t0);
export float get(uint at) { Item item = Items[at]; return item.place.y + item.m[1][2] * (item.count & 3); }
//---- b
struct Item { float3 place; uint count; float2x3 m; };
StructuredBuffer<Item> Items : register(t0);
RWStructuredBuffer<Item> Out : register(u0);
float get(uint at);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Item item = Items[i];
    item.place.x = get(i);
    Out[i] = item;
}

//==== bytes_are_read_and_counted: -T cs_6_0 -E main
//---- a
RWByteAddressBuffer Bytes : register(u1);
export uint count(uint at) { uint old; Bytes.InterlockedAdd(4 * at, 3, old); return Bytes.Load(4 * at); }
//---- b
uint count(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = count(i); }

//==== a_texture_is_sampled: -T ps_6_0 -E main
//---- a
Texture2D<float4> Picture : register(t0);
SamplerState Linear : register(s0);
export float4 look(float2 at) { return Picture.SampleLevel(Linear, at, 0); }
//---- b
float4 look(float2 at);
[shader("pixel")] float4 main(float2 at : AT) : SV_Target { return look(at) + look(at.yx * 0.5); }

//==== registers_are_given_when_linked: -T cs_6_0 -E main
//---- a
Buffer<uint> In;
export uint get(uint at) { return In[at]; }
//---- b
uint get(uint at);
RWBuffer<uint> Out;
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== variables_outside_of_buffers: -T cs_6_0 -E main
//---- a
float scale; uint count;
export float get(uint at) { return at < count ? scale : -scale; }
//---- b
float get(uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== a_descriptor_heap: -T cs_6_6 -E main
//! not run: there is no heap
//---- a -T lib_6_6
export uint get(uint at) { Buffer<uint> b = ResourceDescriptorHeap[at & 1]; return b[at]; }
//---- b -T lib_6_6
uint get(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== a_list_is_appended_to: -T cs_6_0 -E main
//---- a
AppendStructuredBuffer<uint> List : register(u1);
export void keep(uint x) { if (x & 1) List.Append(x); }
//---- b
void keep(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(1, 1, 1)] void main(uint3 i : SV_GroupID) { keep(2 * i.x + 1); Out[i.x] = i.x; }

//==== a_library_of_6_3_is_linked_for_6_6: -T ps_6_6 -E main
//---- a -T lib_6_3
cbuffer C : register(b0) { float4 colour; };
Texture2D<float4> Picture : register(t0);
SamplerState Linear : register(s0);
export float4 shade(float2 at) { return Picture.SampleLevel(Linear, at, 0) * colour; }
//---- b -T lib_6_3
float4 shade(float2 at);
[shader("pixel")] float4 main(float2 at : AT) : SV_Target { return shade(at); }

//==== a_root_signature_stays_with_its_entry_point: -T cs_6_0 -E main
//---- a
RWBuffer<uint> Out : register(u0);
export void put(uint at) { Out[at] = at * at; }
//---- b
void put(uint at);
[RootSignature("DescriptorTable(UAV(u0))")]
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { put(i); }

//==== resources_of_two_types: -T cs_6_0 -E main
//! fails E1023
//---- a
RWBuffer<float> Data;
export void f(uint x) { Data[x] = 1; }
//---- b
RWTexture1D<float> Data;
export void g(uint x) { Data[x] = 2; }
//---- c
void f(uint x);
void g(uint x);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { f(i); g(i); }

//==== buffers_of_other_members: -T cs_6_0 -E main
//! fails E1023
//---- a
cbuffer C { float4 a; };
RWBuffer<float> Out;
export void f(uint x) { Out[x] = a.x; }
//---- b
cbuffer C { float2 a; float b; };
void f(uint x);
RWBuffer<float> Out;
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { f(i); Out[i + 9] = a.x + b; }

//==== arrays_of_other_lengths: -T cs_6_0 -E main
//! fails E1023
//---- a
Buffer<uint> In[2] : register(t0);
export uint get(uint at) { return In[1][at]; }
//---- b
Buffer<uint> In[3] : register(t0);
uint get(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i) + In[2][i]; }

//==== resources_of_two_registers: -T cs_6_0 -E main
//! fails E1023
//! not as DXC: it takes the register of the first library for both
//---- a
RWBuffer<uint> Out : register(u0);
export void f(uint x) { Out[x] = 1; }
//---- b
void f(uint x);
RWBuffer<uint> Out : register(u1);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { f(i); Out[i] = 2; }

//==== a_root_signature_without_what_the_library_uses: -T cs_6_0 -E main
//! fails E
//---- a
Buffer<uint> In : register(t0);
export uint get(uint at) { return In[at]; }
//---- b
RWBuffer<uint> Out : register(u0);
uint get(uint at);
[RootSignature("DescriptorTable(UAV(u0))")]
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== two_resources_of_one_library_share_a_name: -T cs_6_0 -E main
//! without DXC: its compiler accepts a buffer and constants of one name, and its linker does not
//---- a
export uint twice(uint x) { return 2 * x; }
//---- b
StructuredBuffer<uint> X : register(t0);
cbuffer X : register(b0) { uint by; };
uint twice(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = twice(X[i]) * by; }

//==== exported_functions_have_resources_of_their_own: -T cs_6_6 -E main
//---- a
RWStructuredBuffer<uint2> counts : register(u1);
cbuffer Scale : register(b2) { uint scale; uint offset; };
export uint count(uint i) { counts[i & 3].y = i * scale; return counts[i & 3].x + offset; }
//---- b
uint count(uint i);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = count(i); }

//==== arrays_of_resources_are_indexed_across_libraries: -T cs_6_6 -E main
//---- a
Buffer<uint> all[4] : register(t2);
RWBuffer<uint> more[2][3] : register(u4, space1);
export uint pick(uint i) { return all[NonUniformResourceIndex(i & 3)][i] + more[i & 1][2][i]; }
//---- b
uint pick(uint i);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = pick(i); }
