// Exported functions take and return numbers and vectors by value.
//: target lib_6_3
//: only container newer
export float scale(float value, int by, bool negate) {
    return negate ? -value * by : value * by;
}

export float4 blend(float4 a, float4 b, float by) {
    return lerp(a, b, by);
}

export uint2 halves(uint value) {
    return uint2(value & 0xffff, value >> 16);
}
