// The same register in several spaces.
//: target cs_6_0
Buffer<uint> A : register(t3, space1);
Buffer<uint> B : register(t3, space20);
RWBuffer<uint> Out : register(u0, space2);
cbuffer C : register(b7, space3) {
    uint Scale;
};

[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    Out[id.x] = (A[id.x] + B[id.x]) * Scale;
}
