// Work whose result nobody reads disappears, with the resources it alone used.
//: target cs_6_0
Buffer<uint> Ignored : register(t0);
Buffer<uint> Kept : register(t1);
RWBuffer<uint> Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint unused = Ignored[id.x];
    for (uint i = 0; i < 4; i++)
        unused += i;
    Out[id.x] = Kept[id.x];
}
