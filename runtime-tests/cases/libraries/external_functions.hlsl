// Functions of another library are called as it sees them.
//: target lib_6_3
//: only container
struct Ray {
    float3 from;
    float3 to;
    float2x2 place;
};

Ray next(Ray ray, inout float length, float2x2 turn, uint at[2]);
float4 shade(float3 at, bool lit);

RWBuffer<float4> result : register(u0);

[shader("compute")]
[numthreads(8, 1, 1)]
void trace(uint id : SV_DispatchThreadID) {
    Ray ray = (Ray)id;
    float length = 1;
    uint at[2] = { id, 3 };
    for (int i = 0; i < 4; ++i) {
        ray = next(ray, length, ray.place, at);
    }
    result[id] = shade(ray.to * length, length > 2);
}
