// Bit-fields in a struct of a constant buffer and of a structured buffer.
//: target cs_6_6
struct Packed {
    uint low : 8;
    uint high : 24;
    int sign : 4;
    float rest;
};
cbuffer Flags { Packed packed; uint whole; };
StructuredBuffer<Packed> many;
RWBuffer<float> result;
[numthreads(4, 2, 1)] void main(uint i : SV_DispatchThreadID) { result[i] = packed.rest * packed.low + many[i].high; }
