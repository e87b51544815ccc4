// With Vulkan's own memory model loads, stores, texels, atomics and barriers say who sees them.
//: target cs_6_0
//: only spirv run
//: args -fspv-use-vulkan-memory-model -fspv-target-env=vulkan1.2
//: dxc-fault spirv It asks that the handle of a coherent image be made visible, which is invalid.
//: dxc-fault run It asks that the handle of a coherent image be made visible, which is invalid.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<uint> = 16*0
//: buffer u1 RWStructuredBuffer<uint> = 1*0
//: buffer u2 RWBuffer<uint> = 16*1
//: expect u0 = 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 16
//: expect u1 = 16
globallycoherent RWStructuredBuffer<uint> seen : register(u0);
RWStructuredBuffer<uint> count : register(u1);
globallycoherent RWBuffer<uint> ones : register(u2);
groupshared uint numbers[17];

[numthreads(16, 1, 1)]
void main(uint thread : SV_GroupIndex) {
    numbers[thread] = thread;
    if (thread == 0) numbers[16] = 0;
    GroupMemoryBarrierWithGroupSync();
    uint next = numbers[(thread + 1) % 16];
    InterlockedAdd(numbers[16], ones[thread]);
    InterlockedAdd(count[0], 1u);
    seen[thread] = numbers[thread];
    DeviceMemoryBarrierWithGroupSync();
    seen[thread] += next;
    AllMemoryBarrierWithGroupSync();
    if (thread == 15) seen[15] = numbers[16];
}
