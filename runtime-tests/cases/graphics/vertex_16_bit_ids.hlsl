// System values declared with 16 bits: the built-ins of Vulkan are 32 bits wide.
//: target vs_6_2
//: args -enable-16bit-types
//: dxc-fault spirv It declares the built-ins with 16 bits.
float4 main(uint16_t vertex : SV_VertexID, uint16_t instance : SV_InstanceID) : SV_Position {
    return float4(vertex, instance, 0, 1);
}
