// An amplification shader.
//: target as_6_5
struct Payload { uint first; float4 colour; };
groupshared Payload payload;
RWByteAddressBuffer counts;
[numthreads(16, 1, 1)] void main(uint i : SV_GroupIndex) {
    if (i == 0) { payload.first = 3; payload.colour = 1; }
    counts.InterlockedAdd(4, i);
    DispatchMesh(2, 1, 1, payload);
}
