// Turns a point by a quarter, scales it, and gives it a colour by its number.
cbuffer Settings : register(b0) {
    row_major float2x2 Turn;
    float2 Scale;
    uint Step;
};

struct Output {
    float4 position : SV_Position;
    float3 colour : COLOR;
};

Output main(float2 place : POSITION, uint number : SV_VertexID) {
    Output output;
    float2 turned = mul(Turn, place);
    turned *= Scale;
    output.position = float4(turned, 0, 1);
    float levels[3];
    for (uint i = 0; i < 3; i++)
        levels[i] = number * Step + i;
    output.colour = float3(levels[0], levels[1], levels[2]);
    return output;
}
