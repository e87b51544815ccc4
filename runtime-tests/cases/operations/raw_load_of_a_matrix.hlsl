// A matrix is loaded from a byte address buffer row by row: the second number of the first row is in its first 16 bytes.
//: target cs_6_0
//: only container
//: operations bufferLoad
ByteAddressBuffer In : register(t0);
RWBuffer<float> Out : register(u0);

[numthreads(1, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    Out[i] = In.Load<float4x2>(64)[0][1];
}
