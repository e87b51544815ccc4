// Products of bytes and of halves.
//: target cs_6_8
//: args -enable-16bit-types
//: only newer
RWBuffer<uint> b : register(u0);

[numthreads(8, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    uint x = b[i], y = b[i + 1];
    int sum = dot4add_i8packed(x, y, 3);
    b[i + 2] = dot4add_u8packed(x, y, 1) + sum;
    b[i + 3] = (uint)pack_clamp_u8(unpack_s8s32((int8_t4_packed)x));
    b[i + 4] = (uint)dot2add(half2(1, x), half2(y, 2), 3);
}
