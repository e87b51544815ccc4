// A query in a pixel shader finds what lies in shadow.
//: target ps_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scene : register(t0);

float4 main(float4 position : SV_Position, float3 world : WORLD) : SV_Target {
    RayQuery<RAY_FLAG_CULL_NON_OPAQUE | RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH> query;
    RayDesc ray = { world, 0.01, float3(0, 1, 0), 50 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 1, ray);
    query.Proceed();
    float light = query.CommittedStatus() == COMMITTED_NOTHING ? 1 : 0.25;
    return float4(light.xxx, 1);
}
