// Structs in a buffer | -T cs_6_0
// A step of particles that fall and bounce.
struct Particle
{
    float3 Position;
    float Mass;
    float3 Speed;
    uint Bounces;
};

cbuffer World : register(b0)
{
    float Step;
    float Gravity;
};
RWStructuredBuffer<Particle> Particles : register(u0);
//= Step = 0.1
//= Gravity = 9.81
//= Particles[32] = i, 0.5 + i / 20, 0, 1 + i % 3, 0, -2, 0, 0

[numthreads(32, 1, 1)]
void main(uint at : SV_DispatchThreadID)
{
    Particle one = Particles[at];
    one.Speed.y -= Gravity * Step;
    one.Position += one.Speed * Step;
    if (one.Position.y < 0.0)
    {
        one.Position.y = -one.Position.y;
        one.Speed.y = -0.8 * one.Speed.y;
        one.Bounces++;
    }
    Particles[at] = one;
}
