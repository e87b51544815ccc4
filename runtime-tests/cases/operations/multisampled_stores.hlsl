// Samples of writable multisampled textures are read and written.
//: target cs_6_7
//: only newer
RWTexture2DMS<float4, 4> plain : register(u0);
RWTexture2DMSArray<uint, 8> layers : register(u1);

[numthreads(8, 8, 1)]
void main(uint3 at : SV_DispatchThreadID) {
    plain.sample[at.z][at.xy] = plain[at.xy] * 2;
    plain[at.yx] = plain.Load(at.xy, 3);
    layers.sample[1][at] = layers.sample[at.x & 7][at.zyx] + 1;
}
