// Rays whose shaders run later, from each of the stages that send rays.
//: target lib_6_9
//: only newer
RaytracingAccelerationStructure scene : register(t0);

struct [raypayload] Payload {
    uint depth : read(caller, closesthit, miss) : write(caller, closesthit, miss);
};

void again(inout Payload payload) {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), 10 };
    if (payload.depth < 3) {
        payload.depth += 1;
        dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_NONE, 255, 0, 1, 0, ray, payload);
        dx::HitObject::Invoke(hit, payload);
    }
}

[shader("raygeneration")]
void generate() {
    Payload payload = { 0 };
    again(payload);
}

[shader("closesthit")]
void closest(inout Payload payload, BuiltInTriangleIntersectionAttributes attributes) {
    again(payload);
}

[shader("miss")]
void miss(inout Payload payload) {
    again(payload);
}
