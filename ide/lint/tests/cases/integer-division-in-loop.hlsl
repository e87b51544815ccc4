//- -T cs_6_6
RWBuffer<uint> Out;
cbuffer Size { uint width, count; };
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    uint sum = id / width; // fine
    [loop] for (uint i = 0; i < count; i++) {
        sum += (id + i) / width; // expect
        sum += (id + i) / 5; // fine
    }
    Out[id] = sum;
}
