// Loads one to four words from a byte address.
//: target cs_6_0
//: dispatch 1
//: buffer t0 ByteAddressBuffer<uint> = 10 11 12 13 14 15 16 17 18 19
//: buffer u1 RWBuffer<uint> = 10*0
//: expect u1 = 10 11 12 13 14 15 16 17 18 19
ByteAddressBuffer Source : register(t0);
RWBuffer<uint> Words : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Words[0] = Source.Load(0);
    uint2 two = Source.Load2(4);
    Words[1] = two.x;
    Words[2] = two.y;
    uint3 three = Source.Load3(12);
    Words[3] = three.x;
    Words[4] = three.y;
    Words[5] = three.z;
    uint4 four = Source.Load4(24);
    Words[6] = four.x;
    Words[7] = four.y;
    Words[8] = four.z;
    Words[9] = four.w;
}
