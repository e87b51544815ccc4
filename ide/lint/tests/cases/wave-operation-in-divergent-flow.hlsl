//- -T cs_6_6
RWBuffer<uint> Out;
cbuffer Mode { bool sums; };
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
    if (sums)
        Out[i] = WaveActiveSum(i); // fine
    if (i % 3 == 0)
        Out[i] = WaveActiveSum(i); // expect
    if (i % 3 == 1)
        Out[i] = WaveReadLaneFirst(i); // fine
}
