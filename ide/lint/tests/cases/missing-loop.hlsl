//- -T cs_6_6
RWStructuredBuffer<float4> Out;
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    float4 sum = Out[id];
    for (uint i = 0; i < 256; i++) { // expect
        float4 step = sin(sum * i) + cos(sum.yzxw * 2) * Out[i];
        sum += normalize(step) * dot(step, sum) + step.wzyx;
    }
    [loop] for (uint j = 0; j < 256; j++) { // fine
        float4 step = sin(sum * j) + cos(sum.yzxw * 2) * Out[j];
        sum += normalize(step) * dot(step, sum) + step.wzyx;
    }
    for (uint k = 0; k < 256; k++) // fine
        sum += Out[k];
    Out[id] = sum;
}
