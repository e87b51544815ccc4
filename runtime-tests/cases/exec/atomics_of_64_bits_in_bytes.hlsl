// Atomics on 64-bit numbers in a byte address buffer, whose words are read beside them.
//: target cs_6_6
//: dispatch 1 1 1
//: dxc-fault spirv It has no such method for SPIR-V.
//: dxc-fault run It has no such method for SPIR-V.
//: buffer u0 RWByteAddressBuffer<uint> = 0xffffffff 0 7 1 0 0x80000000
//: buffer u1 RWStructuredBuffer<uint> = 4*0
//: expect u0 = 0x3 1 9 2 0xf 0x80000000
//: expect u1 = 4 1 1 1

RWByteAddressBuffer bytes : register(u0);
RWStructuredBuffer<uint> found : register(u1);

[numthreads(4, 1, 1)]
void main(uint thread : SV_GroupIndex) {
  bytes.InterlockedAdd64(0, (uint64_t)1);
  uint64_t old;
  bytes.InterlockedCompareExchange64(8, ((uint64_t)1 << 32) | 7, ((uint64_t)2 << 32) | 9, old);
  bytes.InterlockedOr64(16, (uint64_t)1 << thread);
  if (old == (((uint64_t)1 << 32) | 7))
    InterlockedAdd(found[1], 1);
  AllMemoryBarrierWithGroupSync();
  if (thread == 0) {
    found[0] = bytes.Load(0) + 1;
    found[2] = bytes.Load(4);
    found[3] = bytes.Load(12) - 1;
  }
}
