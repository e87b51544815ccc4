// A callable shader changes what it is called with.
//: target lib_6_5
//: args -fspv-target-env=vulkan1.2
//: only spirv
struct Light {
    float3 position;
    float strength;
};

[shader("callable")]
void shine(inout Light light) {
    light.strength /= dot(light.position, light.position);
}
