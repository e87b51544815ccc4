// A resource without a register takes the lowest free one, between those given.
//: target cs_6_0
Buffer<uint> AtZero : register(t0);
Buffer<uint> AtTwo : register(t2);
Buffer<uint> Lowest;
Buffer<uint> Next;
RWBuffer<uint> Out : register(u5);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Out[id.x] = AtZero[id.x] + AtTwo[id.x] + Lowest[id.x] + Next[id.x];
}
