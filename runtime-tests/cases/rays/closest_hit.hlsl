// The closest hit of a triangle is told by its barycentrics.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color.xy = at.barycentrics;
    payload.depth += PrimitiveIndex();
}
