// A shader calls others by number, with parameters of two types.
//: target lib_6_3
//: only container newer
struct Light {
    float3 position;
    float strength;
};
struct Noise {
    int2 seed;
    float value;
};
RWBuffer<float> result;

[shader("raygeneration")]
void ask() {
    Light light = {float3(1, 2, 3), 4};
    CallShader(0, light);
    Noise noise = {int2(1, 2), 0};
    CallShader(DispatchRaysIndex().x, noise);
    result[0] = light.strength + noise.value;
}
