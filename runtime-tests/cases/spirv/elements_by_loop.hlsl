// Where each element of an array of resources is a variable, a loop over them is unrolled.
//: target ps_6_0
//: only spirv
//: args -fspv-flatten-resource-arrays
Texture2D<float> textures[4];
SamplerState filter[2];

float4 main(float2 uv : UV) : SV_Target {
    float4 colour = 0;
    for (uint i = 0; i < 4; i++) colour.y += textures[i].SampleLevel(filter[i & 1], uv, 0);
    return colour;
}
