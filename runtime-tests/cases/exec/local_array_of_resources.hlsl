// A local array of resources, indexed by the counter of a loop with a continue and a break: the loop is unrolled.
//: target cs_6_0
//: dxc-fault spirv 1.9 It stores the handles in a variable that Vulkan forbids, and ends in a fatal error.
//: dxc-fault run 1.9 It stores the handles in a variable that Vulkan forbids, and ends in a fatal error.
//: dispatch 1
//: buffer t0 Buffer<uint> = 1 2 3 4
//: buffer t1 Buffer<uint> = 10 20 30 40
//: buffer t2 Buffer<uint> = 100 200 300 400
//: buffer t3 Buffer<uint> = 0 1 2 3
//: buffer u4 RWBuffer<uint> = 4*0
//: expect u4 = 1111 220 303 4
//: dxc-fault interpret Without optimisation it refuses arrays of resources.
Buffer<uint> A : register(t0);
Buffer<uint> B : register(t1);
Buffer<uint> C : register(t2);
Buffer<uint> Skip : register(t3);
RWBuffer<uint> Sum : register(u4);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    Buffer<uint> all[3] = { A, B, C };
    uint sum = 0;
    for (uint i = 0; i < 3; ++i) {
        if (Skip[index] == 3 && i == 1)
            break;
        if (Skip[index] != 0 && Skip[index] - 1 == i)
            continue;
        sum += all[i][index];
    }
    Sum[index] = sum + (index == 0 ? 1000 : 0);
}
