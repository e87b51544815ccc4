// Which vertex an input is taken from need not be known.
//: target ps_6_1
//: only spirv
//: dxc-fault spirv 1.7 It knows an older extension only.
cbuffer Which { uint which; };

float4 main(nointerpolation float4 colour : COLOUR) : SV_Target {
    return GetAttributeAtVertex(colour, which);
}
