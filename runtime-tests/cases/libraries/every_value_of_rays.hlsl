// All that ray shaders are told.
//: target lib_6_5
//: only container
struct Payload {
    float4 sum;
};
struct Attributes {
    float2 place;
};

float4 common() {
    return float4(DispatchRaysIndex() + DispatchRaysDimensions(), 1);
}

float4 ray() {
    return float4(WorldRayOrigin() * WorldRayDirection(), RayTMin() + RayTCurrent()) * RayFlags();
}

float4 hit() {
    float3 at = mul(ObjectToWorld3x4(), float4(ObjectRayOrigin(), 1)) + mul(float4(ObjectRayDirection(), 0), WorldToObject4x3());
    return float4(at, InstanceIndex() + InstanceID() + PrimitiveIndex() + GeometryIndex() + HitKind());
}

[shader("miss")]
void miss(inout Payload payload) {
    payload.sum = common() + ray();
}

[shader("closesthit")]
void closest(inout Payload payload, Attributes attributes) {
    payload.sum = common() + ray() + hit() + attributes.place.xyxy;
}

[shader("anyhit")]
void any(inout Payload payload, Attributes attributes) {
    payload.sum += common() + ray() + hit();
    if (attributes.place.x > 0.5) {
        payload.sum.x = 1;
        IgnoreHit();
    }
    payload.sum.y = 2;
    AcceptHitAndEndSearch();
}

[shader("intersection")]
void intersect() {
    Attributes attributes;
    attributes.place = (common() + ray()).xy;
    if (ReportHit(RayTCurrent(), 3, attributes)) {
        attributes.place = 1;
        ReportHit(attributes.place.x, HIT_KIND_TRIANGLE_FRONT_FACE, attributes);
    }
}

[shader("callable")]
void call(inout Payload payload) {
    payload.sum = common();
    CallShader(4, payload);
}
