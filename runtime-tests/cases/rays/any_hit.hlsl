// A hit is turned down, taken for good, or neither.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Payload {
    float4 color;
    uint depth;
};

[shader("anyhit")]
void filter(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.depth++;
    if (at.barycentrics.x > 0.75) {
        IgnoreHit();
    }
    if (at.barycentrics.y > 0.5) {
        payload.color = 1;
        AcceptHitAndEndSearch();
    }
    payload.color.z = HitKind();
}
