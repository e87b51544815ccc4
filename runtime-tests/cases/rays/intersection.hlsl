// An intersection shader reports hits with attributes of its own.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Sphere {
    float3 normal;
    uint side;
};

[shader("intersection")]
void meet() {
    Sphere sphere = { ObjectRayDirection(), 3 };
    if (ReportHit(RayTMin(), 1, sphere)) {
        sphere.side = 4;
        ReportHit(RayTCurrent(), 2, sphere);
    }
}
