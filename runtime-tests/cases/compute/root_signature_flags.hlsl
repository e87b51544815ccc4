// Flags alone, joined.
//: target cs_6_0
[RootSignature("RootFlags(DENY_VERTEX_SHADER_ROOT_ACCESS | DENY_PIXEL_SHADER_ROOT_ACCESS)")]
[numthreads(1, 1, 1)]
void main() {}
