// Arrays of resources are indexed by constants, numbers of all lanes and of one.
//: target lib_6_3
//: only container newer
Texture2D<float4> few[4] : register(t0);
Texture2D<float4> many[] : register(t0, space1);
RWBuffer<float> counts[2];
SamplerState samplers[3];

export float4 pick(uint i, float2 at) {
    counts[1][i] = 1;
    return few[2].SampleLevel(samplers[0], at, 0) + few[i].SampleLevel(samplers[1], at, 0)
        + many[NonUniformResourceIndex(i)].SampleLevel(samplers[2], at, 1);
}
