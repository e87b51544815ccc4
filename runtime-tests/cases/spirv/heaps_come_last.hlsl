// The heaps of descriptors are bound behind all that is declared: one for resources, one for samplers.
//: target cs_6_6
//: only spirv
//: dxc-fault spirv 1.7 It does not know the heaps.
Texture2D<float> texels;
cbuffer Numbers {
    uint first;
};
RWBuffer<float> result : register(u1);

[numthreads(1, 1, 1)]
void main() {
    Texture2D<float> other = ResourceDescriptorHeap[first];
    Buffer<float> third = ResourceDescriptorHeap[first + 1];
    SamplerState filter = SamplerDescriptorHeap[first + 2];
    result[0] = texels.SampleLevel(filter, 0, 0) + other.SampleLevel(filter, 0, 0) + third[0];
}
