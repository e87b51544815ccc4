// A query inside a ray generation shader.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float> result : register(u1);

[shader("raygeneration")]
void generate() {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    query.TraceRayInline(scene, RAY_FLAG_CULL_FRONT_FACING_TRIANGLES, 0xff, ray);
    while (query.Proceed()) {
        query.Abort();
    }
    result[DispatchRaysIndex().x] = query.CommittedStatus() == COMMITTED_TRIANGLE_HIT ? query.CommittedRayT() : -1;
}
