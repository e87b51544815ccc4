// Integer literals that 32 bits cannot hold keep their bits in built-in functions.
//: target cs_6_0
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<uint2> = 6*7
//: expect u0 = 4294967295 255 4294967291 4294967295 4294967295 1
RWStructuredBuffer<uint2> b : register(u0);

uint2 words(int64_t x) {
    return uint2((uint)x, (uint)(x >> 32));
}

[numthreads(1, 1, 1)]
void main() {
    b[0] = words(max(3, 0xffffffffff));
    b[1] = words(min(-5, 2));
    b[2] = words(clamp(0x1ffffffff, 0, 0x2ffffffff));
}
