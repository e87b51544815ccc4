// A root signature that the mesh shader alone sees.
//: target ms_6_5
//: only container newer
struct Vertex {
    float4 position : SV_Position;
    float2 uv : UV;
};

cbuffer Camera : register(b0) {
    float4x4 camera;
};

[RootSignature("RootConstants(num32BitConstants = 16, b0, visibility = SHADER_VISIBILITY_MESH)")]
[numthreads(32, 1, 1)]
[outputtopology("triangle")]
void main(uint thread : SV_GroupIndex, out vertices Vertex corners[32], out indices uint3 triangles[1]) {
    SetMeshOutputCounts(32, 1);
    corners[thread].position = mul(camera, float4(thread, 0, 0, 1));
    corners[thread].uv = 0;
    if (thread == 0) {
        triangles[0] = uint3(0, 1, 2);
    }
}
