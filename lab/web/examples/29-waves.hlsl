// Operations of a wave | -T cs_6_0
// Threads of a wave can ask each other without shared memory.
RWStructuredBuffer<uint4> Found : register(u0);

[numthreads(32, 1, 1)]
void main(uint at : SV_GroupIndex)
{
    uint value = at * at;
    bool isOdd = (at & 1) != 0;
    Found[at] = uint4(WavePrefixSum(value), WaveActiveCountBits(isOdd), WaveReadLaneFirst(value), QuadReadAcrossX(value));
}
