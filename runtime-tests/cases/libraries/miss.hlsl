// What a ray that hits nothing sees follows from where it goes.
//: target lib_6_3
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

[shader("miss")]
void sky(inout Payload payload) {
    payload.color.xyz = lerp(float3(1, 1, 1), float3(0.5, 0.7, 1), WorldRayDirection().y);
}
