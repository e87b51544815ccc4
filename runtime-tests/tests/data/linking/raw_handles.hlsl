Resources that functions of libraries for linking take and return.

//==== a_function_returns_a_buffer: -E main -T cs_6_0
//---- entry -T lib_6_x
RWByteAddressBuffer target();
[shader("compute")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { target().Store(4 * i, i + 7); }
//---- library -T lib_6_x
RWByteAddressBuffer results : register(u0);
RWByteAddressBuffer target() { return results; }

//==== a_function_reads_the_resources_that_it_is_given: -E main -T cs_6_6
//! not in SPIR-V: the function is given a buffer of constants
//---- entry -T lib_6_x
struct Pair { float2 scale; int turn; };
StructuredBuffer<Pair> pairs : register(t0);
Buffer<float2> numbers : register(t1);
ConstantBuffer<Pair> both : register(b0);
RWStructuredBuffer<float2> sums : register(u0);
float2 weigh(StructuredBuffer<Pair> of, Buffer<float2> by, ConstantBuffer<Pair> with, int at);
[shader("compute")] [numthreads(8, 1, 1)] void main(int i : SV_GroupIndex) { sums[i] = weigh(pairs, numbers, both, i); }
//---- library -T lib_6_x
struct Pair { float2 scale; int turn; };
float2 weigh(StructuredBuffer<Pair> of, Buffer<float2> by, ConstantBuffer<Pair> with, int at) {
    return of[at].scale * with.turn + by[at ^ of[at].turn & 1] * with.scale;
}

//==== an_element_of_an_array_is_returned: -E main -T cs_6_6
//---- entry -T lib_6_x
RWByteAddressBuffer one_of(int at);
[shader("compute")] [numthreads(4, 1, 1)] void main(int i : SV_GroupIndex) { one_of(i / 2).Store(4 * i, 3 * i); }
//---- library -T lib_6_x
RWByteAddressBuffer four[4] : register(u2);
RWByteAddressBuffer one_of(int at) { return four[at & 3]; }

//==== buffers_are_exchanged: -E main -T cs_6_6
//---- entry -T lib_6_x
RWByteAddressBuffer first : register(u0), second : register(u1);
RWByteAddressBuffer exchange(RWByteAddressBuffer with, inout RWByteAddressBuffer at);
[shader("compute")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
    RWByteAddressBuffer held = second, before = exchange(first, held);
    before.Store(4 * i, i);
    held.Store(4 * i, 100 + i);
}
//---- library -T lib_6_x
RWByteAddressBuffer exchange(RWByteAddressBuffer with, inout RWByteAddressBuffer at) {
    RWByteAddressBuffer before = at;
    at = with;
    return before;
}

//==== a_struct_holds_resources: -E main -T cs_6_6
//---- entry -T lib_6_x
struct Source { ByteAddressBuffer bytes; uint offset; };
struct Target { RWByteAddressBuffer bytes; };
ByteAddressBuffer given : register(t0);
RWByteAddressBuffer written : register(u0);
uint take(Source from, uint at);
Target where(Target proposed, bool moved);
[shader("compute")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) {
    Source source = { given, 8 };
    Target target = { written };
    where(target, i > 2).bytes.Store(4 * i, take(source, i));
}
//---- library -T lib_6_x
struct Source { ByteAddressBuffer bytes; uint offset; };
struct Target { RWByteAddressBuffer bytes; };
uint take(Source from, uint at) { return from.bytes.Load(from.offset + 4 * at); }
Target where(Target proposed, bool moved) { return proposed; }

//==== two_resources_are_chosen_from: -E main -T cs_6_6
//! fails E0754
//---- entry -T lib_6_x
uint read(uint at, bool second);
RWByteAddressBuffer results : register(u0);
[shader("compute")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { results.Store(4 * i, read(4 * i, i > 1)); }
//---- library -T lib_6_x
ByteAddressBuffer a : register(t0), b : register(t1);
uint read(uint at, bool second) {
    ByteAddressBuffer chosen = a;
    if (second)
        chosen = b;
    return chosen.Load(at);
}

//==== the_choice_is_settled_when_it_is_linked: -E main -T cs_6_6
//---- entry -T lib_6_x
ByteAddressBuffer pick(int number);
RWByteAddressBuffer results : register(u0);
[shader("compute")] [numthreads(4, 1, 1)] void main(uint i : SV_GroupIndex) { results.Store(4 * i, pick(1).Load(4 * i)); }
//---- library -T lib_6_x
ByteAddressBuffer a : register(t0), b : register(t1);
ByteAddressBuffer pick(int number) {
    if (number > 0)
        return b;
    return a;
}

//==== a_library_that_runs_returns_no_resource: -T lib_6_6
//! fails E0812
//---- library -T lib_6_x
ByteAddressBuffer a : register(t0);
export ByteAddressBuffer pick() { return a; }
