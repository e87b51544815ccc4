// A constant index that no integer holds, into an array of resources, and into a buffer.
//: target cs_6_0
//: only container spirv
RWBuffer<float> Several[4] : register(u0);
RWBuffer<float> One : register(u4);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Several[3.4e38f][i] = i;
    One[3.4e38f] = i;
}
