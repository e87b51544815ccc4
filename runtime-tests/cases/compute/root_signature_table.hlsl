// Descriptor tables: ranges of several descriptors, ranges placed at an offset, and a table of samplers.
//: target cs_6_0
Buffer<float> A : register(t0);
Buffer<float> B : register(t3);
RWBuffer<float> Out : register(u1, space2);
cbuffer C : register(b0) {
    float Scale;
};

[RootSignature("DescriptorTable(SRV(t0, numDescriptors = 4), CBV(b0, offset = 8)),"
               "DescriptorTable(UAV(u0, numDescriptors = unbounded, space = 2, flags = DESCRIPTORS_VOLATILE)),"
               "DescriptorTable(Sampler(s0, numDescriptors = 2))")]
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Out[id.x] = A[id.x] + B[id.x] * Scale;
}
