// Inputs that nobody reads stay in the signature, marked as unused.
//: target vs_6_0
struct Input {
    float4 position : POSITION;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};

float4 main(Input input) : SV_Position {
    return float4(input.position.xy, input.normal.z, 1);
}
