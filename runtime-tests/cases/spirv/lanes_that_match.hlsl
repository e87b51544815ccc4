// Lanes with one value, and prefixes among such lanes, are of an extension.
//: target cs_6_5
//: only spirv
//: args -fspv-target-env=vulkan1.1
//: dxc-fault spirv 1.7 It does not know them in SPIR-V.
StructuredBuffer<uint4> values;
RWStructuredBuffer<uint4> result;

[numthreads(64, 1, 1)]
void main(uint thread : SV_DispatchThreadID) {
    uint4 mask = WaveMatch(values[thread].x);
    result[0] = mask;
    result[1] = WaveMultiPrefixSum(values[thread].y, mask);
    result[2] = WaveMultiPrefixProduct(asfloat(values[thread].zw), values[thread]).xyxy;
    result[3] = WaveMultiPrefixBitAnd(values[thread].x, mask) ^ WaveMultiPrefixBitOr(values[thread].x, mask);
    result[4] = WaveMultiPrefixBitXor(values[thread].xyz, mask).xyzx;
}
