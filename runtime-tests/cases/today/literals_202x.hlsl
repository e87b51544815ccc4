// Literals have types of their own in HLSL 202x.
//: target cs_6_8
//: args -HV 202x
//: only newer
RWStructuredBuffer<int64_t> b : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    b[0] = 0xffffffffff + i;
    b[1] = 1 << 4;
    b[2] = (int64_t)(1.5 * 3);
}
