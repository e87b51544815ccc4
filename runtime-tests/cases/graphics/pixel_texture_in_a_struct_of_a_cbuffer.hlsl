// A struct in a cbuffer may hold a texture and a sampler, which are bound by themselves and take no room.
//: target ps_6_0
//: dxc-fault spirv It puts the texture into the buffer.
struct Material {
    float4 tint;
    Texture2D image;
    float scale;
    SamplerState filter;
};
cbuffer Materials {
    Material First;
    float Last;
};
float4 main(float2 uv : UV) : SV_Target {
    return First.image.Sample(First.filter, uv) * First.tint + First.scale + Last;
}
