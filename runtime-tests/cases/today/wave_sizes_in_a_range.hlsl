// A range of wave sizes with a preferred one.
//: target cs_6_8
//: only newer
RWBuffer<uint> b : register(u0);

[WaveSize(8, 64, 32)]
[numthreads(64, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    b[i] = WaveGetLaneCount() + WaveActiveSum(i);
}
