// Without optimisation the resources and inputs stay that nothing uses, as DXC leaves them.
//: target ps_6_0
//: args -O0
//: only spirv
Texture2D unused_texture;
SamplerState unused_sampler;
cbuffer Unused {
    float4 values;
};
RWBuffer<uint> used : register(u7);

float4 main(float4 position : SV_Position, float2 place : PLACE, float3 color : COLOR) : SV_Target {
    used[0] = 1;
    return place.xyxy;
}
