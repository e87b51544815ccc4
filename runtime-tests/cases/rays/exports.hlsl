// Outside Vulkan functions are exported for other modules to call.
//: target lib_6_5
//: args -fspv-target-env=universal1.5
//: only spirv
//: dxc-fault spirv 1.7 It ends in a fatal error.
//: dxc-fault spirv 1.9 It asks for a capability that validators of 2023 do not know.
RWBuffer<float4> colors : register(u1);

float4 scale(float4 color, float by) {
    return color * by;
}

export float brighten(uint at) {
    colors[at] = scale(colors[at], 2);
    return colors[at].x;
}

export float twice(float x) {
    return x + x;
}
