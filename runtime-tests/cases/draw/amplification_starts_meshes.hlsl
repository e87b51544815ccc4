// An amplification shader hands its payload to the groups of a mesh shader.
//: target as_6_5
//: entry amplify
//: args -fspv-target-env=vulkan1.1spirv1.4
//: draw groups 1
//: with ms_6_5 mesh
//: with ps_6_5 pixel
//: dxc-fault spirv 1.7 It has no SPV_EXT_mesh_shader.
//: dxc-fault draw 1.7 It has no SPV_EXT_mesh_shader.

struct Corner {
    float4 position : SV_Position;
    float3 color : COLOR;
};

struct Payload {
    float2 places[2];
    uint count;
};

groupshared Payload payload;

[numthreads(2, 1, 1)]
void amplify(uint thread : SV_GroupIndex) {
    payload.places[thread] = float2(thread, 1 - int(thread)) * 0.8 - 0.8;
    if (thread == 0) payload.count = 2;
    GroupMemoryBarrierWithGroupSync();
    DispatchMesh(payload.count, 1, 1, payload);
}

[numthreads(3, 1, 1)]
[outputtopology("triangle")]
void mesh(uint thread : SV_GroupIndex, uint3 group : SV_GroupID, in payload Payload payload, out vertices Corner corners[3],
          out indices uint3 triangles[1]) {
    SetMeshOutputCounts(3, 1);
    float2 at = float2(thread & 1, thread >> 1) * 0.7 + payload.places[group.x];
    corners[thread].position = float4(at, 0, 1);
    corners[thread].color = float3(at * 0.5 + 0.5, payload.count * 0.5);
    if (thread == 0) triangles[0] = uint3(0, 1, 2);
}

float4 pixel(Corner corner) : SV_Target { return float4(corner.color, 1); }
