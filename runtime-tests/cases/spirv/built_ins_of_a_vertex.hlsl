// Attributes make inputs and outputs variables of Vulkan, which take no location from the others.
//: target vs_6_0
//: only spirv
struct Vertex {
    float4 position : SV_Position;
    float before : BEFORE;
    [[vk::builtin("PointSize")]] float size : SIZE;
    float2 behind : BEHIND;
};

Vertex main(
    float4 p : P,
    [[vk::builtin("BaseVertex")]] int first : FIRST,
    [[vk::builtin("BaseInstance")]] uint instance : INSTANCE,
    [[vk::builtin("DrawIndex")]] int draw : DRAW,
    [[vk::builtin("DeviceIndex")]] uint device : DEVICE,
    float4 q : Q
) {
    Vertex vertex = { p, (float)first, (float)(instance + draw), q.xy + device };
    return vertex;
}
