// Typed buffers of one, two and four components of each type.
//: target cs_6_0
//: dispatch 1
//: buffer t0 Buffer<int> = -5
//: buffer t1 Buffer<uint2> = 6 7
//: buffer t2 Buffer<float4> = 0.5 1.5 2.5 3.5
//: buffer u3 RWBuffer<int4> = 4*0
//: buffer u4 RWBuffer<uint> = 0
//: buffer u5 RWBuffer<float2> = 0 0
//: expect u3 = -5 -4 -3 -2
//: expect u4 = 13
//: expect u5 = 2 6
Buffer<int> Ints : register(t0);
Buffer<uint2> UintPairs : register(t1);
Buffer<float4> FloatQuads : register(t2);
RWBuffer<int4> IntQuads : register(u3);
RWBuffer<uint> Uints : register(u4);
RWBuffer<float2> FloatPairs : register(u5);

[numthreads(1, 1, 1)]
void main() {
    IntQuads[0] = Ints[0] + int4(0, 1, 2, 3);
    Uints[0] = UintPairs[0].x + UintPairs[0].y;
    FloatPairs[0] = FloatQuads[0].xz + FloatQuads[0].yw;
}
