// Where only the older extension may be used, a mesh shader is one of that extension in a later environment too.
//: target ms_6_5
//: args -fspv-target-env=vulkan1.2 -fspv-extension=SPV_NV_mesh_shader
//: only spirv
//: dxc-fault spirv 1.7 It does not know the other extension.
struct Vertex {
    float4 position : SV_Position;
};

[outputtopology("line")]
[numthreads(2, 1, 1)]
void main(uint id : SV_GroupIndex, out vertices Vertex vertices[2], out indices uint2 indices[1]) {
    SetMeshOutputCounts(2, 1);
    vertices[id].position = id;
    if (id == 0) {
        indices[0] = uint2(0, 1);
    }
}
