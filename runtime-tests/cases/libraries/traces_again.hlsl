// A hit sends another ray with its own payload.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

RaytracingAccelerationStructure scene;

[shader("closesthit")]
void mirror(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    if (payload.depth > 4)
        return;
    RayDesc ray = {WorldRayOrigin() + WorldRayDirection() * RayTCurrent(), 0.01, -WorldRayDirection(), 100};
    Payload next = {payload.color, payload.depth + 1};
    TraceRay(scene, RAY_FLAG_NONE, 1, 0, 0, 0, ray, next);
    payload.color = next.color * 0.5;
}
