// A record of the shader table that the shader chooses itself.
//: target lib_6_9
//: only newer
//: dxc-fault newer It loses hit objects that are passed by `inout`.
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<uint> chosen : register(u0);

struct [raypayload] Payload {
    uint4 words : read(caller, closesthit, miss) : write(caller, closesthit, miss);
};

void choose(inout dx::HitObject hit, uint record) {
    if (hit.IsHit())
        hit.SetShaderTableIndex(record);
}

[shader("raygeneration")]
void main() {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), 10 };
    Payload payload = { uint4(1, 2, 3, 4) };
    dx::HitObject hit = dx::HitObject::TraceRay(scene, RAY_FLAG_SKIP_CLOSEST_HIT_SHADER, 255, 0, 1, 0, ray, payload);
    choose(hit, chosen[0]);
    chosen[1] = hit.LoadLocalRootTableConstant(chosen[0] * 4);
    dx::HitObject::Invoke(hit, payload);
    chosen[2] = payload.words.w;
}
