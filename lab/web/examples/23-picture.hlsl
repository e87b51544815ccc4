// A picture by a compute shader | -T cs_6_0
// A compute shader draws when it writes a texture: one thread for each texel.
RWTexture2D<float4> Picture : register(u0);
//= Picture = 128x128
//= groups = 16 16 1

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID)
{
    uint width, height;
    Picture.GetDimensions(width, height);
    float2 uv = (float2(at) + 0.5) / float2(width, height);
    float spiral = sin(20.0 * length(uv - 0.5) + 3.0 * atan2(uv.y - 0.5, uv.x - 0.5));
    Picture[at] = float4(uv * (0.6 + 0.4 * spiral), 0.6, 1.0);
}
