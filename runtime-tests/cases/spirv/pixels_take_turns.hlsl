// What pixels do to ordered resources is enclosed: here by itself.
//: target ps_6_0
//: only spirv
//: args -HV 2021
//: dxc-fault spirv 1.7 It knows no ordered resources.
RasterizerOrderedTexture2D<float> depth;
RasterizerOrderedByteAddressBuffer bytes;
RWTexture2D<float> other;

float4 main(float4 p : SV_Position) : SV_Target {
    uint2 at = uint2(p.xy);
    float before = depth[at];
    depth[at] = before + p.z;
    bytes.Store(4, at.x);
    other[at] = p.w;
    return before;
}
