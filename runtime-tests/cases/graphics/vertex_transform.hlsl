// A transform from a constant buffer, held as rows.
//: target vs_6_0
cbuffer Camera : register(b0) {
    float4 Rows[4];
    float3 Tint;
};
struct Input {
    float3 position : POSITION;
    float3 colour : COLOR;
    float2 uv : TEXCOORD0;
};
struct Output {
    float4 position : SV_Position;
    float3 colour : COLOR;
    float2 uv : TEXCOORD0;
};

Output main(Input input) {
    float4 at = float4(input.position, 1);
    Output output;
    output.position = float4(dot(Rows[0], at), dot(Rows[1], at), dot(Rows[2], at), dot(Rows[3], at));
    output.colour = input.colour * Tint;
    output.uv = input.uv;
    return output;
}
