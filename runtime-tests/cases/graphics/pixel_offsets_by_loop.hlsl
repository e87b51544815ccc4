// Offsets of samples count with loops, which are unrolled for that: nested, with a condition, from a table.
//: target ps_6_0
//: dxc-fault spirv It leaves the loops as they are and writes offsets that only gathers may have.
Texture2D<float4> Image : register(t0);
SamplerState Linear : register(s0);
static const int2 Around[4] = { int2(-1, 0), int2(1, 0), int2(0, -1), int2(0, 1) };

float4 main(float2 uv : TEXCOORD) : SV_Target {
    float4 sum = 0;
    for (int y = -1; y <= 1; ++y)
        for (int x = -1; x <= 1; ++x)
            sum += Image.Sample(Linear, uv, int2(x, y));
    for (int i = 0; i < 4; ++i) {
        if (sum.w > 3)
            break;
        int2 offset = i == 2 ? int2(0, 0) : Around[i];
        sum += Image.SampleLevel(Linear, uv, 0, offset) + Image.Load(int3(uv, 0), offset);
    }
    return sum;
}
