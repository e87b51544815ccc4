// Inputs at single vertices, of which one need not be known, are arrays of three; values of theirs are what the first vertex has.
//: target ps_6_1
//: only spirv
//: dxc-fault spirv It takes a component out of a single number, which is invalid.
struct Flat {
    nointerpolation float3 colour : COLOUR;
    nointerpolation uint2 numbers[2] : NUMBERS;
};

cbuffer Which { uint which; };

float at(nointerpolation float3 value, uint vertex) { return GetAttributeAtVertex(value, vertex).y; }

float4 main(Flat input, uint covered : SV_InnerCoverage, nointerpolation float kept : KEPT) : SV_Target {
    float3 second = GetAttributeAtVertex(input.colour, 1);
    uint third = GetAttributeAtVertex(input.numbers[1], 2).x;
    float chosen = at(input.colour, 0);
    return covered ? float4(second, third) : float4(input.colour * chosen, kept + input.numbers[0].y);
}
