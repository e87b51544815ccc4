// Moves particles: a compute shader with a constant buffer and a structured buffer.
#include <particle.hlsli>

cbuffer Settings : register(b1, space2) {
    float3 Gravity;
    float Seconds;
    float3x3 Turn;
    float Drag[3];
    uint Count;
};

RWStructuredBuffer<Particle> Particles : register(u3);

[numthreads(GROUP, 1, 1)]
void Step(uint3 thread : SV_DispatchThreadID) {
    if (thread.x >= Count)
        return;
    Particle p = Particles[thread.x];
    p.velocity = mul(Turn, p.velocity) * (1 - Drag[p.kind % 3] * Seconds) + Gravity * Seconds;
    p.position += p.velocity * Seconds;
    Particles[thread.x] = p;
}
