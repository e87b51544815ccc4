// Threads of a group that follow each other are neighbours, and Vulkan is told how.
//: target cs_6_6
//: only spirv
//: dxc-fault spirv 1.7 It says nothing of neighbours.
//: dxc-fault spirv 1.9 It asks for a capability that Vulkan 1.1 does not have.
RWBuffer<float> result;
Texture2D<float> texels;
SamplerState filter;

[numthreads(8, 1, 1)]
void main(uint id : SV_GroupIndex) {
    result[id] = ddx(id * 1.5) + ddy_fine(id * 0.5) + texels.Sample(filter, id / 8.0);
}
