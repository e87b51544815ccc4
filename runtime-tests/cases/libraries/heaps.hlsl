// Resources come out of the heaps.
//: target lib_6_6
//: only container newer
export float4 look(uint i, float2 at) {
    Texture2D<float4> picture = ResourceDescriptorHeap[i];
    SamplerState s = SamplerDescriptorHeap[i + 1];
    return picture.SampleLevel(s, at, 0);
}
