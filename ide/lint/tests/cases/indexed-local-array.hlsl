//- -T cs_6_6
RWBuffer<float> Out;
cbuffer Taps { uint tap; };
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    float values[8];
    for (uint i = 0; i < 8; i++)
        values[i] = Out[id + i]; // fine
    Out[id] = values[tap]; // expect
}
