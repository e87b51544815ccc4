// Shaders of a pipeline stand among exported functions, each with its signatures.
//: target lib_6_3
//: only container newer
struct Varying {
    float4 position : SV_Position;
    float2 uv : UV;
};

[shader("pixel")]
float4 paint(Varying v) : SV_Target {
    return float4(v.uv, 0, 1);
}

export float twice(float x) {
    return x * 2;
}

[shader("vertex")]
Varying place(float3 at : POSITION, uint number : SV_VertexID) {
    Varying v = {float4(at, 1), float2(twice(at.x), number)};
    return v;
}

[shader("geometry")]
[maxvertexcount(3)]
void keep(triangle Varying corners[3], inout TriangleStream<Varying> out_) {
    for (int i = 0; i < 3; i++)
        out_.Append(corners[i]);
}
