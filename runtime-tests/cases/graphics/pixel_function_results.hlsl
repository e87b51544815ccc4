// A pixel shader that writes through out parameters, with helper functions and a loop.
//: target ps_6_0
static const float Weights[3] = { 0.25, 0.5, 0.25 };

float Smooth(float3 samples) {
    float sum = 0;
    for (int i = 0; i < 3; i++)
        sum += samples[i] * Weights[i];
    return sum;
}

void main(float3 samples : SAMPLES, out float4 colour : SV_Target0, out float4 bloom : SV_Target1) {
    float level = Smooth(samples);
    colour = float4(level.xxx, 1);
    bloom = level > 0.8 ? colour : float4(0, 0, 0, 0);
}
