// Descriptors of each kind directly in the root signature, in other spaces too.
//: target cs_6_0
cbuffer Constants : register(b3) {
    uint Scale;
};
ByteAddressBuffer In : register(t0, space1);
RWByteAddressBuffer Out : register(u2);

[RootSignature("CBV(b3), SRV(t0, space = 1, flags = DATA_STATIC), UAV(u2, visibility = SHADER_VISIBILITY_ALL)")]
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Out.Store(4 * id.x, In.Load(4 * id.x) * Scale);
}
