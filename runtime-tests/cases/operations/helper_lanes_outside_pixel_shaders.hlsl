// A compute shader has no helper lanes.
//: target cs_6_0
//: operations isHelperLane
//: dxc-fault spirv It does not know the function, or asks for what only pixel shaders have.
RWBuffer<float> Out;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
    Out[i] = IsHelperLane();
}
