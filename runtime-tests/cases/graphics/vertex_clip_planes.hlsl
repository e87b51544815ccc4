// Each clip plane adds a distance of the position behind all outputs.
//: target vs_6_0
//: only container
//: operations dot4 storeOutput
struct Vertex {
    float2 uv : UV;
    float4 position : SV_Position;
};
struct Planes {
    float4 near;
    float4 far;
};
cbuffer Camera {
    Planes planes;
    float4 mirror;
};
[clipplanes(mirror, planes.near, planes.far)]
Vertex main(float4 position : POSITION, float2 uv : UV, uint id : SV_VertexID) {
    Vertex result;
    result.uv = uv;
    result.position = position + float4(id, 0, 0, 0);
    return result;
}
