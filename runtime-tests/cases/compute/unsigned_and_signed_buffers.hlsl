// Typed buffers of signed and unsigned vectors of every length.
//: target cs_6_0
Buffer<int> I1 : register(t0);
Buffer<int2> I2 : register(t1);
Buffer<int3> I3 : register(t2);
Buffer<int4> I4 : register(t3);
Buffer<uint3> U3 : register(t4);
RWBuffer<int4> Signed : register(u0);
RWBuffer<uint2> Unsigned : register(u1);

[numthreads(1, 1, 1)]
void main(uint3 id : SV_DispatchThreadID) {
    uint i = id.x;
    Signed[i] = int4(I1[i], I2[i].y, I3[i].z, I4[i].w);
    Unsigned[i] = U3[i].zx;
}
