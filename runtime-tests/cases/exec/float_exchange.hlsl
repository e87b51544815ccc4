// Atomic exchange of floats: each thread takes what another one left, so that nothing is lost.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWStructuredBuffer<float> = 1.5
//: buffer u1 RWStructuredBuffer<float> = 2*0
//: expect u0 = 8
//: expect u1 = 29.5 29.25
//: dxc-fault spirv 1.7 Its SPIR-V has atomics on integers only.
//: dxc-fault run 1.7 Its SPIR-V has atomics on integers only.
RWStructuredBuffer<float> Place : register(u0);
RWStructuredBuffer<float> Out : register(u1);
groupshared float Shared;

[numthreads(1, 1, 1)]
void main() {
    Shared = 1.25;
    float total = 0, shared_total = 0, before;
    for (uint i = 1; i <= 8; i++) {
        InterlockedExchange(Place[0], i, before);
        total += before;
        InterlockedExchange(Shared, i, before);
        shared_total += before;
    }
    Out[0] = total;
    Out[1] = shared_total;
}
