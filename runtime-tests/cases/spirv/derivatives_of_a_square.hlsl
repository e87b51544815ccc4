// In a group of two dimensions the neighbours are squares.
//: target cs_6_6
//: only spirv
//: dxc-fault spirv 1.7 It says nothing of neighbours.
//: dxc-fault spirv 1.9 It asks for a capability that Vulkan 1.1 does not have.
RWBuffer<float> result;

[numthreads(4, 4, 1)]
void main(uint3 id : SV_GroupThreadID, uint index : SV_GroupIndex) {
    result[index] = ddx_coarse(id.x * 1.5) + ddy_coarse(id.y * 0.5);
}
