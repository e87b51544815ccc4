// A payload holds matrices, arrays, truth values and structs, and keeps them as they are.
//: target lib_6_3
//: only container newer
struct Inner {
    bool hit;
    float2x3 turn;
};
struct Payload {
    Inner inner[2];
    row_major float3x2 rows;
    float values[3];
    uint2 at;
};

[shader("miss")]
void fill(inout Payload payload) {
    payload.inner[1].hit = !payload.inner[0].hit;
    payload.inner[payload.at.x & 1].turn[1][2] = payload.rows[2][1];
    payload.values[payload.at.y % 3] = payload.inner[0].turn[0][1];
}
