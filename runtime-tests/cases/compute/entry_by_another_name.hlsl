// The entry point need not be called main, and other functions with numthreads do not disturb.
//: target cs_6_0
//: entry second
RWBuffer<uint> Out : register(u0);

[numthreads(4, 1, 1)]
void first(uint3 id : SV_DispatchThreadID) {
    Out[id.x] = 1;
}

[numthreads(2, 2, 1)]
void second(uint3 id : SV_DispatchThreadID) {
    Out[id.y * 2 + id.x] = 2;
}
