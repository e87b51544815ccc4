// Libraries that call each other's functions. The format is described in `linking.rs`.

//==== one_library_calls_another: -T cs_6_0 -E main
//---- a
export uint twice(uint x) { return 2 * x; }
//---- b
uint twice(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = twice(i) + 1; }

//==== calls_lead_through_three_libraries: -T cs_6_0 -E main
//---- c
export float last(float x) { return x * 3; }
//---- a
float middle(float x);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = middle(i); }
//---- b
float last(float x);
export float middle(float x) { return last(x) + last(x + 1); }

//==== two_libraries_call_each_other: -T cs_6_0 -E main
//---- a
uint b1(uint x);
export uint a1(uint x) { return b1(x) + 1; }
export uint a2(uint x) { return x * 7; }
//---- b
uint a1(uint x);
uint a2(uint x);
RWBuffer<uint> Out : register(u0);
export uint b1(uint x) { return a2(x) ^ 5; }
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = a1(i); }

//==== overloads_are_told_apart_by_their_types: -T cs_6_0 -E main
//---- a
export uint f(uint x) { return x + 1; }
export uint f(float x) { return (uint)(x * 2); }
export uint f(uint2 x) { return x.x * x.y; }
export uint f(uint x, uint y) { return x - y; }
//---- b
uint f(uint x);
uint f(float x);
uint f(uint2 x);
uint f(uint x, uint y);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Out[i] = f(i) + 100 * f((float)i) + 10000 * f(uint2(i, 3)) + f(9 * i, i);
}

//==== functions_of_namespaces_have_their_names: -T cs_6_0 -E main
//---- a
namespace left { export uint f(uint x) { return x + 1; } }
namespace right { export uint f(uint x) { return x + 2; } }
//---- b
namespace left { uint f(uint x); }
namespace right { uint f(uint x); }
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = left::f(i) * right::f(i); }

//==== a_struct_is_passed: -T cs_6_0 -E main
//---- a
struct Item { float3 place; uint count; };
export float weigh(Item item) { return dot(item.place, 1) * item.count; }
//---- b
struct Item { float3 place; uint count; };
float weigh(Item item);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Item item = { float3(i, 2, 3), i + 1 };
    Out[i] = weigh(item);
}

//==== a_struct_is_returned: -T cs_6_0 -E main
//---- a
struct Item { float3 place; uint count; };
export Item make(uint i) { Item item = { float3(i, i + 1, 2), i * i }; return item; }
//---- b
struct Item { float3 place; uint count; };
Item make(uint i);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Item item = make(i);
    Out[i] = item.place.x + item.place.y * item.count;
}

//==== a_struct_is_changed_in_place: -T cs_6_0 -E main
//! without DXC: what it links has a vector in memory, and is not valid
//---- a
struct Item { float a[4]; int2 b; };
export void change(inout Item item, uint at) { item.a[at & 3] += 5; item.b = -item.b; }
//---- b
struct Item { float a[4]; int2 b; };
void change(inout Item item, uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Item item;
    for (uint k = 0; k < 4; k++) item.a[k] = k;
    item.b = int2(i, 2);
    change(item, i);
    change(item, i + 1);
    Out[i] = item.a[0] + 10 * item.a[1] + 100 * item.a[2] + 1000 * item.a[3] + item.b.x;
}

//==== arrays_are_passed_and_returned: -T cs_6_0 -E main
//---- a
export uint sum(uint values[4]) { return values[0] + values[1] + values[2] + values[3]; }
export void fill(out uint values[4], uint from) { for (uint k = 0; k < 4; k++) values[k] = from + k * k; }
//---- b
uint sum(uint values[4]);
void fill(out uint values[4], uint from);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    uint values[4];
    fill(values, i);
    Out[i] = sum(values);
}

//==== a_matrix_is_passed: -T cs_6_0 -E main
//! without DXC: its linker crashes
//---- a
export float3 turn(float3x3 m, float3 v) { return mul(m, v); }
//---- b
float3 turn(float3x3 m, float3 v);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float3x3 m = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
    float3 v = turn(m, float3(i, 1, 2));
    Out[i] = v.x + 100 * v.y + 10000 * v.z;
}

//==== a_matrix_is_changed_in_place: -T cs_6_0 -E main
//---- a
export void scale(inout float2x3 m, float by, out float2x3 old) { old = m; m *= by; m[1][2] += 1; }
//---- b
void scale(inout float2x3 m, float by, out float2x3 old);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float2x3 m = { 1, 2, 3, 4, 5, 6 }, old;
    scale(m, i, old);
    Out[i] = m._m00 + 10 * m._m12 + 100 * old._m10 + m._m01;
}

