// Variables of libraries. The format is described in `linking.rs`.

//==== a_static_starts_with_a_constant_of_a_buffer: -T cs_6_0 -E main
//---- a
cbuffer C : register(b0) { float start; };
static float value = start + 1;
export float get() { return value; }
//---- b
float get();
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get() * i; }

//==== a_static_lives_from_call_to_call: -T cs_6_0 -E main
//---- a
static uint calls = 7;
export uint next() { calls += 3; return calls; }
//---- b
uint next();
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    uint sum = 0;
    for (uint k = 0; k <= i; k++) sum = sum * 5 + next();
    Out[i] = sum;
}

//==== statics_of_two_libraries_may_share_a_name: -T cs_6_0 -E main
//---- a
static uint value = 1;
export uint bump(uint by) { value += by; return value; }
//---- b
static uint value = 100;
uint bump(uint by);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { value += i; Out[i] = bump(i) * 1000 + value; }

//==== tables_of_two_libraries_may_share_a_name: -T cs_6_0 -E main
//---- a
static const uint table[4] = { 1, 2, 3, 4 };
export uint look(uint at) { return table[at & 3]; }
//---- b
static const uint table[4] = { 10, 20, 30, 40 };
uint look(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = look(i) + table[(i + 1) & 3]; }

//==== a_static_starts_with_a_function_of_its_library: -T cs_6_0 -E main
//---- a
Buffer<uint> In : register(t0);
static uint sum(uint n) { uint s = 0; for (uint k = 0; k < n; k++) s += In[k]; return s; }
static uint start = sum(5);
export uint get(uint at) { return start + at; }
//---- b
uint get(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = get(i); }

//==== a_static_of_the_entry_points_library_is_used_from_elsewhere: -T cs_6_0 -E main
//---- a
uint own(uint x);
export uint through(uint x) { return own(x) + 1; }
//---- b
cbuffer C : register(b0) { uint start; };
static uint value = start;
export uint own(uint x) { value += x; return value; }
uint through(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = through(i) * 3 + value; }

//==== two_libraries_start_statics: -T cs_6_0 -E main
//---- a
static uint first = 5;
export uint one() { return first++; }
//---- b
static uint second[2] = { 6, 7 };
export uint two(uint at) { second[at & 1]++; return second[0] * second[1]; }
//---- c
uint one();
uint two(uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = one() + two(i) * 100 + one(); }

//==== group_shared_variables_of_one_name: -T cs_6_0 -E main
//! fails E1022
//---- a
groupshared uint data[8];
export uint f(uint x) { data[x & 7] = x; return data[(x + 1) & 7]; }
//---- b
groupshared uint data[8];
uint f(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i & 7] = 0; Out[i] = f(i) + data[0]; }

//==== groupshared_memory_stays_with_its_library: -T cs_6_6 -E main
//---- a
groupshared uint parts[8];
groupshared struct { float2 place; uint count; } item;
export void put(uint i, uint x) { parts[i & 7] = x; if (i == 0) { item.place = 3; item.count = x; } }
export uint get(uint i) { return parts[7 - (i & 7)] + (uint)item.place.y + item.count; }
//---- b
void put(uint i, uint x);
uint get(uint i);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    put(i, i * i + 1);
    GroupMemoryBarrierWithGroupSync();
    Out[i] = get(i);
}
