// Structs of a buffer that mix textures and numbers are copied whole: to variables, parameters and the object of a method.
//: target ps_6_0
//: args -HV 2021
//: dxc-fault spirv It knows no such structs.
struct Layer {
    Texture2D image;
    uint low : 4;
    uint high : 4;
    float4 tint;
    float4 at(SamplerState filter, float2 uv) { return image.Sample(filter, uv) * tint * high; }
};
struct Material {
    Layer layers[2];
    int count;
    Texture2D more;
};
SamplerState Filter;
Layer One;
Layer Two[2];
Material Many;
cbuffer Settings {
    Layer Three;
    float Last;
};

float4 sample(Layer layer, float2 uv) {
    return layer.image.Sample(Filter, uv) * layer.tint;
}

float4 samples(Material material, float2 uv) {
    return sample(material.layers[1], uv) * material.count + material.more.Sample(Filter, uv);
}

float4 main(float2 uv : UV) : SV_Target {
    Layer local = Two[1];
    return sample(One, uv) + sample(Two[0], uv) + sample(local, uv) + samples(Many, uv) + Three.at(Filter, uv) * Last;
}
