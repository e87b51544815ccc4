//- -T cs_6_6
RWBuffer<float> Out;
cbuffer Size { uint count; };
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    float sum = Out[id] / 3.0; // fine
    [loop] for (uint i = 0; i < count; i++)
        sum += Out[id + i] / 3.0; // expect
    Out[id] = sum;
}
