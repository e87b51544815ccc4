// A geometry shader that runs four times for a primitive, each for a slice of the target.
//: target gs_6_0
struct Corner {
    float4 position : SV_Position;
    uint slice : SV_RenderTargetArrayIndex;
};

cbuffer Views {
    row_major float4x4 views[4];
};

[instance(4)]
[maxvertexcount(3)]
void main(triangle float4 corners[3] : SV_Position, uint run : SV_GSInstanceID, inout TriangleStream<Corner> triangles) {
    for (uint i = 0; i < 3; i++) {
        Corner corner;
        corner.position = mul(corners[i], views[run]);
        corner.slice = run;
        triangles.Append(corner);
    }
}
