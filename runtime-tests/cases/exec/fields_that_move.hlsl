// Fields of a word that are shifted out, masked and shifted in again.
//: target cs_6_0
//: dispatch 6
//: buffer t0 StructuredBuffer<uint> = 0xdeadbeef 0x7fffffff 0x200 0x80000001 0x8f3ff 0x12345678
//: buffer u1 RWStructuredBuffer<uint> = 48*0
//: expect u1 = 0x8000 0x8000 0x16f0 0xdbe0000 0xee80 0xb08 0x5b7c 0x80000000
//: + 0x8000 0x8000 0x1ff0 0xfff0000 0xff80 0xf08 0xfffc 0
//: + 0x8000 0 0 0x20000 0x2000 0 0x4 0
//: + 0 0 0 0 0 0 0 0x80000000
//: + 0x8000 0x8000 0x3c0 0x8f30000 0x3f80 0xf08 0x11e4 0
//: + 0x8000 0 0x1150 0x4560000 0x6780 0x500 0x68ac 0
StructuredBuffer<uint> words : register(t0);
RWStructuredBuffer<uint> result : register(u1);

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupID) {
    uint x = words[i];
    uint y = x >> 10;
    result[8 * i] = ((x & 1023) >> 9) << 15;
    result[8 * i + 1] = ((y & 1023) >> 9) << 15;
    result[8 * i + 2] = (y & 0x1ff) << 4;
    result[8 * i + 3] = ((x & 0xfff00) >> 4) << 12;
    result[8 * i + 4] = ((x >> 3) << 7) & 0xff80;
    result[8 * i + 5] = ((x >> 7) << 3) & 0xf0f;
    result[8 * i + 6] = ((x >> 9) << 2) & 0xfffc;
    result[8 * i + 7] = ((x & 0x80000000) >> 31) << 31;
}
