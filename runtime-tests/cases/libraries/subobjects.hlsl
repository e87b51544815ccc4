// What a state object needs stands beside the shaders.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

GlobalRootSignature global = {"SRV(t0), UAV(u0)"};
LocalRootSignature local = {"CBV(b0)"};
StateObjectConfig config = {STATE_OBJECT_FLAGS_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITONS};
SubobjectToExportsAssociation association = {"local", "hit"};
RaytracingShaderConfig sizes = {20, 8};
RaytracingPipelineConfig depth = {4};
TriangleHitGroup group = {"", "hit"};

[shader("closesthit")]
void hit(inout Payload payload, in BuiltInTriangleIntersectionAttributes at) {
    payload.depth++;
}
