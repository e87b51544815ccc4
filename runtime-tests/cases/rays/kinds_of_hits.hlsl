// Hits of a group share their payload; each kind of shader is an entry point.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
//: dxc-fault spirv 1.7 It lists inputs of one entry point at others.
struct Payload {
    float4 color;
    uint depth;
};

struct Box {
    float3 normal;
};

[shader("intersection")]
void meet() {
    Box box = { float3(0, 1, 0) };
    ReportHit(dot(ObjectRayOrigin(), box.normal), 0, box);
}

[shader("anyhit")]
void filter(inout Payload payload, in Box box) {
    if (box.normal.y < 0) {
        IgnoreHit();
    }
}

[shader("closesthit")]
void hit(inout Payload payload, in Box box) {
    payload.color.xyz = box.normal;
}
