// A vertex shader | -T vs_6_0
// Places a vertex on the screen; what it returns besides arrives in the pixel shader, mixed over the triangle.
cbuffer Camera : register(b0)
{
    float4x4 ToClip;
};

struct Output
{
    float4 Position : SV_Position;
    float3 Normal : NORMAL;
    float2 Uv : TEXCOORD;
};

Output main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Output output;
    output.Position = mul(ToClip, float4(position, 1.0));
    output.Normal = normal;
    output.Uv = uv;
    return output;
}
