// A ray generation shader asks its wave.
//: target lib_6_3
//: only container newer
RWBuffer<uint> result;

[shader("raygeneration")]
void ask() {
    result[WaveGetLaneIndex()] = WaveActiveSum(DispatchRaysIndex().x) + WaveActiveCountBits(DispatchRaysIndex().y > 3);
}
