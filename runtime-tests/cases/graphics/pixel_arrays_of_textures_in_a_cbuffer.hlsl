// An array of textures in a struct of a cbuffer takes no room there.
//: target ps_6_0
//: only spirv
//: dxc-fault spirv It puts the textures into the buffer.
struct Material {
    Texture2D images[3];
    float scale;
};
cbuffer Materials {
    Material First;
    float Last;
};
SamplerState Filter;
float4 main(float2 uv : UV) : SV_Target {
    return First.images[1].Sample(Filter, uv) * First.scale + Last;
}
