// What the vertex shader wrote arrives interpolated.
//: target ps_6_0
struct Input {
    float4 position : SV_Position;
    float3 colour : COLOR;
    float2 uv : TEXCOORD0;
};

float4 main(Input input) : SV_Target {
    return float4(input.colour * input.uv.x, input.uv.y);
}
