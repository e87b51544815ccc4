// A template takes the heap itself as an argument.
//: target ps_6_6
//: args -HV 2021
//: only container
template<typename Heap>
Texture2D pick(Heap heap, uint at) {
    Texture2D found = heap[at];
    return found;
}
SamplerState Filter;

float4 main(float2 uv : UV, nointerpolation uint at : AT) : SV_Target {
    return pick(ResourceDescriptorHeap, at).Sample(Filter, uv);
}
