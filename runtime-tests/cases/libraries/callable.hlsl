// A callable shader changes what it is called with.
//: target lib_6_3
//: only container newer
struct Light {
    float3 position;
    float strength;
};

[shader("callable")]
void shine(inout Light light) {
    light.strength /= dot(light.position, light.position);
}
