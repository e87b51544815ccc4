// A ray whose shader runs later, after the threads have been sorted by what they hit.
//: target lib_6_9
//: only newer
RaytracingAccelerationStructure scene : register(t0);
RWTexture2D<float4> image : register(u0);

struct [raypayload] Payload {
    float4 colour : read(caller, closesthit, miss) : write(caller, closesthit, miss);
};

[shader("raygeneration")]
void main() {
    uint2 at = DispatchRaysIndex().xy;
    RayDesc ray = { float3(at, 0), 0.001, float3(0, 0, 1), 1000 };
    Payload payload;
    payload.colour = 0;
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, payload);
    dx::MaybeReorderThread(hit);
    dx::HitObject::Invoke(hit, payload);
    image[at] = payload.colour;
}
