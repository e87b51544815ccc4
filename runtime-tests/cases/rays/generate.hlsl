// Rays start: a ray generation shader traces one for each pixel.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u1);

struct Payload {
    float4 color;
    uint depth;
};

[shader("raygeneration")]
void generate() {
    uint2 pixel = DispatchRaysIndex().xy;
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    ray.Direction.xy = pixel / (float2)DispatchRaysDimensions().xy;
    Payload payload = { float4(0, 0, 0, 0), 1 };
    TraceRay(scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 0xff, 0, 2, 1, ray, payload);
    image[pixel] = payload.color * payload.depth;
}
