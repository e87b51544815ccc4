// Samples of a texture are written one by one.
//: target cs_6_7
//: only newer
RWTexture2DMS<float4, 4> t : register(u0);
RWTexture2DMSArray<uint, 2> a : register(u1);

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID) {
    t.sample[2][at] = t[at] * 2;
    a.sample[1][uint3(at, 3)] = a.sample[0][uint3(at, 0)] + 1;
}
