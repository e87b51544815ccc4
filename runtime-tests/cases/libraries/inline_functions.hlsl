// Functions that are `inline` do not go out, whatever the linkage by default.
//: target lib_6_3
//: args -default-linkage external
//: only container
RWBuffer<float> result : register(u0);

inline float half_of(float x) {
    return x / 2;
}

float quarter_of(float x) {
    return half_of(half_of(x));
}

[shader("compute")]
[numthreads(1, 1, 1)]
void main(uint id : SV_GroupIndex) {
    result[id] = quarter_of(id);
}
