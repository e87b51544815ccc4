// A ray that hits nothing takes its colour from where it goes.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

[shader("miss")]
void miss(inout Payload payload) {
    payload.color = float4(WorldRayDirection(), RayTCurrent());
}
