// With an `L`, digits that are no decimals are unsigned where no signed number has them.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWBuffer<uint> = 0 0 0 0 0
//: expect u0 = 0xffffff 0x8000000 0xf8000000 0xffffffff 0x7ffffff
RWBuffer<uint> Found : register(u0);

[numthreads(1, 1, 1)]
void main() {
    Found[0] = 0xFFFFFFFFL >> 40;
    Found[1] = 020000000000L >> 4;
    Found[2] = 2147483648L >> 4;
    Found[3] = 0x7FFFFFFFL - 0x80000000L;
    Found[4] = 0x7FFFFFFFl >> 4;
}
