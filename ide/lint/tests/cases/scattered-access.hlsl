//- -T cs_6_6
RWStructuredBuffer<float4> Out;
[numthreads(64, 1, 1)] void main(uint id : SV_DispatchThreadID) {
    Out[id * 16] = 1; // expect
    Out[id + 16] = 1; // fine
}
