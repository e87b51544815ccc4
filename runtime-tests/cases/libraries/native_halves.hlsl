// Halves and 16-bit integers in exported functions.
//: target lib_6_3
//: args -enable-16bit-types
//: only container newer
struct Packed {
    half2 value;
    int16_t count;
};

export half3 mix_halves(half3 a, inout Packed p) {
    p.count += 1;
    return a * p.value.xyx;
}
