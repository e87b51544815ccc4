// The index of the geometry came later.
//: target lib_6_5
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

[shader("anyhit")]
void which(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.depth = GeometryIndex();
}
