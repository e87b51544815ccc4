A// lambert_pixel: a pixel shader that lights a surface the simplest way that looks right.
//
//     hlslc examples/lambert_pixel.hlsl -T ps_6_0
//
// A pixel shader runs once per pixel that a triangle covers. What the vertex shader returned for the three corners
// (wave_vertex.hlsl) arrives mixed by how close the pixel is to each of them.
//
// Lambert's law: a surface is as bright as the cosine of the angle between its normal and the light, because light
// that comes in at a slant is spread over more of it.
//
//: target ps_6_0

cbuffer Light : register(b0) {
    float3 ToLight;
    float Ambient;
    float3 WaterColour;
    float3 FoamColour;
};

struct Input {
    float4 position : SV_Position;
    float3 normal : NORMAL;
    float foam : FOAM;
};

// Two render targets: the picture, and the normals for a later pass to use.
struct Output {
    float4 colour : SV_Target0;
    float4 normal : SV_Target1;
};

Output main(Input input) {
    // Mixing unit vectors makes them shorter, so the length has to be set right again.
    float3 normal = normalize(input.normal);
    float brightness = Ambient + (1 - Ambient) * saturate(dot(normal, ToLight));
    float3 colour = lerp(WaterColour, FoamColour, smoothstep(0.6, 1, input.foam));

    Output output;
    output.colour = float4(colour * brightness, 1);
    // Components from -1 to 1 are stored as 0 to 1.
    output.normal = float4(normal * 0.5 + 0.5, 0);
    return output;
}
