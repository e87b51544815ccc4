// Other lanes give whole vectors.
//: target cs_6_9
//: only newer
RWStructuredBuffer<vector<float, 6> > a : register(u0);
RWStructuredBuffer<vector<uint, 6> > b : register(u1);

[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    vector<float, 6> x = a[i];
    vector<uint, 6> y = b[i];
    a[i] = WaveActiveSum(x) + WaveActiveMin(x) + WavePrefixProduct(x) + WaveReadLaneFirst(x) + WaveReadLaneAt(x, i & 3);
    b[i] = WaveActiveBitAnd(y) + WaveMultiPrefixBitOr(y, uint4(i, 0, 0, 0)) + WaveMatch(y).x +
           (vector<uint, 6>)WaveActiveAllEqual(y);
}
