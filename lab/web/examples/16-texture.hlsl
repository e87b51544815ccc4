// A texture | -T ps_6_0
// A texture and how it is read. Drop a PNG on it in the pane Run.
Texture2D<float4> Picture : register(t0);
SamplerState Linear : register(s0);

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    return Picture.Sample(Linear, uv * 2.0);
}