//==== matrices_by_rows_are_passed: -T cs_6_0 -E main
//---- a
export float pick(row_major float2x3 m, uint at) { return m[at & 1][at % 3]; }
//---- b
float pick(row_major float2x3 m, uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    row_major float2x3 m = { 1, 2, 3, 4, 5, 6 };
    Out[i] = pick(m, i);
}

//==== arrays_of_matrices_are_passed: -T cs_6_0 -E main
//! without DXC: its linker crashes
//---- a
export float pick(float4x3 m[2], uint at) { return m[at & 1][at % 4][at % 3]; }
export void put(inout float4x3 m[2], uint at) { m[at & 1][at % 4][at % 3] = at; }
//---- b
float pick(float4x3 m[2], uint at);
void put(inout float4x3 m[2], uint at);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float4x3 m[2];
    for (uint k = 0; k < 12; k++) { m[0][k / 3][k % 3] = k; m[1][k / 3][k % 3] = 20 + k; }
    put(m, i);
    Out[i] = pick(m, i) * 100 + pick(m, i + 1);
}

//==== truth_is_passed_both_ways: -T cs_6_0 -E main
//---- a
export bool is_odd(uint x, out bool is_large) { is_large = x > 4; return x & 1; }
export bool2 both(bool2 a, inout bool flag) { flag = !flag; return a.yx; }
//---- b
bool is_odd(uint x, out bool is_large);
bool2 both(bool2 a, inout bool flag);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    bool large, flag = i == 2;
    bool odd = is_odd(i, large);
    bool2 two = both(bool2(odd, large), flag);
    Out[i] = (two.x ? 1 : 0) + (two.y ? 2 : 0) + (flag ? 4 : 0);
}

//==== vectors_are_passed_both_ways: -T cs_6_0 -E main
//---- a
export float4 mix(float2 a, float2 b, out float3 rest, inout int4 sums) { rest = float3(a, b.x); sums += int4(a, b); return a.xyxy * b.yyxx; }
//---- b
float4 mix(float2 a, float2 b, out float3 rest, inout int4 sums);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float3 rest;
    int4 sums = i;
    float4 r = mix(float2(i, 1), float2(2, 3), rest, sums);
    Out[i] = dot(r, 1) + 100 * dot(rest, 1) + sums.x + sums.w;
}

//==== wide_numbers_are_passed: -T cs_6_0 -E main
//---- a
export double add(double a, float b) { return a + b; }
export uint64_t join(uint low, uint high) { return low | (uint64_t)high << 32; }
//---- b
double add(double a, float b);
uint64_t join(uint low, uint high);
RWBuffer<float> Out : register(u0);
RWBuffer<uint> Words : register(u1);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Out[i] = (float)add(i, 0.5);
    Words[i] = (uint)(join(i, i + 1) >> 31);
}

//==== native_numbers_of_16_bits_are_passed: -T cs_6_2 -E main -enable-16bit-types
//---- a -enable-16bit-types
export float16_t half_of(float16_t x, int16_t y) { return x * (float16_t)0.5 + y; }
//---- b -enable-16bit-types
float16_t half_of(float16_t x, int16_t y);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = half_of((float16_t)i, (int16_t)i); }

//==== numbers_of_minimum_precision_are_passed: -T cs_6_0 -E main
//---- a
export min16float half_of(min16float x, min16int y) { return x * (min16float)0.5 + y; }
//---- b
min16float half_of(min16float x, min16int y);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = half_of((min16float)i, (min16int)i); }

//==== structs_of_structs_are_passed: -T cs_6_0 -E main
//! without DXC: what it links has a matrix in memory, and is not valid
//---- a
struct Inner { float2x2 m[2]; bool on; };
struct Outer { Inner inner[2]; uint at; };
export float pick(Outer o) { return o.inner[o.at & 1].on ? o.inner[0].m[o.at & 1][1][0] : o.inner[1].m[0][0][1]; }
//---- b
struct Inner { float2x2 m[2]; bool on; };
struct Outer { Inner inner[2]; uint at; };
float pick(Outer o);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Outer o;
    for (uint k = 0; k < 2; k++) {
        o.inner[k].on = k == 0;
        for (uint j = 0; j < 2; j++) o.inner[k].m[j] = float2x2(k, j, k + j, 3 * k + j);
    }
    o.at = i;
    Out[i] = pick(o);
}

//==== a_declaration_may_have_default_arguments: -T cs_6_0 -E main
//---- a
export uint add(uint x, uint y) { return x + y; }
//---- b
uint add(uint x, uint y = 40);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = add(i) * add(i, 1); }

