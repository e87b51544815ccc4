// Who reads and writes the members of payloads.
//: target lib_6_6
//: args -enable-payload-qualifiers
//: only container
struct [raypayload] Inner {
    bool hit : read(caller) : write(closesthit, anyhit);
};

struct [raypayload] Payload {
    float4 color : read(caller) : write(closesthit, miss);
    uint depth : read(closesthit) : write(caller);
    Inner inner;
    float2 places[2] : read(caller, closesthit, miss, anyhit) : write(caller, closesthit, miss, anyhit);
};

RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);

[shader("miss")]
void sky(inout Payload payload) {
    payload.color = float4(payload.places[1], 0, 1);
}

[shader("closesthit")]
void surface(inout Payload payload, BuiltInTriangleIntersectionAttributes at) {
    payload.color = float4(at.barycentrics, payload.depth, 1);
    payload.inner.hit = true;
}

[shader("raygeneration")]
void start() {
    Payload payload;
    payload.depth = 3;
    payload.places[0] = payload.places[1] = 0;
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    image[DispatchRaysIndex().xy] = payload.color;
}
