// Inputs of integer types, and a semantic with a number.
//: target vs_6_0
float4 main(int4 bones : BLENDINDICES, uint2 packed : TEXCOORD3, float4 position : POSITION1) : SV_Position {
    return position + float4(bones) + float4(packed.xy, packed.yx);
}
