// What a hit knows of ray, object and instance.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

[shader("closesthit")]
void know(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    float3 p = mul(ObjectToWorld3x4(), float4(ObjectRayOrigin(), 1)) + mul(float4(1, 2, 3, 1), WorldToObject4x3());
    payload.color = float4(p + ObjectRayDirection(), HitKind());
    payload.depth = InstanceID() + InstanceIndex() * 16 + RayFlags();
}
