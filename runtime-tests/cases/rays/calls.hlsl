// A shader calls others by number, with parameters of two types.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
RWBuffer<float> result;

struct Light {
    float3 position;
    float strength;
};

struct Noise {
    uint seed;
};

[shader("raygeneration")]
void generate() {
    Light light = { float3(1, 2, 3), 4 };
    Noise noise = { DispatchRaysIndex().x };
    CallShader(0, light);
    CallShader(1, noise);
    CallShader(2 + noise.seed, light);
    result[0] = light.strength + noise.seed;
}
