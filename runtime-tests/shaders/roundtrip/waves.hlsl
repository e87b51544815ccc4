//! cs_6_0 main
//! cs_6_5 main
//! ps_6_0 pixel
// Wave and quad operations.
RWStructuredBuffer<uint4> data;
uint4 all(uint4 v, uint lane) {
    uint4 r = WaveActiveSum(v) + WavePrefixSum(v.x) + WaveActiveBitOr(v.y) + WaveReadLaneAt(v, lane & 3) + WaveReadLaneFirst(v.z);
    r += WaveActiveBallot(v.x > 3) + WaveActiveCountBits(v.y > 1) + WavePrefixCountBits(v.z == 2);
    if (WaveActiveAllTrue(v.x > 0) || WaveActiveAnyTrue(v.w == 9) || WaveIsFirstLane()) r.x += WaveGetLaneCount() + WaveGetLaneIndex();
    return r + WaveActiveMax(v) - WaveActiveMin(int4(v)) + uint(WaveActiveAllEqual(v.x));
}
[numthreads(32, 1, 1)]
void main(uint i : SV_GroupIndex) { data[i] = all(data[i], i); }
float4 pixel(float4 p : SV_Position) : SV_Target {
    float4 r = QuadReadAcrossX(p) + QuadReadAcrossY(p) + QuadReadAcrossDiagonal(p) + QuadReadLaneAt(p, 2);
    return r + all(uint4(p), 1);
}
