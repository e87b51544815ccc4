// An intersection says more than barycentrics.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

struct Attributes {
    float3 normal;
    uint material;
};

[shader("closesthit")]
void hit(inout Payload payload, in Attributes found) {
    payload.color.xyz = found.normal * 0.5 + 0.5;
    payload.depth = found.material;
}
