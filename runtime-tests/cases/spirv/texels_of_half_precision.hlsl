// Texels of minimum precision have formats of 16 bits.
//: target cs_6_0
//: only spirv
//: args -HV 2021
RWBuffer<half> a;
RWTexture2D<min16int2> b;
RWTexture2D<min16uint4> c;
RWBuffer<min10float4> d;
[numthreads(1, 1, 1)]
void main(uint2 i : SV_DispatchThreadID) {
    a[i.x] = 1.5;
    b[i] = min16int2(1, -1);
    c[i] = 3;
    d[i.y] = 2;
}
