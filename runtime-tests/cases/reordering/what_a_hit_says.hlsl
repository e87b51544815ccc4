// Every number that a hit object knows.
//: target lib_6_9
//: only newer
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<uint> words : register(u0);
RWStructuredBuffer<float> numbers : register(u1);
RWStructuredBuffer<float3> places : register(u2);

struct [raypayload] Nothing {
    uint none : read(caller) : write(caller);
};

[shader("raygeneration")]
void main() {
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), 10 };
    Nothing nothing;
    nothing.none = 0;
    dx::HitObject hit = dx::HitObject::TraceRay(scene, 0, 255, 0, 1, 0, ray, nothing);
    words[0] = hit.IsHit() ? 1 : hit.IsMiss() ? 2 : hit.IsNop() ? 3 : 4;
    words[1] = hit.GetRayFlags();
    words[2] = hit.GetGeometryIndex();
    words[3] = hit.GetInstanceIndex();
    words[4] = hit.GetInstanceID();
    words[5] = hit.GetPrimitiveIndex();
    words[6] = hit.GetHitKind();
    words[7] = hit.GetShaderTableIndex();
    words[8] = hit.LoadLocalRootTableConstant(12);
    numbers[0] = hit.GetRayTMin();
    numbers[1] = hit.GetRayTCurrent();
    places[0] = hit.GetWorldRayOrigin();
    places[1] = hit.GetWorldRayDirection();
    places[2] = hit.GetObjectRayOrigin();
    places[3] = hit.GetObjectRayDirection();
    places[4] = nothing.none;
}
