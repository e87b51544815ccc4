BTexture2D<float4> image : register(t0);
SamplerState state : register(s0);
float4 sample_at(float2 uv) { return image.SampleLevel(state, uv, 0); }
int2 divide(int a, int b, out int rest) {
    rest = a % b;
    return int2(a / b, b);
}
float determinant_of(float2x2 m) { return determinant(m); }
