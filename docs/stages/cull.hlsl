// Amplification: a group of the mesh shader for each meshlet that is near.
struct Payload { uint meshlets[32]; };
StructuredBuffer<float> distances;
groupshared Payload payload;

[numthreads(32, 1, 1)] void main(uint meshlet : SV_DispatchThreadID) {
    bool near = distances[meshlet] < 100;
    if (near) payload.meshlets[WavePrefixCountBits(near)] = meshlet;
    DispatchMesh(WaveActiveCountBits(near), 1, 1, payload);
}
