// A root signature that the amplification shader alone sees.
//: target as_6_5
//: only container newer
struct Payload {
    uint first;
};

groupshared Payload payload;
Buffer<uint> counts : register(t2);

[RootSignature("DescriptorTable(SRV(t2), visibility = SHADER_VISIBILITY_AMPLIFICATION)")]
[numthreads(1, 1, 1)]
void main(uint group : SV_GroupID) {
    payload.first = group;
    DispatchMesh(counts[group], 1, 1, payload);
}
