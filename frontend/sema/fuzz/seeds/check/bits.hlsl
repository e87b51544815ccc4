DRWStructuredBuffer<uint> data;
[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint v = data[i];
    uint r = countbits(v) + firstbithigh(v) + firstbitlow(v) + reversebits(v) + firstbithigh(int(v));
    r += f32tof16(asfloat(v)) + uint(f16tof32(v)) + msad4(v, uint2(r, v), uint4(1, 2, 3, 4)).z;
    data[i] = r;
}
