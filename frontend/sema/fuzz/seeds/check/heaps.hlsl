F[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    RWStructuredBuffer<float> target = ResourceDescriptorHeap[i];
    Buffer<float> source = ResourceDescriptorHeap[NonUniformResourceIndex(i * 2)];
    target[i] = source[i + 1];
}
float4 pixel(float2 uv : UV, nointerpolation uint i : I) : SV_Target {
    Texture2D<float4> image = ResourceDescriptorHeap[i];
    SamplerState state = SamplerDescriptorHeap[3];
    return image.Sample(state, uv);
}
