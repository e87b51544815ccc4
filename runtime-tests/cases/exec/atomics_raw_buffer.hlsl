// Atomic operations at byte addresses.
//: target cs_6_0
//: dispatch 1
//: buffer u0 RWByteAddressBuffer<uint> = 0 0 0xffffffff 5
//: expect u0 = 28 7 0xffffff00 9
RWByteAddressBuffer Memory : register(u0);

[numthreads(8, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Memory.InterlockedAdd(0, index);
    Memory.InterlockedMax(4, index);
    Memory.InterlockedAnd(8, ~(1u << index));
    if (index == 0) {
        uint found;
        Memory.InterlockedCompareExchange(12, 5, 9, found);
    }
}
