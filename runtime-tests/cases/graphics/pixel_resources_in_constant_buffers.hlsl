// Resources in the struct of a constant buffer are bound beside it, and copied with it.
//: target ps_6_0
//: args -HV 2021
//: dxc-fault spirv It knows no such structs.
struct Layer {
    Texture2D image;
    SamplerState filter;
    float4 tint;
};
struct Material {
    Layer layer;
    float weight;
};
Texture2D Alone;
ConstantBuffer<Layer> One : register(b3);
ConstantBuffer<Material> Many;

float4 sample(Layer layer, float2 uv) {
    return layer.image.Sample(layer.filter, uv) * layer.tint;
}

float4 main(float2 uv : UV) : SV_Target {
    Layer local = Many.layer;
    float4 plain = One.image.Sample(One.filter, uv) * One.tint + Many.layer.image.Sample(One.filter, uv) * Many.weight;
    float4 others = Alone.Sample(One.filter, uv) + Alone.Sample(Many.layer.filter, uv);
    return plain + others + sample(One, uv) + sample(local, uv);
}
