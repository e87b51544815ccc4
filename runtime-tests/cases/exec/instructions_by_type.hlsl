// The header that chooses instructions of SPIR-V by the type of a component, and pointers into memory of the group.
//: target cs_6_0
//: only spirv run
//: args -HV 2021 -fspv-target-env=vulkan1.2
//: dxc-fault spirv 1.7 It has no headers inside.
//: dxc-fault run It takes the store to the memory of the group away that a pointer reads.
//: dispatch 1 1 1
//: buffer u0 RWStructuredBuffer<int> = 12*0
//: expect u0 = -3 4 7 -2 10 -1 3 -2 2 -5 40 5
#include <vk/opcode_selector.h>
#include <vk/spirv.h>

RWStructuredBuffer<int> result : register(u0);
groupshared int shared_numbers[4];

[[vk::ext_instruction(61)]] int load(vk::WorkgroupSpirvPointer<int> from);
int twice(vk::WorkgroupSpirvPointer<int> from) { return 2 * load(from); }

template <typename To, typename From> To converted(From x) {
    return vk::util::ConversionSelector<From, To>::template Convert<To>(x);
}

[numthreads(1, 1, 1)]
void main() {
    int3 whole = vk::util::ConversionSelector<float, int>::Convert<int3>(float3(-3.75, 4.25, 7));
    result[0] = whole.x;
    result[1] = whole.y;
    result[2] = whole.z;
    result[3] = converted<int>(asuint(-2));
    result[4] = int(converted<float>(10u));
    result[5] = int(converted<int64_t>(-1));
    result[6] = vk::util::ArithmeticSelector<int>::Add(1, 2);
    result[7] = vk::util::ArithmeticSelector<int>::Div(-5, 2);
    result[8] = int(vk::util::ArithmeticSelector<float>::Sub(float2(3, 1), float2(1, 1)).x);
    result[9] = int(vk::util::ArithmeticSelector<float>::Negate(vk::util::ArithmeticSelector<float>::Mul(2.5f, 2.0f)));
    shared_numbers[1] = 20;
    GroupMemoryBarrierWithGroupSync();
    result[10] = twice(vk::GetGroupSharedAddress(shared_numbers[1]));
    result[11] = vk::ScopeQueueFamily;
}
