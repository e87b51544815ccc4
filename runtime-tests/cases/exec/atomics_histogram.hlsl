// Threads of several groups count into the same bins.
//: target cs_6_0
//: dispatch 4
//: buffer t0 Buffer<uint> = 0 1 1 2 2 2 3 3  3 3 0 0 0 0 0 1
//: buffer u1 RWStructuredBuffer<uint> = 4*0
//: expect u1 = 6 3 3 4
Buffer<uint> Samples : register(t0);
RWStructuredBuffer<uint> Bins : register(u1);

[numthreads(4, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    InterlockedAdd(Bins[Samples[id.x]], 1);
}
