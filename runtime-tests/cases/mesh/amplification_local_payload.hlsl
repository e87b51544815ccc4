// A payload that is a local variable.
//: target as_6_5
//: only container newer
struct Payload {
    uint2 range;
    float3 origin;
};

[numthreads(1, 1, 1)]
void main(uint3 group : SV_GroupID) {
    Payload payload;
    payload.range = group.xy;
    payload.origin = group;
    DispatchMesh(group.x, 1, 1, payload);
}
