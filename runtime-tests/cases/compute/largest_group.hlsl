// A group of 1024 threads, the most there may be.
//: target cs_6_0
RWBuffer<uint> Out : register(u0);

[numthreads(32, 16, 2)]
void main(uint3 id : SV_GroupThreadID, uint index : SV_GroupIndex) {
    Out[index] = id.x + id.y + id.z;
}
