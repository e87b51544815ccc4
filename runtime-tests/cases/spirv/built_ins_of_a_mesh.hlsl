// The size of points and the viewports of primitives are variables of Vulkan in a mesh shader of the older extension.
//: target ms_6_5
//: only spirv
struct Vertex {
    float4 position : SV_Position;
    [[vk::builtin("PointSize")]] float size : SIZE;
    float2 place : PLACE;
};

struct Primitive {
    [[vk::builtin("ViewportMaskNV")]] int mask[1] : MASK;
    float3 color : COLOR;
};

[outputtopology("triangle")]
[numthreads(3, 1, 1)]
void main(uint id : SV_GroupIndex, out vertices Vertex vertices[3], out primitives Primitive primitives[1], out indices uint3 indices[1]) {
    SetMeshOutputCounts(3, 1);
    vertices[id].position = id;
    vertices[id].size = 2;
    vertices[id].place = id;
    if (id == 0) {
        indices[0] = uint3(0, 1, 2);
        primitives[0].mask[0] = 3;
        primitives[0].color = 1;
    }
}
