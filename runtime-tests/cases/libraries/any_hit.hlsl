// A hit is turned down, taken for good, or neither.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

[shader("anyhit")]
void filter(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    if (at.barycentrics.x > 0.5)
        IgnoreHit();
    payload.color.y = at.barycentrics.y;
    if (payload.depth == 3)
        AcceptHitAndEndSearch();
}
