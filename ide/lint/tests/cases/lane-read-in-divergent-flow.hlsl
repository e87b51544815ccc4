//- -T cs_6_6
RWBuffer<uint> Out;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
    Out[i] = WaveReadLaneAt(i, 0); // fine
    if (i % 3 == 1)
        Out[i] = WaveReadLaneAt(i, 0); // expect
    if (i % 3 == 2)
        Out[i] = WaveReadLaneFirst(i); // fine
}
//- -T ps_6_6
float4 main(float4 position : SV_Position, float x : X) : SV_Target {
    float across = QuadReadAcrossX(x); // fine
    if (position.x > 100)
        return QuadReadAcrossY(x); // expect
    return across;
}
