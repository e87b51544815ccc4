//- -T cs_6_6
RWBuffer<float> Out;
cbuffer Mode { uint smooth, count; };
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    float sum = 0;
    [loop] for (uint i = 0; i < count; i++) {
        [branch] if (smooth != 0) // expect
            sum += sin(Out[id + i]) * cos(Out[id + 2 * i]) + Out[id + 3 * i];
        else
            sum += Out[id + i] * Out[id + 5 * i] + Out[id + 7 * i];
        [branch] if (i > smooth) // fine
            sum += sin(Out[id + i]) * cos(Out[id + 2 * i]) + Out[id + 3 * i];
        else
            sum += Out[id + i] * Out[id + 5 * i] + Out[id + 7 * i];
    }
    Out[id] = sum;
}
