// Entry points of every stage of a pipeline, which share functions and resources.
//: target lib_6_5
//: only container
struct Vertex {
    float4 position : SV_Position;
    float2 place : PLACE;
};
struct Factors {
    float edges[3] : SV_TessFactor;
    float inside : SV_InsideTessFactor;
};

cbuffer Camera : register(b0) {
    float4x4 view;
    float detail;
};
Texture2D<float4> texels : register(t0);
SamplerState filter : register(s0);

float4 place(float3 at) {
    return mul(view, float4(at, 1));
}

[shader("vertex")]
Vertex vertices(float3 at : AT) {
    Vertex vertex = { place(at), at.xy };
    return vertex;
}

Factors constants(InputPatch<Vertex, 3> patch) {
    Factors factors = { { detail, detail, patch[0].place.x }, detail };
    return factors;
}

[shader("hull")]
[domain("tri")]
[partitioning("integer")]
[outputtopology("triangle_cw")]
[outputcontrolpoints(3)]
[patchconstantfunc("constants")]
Vertex points(InputPatch<Vertex, 3> patch, uint id : SV_OutputControlPointID) {
    return patch[id];
}

[shader("domain")]
[domain("tri")]
Vertex between(Factors factors, float3 at : SV_DomainLocation, const OutputPatch<Vertex, 3> patch) {
    Vertex vertex = { place(at * factors.inside), patch[1].place };
    return vertex;
}

[shader("geometry")]
[maxvertexcount(3)]
void triangles(triangle Vertex corners[3], inout TriangleStream<Vertex> stream) {
    for (uint i = 0; i < 3; ++i) {
        stream.Append(corners[i]);
    }
}

[shader("pixel")]
float4 pixels(Vertex vertex) : SV_Target {
    return texels.Sample(filter, vertex.place);
}

[shader("compute")]
[numthreads(4, 4, 1)]
void groups(uint3 id : SV_DispatchThreadID) {
    AllMemoryBarrier();
}
