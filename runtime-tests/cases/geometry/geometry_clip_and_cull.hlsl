// Clip and cull distances of the inputs are those of the outputs.
//: target gs_6_0
struct Corner {
    float4 position : SV_Position;
    float4 clip : SV_ClipDistance0;
    float2 cull : SV_CullDistance0;
};

[maxvertexcount(3)]
void main(triangle Corner corners[3], inout TriangleStream<Corner> triangles) {
    [unroll]
    for (uint i = 0; i < 3; i++) {
        Corner corner = corners[i];
        corner.clip.yz = corner.clip.zy;
        corner.cull.x += 1;
        triangles.Append(corner);
    }
}
