// Only shaders are exported.
//: target lib_6_3
//: args -export-shaders-only
//: only container newer
struct Payload {
    float4 color;
    uint depth;
};

export float helper(float x) {
    return x * 2;
}

[shader("miss")]
void sky(inout Payload payload) {
    payload.color = helper(payload.color.x);
}
