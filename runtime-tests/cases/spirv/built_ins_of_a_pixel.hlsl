// Whether the lane only helps is a variable of Vulkan too, and a location can stand at a member.
//: target ps_6_0
//: only spirv
//: dxc-fault spirv It asks with an operation of another extension.
struct Input {
    [[vk::location(4)]] float4 color : COLOR;
    [[vk::location(1)]] float2 place : PLACE;
};

[[vk::location(2)]] float4 main(Input input, [[vk::builtin("HelperInvocation")]] bool helps : HELPS) : SV_Target {
    return helps ? input.color : input.place.xyxy;
}
