// Entry points of a pipeline in one module, each with its own inputs and outputs.
//: target lib_6_5
//: only spirv
//: dxc-fault spirv 1.7 It counts locations on from one entry point to the next.
struct Vertex {
    float4 position : SV_Position;
    float3 color : COLOR;
    float2 place : PLACE;
};

cbuffer Camera : register(b2) {
    float4x4 view;
};
Texture2D<float4> texels;
SamplerState filter;

[shader("vertex")]
Vertex transform(float3 at : AT, uint id : SV_VertexID) {
    Vertex vertex = { mul(view, float4(at, 1)), at, at.xy * id };
    return vertex;
}

[shader("pixel")]
float4 shade(Vertex vertex) : SV_Target {
    return texels.Sample(filter, vertex.place) * float4(vertex.color, 1);
}
