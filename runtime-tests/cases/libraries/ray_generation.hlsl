// Every ray of a picture is sent.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> picture : register(u0);

[shader("raygeneration")]
void generate() {
    uint2 at = DispatchRaysIndex().xy;
    float2 size = DispatchRaysDimensions().xy;
    RayDesc ray = {float3(at / size, 0), 0.001, float3(0, 0, 1), 1000};
    Payload payload = {float4(0, 0, 0, 0), 0};
    TraceRay(scene, RAY_FLAG_CULL_BACK_FACING_TRIANGLES, 0xff, 0, 1, 0, ray, payload);
    picture[at] = payload.color;
}