//==== a_function_returns_from_loops: -T cs_6_0 -E main
//---- a
export uint find(uint wanted, uint step) {
    for (uint k = 0; k < 40; k += step) {
        if (k * k > wanted) return k;
        switch (k) { case 9: return 99; case 7: continue; default: break; }
    }
    return 0;
}
//---- b
uint find(uint wanted, uint step);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = find(i * 11, 1 + (i & 1)); }

//==== a_function_that_stays_one_is_called: -T cs_6_0 -E main
//---- a
[noinline] export uint slow(uint x) { uint r = x; for (uint k = 0; k < x; k++) r = r * 3 + k; return r; }
//---- b
uint slow(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = slow(i) + slow(i + 1); }

//==== functions_of_one_library_alone_may_share_names: -T cs_6_0 -E main
//---- a
static uint helper(uint x) { return x + 1; }
export uint a(uint x) { return helper(x) * 2; }
//---- b
static uint helper(uint x) { return x + 5; }
uint a(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = helper(i) * 1000 + a(i); }

//==== what_is_not_reached_is_not_linked: -T cs_6_0 -E main
//---- a
uint nowhere(uint x);
export uint unused(uint x) { return nowhere(x); }
export uint used(uint x) { return x * 3; }
//---- b
uint used(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) { Out[i] = used(i); }

//==== lanes_work_together_in_a_library: -T cs_6_0 -E main
//---- a
export uint total(uint x) { return WaveActiveSum(x) + WavePrefixSum(x); }
//---- b
uint total(uint x);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Out[i] = 0;
    if (i & 1) Out[i] = total(i);
}

//==== a_group_shares_memory_of_a_library: -T cs_6_0 -E main
//---- a
groupshared uint shared_[8];
export uint across(uint x, uint at) { shared_[at] = x; GroupMemoryBarrierWithGroupSync(); return shared_[7 - at]; }
//---- b
uint across(uint x, uint at);
RWBuffer<uint> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID, uint g : SV_GroupIndex) { Out[i] = across(i * 5, g); }

//==== matrices_are_passed_and_returned: -T cs_6_0 -E main
//---- a
export float3x2 turned(float2x3 m) { return transpose(m) + 1; }
export float2x2 rows(row_major float2x2 m, column_major float2x2 n) { return mul(m, n); }
//---- b
float3x2 turned(float2x3 m);
float2x2 rows(row_major float2x2 m, column_major float2x2 n);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float2x3 m = { 1, i, 3, 4 * i, 5, 6 };
    float3x2 t = turned(m);
    float2x2 p = rows((float2x2)m, float2x2(i, 2, 3, 4));
    Out[i] = t[0].x + 10 * t[0].y + 100 * t[1].x + 1000 * t[2].y + p[0].y - 7 * p[1].x;
}

//==== matrices_are_changed_in_place: -T cs_6_0 -E main
//---- a
export void change(inout float2x3 m, uint at) { m[0] += 1; m[at & 1].z *= 3; m._m10 = 9; }
export void fill(out float3x3 all[2], float with) { all[0] = with; all[1] = with + 1; all[1]._m12 = 5; }
//---- b
void change(inout float2x3 m, uint at);
void fill(out float3x3 all[2], float with);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    float2x3 m = { 1, i, 3, 4 * i, 5, 6 };
    change(m, i);
    float3x3 all[2];
    fill(all, i);
    Out[i] = m._m00 + 10 * m._m02 + 100 * m._m10 + 1000 * m._m12 + all[0]._m21 + 7 * all[1]._m12 - all[1]._m21;
}

//==== matrices_in_structs_are_passed: -T cs_6_0 -E main
//! without DXC: its shader writes another row of the row-major matrix
//! not of DXC's containers: they write that row themselves
//---- a
struct Item { row_major float2x3 a; float2x3 b; float c; };
export float weigh(Item item) { return item.a._m01 + 10 * item.b._m01 + 100 * item.a._m10 + 1000 * item.b._m10 + item.c; }
export void change(inout Item item) { item.b = item.a * 2; item.a[1] = item.c; }
//---- b
struct Item { row_major float2x3 a; float2x3 b; float c; };
float weigh(Item item);
void change(inout Item item);
RWBuffer<float> Out : register(u0);
[shader("compute")] [numthreads(8, 1, 1)] void main(uint i : SV_DispatchThreadID) {
    Item item = { 1, 2, 3, i, 5, 6, 7, 8 * i, 9, 10, 11, 12, i };
    Out[2 * i] = weigh(item);
    change(item);
    Out[2 * i + 1] = weigh(item);
}
