// A step of the game of life | -T cs_6_0
// Conway's rules: three neighbours give birth, two or three let live. The field goes on past its edges.
StructuredBuffer<uint> Before : register(t0);
RWTexture2D<float> After : register(u0);
//= Before[4096] = floor(random(i) * 1.4)
//= After = 64x64
//= groups = 8 8 1

uint At(uint2 at)
{
    return Before[(at.y & 63) * 64 + (at.x & 63)];
}

[numthreads(8, 8, 1)]
void main(uint2 at : SV_DispatchThreadID)
{
    uint count = 0;
    [unroll]
    for (uint around = 0; around < 9; around++)
        if (around != 4)
            count += At(at + uint2(around % 3, around / 3) + 63);
    bool lives = count == 3 || (count == 2 && At(at) != 0);
    After[at] = lives ? 1.0 : 0.0;
}
