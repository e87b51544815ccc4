A// wave_vertex: a vertex shader that makes a flat grid into a rolling sea.
//
//     hlslc examples/wave_vertex.hlsl -T vs_6_0
//
// A vertex shader runs once per corner of every triangle and says where on the screen the corner lies. Everything
// else it returns is spread over the triangle's pixels and arrives in the pixel shader (lambert_pixel.hlsl).
//
//: target vs_6_0

cbuffer Camera : register(b0) {
    // World to screen, as the four rows of a matrix.
    float4 ToScreen[4];
};
cbuffer Sea : register(b1) {
    float Time;
    float Height;
    float2 Direction;
};

// Semantics, the names after the colons, tie the members to the layout of the vertex data ...
struct Input {
    float2 place : POSITION;
    uint copy : SV_InstanceID;
};

// ... and to what the next stage reads. SV_ names have a meaning to the hardware itself.
struct Output {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float foam : FOAM;
};

Output main(Input input) {
    // Each copy of the grid lies beside the one before.
    float2 place = input.place + float2(input.copy, 0);
    float phase = dot(place, Direction) - Time;
    float4 world = float4(place.x, Height * sin(phase), place.y, 1);

    // The wave's slope along both axes gives the direction that the water faces.
    float2 slope = Height * cos(phase) * Direction;

    Output output;
    output.position =
        float4(dot(ToScreen[0], world), dot(ToScreen[1], world), dot(ToScreen[2], world), dot(ToScreen[3], world));
    output.normal = normalize(float3(-slope.x, 1, -slope.y));
    output.foam = saturate(world.y / Height);
    return output;
}
