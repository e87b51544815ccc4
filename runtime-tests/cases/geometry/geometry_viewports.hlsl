// The viewport and the slice of the target for each primitive.
//: target gs_6_0
struct Corner {
    float4 position : SV_Position;
    uint slice : SV_RenderTargetArrayIndex;
    uint viewport : SV_ViewportArrayIndex;
};

[maxvertexcount(6)]
void main(triangle float4 corners[3] : SV_Position, inout TriangleStream<Corner> triangles) {
    for (uint view = 0; view < 2; view++) {
        for (uint i = 0; i < 3; i++) {
            Corner corner = { corners[i], view, 1 - view };
            triangles.Append(corner);
        }
        triangles.RestartStrip();
    }
}
