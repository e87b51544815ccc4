//! lib_6_3
//! lib_6_3 -enable-16bit-types
//! lib_6_5
//! lib_6_6
// A ray shader of each kind.
struct Payload { float4 colour; uint depth; };
struct Argument { float3 value; };
struct Hit { float2 where; uint which; };
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);
cbuffer Camera : register(b0) { float4x4 view; };

[shader("raygeneration")] void generate() {
    RayDesc ray = { view[0].xyz, 0.01, view[1].xyz, 1000 };
    Payload payload = { float4(0, 0, 0, 0), 0 };
    TraceRay(scene, RAY_FLAG_NONE, 0xFF, 0, 1, 0, ray, payload);
    Argument argument = { payload.colour.xyz };
    CallShader(2, argument);
    image[DispatchRaysIndex().xy] = float4(argument.value, 1) / DispatchRaysDimensions().x;
}
[shader("intersection")] void meet() {
    Hit hit = { ObjectRayOrigin().xy, InstanceID() };
    ReportHit(RayTMin(), 3, hit);
}
[shader("anyhit")] void any(inout Payload payload, Hit hit) {
    if (hit.which == 3) IgnoreHit();
    payload.colour += hit.where.xyxy;
    AcceptHitAndEndSearch();
}
[shader("closesthit")] void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes hit) {
    payload.colour = float4(hit.barycentrics, PrimitiveIndex(), HitKind());
    payload.colour.xyz += mul(ObjectToWorld3x4(), float4(WorldRayDirection(), RayTCurrent()));
}
[shader("miss")] void missed(inout Payload payload) { payload.colour = float4(WorldRayOrigin(), payload.depth); }
[shader("callable")] void called(inout Argument argument) { argument.value = sqrt(argument.value); }
