Astruct Payload { float4 color; uint depth; };
struct Attributes { float2 barycentrics; };
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
cbuffer Settings : register(b0) { float3 eye; float far; };
[shader("raygeneration")]
void generate() {
    uint2 at = DispatchRaysIndex().xy;
    RayDesc ray;
    ray.Origin = eye;
    ray.Direction = normalize(float3(float2(at) / DispatchRaysDimensions().xy, 1));
    ray.TMin = 0.001;
    ray.TMax = far;
    Payload p = { float4(0, 0, 0, 0), 0 };
    TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, p);
    image[at] = p.color;
}
[shader("closesthit")]
void hit(inout Payload p, in Attributes a) {
    p.color = float4(a.barycentrics, RayTCurrent(), InstanceID());
    p.depth += PrimitiveIndex();
}
[shader("anyhit")]
void any_hit(inout Payload p, in Attributes a) {
    if (a.barycentrics.x > 0.5) IgnoreHit();
    AcceptHitAndEndSearch();
}
[shader("miss")]
void missed(inout Payload p) { p.color = float4(WorldRayDirection(), 1); }
[shader("intersection")]
void box() {
    Attributes a = { ObjectRayOrigin().xy };
    ReportHit(RayTMin() + 1, 3, a);
}
