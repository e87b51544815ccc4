// A resource that nothing uses gets no register: the one after it takes its place.
//: target cs_6_0
Buffer<uint> Unused;
Buffer<uint> Used;
Buffer<uint> UsedInDeadCode;
RWBuffer<uint> Out;

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint value = Used[id.x];
    if (false)
        value += UsedInDeadCode[id.x];
    Out[id.x] = value;
}
