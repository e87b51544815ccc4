// Ray queries stand in structs and arrays, go through functions and are chosen between; each is what it was declared as.
//: target cs_6_6
//: dxc-fault spirv 1.7 It crashes.
RaytracingAccelerationStructure Scenes[] : register(t0);
RWStructuredBuffer<float> Out : register(u0);

typedef RayQuery<RAY_FLAG_FORCE_OPAQUE> Query;

struct Traced {
    float weight;
    Query query;
};

void start(inout Query query, RaytracingAccelerationStructure scene, float from) {
    RayDesc ray = { float3(0, 0, 0), from, float3(0, 1, 0), 10 };
    query.TraceRayInline(scene, RAY_FLAG_NONE, 1, ray);
    query.Proceed();
}

float result(Query query) {
    return query.CommittedRayT();
}

[numthreads(8, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Query queries[3];
    for (uint i = 0; i < 3; i++) {
        start(queries[i], Scenes[NonUniformResourceIndex(id.y + i)], i);
    }
    Query one;
    start(one, ResourceDescriptorHeap[id.z], 0.25);
    Traced traced;
    traced.weight = 2;
    traced.query = one;
    start(traced.query, Scenes[0], 0.5);
    if (id.x == 3) {
        traced.query = queries[1];
    }
    Out[id.x] = result(queries[id.x % 3]) + result(traced.query) * traced.weight;
}
