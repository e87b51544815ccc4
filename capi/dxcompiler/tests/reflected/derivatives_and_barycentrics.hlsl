// System values of a pixel shader, the inner coverage among them.
//: target ps_6_4
struct Out { float4 colour : SV_Target0; float depth : SV_DepthGreaterEqual; uint coverage : SV_Coverage; uint stencil : SV_StencilRef; };
Out main(float3 weights : SV_Barycentrics, uint id : SV_PrimitiveID, uint view : SV_ViewID, sample float2 uv : UV, min16float4 tint : TINT, uint rate : SV_ShadingRate) {
    Out result;
    result.colour = ddx(uv.x) + weights.xyzx + id + view + tint + rate;
    result.depth = uv.y; result.coverage = id; result.stencil = rate;
    return result;
}
