// What both shaders know of a particle.
struct Particle {
    float3 position;
    uint kind;
    float3 velocity;
};
