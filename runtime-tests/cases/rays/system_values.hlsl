// Everything that a hit knows of itself and its ray.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color.x = RayTMin() + RayTCurrent();
    payload.color.yzw = WorldRayOrigin() + WorldRayDirection() + ObjectRayOrigin() + ObjectRayDirection();
    payload.depth = InstanceID() + InstanceIndex() * 2 + PrimitiveIndex() * 3 + GeometryIndex() * 4 + HitKind() * 5
        + RayFlags() * 6 + DispatchRaysIndex().y + DispatchRaysDimensions().z;
}
