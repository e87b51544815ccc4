// A root signature without parameters, for a shader without resources.
//: target cs_6_0
[RootSignature("")]
[numthreads(1, 1, 1)]
void main() {}
