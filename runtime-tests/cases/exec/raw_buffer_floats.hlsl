// Floats pass through a raw buffer as their bits.
//: target cs_6_0
//: dispatch 1
//: buffer t0 ByteAddressBuffer<float> = 1.5 -2 0.25 8
//: buffer u1 RWByteAddressBuffer<float> = 4*0
//: expect u1 = 3 -4 0.5 16
ByteAddressBuffer Source : register(t0);
RWByteAddressBuffer Doubled : register(u1);

[numthreads(4, 1, 1)]
void main(uint index : SV_GroupIndex) {
    float value = asfloat(Source.Load(index * 4));
    Doubled.Store(index * 4, asuint(value + value));
}
