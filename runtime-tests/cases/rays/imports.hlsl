// Outside Vulkan a library calls functions of other modules, which it declares before those that it has.
//: target lib_6_5
//: args -fspv-target-env=universal1.5
//: only spirv
//: dxc-fault spirv 1.7 It says that the functions are undefined.
//: dxc-fault spirv 1.9 It says that the functions are undefined.
void turn(inout float4 color);
float weight(float x, out float rest, int3 place);

export float4 shade(float4 color) {
    turn(color);
    float rest;
    color.x += weight(color.y, rest, 3) + rest;
    return color;
}
