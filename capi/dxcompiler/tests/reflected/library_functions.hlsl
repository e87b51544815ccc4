// Functions of a library: entry points of several kinds and exported ones, each with what it uses.
//: target lib_6_6
struct [raypayload] Payload { float4 colour : read(caller, closesthit, miss) : write(caller, closesthit, miss); };
cbuffer Scene { float scale; float4 tint; float never; };
cbuffer Other { float other; };
RaytracingAccelerationStructure world;
RWTexture2D<float4> picture;
StructuredBuffer<float4> colours;
tbuffer Table { float4 entry; };
SamplerState smooth;
Texture2D<float4> sky;
export float scaled(float x) { return x * scale; }
export float4 looked_up(uint i) { return colours[i] * other + entry; }
[shader("raygeneration")] void generate() {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 0, 1), 100 };
    Payload payload; payload.colour = 0;
    TraceRay(world, RAY_FLAG_NONE, 255, 0, 1, 0, ray, payload);
    picture[DispatchRaysIndex().xy] = payload.colour * scaled(2);
}
[shader("miss")] void missed(inout Payload payload) { payload.colour = sky.SampleLevel(smooth, 0.5, 0) * tint; }
[shader("closesthit")] void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.colour = looked_up(PrimitiveIndex()) + at.barycentrics.x; }
[shader("compute")] [numthreads(8, 4, 1)] void work(uint2 i : SV_DispatchThreadID) { picture[i] = tint; }
[shader("pixel")] [earlydepthstencil] float4 shade() : SV_Target { return tint; }
