// Vectors of 16-bit numbers are stored where they begin in the middle of a word, and the other half stays.
//: target cs_6_2
//: args -enable-16bit-types -HV 2021
//: dxc-fault run 1.7 It writes them from the beginning of the word on.
//: dispatch 1
//: buffer t0 ByteAddressBuffer<uint> = 18 4 0x00020001
//: buffer u1 RWByteAddressBuffer<uint> = 12*0xffffffff
//: expect u1 = 0x00070001 0x00080001 0xffff0002 0xffffffff
//: + 0x0001ffff 0xffff0002 0x00020001 0x00020001
//: + 0x0002ffff 0x00020001 0xffff0001 0x00020001
struct Mixed {
    int16_t first;
    int16_t2 second;
    int16_t2 third;
};

ByteAddressBuffer In : register(t0);
RWByteAddressBuffer Out : register(u1);

[numthreads(1, 1, 1)]
void main() {
    int16_t2 pair = In.Load<int16_t2>(8);
    Mixed mixed;
    mixed.first = pair.x;
    mixed.second = int16_t2(7, pair.x);
    mixed.third = int16_t2(8, pair.y);
    Out.Store<Mixed>(0, mixed);
    Out.Store<int16_t2>(In.Load(0), pair);
    Out.Store<int16_t4>(In.Load(4) * 6, pair.xyxy);
    Out.Store<int16_t4>(34, pair.yxyx);
    Out.Store<int16_t2>((In.Load(4) << 3) + 12, pair);
}
