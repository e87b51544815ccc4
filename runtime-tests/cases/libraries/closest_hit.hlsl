// A hit is coloured by where it is.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.color = float4(at.barycentrics, RayTCurrent(), PrimitiveIndex());
    payload.depth++;
}
