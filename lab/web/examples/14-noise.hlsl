// Clouds of noise | -T ps_6_0
// Values by chance at whole numbers, mixed between them, and the sum of several sizes of that.
cbuffer Frame : register(b0)
{
    float Time;
};

float Hash(uint2 at)
{
    uint bits = at.x * 1664525u + at.y * 1013904223u + 12345u;
    bits ^= bits >> 15;
    bits *= 2246822519u;
    bits ^= bits >> 13;
    return float(bits & 0xFFFF) / 65535.0;
}

float Noise(float2 at)
{
    uint2 cell = uint2(floor(at));
    float2 part = smoothstep(0.0, 1.0, frac(at));
    float above = lerp(Hash(cell), Hash(cell + uint2(1, 0)), part.x);
    float below = lerp(Hash(cell + uint2(0, 1)), Hash(cell + uint2(1, 1)), part.x);
    return lerp(above, below, part.y);
}

float4 main(float2 uv : TEXCOORD) : SV_Target
{
    float2 at = uv * 4.0 + float2(Time * 0.3, 10.0);
    float sum = 0.0, weight = 0.5;
    [unroll]
    for (uint octave = 0; octave < 5; octave++)
    {
        sum += weight * Noise(at);
        at *= 2.0;
        weight *= 0.5;
    }
    return float4(lerp(float3(0.2, 0.45, 0.8), 1.0, smoothstep(0.35, 0.75, sum)), 1.0);
}
