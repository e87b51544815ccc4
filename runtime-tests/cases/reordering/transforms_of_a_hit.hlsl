// The ways between world and object, as three rows of four and as four rows of three.
//: target lib_6_9
//: only newer
RaytracingAccelerationStructure scene : register(t0);
RWStructuredBuffer<float3> places : register(u0);

[shader("raygeneration")]
void main() {
    RayQuery<RAY_FLAG_FORCE_OPAQUE> query;
    RayDesc ray = { float3(0, 0, 0), 0, float3(0, 1, 0), 10 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 255, ray);
    query.Proceed();
    dx::HitObject hit = dx::HitObject::FromRayQuery(query);
    float4 at = float4(places[0], 1);
    places[1] = mul(hit.GetObjectToWorld3x4(), at);
    places[2] = mul(hit.GetWorldToObject3x4(), at);
    places[3] = mul(at, hit.GetObjectToWorld4x3());
    places[4] = mul(at, hit.GetWorldToObject4x3());
}
