// Derivatives and samples by them in groups of threads.
//: target cs_6_8
//: only newer
Texture2D<float4> t : register(t0);
SamplerState s : register(s0);
RWTexture2D<float4> image : register(u0);

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID) {
    float2 uv = at / 64.0;
    image[at] = t.Sample(s, uv) + float4(ddx(uv), ddy_coarse(uv));
}
