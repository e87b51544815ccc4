// A payload of arrays, structs, truth values and matrices stays as it is declared.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
//: dxc-fault spirv 1.7 It lists inputs of one entry point at others.
RaytracingAccelerationStructure scene : register(t0);
RWBuffer<float> result;

struct Layer {
    float2x3 turn;
    bool solid;
};

struct Nested {
    Layer layers[2];
    int3 counts;
};

[shader("raygeneration")]
void generate() {
    RayDesc ray;
    ray.Origin = float3(0, 1, 2);
    ray.Direction = float3(0, 0, 1);
    ray.TMin = 0.25;
    ray.TMax = 100;
    Nested nested = (Nested)0;
    nested.layers[DispatchRaysIndex().x & 1].solid = true;
    TraceRay(scene, RAY_FLAG_NONE, 0xff, 0, 1, 0, ray, nested);
    result[0] = nested.layers[1].turn[1].z + nested.counts.y + nested.layers[0].solid;
}

[shader("miss")]
void miss(inout Nested nested) {
    nested.layers[1].turn[0] = WorldRayDirection();
    nested.layers[0].solid = !nested.layers[1].solid;
    nested.counts.y -= 2;
}
