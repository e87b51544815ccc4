// A mesh shader makes two triangles, with numbers of its own for them.
//: target ms_6_5
//: entry mesh
//: args -fspv-target-env=vulkan1.1spirv1.4
//: draw groups 2
//: with ps_6_5 pixel
//: dxc-fault spirv 1.7 It has no SPV_EXT_mesh_shader.
//: dxc-fault draw 1.7 It has no SPV_EXT_mesh_shader.

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Facet {
    nointerpolation float blue : BLUE;
};

[numthreads(4, 1, 1)]
[outputtopology("triangle")]
void mesh(uint thread : SV_GroupIndex, uint3 group : SV_GroupID, out vertices Corner corners[4], out primitives Facet facets[2],
          out indices uint3 triangles[2]) {
    SetMeshOutputCounts(4, 2);
    float2 at = float2(thread & 1, thread >> 1) * 0.7 - (group.x != 0 ? 0 : 0.9);
    corners[thread].position = float4(at, 0, 1);
    corners[thread].color = float3(at, 0.5);
    if (thread < 2) {
        triangles[thread] = uint3(thread, thread + 1, thread + 2);
        facets[thread].blue = thread;
    }
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
