// A literal that other lanes are asked for has 64 bits; what comes back is an `int` or a `float` again.
//: target cs_6_5
//: only container
//: operations waveActiveOp waveReadLaneFirst waveReadLaneAt wavePrefixOp quadOp waveActiveAllEqual trunc
RWByteAddressBuffer b : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    b.Store(0, WaveActiveSum(8));
    b.Store(4, WaveReadLaneFirst(7));
    b.Store(8, WaveReadLaneAt(6, i));
    b.Store(12, WavePrefixSum(5));
    b.Store(16, QuadReadAcrossX(4));
    b.Store(20, WaveActiveAllEqual(3));
    b.Store(24, WaveActiveSum(int(i)));
}
