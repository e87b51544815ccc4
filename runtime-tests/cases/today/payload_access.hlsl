// Who reads and writes the members of a payload.
//: target lib_6_8
//: only newer
struct [raypayload] Payload {
    float4 color : read(caller) : write(closesthit, miss);
    uint depth : read(closesthit) : write(caller);
};
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);

[shader("raygeneration")]
void rays() {
    RayDesc ray = { float3(DispatchRaysIndex().xy, 0), 0, float3(0, 0, 1), 100 };
    Payload payload;
    payload.depth = 1;
    TraceRay(scene, RAY_FLAG_NONE, 255, 0, 1, 0, ray, payload);
    image[DispatchRaysIndex().xy] = payload.color;
}

[shader("closesthit")]
void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes at) {
    payload.color = float4(at.barycentrics, payload.depth, 1);
}

[shader("miss")]
void misses(inout Payload payload) {
    payload.color = 0;
}
