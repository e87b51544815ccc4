// What a struct leaves unset is stored with the rest of it, and so is written as the signature has it.
//: target ms_6_5
//: only container newer
struct Corner {
    float4 position : SV_Position;
    uint unset : COLOR;
    float3 partly : NORMAL;
};

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void main(uint lane : SV_GroupIndex, out indices uint3 triangles[1], out vertices Corner corners[3]) {
    SetMeshOutputCounts(3, 1);
    Corner corner;
    corner.position = lane;
    corner.partly.xz = 2;
    corners[lane] = corner;
    if (lane == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
